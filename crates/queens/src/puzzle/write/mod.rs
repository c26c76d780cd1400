//! Writing puzzles: [`super::read`] reads all forms back but the terminal's.

mod picture;
mod sheet;
mod text;

use super::Position;
use crate::document::{Document, PuzzleDocument};
use std::io::{self, Write};

pub use picture::{SQUARE_PIXELS, png, svg, terminal};
pub use sheet::{Sheet, SheetPuzzle};
pub use text::{WriteError, grid, link, notation, task, text};

/// Writes the document of a puzzle, [`PuzzleDocument`], as JSON.
///
/// # Errors
/// Those of `out`.
pub fn json(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    PuzzleDocument::new(position).write_json(out)
}
