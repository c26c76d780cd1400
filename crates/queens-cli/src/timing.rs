//! Timing that a reader can trust: short runs are repeated, the median counts.

use crate::exit::Failure;
use queens::control::Outcome;
use queens::engines::ladder::Report;
use std::time::{Duration, Instant};

/// What says how long it took and whether it came to its end.
pub(crate) trait Timed {
    fn elapsed(&self) -> Duration;
    fn outcome(&self) -> Outcome;
}

impl Timed for Report {
    fn elapsed(&self) -> Duration {
        self.statistics.elapsed
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }
}

/// Runs are repeated up to this long ...
const REPEAT_UP_TO: Duration = Duration::from_millis(60);

/// ... and this often.
const MOST_RUNS: usize = 9;

/// Runs until one run was long or enough were short; the report of the last one, and the median of
/// their times.
pub(crate) fn measured<T: Timed>(
    mut run: impl FnMut() -> Result<T, Failure>,
) -> Result<(T, Duration), Failure> {
    let started = Instant::now();
    let mut times = Vec::new();
    loop {
        let report = run()?;
        times.push(report.elapsed());
        let is_over = times.len() == MOST_RUNS || started.elapsed() >= REPEAT_UP_TO;
        if is_over || !report.outcome().is_complete() {
            times.sort_unstable();
            return Ok((report, times[times.len() / 2]));
        }
    }
}
