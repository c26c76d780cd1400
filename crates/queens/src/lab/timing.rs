//! Reliable timing: short runs are repeated, and the median counts.

use crate::question::Answer;
use crate::unsupported::Unsupported;
use control::Instant;
use std::time::Duration;

/// Total time of runs after which they are not repeated.
const REPEAT_UP_TO: Duration = Duration::from_millis(60);

/// Largest number of runs.
const MOST_RUNS: usize = 9;

/// Runs until one run was long or enough were short; returns the last answer, and the median of the times in seconds.
pub(super) fn measured(
    mut run: impl FnMut() -> Result<Answer, Unsupported>,
) -> Result<(Answer, f64), Unsupported> {
    let started = Instant::now();
    let mut times = Vec::new();
    loop {
        let answer = run()?;
        times.push(answer.statistics.elapsed);
        let is_over = times.len() == MOST_RUNS || started.elapsed() >= REPEAT_UP_TO;
        if is_over || !answer.is_complete() {
            return Ok((answer, median(times)));
        }
    }
}

/// Returns the median of some times, in seconds; 0 for none.
pub(super) fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
