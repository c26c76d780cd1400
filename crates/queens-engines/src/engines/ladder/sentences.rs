//! Sentences for steps that several engines share: see
//! [`IdeaStep`](crate::engines::IdeaStep).

/// A step that places a queen, in an engine that goes row by row and tests squares first.
pub(super) const FREE_IN_ROW: &str =
    "Row {row}: column {column} is free: a {piece} goes to {square}.";

/// A step that rejects a square, in such an engine.
pub(super) const ATTACKED_IN_ROW: &str = "Row {row}: column {column} is {attack}.";

/// As [`FREE_IN_ROW`], column by column.
pub(super) const FREE_IN_COLUMN: &str =
    "Column {column}: row {row} is free: a {piece} goes to {square}.";

/// As [`ATTACKED_IN_ROW`], column by column.
pub(super) const ATTACKED_IN_COLUMN: &str = "Column {column}: row {row} is {attack}.";

/// A step that removes a queen after everything below was tried.
pub(super) const NOTHING_MORE: &str =
    "Nothing more to find with {square}: its {piece} is taken off.";

/// As [`NOTHING_MORE`], in an engine that searches the same squares again in its next
/// pass.
pub(super) const NOTHING_MORE_IN_PASS: &str =
    "Nothing more to find with {square} in this pass: its {piece} is taken off.";
