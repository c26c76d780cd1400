//! Comparisons, estimates and tables, as documents.

use crate::arrays::{bytes_of, items, without_names};
use crate::document::Document;
use crate::errors::{error, stopped};
use crate::options::{CallOptions, EngineIds, Natural};
use crate::placement::Placement;
use crate::problem::ProblemArg;
use crate::questions::{NoAnswer, check_no_rules};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use queens::control::{Limits, Outcome, clip};
use queens::document::{
    EngineEntry, EnginesDocument, KnownDocument, NodesEstimateDocument,
    SolutionsEstimateDocument, TimeEstimateDocument, VariantsDocument, VerifyDocument,
};
use queens::engines::registry;
use queens::estimate as estimates;
use queens::export as forms;
use queens::lab::{CompareOptions, TraceWanted};
use queens::problem::{MAX_SIDE, Preset, Problem};
use queens::unsupported::Unsupported;
use queens::verify::Verifier;
use queens::{Question, Settings, read};
use std::ops::ControlFlow;
use std::sync::Arc;

/// First and last size of a range.
pub(crate) struct Sizes((u32, u32));

impl<'a, 'py> FromPyObject<'a, 'py> for Sizes {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let sizes = given.try_iter().and_then(|sizes| {
            sizes
                .map(|size| size?.extract())
                .collect::<PyResult<Vec<u32>>>()
        });
        match sizes.as_deref() {
            Ok(&[first, last]) if first > last => Err(error(format!(
                "{first}..{last} is empty: the smaller size comes first"
            ))),
            Ok(&[_, last]) if last > MAX_SIDE => Err(error(format!(
                "a board of size {last} is too large: use sizes up to {MAX_SIDE}"
            ))),
            Ok(&[first, last]) => Ok(Sizes((first, last))),
            _ => {
                let shown = clip(&given.to_string());
                Err(error(format!(
                    "sizes is {shown}: use the first and the last size, such as (4, 8)"
                )))
            }
        }
    }
}

/// Runs every engine that takes the problem: answer, nodes, time and ratio of each.
///
/// `engines`: ids of some engines, or one id; `all`: also those for which the board is
/// large. Each has 20 seconds, or `time`.
///
/// Raises `LimitReached` if the call is cancelled before an engine ran.
///
/// >>> import queenslab as ql
/// >>> ql.compare(8, engines=["flags", "bitmask"])["engines"][0]["nodes"]
/// 2057
#[pyfunction]
#[pyo3(
    signature = (problem, *, engines=EngineIds::default(), all=false, **how),
    text_signature = "(problem, *, engines=(), all=False, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn compare(
    py: Python<'_>,
    problem: ProblemArg,
    engines: EngineIds,
    all: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let work = move |settings: &Settings| {
        let options = CompareOptions {
            engines: &engines.0,
            all,
        };
        queens::lab::compare(&problem.0, options, settings, &mut |_| {})
    };
    CallOptions::from_keywords("compare", how)?
        .run(py, work, |found| Ok(Document::new(found)))
}

/// Measures the growth of the cost of engines with the size of the board, from the first
/// to the last of `sizes`.
///
/// >>> import queenslab as ql
/// >>> [point["nodes"] for point in ql.growth((4, 6), engines=["flags"])["series"][0]["points"]]
/// [17, 54, 153]
#[pyfunction]
#[pyo3(
    signature = (sizes, *, engines=EngineIds::default(), variant="queens", **how),
    text_signature = "(sizes, *, engines=(), variant='queens', threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn growth(
    py: Python<'_>,
    sizes: Sizes,
    engines: EngineIds,
    variant: &str,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let (variant, Sizes(sizes)) = (preset(variant)?, sizes);
    let work = move |settings: &Settings| {
        queens::lab::growth(&engines.0, variant, sizes, settings)
    };
    CallOptions::from_keywords("growth", how)?
        .run(py, work, |found| Ok(Document::new(found)))
}

/// Counts the nodes of the backtrack trees of a variant, level by level: the ways to fill
/// the first rows.
///
/// >>> import queenslab as ql
/// >>> ql.profile((4, 4))["trees"][0]["levels"]
/// [1, 4, 6, 4, 2]
#[pyfunction]
#[pyo3(
    signature = (sizes, *, variant="queens", **how),
    text_signature = "(sizes, *, variant='queens', threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn profile(
    py: Python<'_>,
    sizes: Sizes,
    variant: &str,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let (variant, Sizes(sizes)) = (preset(variant)?, sizes);
    let work = move |settings: &Settings| queens::lab::profile(variant, sizes, settings);
    CallOptions::from_keywords("profile", how)?
        .run(py, work, |found| Ok(Document::new(found)))
}

/// Records the steps of an engine, given by its id: a document whose `steps` place,
/// reject and remove queens, or are solutions. Without an id a suitable engine is chosen.
///
/// `start`: number of steps to skip; `limit`: maximum number of steps; `first`: the
/// engine stops at its first solution; `state`: each step has a `state`, the variables
/// that the engine holds after it, up to 8 MiB of them. `end` is true if the engine ended
/// after the last step.
///
/// >>> import queenslab as ql
/// >>> page = ql.trace(6, "flags", first=True)
/// >>> page["steps"][0], page["end"]
/// ({'event': 'place', 'step': 1, 'square': {'row': 0, 'column': 0}}, True)
#[pyfunction]
#[pyo3(
    signature = (problem, engine=None, *, start=Natural(0), limit=Natural(100_000), first=false, state=false, **how),
    text_signature = "(problem, engine=None, *, start=0, limit=100_000, first=False, state=False, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
#[expect(
    clippy::too_many_arguments,
    reason = "they are what a trace may be asked for"
)]
pub(crate) fn trace(
    py: Python<'_>,
    problem: ProblemArg,
    engine: Option<String>,
    start: Natural<u64>,
    limit: Natural<usize>,
    first: bool,
    state: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let mut how = CallOptions::from_keywords("trace", how)?;
    how.settings.engine = engine;
    let wanted = TraceWanted {
        from: start.0,
        limit: limit.0,
        first,
        state,
    };
    let work =
        move |settings: &Settings| queens::lab::trace(&problem.0, wanted, settings);
    how.run(py, work, |found| Ok(Document::new(found)))
}

/// Estimates a number that cannot be counted: `what="solutions"`, the `"nodes"` of the
/// search by rows, or the `"time"` of an exact count on this machine. `error`: half the
/// width of the 95 percent interval, as a fraction of the number.
///
/// Raises `Refused` if there is no estimate, `LimitReached` if the call is cancelled
/// before there is one; an estimate of the `"time"` has the outcome `Outcome.CANCELLED`
/// instead.
///
/// >>> import queenslab as ql
/// >>> estimate = ql.estimate(30, error=0.05, seed=1)["estimate"]
/// >>> estimate["ln_low"] < estimate["ln"] < estimate["ln_high"]
/// True
#[pyfunction]
#[pyo3(
    signature = (problem, what="solutions", *, error=estimates::DEFAULT_ERROR, **how),
    text_signature = "(problem, what='solutions', *, error=0.01, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn estimate(
    py: Python<'_>,
    problem: ProblemArg,
    what: &str,
    error: f64,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let (problem, how) = (problem.0, CallOptions::from_keywords("estimate", how)?);
    if !(1e-6..=1.0).contains(&error) {
        return Err(crate::errors::error(format!(
            "'{error}' is not a valid error: use a part such as 0.005, from 0.000001 to 1"
        )));
    }
    let seed = how.settings.seed;
    match what {
        "solutions" => {
            let work = move |settings: &Settings| {
                let found = estimates::solutions(&problem, error, settings)?;
                Ok::<_, estimates::Refusal>(SolutionsEstimateDocument::new(
                    &problem,
                    seed,
                    &Ok(found),
                ))
            };
            how.run(py, work, |found| Ok(Document::new(found)))
        }
        "nodes" => {
            let work = move |settings: &Settings| {
                let found = estimates::nodes(&problem, error, settings)?;
                Ok::<_, estimates::Refusal>(NodesEstimateDocument::new(
                    &problem, seed, &found,
                ))
            };
            how.run(py, work, |found| Ok(Document::new(found)))
        }
        "time" => {
            let work = move |settings: &Settings| {
                let found = estimates::time(&problem, Question::Count, settings)?;
                Ok::<_, Unsupported>(TimeEstimateDocument::new(&problem, &found))
            };
            how.run(py, work, |found| Ok(Document::new(found)))
        }
        other => Err(crate::errors::error(format!(
            "'{other}' is not estimated: use 'solutions', 'nodes' or 'time'"
        ))),
    }
}

/// Lists every engine, with its author, year, method and cost.
///
/// >>> import queenslab as ql
/// >>> [entry["id"] for entry in ql.engines()["engines"]][:3]
/// ['brute-force', 'permutations', 'board-scan']
#[pyfunction]
pub(crate) fn engines() -> Document {
    Document::new(EnginesDocument {
        engines: registry().map(EngineEntry::new).collect(),
    })
}

/// Lists every variant of the problem, with its rules.
#[pyfunction]
pub(crate) fn variants() -> Document {
    Document::new(VariantsDocument::all())
}

/// Returns the published counts of a variant, with their sequences.
#[pyfunction]
#[pyo3(signature = (variant="queens"))]
pub(crate) fn known(variant: &str) -> PyResult<Document> {
    Ok(Document::new(KnownDocument::new(preset(variant)?)))
}

/// Checks that solutions are valid, different and complete. They are placements; lists of
/// columns from 0 or arrays, as those of `Solutions.to_numpy`; or a text in any form that
/// the command reads, such as a line of columns from 1 for each.
///
/// >>> import queenslab as ql
/// >>> ql.verify(ql.solutions(6), 6)["valid"], ql.verify("2 4 1 3\n1 2 3 4")["invalid"]
/// (4, 1)
///
/// A `Placement` alone is a list of one. `columns_from` is the number of the first column
/// in a text: by default 1, and 0 in JSON and pairs.
///
/// >>> ql.verify("1 3 0 2", columns_from=0)["valid"]
/// 1
///
/// `fundamental`: the list has one of the solutions that differ by rotation or
/// reflection, as in `solutions`. `question`: it has sets of queens that no solution
/// contains, `uncompletable`, as in `ask`.
///
/// >>> ql.verify(ql.solutions("4; unchanged: half-turn"), "4; unchanged: half-turn")["verdict"]
/// 'all 2 solutions found (A032522)'
/// >>> ql.verify("white a1\nblack c2", "armies 3")["best"]
/// 1
#[pyfunction]
#[pyo3(
    signature = (solutions, problem=None, *, columns_from=None, fundamental=false, question=None, **how),
    text_signature = "(solutions, problem=None, *, columns_from=None, fundamental=False, question=None, time=None, cancel=None)"
)]
pub(crate) fn verify(
    py: Python<'_>,
    solutions: &Bound<'_, PyAny>,
    problem: Option<ProblemArg>,
    columns_from: Option<Natural<u32>>,
    fundamental: bool,
    question: Option<&str>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let how = CallOptions::from_keywords("verify", how)?;
    let columns_from = columns_from.map(|Natural(first)| first);
    if let Some(first) = columns_from.filter(|first| *first > 1) {
        return Err(error(format!("columns_from is {first}: use 0 or 1")));
    }
    let mut problem = problem.map(|problem| problem.0);
    let question = verified_question(question, fundamental)?;
    if let (Some(problem), Some(question)) = (&problem, question) {
        check_no_rules(problem, question)?;
    }
    let mut verifier = Verifier::of_question(question);
    let Some(text) = bytes_of(solutions)? else {
        let limits = how.settings.limits.started();
        let outcome = enter_objects(&mut verifier, solutions, &mut problem, &limits)?;
        return Ok(Document::new(VerifyDocument::new(
            &verifier,
            problem.as_deref(),
            outcome,
        )));
    };
    let work = move |settings: &Settings| {
        let asked = problem.as_deref();
        let limits = settings.limits.started();
        let mut outcome = Outcome::Exhausted;
        read::solutions(&mut text.as_slice(), asked, &mut |found| {
            verifier.enter(&match columns_from {
                Some(first) => found.counted_from(first),
                None => found,
            });
            outcome = limits.check().into();
            if outcome == Outcome::Exhausted {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .map_err(|error| NoAnswer::Error(error.to_string()))?;
        Ok::<_, NoAnswer>(VerifyDocument::new(&verifier, asked, outcome))
    };
    how.run(py, work, |found| Ok(Document::new(found)))
}

/// Returns the question that the solutions of `verify` answer; `None` for the one that a
/// list names, or else for any solution of the problem.
fn verified_question(
    name: Option<&str>,
    fundamental: bool,
) -> PyResult<Option<Question>> {
    match name {
        None if fundamental => Ok(Some(Question::Fundamental)),
        None => Ok(None),
        Some(name) if name != Question::Uncompletable.id() => Err(error(format!(
            "'{name}' is not a valid question: use uncompletable, or leave it out"
        ))),
        Some(_) if fundamental => Err(error(
            "'fundamental' is for solutions: leave out 'question'",
        )),
        Some(_) => Ok(Some(Question::Uncompletable)),
    }
}

/// Judges a placement, or a list of placements or of lists of columns, until a limit.
/// Without a `problem`, it becomes that of the first placement.
fn enter_objects(
    verifier: &mut Verifier,
    solutions: &Bound<'_, PyAny>,
    problem: &mut Option<Arc<Problem>>,
    limits: &Limits,
) -> PyResult<Outcome> {
    // A placement alone, which is a sequence of squares, is a list of one.
    let listed = match solutions.cast::<Placement>() {
        Ok(one) => PyList::new(solutions.py(), [one])?.into_any(),
        Err(_) => without_names(solutions)?,
    };
    let listed = items(
        &listed,
        "a list of solutions: use placements, lists of columns from 0, or a text",
    )?;
    for (line, placement) in (1..).zip(listed) {
        let placement = placement?;
        let placement = match placement.cast::<Placement>() {
            Ok(placement) => placement.get().clone(),
            Err(_) => Placement::new(&placement, problem.clone().map(ProblemArg))?,
        };
        let problem = problem.get_or_insert_with(|| placement.problem.clone());
        verifier.enter(&read::Solution {
            line,
            size: queens::problem::Size {
                rows: problem.rows(),
                columns: problem.columns(),
            },
            placement: placement.queens,
            groups: Vec::new(),
            question: None,
            problem,
            assumed: false,
            numbering: None,
        });
        let outcome = Outcome::from(limits.check());
        if outcome != Outcome::Exhausted {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Exhausted)
}

/// Writes the problem in a format of other solvers, as text or bytes: `dimacs`, `opb`,
/// `minizinc`, ...
///
/// >>> import queenslab as ql
/// >>> ql.export(4, "dimacs").splitlines()[-1].endswith(" 0")
/// True
/// >>> ql.export("armies 4", "asp").splitlines()[0]
/// '% problem: armies 4'
#[pyfunction]
#[pyo3(
    signature = (problem, format, **how),
    text_signature = "(problem, format, *, time=None, memory=None, cancel=None)"
)]
pub(crate) fn export<'py>(
    py: Python<'py>,
    problem: ProblemArg,
    format: &str,
    how: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let to = forms::find(format).map_err(error)?;
    let problem = problem.0;
    let work = move |settings: &Settings| {
        let mut out = Vec::new();
        let limits = settings.limits.started();
        match forms::write(&problem, to, &limits, &mut out) {
            Ok(()) => Ok((out, None)),
            Err(forms::ExportError::Stopped(stop)) => Ok((out, Some(stop))),
            Err(error) => Err(NoAnswer::Error(error.to_string())),
        }
    };
    let written = |(out, stop): (Vec<u8>, Option<queens::control::Stop>)| {
        let form = match std::str::from_utf8(&out) {
            Ok(text) => PyString::new(py, text).into_any(),
            Err(_) => PyBytes::new(py, &out).into_any(),
        };
        match stop {
            None => Ok(form),
            Some(stop) => Err(stopped(
                py,
                "what was written is cut off",
                Outcome::from(Err(stop)),
                form,
            )),
        }
    };
    CallOptions::from_keywords("export", how)?.run(py, work, written)
}

/// Returns the pieces as SVG symbols, for widgets that draw boards by themselves.
#[pyfunction]
pub(crate) fn pieces() -> String {
    queens::render::pieces()
}

fn preset(name: &str) -> PyResult<Preset> {
    name.parse().map_err(error)
}
