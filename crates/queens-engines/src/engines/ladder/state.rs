//! The variables that an engine holds between two steps, for people to look at.

use std::fmt::Display;

/// A variable of an engine: see [`super::Event::State`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateVariable {
    /// Name, as in the pseudocode of the engine where it occurs there.
    pub name: &'static str,
    /// Value.
    pub value: VariableValue,
}

/// The value of a [`StateVariable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// A number that is no index.
    Number(u64),
    /// The number of a row or column, from 0.
    Index(u64),
    /// Numbers of rows or columns, from 0; the top of a stack comes last.
    Indices(Vec<u64>),
    /// A text.
    Text(String),
    /// An array of flags, from its first index.
    Flags(Vec<bool>),
    /// A word of bits, of which the lowest `width` matter.
    Bits {
        /// The word.
        word: u64,
        /// Number of bits, at most 64.
        width: u32,
    },
    /// A list of texts; the top of a stack and the end of a queue come last.
    List(Vec<String>),
}

impl StateVariable {
    /// Creates a number.
    #[must_use]
    pub fn number(name: &'static str, value: impl Into<u64>) -> Self {
        StateVariable {
            name,
            value: VariableValue::Number(value.into()),
        }
    }

    /// Creates the number of a row or column, from 0.
    #[must_use]
    pub fn index(name: &'static str, value: usize) -> Self {
        StateVariable {
            name,
            value: VariableValue::Index(value as u64),
        }
    }

    /// Creates a list of numbers of rows or columns, from 0.
    #[must_use]
    pub fn indices(name: &'static str, values: impl IntoIterator<Item = usize>) -> Self {
        let values = values.into_iter().map(|value| value as u64).collect();
        StateVariable {
            name,
            value: VariableValue::Indices(values),
        }
    }

    /// Creates a text.
    #[must_use]
    pub fn text(name: &'static str, value: impl Into<String>) -> Self {
        StateVariable {
            name,
            value: VariableValue::Text(value.into()),
        }
    }

    /// Creates an array of flags.
    #[must_use]
    pub fn flags(name: &'static str, value: &[bool]) -> Self {
        StateVariable {
            name,
            value: VariableValue::Flags(value.to_vec()),
        }
    }

    /// Creates a word of bits.
    #[must_use]
    pub fn bits(name: &'static str, word: u64, width: u32) -> Self {
        StateVariable {
            name,
            value: VariableValue::Bits { word, width },
        }
    }

    /// Creates a list.
    #[must_use]
    pub fn list(
        name: &'static str,
        items: impl IntoIterator<Item = impl Display>,
    ) -> Self {
        let items = items.into_iter().map(|item| item.to_string()).collect();
        StateVariable {
            name,
            value: VariableValue::List(items),
        }
    }
}
