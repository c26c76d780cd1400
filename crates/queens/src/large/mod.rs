//! Boards of up to thousands of millions of rows.
//!
//! - [`explicit`] writes the solution down; [`random`] finds a random one; [`complete`] finds one that
//!   contains given queens.
//! - [`check`] and [`Checker`] tell whether columns are a solution, in memory or as they come.
//! - [`write_text`], [`write_binary`], [`TextReader`], [`BinaryReader`] stream them.
//!
//! A solution is here the column of each row, both from 0; only the text forms count from 1.

mod check;
mod complete;
mod explicit;
mod fill;
mod plan;
mod random;
mod rng;
mod schedule;
mod stream;
mod watch;
mod window;

pub use check::{Checker, Fault, Line, check};
pub use complete::complete;
pub use explicit::explicit;
pub use random::{MAX_SIZE, memory, random};
pub use stream::{BinaryReader, MAGIC, ReadError, Style, TextReader, write_binary, write_text};

use search_control::Stop;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The board has no solution.
    #[error("{n} queens have no solution: ask for 0, 1, or at least 4")]
    NoSolution {
        /// The number of rows.
        n: u32,
    },
    /// The board has more rows than are supported.
    #[error("{n} rows are too many: at most {max}")]
    TooLarge {
        /// The number of rows.
        n: u32,
        /// The most that are supported.
        max: u32,
    },
    /// The memory is not there.
    #[error("cannot get {bytes} bytes of memory: take a smaller board")]
    Memory {
        /// The bytes that were asked for.
        bytes: u64,
    },
    /// A given queen stands beside the board.
    #[error("row {row}, column {column} (from 0) is beside the board of {n} rows and columns")]
    Outside {
        /// Its row.
        row: u32,
        /// Its column.
        column: u32,
        /// The number of rows.
        n: u32,
    },
    /// A given queen is attacked.
    #[error(
        "the queen given in row {row}, column {column} (from 0) is attacked by another one: take one away"
    )]
    Attacked {
        /// Its row.
        row: u32,
        /// Its column.
        column: u32,
    },
    /// The search gave up.
    #[error(
        "found no solution in {attempts} attempts, which proves nothing: try another seed or an exact method"
    )]
    NotFound {
        /// How often it started anew.
        attempts: u64,
    },
    /// A limit was reached, or the search was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// `len` times `value`, or an error where the memory is not to be had.
fn reserve<T: Clone>(len: usize, value: T) -> Result<Vec<T>, Error> {
    // `vec!` takes zeros from the system without touching them, but aborts if it gets none: ask first.
    let bytes = len as u64 * size_of::<T>() as u64;
    Vec::<T>::new().try_reserve_exact(len).map_err(|_| Error::Memory { bytes })?;
    Ok(vec![value; len])
}
