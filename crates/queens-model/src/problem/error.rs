//! What can be wrong with a problem.

use super::{Bounds, MAX_DRAWN, MAX_GLUED, MAX_REGIONS, MAX_SIDE, Unit, Violation};
use crate::square::Square;

/// Why parameters do not make a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A side that is too long.
    #[error("a board of {rows} x {columns} is too large: each side is at most {MAX_SIDE}")]
    TooLarge {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A board that must be drawn square by square and is too large for it.
    #[error(
        "a board of {rows} x {columns} is too large for holes, walls or regions: they need at most {MAX_DRAWN} squares"
    )]
    TooLargeToDraw {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A board with joined or mirrored edges that is too large for them.
    #[error(
        "a board of {rows} x {columns} is too large for joined or mirrored edges: they need at most {MAX_GLUED} squares"
    )]
    TooLargeToGlue {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
    },
    /// A square that is not on the board.
    #[error(
        "{what} {square} ({}:{} from 0) is off the board of {rows} x {columns} (rows x columns)",
        square.row,
        square.column
    )]
    OffBoard {
        /// What should have stood there.
        what: &'static str,
        /// Where.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        columns: u32,
    },
    /// A region map of the wrong length.
    #[error(
        "the region map names {found} squares, but the board has {expected}: every square belongs to one region"
    )]
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
    /// A demand on regions where there are none.
    #[error(
        "the problem has a demand on each region (queens: {0}), but no regions: add a region map (areas)"
    )]
    NoRegions(Bounds),
    /// Edges that cannot be joined.
    #[error(
        "a mirror on one axis and a twist on the other do not go together: choose open or wrap beside a mirror"
    )]
    MirrorWithTwist,
    /// Givens that break a rule of the problem.
    #[error("the given queens break a rule: {0}{whence}", whence = whence(.0))]
    Givens(Violation),
}

/// Where the bound that givens break comes from, and the way out.
fn whence(violation: &Violation) -> String {
    let key = match violation {
        Violation::Unit { unit: Unit::Row(_), .. } => "rows",
        Violation::Unit { unit: Unit::Column(_), .. } => "columns",
        Violation::Unit { unit: Unit::Region(_), .. } => "regions",
        Violation::Unit { unit: Unit::Total, .. } => "total",
        _ => return String::new(),
    };
    format!(": so says `{key}`, or the variant where that is not set; `{key}: any` takes any number")
}
