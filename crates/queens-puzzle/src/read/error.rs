//! Errors of the readers.

use super::MAX_IMAGE_BYTES;
use crate::{CreditsError, MAX_SIZE, PuzzleError};
use control::Stop;
use queens_model::problem::{ProblemError, ProblemTextError};
use queens_model::square::Square;

/// Note for messages about a text that may be meant in another form than a letter grid.
const FORM_NOTE: &str = "read as a letter grid; docs/guide/formats.md lists all forms";

/// Reason why an input cannot be read as a region puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleReadError {
    /// An empty input, or only lines and comments.
    #[error(
        "the input is empty or has only lines and comments: paste a letter grid, one letter for each square"
    )]
    Empty,
    /// A text longer than [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES), or than the limit of
    /// its form.
    #[error("a text of {bytes} bytes is too long for a puzzle: the limit is {most}")]
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// Bytes that are not UTF-8: the line, from 1.
    #[error(
        "line {0} is not UTF-8 text, and the input is not a picture: save text as UTF-8, and screenshots as PNG, JPEG or \
         WebP"
    )]
    NotUtf8(usize),
    /// A line of a letter grid.
    #[error("line {line}: {reason}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// The error.
        reason: GridLineError,
    },
    /// Invalid JSON, or JSON without a puzzle.
    #[error("{0}")]
    Json(String),
    /// A puzz.link address.
    #[error("this puzz.link address {0}")]
    Link(String),
    /// Star Battle Notation.
    #[error("this Star Battle Notation {0}")]
    Notation(String),
    /// Marks or a problem without regions.
    #[error(
        "this board has no regions: put a letter grid of the regions and an empty line before the marks, or solve it as \
         a queens problem with `queens solve --board FILE`"
    )]
    NoRegions,
    /// HTML, SVG or XML without a board that can be read.
    #[error(
        "this page or SVG holds no region puzzle that can be read: save it while the board is shown, or use a screenshot \
         (PNG, JPEG or WebP)"
    )]
    Markup,
    /// More than one puzzle where one is expected.
    #[error(
        "the input has {0} puzzles: keep one, or use the command `queens puzzle`, which answers each of them"
    )]
    Several(usize),
    /// An address that is not one of puzz.link.
    #[error("this address {0}")]
    Address(String),
    /// A message whose grid and address differ.
    #[error(
        "the grid of this message and its address show different puzzles ({0}): keep only one of them"
    )]
    Message(String),
    /// A picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Our text form.
    #[error(transparent)]
    Text(#[from] ProblemTextError),
    /// Title, author and the like in one of our forms.
    #[error(transparent)]
    Credits(#[from] CreditsError),
    /// A board that is not a region puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A limit that was reached, or a cancelled token. The input may be valid.
    #[error("{0} before the puzzle was read")]
    Stopped(#[from] Stop),
}

impl From<ProblemError> for PuzzleReadError {
    fn from(error: ProblemError) -> Self {
        PuzzleReadError::Puzzle(error.into())
    }
}

/// Error in a line of a letter grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridLineError {
    /// A row with too many or too few squares.
    #[error("this row has {}, but the board has {}: a puzzle must be square ({FORM_NOTE})", control::counted(*found, "square"), control::counted(*rows, "row"))]
    Ragged {
        /// Squares in this row.
        found: usize,
        /// Rows of the board.
        rows: usize,
    },
    /// A single line whose length is not a square number.
    #[error(
        "a single line of {0} squares is not a square board: write one line for each row, or all n x n squares in one \
         line ({FORM_NOTE})"
    )]
    Alone(usize),
    /// An unknown mark.
    #[error(
        "'{0}' is not a mark: use . for an open square, Q or * for a queen, x for a cross, G for a given queen, H for a hole"
    )]
    Mark(String),
    /// A mark without a region.
    #[error("'{0}' has no region: put a letter or a number before the mark")]
    Nameless(String),
    /// A second grid of marks.
    #[error(
        "a second grid of marks begins here: a puzzle has one grid of regions and at most one of marks"
    )]
    Several,
    /// A grid of marks of another size.
    #[error(
        "the marks have {found} rows, but the regions have {rows}: write a mark for each square"
    )]
    Rows {
        /// Rows of the marks.
        found: usize,
        /// Rows of the regions.
        rows: usize,
    },
    /// A drawn board that is cut off.
    #[error(
        "this drawn board is incomplete: it needs column letters, a line above each row and a line below the last row"
    )]
    Drawn,
    /// A first line that gives another size.
    #[error(
        "this line gives {title} x {title}, but the board has {size} rows: copy the whole message"
    )]
    Title {
        /// Size in the line.
        title: u32,
        /// Rows of the board.
        size: u32,
    },
    /// A board with too many rows.
    #[error("a board of {0} rows is too large: the limit is {MAX_SIZE}")]
    TooLarge(usize),
}

/// Reason why a picture cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A file format that is not supported.
    #[error("{0} pictures are not supported: save it as PNG, JPEG or WebP")]
    Kind(&'static str),
    /// A file larger than [`MAX_IMAGE_BYTES`], in bytes.
    #[error(
        "a picture of {0} bytes is too large: the limit is {MAX_IMAGE_BYTES}; crop it to the board"
    )]
    Bytes(usize),
    /// More pixels than [`MAX_IMAGE_PIXELS`](super::MAX_IMAGE_PIXELS) or, in a WebP
    /// picture, [`MAX_WEBP_PIXELS`](super::MAX_WEBP_PIXELS).
    #[error(
        "a picture of {width} x {height} pixels is too large: the limit is {most} pixels; crop it to the board"
    )]
    Pixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// The limit.
        most: u64,
    },
    /// A file that the decoder rejects.
    #[error("this {kind} picture cannot be decoded ({reason}): save it again")]
    Decode {
        /// File format.
        kind: &'static str,
        /// Message of the decoder.
        reason: String,
    },
    /// No board, or lines that do not form one: some are missing, or there are others
    /// beside them.
    #[error(
        "no board of 4 x 4 to 26 x 26 squares found in this picture of {width} x {height} pixels: crop it to the board \
         with all its lines, upright, with at least 24 pixels for each square"
    )]
    NoGrid {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// Patterns that look like marks.
    #[error(
        "the regions in this picture have patterns or are crossed out entirely: take a screenshot without patterns, or \
         use the original file"
    )]
    Patterns,
    /// A square whose corners have different colours.
    #[error(
        "square {0} in this picture has several colours: take a screenshot without patterns and with nothing over the \
         board, and crop it to the board"
    )]
    Square(Square),
    /// A shape that is not clearly a queen or a cross.
    #[error(
        "the mark on {0} is not clearly a queen or a cross: take the screenshot without it, or type the letter grid"
    )]
    Mark(Square),
    /// Queens that break a rule, so that they may be misread.
    #[error(
        "the marks on {0} and {1} look like queens but break a rule together: take the screenshot without wrong marks, \
         give the number of queens in each row (stars) if it is more than one, or type the letter grid"
    )]
    Clash(Square, Square),
    /// A board that is cut off on the named side.
    #[error(
        "the board continues beyond the {0} edge of this picture: take a screenshot of the whole board"
    )]
    Cut(&'static str),
    /// A plain board or a chessboard.
    #[error(
        "this picture shows a board of {size} x {size} squares without regions: a region puzzle has {size} regions, marked \
         by colours or thick lines; `queens solve` solves boards without regions"
    )]
    NoRegions {
        /// Side of the board, in squares.
        size: usize,
    },
    /// A file that is no picture of a supported format.
    #[error("this is not a PNG, JPEG or WebP picture")]
    Unknown,
    /// Corners that are no corners of a board.
    #[error(
        "these are not the corners of a board: give the upper left, upper right, lower right and lower left one, each as \
         fractions of the width and height of the picture from 0 to 1"
    )]
    Corners,
    /// A number of rows that is not read from pictures.
    #[error("a board of {0} rows is not read from a picture: use 4 to 26")]
    Rows(u32),
    /// Squares that fall into too few or too many regions.
    #[error(
        "the colours and lines show {}, but a board of {size} x {size} squares has {size}", control::counted(*regions, "region")
    )]
    GuessedRegions {
        /// Side of the board, in squares.
        size: usize,
        /// Regions that were recognised.
        regions: usize,
    },
    /// A square whose region or mark is a guess.
    #[error("square {0} is not clear")]
    Unclear(Square),
    /// A board whose regions are not recognised.
    #[error(
        "the board has {size} x {size} squares, but its colours show {colors} regions and its thick lines {rooms}: take a \
         screenshot of the whole board with nothing over it, or type the letter grid"
    )]
    Regions {
        /// Side of the board, in squares.
        size: usize,
        /// Regions by colour.
        colors: usize,
        /// Regions by thick lines.
        rooms: usize,
    },
}
