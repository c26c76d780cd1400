//! Work that many threads share: the pool, its units, what they report to and obey.

mod ledger;
mod meter;
mod pool;

pub use ledger::{Entry, EntryError, Ledger, MODULI};
pub use meter::SharedMeter;
pub(crate) use pool::WorkPool;

use crate::simd::Kernel;
use search_control::{Limits, Outcome};
use std::time::Duration;

/// How a count is run.
#[derive(Default)]
pub struct Options<'o> {
    /// How many threads work; 0 for one on each processor.
    pub threads: usize,
    /// The instructions to use.
    pub kernel: Kernel,
    /// The bounds. A node is a half board; bounds are looked at after every pair of lists of them.
    pub limits: Limits,
    /// Is told of every finished unit, on the thread that finished it.
    pub progress: Option<&'o (dyn Fn(&Progress) + Sync)>,
}

/// How far a count is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Finished units.
    pub units: usize,
    /// All units.
    pub of_units: usize,
    /// The part of the whole that is done, by the estimated cost of the units: 0 to 1.
    pub done: f64,
    /// The time since the start.
    pub elapsed: Duration,
}

impl Progress {
    /// The time that the rest will take at the same pace.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        let rest = (1.0 - self.done).max(0.0) / self.done;
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * rest).unwrap_or(Duration::MAX)
    }
}

/// What an engine that works in units came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report<P> {
    /// What the finished units came to: the whole count if the outcome is [`Outcome::Exhausted`].
    pub partial: P,
    /// Whether every unit was finished, or what stopped the count.
    pub outcome: Outcome,
    /// Finished units.
    pub units: usize,
    /// All units.
    pub of_units: usize,
    /// The instructions that were used.
    pub kernel: Kernel,
    /// How many threads worked.
    pub threads: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}
