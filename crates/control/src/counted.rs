//! Numbers of things, for messages.

use std::fmt::Display;

/// Returns a number and its noun, with an `s` unless the number is 1.
///
/// ```
/// assert_eq!(control::counted(1, "square"), "1 square");
/// assert_eq!(control::counted(0, "square"), "0 squares");
/// ```
#[must_use]
pub fn counted(number: impl Copy + Display, noun: &str) -> String {
    counted_as(&number.to_string(), noun)
}

/// As [`counted`], for a number that is written already, such as one with commas between
/// groups of digits.
///
/// ```
/// assert_eq!(control::counted_as("2,057", "node"), "2,057 nodes");
/// ```
#[must_use]
pub fn counted_as(number: &str, noun: &str) -> String {
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
