//! The units of a board and their demands.

use super::Bounds;
use std::fmt;

/// A set of squares with a demand, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// A row.
    Row(u32),
    /// A column.
    Column(u32),
    /// A region.
    Region(u32),
    /// The whole board.
    Total,
}

/// Counts from 1, as people do.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one_based = |n: u32| u64::from(n) + 1;
        match *self {
            Unit::Row(n) => write!(f, "row {}", one_based(n)),
            Unit::Column(n) => write!(f, "column {}", one_based(n)),
            Unit::Region(n) => write!(f, "region {}", one_based(n)),
            Unit::Total => f.write_str("the board"),
        }
    }
}

/// Demands on the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Units {
    /// Demand on each row.
    pub row: Bounds,
    /// Demand on each column.
    pub column: Bounds,
    /// Demand on each region; none if there are no regions.
    pub region: Bounds,
    /// Demand on the whole board.
    pub total: Bounds,
}

impl Units {
    /// No demand at all: any set of pieces that do not attack each other is a solution.
    pub const ANY: Units = Units {
        row: Bounds::ANY,
        column: Bounds::ANY,
        region: Bounds::ANY,
        total: Bounds::ANY,
    };

    /// Returns the demands for as many queens as lines: exactly one in each row and
    /// column of a square board; on a rectangle exactly one in each line along the
    /// shorter side and at most one along the longer.
    #[must_use]
    pub fn one_per_line(rows: u32, columns: u32) -> Self {
        let demand = |full| {
            if full {
                Bounds::ONE
            } else {
                Bounds::AT_MOST_ONE
            }
        };
        Units {
            row: demand(rows <= columns),
            column: demand(columns <= rows),
            ..Units::ANY
        }
    }
}
