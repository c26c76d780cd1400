//! How long a count would take, before it is begun.

use super::units::{self, total};
use crate::ask::{ask, shards};
use crate::engines::join;
use crate::parallel::{Progress, lock};
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::reference;
use crate::unsupported::Unsupported;
use control::{Outcome, Stop};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a sample may run. A count that ends within it is known to the second.
const SAMPLE: Duration = Duration::from_millis(200);

/// The fewest draws of units that tell the time of all, with wide bounds.
const DRAWN: usize = 8;

/// The parts of a sample of progress that are compared with each other.
const PARTS: usize = 4;

/// How often each thread tells of progress in a part, at least.
const TOLD: usize = 3;

/// What a sample of units does not show, such as other work on the machine. Both bounds are moved away by this.
const DOUBT: f64 = 1.25;

/// What the beginning of a count does not show of the rest.
const DOUBT_OF_BEGINNING: f64 = 2.0;

/// The smallest and the largest board of a sample that stands for larger ones.
const SMALLER: (u32, u32) = (14, 19);

/// What a solution costs, over what it costs on a board with one row less: what is likely, and the least. It was
/// 4.4 ns for 16 queens, 3.2 for 18, 2.4 for 20 (`docs/lab/counting.md`), and the join cuts its units as if it were
/// 1.8 from 24 on: 0.85 to 0.93. A board with a middle row costs up to a half more, which the doubt covers.
const CHEAPER: (f64, f64) = (0.9, 0.8);

/// About how long a count would take.
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
}

impl Guess {
    fn times(self, factor: f64) -> Self {
        Guess { seconds: self.seconds * factor, low: self.low * factor, high: self.high * factor }
    }
}

/// About how long `question`, a count, would take with these settings on this machine, and how that is known:
///
/// | how | what was done |
/// |---|---|
/// | `counted` | the count ended within the sample, 0.2 seconds |
/// | `sample` | some of the units of the engine, drawn at random by their weights, stand for all; the bounds are those of a 95 percent interval, moved by a quarter |
/// | `beginning` | of engines without units: the part that was done, as they tell it, stands for the whole; the bounds are its slowest and its fastest quarter, moved by a factor of two |
/// | `growth` | of the join, where too few units ended in time: a sample of a smaller board, times the published numbers of solutions of both; the cost of a solution falls as the board grows, hence the lower bound |
/// | `unknown` | the engine works in one piece, or nothing is published, or it was stopped before: [`TimeEstimate::outcome`] |
///
/// It takes 0.4 seconds, up to a second where units are long, and up to three for `growth`. The limits of the settings
/// bound all of it together.
///
/// # Errors
/// No engine takes the problem.
///
/// ```
/// use queens::{Question, Settings, estimate::time, problem::Problem};
///
/// let six = time(&Problem::queens(6)?, Question::Count, &Settings::default())?;
/// assert!(six.how == "counted" && six.guess.is_some_and(|guess| guess.low == guess.high));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn time(problem: &Problem, question: Question, settings: &Settings) -> Result<TimeEstimate, Unsupported> {
    let settings = &settings.clone().with_limits(settings.limits.started());
    let engine = crate::ask::plan(problem, question, settings)?.engine();
    let (how, guess) = match beginning(problem, question, settings)? {
        Some((guess, true)) => ("counted", Some(guess)),
        begun => match in_units(engine, problem, question, settings)? {
            Some(guess) => ("sample", Some(guess)),
            None => match by_growth(engine, problem, question, settings)? {
                Some(guess) => ("growth", Some(guess)),
                None => begun.map_or(("unknown", None), |(guess, _)| ("beginning", Some(guess))),
            },
        },
    };
    let outcome = match settings.limits.check() {
        Err(Stop::LimitReached(_)) if guess.is_some() => Outcome::Exhausted,
        step => step.into(),
    };
    Ok(TimeEstimate { engine, how, guess, outcome })
}

/// What some of the units say, drawn at random; nothing where the engine has none, or too few ended.
fn in_units(
    engine: &str,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    let Ok((_, shards)) = shards(problem, question, &settings.clone().with_engine(engine)) else {
        return Ok(None);
    };
    let (sample, report) = units::sample(&*shards, settings, SAMPLE, DRAWN, |_| false)?;
    let Some(seconds) = total(&sample, |unit| unit.seconds).filter(|_| sample.len() >= DRAWN) else {
        return Ok(None);
    };
    let threads = report.threads as f64;
    let [low, high] = [seconds.low.exp() / DOUBT, seconds.high.exp() * DOUBT];
    Ok(Some(Guess { seconds: seconds.ln.exp(), low, high }.times(threads.recip())))
}

/// What a short run says, and whether it came to the end; nothing where it did not come far enough.
fn beginning(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<(Guess, bool)>, Unsupported> {
    let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let hears = told.clone();
    let time = settings.limits.time.map_or(SAMPLE, |time| time.min(SAMPLE));
    let limits = settings.limits.clone().with_time(time);
    let listener = Arc::new(move |progress: &Progress| lock(&hears).push(*progress));
    let settings = Settings { limits, ..settings.clone() }.with_progress(listener);
    let answer = ask(problem, question, &settings)?;
    let seconds = answer.statistics.elapsed.as_secs_f64();
    if answer.is_complete() {
        return Ok(Some((Guess { seconds, low: seconds, high: seconds }, true)));
    }
    let mut told = lock(&told);
    // Threads may have told out of order.
    told.sort_by(|a, b| a.done.total_cmp(&b.done));
    let enough = PARTS * TOLD * answer.threads;
    let Some(last) = told.last().filter(|_| told.len() > enough) else { return Ok(None) };
    let seconds = last.elapsed.as_secs_f64() / last.done;
    // The time of the whole at the pace of each part.
    let ends = (0..=PARTS).map(|part| told[part * (told.len() - 1) / PARTS]);
    let paces: Vec<f64> = ends
        .clone()
        .zip(ends.skip(1))
        .filter(|(from, to)| to.done > from.done)
        .map(|(from, to)| (to.elapsed.saturating_sub(from.elapsed)).as_secs_f64() / (to.done - from.done))
        .collect();
    let low = paces.iter().copied().fold(seconds, f64::min) / DOUBT_OF_BEGINNING;
    let high = paces.iter().copied().fold(seconds, f64::max) * DOUBT_OF_BEGINNING;
    Ok(Some((Guess { seconds, low, high }, false)))
}

/// What a smaller board says of a larger one, for the join.
fn by_growth(
    engine: &str,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Option<Guess>, Unsupported> {
    let Some(published) = reference::published(problem).filter(|_| engine == join::ID) else {
        return Ok(None);
    };
    let (least, most) = SMALLER;
    for n in (least..=most.min(problem.rows().saturating_sub(1))).rev() {
        let Ok(smaller) = Problem::queens(n) else { continue };
        let Some(fewer) = reference::published(&smaller) else { continue };
        if let Some(guess) = in_units(join::ID, &smaller, question, settings)? {
            let guess = guess.times(published.value as f64 / fewer.value as f64);
            let rows = f64::from(problem.rows() - n);
            let (likely, least) = (CHEAPER.0.powf(rows), CHEAPER.1.powf(rows));
            return Ok(Some(Guess { seconds: guess.seconds * likely, low: guess.low * least, ..guess }));
        }
    }
    Ok(None)
}
