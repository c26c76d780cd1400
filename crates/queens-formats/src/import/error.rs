//! Errors of foreign problems and answers.

use crate::read::{MAX_SOLUTION, ReadError};
use queens_model::problem::{MAX_SIDE, ProblemError};
use std::io;

/// Reason why something cannot be imported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The input failed, or it has no foreign form and cannot be read as one of ours.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A problem that cannot be read.
    #[error("{0}")]
    Problem(ImportFault),
    /// Parameters that are impossible together.
    #[error(transparent)]
    Impossible(#[from] ProblemError),
    /// A line of an answer that cannot be read.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// Reason why it cannot be read.
        fault: ImportFault,
    },
}

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> Self {
        ImportError::Read(error.into())
    }
}

/// Reason why an import fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportFault {
    /// A square off the board.
    #[error(
        "row {row}, column {column} is off the board: rows and columns count from {first} here"
    )]
    OffBoard {
        /// The row as read.
        row: u64,
        /// The column as read.
        column: u64,
        /// Number of the first row and column.
        first: u64,
    },
    /// A side that is too long.
    #[error("a side of {0} is too long: a board has at most {MAX_SIDE} rows")]
    Side(u64),
    /// No size.
    #[error("the size of the board is missing: {0}")]
    NoSize(&'static str),
    /// An odd number of coordinates.
    #[error("{0} numbers do not make squares: each has a row and a column")]
    HalfSquare(usize),
    /// Answers in place of a problem.
    #[error(
        "these are several answers of a solver: name the problem to read them all (--problem {0})"
    )]
    Several(u32),
    /// Answers to a problem with several kinds or sets of pieces.
    #[error(
        "the problem has several kinds or sets of pieces: only answers with pieces of one kind can be read"
    )]
    Kinds,
    /// A word that should be a number.
    #[error("'{0}' is not {1}")]
    Word(String, &'static str),
    /// More or fewer values than squares or rows.
    #[error("the answer has {}, but the board has {expected}: is this the answer to another problem?", control::counted(*found, "value"))]
    Values {
        /// Number of values that were read.
        found: usize,
        /// Number of rows or squares of the board.
        expected: u64,
    },
    /// A constraint that does not belong to the model.
    #[error(
        "'{0}' is not supported: only rows with one queen each, allDifferent, blocked and given squares are"
    )]
    Constraint(String),
    /// A chess piece other than a queen.
    #[error("'{0}' is not a queen: only positions of queens (Q or q) can be read")]
    Piece(char),
    /// A position of another board.
    #[error(
        "a position of {0} is not a chessboard: FEN has eight ranks of eight squares"
    )]
    Ranks(String),
    /// An answer that is too long.
    #[error("this is longer than {} MiB, the limit for an answer", MAX_SOLUTION >> 20)]
    TooLong,
    /// Not text.
    #[error("this is not UTF-8 text: save the file as UTF-8")]
    NotUtf8,
    /// The input ends in the middle of an answer.
    #[error("the input ends before {0}: it is cut off")]
    CutOff(&'static str),
}
