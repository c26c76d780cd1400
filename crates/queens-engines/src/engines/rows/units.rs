//! The units of a search by rows: some queens that stand, and what the rows leave open.

use super::shape::RowShape;
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use std::iter::once;

/// A row that takes a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenRow {
    /// Its open squares.
    pub(super) open: u32,
    /// Distance to the next row, in rows.
    pub(super) step: u32,
    /// Distance, in columns, at which a diagonal that the mirror sends back comes down
    /// again.
    pub(super) mirrored: u32,
}

/// A part of the search that stands for `weight` parts of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowsUnit {
    pub(super) rows: Vec<OpenRow>,
    pub(super) weight: u64,
    /// True if its queens are on the border.
    pub(super) border: bool,
    /// The queens: on the top, right, bottom and left side, counted from the top and the
    /// left; or the columns of those of the first two rows. None if the unit is the whole
    /// board.
    pub(super) queens: Vec<u32>,
}

/// Units by the queens of the first two rows, one for each class under the maps of
/// columns.
pub(super) fn by_first_rows(shape: &RowShape) -> Vec<RowsUnit> {
    let rows: Vec<OpenRow> = shape
        .open
        .iter()
        .enumerate()
        .map(|(row, &open)| OpenRow {
            open,
            step: 1,
            mirrored: 2 * row as u32 + 2,
        })
        .collect();
    let whole = || RowsUnit {
        rows: rows.clone(),
        weight: 1,
        border: false,
        queens: Vec::new(),
    };
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
            units.push(RowsUnit {
                rows,
                weight,
                border: false,
                queens: vec![queens.0, queens.1],
            });
        }
    }
    // A row without a square leaves no pair of queens; the board is still to be looked
    // at.
    if units.is_empty() {
        vec![whole()]
    } else {
        units
    }
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

/// Units of a square board with open edges, of at least two rows, by the queens on its
/// border, one for each class under the `symmetries` of the square that leave the board
/// as it is. The masks have no columns for the border's, which are taken.
///
/// Of each class the first image is searched, whose queen of the top side stands nearest
/// to a corner, where it takes least of the next rows. So rows go from the bottom to the
/// top, and columns from the right to the left, which leaves all attacks as they are:
/// that has a third less nodes.
pub(super) fn by_border(shape: &RowShape, symmetries: &[Symmetry]) -> Vec<RowsUnit> {
    let n = shape.rows;
    let border = |[top, right, bottom, left]: [u32; 4]| {
        [(0, top), (right, n - 1), (n - 1, bottom), (left, 0)]
            .map(|(row, column)| Square::new(row, column))
    };
    let stands = |sides: [u32; 4]| {
        let queens = border(sides);
        queens.iter().all(|&a| {
            shape.is_open(a) && queens.iter().all(|&b| a == b || !shape.attacks(a, b))
        })
    };
    let row_mask = |row: u32, has: &dyn Fn(Square) -> bool| {
        let columns = (1..n - 1).filter(|&column| has(Square::new(row, column)));
        columns.fold(0, |mask, column| mask | 1 << (n - 2 - column))
    };
    let open: Vec<u32> = (0..n)
        .map(|row| row_mask(row, &|square| shape.is_open(square)))
        .collect();
    // For each side and each queen on it, what she attacks in each row.
    let struck: Vec<Vec<u32>> = (0..4 * n)
        .map(|number| {
            let queen = border([number % n; 4])[(number / n) as usize];
            (0..n)
                .map(|row| row_mask(row, &|square| shape.attacks(queen, square)))
                .collect()
        })
        .collect();
    let mut units = Vec::new();
    for number in 0..n.pow(4) {
        let sides = [
            number / n.pow(3),
            number / n.pow(2) % n,
            number / n % n,
            number % n,
        ];
        let images = symmetries.iter().map(|&symmetry| image(sides, symmetry, n));
        let Some(weight) = weight(sides, images) else {
            continue;
        };
        if !stands(sides) {
            continue;
        }
        let queens = border(sides);
        let free = |row: u32| {
            let struck = (0..)
                .zip(sides)
                .map(|(side, at)| struck[(side * n + at) as usize][row as usize]);
            struck.fold(open[row as usize], |free, struck| free & !struck)
        };
        let empty: Vec<u32> = (0..n)
            .rev()
            .filter(|row| queens.iter().all(|queen| queen.row != *row))
            .collect();
        let ends = empty.iter().skip(1).copied().chain(once(0));
        let rows = empty.iter().zip(ends).map(|(&row, end)| OpenRow {
            open: free(row),
            step: row - end,
            mirrored: 0,
        });
        units.push(RowsUnit {
            rows: rows.collect(),
            weight,
            border: true,
            queens: sides.to_vec(),
        });
    }
    units
}

/// Returns the image of the queens on the top, right, bottom and left side of a board of
/// side `n`, counted from the top and the left.
fn image([top, right, bottom, left]: [u32; 4], symmetry: Symmetry, n: u32) -> [u32; 4] {
    let flip = |at: u32| n - 1 - at;
    match symmetry {
        Symmetry::Identity => [top, right, bottom, left],
        Symmetry::QuarterTurn => [flip(left), top, flip(right), bottom],
        Symmetry::HalfTurn => [flip(bottom), flip(left), flip(top), flip(right)],
        Symmetry::ThreeQuarterTurn => [right, flip(bottom), left, flip(top)],
        Symmetry::FlipRows => [bottom, flip(right), top, flip(left)],
        Symmetry::FlipColumns => [flip(top), left, flip(bottom), right],
        Symmetry::Transpose => [left, bottom, right, top],
        Symmetry::AntiTranspose => [flip(right), flip(top), flip(left), flip(bottom)],
        _ => unreachable!("{symmetry} is no symmetry of a square"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_move_as_their_squares_do() {
        let n = 7;
        let squares = |[top, right, bottom, left]: [u32; 4]| {
            [(0, top), (right, n - 1), (n - 1, bottom), (left, 0)]
                .map(|(row, column)| Square::new(row, column))
        };
        for symmetry in Symmetry::ALL {
            let sides = [1, 2, 4, 5];
            let mut moved = squares(sides).map(|square| symmetry.apply(square, n, n));
            let mut expected = squares(image(sides, symmetry, n));
            moved.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moved, expected, "{symmetry}");
        }
    }
}
