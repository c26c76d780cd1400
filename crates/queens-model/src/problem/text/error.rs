//! Errors in the text of a problem.

use super::jobs::ALL_JOBS;
use super::{HEX_WORD, KEYS, MAX_TEXT, Size};
use crate::names;
use crate::problem::{
    BoundsError, Cube, EdgeError, MAX_SIDE, PieceError, Preset, PresetError,
    ProblemError, WeightError,
};
use crate::square::{Square, SquareNameError};
use control::counted;

/// Reason why a text is not a problem. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemTextError {
    /// A text that is too long to be read.
    #[error("a text of {0} bytes is too long: at most {MAX_TEXT}")]
    TooLong(usize),
    /// Bytes that are not text.
    #[error("line {line}: this is not UTF-8 text: save the file as UTF-8")]
    NotUtf8 {
        /// The first line that is not UTF-8.
        line: usize,
    },
    /// A text without a size.
    #[error(
        "the problem has no size: begin with a line such as 8, 5x8 or torus 5, or draw the board"
    )]
    NoSize,
    /// A line that cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The line.
        line: usize,
        /// Reason why it cannot be read.
        reason: LineError,
    },
    /// A drawing that contradicts the size.
    #[error(
        "the {key} drawing that starts in line {line} has the size {found}, but the {other_key} in line {other_line} is {other}"
    )]
    SizesDisagree {
        /// `board`, `areas` or `weights`.
        key: &'static str,
        /// The line of the key.
        line: usize,
        /// The size of the drawing.
        found: Size,
        /// The earlier source of the size: `size`, `board` or `areas`.
        other_key: &'static str,
        /// Its line.
        other_line: usize,
        /// Its size.
        other: Size,
    },
    /// Parameters that are impossible together.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// Returns the way out of a word that the first line cannot have.
fn first_line_way_out(word: &str) -> String {
    if let Some(text) = names::description(word, "8") {
        return format!("write `{text}`");
    }
    let words: Vec<&str> = Preset::ALL
        .map(Preset::id)
        .into_iter()
        .chain([HEX_WORD])
        .chain(ALL_JOBS.map(|job| job.word))
        .collect();
    names::way_out(word, &words)
}

/// Returns the way out of a line without a colon, which may begin with a key.
fn missing_colon(line: &str) -> String {
    let (word, value) = line.split_once(['=', ' ']).unwrap_or((line, ""));
    match names::nearest(word, KEYS) {
        Some(key) if !value.trim().is_empty() => {
            format!("write `{key}: {}`", value.trim())
        }
        _ => format!(
            "expected `key: value`, where the key is one of {}",
            KEYS.join(", ")
        ),
    }
}

/// Returns the words that stand for statements, for messages.
fn job_words() -> String {
    ALL_JOBS.map(|job| job.word).join(", ")
}

/// Reason why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// A line without a key.
    #[error("unrecognised line '{0}': {way_out}", way_out = missing_colon(.0))]
    Unrecognised(String),
    /// An unknown key.
    #[error("'{0}' is not a valid key: {way_out}", way_out = names::way_out(.0, &KEYS))]
    UnknownKey(String),
    /// A key that has a value already.
    #[error("'{key}' is already set in line {first}: set it once")]
    Twice {
        /// The key.
        key: &'static str,
        /// The line in which it was set first.
        first: usize,
    },
    /// Text after `board:`, `areas:` or `weights:`.
    #[error("unexpected '{0}' after the key: a drawing begins on the next line")]
    NotBelow(String),
    /// Text that is not a size.
    #[error(
        "'{0}' is not a valid size: write 8, or 5x8 for rows x columns, each from 0 to {MAX_SIDE}"
    )]
    Size(String),
    /// Text that is not a square.
    #[error(transparent)]
    Square(#[from] SquareNameError),
    /// A square that is both a hole and a wall.
    #[error("{0} is both a hole and a wall: choose one")]
    HoleAndWall(Square),
    /// A character that has no meaning on a drawn board.
    #[error(
        "{0:?} is not a valid square of a drawing: draw . or _ (free), Q (given queen), x (hole), # (wall)"
    )]
    Character(char),
    /// A drawn row that is longer or shorter than the first.
    #[error("this row has {}, but the first row of the drawing has {expected}", counted(*found, "square"))]
    Ragged {
        /// Squares in this row.
        found: usize,
        /// Squares in the first row.
        expected: usize,
    },
    /// A word that is no variant and stands for no statements.
    #[error("'{word}' is not a valid variant: {way_out}", word = .0.word(), way_out = first_line_way_out(.0.word()))]
    Variant(PresetError),
    /// A bad piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// A bad edge.
    #[error(transparent)]
    Edge(#[from] EdgeError),
    /// A bad weight.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// A variant that a hexagon cannot have.
    #[error(
        "'{0}' does not go with hex: a hexagon takes queens, rooks, bishops, knights or kings, and one of {jobs}",
        jobs = job_words()
    )]
    HexagonWord(&'static str),
    /// A variant that a board of more dimensions cannot have.
    #[error(
        "'{0}' does not go with three dimensions and more: they take queens, rooks, bishops or kings, and one of {jobs}",
        jobs = job_words()
    )]
    CubeWord(&'static str),
    /// A size of a board of more dimensions with different sides, or out of range.
    #[error(
        "'{0}' is not the size of a board with three dimensions or more: write three to five times the same number, such as 4x4x4, \
         of at most {three} in three dimensions, {four} in four and {five} in five",
        three = Cube::longest_side(3), four = Cube::longest_side(4), five = Cube::longest_side(5)
    )]
    CubeSize(String),
    /// Two sides for a hexagon.
    #[error(
        "'{0}' is not the size of a hexagon: write the number of squares of one side, such as hex 3"
    )]
    HexagonSize(String),
    /// A second word that stands for statements.
    #[error("'{0}' is one word too many: only one of {jobs} goes into the first line", jobs = job_words())]
    SecondJob(String),
    /// A name that no kind has, and the names of all kinds with `and` between them.
    #[error("no kind of piece is named '{0}': name kinds as in `{1}`")]
    UnknownKind(String, String),
    /// A value of a rule that cannot be read.
    #[error("'{0}' cannot be read: write {1}")]
    Rule(String, &'static str),
    /// Two numbers for the same pieces.
    #[error("'{0}' is a second number for all pieces together: write one")]
    SecondNumber(String),
    /// A bad number of queens.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
}
