//! The work units of a search by rows: some queens that stand, and the squares that they
//! leave open in the other rows.

use super::shape::RowShape;
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;

/// A row that takes a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenRow {
    /// Its open squares.
    pub(super) open: u32,
    /// Distance to the next row that takes a queen, in rows.
    pub(super) step: u32,
    /// Distance, in columns, at which a diagonal that the mirror reflects crosses this
    /// row again.
    pub(super) mirrored: u32,
}

/// A part of the search that stands for `weight` symmetric parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowsUnit {
    pub(super) rows: Vec<OpenRow>,
    pub(super) weight: u64,
    /// True if its queens are on the border.
    pub(super) border: bool,
    /// The queens on the top, right, bottom and left side, counted from the top and the
    /// left; or the columns of those in the first two rows. Empty if the unit is the
    /// whole board.
    pub(super) queens: Vec<u32>,
}

/// Cuts the search by the queens of the first two rows: one unit for each class of pairs
/// under the maps of columns.
pub(super) fn cut_by_first_rows(shape: &RowShape) -> Vec<RowsUnit> {
    let whole = whole_board(shape);
    let [first, second, ..] = whole.rows[..] else {
        return vec![whole];
    };
    let maps = shape.column_maps();
    let mut units = Vec::new();
    for a in columns_of(first.open) {
        for b in columns_of(second.open) {
            let images = maps.iter().map(|map| [map[a as usize], map[b as usize]]);
            let Some(weight) = count_images([a, b], images) else {
                continue;
            };
            let mut rows = whole.rows.clone();
            rows[0].open = 1 << a;
            rows[1].open = 1 << b;
            units.push(RowsUnit {
                rows,
                weight,
                border: false,
                queens: vec![a, b],
            });
        }
    }
    // Without a pair there is no solution, but a count still needs a unit to say so.
    if units.is_empty() {
        units.push(whole);
    }
    units
}

fn whole_board(shape: &RowShape) -> RowsUnit {
    let rows = (0..)
        .zip(&shape.open)
        .map(|(row, &open)| OpenRow {
            open,
            step: 1,
            mirrored: 2 * row + 2,
        })
        .collect();
    RowsUnit {
        rows,
        weight: 1,
        border: false,
        queens: Vec::new(),
    }
}

/// Lists the columns of a mask.
fn columns_of(mask: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |column| mask >> column & 1 == 1)
}

/// Returns the number of different images of `this`, if it is the least of them. `images`
/// are its images under all elements of a group.
fn count_images<T: Ord + Copy>(this: T, images: impl Iterator<Item = T>) -> Option<u64> {
    let (mut elements, mut fixing) = (0, 0);
    for image in images {
        if image < this {
            return None;
        }
        elements += 1;
        fixing += u64::from(image == this);
    }
    // Every image occurs as often as `this` does (orbit-stabilizer theorem).
    Some(elements / fixing)
}

/// Cuts the search of a square board with open edges, of at least two rows, by the queens
/// on its border: one unit for each class of border queens under the `symmetries` that
/// leave the problem as it is. The masks have no bits for the two outer columns, whose
/// queens stand.
///
/// Of each class the first image is searched; its queen of the top side is nearest to a
/// corner, where it takes least of the rows below. So the search goes from the bottom to
/// the top, with columns from the right to the left, which leaves all attacks as they
/// are: that has a third fewer nodes.
pub(super) fn cut_by_border(shape: &RowShape, symmetries: &[Symmetry]) -> Vec<RowsUnit> {
    let n = shape.rows;
    let cut = BorderCut::new(shape);
    let mut units = Vec::new();
    // All places of four queens, of which few stand and are the first of their images.
    for number in 0..n.pow(4) {
        let sides = [
            number / n.pow(3),
            number / n.pow(2) % n,
            number / n % n,
            number % n,
        ];
        let images = symmetries
            .iter()
            .map(|&symmetry| move_sides(sides, symmetry, n));
        if let Some(weight) = count_images(sides, images)
            && cut.can_stand(sides)
        {
            units.push(cut.unit(sides, weight));
        }
    }
    units
}

/// The places of the queens on the top, right, bottom and left side, counted from the top
/// and the left. A queen on a corner is on two sides.
type BorderSides = [u32; 4];

/// Returns the squares of the queens on the border.
fn border_squares([top, right, bottom, left]: BorderSides, n: u32) -> [Square; 4] {
    [(0, top), (right, n - 1), (n - 1, bottom), (left, 0)]
        .map(|(row, column)| Square::new(row, column))
}

/// A board without its outer columns, as masks: bit 0 is column n - 2, and so on to the
/// left.
struct BorderCut<'s> {
    shape: &'s RowShape,
    /// For each row, its open squares.
    open: Vec<u32>,
    /// `struck[side][place][row]` are the squares of a row that a queen at this place of
    /// this side attacks.
    struck: [Vec<Vec<u32>>; 4],
}

impl<'s> BorderCut<'s> {
    fn new(shape: &'s RowShape) -> Self {
        let n = shape.rows;
        let open = (0..n)
            .map(|row| inner_mask(n, row, |square| shape.is_open(square)))
            .collect();
        let struck = [0, 1, 2, 3].map(|side| {
            let queens = (0..n).map(|place| border_squares([place; 4], n)[side]);
            queens.map(|queen| attacked_masks(shape, queen)).collect()
        });
        BorderCut {
            shape,
            open,
            struck,
        }
    }

    /// Returns true if all squares are open and no two queens attack each other.
    fn can_stand(&self, sides: BorderSides) -> bool {
        let queens = border_squares(sides, self.shape.rows);
        let are_open = queens.iter().all(|&queen| self.shape.is_open(queen));
        are_open
            && queens
                .iter()
                .all(|&a| queens.iter().all(|&b| a == b || !self.shape.attacks(a, b)))
    }

    /// Returns the unit with these queens: the rows without one of them, from the bottom
    /// to the top.
    fn unit(&self, sides: BorderSides, weight: u64) -> RowsUnit {
        let n = self.shape.rows;
        let queens = border_squares(sides, n);
        let empty_rows: Vec<u32> = (0..n)
            .rev()
            .filter(|&row| queens.iter().all(|queen| queen.row != row))
            .collect();
        let mut rows = Vec::new();
        // A row with a border queen is skipped: `step` is the distance to the next row to
        // fill.
        for (index, &row) in empty_rows.iter().enumerate() {
            // After the last one comes row 0.
            let next = empty_rows.get(index + 1).copied().unwrap_or(0);
            rows.push(OpenRow {
                open: self.free_squares(sides, row),
                step: row - next,
                mirrored: 0,
            });
        }
        RowsUnit {
            rows,
            weight,
            border: true,
            queens: sides.to_vec(),
        }
    }

    /// Returns the open squares of a row that no queen on the border attacks.
    fn free_squares(&self, sides: BorderSides, row: u32) -> u32 {
        let mut free = self.open[row as usize];
        for (struck, place) in self.struck.iter().zip(sides) {
            free &= !struck[place as usize][row as usize];
        }
        free
    }
}

/// Returns, for each row, the squares that a queen attacks.
fn attacked_masks(shape: &RowShape, queen: Square) -> Vec<u32> {
    (0..shape.rows)
        .map(|row| inner_mask(shape.rows, row, |square| shape.attacks(queen, square)))
        .collect()
}

/// Returns the mask of the squares of a row, without those of the outer columns, that
/// have a property.
fn inner_mask(n: u32, row: u32, has: impl Fn(Square) -> bool) -> u32 {
    let mut mask = 0;
    for column in 1..n - 1 {
        mask |= u32::from(has(Square::new(row, column))) << (n - 2 - column);
    }
    mask
}

/// Returns the image of the queens on the border of a board of side `n`.
fn move_sides(
    [top, right, bottom, left]: BorderSides,
    symmetry: Symmetry,
    n: u32,
) -> BorderSides {
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
        for symmetry in Symmetry::ALL {
            let sides = [1, 2, 4, 5];
            let mut moved =
                border_squares(sides, n).map(|square| symmetry.apply(square, n, n));
            let mut expected = border_squares(move_sides(sides, symmetry, n), n);
            moved.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moved, expected, "{symmetry}");
        }
    }
}
