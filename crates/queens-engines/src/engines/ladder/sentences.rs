//! Sentences of steps that several engines share: see [`IdeaStep`](crate::engines::IdeaStep).

/// A queen of an engine that goes row by row and tests a square before it places one.
pub(super) const FREE_IN_ROW: &str = "Row {row}: column {column} is free: a {piece} goes to {square}.";

/// A square that such an engine passes over.
pub(super) const ATTACKED_IN_ROW: &str = "Row {row}: column {column} is {attack}.";

/// As [`FREE_IN_ROW`], column by column.
pub(super) const FREE_IN_COLUMN: &str = "Column {column}: row {row} is free: a {piece} goes to {square}.";

/// As [`ATTACKED_IN_ROW`], column by column.
pub(super) const ATTACKED_IN_COLUMN: &str = "Column {column}: row {row} is {attack}.";

/// The queen of an engine that goes back when everything below her was tried.
pub(super) const NOTHING_MORE: &str = "Nothing more to find with {square}: its {piece} is taken off.";
