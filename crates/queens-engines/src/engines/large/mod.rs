//! Boards of up to thousands of millions of rows.
//!
//! - [`explicit`] writes the solution down; [`random`] finds a random one. For given queens there is
//!   [`crate::ask`].
//! - [`check`] and [`Checker`] tell whether columns are a solution, in memory or as they come.
//! - [`Writer`], [`TextReader`], [`BinaryReader`] stream them.
//!
//! A solution is here the column of each row, both from 0; only the text forms count from 1.

mod check;
mod engine;
mod explicit;
mod fill;
mod plan;
mod random;
mod schedule;
mod stream;
mod watch;
mod window;

pub use check::{Checker, Fault, Line, check};
pub use engine::RandomSolution;
pub(crate) use engine::listener;
pub use explicit::explicit;
pub use random::{MAX_SIZE, memory, random};
pub use stream::{BinaryReader, Encoding, MAGIC, ReadError, TextReader, Writer};

use crate::parallel::NoThreads;
use control::Stop;

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
    /// The threads are not there.
    #[error(transparent)]
    Threads(#[from] NoThreads),
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
