//! Writers of puzzles. [`super::read`] reads all forms back; a drawn board holds neither
//! the number of queens nor which marks are clues. The JSON form is
//! [`crate::document::PuzzleDocument`].

mod form;
mod packed;
pub(crate) mod penpa;
mod picture;
mod player;
mod reading;
mod sheet;
pub(crate) mod sudokupad;
mod text;

pub use form::{DEFAULT_SQUARE_PIXELS, PuzzleForm};
pub use penpa::penpa;
pub use picture::{SQUARE_PIXELS, png, step_png, step_svg, step_terminal, svg, terminal};
pub use player::player;
pub use reading::reading;
pub use sheet::{Sheet, SheetPuzzle};
pub use sudokupad::{f_puzzles, sudokupad};
pub use text::{WriteError, grid, link, notation, task, text};
