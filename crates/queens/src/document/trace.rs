//! Steps of an engine, one object a line.

use super::Cell;
use crate::engines::ladder::{Event, StateVariable, VariableValue};
use crate::square::Square;
use serde::Serialize;

/// A square, counted from 0.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SquareEntry {
    row: u32,
    column: u32,
}

impl From<Square> for SquareEntry {
    fn from(square: Square) -> Self {
        SquareEntry {
            row: square.row,
            column: square.column,
        }
    }
}

/// Value of a variable of an engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub(crate) enum VariableForm {
    /// A number that is no index.
    Number(u64),
    /// The number of a row or column, from 0.
    Index(u64),
    /// Numbers of rows or columns, from 0; the top of a stack comes last.
    Indices(Vec<u64>),
    /// A text.
    Text(String),
    /// An array of flags, 0 or 1, from its first index.
    Flags(String),
    /// A word in binary digits, the highest first.
    Bits(String),
    /// A list of texts; the top of a stack and the end of a queue come last.
    List(Vec<String>),
}

/// A variable that an engine holds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VariableEntry {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its value.
    #[serde(flatten)]
    pub(crate) value: VariableForm,
}

impl From<&StateVariable> for VariableEntry {
    fn from(variable: &StateVariable) -> Self {
        let digit = |&is_set: &bool| if is_set { '1' } else { '0' };
        let value = match &variable.value {
            &VariableValue::Number(value) => VariableForm::Number(value),
            &VariableValue::Index(value) => VariableForm::Index(value),
            VariableValue::Indices(values) => VariableForm::Indices(values.clone()),
            VariableValue::Text(text) => VariableForm::Text(text.clone()),
            VariableValue::Flags(flags) => {
                VariableForm::Flags(flags.iter().map(digit).collect())
            }
            &VariableValue::Bits { word, width } => VariableForm::Bits(
                (0..width)
                    .rev()
                    .map(|bit| digit(&(word >> bit & 1 == 1)))
                    .collect(),
            ),
            VariableValue::List(items) => VariableForm::List(items.clone()),
        };
        VariableEntry {
            name: variable.name,
            value,
        }
    }
}

/// One step of an engine, and what the engine holds after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TraceStep {
    /// The step.
    #[serde(flatten)]
    pub(crate) line: TraceLine,
    /// Variables of the engine after the step, if they are asked for. Absent if nothing
    /// has changed since the step before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<VariableEntry>>,
}

impl TraceStep {
    /// Creates the step of an event, without a state; `None` for a state.
    #[must_use]
    pub fn new(step: u64, event: &Event<'_>) -> Option<Self> {
        Some(TraceStep {
            line: TraceLine::new(step, event)?,
            state: None,
        })
    }

    /// Returns the approximate memory of the state, in bytes.
    #[must_use]
    pub fn state_bytes(&self) -> usize {
        let bytes = |variable: &VariableEntry| match &variable.value {
            VariableForm::Number(_) | VariableForm::Index(_) => size_of::<u64>(),
            VariableForm::Text(text)
            | VariableForm::Flags(text)
            | VariableForm::Bits(text) => text.len(),
            VariableForm::Indices(values) => values.len() * size_of::<u64>(),
            VariableForm::List(items) => items
                .iter()
                .map(|item| item.len() + size_of::<String>())
                .sum(),
        };
        let entry = size_of::<VariableEntry>();
        self.state
            .iter()
            .flatten()
            .map(|variable| entry + bytes(variable))
            .sum()
    }

    /// Adds the state after the step.
    pub fn set_state(&mut self, state: &[StateVariable]) {
        self.state = Some(state.iter().map(VariableEntry::from).collect());
    }
}

/// Event of a step, with its squares.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum TraceLine {
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
    /// Returns its cells in a table: number, event, square, row and column of it from 0,
    /// attacker.
    pub(super) fn table_cells(&self) -> [Cell; 6] {
        let name = |at: &SquareEntry| Square::new(at.row, at.column).to_string();
        let (step, event, square, attacker) = match self {
            TraceLine::Place { step, square } => (step, "place", Some(square), None),
            TraceLine::Reject {
                step,
                square,
                attacker,
            } => (step, "reject", Some(square), attacker.as_ref()),
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

    /// Creates the line of an event; `None` for a state, which is part of the step before
    /// it.
    #[must_use]
    pub(crate) fn new(step: u64, event: &Event<'_>) -> Option<Self> {
        Some(match *event {
            Event::Place(square) => TraceLine::Place {
                step,
                square: square.into(),
            },
            Event::Reject { square, attacker } => TraceLine::Reject {
                step,
                square: square.into(),
                attacker: attacker.map(Into::into),
            },
            Event::Remove(square) => TraceLine::Remove {
                step,
                square: square.into(),
            },
            Event::Solution(placement) => TraceLine::Solution {
                step,
                queens: placement.squares().iter().map(|&s| s.into()).collect(),
            },
            Event::State(_) => return None,
        })
    }
}
