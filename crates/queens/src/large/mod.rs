//! Boards of up to thousands of millions of rows: a random solution, a completion, a check, streams.

mod fill;
mod plan;
mod random;
mod rng;
mod schedule;
mod window;

pub use random::{MAX_SIZE, memory, random};

use search_control::Stop;

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
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
    /// A limit was reached, or the search was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// `len` zeros, or an error where the memory is not to be had.
fn reserve<T: Copy + Default>(len: usize, zero: T) -> Result<Vec<T>, Error> {
    // `vec!` takes zeroed pages from the system, untouched, but aborts if there are none: ask first.
    Vec::<T>::new()
        .try_reserve_exact(len)
        .map_err(|_| Error::Memory { bytes: len as u64 * size_of::<T>() as u64 })?;
    Ok(vec![zero; len])
}
