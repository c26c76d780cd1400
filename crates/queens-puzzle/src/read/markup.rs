//! Pages and pictures that [`crate::write`] wrote: each board has its letter grid in an
//! attribute.

use super::{PuzzleReadError, grid};
use crate::Position;
use queens_formats::read::{attribute, unescaped};

/// Attribute with the letter grid of a board.
pub(crate) const GRID_ATTRIBUTE: &str = "data-puzzle";

/// Reads the puzzles of a page, at least one.
pub(super) fn read_all(
    page: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let mark = format!(" {GRID_ATTRIBUTE}=\"");
    let grids = page.match_indices(&mark).map(|(at, _)| {
        let attribute = page
            .get(at..)
            .and_then(|tag| attribute(tag, GRID_ATTRIBUTE));
        grid::read(&unescaped(attribute.unwrap_or_default()), stars)
    });
    let found: Vec<Position> = grids.collect::<Result<_, _>>()?;
    if found.is_empty() {
        Err(PuzzleReadError::Markup)
    } else {
        Ok(found)
    }
}
