//! Work that many threads, or many machines, share: the units, the pool, what it reports
//! and obeys, and the records of what was run.

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

/// Function that receives a unit in progress: its number and its finished segments.
pub type Checkpoint<'o> = &'o (dyn Fn(u64, &UnitPart) + Sync);

/// Options of a count.
#[derive(Default)]
pub struct RunOptions<'o> {
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// The instructions to use. [`run`] takes those that its units were made for.
    pub kernel: Kernel,
    /// The bounds. A node is what the engine counts as one: [`Tally::nodes`].
    pub limits: Limits,
    /// No unit is begun later than this after the start; those that were begun are
    /// finished. For samples: units that a limit breaks off are the long ones. With a
    /// [`RunOptions::checkpoint`], units are left at their next segment instead.
    pub begin_within: Option<Duration>,
    /// Decides, when a unit is about to begin, if it is run; those that are not are
    /// skipped. It may block; the other threads wait for it.
    pub admit: Option<&'o (dyn Fn(u64) -> bool + Sync)>,
    /// Returns the finished segments of a unit that is about to begin, if some are known.
    pub resume: Option<&'o (dyn Fn(u64) -> Option<UnitPart> + Sync)>,
    /// Is told of the finished segments of a unit in progress after each of them, on the
    /// thread that finished it.
    pub checkpoint: Option<Checkpoint<'o>>,
    /// Is told of every finished unit, and of every segment, on the thread that finished
    /// it.
    pub progress: Option<&'o (dyn Fn(&RunProgress) + Sync)>,
}

/// The first segments of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitPart {
    /// Their number.
    pub segments: u64,
    /// Sum of their results.
    pub tally: Tally,
    /// Time that they took.
    pub time: UnitTime,
}

/// Progress of a count.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress {
    /// Finished units.
    pub units: u64,
    /// All units.
    pub of_units: u64,
    /// The part of the whole that is done, by the estimated weight of the units: 0 to 1.
    pub done: f64,
    /// The time since the start.
    pub elapsed: Duration,
}

impl RunProgress {
    /// The time that the rest will take at the same pace.
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
    /// Number of nodes visited: those of `tally`, and if the run stopped, those of
    /// unfinished units too.
    pub visited: u64,
    /// [`Outcome::Exhausted`] if every work unit was finished, else the reason why the
    /// run stopped.
    pub outcome: Outcome,
    /// Finished units.
    pub units: u64,
    /// All units that were to be run.
    pub of_units: u64,
    /// The instructions that were used.
    pub kernel: Kernel,
    /// Number of threads.
    pub threads: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}
