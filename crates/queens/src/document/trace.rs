//! The steps of a method, one object a line.

use crate::engines::ladder::Event;
use crate::square::Square;
use serde::Serialize;

/// A square, counted from 0.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct At {
    row: u32,
    column: u32,
}

impl From<Square> for At {
    fn from(square: Square) -> Self {
        At { row: square.row, column: square.column }
    }
}

/// One step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum TraceLine {
    /// A queen is placed.
    Place {
        /// The number of the step, from 1.
        step: u64,
        /// Where.
        square: At,
    },
    /// A queen may not stand on a square.
    Reject {
        /// The number of the step, from 1.
        step: u64,
        /// The square.
        square: At,
        /// A queen that attacks it.
        attacker: Option<At>,
    },
    /// A queen is taken off.
    Remove {
        /// The number of the step, from 1.
        step: u64,
        /// From where.
        square: At,
    },
    /// A solution stands.
    Solution {
        /// The number of the step, from 1.
        step: u64,
        /// Its queens.
        queens: Vec<At>,
    },
}

impl TraceLine {
    /// The line of an event.
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
