//! Counts that many threads, or many machines, share.
//!
//! - `work_units`: the interface of an engine that can cut a count into work units, and
//!   the tally of a unit;
//! - `pool`: threads that take units in turn (`threads` starts them, `time` measures
//!   them);
//! - `counter`: counts that carry their own check;
//! - `record`: the line of a file for each unit; `ledger`: all records of a count.

mod counter;
mod ledger;
mod pool;
mod record;
mod threads;
mod time;
mod work_units;

pub use control::SharedMeter;
pub use counter::{Counter, MODULI};
#[doc(hidden)]
pub use ledger::{Ledger, LedgerError};
pub use pool::{run, run_all};
#[doc(hidden)]
pub use record::{
    Header, Heading, Job, JobQuestion, LONGEST_LINE, Record, RecordFault, RecordLines,
    SCHEMA, UnitRecord,
};
pub use threads::{NoThreads, on_threads};
pub use time::UnitTime;
pub(crate) use time::run_shared_work;
pub use work_units::{Tally, WorkUnits};

use control::{Limits, Outcome};
use queens_simd::Kernel;
use std::time::Duration;

/// Callback for a unit in progress: its number and its finished segments.
pub type Checkpoint<'o> = &'o (dyn Fn(u64, &UnitPart) + Sync);

/// Options of a count.
#[derive(Default)]
pub struct RunOptions<'o> {
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// The instructions to use. [`run`] ignores them: its units are made for a kernel.
    pub kernel: Kernel,
    /// Limits of time, nodes and memory. Nodes are counted as in [`Tally::nodes`].
    pub limits: Limits,
    /// No unit begins later than this after the start; units in progress are finished.
    /// For samples, where a limit would break off the long units and leave a biased
    /// sample. With a [`RunOptions::checkpoint`], units stop after their current segment
    /// instead.
    pub begin_within: Option<Duration>,
    /// Called before a unit begins; returns false to skip it. It may block; meanwhile no
    /// other thread can begin a unit.
    pub admit: Option<&'o (dyn Fn(u64) -> bool + Sync)>,
    /// Called before a unit begins; returns its finished segments, if some are known.
    pub resume: Option<&'o (dyn Fn(u64) -> Option<UnitPart> + Sync)>,
    /// Called after each segment of a unit in progress, on the thread that ran it, with
    /// the segments finished so far.
    pub checkpoint: Option<Checkpoint<'o>>,
    /// Called after every segment and unit, on the thread that ran it.
    pub progress: Option<&'o (dyn Fn(&RunProgress) + Sync)>,
}

/// The first segments of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitPart {
    /// Number of these segments.
    pub segments: u64,
    /// Sum of their results.
    pub tally: Tally,
    /// Sum of their times.
    pub time: UnitTime,
}

/// Progress of a count.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress {
    /// Number of finished units.
    pub units: u64,
    /// Number of units to be run.
    pub of_units: u64,
    /// Fraction of the work that is done, by the estimated weights of the units: 0 to 1.
    pub done: f64,
    /// The time since the start.
    pub elapsed: Duration,
}

impl RunProgress {
    /// Returns the time that the rest will take at the same pace.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        let rest = (1.0 - self.done).max(0.0) / self.done;
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * rest)
            .unwrap_or(Duration::MAX)
    }
}

/// Result of running work units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// Sum of the finished work units: the whole answer if the outcome is
    /// [`Outcome::Exhausted`].
    pub tally: Tally,
    /// Number of nodes visited: as in `tally`, and if the run stopped, including
    /// unfinished units.
    pub visited: u64,
    /// [`Outcome::Exhausted`] if every work unit was finished, else the reason why the
    /// run stopped.
    pub outcome: Outcome,
    /// Number of finished units.
    pub units: u64,
    /// Number of units that were to be run.
    pub of_units: u64,
    /// The instructions that were used.
    pub kernel: Kernel,
    /// Number of threads.
    pub threads: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}
