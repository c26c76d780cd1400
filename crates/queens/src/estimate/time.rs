//! How long a count takes, before it is begun.
//!
//! There is one estimator, for every front end. It measures this machine each time: no figure of another machine goes into
//! a forecast.

use super::units::{self, total};
use super::{Interval, law, nodes};
use crate::engines::join;
use crate::parallel::{Progress, Sharded, lock};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::unsupported::Unsupported;
use crate::{ask, shards};
use control::{Outcome, Stop};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::Duration;

/// Time limit of the first run. A count that ends within it is measured, not estimated.
const BEGINNING: Duration = Duration::from_millis(200);

/// A count that seems to take no longer than this, by its beginning, is run to its end; for half as long again at most.
const SHORT: Duration = Duration::from_secs(2);

/// Time in which units of a sample are begun.
const SAMPLE: Duration = Duration::from_millis(500);

/// The fewest draws of units that tell the time of all, with wide bounds.
const DRAWN: usize = 8;

/// The parts of a sample of progress that are compared with each other.
const PARTS: usize = 4;

/// Reports of progress of each thread in a part, at least.
const TOLD: usize = 3;

/// Factor by which a repeated count may be faster or slower: both bounds are moved away by this.
const DOUBT: f64 = 1.25;

/// The same for what a smaller board, or the beginning of a count, does not show of the rest.
const WIDE_DOUBT: f64 = 2.0;

/// Time that starting a count takes at most, in seconds: for counts so short that nothing else matters.
const START: f64 = 0.01;

/// Sizes of a smaller board that stands for a larger one.
const SMALLER: RangeInclusive<u32> = 8..=27;

/// The smallest board of the join that stands for larger ones.
const MEASURED: u32 = 16;

/// The largest board of the join of which units are sampled. Those of larger ones list halves for so long, however finely
/// they are cut, that a sample says several times too much.
const LARGEST_SAMPLED: u32 = 22;

/// A solution costs the join so much less with each row more: 1.7 ns on 18 rows, 1.1 ns on 20, 0.4 ns on 27.
const CHEAPER: f64 = 0.9;

/// From a board of the join to the next smaller one that may stand for it: a sample of that takes a thousandth of the time.
const STEP: u32 = 4;

/// A smaller board whose count takes this long, in seconds, shows the cost of a node.
const TELLING: f64 = 0.1;

/// The error to which nodes of boards are estimated, and the time limit for that.
const ERROR_OF_NODES: f64 = 0.05;
const TIME_OF_NODES: Duration = Duration::from_secs(10);

/// About how long a count takes.
#[derive(Clone, Copy, Debug)]
pub struct TimeEstimate {
    /// The id of the engine that would count.
    pub engine: &'static str,
    /// How it is known; see [`time()`].
    pub how: &'static str,
    /// The time, where it is known.
    pub guess: Option<Guess>,
    /// Whether all was measured that can be; a limit that leaves enough for a guess is none to speak of.
    pub outcome: Outcome,
}

/// The time of a count: what is likely, and the bounds between which it is.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// The likely time in seconds.
    pub seconds: f64,
    /// It is hardly less than this.
    pub low: f64,
    /// It is hardly more than this.
    pub high: f64,
    /// The threads on which it takes so long, each with a processor to itself.
    pub threads: usize,
}

impl Guess {
    /// A time that was measured.
    fn measured(seconds: f64, threads: usize) -> Self {
        Guess { seconds, low: seconds / DOUBT, high: seconds * DOUBT + START, threads }
    }

    /// Processor time of one thread, by its logarithm.
    fn of_one_thread(seconds: Interval, doubt: f64) -> Self {
        let Interval { ln, low, high, .. } = seconds;
        Guess { seconds: ln.exp(), low: low.exp() / doubt, high: high.exp() * doubt, threads: 1 }
    }

    fn times(self, factor: f64) -> Self {
        Guess { seconds: self.seconds * factor, low: self.low * factor, high: self.high * factor, ..self }
    }

    /// The same, known less well.
    fn doubted(self) -> Self {
        Guess { low: self.low / WIDE_DOUBT, high: self.high * WIDE_DOUBT, ..self }
    }

    /// The same work on so many threads; more of them than there are processors are no faster.
    #[must_use]
    pub fn on(self, threads: usize) -> Self {
        let processors = available_parallelism().map_or(usize::MAX, usize::from);
        let at_once = |threads: usize| threads.clamp(1, processors) as f64;
        Guess { threads, ..self.times(at_once(self.threads) / at_once(threads)) }
    }
}

/// About how long `question`, a count, takes with these settings on this machine when nothing else runs on it, and how
/// that is known:
///
/// | how | what was done |
/// |---|---|
/// | `counted` | the count ended within 0.2 seconds, or within three where its beginning promised two; the bounds allow for a quarter less and more |
/// | `sample` | work units of the engine, drawn at random by their weights, stand for all; the bounds are those of a 95 percent interval, moved by a quarter. Of large boards the engine cuts finer units for that |
/// | `growth` | too few units ended in time: a sample or a count of a smaller board, times how much more work the large one is, by its nodes or its solutions, as estimated; the bounds are moved by two |
/// | `beginning` | of engines without units: the part that was done, as they report it, stands for the whole; the bounds are its slowest and its fastest quarter, moved by a factor of two |
/// | `unknown` | the engine works in one piece, or it was stopped before: [`TimeEstimate::outcome`] |
///
/// Units are measured in processor time on the threads that the count would have, so that other work on the machine does not
/// change the forecast. On a machine of its own it takes about a second, up to five where units are long, and some more for
/// `growth`. The limits of the settings bound all of it together.
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
pub fn time(problem: &Problem, question: Question, settings: &Settings) -> Result<TimeEstimate, Unsupported> {
    let settings = &settings.clone().with_limits(settings.limits.started());
    match beginning(problem, question, settings)? {
        Beginning::Whole(guess) => estimated(problem, question, settings, "counted", Some(guess)),
        Beginning::Part(guess) => match time_of_long(problem, question, settings)? {
            unknown @ TimeEstimate { guess: None, .. } if guess.is_none() => Ok(unknown),
            TimeEstimate { guess: None, .. } => estimated(problem, question, settings, "beginning", guess),
            known => Ok(known),
        },
    }
}

/// The same as [`time()`] for a count that is known to take more than seconds: without its beginning.
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
    let is_too_large = engine == join::ID && problem.rows() > LARGEST_SAMPLED;
    let sampled = if is_too_large { None } else { in_units(problem, question, settings)? };
    let (how, guess) = match sampled {
        Some(guess) => ("sample", Some(guess)),
        None => match by_growth(engine, problem, question, settings)? {
            Some(guess) => ("growth", Some(guess)),
            None => ("unknown", None),
        },
    };
    estimated(problem, question, settings, how, guess)
}

fn estimated(
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
    Ok(TimeEstimate { engine, how, guess, outcome })
}

/// Result of a short run.
enum Beginning {
    /// The count ended.
    Whole(Guess),
    /// It did not; the time by what was done, if enough was.
    Part(Option<Guess>),
}

/// Runs the count for a moment, and to its end where that is near.
fn beginning(problem: &Problem, question: Question, settings: &Settings) -> Result<Beginning, Unsupported> {
    let within = |time: Duration| settings.limits.time.map_or(time, |limit| limit.min(time));
    match run(problem, question, settings, within(BEGINNING))? {
        Beginning::Part(Some(guess)) if guess.seconds <= SHORT.as_secs_f64() => {
            match run(problem, question, settings, within(SHORT * 3 / 2))? {
                Beginning::Part(_) => Ok(Beginning::Part(Some(guess))),
                whole => Ok(whole),
            }
        }
        begun => Ok(begun),
    }
}

/// Runs the count for so long.
fn run(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    time: Duration,
) -> Result<Beginning, Unsupported> {
    let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let hears = told.clone();
    let limits = settings.limits.clone().with_time(time);
    let listener = Arc::new(move |progress: &Progress| lock(&hears).push(*progress));
    let settings = Settings { limits, ..settings.clone() }.with_progress(listener);
    let answer = ask(problem, question, &settings)?;
    if answer.is_complete() {
        let seconds = answer.statistics.elapsed.as_secs_f64();
        return Ok(Beginning::Whole(Guess::measured(seconds, answer.threads)));
    }
    let told = std::mem::take(&mut *lock(&told));
    Ok(Beginning::Part(by_paces(told, answer.threads)))
}

/// The time of the whole by progress so far: the pace of each part, none where there is too little to compare.
fn by_paces(mut told: Vec<Progress>, threads: usize) -> Option<Guess> {
    // Threads may have reported out of order.
    told.sort_by(|a, b| a.done.total_cmp(&b.done));
    let last = told.last().filter(|_| told.len() > PARTS * TOLD * threads)?;
    let seconds = last.elapsed.as_secs_f64() / last.done;
    let ends = (0..=PARTS).map(|part| told[part * (told.len() - 1) / PARTS]);
    let paces: Vec<f64> = ends
        .clone()
        .zip(ends.skip(1))
        .filter(|(from, to)| to.done > from.done)
        .map(|(from, to)| (to.elapsed.saturating_sub(from.elapsed)).as_secs_f64() / (to.done - from.done))
        .collect();
    let low = paces.iter().copied().fold(seconds, f64::min) / WIDE_DOUBT;
    let high = paces.iter().copied().fold(seconds, f64::max) * WIDE_DOUBT;
    Some(Guess { seconds, low, high, threads })
}

/// The time by some of the units, drawn at random; none where the engine has no units, or too few ended.
fn in_units(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    let Ok((_, shards)) = shards(problem, question, settings) else { return Ok(None) };
    let finer = shards.finer();
    let shards: &dyn Sharded = finer.as_deref().unwrap_or(&*shards);
    let (sample, report) = units::sample(shards, settings, SAMPLE, DRAWN, |_| false)?;
    let seconds = total(&sample, |unit| unit.seconds).filter(|_| sample.len() >= DRAWN);
    Ok(seconds.map(|seconds| Guess::of_one_thread(seconds, DOUBT).on(report.threads)))
}

/// The time by a smaller board of the same kind, for engines that work in units: its time, times how much more work the
/// large board is.
fn by_growth(
    engine: &str,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    if shards(problem, question, settings).is_err() {
        return Ok(None);
    }
    if engine == join::ID {
        let large = problem.rows();
        // Where units of the large board do not end in time, those of one a little smaller hardly do.
        for small in (MEASURED..=large.saturating_sub(STEP).min(LARGEST_SAMPLED)).rev().step_by(STEP as usize)
        {
            let Ok(smaller) = Problem::queens(small) else { continue };
            if let Some(guess) = in_units(&smaller, question, settings)? {
                // The fit is good to a percent.
                let solutions = (law::fitted(large) - law::fitted(small)).exp();
                let more = solutions * CHEAPER.powi((large - small) as i32);
                return Ok(Some(guess.times(more).doubted()));
            }
        }
        return Ok(None);
    }
    let mut telling = None;
    for size in SMALLER.take_while(|&size| size < problem.rows()) {
        let Some(smaller) = problem.of_size(size) else { return Ok(None) };
        let Ok(Beginning::Whole(guess)) = run(&smaller, question, settings, BEGINNING * 5) else { break };
        let is_enough = guess.seconds >= TELLING;
        telling = Some((smaller, guess));
        if is_enough {
            break;
        }
    }
    let Some((smaller, guess)) = telling.filter(|(_, guess)| guess.seconds * 10.0 >= TELLING) else {
        return Ok(None);
    };
    let guess = in_units(&smaller, question, settings)?.unwrap_or(guess);
    let limits = settings.limits.clone().with_time(TIME_OF_NODES);
    let sampling = settings.clone().with_limits(limits);
    let nodes_of =
        |problem: &Problem| nodes(problem, ERROR_OF_NODES, &sampling).ok().map(|found| found.nodes.ln);
    let (Some(large), Some(small)) = (nodes_of(problem), nodes_of(&smaller)) else { return Ok(None) };
    Ok(Some(guess.times((large - small).exp()).doubted()))
}
