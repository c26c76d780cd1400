//! Boards of three and more dimensions, laid out in rows and columns.
//!
//! The layers of a cube lie side by side, with a column of walls between two layers. For
//! side 2, with layer, row and column of each square:
//!
//! ```text
//! 000 001  #  100 101
//! 010 011  #  110 111
//! ```
//!
//! In four dimensions cubes lie below each other, with a row of walls between them, in
//! five dimensions also the boards of four. Rows and columns are numbers whose digits to
//! the base side + 1 are coordinates; the digit `side` stands for walls. A step that
//! leaves the board in some dimension ends on a wall, so rays of steps by at most 1 in
//! each dimension need no other care.

use crate::square::{MAX_DRAWN, Square};
use crate::symmetry::Symmetry;

/// Largest number of dimensions.
const MAX_DIMENSIONS: usize = 5;

/// Coordinates of a square: as many as there are dimensions, the others are 0. The last
/// two are row and column of a layer.
pub type Coordinates = [u32; MAX_DIMENSIONS];

/// A board of three or more dimensions whose sides are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    side: u16,
    dimensions: u8,
}

/// Place of a coordinate: a digit of the row or of the column.
#[derive(Clone, Copy)]
struct Digit {
    is_of_column: bool,
    /// Number of digits of lower value.
    lower: u32,
}

/// A symmetry of a cube: an order of its dimensions, some of them reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CubeSymmetry {
    cube: Cube,
    /// For each coordinate of the image, the one that it comes from.
    order: [u8; MAX_DIMENSIONS],
    /// Bits of the coordinates of the image that are counted from the other end.
    reversed: u8,
}

impl Cube {
    /// Smallest and largest number of dimensions.
    pub const DIMENSIONS: [u8; 2] = [3, MAX_DIMENSIONS as u8];

    /// Returns the board with sides of this length; `None` for other numbers of
    /// dimensions, and for sides that no board can have.
    #[must_use]
    pub fn new(side: u32, dimensions: usize) -> Option<Self> {
        let dimensions = u8::try_from(dimensions).ok()?;
        let [least, most] = Cube::DIMENSIONS;
        let cube = Cube {
            side: u16::try_from(side).ok()?,
            dimensions,
        };
        let (rows, columns) = (least..=most)
            .contains(&dimensions)
            .then(|| cube.board_extent())?;
        let is_drawn = rows.saturating_mul(columns) <= MAX_DRAWN;
        is_drawn.then_some(cube)
    }

    /// Returns the longest sides that a board with this number of dimensions can have.
    #[must_use]
    pub fn longest_side(dimensions: usize) -> u32 {
        (0..)
            .take_while(|&side| Cube::new(side, dimensions).is_some())
            .last()
            .unwrap_or(0)
    }

    /// Returns the length of the sides.
    #[must_use]
    pub fn side(self) -> u32 {
        self.side.into()
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn dimensions(self) -> usize {
        self.dimensions.into()
    }

    /// Returns the numbers of rows and columns, walls included.
    fn board_extent(self) -> (u64, u64) {
        let (mut rows, mut columns) = (0, 0);
        if self.side > 0 {
            let last = u64::from(self.side) - 1;
            (rows, columns) = (1, 1);
            for digit in (0..self.dimensions()).map(|axis| self.digit(axis)) {
                let extent = if digit.is_of_column {
                    &mut columns
                } else {
                    &mut rows
                };
                *extent += last * self.base().pow(digit.lower);
            }
        }
        (rows, columns)
    }

    /// Returns the number of rows, walls included.
    pub(crate) fn rows(self) -> u32 {
        self.board_extent().0 as u32
    }

    /// Returns the number of columns, walls included.
    pub(crate) fn columns(self) -> u32 {
        self.board_extent().1 as u32
    }

    fn base(self) -> u64 {
        u64::from(self.side) + 1
    }

    /// Returns the place of the coordinate `axis`. The last two are the lowest digits of
    /// row and column, the one before them is another digit of the column.
    fn digit(self, axis: usize) -> Digit {
        match self.dimensions() - 1 - axis {
            0 => Digit {
                is_of_column: true,
                lower: 0,
            },
            1 => Digit {
                is_of_column: false,
                lower: 0,
            },
            2 => Digit {
                is_of_column: true,
                lower: 1,
            },
            outer => Digit {
                is_of_column: false,
                lower: outer as u32 - 2,
            },
        }
    }

    /// Returns the coordinates of a square; `None` for a wall between layers.
    #[must_use]
    pub fn coordinates(self, square: Square) -> Option<Coordinates> {
        let mut coordinates = Coordinates::default();
        for (axis, coordinate) in
            coordinates.iter_mut().enumerate().take(self.dimensions())
        {
            let Digit {
                is_of_column,
                lower,
            } = self.digit(axis);
            let number = if is_of_column {
                square.column
            } else {
                square.row
            };
            *coordinate =
                (u64::from(number) / self.base().pow(lower) % self.base()) as u32;
            if *coordinate == self.side() {
                return None;
            }
        }
        Some(coordinates)
    }

    /// Returns the square with these coordinates.
    #[must_use]
    pub fn square(self, coordinates: &Coordinates) -> Square {
        let mut square = Square::new(0, 0);
        for (axis, &coordinate) in coordinates.iter().enumerate().take(self.dimensions())
        {
            let Digit {
                is_of_column,
                lower,
            } = self.digit(axis);
            let number = if is_of_column {
                &mut square.column
            } else {
                &mut square.row
            };
            *number += coordinate * self.base().pow(lower) as u32;
        }
        square
    }

    /// Returns the steps by -1, 0 or 1 in each dimension, one direction of each, as rows
    /// and columns, and the number of coordinates that change.
    pub(crate) fn list_steps(self) -> Vec<((i32, i32), usize)> {
        let mut steps = Vec::new();
        let ternary = 3usize.pow(u32::from(self.dimensions));
        // Below the middle one, which is no step, are the opposite directions.
        for number in ternary / 2 + 1..ternary {
            let (mut rows, mut columns, mut changed) = (0, 0, 0);
            for axis in 0..self.dimensions() {
                let by = (number / 3usize.pow(axis as u32) % 3) as i32 - 1;
                let Digit {
                    is_of_column,
                    lower,
                } = self.digit(axis);
                let step = if is_of_column {
                    &mut columns
                } else {
                    &mut rows
                };
                *step += by * self.base().pow(lower) as i32;
                changed += by.unsigned_abs() as usize;
            }
            steps.push(((rows, columns), changed));
        }
        steps
    }

    /// Returns the symmetries: 2^d d! in d dimensions.
    pub(crate) fn list_symmetries(self) -> Vec<Symmetry> {
        let mut orders = vec![Vec::new()];
        for axis in 0..self.dimensions {
            let mut longer = Vec::new();
            for order in &orders {
                for at in 0..=order.len() {
                    longer.push([&order[..at], &[axis], &order[at..]].concat());
                }
            }
            orders = longer;
        }
        // The identity is first.
        orders.sort_unstable();
        let mut symmetries = Vec::new();
        for axes in orders {
            let mut order = [0; MAX_DIMENSIONS];
            order[..axes.len()].copy_from_slice(&axes);
            for reversed in 0..1 << self.dimensions {
                symmetries.push(Symmetry::Cube(CubeSymmetry {
                    cube: self,
                    order,
                    reversed,
                }));
            }
        }
        symmetries[0] = Symmetry::Identity;
        symmetries
    }
}

impl CubeSymmetry {
    /// Returns the image of a square, which is no wall.
    pub(crate) fn apply_to(self, square: Square) -> Square {
        let Some(from) = self.cube.coordinates(square) else {
            return square;
        };
        let mut image = Coordinates::default();
        for (axis, coordinate) in
            image.iter_mut().enumerate().take(self.cube.dimensions())
        {
            let old = from[usize::from(self.order[axis])];
            let is_reversed = self.reversed >> axis & 1 == 1;
            *coordinate = if is_reversed {
                self.cube.side() - 1 - old
            } else {
                old
            };
        }
        self.cube.square(&image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn squares(cube: Cube) -> Vec<Square> {
        let all = (0..cube.rows())
            .flat_map(|row| (0..cube.columns()).map(move |at| Square::new(row, at)));
        all.filter(|&square| cube.coordinates(square).is_some())
            .collect()
    }

    #[test]
    fn layers_lie_beside_and_below_each_other() {
        let extent =
            |side, dimensions| Cube::new(side, dimensions).map(Cube::board_extent);
        assert_eq!([extent(2, 3), extent(3, 3)], [Some((2, 5)), Some((3, 11))]);
        assert_eq!(
            [extent(3, 4), extent(2, 5)],
            [Some((11, 11)), Some((14, 5))]
        );
        assert_eq!([extent(0, 3), extent(1, 5)], [Some((0, 0)), Some((1, 1))]);
        let four = Cube::new(3, 4).unwrap();
        assert_eq!(four.coordinates(Square::new(4, 10)), Some([1, 2, 0, 2, 0]));
        assert_eq!(
            [
                four.coordinates(Square::new(3, 0)),
                four.coordinates(Square::new(0, 7))
            ],
            [None; 2]
        );
    }

    #[test]
    fn every_cell_has_a_square() {
        for (side, dimensions) in [
            (0, 3),
            (1, 4),
            (2, 3),
            (3, 3),
            (4, 3),
            (3, 4),
            (2, 5),
            (3, 5),
        ] {
            let cube = Cube::new(side, dimensions).unwrap();
            let squares = squares(cube);
            assert_eq!(squares.len(), (side as usize).pow(dimensions as u32));
            for square in squares {
                assert_eq!(cube.square(&cube.coordinates(square).unwrap()), square);
            }
        }
    }

    #[test]
    fn sizes_are_bounded() {
        assert_eq!([3, 4, 5].map(Cube::longest_side), [251, 62, 27]);
        assert_eq!(
            [Cube::new(2, 2), Cube::new(2, 6), Cube::new(252, 3)],
            [None; 3]
        );
    }

    #[test]
    fn symmetries_map_a_cube_to_itself_and_are_different() {
        for (side, dimensions, number) in [(2, 3, 48), (3, 3, 48), (3, 4, 384)] {
            let cube = Cube::new(side, dimensions).unwrap();
            let all: BTreeSet<Square> = squares(cube).into_iter().collect();
            let images = |symmetry: &Symmetry| -> Vec<Square> {
                all.iter()
                    .map(|&square| symmetry.apply(square, cube.rows(), cube.columns()))
                    .collect()
            };
            let maps: BTreeSet<Vec<Square>> =
                cube.list_symmetries().iter().map(images).collect();
            assert_eq!(maps.len(), number);
            assert!(
                maps.iter()
                    .all(|map| map.iter().copied().collect::<BTreeSet<_>>() == all)
            );
            assert_eq!(
                images(&cube.list_symmetries()[0]),
                all.iter().copied().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn steps_are_half_of_the_neighbours() {
        let number = |dimensions| Cube::new(3, dimensions).unwrap().list_steps().len();
        assert_eq!([3, 4, 5].map(number), [13, 40, 121]);
    }
}
