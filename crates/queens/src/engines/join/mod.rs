//! The exact counter: how many ways there are to put n queens on an n x n board, by a join of half boards.
//!
//! [`queens`] counts on all processors; [`shards`] cuts the count into independent units, to be run anywhere.
//!
//! # Method
//! Cut the board between its middle rows. A solution is a top half and a bottom half that use different
//! columns and share no diagonal. A half is a word of bits, one for each diagonal that both halves see, and
//! two halves fit when the AND of their words is zero. The steps, each a file of its own:
//! - `layout`: which bit of a word stands for which diagonal;
//! - `quarter`: all placements on a corner of the board, by their columns and rows;
//! - `halves`: all halves on a set of columns, from pairs of quarters;
//! - `pairs`: the pairs of halves that fit, sorted by a key and in `block`s with a bit for each half (`simd::masks`);
//! - `unit`: which halves are joined, so that of each symmetry class one solution is counted;
//! - `workspace`: these joins on the processor; `feed`: the same ones for the engine `gpu`;
//! - `plan`: the units, found from their numbers; `run`: how they are run.
//!
//! The engines are described in `docs/design`; what was tried, measured and dropped in `docs/lab`.

mod block;
mod engine;
#[cfg(feature = "gpu")]
mod feed;
mod halves;
mod layout;
mod pairs;
mod plan;
mod quarter;
mod run;
mod sets;
mod shares;
mod unit;
mod workspace;

#[cfg(feature = "gpu")]
pub(crate) use engine::FIGURES;
pub use engine::Join;
#[cfg(feature = "gpu")]
pub(crate) use feed::{CardUnit, CardUnits};
pub use run::{queens, shards};

/// The id of the engine.
pub const ID: &str = "join";

/// The smallest board that is cut in halves; smaller ones are searched row by row.
pub(crate) const SMALLEST: u32 = 8;

/// The largest board: of more queens the diagonals that the halves share have no room in a word. Nobody waits for the
/// counts beyond 27.
pub const LARGEST: u32 = 32;
