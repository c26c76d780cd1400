//! Writing puzzles: [`super::read`] reads all forms back but the terminal's. The form in JSON is a document like others:
//! [`queens_formats::document::PuzzleDocument`].

mod picture;
mod sheet;
mod text;

pub use picture::{SQUARE_PIXELS, png, step_png, step_svg, svg, terminal};
pub use sheet::{Sheet, SheetPuzzle};
pub use text::{WriteError, grid, link, notation, task, text};
