//! Numbers of things, for messages.

use std::fmt::Display;

/// Returns a number and its noun, with an `s` unless the number is 1.
///
/// ```
/// assert_eq!(control::counted(1, "square"), "1 square");
/// assert_eq!(control::counted(0, "square"), "0 squares");
/// ```
#[must_use]
pub fn counted(number: impl Copy + Display + PartialEq + From<bool>, noun: &str) -> String {
    let ending = if number == true.into() { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
