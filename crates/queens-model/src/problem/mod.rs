//! The problem: a board, a piece, and the demands on its units.
//!
//! A [`Problem`] is made by a [`ProblemBuilder`], read from text, or taken from a preset.
//! It is validated once and never changes. Its parameters are independent of each other:
//!
//! | parameter | type |
//! |---|---|
//! | size | rows x columns |
//! | squares | [`SquareKind`]: free, hole (no queen, attacks pass), wall (no queen, attacks stop) |
//! | grid | [`Grid`]: a rectangle of squares, a hexagon, or a cube of three or more dimensions |
//! | edges | [`Edges`]: open, wrap, twist, mirror, for each axis |
//! | attack | [`Piece`]: rays with a range; a leap is a ray of range 1 |
//! | units | [`Units`]: how many queens each row, column, region and the whole board take |
//! | givens | squares with queens from the start |
//! | weights | a number for each square, for solutions with the least or greatest sum |
//! | rules | several kinds of pieces, covers, numbers of some kinds, what is best |
//!
//! The question (one, all, count, ...) is not part of the problem.

mod bounds;
mod builder;
mod edges;
mod error;
mod features;
mod grid;
mod piece;
mod preset;
mod rewrite;
pub(crate) mod rule_violation;
#[doc(hidden)]
pub mod rules;
mod squares;
#[doc(hidden)]
pub mod standing;
mod text;
mod units;
mod weights;

pub use bounds::{Bounds, BoundsError};
pub use builder::ProblemBuilder;
pub use edges::{Edge, EdgeError, Edges};
pub use error::ProblemError;
pub use features::Features;
pub use grid::Grid;
pub use piece::{MAX_RAYS, MAX_STEP, Piece, PieceError, Ray};
pub use preset::{Preset, PresetError};
pub use rules::Goal;
use rules::Rules;
pub use squares::SquareKind;
pub use standing::Violation;
#[doc(hidden)]
pub use text::KEYS;
pub use text::{HEX_WORD, LineError, MAX_TEXT, ProblemTextError, RULE_WORDS, Size};
#[doc(hidden)]
pub use text::{numbered_names, region_name, with_line_feeds};
pub use units::{Unit, Units};
pub use weights::{MAX_WEIGHT, MAX_WEIGHTED, WeightError, Weights};

pub use crate::cube::{Coordinates, Cube, CubeSymmetry};
pub use crate::square::MAX_DRAWN;
use crate::square::Square;
use squares::Regions;

/// Longest side of a board, in squares.
pub const MAX_SIDE: u32 = 2_000_000_000;

/// Largest number of squares of a board with edges that are not open: rays cross such
/// boards many times.
pub const MAX_GLUED: u64 = 1_000_000;

/// Largest number of regions.
pub const MAX_REGIONS: u32 = 4096;

/// A validated problem. See the [module](self) for its parameters.
///
/// ```
/// use queens::problem::{Problem, Preset};
///
/// let eight = Problem::queens(8)?;
/// let torus: Problem = "torus 5".parse()?;
/// assert_eq!(torus, Preset::Torus.problem(5, 5)?);
/// assert_eq!(eight.rows(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Its serde form is the text form, as one string.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    rows: u32,
    columns: u32,
    /// Kinds row by row; `None` if every square is free.
    squares: Option<Box<[SquareKind]>>,
    regions: Option<Regions>,
    grid: Grid,
    edges: Edges,
    piece: Piece,
    units: Units,
    givens: Vec<Square>,
    /// Weights row by row.
    weights: Option<Box<[i64]>>,
    /// `None` for the rules of a plain problem.
    rules: Option<Box<Rules>>,
    clash: Option<Violation>,
}

impl Problem {
    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns true if the board has as many rows as columns.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns true if `square` is on the board, inside the hexagon if the board is one,
    /// and not between the layers of a cube.
    #[must_use]
    pub fn is_inside(&self, square: Square) -> bool {
        self.contains(square) && self.grid.has_square(square, self.rows)
    }

    /// Returns the edges.
    #[must_use]
    pub fn edges(&self) -> Edges {
        self.edges
    }

    /// Returns the piece.
    #[must_use]
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the demands on rows, columns, regions and the whole board.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
    }

    /// Returns the rules; `None` if there is one kind of piece that keeps peace, and
    /// nothing more. The first kind has the [piece](Problem::piece).
    #[must_use]
    #[doc(hidden)]
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_deref()
    }

    /// Returns this problem without its rules: its board, its first piece and its units.
    #[must_use]
    #[doc(hidden)]
    pub fn without_rules(&self) -> Self {
        let plain = Problem {
            rules: None,
            ..self.clone()
        };
        plain.with_valid_givens().unwrap_or_else(|error| {
            unreachable!("the givens were on free squares: {error}")
        })
    }

    /// Returns the given queens, in order.
    #[must_use]
    pub fn givens(&self) -> &[Square] {
        &self.givens
    }

    /// Returns the rule that the given queens break, if any: then there is no solution.
    /// `queens_engines::ask` answers such a problem itself; engines never see it.
    #[must_use]
    pub fn clash(&self) -> Option<&Violation> {
        self.clash.as_ref()
    }

    /// Returns true if `square` is on the board.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// Returns the kind of `square`, which must be on the board.
    #[must_use]
    pub fn kind(&self, square: Square) -> SquareKind {
        self.squares
            .as_ref()
            .map_or(SquareKind::Free, |kinds| kinds[self.square_index(square)])
    }

    /// Returns true if every square is free.
    #[must_use]
    pub fn all_free(&self) -> bool {
        self.squares.is_none()
    }

    /// Returns true if `other` has the same holes and walls.
    pub fn has_squares_of(&self, other: &Problem) -> bool {
        self.squares == other.squares
    }

    /// Returns true if the board has walls.
    #[must_use]
    pub fn has_walls(&self) -> bool {
        self.squares
            .as_ref()
            .is_some_and(|kinds| kinds.contains(&SquareKind::Wall))
    }

    /// Returns the number of regions, 0 if there are none.
    #[must_use]
    pub fn region_count(&self) -> u32 {
        self.regions
            .as_ref()
            .map_or(0, |regions| regions.count.into())
    }

    /// Returns the region of `square`, from 0; `None` if there are no regions.
    #[must_use]
    pub fn region(&self, square: Square) -> Option<u32> {
        self.regions
            .as_ref()
            .map(|regions| regions.of_square[self.square_index(square)].into())
    }

    /// Returns every square, row by row.
    pub fn every_square(&self) -> impl Iterator<Item = Square> + use<> {
        squares::squares_of_size(self.rows, self.columns)
    }

    /// Returns the index of `square` in the order of [`Problem::every_square`].
    fn square_index(&self, square: Square) -> usize {
        square.row as usize * self.columns as usize + square.column as usize
    }
}
