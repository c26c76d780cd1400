//! Estimates, with errors, of the number of solutions, of nodes, and of the time of a
//! count.
//!
//! An estimate is an [`Interval`], which contains the number in 95 of 100 cases; it never
//! replaces an exact number.
//!
//! | call | estimates | algorithm |
//! |---|---|---|
//! | [`solutions`] | the number of solutions of a problem | annealed importance sampling (Neal 2001) |
//! | [`nodes`], [`nodes_of`] | the nodes of a search row by row, or of an engine | random walks (Knuth 1975); a random sample for engines with work units |
//! | [`time()`] | the time of an exact count | a random sample of its work units, see there |
//!
//! [`law`] has published laws of growth, for comparison with estimates of Q(n).

mod anneal;
mod general;
mod interval;
pub mod law;
mod lines;
mod nodes;
mod space;
#[cfg(test)]
mod tests;
mod time;
mod units;

pub use interval::{Interval, student};
pub use nodes::{NodesEstimate, nodes, nodes_of};
pub use time::{Guess, TimeEstimate, time, time_of_long};

use crate::engines::{self, Engine, modular, toroidal};
use crate::parallel::{RunProgress, WorkUnits};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::{ask, work_units};
use anneal::{Annealing, AnnealingFailure, MAX_SWEEPS};
use control::{Outcome, SharedMeter, Stop, thread_count};
use serde::Serialize;
use space::PlacementSpace;
use std::time::Duration;
use units::SampledUnit;

/// Minimum number of chains of an estimate.
const MIN_CHAINS: u64 = 256;

/// Minimum number of chains of an estimate that a limit cuts short.
const MIN_CHAINS_STOPPED: usize = 32;

/// Maximum logarithm of the number of placements at which solutions are counted instead.
const MAX_COUNTED_LN_SIZE: f64 = 14.0;

/// Number of sweeps of a chain, in addition to [`HARD_SWEEPS_PER_QUEEN`], beyond which an
/// exact count is tried before longer chains.
const HARD_SWEEPS: u64 = 1 << 12;

/// Number of sweeps for each queen, in addition to [`HARD_SWEEPS`]. The standard board
/// needs about ten for each queen.
const HARD_SWEEPS_PER_QUEEN: u64 = 64;

/// Time limit of an exact count when annealing fails.
const EXACT_COUNT_TIME: Duration = Duration::from_secs(10);

/// Default target for half the relative width of an interval: one percent.
pub const DEFAULT_ERROR: f64 = 0.01;

/// Reason why there is no estimate: a code for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{reason}")]
pub struct Refusal {
    /// Code of the reason.
    pub code: RefusalCode,
    /// The reason in words, with a remedy.
    pub reason: String,
    /// Number of proposals made.
    pub proposals: u64,
    /// Outcome: a limit, or gave up.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Wall-clock time.
    #[serde(skip)]
    pub elapsed: Duration,
}

/// Reasons why there is no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RefusalCode {
    /// The number of queens is not fixed.
    OpenTotal,
    /// The board is too large.
    TooLarge,
    /// The open lines cannot take all queens.
    Nowhere,
    /// Chains freeze before they find solutions, or their weights differ too much for a
    /// valid interval.
    Frozen,
    /// A limit was reached before there was a result.
    Stopped,
    /// The tree of the engine is not known.
    Engine,
    /// Threads could not be started.
    Threads,
}

impl Refusal {
    #[expect(
        clippy::needless_pass_by_value,
        reason = "called with strings and errors alike"
    )]
    fn new(code: RefusalCode, reason: impl ToString) -> Self {
        let (outcome, elapsed) = (Outcome::GaveUp, Duration::ZERO);
        Refusal {
            code,
            reason: reason.to_string(),
            proposals: 0,
            outcome,
            elapsed,
        }
    }

    fn open_total() -> Self {
        let reason = "the number of queens is not fixed, so the number of placements is unknown: add a total";
        Refusal::new(RefusalCode::OpenTotal, reason)
    }

    fn too_large(reason: impl ToString) -> Self {
        Refusal::new(RefusalCode::TooLarge, reason)
    }

    fn nowhere_to_stand() -> Self {
        Refusal::new(
            RefusalCode::Nowhere,
            "the open lines cannot take all queens: there is no solution",
        )
    }

    fn stopped(stop: Stop) -> Self {
        let reason = format!("{stop} before there was a result: allow more time");
        Refusal {
            outcome: Err(stop).into(),
            ..Refusal::new(RefusalCode::Stopped, reason)
        }
    }

    fn from_engine(reason: impl ToString) -> Self {
        Refusal::new(RefusalCode::Engine, reason)
    }

    fn not_counted() -> Self {
        Refusal::new(RefusalCode::Stopped, "not counted within the limits")
    }

    /// The refusal after the proposals of chains that failed.
    fn after_proposals(failure: AnnealingFailure, meter: &SharedMeter<'_>) -> Self {
        Refusal {
            proposals: meter.spent(),
            elapsed: meter.elapsed(),
            ..failure.into()
        }
    }
}

impl From<AnnealingFailure> for Refusal {
    fn from(failure: AnnealingFailure) -> Self {
        match failure {
            AnnealingFailure::Stopped(stop) => Refusal::stopped(stop),
            AnnealingFailure::Threads(error) => Refusal::new(RefusalCode::Threads, error),
            AnnealingFailure::Frozen { sweeps, reached } => {
                let what = if reached {
                    "have weights that differ too much"
                } else {
                    "find no solution"
                };
                let reason = format!(
                    "no estimate: chains of {sweeps} sweeps {what}. There are few solutions or none, and moves of one or \
                     two queens do not lead from one to the next"
                );
                Refusal::new(RefusalCode::Frozen, reason)
            }
        }
    }
}

/// Minimum number of work units of a sample.
const MIN_SAMPLED_UNITS: usize = 64;

/// Maximum time during which work units are started; the error is reached, or all draws
/// are made, before.
const MAX_SAMPLING_TIME: Duration = Duration::from_secs(24 * 3_600);

/// Source of a number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum How {
    /// Estimated.
    Annealed,
    /// Counted exactly, because the problem is small or annealing failed.
    Counted,
    /// Estimated from a random sample of the work units of an exact count.
    Sampled,
}

/// An estimate of a number of solutions.
#[derive(Clone, Debug)]
pub struct SolutionsEstimate {
    /// Source of the number.
    pub how: How,
    /// The exact number, if it was counted.
    pub counted: Option<u128>,
    /// The number as an interval; minus infinity if there is no solution.
    pub interval: Interval,
    /// Outcome: found if the requested error was reached, else the reason to stop.
    pub outcome: Outcome,
    /// Number of chains, or of work units of a sample.
    pub chains: u64,
    /// Number of sweeps of each chain; a sweep is one proposal for each queen that moves.
    pub sweeps: u64,
    /// Last inverse temperature, with an energy of 1 for each attack.
    pub coldest: f64,
    /// Number of proposals, including trials.
    pub proposals: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Estimates the number of solutions of `problem`. `error` is the target for half the
/// width of the 95 percent interval, relative to the number.
///
/// Chains start from placements whose number is known exactly (permutations; injections
/// on rectangles and for partial totals; permutations of the open lines with given
/// queens; sets of squares for several queens in a line), and anneal the attacks away:
/// see `docs/design/estimate.md`. Problems with few placements, and those whose chains
/// freeze, are counted instead if that takes seconds. On a large torus a random sample of
/// the work units of the count is run.
///
/// The result depends on the seed and the error only, not on the number of threads,
/// unless a time limit is reached. A node of the limits is a proposal.
///
/// # Errors
/// The reason why there is no estimate. A limit reached after the first chains is not an
/// error.
///
/// ```
/// use queens::{Settings, estimate, problem::Problem};
///
/// let settings = Settings::default().with_threads(1);
/// let twelve = estimate::solutions(&Problem::queens(12)?, 0.1, &settings)?;
/// assert!(twelve.interval.reach() <= 0.1);
/// // A000170: 14,200. Five of a hundred 95 percent intervals miss the number; this one contains it.
/// assert!(twelve.interval.holds(14_200f64.ln()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions(
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<SolutionsEstimate, Refusal> {
    let limits = settings.limits.started();
    let settings = &settings.clone().with_limits(limits.clone());
    // An argument shows that there is no solution: the count finds it at once.
    if modular::obstruction(&problem.normalized()).is_some() {
        return count_exactly(problem, settings, Refusal::not_counted());
    }
    if let Some(toroidal) = suits_toroidal(problem) {
        return solutions_on_torus(toroidal, problem, error, settings);
    }
    let space = match PlacementSpace::from_problem(problem, &limits) {
        Ok(space) if space.ln_size() > MAX_COUNTED_LN_SIZE => space,
        Ok(_) => return count_exactly(problem, settings, Refusal::not_counted()),
        Err(refusal) => return count_exactly(problem, settings, refusal),
    };
    let meter = SharedMeter::new(&limits);
    // A problem that needs long chains may have few solutions, which are counted faster.
    let mut annealing = Annealing {
        space: &space,
        seed: settings.seed,
        threads: thread_count(settings.threads),
        meter: &meter,
        max_sweeps: HARD_SWEEPS + HARD_SWEEPS_PER_QUEEN * space.queens() as u64,
    };
    let failure = match estimate_by_annealing(&annealing, error, settings) {
        Ok(estimate) => return Ok(estimate),
        Err(failure) => failure,
    };
    let is_frozen = matches!(failure, AnnealingFailure::Frozen { .. });
    let refusal = Refusal::after_proposals(failure, &meter);
    if !is_frozen {
        return Err(refusal);
    }
    if let Ok(exact) = count_exactly(problem, settings, refusal) {
        return Ok(exact);
    }
    annealing.max_sweeps = MAX_SWEEPS;
    estimate_by_annealing(&annealing, error, settings)
        .map_err(|failure| Refusal::after_proposals(failure, &meter))
}

/// Counts on a small torus, and estimates from work units on a large one. Chains freeze
/// there: the solutions are few and far between.
fn solutions_on_torus(
    toroidal: &dyn Engine,
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<SolutionsEstimate, Refusal> {
    let is_quick = toroidal
        .info()
        .practical
        .is_some_and(|largest| problem.rows() <= largest);
    if is_quick
        && let Ok(exact) = count_exactly(problem, settings, Refusal::not_counted())
    {
        return Ok(exact);
    }
    estimate_by_units(problem, error, settings)
}

fn estimate_by_annealing(
    annealing: &Annealing<'_>,
    error: f64,
    settings: &Settings,
) -> Result<SolutionsEstimate, AnnealingFailure> {
    let mut schedule = annealing.find_schedule()?;
    let (weights, step) = annealing.run_until_enough(&mut schedule, &|weights| {
        let done = weights.len() as u64;
        if done < MIN_CHAINS {
            return MIN_CHAINS - done;
        }
        let reach = Interval::from_ln_weights(weights)
            .map_or(f64::INFINITY, |interval| interval.reach());
        if let Some(listener) = &settings.progress {
            let share = (error / reach).powi(2).min(1.0);
            listener(&RunProgress {
                units: done,
                of_units: (done as f64 / share.max(1e-9)) as u64,
                done: share,
                elapsed: annealing.meter.elapsed(),
            });
        }
        missing_chains(done, reach / error)
    })?;
    let enough = weights.len() >= MIN_CHAINS_STOPPED;
    let Some(interval) = Interval::from_ln_weights(&weights).filter(|_| enough) else {
        let stop = step.err().unwrap_or(Stop::GaveUp);
        return Err(AnnealingFailure::Stopped(stop));
    };
    Ok(SolutionsEstimate {
        how: How::Annealed,
        counted: None,
        interval: interval.times(annealing.space.ln_size()),
        outcome: match step {
            Ok(()) => Outcome::Found,
            step => step.into(),
        },
        chains: weights.len() as u64,
        sweeps: annealing.sweeps_per_chain(&schedule),
        coldest: schedule.coldest_beta(),
        proposals: annealing.meter.spent(),
        elapsed: annealing.meter.elapsed(),
    })
}

/// Number of further chains after `done`, if the error is so many times the requested
/// one: it falls with the root of the number of chains.
fn missing_chains(done: u64, times: f64) -> u64 {
    if times <= 1.0 {
        return 0;
    }
    // At most twice those so far, because the error is imprecise at first.
    ((times * times - 1.0) * 1.02 * done as f64).clamp(8.0, done as f64) as u64
}

/// Returns the engine for queens on the torus, if it counts the solutions of `problem`.
fn suits_toroidal(problem: &Problem) -> Option<&'static dyn Engine> {
    let engine = engines::find(toroidal::ID)?;
    engine
        .accepts(&problem.normalized(), Question::Count)
        .is_ok()
        .then_some(engine)
}

/// Estimates from a random sample of the work units of an exact count.
fn estimate_by_units(
    problem: &Problem,
    error: f64,
    settings: &Settings,
) -> Result<SolutionsEstimate, Refusal> {
    let settings = settings.clone().with_engine(toroidal::ID);
    let (_, work_units) =
        work_units(problem, Question::Count, &settings).map_err(Refusal::from_engine)?;
    let finer = work_units.finer();
    let work_units: &dyn WorkUnits = finer.as_deref().unwrap_or(&*work_units);
    let (mut sample, report) =
        units::sample_units(work_units, &settings, MAX_SAMPLING_TIME, 0, |sample| {
            precise_length(sample, error).is_some()
        })
        .map_err(|refused| Refusal::new(RefusalCode::Threads, refused))?;
    // Threads may have finished more units than that.
    sample.truncate(precise_length(&sample, error).unwrap_or(sample.len()));
    let stopped = units::unfinished_outcome(&report);
    let interval = units::estimate_total(&sample, |unit| unit.count);
    let Some(interval) = interval.filter(|_| sample.len() >= MIN_SAMPLED_UNITS) else {
        let reason = format!("{stopped} before there was a result: allow more time");
        let refusal = Refusal::new(RefusalCode::Stopped, reason);
        return Err(Refusal {
            outcome: stopped,
            elapsed: report.elapsed,
            ..refusal
        });
    };
    Ok(SolutionsEstimate {
        how: How::Sampled,
        counted: None,
        interval,
        outcome: if interval.reach() <= error {
            Outcome::Found
        } else {
            stopped
        },
        chains: sample.len() as u64,
        sweeps: 0,
        coldest: 0.0,
        proposals: 0,
        elapsed: report.elapsed,
    })
}

/// Length of the first part of a sample that is precise enough, among parts whose lengths
/// do not depend on the number of threads.
fn precise_length(sample: &[SampledUnit], error: f64) -> Option<usize> {
    let mut length = MIN_SAMPLED_UNITS;
    while let Some(part) = sample.get(..length) {
        let found = units::estimate_total(part, |unit| unit.count);
        if found.is_some_and(|found| found.reach() <= error) {
            return Some(length);
        }
        length *= 2;
    }
    None
}

/// Counts exactly within [`EXACT_COUNT_TIME`]; returns `refusal` if that is not enough
/// time.
fn count_exactly(
    problem: &Problem,
    settings: &Settings,
    refusal: Refusal,
) -> Result<SolutionsEstimate, Refusal> {
    // The deadline of the settings, which is already running, stays in force.
    let bounds = settings
        .limits
        .clone()
        .with_time(EXACT_COUNT_TIME)
        .started();
    let mut settings = settings.clone().with_limits(bounds);
    settings.engine = None;
    settings.progress = None;
    let answer = ask(problem, Question::Count, &settings).map_err(|_| refusal.clone())?;
    if !answer.is_complete() {
        return Err(refusal);
    }
    Ok(SolutionsEstimate {
        how: How::Counted,
        counted: Some(answer.count),
        interval: Interval::exact((answer.count as f64).ln()),
        outcome: answer.outcome,
        chains: 0,
        sweeps: 0,
        coldest: 0.0,
        proposals: 0,
        elapsed: answer.statistics.elapsed,
    })
}
