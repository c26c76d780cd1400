//! Errors of an input.

use super::MAX_SOLUTION;
use control::counted;
use queens_model::problem::{MAX_SIDE, ProblemError, ProblemTextError};
use queens_model::square::SquareNameError;
use std::io;

/// Reason why reading stops.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file or pipe failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A text form of a problem that cannot be read.
    #[error(transparent)]
    Problem(#[from] ProblemTextError),
    /// A line that cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// Reason why it cannot be read.
        reason: SolutionLineError,
    },
}

/// Reason why a line of solutions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionLineError {
    /// Bytes that are not text.
    #[error("this is not UTF-8 text: use one of the text forms that `queens` writes")]
    NotUtf8,
    /// A line or a value that is too long.
    #[error("this is longer than {} MiB, the limit for a solution", MAX_SOLUTION >> 20)]
    TooLong,
    /// A word that should be the column of a queen.
    #[error(
        "'{0}' is not a valid column: write a number from 1, or - for a row without a queen"
    )]
    Column(String),
    /// A line of a table with a line for each queen.
    #[error(
        "'{0}' should have a number for each name at the head of the table, the row and the column among them"
    )]
    TableLine(String),
    /// Digits that should be columns.
    #[error(
        "'{0}' is not a valid list of columns: of n digits written together, each is from 1 to n; put blanks between \
         larger ones"
    )]
    Digits(String),
    /// A word that should be a square.
    #[error(transparent)]
    Square(#[from] SquareNameError),
    /// A line that should be a group of a solution.
    #[error(
        "'{0}' is not a group: write its name (white, black, a kind of pieces such as knights, colour 3) and its \
         squares"
    )]
    Group(String),
    /// A solution in groups, if a problem is wanted.
    #[error(
        "a solution in groups has no given queens: write the problem in its text form"
    )]
    Grouped,
    /// A solution with too few or too many rows.
    #[error("the solution has {}, but the board has {expected}: each row has a column or -", counted(*found, "row"))]
    Rows {
        /// Rows of this solution.
        found: u64,
        /// Rows of the board of the problem or of the solutions before.
        expected: u32,
    },
    /// A drawn row that is longer or shorter than the first.
    #[error("this row has {}, but the first row of the drawing has {expected}", counted(*found, "square"))]
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
        /// Size of this solution.
        found: String,
        /// Size of the problem or of the solutions before.
        expected: String,
    },
    /// A second solution, if only one is wanted.
    #[error(
        "a second solution begins here, but a problem is one board: keep one of them"
    )]
    Several,
    /// A board with other queens than one in each row and column, among other lines, if a
    /// problem is wanted.
    #[error(
        "the output of a program has a board here with {queens}, not one in each row and column ({lines} of words \
         ignored): keep the lines of the board alone, and its queens are given ones"
    )]
    Incomplete {
        /// The number of queens, in words.
        queens: String,
        /// The number of lines that were ignored, in words.
        lines: String,
    },
    /// A solver that found no solution, if a problem is wanted.
    #[error(
        "a solver says here that it found no solution, so there are no queens to take: name the problem that it was given"
    )]
    NoSolution,
    /// Squares without a size of the board.
    #[error("squares alone do not give the size of the board: name the problem")]
    UnknownSize,
    /// Too large a board.
    #[error("{0} rows or columns are too many: a board has at most {MAX_SIDE}")]
    TooLarge(u64),
    /// Text that is not JSON, or JSON of another kind.
    #[error("near character {position}: {reason}")]
    Json {
        /// Number of bytes of the line that were read.
        position: u64,
        /// Reason why it cannot be read.
        reason: String,
    },
    /// The problem named by the document.
    #[error("the problem that this document names cannot be read: {0}")]
    Problem(Box<ProblemTextError>),
    /// Queens, holes and walls that do not make a problem.
    #[error(transparent)]
    Impossible(Box<ProblemError>),
    /// A drawing that cannot be read.
    #[error("this is not a drawn board: {0}")]
    Drawing(&'static str),
    /// A character that has no meaning on a drawn board.
    #[error(
        "{0:?} is not a valid square of a drawing: draw . (free), Q (queen), x (hole), # (wall)"
    )]
    Character(char),
    /// A page or picture without solutions.
    #[error(
        "this page has no table of solutions and no drawn boards: only pages written by `queens` can be read"
    )]
    ForeignMarkup,
    /// The input ends in the middle of something.
    #[error("the input ends before {0}: it is cut off")]
    CutOff(&'static str),
}
