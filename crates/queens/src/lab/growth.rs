//! Growth of the cost of engines with the size of the board (Knuth 1975).

use super::timing::measure_runs;
use crate::ask;
use crate::document::{
    GrowthDocument, GrowthPoint, GrowthSeries, ProfileDocument, ProfileTree, Whole,
};
use crate::problem::{Grid, Preset, Problem};
use crate::question::{Answer, Detail, Question, Settings};
use crate::unsupported::Unsupported;
use control::Outcome;

/// Returns the default engine for steps and growth: flags, if it takes the problem, or
/// else the engine of the ladder that lists all solutions.
///
/// # Errors
/// No engine takes the problem.
pub fn shown_engine(problem: &Problem) -> Result<&'static str, Unsupported> {
    if problem.grid() != Grid::Square {
        // Any engine of the ladder searches it, but none shows its steps.
        return Ok("backtracking");
    }
    for id in ["flags", "bitmask"] {
        if crate::find(id)?.accepts(problem, Question::All).is_ok() {
            return Ok(id);
        }
    }
    let last = "backtracking";
    crate::find(last)?.accepts(problem, Question::All)?;
    Ok(last)
}

/// Measures one engine on the boards of a variant, size by size, until a limit stops it;
/// the time limit of the settings covers all sizes together. The default engine is
/// [`shown_engine`], on one thread.
///
/// # Errors
/// An id of no engine, or an engine that does not take one of the problems.
fn grow_engine(
    id: Option<&str>,
    variant: Preset,
    (first, last): (u32, u32),
    settings: &Settings,
) -> Result<GrowthSeries, Unsupported> {
    let mut series = GrowthSeries {
        engine: "",
        outcome: Outcome::Exhausted,
        points: Vec::new(),
    };
    let limits = settings.limits.started();
    for size in first..=last {
        let problem = square_problem(variant, size)?;
        let id = match id {
            Some(id) => id,
            None => shown_engine(&problem)?,
        };
        let threads = settings.threads.max(1);
        let settings = settings
            .clone()
            .with_limits(limits.clone())
            .with_threads(threads)
            .with_engine(id);
        let (answer, seconds) = measure_runs(|| crate::count(&problem, &settings))?;
        series.engine = answer.engine;
        if !answer.is_complete() {
            series.outcome = answer.outcome;
            break;
        }
        let point = growth_point(size, &answer, seconds, series.points.last());
        series.points.push(point);
    }
    Ok(series)
}

/// Returns the square board of a variant.
fn square_problem(variant: Preset, size: u32) -> Result<Problem, Unsupported> {
    variant
        .problem(size, size)
        .map_err(|error| Unsupported::new("", crate::unsupported::Parameter::Size, error))
}

fn growth_point(
    size: u32,
    answer: &Answer,
    seconds: f64,
    before: Option<&GrowthPoint>,
) -> GrowthPoint {
    let nodes = answer.statistics.expanded;
    GrowthPoint {
        size,
        solutions: answer.count.into(),
        nodes,
        checks: answer.statistics.checks,
        seconds,
        node_ratio: before.and_then(|before| ratio(nodes as f64, before.nodes as f64)),
        time_ratio: before.and_then(|before| ratio(seconds, before.seconds)),
    }
}

/// Ratio of a figure to the one before it; `None` if that is 0.
fn ratio(now: f64, before: f64) -> Option<f64> {
    (before > 0.0).then(|| now / before)
}

/// Measures engines on the boards of a variant, from the first to the last size; the
/// default engine is [`shown_engine`]. A time limit ends the sizes of one engine, not of
/// the next.
///
/// # Errors
/// An id of no engine, or an engine that does not take one of the problems.
pub fn growth(
    ids: &[String],
    variant: Preset,
    sizes: (u32, u32),
    settings: &Settings,
) -> Result<GrowthDocument, Unsupported> {
    let series = match ids {
        [] => vec![grow_engine(None, variant, sizes, settings)?],
        ids => ids
            .iter()
            .map(|id| grow_engine(Some(id), variant, sizes, settings))
            .collect::<Result<Vec<_>, _>>()?,
    };
    Ok(GrowthDocument {
        variant: variant.id(),
        series,
    })
}

/// Returns the backtrack trees of a variant, level by level, until a limit stops it.
///
/// # Errors
/// A variant that the engine `rows` does not take.
pub fn profile(
    variant: Preset,
    (first, last): (u32, u32),
    settings: &Settings,
) -> Result<ProfileDocument, Unsupported> {
    let settings = settings.clone().with_limits(settings.limits.started());
    let (mut trees, mut outcome) = (Vec::new(), Outcome::Exhausted);
    for size in first..=last {
        let answer = ask(
            &square_problem(variant, size)?,
            Question::Profile,
            &settings,
        )?;
        if !answer.is_complete() {
            outcome = answer.outcome;
            break;
        }
        if let Detail::Profile(levels) = answer.detail {
            trees.push(ProfileTree {
                size,
                nodes: levels.iter().sum::<u128>().into(),
                levels: levels.into_iter().map(Whole).collect(),
            });
        }
    }
    Ok(ProfileDocument {
        variant: variant.id(),
        outcome,
        trees,
    })
}
