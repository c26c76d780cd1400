//! The grid of a board: a rectangle of squares, a hexagon, or a cube of three or more
//! dimensions.

use super::{Cube, SquareKind};
use crate::square::Square;
use crate::symmetry::Symmetry;

/// Arrangement of the squares of a board.
///
/// A hexagon of side n has 2n - 1 rows and columns. Each row is drawn half a square to
/// the right of the row above it, so that a square touches those beside it, those above
/// and below it, and those at (1, -1) and (-1, 1). The squares outside the hexagon, in
/// two corners of the array, are holes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// A hexagon.
    Hex,
    /// A board of three or more dimensions, whose layers lie beside and below each other.
    Cube(Cube),
}

impl Grid {
    /// Returns the symmetries of an empty board, the identity first: 8 of a square one,
    /// 12 of a hexagon, 2^d d! of a cube in d dimensions.
    #[must_use]
    pub fn symmetries(self) -> Vec<Symmetry> {
        match self {
            Grid::Square => Symmetry::ALL.to_vec(),
            Grid::Hex => Symmetry::HEXAGON.to_vec(),
            Grid::Cube(cube) => cube.list_symmetries(),
        }
    }

    /// Returns false for squares outside the hexagon and between the layers of a cube, on
    /// a board with this number of rows.
    pub(super) fn has_square(self, square: Square, rows: u32) -> bool {
        match self {
            Grid::Square => true,
            Grid::Hex => distance_from_centre(square, rows) <= i64::from(rows / 2),
            Grid::Cube(cube) => cube.coordinates(square).is_some(),
        }
    }

    /// Returns the kind of the squares outside: walls stop the rays of a cube between its
    /// layers.
    pub(super) const fn outside_kind(self) -> SquareKind {
        match self {
            Grid::Square | Grid::Hex => SquareKind::Hole,
            Grid::Cube(_) => SquareKind::Wall,
        }
    }

    /// Returns true for the first and the last row and column, or for the squares on the
    /// six sides of a hexagon. In a cube a coordinate is the first or the last one.
    pub(crate) fn is_border(self, square: Square, rows: u32, columns: u32) -> bool {
        let is_end = |at: u32, side: u32| at == 0 || at + 1 == side;
        match self {
            Grid::Square => is_end(square.row, rows) || is_end(square.column, columns),
            Grid::Hex => distance_from_centre(square, rows) == i64::from(rows / 2),
            Grid::Cube(cube) => cube.coordinates(square).is_some_and(|coordinates| {
                coordinates
                    .iter()
                    .take(cube.dimensions())
                    .any(|&at| is_end(at, cube.side()))
            }),
        }
    }
}

/// Returns the number of rows and columns of a hexagon with this side.
pub(super) fn hexagon_rows(side: u32) -> u32 {
    side.saturating_mul(2).saturating_sub(1)
}

/// Returns the number of steps between neighbours from the centre of a hexagon to
/// `square`.
fn distance_from_centre(square: Square, rows: u32) -> i64 {
    let centre = i64::from(rows / 2);
    let (row, column) = (
        i64::from(square.row) - centre,
        i64::from(square.column) - centre,
    );
    // The three coordinates along the axes of a hexagon have the sum 0.
    row.abs().max(column.abs()).max((row + column).abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn hexagon(side: u32) -> BTreeSet<Square> {
        let rows = hexagon_rows(side);
        let squares = (0..rows)
            .flat_map(|row| (0..rows).map(move |column| Square::new(row, column)));
        squares
            .filter(|&square| Grid::Hex.has_square(square, rows))
            .collect()
    }

    #[test]
    fn hexagons_have_as_many_squares_as_centred_hexagonal_numbers() {
        let sizes: Vec<usize> = (0..5).map(|side| hexagon(side).len()).collect();
        assert_eq!(sizes, [0, 1, 7, 19, 37]); // OEIS A003215
    }

    #[test]
    fn borders_are_the_squares_that_a_smaller_hexagon_lacks() {
        for side in 1..5 {
            let rows = hexagon_rows(side);
            let border = hexagon(side)
                .into_iter()
                .filter(|&square| Grid::Hex.is_border(square, rows, rows));
            assert_eq!(
                border.count(),
                hexagon(side).len() - hexagon(side - 1).len()
            );
        }
    }

    #[test]
    fn symmetries_map_a_hexagon_to_itself_and_are_different() {
        let rows = hexagon_rows(3);
        let squares = hexagon(3);
        let images = |symmetry: &Symmetry| -> Vec<Square> {
            squares
                .iter()
                .map(|&square| symmetry.apply(square, rows, rows))
                .collect()
        };
        let maps: BTreeSet<Vec<Square>> =
            Grid::Hex.symmetries().iter().map(images).collect();
        assert_eq!(maps.len(), 12);
        assert!(
            maps.iter()
                .all(|map| map.iter().copied().collect::<BTreeSet<_>>() == squares)
        );
    }
}
