//! What can be wrong with an input.

use super::MAX_SOLUTION;
use queens_model::problem::{MAX_SIDE, ProblemError, ProblemTextError};
use queens_model::square::SquareNameError;
use std::io;

/// Why the input cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or pipe failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A text form of a problem that cannot be read.
    #[error(transparent)]
    Problem(#[from] ProblemTextError),
    /// A line that makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// Which line, from 1.
        line: u64,
        /// What is wrong there.
        reason: LineError,
    },
}

/// What is wrong with a line of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Bytes that are not text.
    #[error(
        "this is not text: problems and solutions are read as UTF-8, in one of the forms that are also written"
    )]
    NotUtf8,
    /// A line or a value without end.
    #[error("this is longer than {} MiB, the most that a solution may take", MAX_SOLUTION >> 20)]
    TooLong,
    /// A word where the column of a queen should stand.
    #[error("'{0}' is not a valid column: write a number from 1, or - for a row without a queen")]
    Column(String),
    /// Digits that should be columns.
    #[error(
        "'{0}' is not a valid list of columns: of n digits written together, each is from 1 to n; put blanks between \
         larger ones"
    )]
    Digits(String),
    /// A word where a square should stand.
    #[error(transparent)]
    Square(#[from] SquareNameError),
    /// A solution with too few or too many rows.
    #[error("{found} rows stand here, but the board has {expected}: each row has a column or -")]
    Rows {
        /// Rows of this solution.
        found: u64,
        /// Rows of the board, as the problem or the solution before says.
        expected: u32,
    },
    /// A drawn row that is longer or shorter than the first.
    #[error("this row has {found} squares, but the first row of the drawing has {expected}")]
    Ragged {
        /// Squares in this row.
        found: usize,
        /// Squares in the first row.
        expected: usize,
    },
    /// A solution of another board.
    #[error(
        "this is a board of {found}, but {expected} was expected: put solutions of one board into one file"
    )]
    SizesDisagree {
        /// What stands here.
        found: String,
        /// What the problem or the solution before says.
        expected: String,
    },
    /// A second solution where one was asked for.
    #[error("a second solution begins here, but a problem is one board: keep one of them")]
    Several,
    /// Squares without a board.
    #[error("squares alone do not tell the size of the board: name the problem")]
    UnknownSize,
    /// Too large a board.
    #[error("{0} rows or columns are too many: a board has at most {MAX_SIDE}")]
    TooLarge(u64),
    /// JSON that is none, or not of our kind.
    #[error("near character {position}: {reason}")]
    Json {
        /// How many bytes of the line were read.
        position: u64,
        /// What is wrong there.
        reason: String,
    },
    /// The problem that the document names.
    #[error("the problem that this document names cannot be read: {0}")]
    Problem(Box<ProblemTextError>),
    /// Queens, holes and walls that do not make a problem.
    #[error(transparent)]
    Impossible(Box<ProblemError>),
    /// A drawing that makes no sense.
    #[error("this is not a drawn board: {0}")]
    Drawing(&'static str),
    /// A character that means nothing on a drawn board.
    #[error("{0:?} means nothing on a board: draw . (free), Q (queen), x (hole), # (wall)")]
    Character(char),
    /// A page or picture without solutions.
    #[error("this page holds no table of solutions and no drawn boards: it was not written by `queens`")]
    ForeignMarkup,
    /// The input ends in the middle.
    #[error("the input ends before {0}: it is cut off")]
    CutOff(&'static str),
}
