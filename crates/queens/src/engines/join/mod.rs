//! The exact counter: how many ways there are to put n queens on an n x n board.
//!
//! [`queens`] counts on all processors. Behind it stands a join of half boards: [`plan`] splits the count
//! into independent units, [`run`] answers one of them, and the answers are summed; [`Ledger`] keeps the books
//! where the units are run by many.
//!
//! # Method
//! Cut the board between its middle rows. A solution is a top half and a bottom half that use different
//! columns and share no diagonal. A half is a word of bits, one for each diagonal that both halves see, and
//! two halves fit when the AND of their words is zero. The steps, each a file of its own:
//! - `layout`: which bit stands for which diagonal, and which diagonals are the key of a word;
//! - `quarter`: all placements on a corner of the board, by their columns and rows;
//! - `halves`: all halves on a set of columns, from pairs of quarters;
//! - `join`: the pairs of halves that fit, by `block`s of bottom halves with a bit for each (`masks`);
//! - `unit`: which halves are joined, so that of each symmetry class one solution is counted;
//! - `kernel`: the inner loops, for each instruction set.
//!
//! `plan` lists the units, `run` runs them on a `crew` of threads, and `ledger` keeps their books.
//!
//! [`rows`] counts what the join cannot: other pieces, edges, sides, holes and givens, row by row.
//!
//! [`frontier`] counts sets of any number of pieces, square by square; [`pawns`] queens with pawns between them;
//! [`maximal`] sets to which nothing can be added.
//!
//! [`few`] counts few queens on large boards, [`nested`] rooks and bishops by the lengths of their lines.
//!
//! [`kept()`] counts the symmetric solutions by searches of their own, so that the number of fundamental solutions
//! ([`classes()`]) costs next to nothing beside the count.
//!
//! The methods are described in `docs/design`; what was tried, measured and dropped in `docs/lab`.

mod block;
mod engine;
mod halves;
mod layout;
mod pairs;
mod plan;
mod quarter;
mod run;
mod unit;

pub use engine::Join;
pub use plan::{Plan, Unit, plan};
pub use run::{Partial, Tables, Worker, queens, run, run_all};

use search_control::Stop;

/// The smallest board that is cut in halves.
const SMALLEST: u32 = 8;
/// The largest board: beyond it the count does not fit in 64 bits for certain, and no one waits for it.
const LARGEST: u32 = 27;

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// The board is too large.
    #[error("{n} queens are too many: the counter takes at most {most}")]
    TooLarge {
        /// The size that was asked for.
        n: u32,
        /// The largest.
        most: u32,
    },
    /// The board is too small to be cut in units.
    #[error("{n} queens are too few for work units: at least {least}; count them in one go")]
    TooSmall {
        /// The size that was asked for.
        n: u32,
        /// The smallest.
        least: u32,
    },
    /// The unit belongs to another board, or to none.
    #[error("no such work unit on a board of {n} queens: take the units of its plan")]
    NoSuchUnit {
        /// The size of the board.
        n: u32,
    },
    /// The processor lacks the instructions.
    #[error("this processor has no {kernel}: choose another kernel, or auto")]
    NoSuchInstructions {
        /// The name of the kernel.
        kernel: &'static str,
    },
    /// A limit was reached, or the count was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
