//! Pages and pictures that [`crate::write`] wrote: each board is a letter grid in an attribute.

use super::{ReadError, grid};
use crate::Position;
use queens_formats::read::{attribute, unescaped};

/// The attribute that holds the letter grid of a board.
pub(crate) const ATTRIBUTE: &str = "data-puzzle";

/// Reads the puzzles of a page, at least one.
pub(super) fn read_all(page: &str, stars: Option<u32>) -> Result<Vec<Position>, ReadError> {
    let mark = format!(" {ATTRIBUTE}=\"");
    let grids = page
        .match_indices(&mark)
        .map(|(at, _)| grid::read(&unescaped(attribute(&page[at..], ATTRIBUTE).unwrap_or_default()), stars));
    let found: Vec<Position> = grids.collect::<Result<_, _>>()?;
    if found.is_empty() { Err(ReadError::Markup) } else { Ok(found) }
}
