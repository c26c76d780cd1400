//! What a count will come to, and what it will cost, with errors: of solutions, of nodes, of time.
//!
//! An estimate never stands where an exact number is expected: it is an [`Interval`], which holds the number in 95 of
//! 100 cases.
//!
//! | call | estimates | how |
//! |---|---|---|
//! | [`solutions`] | how many solutions a problem has | annealed importance sampling (Neal 2001) |
//! | [`nodes`], [`nodes_of`] | the nodes of the tree of the search row by row, or of an engine | random walks (Knuth 1975); of engines in units a random sample |
//! | [`time()`] | how long an exact count takes | a sample of it, see there |
//!
//! [`law`] has the published laws of growth beside which estimates of Q(n) are seen.

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

use crate::ask;
use crate::parallel::Progress;
use crate::problem::Problem;
use crate::question::{Question, Settings};
use anneal::{Annealing, LONGEST, Vain};
use control::{Outcome, SharedMeter, Step, Stop};
use serde::Serialize;
use space::Space;
use std::time::Duration;

/// The fewest weights of an estimate, and of one that a limit cuts short.
const FEWEST: u64 = 256;
const FEWEST_STOPPED: usize = 32;

/// A space with at most this many placements (its logarithm) is counted.
const SMALL: f64 = 14.0;

/// The sweeps of a chain, and those for each queen, beyond which an exact count is tried before longer chains are. The
/// standard board takes some ten for each queen.
const HARD: u64 = 1 << 12;
const HARD_EACH: u64 = 64;

/// How long an exact count may be tried where estimates are out of reach.
const EXACT: Duration = Duration::from_secs(10);

/// Half the width of an interval at which an estimate is done where nothing is asked: one percent.
pub const ERROR: f64 = 0.01;

/// Why there is no estimate: for programs a word, for people a sentence with the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{reason}")]
pub struct Refusal {
    /// Which of a few reasons it is.
    pub code: RefusalCode,
    /// The same in words.
    pub reason: String,
    /// Proposals that were made before that was known.
    pub proposals: u64,
    /// What ended the work: a limit, or that it came to nothing.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Wall-clock time until then.
    #[serde(skip)]
    pub elapsed: Duration,
}

/// The reasons for which there is no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RefusalCode {
    /// How many queens are placed is not said.
    OpenTotal,
    /// More than can be annealed.
    TooLarge,
    /// There is no room for the queens; an exact count says so, if there is one.
    Nowhere,
    /// Chains freeze before they are free of attacks, or their weights differ too much for an honest interval.
    Frozen,
    /// A limit came before there was anything to tell.
    Stopped,
    /// The tree of the engine is not one that is known.
    Engine,
    /// Threads cannot be started.
    Threads,
}

impl Refusal {
    #[expect(clippy::needless_pass_by_value, reason = "called with strings and errors alike")]
    fn new(code: RefusalCode, reason: impl ToString) -> Self {
        let (outcome, elapsed) = (Outcome::GaveUp, Duration::ZERO);
        Refusal { code, reason: reason.to_string(), proposals: 0, outcome, elapsed }
    }

    fn open_total() -> Self {
        let reason = "how many queens are placed is open, so that no set of placements has a known size: name it with \
                      a total";
        Refusal::new(RefusalCode::OpenTotal, reason)
    }

    fn too_large(reason: impl ToString) -> Self {
        Refusal::new(RefusalCode::TooLarge, reason)
    }

    fn nowhere() -> Self {
        Refusal::new(
            RefusalCode::Nowhere,
            "the lines that are open do not take all queens: there is no solution",
        )
    }

    fn stopped(stop: Stop) -> Self {
        let reason = format!("{stop} before there was anything to tell: give it more time");
        Refusal { outcome: Err(stop).into(), ..Refusal::new(RefusalCode::Stopped, reason) }
    }

    fn engine(reason: impl ToString) -> Self {
        Refusal::new(RefusalCode::Engine, reason)
    }
}

impl From<Vain> for Refusal {
    fn from(vain: Vain) -> Self {
        match vain {
            Vain::Stopped(stop) => Refusal::stopped(stop),
            Vain::Threads(error) => Refusal::new(RefusalCode::Threads, error),
            Vain::Frozen { sweeps, reached } => {
                let what = if reached { "have weights that differ too much" } else { "all freeze" };
                let reason = format!(
                    "out of reach: chains of {sweeps} sweeps {what}. Either there is no solution, or there are few, \
                     and moves of one or two queens do not lead from one to the next"
                );
                Refusal::new(RefusalCode::Frozen, reason)
            }
        }
    }
}

/// How a number of solutions is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum How {
    /// Estimated.
    Annealed,
    /// Counted exactly, because that was as easy or the only way.
    Counted,
}

/// An estimate of a number of solutions.
#[derive(Clone, Debug)]
pub struct SolutionsEstimate {
    /// How it is known.
    pub how: How,
    /// The number, where it was counted.
    pub counted: Option<u128>,
    /// The number as an interval; of none, from minus infinity.
    pub interval: Interval,
    /// Whether the error that was asked for was reached, or what came before.
    pub outcome: Outcome,
    /// Chains that the estimate is the mean of.
    pub chains: u64,
    /// Sweeps of a chain: in one, as many moves are proposed as there are queens that move.
    pub sweeps: u64,
    /// The last inverse temperature, where an attack counts 1.
    pub coldest: f64,
    /// All proposals, those of trials among them.
    pub proposals: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Estimates how many solutions `problem` has, to `error`: half the width of the 95 percent interval, as a part of the
/// number.
///
/// It starts from placements whose number is known exactly (permutations; on rectangles and for partial totals,
/// injections; with given queens, permutations of the lines that are open; where more than one stand in a line, sets of
/// squares), and cools the attacks away; `docs/design/estimate.md` says how. Problems with few placements, and those
/// that freeze, are counted instead where that takes seconds.
///
/// The same seed and error come to the same figures, whatever the threads; a time limit cuts where it comes. A node of
/// the limits is a proposal.
///
/// # Errors
/// Why there is no estimate; a limit that comes after the first chains is none.
///
/// ```
/// use queens::{Settings, estimate, problem::Problem};
///
/// let settings = Settings::default().with_threads(1);
/// let twelve = estimate::solutions(&Problem::queens(12)?, 0.1, &settings)?;
/// assert!(twelve.interval.reach() <= 0.1);
/// // A000170: 14,200. In five of a hundred cases an interval of 95 percent does not hold it; in this one it does.
/// assert!(twelve.interval.holds(14_200f64.ln()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solutions(problem: &Problem, error: f64, settings: &Settings) -> Result<SolutionsEstimate, Refusal> {
    let limits = settings.limits.started();
    let settings = &settings.clone().with_limits(limits.clone());
    let space = match Space::of(problem, &limits) {
        Ok(space) if space.ln_size() > SMALL => space,
        Ok(_) => {
            let refusal = Refusal::new(RefusalCode::Stopped, "not counted within the limits");
            return counted(problem, settings, refusal);
        }
        Err(refusal) => return counted(problem, settings, refusal),
    };
    let meter = SharedMeter::new(&limits);
    let annealing = |longest| Annealing {
        space: &space,
        seed: settings.seed,
        threads: threads(settings),
        meter: &meter,
        longest,
    };
    let refusal = |vain: Vain| Refusal { proposals: meter.spent(), elapsed: meter.elapsed(), ..vain.into() };
    // Where the way is hard there may be few solutions, which are counted sooner.
    let hard = HARD + HARD_EACH * space.queens() as u64;
    match anneal(&annealing(hard), error, settings) {
        Ok(estimate) => Ok(estimate),
        Err(vain @ Vain::Frozen { .. }) => counted(problem, settings, refusal(vain))
            .or_else(|_| anneal(&annealing(LONGEST), error, settings).map_err(refusal)),
        Err(vain) => Err(refusal(vain)),
    }
}

fn threads(settings: &Settings) -> usize {
    match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

fn anneal(annealing: &Annealing<'_>, error: f64, settings: &Settings) -> Result<SolutionsEstimate, Vain> {
    let mut schedule = annealing.schedule()?;
    // So many more chains as the error wants: at most as many again, because the error is not known well before.
    let more = |weights: &[f64]| -> u64 {
        let done = weights.len() as u64;
        if done < FEWEST {
            return FEWEST - done;
        }
        let reach = Interval::of(weights).map_or(f64::INFINITY, |interval| interval.reach());
        if let Some(tell) = &settings.progress {
            let share = (error / reach).powi(2).min(1.0);
            let units = (done as f64 / share.max(1e-9)) as u64;
            tell(&Progress { units: done, of_units: units, done: share, elapsed: annealing.meter.elapsed() });
        }
        match reach / error {
            reached if reached <= 1.0 => 0,
            times => ((times * times - 1.0) * 1.02 * done as f64).clamp(8.0, done as f64) as u64,
        }
    };
    let (weights, step) = annealing.estimate(&mut schedule, &more)?;
    let stopped = |step: Step| step.err().unwrap_or(Stop::GaveUp);
    let enough = weights.len() >= FEWEST_STOPPED;
    let Some(interval) = Interval::of(&weights).filter(|_| enough) else {
        return Err(Vain::Stopped(stopped(step)));
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
        sweeps: annealing.sweeps(&schedule),
        coldest: schedule.coldest(),
        proposals: annealing.meter.spent(),
        elapsed: annealing.meter.elapsed(),
    })
}

/// The exact count, where it ends in seconds.
fn counted(problem: &Problem, settings: &Settings, refusal: Refusal) -> Result<SolutionsEstimate, Refusal> {
    // The time limit holds beside.
    let bounds = settings.limits.clone().with_time(EXACT).started();
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
