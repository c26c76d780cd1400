//! Pages and pictures that [`crate::puzzle::write`] wrote: each board is a letter grid in an attribute.

use super::{ReadError, grid};
use crate::puzzle::Position;
use crate::read::{attribute, unescaped};

/// The attribute that holds the letter grid of a board.
pub(in crate::puzzle) const ATTRIBUTE: &str = "data-puzzle";

/// Reads the one puzzle of a page.
pub(super) fn read(page: &str, stars: Option<u32>) -> Result<Position, ReadError> {
    match page.matches(&format!(" {ATTRIBUTE}=\"")).count() {
        1 => grid::read(&unescaped(attribute(page, ATTRIBUTE).unwrap_or_default()), stars),
        found => Err(ReadError::Markup(found)),
    }
}
