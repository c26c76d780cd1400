//! Why an input is no puzzle.

use super::{MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_TEXT_BYTES};
use crate::{MAX_SIZE, PuzzleError};
use control::Stop;
use queens_model::problem::{ProblemError, ProblemTextError};
use queens_model::square::Square;

/// The forms that are known, for messages about a text that looks like none of them.
const FORMS: &str = "read as a grid of letters; also known are JSON and JavaScript with 'regions', addresses of puzz.link and \
                     of our page, pzprv3, Star Battle Notation, `task` strings, problems with `areas:`, and pictures";

/// Why an input cannot be read as a region puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Nothing but blanks and comments.
    #[error(
        "there is no puzzle here, the input is empty: paste a grid of letters, one letter for each square"
    )]
    Empty,
    /// Text without end.
    #[error("a text of {0} bytes is too long for a puzzle: at most {MAX_TEXT_BYTES}")]
    TooLong(usize),
    /// Bytes that are not text.
    #[error(
        "line {0}: this is neither UTF-8 text nor a picture: save text as UTF-8, and a screenshot as PNG, JPEG or WebP"
    )]
    NotUtf8(usize),
    /// A line of a letter grid.
    #[error("line {line}: {reason}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong there.
        reason: LineError,
    },
    /// JSON that is none, or that holds no puzzle.
    #[error("{0}")]
    Json(String),
    /// A puzz.link address.
    #[error("this address of puzz.link {0}")]
    Link(String),
    /// Star Battle Notation.
    #[error("this Star Battle Notation {0}")]
    Notation(String),
    /// Marks, or a problem, but no regions.
    #[error(
        "this is a problem without regions, and a region puzzle has them: draw them, as letters and an empty line before \
         the marks or below a line `areas:`, or have the problem solved as it is (`queens solve --board FILE`)"
    )]
    NoRegions,
    /// A page or picture of text that was not written here.
    #[error("this page holds no puzzle of ours; a page of another site is read as a screenshot")]
    Markup,
    /// More than one puzzle, where one is asked for.
    #[error(
        "{0} puzzles are here: keep one, or ask the command `queens puzzle`, which answers them one after the other"
    )]
    Several(usize),
    /// An address of the page.
    #[error("this address of a puzzle {0}")]
    Address(String),
    /// A picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Our text form.
    #[error(transparent)]
    Text(#[from] ProblemTextError),
    /// A board that is no region puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// No fault of the input: a limit was reached, or the token raised, before it was read.
    #[error("not read: {0}")]
    Stopped(#[from] Stop),
}

impl From<ProblemError> for ReadError {
    fn from(error: ProblemError) -> Self {
        ReadError::Puzzle(error.into())
    }
}

/// What is wrong with a line of a letter grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A row that is too long or too short.
    #[error(
        "this row has {found} squares, but the board has {rows} rows: a puzzle is as wide as it is high ({FORMS})"
    )]
    Ragged {
        /// Squares in this row.
        found: usize,
        /// Rows of the board.
        rows: usize,
    },
    /// One line whose length is no square.
    #[error(
        "this line alone has {0} squares, which make no square board: write one line for each row, or all n x n \
         squares in one ({FORMS})"
    )]
    Alone(usize),
    /// A word that means nothing among the marks.
    #[error(
        "'{0}' is no mark: write . for an open square, Q or * for a queen, x for a cross, G for a given queen, H for a hole"
    )]
    Mark(String),
    /// A mark without a region.
    #[error("'{0}' names no region: put a letter or a number before the mark")]
    Nameless(String),
    /// More than regions and marks.
    #[error("a third drawing begins here, but a puzzle has two, its regions and its marks: keep one puzzle")]
    Several,
    /// A drawing of marks of another size.
    #[error("these marks have {found} rows, but the regions have {rows}: draw a mark for each square")]
    Rows {
        /// Rows of the marks.
        found: usize,
        /// Rows of the regions.
        rows: usize,
    },
    /// A drawing that is cut off.
    #[error(
        "this drawn board is not whole: it has column letters, a line above each row and a line below the last one"
    )]
    Drawn,
    /// Too large a board.
    #[error("a board of {0} rows is too large: a puzzle has at most {MAX_SIZE}")]
    TooLarge(usize),
}

/// Reason why a picture is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Another kind of picture.
    #[error("this is a {0} picture: save it as PNG, JPEG or WebP")]
    Kind(&'static str),
    /// Too many bytes.
    #[error("a picture of {0} bytes is too large: at most {MAX_IMAGE_BYTES}; crop it to the board")]
    Bytes(usize),
    /// Too many pixels.
    #[error(
        "a picture of {width} x {height} pixels is too large: at most {MAX_IMAGE_PIXELS} pixels; crop it to the board"
    )]
    Pixels {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// A file that the decoder refuses.
    #[error("this {kind} picture cannot be decoded ({reason}): save it again")]
    Decode {
        /// Its kind.
        kind: &'static str,
        /// The message of the decoder.
        reason: String,
    },
    /// No board, or lines that do not agree: some are missing, or there are more beside them.
    #[error(
        "no board of 4 x 4 to 26 x 26 squares is found in this picture of {width} x {height} pixels: crop it to the \
         board, with all its lines and at least 24 pixels for each square, and turn it upright"
    )]
    NoGrid {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// Patterns, which look like marks.
    #[error(
        "the regions of this picture have patterns, or are crossed out whole: take a screenshot without patterns, or \
         use the file that was written"
    )]
    Patterns,
    /// A square whose corners differ.
    #[error(
        "square {0} of this picture has several colours: take a screenshot without patterns and with nothing in front of \
         the board, and crop it to the board"
    )]
    Square(Square),
    /// A shape that is neither a queen nor a cross.
    #[error(
        "the mark on {0} is neither a queen nor a cross as far as can be told: take the screenshot without it, or type \
         the letters"
    )]
    Mark(Square),
    /// Queens that cannot stand together, so that they may be no queens.
    #[error(
        "the marks on {0} and {1} are read as queens, which cannot stand together: take the screenshot without wrong \
         marks, say how many queens each row takes (stars) if more than one, or type the letters"
    )]
    Clash(Square, Square),
    /// A board whose regions are not made out.
    #[error(
        "the board has {size} x {size} squares, but its colours show {colors} regions and its thick lines {rooms}: \
         take the screenshot of the whole board, without a mark or a dialog over it, or type the letters"
    )]
    Regions {
        /// Squares of a side.
        size: usize,
        /// Regions by colour.
        colors: usize,
        /// Regions by thick lines.
        rooms: usize,
    },
}
