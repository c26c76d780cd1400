//! Forecasts of the time of a count.
//!
//! There is one estimator for all front ends. It measures this machine each time and uses
//! no timings of other machines.

use super::units::{self, estimate_total};
use super::{Interval, law, nodes};
use crate::engines::join;
use crate::parallel::{RunProgress, WorkUnits};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::unsupported::Unsupported;
use crate::{ask, work_units};
use control::{Outcome, Stop, lock, thread_count};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Time limit of the first run. A count that finishes within it is measured, not
/// estimated.
const FIRST_RUN_TIME: Duration = Duration::from_millis(200);

/// Maximum time, as forecast by the first run, at which a count is run to its end
/// instead, for at most 1.5 times as long.
const SHORT_COUNT_TIME: Duration = Duration::from_secs(2);

/// Time during which work units of a sample are started.
const SAMPLE_TIME: Duration = Duration::from_millis(500);

/// Minimum number of sampled work units for an estimate.
const MIN_SAMPLED_UNITS: usize = 8;

/// Number of parts of a run whose paces are compared.
const PACE_PARTS: usize = 4;

/// Minimum number of progress reports of each thread in a part.
const MIN_REPORTS_PER_PART: usize = 3;

/// Factor between the times of repeated counts, by which both bounds are widened.
const REPEAT_FACTOR: f64 = 1.25;

/// Factor for extrapolation from a smaller board or from the first part of a count, by
/// which both bounds are widened.
const EXTRAPOLATION_FACTOR: f64 = 2.0;

/// Maximum time to start a count, in seconds; it matters only for very short counts.
const START_SECONDS: f64 = 0.01;

/// Sizes of smaller boards from which larger ones are extrapolated.
const SMALLER_SIZES: RangeInclusive<u32> = 8..=27;

/// Minimum size of a board of `join` from which larger ones are extrapolated.
const MIN_JOIN_SIZE: u32 = 16;

/// Maximum size of a board of `join` whose work units are sampled. On larger boards
/// listing the halves takes so long, however finely the units are cut, that a sample
/// overestimates the time several times.
const MAX_SAMPLED_JOIN_SIZE: u32 = 22;

/// Ratio of the time of `join` for each solution from one size to the next: 1.7 ns for n =
/// 18, 1.1 ns for 20, 0.4 ns for 27.
const COST_RATIO_PER_ROW: f64 = 0.9;

/// Difference in size from a board of `join` to the next smaller one to sample, which
/// takes a thousandth of the time.
const JOIN_SIZE_STEP: u32 = 4;

/// Time of a count of a smaller board, in seconds, that is long enough to measure the
/// cost of a node.
const MIN_MEASURED_SECONDS: f64 = 0.1;

/// Target error of estimates of nodes.
const NODES_ERROR: f64 = 0.05;

/// Time limit of estimates of nodes.
const NODES_TIME: Duration = Duration::from_secs(10);

/// Forecast of the time of a count.
#[derive(Clone, Copy, Debug)]
pub struct TimeEstimate {
    /// Id of the engine that would count.
    pub engine: &'static str,
    /// Source of the forecast; see [`time()`].
    pub how: &'static str,
    /// The time, if it is known.
    pub guess: Option<Guess>,
    /// Outcome: exhausted if the forecast is complete. A limit that leaves enough for a
    /// forecast does not count.
    pub outcome: Outcome,
}

/// Likely time of a count, with bounds.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// Likely time in seconds.
    pub seconds: f64,
    /// Lower bound in seconds.
    pub low: f64,
    /// Upper bound in seconds.
    pub high: f64,
    /// Number of threads, each with a processor of its own.
    pub threads: usize,
}

impl Guess {
    /// Creates the forecast of a measured time.
    fn from_measurement(seconds: f64, threads: usize) -> Self {
        Guess {
            seconds,
            low: seconds / REPEAT_FACTOR,
            high: seconds * REPEAT_FACTOR + START_SECONDS,
            threads,
        }
    }

    /// Creates a forecast for one thread from an interval of processor time.
    fn of_one_thread(seconds: Interval, factor: f64) -> Self {
        let Interval { ln, low, high, .. } = seconds;
        Guess {
            seconds: ln.exp(),
            low: low.exp() / factor,
            high: high.exp() * factor,
            threads: 1,
        }
    }

    fn scale_time(self, factor: f64) -> Self {
        Guess {
            seconds: self.seconds * factor,
            low: self.low * factor,
            high: self.high * factor,
            ..self
        }
    }

    /// Widens the bounds by [`EXTRAPOLATION_FACTOR`].
    fn widen_interval(self) -> Self {
        Guess {
            low: self.low / EXTRAPOLATION_FACTOR,
            high: self.high * EXTRAPOLATION_FACTOR,
            ..self
        }
    }

    /// Returns the forecast for another number of threads; threads beyond the number of
    /// processors add no speed.
    #[must_use]
    pub fn on(self, threads: usize) -> Self {
        let processors = thread_count(0);
        let at_once = |threads: usize| threads.clamp(1, processors) as f64;
        Guess {
            threads,
            ..self.scale_time(at_once(self.threads) / at_once(threads))
        }
    }
}

/// Forecasts the time of `question`, a count, with these settings on this machine when it
/// is otherwise idle:
///
/// | source | measurement |
/// |---|---|
/// | `counted` | the count finished within 0.2 seconds, or within 3 if its first part forecast at most 2; the bounds are a quarter less and more |
/// | `sample` | work units of the engine, drawn at random by weight; the bounds are a 95 percent interval, widened by a quarter. For large boards the engine cuts finer units |
/// | `growth` | too few work units finished in time: a sample or a count of a smaller board, times the estimated ratio of nodes or solutions; the bounds are widened by a factor of two |
/// | `beginning` | engines without work units: extrapolation from the reported progress; the bounds are the slowest and the fastest quarter, widened by a factor of two |
/// | `unknown` | the engine reports no progress, or a limit was reached: [`TimeEstimate::outcome`] |
///
/// Work units are measured in processor time on the threads that the count would use, so
/// that other work on the machine does not change the forecast. On an idle machine this
/// takes about a second, up to twelve if work units are long, and more for `growth`. The
/// limits of the settings apply to all of it together.
///
/// # Errors
/// No engine takes the problem.
///
/// ```
/// use queens::{Question, Settings, estimate::time, problem::Problem};
///
/// let six = time(&Problem::queens(6)?, Question::Count, &Settings::default())?;
/// assert!(six.how == "counted" && six.guess.is_some_and(|guess| guess.high < 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn time(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<TimeEstimate, Unsupported> {
    let settings = &settings.clone().with_limits(settings.limits.started());
    match first_run(problem, question, settings)? {
        FirstRun::Whole(guess) => {
            make_estimate(problem, question, settings, "counted", Some(guess))
        }
        FirstRun::Part(guess) => match time_of_long(problem, question, settings)? {
            unknown @ TimeEstimate { guess: None, .. } if guess.is_none() => Ok(unknown),
            TimeEstimate { guess: None, .. } => {
                make_estimate(problem, question, settings, "beginning", guess)
            }
            known => Ok(known),
        },
    }
}

/// Forecasts as [`time()`] does, without the first run, for a count that is known to take
/// more than seconds.
///
/// # Errors
/// As [`time()`].
pub fn time_of_long(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<TimeEstimate, Unsupported> {
    let settings = &settings.clone().with_limits(settings.limits.started());
    let engine = crate::plan(problem, question, settings)?.engine();
    let settings = &settings.clone().with_engine(engine);
    let is_too_large = engine == join::ID && problem.rows() > MAX_SAMPLED_JOIN_SIZE;
    let sampled = if is_too_large {
        None
    } else {
        from_sample(problem, question, settings)?
    };
    let (how, guess) = match sampled {
        Some(guess) => ("sample", Some(guess)),
        None => match from_smaller_board(engine, problem, question, settings)? {
            Some(guess) => ("growth", Some(guess)),
            None => ("unknown", None),
        },
    };
    make_estimate(problem, question, settings, how, guess)
}

fn make_estimate(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    how: &'static str,
    guess: Option<Guess>,
) -> Result<TimeEstimate, Unsupported> {
    let engine = crate::plan(problem, question, settings)?.engine();
    let outcome = match settings.limits.check() {
        Err(Stop::LimitReached(_)) if guess.is_some() => Outcome::Exhausted,
        step => step.into(),
    };
    Ok(TimeEstimate {
        engine,
        how,
        guess,
        outcome,
    })
}

/// Result of a short run.
enum FirstRun {
    /// The count finished.
    Whole(Guess),
    /// The count did not finish; the forecast from its progress, if there was enough.
    Part(Option<Guess>),
}

/// Runs the count for a moment, and to its end if that is near.
fn first_run(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<FirstRun, Unsupported> {
    let within =
        |time: Duration| settings.limits.time.map_or(time, |limit| limit.min(time));
    match run_for(problem, question, settings, within(FIRST_RUN_TIME))? {
        FirstRun::Part(Some(guess))
            if guess.seconds <= SHORT_COUNT_TIME.as_secs_f64() =>
        {
            match run_for(
                problem,
                question,
                settings,
                within(SHORT_COUNT_TIME * 3 / 2),
            )? {
                FirstRun::Part(_) => Ok(FirstRun::Part(Some(guess))),
                whole => Ok(whole),
            }
        }
        begun => Ok(begun),
    }
}

/// Runs the count for at most `time`.
fn run_for(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    time: Duration,
) -> Result<FirstRun, Unsupported> {
    let reports: Arc<Mutex<Vec<RunProgress>>> = Arc::default();
    let received = reports.clone();
    let limits = settings.limits.clone().with_time(time);
    let listener =
        Arc::new(move |progress: &RunProgress| lock(&received).push(*progress));
    let settings = settings.clone().with_limits(limits).with_progress(listener);
    let answer = ask(problem, question, &settings)?;
    if answer.is_complete() {
        let seconds = answer.statistics.elapsed.as_secs_f64();
        return Ok(FirstRun::Whole(Guess::from_measurement(
            seconds,
            answer.threads,
        )));
    }
    let reports = std::mem::take(&mut *lock(&reports));
    Ok(FirstRun::Part(from_paces(reports, answer.threads)))
}

/// Forecasts the time from progress reports: from the pace of each part; `None` if there
/// are too few reports.
fn from_paces(mut reports: Vec<RunProgress>, threads: usize) -> Option<Guess> {
    // Threads may have reported out of order.
    reports.sort_by(|a, b| a.done.total_cmp(&b.done));
    let last = reports
        .last()
        .filter(|_| reports.len() > PACE_PARTS * MIN_REPORTS_PER_PART * threads)?;
    let seconds = last.elapsed.as_secs_f64() / last.done;
    let ends =
        (0..=PACE_PARTS).map(|part| reports[part * (reports.len() - 1) / PACE_PARTS]);
    let paces: Vec<f64> = ends
        .clone()
        .zip(ends.skip(1))
        .filter(|(from, to)| to.done > from.done)
        .map(|(from, to)| {
            (to.elapsed.saturating_sub(from.elapsed)).as_secs_f64()
                / (to.done - from.done)
        })
        .collect();
    let low = paces.iter().copied().fold(seconds, f64::min) / EXTRAPOLATION_FACTOR;
    let high = paces.iter().copied().fold(seconds, f64::max) * EXTRAPOLATION_FACTOR;
    Some(Guess {
        seconds,
        low,
        high,
        threads,
    })
}

/// Forecasts from a random sample of work units; `None` if the engine has none, or too
/// few finished.
fn from_sample(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    let Ok((_, work_units)) = work_units(problem, question, settings) else {
        return Ok(None);
    };
    let finer = work_units.finer();
    let work_units: &dyn WorkUnits = finer.as_deref().unwrap_or(&*work_units);
    let (sample, report) = units::sample_units(
        work_units,
        settings,
        SAMPLE_TIME,
        MIN_SAMPLED_UNITS,
        |_| false,
    )?;
    let seconds = estimate_total(&sample, |unit| unit.seconds)
        .filter(|_| sample.len() >= MIN_SAMPLED_UNITS);
    Ok(seconds
        .map(|seconds| Guess::of_one_thread(seconds, REPEAT_FACTOR).on(report.threads)))
}

/// Forecasts from a smaller board of the same kind, for engines with work units: its
/// time, times the ratio of work.
fn from_smaller_board(
    engine: &str,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    if work_units(problem, question, settings).is_err() {
        return Ok(None);
    }
    if engine == join::ID {
        return from_smaller_join(problem.rows(), question, settings);
    }
    let mut measured_board = None;
    for size in SMALLER_SIZES.take_while(|&size| size < problem.rows()) {
        let Some(smaller) = problem.of_size(size) else {
            return Ok(None);
        };
        let Ok(FirstRun::Whole(guess)) =
            run_for(&smaller, question, settings, FIRST_RUN_TIME * 5)
        else {
            break;
        };
        let is_enough = guess.seconds >= MIN_MEASURED_SECONDS;
        measured_board = Some((smaller, guess));
        if is_enough {
            break;
        }
    }
    let Some((smaller, guess)) =
        measured_board.filter(|(_, guess)| guess.seconds * 10.0 >= MIN_MEASURED_SECONDS)
    else {
        return Ok(None);
    };
    let guess = from_sample(&smaller, question, settings)?.unwrap_or(guess);
    let limits = settings.limits.clone().with_time(NODES_TIME);
    let sampling = settings.clone().with_limits(limits);
    let (Ok(large), Ok(small)) = (
        nodes(problem, NODES_ERROR, &sampling),
        nodes(&smaller, NODES_ERROR, &sampling),
    ) else {
        return Ok(None);
    };
    let more = (large.nodes.ln - small.nodes.ln).exp();
    Ok(Some(guess.scale_time(more).widen_interval()))
}

/// Forecasts a count by `join` on a board with `large` rows from a sample of a smaller
/// one.
fn from_smaller_join(
    large: u32,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    // If work units of the large board do not finish in time, units of a slightly smaller
    // board seldom do.
    let largest = large
        .saturating_sub(JOIN_SIZE_STEP)
        .min(MAX_SAMPLED_JOIN_SIZE);
    let sizes = (MIN_JOIN_SIZE..=largest).rev();
    for small in sizes.step_by(JOIN_SIZE_STEP as usize) {
        let Ok(smaller) = Problem::queens(small) else {
            continue;
        };
        // Half of the time is left for smaller boards: on a busy machine the sample of
        // this one may not finish.
        let mut limits = settings.limits.clone();
        if let Some(left) = limits.remaining_time()
            && small >= MIN_JOIN_SIZE + JOIN_SIZE_STEP
        {
            limits = limits.with_time(left / 2).started();
        }
        let settings = &settings.clone().with_limits(limits);
        if let Some(guess) = from_sample(&smaller, question, settings)? {
            // The fit is accurate to a percent.
            let solutions = (law::fitted(large) - law::fitted(small)).exp();
            let more = solutions * COST_RATIO_PER_ROW.powi((large - small) as i32);
            return Ok(Some(guess.scale_time(more).widen_interval()));
        }
    }
    Ok(None)
}
