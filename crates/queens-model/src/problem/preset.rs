//! Presets: problems with a name.

use super::piece::LEPRECHAUN_REACH;
use super::{Bounds, Edge, Edges, Piece, Problem, ProblemBuilder, ProblemError, Units};
use crate::names;
use crate::square::Square;
use std::fmt;
use std::str::FromStr;

/// A problem with a name, for any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// One queen in each row and column.
    Queens,
    /// Queens on a torus (Polya 1918).
    Torus,
    /// Queens on a cylinder: left and right edge joined.
    Cylinder,
    /// Queens on a Moebius strip: left and right edge joined with a twist (Bell and
    /// Stevens 2008).
    Moebius,
    /// Queen and knight in one (Gardner 1979).
    Superqueens,
    /// Queens that also strike every square within three king steps (Escamocher and
    /// O'Sullivan 2021).
    Leprechauns,
    /// Queens without one of the two diagonals (Cavenagh and Wanless 2010).
    Semiqueens,
    /// Semi-queens on a torus.
    ToroidalSemiqueens,
    /// Queens beside a mirror strip along the first row (Slater 1963, Klarner 1967).
    Reflecting,
    /// One king in each row, column and region, no two touching: the region puzzle.
    Regions,
    /// The region puzzle with two in each row, column and region (Star Battle, Eendebak
    /// 2003).
    Stars,
    /// Any number of rooks.
    Rooks,
    /// Any number of bishops.
    Bishops,
    /// Any number of knights.
    Knights,
    /// Any number of kings.
    Kings,
    /// Any number of queens on the right triangular board: in row r, from 0, the first r +
    /// 1 squares (OEIS A274616). With [`Piece::semiqueen`], which strikes along its three
    /// sides, it is the board of Nivasch and Lev, Nonattacking queens on a triangle,
    /// Mathematics Magazine 78, 2005.
    Triangle,
    /// Any number of queens on the squares of the colour of a1, called black.
    Black,
    /// Any number of queens on the squares of the other colour, called white.
    White,
}

/// Word that names no preset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid variant: {way_out}", way_out = names::way_out(.0, &Preset::ALL.map(Preset::id)))]
pub struct PresetError(String);

impl PresetError {
    /// Returns the word.
    pub(super) fn word(&self) -> &str {
        &self.0
    }
}

impl Preset {
    /// All presets, in the order of the help texts.
    pub const ALL: [Preset; 18] = [
        Preset::Queens,
        Preset::Torus,
        Preset::Cylinder,
        Preset::Moebius,
        Preset::Superqueens,
        Preset::Leprechauns,
        Preset::Semiqueens,
        Preset::ToroidalSemiqueens,
        Preset::Reflecting,
        Preset::Regions,
        Preset::Stars,
        Preset::Rooks,
        Preset::Bishops,
        Preset::Knights,
        Preset::Kings,
        Preset::Triangle,
        Preset::Black,
        Preset::White,
    ];

    /// Returns the name in text forms.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Preset::Queens => "queens",
            Preset::Torus => "torus",
            Preset::Cylinder => "cylinder",
            Preset::Moebius => "moebius",
            Preset::Superqueens => "superqueens",
            Preset::Leprechauns => "leprechauns",
            Preset::Semiqueens => "semiqueens",
            Preset::ToroidalSemiqueens => "toroidal-semiqueens",
            Preset::Reflecting => "reflecting",
            Preset::Regions => "regions",
            Preset::Stars => "stars",
            Preset::Rooks => "rooks",
            Preset::Bishops => "bishops",
            Preset::Knights => "knights",
            Preset::Kings => "kings",
            Preset::Triangle => "triangle",
            Preset::Black => "black",
            Preset::White => "white",
        }
    }

    /// Returns a one-line description.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Preset::Queens => "one queen in each row and column, none attacking another",
            Preset::Torus => "queens on a torus: all edges joined",
            Preset::Cylinder => "queens on a cylinder: left and right edge joined",
            Preset::Moebius => {
                "queens on a Moebius strip: left and right edge joined with a twist"
            }
            Preset::Superqueens => "queen and knight in one",
            Preset::Leprechauns => {
                "queens that also strike every square within three king steps"
            }
            Preset::Semiqueens => "queens without one of the two diagonals",
            Preset::ToroidalSemiqueens => "semiqueens on a torus",
            Preset::Reflecting => "queens beside a mirror strip along the first row",
            Preset::Regions => "one in each row, column and region, no two touching",
            Preset::Stars => "two in each row, column and region, no two touching",
            Preset::Rooks => "any number of rooks",
            Preset::Bishops => "any number of bishops",
            Preset::Knights => "any number of knights",
            Preset::Kings => "any number of kings",
            Preset::Triangle => {
                "any number of queens on the half of a board below its diagonal"
            }
            Preset::Black => "any number of queens on the squares of the colour of a1",
            Preset::White => "any number of queens on the squares of the other colour",
        }
    }

    /// Returns a builder for this problem on a board of `rows` x `columns`.
    #[must_use]
    pub fn builder(self, rows: u32, columns: u32) -> ProblemBuilder {
        let builder = Problem::builder(rows, columns);
        let glued = |top_bottom, left_right| Edges {
            top_bottom,
            left_right,
        };
        let regions = |demand| Units {
            row: demand,
            column: demand,
            region: demand,
            total: Bounds::ANY,
        };
        match self {
            Preset::Queens => builder,
            Preset::Torus => builder.edges(Edges::TORUS),
            Preset::Cylinder => builder.edges(glued(Edge::Open, Edge::Wrap)),
            Preset::Moebius => builder.edges(glued(Edge::Open, Edge::Twist)),
            Preset::Superqueens => builder.piece(Piece::superqueen()),
            Preset::Leprechauns => {
                builder.piece(Piece::with_reach(LEPRECHAUN_REACH as i32))
            }
            Preset::Semiqueens => builder.piece(Piece::semiqueen()),
            Preset::ToroidalSemiqueens => {
                builder.piece(Piece::semiqueen()).edges(Edges::TORUS)
            }
            Preset::Reflecting => builder.edges(glued(Edge::Mirror, Edge::Open)),
            Preset::Regions => builder.piece(Piece::king()).units(regions(Bounds::ONE)),
            Preset::Stars => builder
                .piece(Piece::king())
                .units(regions(Bounds::exactly(2))),
            Preset::Rooks => builder.piece(Piece::rook()).units(Units::ANY),
            Preset::Bishops => builder.piece(Piece::bishop()).units(Units::ANY),
            Preset::Knights => builder.piece(Piece::knight()).units(Units::ANY),
            Preset::Kings => builder.piece(Piece::king()).units(Units::ANY),
            Preset::Triangle | Preset::Black | Preset::White => {
                builder.units(Units::ANY).with_shape(self.board_shape())
            }
        }
    }

    /// Returns the test for squares that belong to the board; the others are holes.
    /// `None` if all belong to it.
    pub(super) fn board_shape(self) -> Option<fn(Square) -> bool> {
        match self {
            Preset::Triangle => Some(|square| square.column <= square.row),
            Preset::Black => Some(|square| square.row % 2 == square.column % 2),
            Preset::White => Some(|square| square.row % 2 != square.column % 2),
            _ => None,
        }
    }

    /// Builds this problem on a board of `rows` x `columns`.
    ///
    /// # Errors
    /// A board that is too large; [`Preset::Regions`] and [`Preset::Stars`] need a region
    /// map.
    pub fn problem(self, rows: u32, columns: u32) -> Result<Problem, ProblemError> {
        self.builder(rows, columns).build()
    }
}

impl Problem {
    /// Returns the problem of `size` queens on the standard board of `size` x `size`.
    /// Size 0 is the empty board, which has one solution: no queen at all.
    ///
    /// # Errors
    /// A side above [`MAX_SIDE`](super::MAX_SIDE).
    pub fn queens(size: u32) -> Result<Self, ProblemError> {
        Preset::Queens.problem(size, size)
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let word = word.trim();
        Preset::ALL
            .into_iter()
            .find(|preset| preset.id().eq_ignore_ascii_case(word))
            .ok_or_else(|| PresetError(word.chars().take(40).collect()))
    }
}
