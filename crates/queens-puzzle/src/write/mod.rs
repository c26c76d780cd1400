//! Writers of puzzles. [`super::read`] reads all forms back; a drawn board holds neither
//! the number of queens nor which marks are clues. The JSON form is
//! [`crate::document::PuzzleDocument`].

mod form;
mod picture;
mod sheet;
mod text;

pub use form::{DEFAULT_SQUARE_PIXELS, PuzzleForm};
pub use picture::{SQUARE_PIXELS, png, step_png, step_svg, step_terminal, svg, terminal};
pub use sheet::{Sheet, SheetPuzzle};
pub use text::{WriteError, grid, link, notation, task, text};
