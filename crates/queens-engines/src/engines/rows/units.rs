//! The units of a search by rows: some queens that stand, and what the rows leave open.

use super::shape::RowShape;
use std::iter::once;

/// A row that takes a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenRow {
    /// Its open squares.
    pub(super) open: u32,
    /// Distance to the next row, in rows.
    pub(super) step: u32,
    /// Distance, in columns, at which a diagonal that the mirror sends back comes down again.
    pub(super) mirrored: u32,
}

/// A part of the search that stands for `weight` parts of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowsUnit {
    pub(super) rows: Vec<OpenRow>,
    pub(super) weight: u64,
    /// True if its queens are on the border.
    pub(super) border: bool,
    /// The queens: on the top, right, bottom and left side, counted from the top and the left; or the columns of
    /// those of the first two rows. None if the unit is the whole board.
    pub(super) queens: Vec<u32>,
}

/// Units by the queens of the first two rows, one for each class under the maps of columns.
pub(super) fn by_first_rows(shape: &RowShape) -> Vec<RowsUnit> {
    let rows: Vec<OpenRow> = shape
        .open
        .iter()
        .enumerate()
        .map(|(row, &open)| OpenRow { open, step: 1, mirrored: 2 * row as u32 + 2 })
        .collect();
    let whole = || RowsUnit { rows: rows.clone(), weight: 1, border: false, queens: Vec::new() };
    let (Some(first), Some(second)) = (rows.first(), rows.get(1)) else {
        return vec![whole()];
    };
    let maps = shape.column_maps();
    let columns = |row: &OpenRow| {
        let open = row.open;
        (0..shape.columns).filter(move |column| open >> column & 1 == 1)
    };
    let mut units = Vec::new();
    for queens in columns(first).flat_map(|a| columns(second).map(move |b| (a, b))) {
        let image = |map: &Vec<u32>| (map[queens.0 as usize], map[queens.1 as usize]);
        if let Some(weight) = weight(queens, maps.iter().map(image)) {
            let mut rows = rows.clone();
            rows[0].open = 1 << queens.0;
            rows[1].open = 1 << queens.1;
            units.push(RowsUnit { rows, weight, border: false, queens: vec![queens.0, queens.1] });
        }
    }
    // A row without a square leaves no pair of queens; the board is still to be looked at.
    if units.is_empty() { vec![whole()] } else { units }
}

/// The number of images of `this` under a group, if it is the first of them.
fn weight<T: Ord + Copy>(this: T, images: impl Iterator<Item = T>) -> Option<u64> {
    let (mut all, mut same) = (0, 0);
    for image in images {
        if image < this {
            return None;
        }
        all += 1;
        same += u64::from(image == this);
    }
    Some(all / same)
}

/// Units of the standard board of `n` >= 2 by the queens on its border, one for each class under the eight
/// symmetries of the square. Columns count from the second one, because the border's are taken.
///
/// Of each class the first image is searched, whose queen of the top side stands nearest to a corner, where it
/// takes least of the next rows. So rows go from the bottom to the top: that has a third less nodes.
pub(super) fn by_border(n: u32) -> Vec<RowsUnit> {
    let border =
        |[top, right, bottom, left]: [u32; 4]| [(0, top), (right, n - 1), (n - 1, bottom), (left, 0)];
    let attack = |(row, column): (u32, u32), (r, c): (u32, u32)| {
        row == r || column == c || row.abs_diff(r) == column.abs_diff(c)
    };
    let stands = |sides: [u32; 4]| {
        let queens = border(sides);
        queens.iter().all(|&a| queens.iter().all(|&b| a == b || !attack(a, b)))
    };
    let mut units = Vec::new();
    for number in 0..n.pow(4) {
        let sides = [number / n.pow(3), number / n.pow(2) % n, number / n % n, number % n];
        let Some(weight) = weight(sides, images(sides, n)) else { continue };
        if !stands(sides) {
            continue;
        }
        let queens = border(sides);
        let open = |row: u32| {
            let free = |column: &u32| queens.iter().all(|&queen| !attack(queen, (row, *column)));
            (1..n - 1).filter(free).fold(0, |mask, column| mask | 1 << (column - 1))
        };
        let empty: Vec<u32> = (0..n).rev().filter(|row| queens.iter().all(|queen| queen.0 != *row)).collect();
        let ends = empty.iter().skip(1).copied().chain(once(0));
        let rows = empty.iter().zip(ends).map(|(&row, end)| OpenRow {
            open: open(row),
            step: row - end,
            mirrored: 0,
        });
        units.push(RowsUnit { rows: rows.collect(), weight, border: true, queens: sides.to_vec() });
    }
    units
}

/// The eight images of the queens on the top, right, bottom and left side, counted from the top and the left.
fn images(sides: [u32; 4], n: u32) -> impl Iterator<Item = [u32; 4]> {
    let flip = move |at: u32| n - 1 - at;
    let turned = move |[top, right, bottom, left]: [u32; 4]| [flip(left), top, flip(right), bottom];
    let mirrored = move |[top, right, bottom, left]: [u32; 4]| [flip(top), left, flip(bottom), right];
    let turns = std::iter::successors(Some(sides), move |&sides| Some(turned(sides))).take(4);
    turns.flat_map(move |sides| [sides, mirrored(sides)])
}
