//! Solutions of very large boards, up to billions of rows.
//!
//! - [`explicit`] computes a solution by formula; [`random`] finds a random one. For
//!   given queens use [`crate::ask`].
//! - [`check`] and [`Checker`] check a solution, in memory or as a stream.
//! - [`ColumnWriter`], [`TextReader`] and [`BinaryReader`] write and read solutions as
//!   streams.
//!
//! A solution is the list of the columns of all rows, both from 0; only the text forms
//! count from 1.
//!
//! ```text
//! random(n):
//!     for each row: take the first column of a shuffled list whose two diagonals are free; none: leave the row empty
//!     while a row and a column are empty:
//!         place the queen there if the square is free, else
//!         pick a random row and exchange columns with it, if both new squares are free
//! ```
//!
//! Example: n = 4, columns in the order 1, 3, 2, 0. Row 0 takes 1, row 1 takes 3, row 2
//! skips 2, which row 1 attacks, and takes 0, row 3 takes 2. With the order 0, 2, 1, 3,
//! row 0 takes 0, row 1 takes 2, row 2 finds both 1 and 3 attacked and stays empty, and
//! row 3 takes 1: the repair has row 2 and column 3 to place.

mod check;
mod engine;
mod explicit;
mod greedy_fill;
mod monitor;
mod plan;
mod random;
mod schedule;
mod stream;
mod window;

#[doc(hidden)]
pub use check::Checker;
pub use check::{LineKind, SolutionFault, check};
pub(crate) use engine::RandomSolution;
pub(crate) use engine::progress_listener;
pub use explicit::explicit;
pub use random::{MAX_SIZE, memory, random};
#[doc(hidden)]
pub use stream::{
    BinaryReader, ColumnReadError, ColumnWriter, Encoding, MAGIC, TextReader,
};

use crate::parallel::NoThreads;
use control::Stop;

/// Error of a search or check of a large board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LargeBoardError {
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
        /// Maximum number of rows.
        max: u32,
    },
    /// Memory could not be allocated.
    #[error("cannot get {bytes} bytes of memory: take a smaller board")]
    Memory {
        /// Requested bytes.
        bytes: u64,
    },
    /// Threads could not be started.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// A limit was reached, or the search was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Allocates `len` copies of `value`; returns an error if there is not enough memory.
fn reserve<T: Clone>(len: usize, value: T) -> Result<Vec<T>, LargeBoardError> {
    // `vec!` gets zeros from the system without touching them, but aborts if there is no
    // memory: try a reservation first.
    let bytes = len as u64 * size_of::<T>() as u64;
    Vec::<T>::new()
        .try_reserve_exact(len)
        .map_err(|_| LargeBoardError::Memory { bytes })?;
    Ok(vec![value; len])
}
