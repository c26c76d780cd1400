//! Timing that a reader can trust: short runs are repeated, the median counts.

use crate::question::Answer;
use crate::unsupported::Unsupported;
use std::time::{Duration, Instant};

/// Runs are repeated up to this long ...
const REPEAT_UP_TO: Duration = Duration::from_millis(60);

/// ... and this often.
const MOST_RUNS: usize = 9;

/// Runs until one run was long or enough were short; the answer of the last one, and the median of their times in
/// seconds.
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

/// The median of some times, in seconds; 0 for none.
pub(super) fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
