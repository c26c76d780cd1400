//! The forms of one puzzle by name, as the command and the API offer them.

use super::{
    WriteError, f_puzzles, grid, link, notation, penpa, player, png, sudokupad, svg,
    task, text,
};
use crate::Position;
use crate::document::PuzzleDocument;
use control::Limits;
use queens_formats::document::Document;
use queens_formats::render::Fill;
use std::io::Write;

/// Side of a square in a PNG picture, in pixels.
pub const DEFAULT_SQUARE_PIXELS: u32 = 48;

/// Form in which a puzzle is written; [`crate::read`] reads all of them back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleForm {
    /// A letter grid.
    Grid,
    /// The text form of a problem.
    Text,
    /// The JSON object of [`PuzzleDocument`].
    Json,
    /// A task string.
    Task,
    /// A puzz.link address.
    Link,
    /// Star Battle Notation.
    Sbn,
    /// An SVG picture.
    Svg,
    /// A PNG picture with squares of [`DEFAULT_SQUARE_PIXELS`].
    Png,
    /// An address of SudokuPad.
    Sudokupad,
    /// An address of f-puzzles.
    FPuzzles,
    /// An address of penpa-edit.
    Penpa,
    /// A page that plays the puzzle: one file that needs no network.
    Player,
}

impl PuzzleForm {
    /// All forms.
    pub const ALL: [PuzzleForm; 12] = [
        PuzzleForm::Grid,
        PuzzleForm::Text,
        PuzzleForm::Json,
        PuzzleForm::Task,
        PuzzleForm::Link,
        PuzzleForm::Sbn,
        PuzzleForm::Svg,
        PuzzleForm::Png,
        PuzzleForm::Sudokupad,
        PuzzleForm::FPuzzles,
        PuzzleForm::Penpa,
        PuzzleForm::Player,
    ];

    /// Returns the name in commands and requests.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            PuzzleForm::Grid => "grid",
            PuzzleForm::Text => "text",
            PuzzleForm::Json => "json",
            PuzzleForm::Task => "task",
            PuzzleForm::Link => "link",
            PuzzleForm::Sbn => "sbn",
            PuzzleForm::Svg => "svg",
            PuzzleForm::Png => "png",
            PuzzleForm::Sudokupad => "sudokupad",
            PuzzleForm::FPuzzles => "fpuzzles",
            PuzzleForm::Penpa => "penpa",
            PuzzleForm::Player => "player",
        }
    }

    /// Returns true if the form holds the marks of a player.
    #[must_use]
    pub fn holds_marks(self) -> bool {
        matches!(
            self,
            PuzzleForm::Grid
                | PuzzleForm::Text
                | PuzzleForm::Json
                | PuzzleForm::Svg
                | PuzzleForm::Png
        )
    }

    /// Writes `position` in this form; text ends with a newline. `fill` applies to
    /// pictures; `limits` to pictures, and to the search for the solution of an address.
    ///
    /// # Errors
    /// A puzzle that the form cannot hold; a limit that stops the drawing; the errors of
    /// `out`.
    pub fn write(
        self,
        position: &Position,
        fill: Fill,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let puzzle = position.puzzle();
        let text = match self {
            PuzzleForm::Grid => grid(position),
            PuzzleForm::Text => text(position)?,
            PuzzleForm::Task => task(puzzle)?,
            PuzzleForm::Link => link(puzzle)?,
            PuzzleForm::Sbn => notation(puzzle)?,
            PuzzleForm::Sudokupad => sudokupad(puzzle, limits),
            PuzzleForm::FPuzzles => f_puzzles(puzzle),
            PuzzleForm::Penpa => penpa(puzzle)?,
            PuzzleForm::Player => return player(std::slice::from_ref(position), out),
            PuzzleForm::Json => return Ok(PuzzleDocument::new(position).write_json(out)?),
            PuzzleForm::Svg => return svg(position, fill, out),
            PuzzleForm::Png => {
                return png(position, fill, DEFAULT_SQUARE_PIXELS, limits, out);
            }
        };
        Ok(writeln!(out, "{}", text.trim_end())?)
    }
}
