//! Reliable timing: short runs are repeated, and the median counts.

use crate::question::Answer;
use crate::unsupported::Unsupported;
use control::Instant;
use std::time::Duration;

/// Total time of runs after which they are not repeated.
const REPEAT_UP_TO: Duration = Duration::from_millis(60);

/// Largest number of runs.
const MOST_RUNS: usize = 9;

/// Times up to which the clock is too coarse for a single run: browsers round it to as
/// much as a millisecond.
const COARSE_TIME: Duration = if cfg!(target_arch = "wasm32") {
    Duration::from_millis(10)
} else {
    Duration::ZERO
};

/// Runs until one run was long or enough were short; returns the last answer, and the
/// median of the times in seconds, or their mean if the clock is too coarse for a median.
pub(super) fn measure_runs(
    mut run: impl FnMut() -> Result<Answer, Unsupported>,
) -> Result<(Answer, f64), Unsupported> {
    let started = Instant::now();
    let mut times = Vec::new();
    loop {
        let answer = run()?;
        times.push(answer.statistics.elapsed);
        let total = started.elapsed();
        let is_coarse = total < COARSE_TIME * times.len() as u32;
        let is_over = total >= REPEAT_UP_TO || (times.len() >= MOST_RUNS && !is_coarse);
        if is_over || !answer.is_complete() {
            let seconds = if is_coarse {
                total.as_secs_f64() / times.len() as f64
            } else {
                median_seconds(times)
            };
            return Ok((answer, seconds));
        }
    }
}

/// Returns the median of some times, in seconds; 0 for none.
pub(super) fn median_seconds(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times
        .get(times.len() / 2)
        .map_or(0.0, Duration::as_secs_f64)
}
