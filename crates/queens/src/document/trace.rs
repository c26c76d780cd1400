//! Steps of an engine, one object a line.

use super::Cell;
use crate::engines::ladder::Event;
use crate::square::Square;
use serde::Serialize;

/// A square, counted from 0.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SquareEntry {
    row: u32,
    column: u32,
}

impl From<Square> for SquareEntry {
    fn from(square: Square) -> Self {
        SquareEntry { row: square.row, column: square.column }
    }
}

/// One step of an engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum TraceLine {
    /// A queen is placed.
    Place {
        /// The number of the step, from 1.
        step: u64,
        /// The square.
        square: SquareEntry,
    },
    /// A square is ruled out for a queen.
    Reject {
        /// The number of the step, from 1.
        step: u64,
        /// The square.
        square: SquareEntry,
        /// A queen that attacks it.
        attacker: Option<SquareEntry>,
    },
    /// A queen is removed.
    Remove {
        /// The number of the step, from 1.
        step: u64,
        /// The square.
        square: SquareEntry,
    },
    /// A solution is found.
    Solution {
        /// The number of the step, from 1.
        step: u64,
        /// Its queens.
        queens: Vec<SquareEntry>,
    },
}

impl TraceLine {
    /// Returns its cells in a table: number, event, square, row and column of it from 0, attacker.
    pub(super) fn cells(&self) -> [Cell; 6] {
        let name = |at: &SquareEntry| Square::new(at.row, at.column).to_string();
        let (step, event, square, attacker) = match self {
            TraceLine::Place { step, square } => (step, "place", Some(square), None),
            TraceLine::Reject { step, square, attacker } => (step, "reject", Some(square), attacker.as_ref()),
            TraceLine::Remove { step, square } => (step, "remove", Some(square), None),
            TraceLine::Solution { step, .. } => (step, "solution", None, None),
        };
        [
            Cell::number(*step),
            Cell::words(event),
            Cell::words(square.map_or_else(String::new, name)),
            Cell::words(square.map_or_else(String::new, |at| at.row.to_string())),
            Cell::words(square.map_or_else(String::new, |at| at.column.to_string())),
            Cell::words(attacker.map_or_else(String::new, name)),
        ]
    }

    /// Creates the line of an event.
    #[must_use]
    pub fn new(step: u64, event: &Event<'_>) -> Self {
        match *event {
            Event::Place(square) => TraceLine::Place { step, square: square.into() },
            Event::Reject { square, attacker } => {
                TraceLine::Reject { step, square: square.into(), attacker: attacker.map(Into::into) }
            }
            Event::Remove(square) => TraceLine::Remove { step, square: square.into() },
            Event::Solution(placement) => {
                TraceLine::Solution { step, queens: placement.squares().iter().map(|&s| s.into()).collect() }
            }
        }
    }
}
