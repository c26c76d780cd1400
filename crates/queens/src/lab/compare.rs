//! Every engine on one problem, side by side.

use super::timing::measure_runs;
use crate::ask;
use crate::check;
use crate::document::{CompareDocument, CompareLine, SkippedEngine};
use crate::engines::{Completeness, Engine, registry};
use crate::problem::{Grid, Problem};
use crate::question::{Answer, Question, Settings};
use crate::reference::{self, Published};
use crate::unsupported::{Parameter, Unsupported};
use control::{Limits, Outcome};
use std::time::Duration;

/// Time limit of each engine if the settings set none.
const TIME_EACH: Duration = Duration::from_secs(20);

/// Least time of a run: what is shorter is not measurable, and a ratio needs a number
/// above 0.
const MIN_SECONDS: f64 = 1e-9;

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
        let why = if let Err(unsupported) = accepts_problem(engine, problem, settings) {
            // Few engines know any rules: only one that was asked for is missed.
            if problem.rules().is_some() && options.engines.is_empty() {
                continue;
            }
            unsupported.reason
        } else if let Some(practical) =
            info.practical.filter(|&practical| size > practical)
            && !options.all
            && options.engines.is_empty()
        {
            format!(
                "too slow here: practical up to {practical} (--all runs it all the same)"
            )
        } else if let Err(stop) = limits.check() {
            stop.to_string()
        } else {
            begin(info.id);
            let settings = settings_of_engine(info.id, settings, &limits);
            match measure_engine(engine, problem, &settings) {
                Ok(line) => {
                    lines.push(line);
                    continue;
                }
                // An engine may find out from its tables that the board is too large.
                Err(unsupported) => unsupported.reason,
            }
        };
        skipped.push(SkippedEngine {
            engine: info.id,
            why,
        });
    }
    if lines.is_empty() {
        return Err(no_engine_ran(&skipped));
    }
    let fastest = fastest_time(&lines);
    for line in &mut lines {
        line.ratio = line.seconds.max(MIN_SECONDS) / fastest;
    }
    Ok(CompareDocument {
        problem: problem.to_string(),
        engines: lines,
        skipped,
        programs: Vec::new(),
    })
}

/// Returns the settings for one of the engines: its time is limited, and it has one thread
/// unless more are asked for, so that all engines have the same.
fn settings_of_engine(id: &str, settings: &Settings, limits: &Limits) -> Settings {
    let limits = match settings.limits.time {
        Some(_) => limits.clone(),
        None => limits.clone().with_time(TIME_EACH),
    };
    settings
        .clone()
        .with_limits(limits)
        .with_threads(settings.threads.max(1))
        .with_engine(id)
}

/// Returns the error of a comparison in which no engine ran.
fn no_engine_ran(skipped: &[SkippedEngine]) -> Unsupported {
    if let [only] = skipped {
        return Unsupported::new(only.engine, Parameter::Question, &only.why);
    }
    let mut reason = "no engine ran:".to_owned();
    for engine in skipped {
        reason += &format!("\n  {}: {}", engine.engine, engine.why);
    }
    Unsupported::new("", Parameter::Engine, reason)
}

/// Checks that an engine answers its question about the problem.
fn accepts_problem(
    engine: &'static dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> Result<(), Unsupported> {
    match problem.rules() {
        Some(_) => crate::plan_with(engine, problem, Question::Count, settings).map(drop),
        None => engine.accepts(problem, choose_question(engine, problem)),
    }
}

/// Returns the question for an engine: to count, or one solution if it finds only one.
fn choose_question(engine: &dyn Engine, problem: &Problem) -> Question {
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
fn measure_engine(
    engine: &'static dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> Result<CompareLine, Unsupported> {
    let (answer, seconds) =
        measure_runs(|| ask(problem, choose_question(engine, problem), settings))?;
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
fn fastest_time(lines: &[CompareLine]) -> f64 {
    let (mut fastest, mut fastest_count) = (f64::INFINITY, f64::INFINITY);
    for line in lines {
        let seconds = line.seconds.max(MIN_SECONDS);
        fastest = fastest.min(seconds);
        if line.count().is_some() {
            fastest_count = fastest_count.min(seconds);
        }
    }
    if fastest_count.is_finite() {
        fastest_count
    } else {
        fastest
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
