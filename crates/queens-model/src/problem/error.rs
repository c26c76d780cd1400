//! Errors of a problem.

use super::rules::{MAX_KINDS, MAX_NAME_BYTES};
use super::{
    Bounds, MAX_DRAWN, MAX_GLUED, MAX_REGIONS, MAX_SIDE, MAX_WEIGHT, MAX_WEIGHTED, Unit,
    Violation,
};
use crate::square::Square;
use control::counted;

/// Reason why parameters do not make a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// A side that is too long.
    #[error(
        "a board of {rows} x {columns} is too large: each side is at most {MAX_SIDE}"
    )]
    TooLarge {
        /// Requested rows.
        rows: u32,
        /// Requested columns.
        columns: u32,
    },
    /// A board that is too large to be stored square by square.
    #[error(
        "a board of {rows} x {columns} is too large for holes, walls or regions: they need at most {MAX_DRAWN} squares"
    )]
    TooLargeToDraw {
        /// Requested rows.
        rows: u32,
        /// Requested columns.
        columns: u32,
    },
    /// A board that is too large for joined or mirrored edges.
    #[error(
        "a board of {rows} x {columns} is too large for joined or mirrored edges: they need at most {MAX_GLUED} squares"
    )]
    TooLargeToGlue {
        /// Requested rows.
        rows: u32,
        /// Requested columns.
        columns: u32,
    },
    /// A square that is not on the board.
    #[error(
        "{what} {square} ({}:{} from 0) is off the board of {rows} x {columns} (rows x columns)",
        square.row,
        square.column
    )]
    OffBoard {
        /// Description of the square: given, blocked, and so on.
        what: &'static str,
        /// The square.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
    },
    /// A region map of the wrong length.
    #[error("the region map has {}, but the board has {expected}: every square belongs to one region", counted(*found, "square"))]
    RegionsDoNotCover {
        /// Squares of the board.
        expected: u64,
        /// Squares of the map.
        found: u64,
    },
    /// Too many regions.
    #[error("{0} regions are too many: there are at most {MAX_REGIONS}")]
    TooManyRegions(u32),
    /// Region numbers with a gap.
    #[error("region {0} has no square: number the regions 0, 1, 2, ... without a gap")]
    EmptyRegion(u32),
    /// A demand on regions, but no regions.
    #[error(
        "the problem has a demand on each region (queens: {0}), but no regions: add a region map (areas)"
    )]
    NoRegions(Bounds),
    /// A board that is too large for weights.
    #[error(
        "a board of {rows} x {columns} is too large for weights: they need at most {MAX_WEIGHTED} squares"
    )]
    TooLargeForWeights {
        /// Requested rows.
        rows: u32,
        /// Requested columns.
        columns: u32,
    },
    /// Another number of weights than squares.
    #[error(
        "the list has {}, but the board of {rows} x {columns} has {}: write one for each square, row by row",
        counted(*found, "weight"),
        counted(u64::from(*rows) * u64::from(*columns), "square")
    )]
    WeightsDoNotCover {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
        /// Number of weights.
        found: u64,
    },
    /// A weight that is out of range.
    #[error("the weight {0} is out of range: use -{MAX_WEIGHT} to {MAX_WEIGHT}")]
    TooLargeWeight(i64),
    /// No kind of piece, or too many.
    #[error("{0} kinds of pieces: there is at least one, and at most {MAX_KINDS}")]
    NumberOfKinds(usize),
    /// Two kinds with one name.
    #[error(
        "'{0}' is the name of two kinds: name them, such as white queens, black queens"
    )]
    KindTwice(String),
    /// A name that is too long.
    #[error("'{0}' is too long for the name of a kind: at most {MAX_NAME_BYTES} bytes")]
    KindName(String),
    /// A number of sets is best, but there are no sets.
    #[error(
        "the best number of sets is wanted, but no kind is in sets: write `pieces: any sets of queens`"
    )]
    NoSets,
    /// Rules where only plain problems are taken.
    #[error(
        "the problem has rules (kinds of pieces, covers, numbers of kinds, a best value), which are not taken here: solve, list, \
         count or verify it"
    )]
    Rules,
    /// A hexagon or a cube with what only boards of squares can have.
    #[error("{0}")]
    Grid(&'static str),
    /// Edges that cannot be joined.
    #[error(
        "a mirror on one axis and a twist on the other cannot be combined: with a mirror, the other axis is open, wrap or mirror"
    )]
    MirrorWithTwist,
    /// Givens that break a rule of the problem.
    #[error("the given queens break a rule: {0}{bound_source}", bound_source = bound_source(.0))]
    Givens(Violation),
}

/// Names the key that set the broken bound, and the way out.
fn bound_source(violation: &Violation) -> String {
    let key = match violation {
        Violation::Unit {
            unit: Unit::Row(_), ..
        } => "rows",
        Violation::Unit {
            unit: Unit::Column(_),
            ..
        } => "columns",
        Violation::Unit {
            unit: Unit::Region(_),
            ..
        } => "regions",
        Violation::Unit {
            unit: Unit::Total, ..
        } => "total",
        _ => return String::new(),
    };
    format!(
        ": set by `{key}`, or by the variant if `{key}` is not set; `{key}: any` removes the bound"
    )
}
