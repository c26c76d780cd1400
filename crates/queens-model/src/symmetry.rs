//! The symmetries of the board: eight of a square one, twelve of a hexagon, 2^d d! of a
//! cube in d dimensions.

use crate::cube::CubeSymmetry;
use crate::square::Square;
use std::fmt;
use std::str::FromStr;

/// A symmetry of the square, the hexagon or the cube. Those of [`Symmetry::ALL`] form the
/// dihedral group D4, those of [`Symmetry::HEXAGON`] D6.
///
/// Turns are clockwise as the board is drawn (row 0 on top; each row of a hexagon half a
/// square to the right of the row above it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Leaves every square where it is.
    Identity,
    /// Turns the board by 90 degrees.
    QuarterTurn,
    /// Turns the board by 180 degrees.
    HalfTurn,
    /// Turns the board by 270 degrees.
    ThreeQuarterTurn,
    /// Exchanges top and bottom.
    FlipRows,
    /// Exchanges left and right.
    FlipColumns,
    /// Reflects in the diagonal through the upper left corner: exchanges rows and
    /// columns.
    Transpose,
    /// Reflects in the diagonal through the upper right corner.
    AntiTranspose,
    /// Turns a hexagon by 60 degrees.
    SixthTurn,
    /// Turns a hexagon by 120 degrees.
    ThirdTurn,
    /// Turns a hexagon by 240 degrees.
    TwoThirdsTurn,
    /// Turns a hexagon by 300 degrees.
    FiveSixthsTurn,
    /// Exchanges left and right of a hexagon: reverses each row.
    HexFlipColumns,
    /// Exchanges top and bottom of a hexagon.
    HexFlipRows,
    /// Reverses each column of a hexagon.
    HexFlipAlongColumns,
    /// Reflects a hexagon in the axis at right angles to that of
    /// [`Symmetry::HexFlipAlongColumns`].
    HexFlipAcrossColumns,
    /// Exchanges or reverses dimensions of a cube.
    Cube(CubeSymmetry),
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Identity => "identity",
            Symmetry::QuarterTurn => "quarter turn",
            Symmetry::HalfTurn => "half turn",
            Symmetry::ThreeQuarterTurn => "three-quarter turn",
            Symmetry::FlipRows => "reflection of top and bottom",
            Symmetry::FlipColumns => "reflection of left and right",
            Symmetry::Transpose => "reflection in the diagonal",
            Symmetry::AntiTranspose => "reflection in the other diagonal",
            Symmetry::SixthTurn => "sixth of a turn",
            Symmetry::ThirdTurn => "third of a turn",
            Symmetry::TwoThirdsTurn => "two thirds of a turn",
            Symmetry::FiveSixthsTurn => "five sixths of a turn",
            Symmetry::HexFlipColumns => "reflection of left and right of a hexagon",
            Symmetry::HexFlipRows => "reflection of top and bottom of a hexagon",
            Symmetry::HexFlipAlongColumns => "reflection along the columns of a hexagon",
            Symmetry::HexFlipAcrossColumns => {
                "reflection across the columns of a hexagon"
            }
            Symmetry::Cube(_) => "symmetry of a cube",
        })
    }
}

/// Name that is not in [`Symmetry::NAMED`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry(String);

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Symmetry::NAMED.map(|(name, _)| name).join(", ");
        write!(f, "'{}' is not a symmetry: use one of {known}", self.0)
    }
}

impl std::error::Error for UnknownSymmetry {}

/// Reads one of [`Symmetry::NAMED`].
impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        let named = Symmetry::NAMED.into_iter().find(|named| named.0 == name);
        named
            .map(|(_, symmetry)| symmetry)
            .ok_or_else(|| UnknownSymmetry(name.chars().take(40).collect()))
    }
}

impl Symmetry {
    /// One symmetry of each kind under which solutions are counted, with its name. The
    /// other quarter turn and the other reflections leave the same number of solutions of
    /// a square board unchanged.
    pub const NAMED: [(&'static str, Symmetry); 4] = [
        ("half-turn", Symmetry::HalfTurn),
        ("quarter-turn", Symmetry::QuarterTurn),
        ("mirror", Symmetry::FlipColumns),
        ("diagonal", Symmetry::Transpose),
    ];

    /// All twelve symmetries of a hexagon.
    pub const HEXAGON: [Symmetry; 12] = [
        Symmetry::Identity,
        Symmetry::SixthTurn,
        Symmetry::ThirdTurn,
        Symmetry::HalfTurn,
        Symmetry::TwoThirdsTurn,
        Symmetry::FiveSixthsTurn,
        Symmetry::HexFlipColumns,
        Symmetry::HexFlipRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
        Symmetry::HexFlipAlongColumns,
        Symmetry::HexFlipAcrossColumns,
    ];

    /// All eight symmetries of a square.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::FlipRows,
        Symmetry::FlipColumns,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Returns the name in [`Symmetry::NAMED`], or else what [`Symmetry::action`]
    /// returns.
    #[must_use]
    pub fn name(self) -> &'static str {
        Symmetry::NAMED
            .into_iter()
            .find(|named| named.1 == self)
            .map_or(self.action(), |(name, _)| name)
    }

    /// Returns true if the symmetry exchanges rows and columns of a board, which must
    /// then be square. Those of hexagons alone map them to lines of other directions.
    /// False for cubes, whose layout need not be square.
    #[must_use]
    pub fn exchanges_axes(self) -> bool {
        !matches!(
            self,
            Symmetry::Identity
                | Symmetry::HalfTurn
                | Symmetry::FlipRows
                | Symmetry::FlipColumns
                | Symmetry::Cube(_)
        )
    }

    /// Returns true for reflections.
    #[must_use]
    pub fn is_reflection(self) -> bool {
        !matches!(
            self,
            Symmetry::Identity
                | Symmetry::QuarterTurn
                | Symmetry::HalfTurn
                | Symmetry::ThreeQuarterTurn
                | Symmetry::SixthTurn
                | Symmetry::ThirdTurn
                | Symmetry::TwoThirdsTurn
                | Symmetry::FiveSixthsTurn
        )
    }

    /// Returns what it does to the board, in words: `a half turn`, `the exchange of left
    /// and right`.
    #[must_use]
    pub const fn action(self) -> &'static str {
        match self {
            Symmetry::Identity => "the identity",
            Symmetry::QuarterTurn | Symmetry::ThreeQuarterTurn => "a quarter turn",
            Symmetry::HalfTurn => "a half turn",
            Symmetry::FlipRows => "the exchange of top and bottom",
            Symmetry::FlipColumns => "the exchange of left and right",
            Symmetry::Transpose => "the exchange of rows and columns",
            Symmetry::AntiTranspose => "a reflection in the other diagonal",
            Symmetry::SixthTurn | Symmetry::FiveSixthsTurn => "a sixth of a turn",
            Symmetry::ThirdTurn | Symmetry::TwoThirdsTurn => "a third of a turn",
            Symmetry::HexFlipColumns
            | Symmetry::HexFlipRows
            | Symmetry::HexFlipAlongColumns
            | Symmetry::HexFlipAcrossColumns => "a reflection of a hexagon",
            Symmetry::Cube(_) => "an exchange of dimensions",
        }
    }

    /// Returns the composition of two symmetries of a square: `first`, then this one.
    #[must_use]
    pub fn after(self, first: Symmetry) -> Symmetry {
        // The eight images of this square on a board of 4 x 4 are different.
        let square = Square::new(0, 1);
        let both = self.apply(first.apply(square, 4, 4), 4, 4);
        Symmetry::ALL
            .into_iter()
            .find(|other| other.apply(square, 4, 4) == both)
            .unwrap_or(Symmetry::Identity)
    }

    /// Returns this symmetry in the coordinates after `turn`: a mirror becomes another
    /// mirror.
    #[must_use]
    pub fn seen_from(self, turn: Symmetry) -> Symmetry {
        let back = Symmetry::ALL
            .into_iter()
            .find(|back| back.after(turn) == Symmetry::Identity)
            .unwrap_or(Symmetry::Identity);
        turn.after(self).after(back)
    }

    /// Returns the image of `square` on a board of `rows` x `columns`.
    ///
    /// The square must be on that board, and inside the hexagon for a symmetry of
    /// hexagons alone. Walls between the layers of a cube stay where they are.
    #[must_use]
    pub fn apply(self, square: Square, rows: u32, columns: u32) -> Square {
        let Square { row, column } = square;
        debug_assert!(row < rows && column < columns, "{square} is off the board");
        let (up, left) = (rows - 1 - row, columns - 1 - column);
        match self {
            Symmetry::Identity => square,
            Symmetry::QuarterTurn => Square::new(column, up),
            Symmetry::HalfTurn => Square::new(up, left),
            Symmetry::ThreeQuarterTurn => Square::new(left, row),
            Symmetry::FlipRows => Square::new(up, column),
            Symmetry::FlipColumns => Square::new(row, left),
            Symmetry::Transpose => Square::new(column, row),
            Symmetry::AntiTranspose => Square::new(left, up),
            Symmetry::SixthTurn
            | Symmetry::ThirdTurn
            | Symmetry::TwoThirdsTurn
            | Symmetry::FiveSixthsTurn
            | Symmetry::HexFlipColumns
            | Symmetry::HexFlipRows
            | Symmetry::HexFlipAlongColumns
            | Symmetry::HexFlipAcrossColumns => self.apply_to_hexagon(square, rows),
            Symmetry::Cube(of_cube) => of_cube.apply_to(square),
        }
    }

    /// Returns the image of a square of a hexagon with this number of rows.
    fn apply_to_hexagon(self, square: Square, rows: u32) -> Square {
        let centre = i64::from(rows / 2);
        let (row, column) = (
            i64::from(square.row) - centre,
            i64::from(square.column) - centre,
        );
        // The third coordinate: lines along which it stays the same have the direction
        // (1, -1).
        let third = -row - column;
        let (row, column) = match self {
            Symmetry::SixthTurn => (-third, -row),
            Symmetry::ThirdTurn => (column, third),
            Symmetry::TwoThirdsTurn => (third, row),
            Symmetry::FiveSixthsTurn => (-column, -third),
            Symmetry::HexFlipColumns => (row, third),
            Symmetry::HexFlipRows => (-row, -third),
            Symmetry::HexFlipAlongColumns => (third, column),
            Symmetry::HexFlipAcrossColumns => (-third, -column),
            _ => (row, column),
        };
        let on_axis = |at: i64| u32::try_from(at + centre).unwrap_or(u32::MAX);
        Square::new(on_axis(row), on_axis(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_corner_region_has_eight_images_on_the_square() {
        let images: BTreeSet<Square> = Symmetry::ALL
            .iter()
            .map(|s| s.apply(Square::new(0, 1), 5, 5))
            .collect();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn symmetries_compose() {
        assert_eq!(
            Symmetry::QuarterTurn.after(Symmetry::QuarterTurn),
            Symmetry::HalfTurn
        );
        assert_eq!(
            Symmetry::QuarterTurn.after(Symmetry::ThreeQuarterTurn),
            Symmetry::Identity
        );
        assert_eq!(
            Symmetry::FlipRows.seen_from(Symmetry::QuarterTurn),
            Symmetry::FlipColumns
        );
        for (a, b) in Symmetry::ALL
            .iter()
            .flat_map(|&a| Symmetry::ALL.map(|b| (a, b)))
        {
            let square = Square::new(1, 3);
            assert_eq!(
                a.after(b).apply(square, 4, 4),
                a.apply(b.apply(square, 4, 4), 4, 4)
            );
        }
    }

    #[test]
    fn sixths_of_a_turn_add_up() {
        let turned = |turn: Symmetry, square| turn.apply(square, 5, 5);
        let square = Square::new(0, 3);
        let twice = turned(Symmetry::SixthTurn, turned(Symmetry::SixthTurn, square));
        assert_eq!(twice, turned(Symmetry::ThirdTurn, square));
        assert_eq!(
            turned(Symmetry::SixthTurn, twice),
            turned(Symmetry::HalfTurn, square)
        );
        assert_eq!(
            turned(Symmetry::ThirdTurn, twice),
            turned(Symmetry::TwoThirdsTurn, square)
        );
        assert_eq!(
            turned(
                Symmetry::SixthTurn,
                turned(Symmetry::FiveSixthsTurn, square)
            ),
            square
        );
    }

    #[test]
    fn four_quarter_turns_are_the_identity() {
        let mut square = Square::new(1, 3);
        let (mut rows, mut columns) = (4, 7);
        for _ in 0..4 {
            square = Symmetry::QuarterTurn.apply(square, rows, columns);
            (rows, columns) = (columns, rows);
        }
        assert_eq!(square, Square::new(1, 3));
    }
}
