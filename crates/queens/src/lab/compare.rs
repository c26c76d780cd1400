//! Every engine on one problem, side by side.

use super::timing::measured;
use crate::ask;
use crate::check;
use crate::document::{CompareDocument, CompareLine, SkippedEngine};
use crate::engines::{Completeness, Engine, registry};
use crate::problem::{Grid, Problem};
use crate::question::{Answer, Question, Settings};
use crate::reference::{self, Published};
use crate::unsupported::Unsupported;
use control::Outcome;
use std::time::Duration;

/// Time limit of each engine if the settings set none.
const TIME_EACH: Duration = Duration::from_secs(20);

/// Selection of the engines to compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompareOptions<'o> {
    /// Ids of the engines; empty for all.
    pub engines: &'o [String],
    /// True to run engines for which the board is too large to finish within some
    /// seconds.
    pub all: bool,
}

/// Runs every engine that takes `problem`, one after the other; calls `begin` before
/// each.
///
/// The time limit of the settings covers all engines together; without one, each has 20
/// seconds.
///
/// # Errors
/// An id of no engine, or no engine that takes the problem.
pub fn compare(
    problem: &Problem,
    options: CompareOptions<'_>,
    settings: &Settings,
    begin: &mut dyn FnMut(&'static str),
) -> Result<CompareDocument, Unsupported> {
    let chosen: Vec<&'static dyn Engine> = match options.engines {
        [] => registry().collect(),
        ids => ids
            .iter()
            .map(|id| crate::find(id))
            .collect::<Result<_, _>>()?,
    };
    let limits = settings.limits.started();
    let size = match problem.grid() {
        Grid::Cube(cube) => cube.side(),
        Grid::Square | Grid::Hex => problem.rows().max(problem.columns()),
    };
    let (mut lines, mut skipped) = (Vec::new(), Vec::new());
    for engine in chosen {
        let info = engine.info();
        let mut skip = |why: String| {
            skipped.push(SkippedEngine {
                engine: info.id,
                why,
            });
        };
        if let Err(unsupported) = accepts(engine, problem, settings) {
            // Few engines know any rules: only one that was asked for is missed.
            if problem.rules().is_none() || !options.engines.is_empty() {
                skip(unsupported.reason);
            }
        } else if let Some(practical) =
            info.practical.filter(|&practical| size > practical)
            && !options.all
            && options.engines.is_empty()
        {
            skip(format!(
                "too slow here: practical up to {practical} (--all runs it all the same)"
            ));
        } else if let Err(stop) = limits.check() {
            skip(stop.to_string());
        } else {
            begin(info.id);
            let limits = match settings.limits.time {
                Some(_) => limits.clone(),
                None => limits.clone().with_time(TIME_EACH),
            };
            let threads = settings.threads.max(1);
            let settings = settings
                .clone()
                .with_limits(limits)
                .with_threads(threads)
                .with_engine(info.id);
            match measure(engine, problem, &settings) {
                Ok(line) => lines.push(line),
                // An engine may find out from its tables that the board is too large.
                Err(unsupported) => skip(unsupported.reason),
            }
        }
    }
    if lines.is_empty() {
        return Err(match skipped.as_slice() {
            [only] => Unsupported::new(
                only.engine,
                crate::unsupported::Parameter::Question,
                &only.why,
            ),
            all => {
                let reasons: Vec<_> = all
                    .iter()
                    .map(|s| format!("\n  {}: {}", s.engine, s.why))
                    .collect();
                let reason = format!("no engine ran:{}", reasons.concat());
                Unsupported::new("", crate::unsupported::Parameter::Engine, reason)
            }
        });
    }
    let fastest = fastest(&lines);
    lines
        .iter_mut()
        .for_each(|line| line.ratio = line.seconds.max(1e-9) / fastest);
    Ok(CompareDocument {
        problem: problem.to_string(),
        engines: lines,
        skipped,
        programs: Vec::new(),
    })
}

/// Checks that an engine answers its question about the problem.
fn accepts(
    engine: &'static dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> Result<(), Unsupported> {
    match problem.rules() {
        Some(_) => crate::plan_with(engine, problem, Question::Count, settings).map(drop),
        None => engine.accepts(problem, question(engine, problem)),
    }
}

/// Returns the question for an engine: to count, or one solution if it finds only one.
fn question(engine: &dyn Engine, problem: &Problem) -> Question {
    match engine.info().finds {
        Completeness::One if problem.rules().is_none() => Question::One,
        _ => Question::Count,
    }
}

/// Returns the kind of results of an engine; one that answers only questions of its own
/// counts.
fn kind_of_results(engine: &dyn Engine) -> &'static str {
    match engine.info().finds {
        Completeness::Special => Completeness::Count.id(),
        finds => finds.id(),
    }
}

/// Runs an engine until it ends; short runs several times. Checks the solution that it
/// returns.
fn measure(
    engine: &'static dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> Result<CompareLine, Unsupported> {
    let (answer, seconds) =
        measured(|| ask(problem, question(engine, problem), settings))?;
    let value = answer.value();
    let Answer {
        count,
        outcome,
        statistics,
        figures,
        first,
        ..
    } = answer;
    let is_wrong =
        first.is_some_and(|placement| check::solution(problem, &placement).is_err());
    let counted = figures
        .iter()
        .map(|figure| (figure.name.to_owned(), serde_json::json!(figure.value)));
    Ok(CompareLine {
        engine: engine.info().id,
        finds: kind_of_results(engine),
        // A wrong solution does not count.
        solutions: if is_wrong { 0 } else { count }.into(),
        value,
        outcome: if is_wrong {
            Outcome::Exhausted
        } else {
            outcome
        },
        counted: counted.collect(),
        nodes: statistics.expanded,
        checks: statistics.checks,
        seconds,
        ratio: 1.0,
    })
}

/// Returns the time of the fastest engine that counted everything, or else of the fastest
/// one.
fn fastest(lines: &[CompareLine]) -> f64 {
    let seconds = |line: &CompareLine| line.seconds.max(1e-9);
    let whole = lines
        .iter()
        .filter(|line| line.count().is_some())
        .map(seconds)
        .fold(f64::INFINITY, f64::min);
    if whole.is_finite() {
        whole
    } else {
        lines.iter().map(seconds).fold(f64::INFINITY, f64::min)
    }
}

/// Agreement of engines with each other and with the published value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The engines counted the same, which is the published value if there is one.
    Agreed {
        /// Number of engines that counted.
        engines: usize,
        /// Their count.
        count: u128,
        /// Published value.
        published: Option<Published>,
    },
    /// Engines contradict each other, or the published value.
    Contradicted {
        /// Published value, if it is contradicted.
        published: Option<Published>,
    },
    /// No engine counted all solutions.
    Nothing,
}

/// Compares the counts in `document` with each other and with the published value.
#[must_use]
pub fn agreement(problem: &Problem, document: &CompareDocument) -> Agreement {
    let lines = &document.engines;
    let mut counts: Vec<u128> = lines.iter().filter_map(CompareLine::count).collect();
    let engines = counts.len();
    counts.sort_unstable();
    counts.dedup();
    let mut values: Vec<i64> = lines
        .iter()
        .filter(|line| line.count().is_some())
        .filter_map(|line| line.value)
        .collect();
    values.dedup();
    let found_where_there_is_none =
        counts == [0] && lines.iter().any(|line| line.solutions.0 > 0);
    let none_where_there_is_one = counts.first().is_some_and(|&count| count > 0)
        && lines.iter().any(|line| {
            line.finds == "one"
                && line.outcome == Outcome::Exhausted
                && line.solutions.0 == 0
        });
    let published = reference::published(problem);
    let is_contradicted = published
        .as_ref()
        .is_some_and(|p| counts.iter().any(|&count| count != p.value));
    match counts[..] {
        _ if is_contradicted => Agreement::Contradicted { published },
        _ if values.len() > 1 => Agreement::Contradicted { published: None },
        [] => Agreement::Nothing,
        [count] if !found_where_there_is_none && !none_where_there_is_one => {
            Agreement::Agreed {
                engines,
                count,
                published,
            }
        }
        _ => Agreement::Contradicted { published: None },
    }
}
