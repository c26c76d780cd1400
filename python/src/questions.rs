//! The questions: each one line over `queens::ask`.

use crate::answer::Answer;
use crate::errors::{Raise, error, stopped};
use crate::how::How;
use crate::placement::Placement;
use crate::problem::ProblemArg;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::problem::Problem;
use queens::unsupported::Unsupported;
use queens::{CountOptions, Question, Settings};
use std::sync::Arc;

/// Why a question comes to nothing.
pub(crate) enum Vain {
    Unsupported(Unsupported),
    Error(String),
}

impl From<Unsupported> for Vain {
    fn from(unsupported: Unsupported) -> Self {
        Vain::Unsupported(unsupported)
    }
}

impl Raise for Vain {
    fn raise(self) -> PyErr {
        match self {
            Vain::Unsupported(unsupported) => unsupported.raise(),
            Vain::Error(words) => error(words),
        }
    }
}

/// Asks, and waits for the answer.
fn asked(py: Python<'_>, problem: &Arc<Problem>, question: Question, how: &How) -> PyResult<Answer> {
    let put_to = Arc::clone(problem);
    let work =
        move |settings: &Settings| Ok::<_, Vain>(queens::ask(&question.put_to(&put_to), question, settings)?);
    how.run(py, work, |found| Ok(Answer::new(problem, question, found)))
}

/// What the library refuses, as an error of this package.
fn refused(why: impl std::error::Error) -> PyErr {
    error(why.to_string())
}

/// The whole number of an answer.
///
/// # Errors
/// What stopped it, with the answer as far as it came.
fn whole(py: Python<'_>, answer: Answer, number: impl Fn(&Answer) -> u128) -> PyResult<u128> {
    if answer.found.is_complete() {
        return Ok(number(&answer));
    }
    let what = format!("{} were counted", queens::document::grouped(answer.found.count));
    Err(stopped(py, &what, answer.found.outcome, answer))
}

/// Asks any question: `one`, `random`, `count`, `unique`, `fundamental`, `classes`, `maximum`, `maximal`, `profile`.
///
/// The keyword arguments are those of every function here: `engine`, the id of an engine (see `engines`); `threads`, 0 for
/// one on each processor; `seed` of everything random; `time`, the most seconds (or a `timedelta`); `nodes`, the most nodes;
/// `memory`, the most bytes of the engine's own stores; `progress`, a function that is called with a `Progress` ten times a
/// second, or `True` for a bar. Where a limit comes first, the answer says so: see `Answer.outcome`.
///
/// Ctrl-C raises `KeyboardInterrupt`, whose attribute `partial` is the answer as far as it came.
///
/// >>> import queenslab as ql
/// >>> ql.ask("torus 12", "one").certificate
/// 'the diagonals cannot have the required sum modulo an even size (Polya 1918)'
#[pyfunction]
#[pyo3(
    signature = (problem, question="one", **how),
    text_signature = "(problem, question='one', *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn ask(
    py: Python<'_>,
    problem: ProblemArg,
    question: &str,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    const QUESTIONS: [Question; 9] = [
        Question::One,
        Question::Random,
        Question::Count,
        Question::Unique,
        Question::Fundamental,
        Question::Classes,
        Question::Maximum,
        Question::Maximal,
        Question::Profile,
    ];
    let asked_for = QUESTIONS.into_iter().find(|one| one.id() == question).ok_or_else(|| {
        let known = QUESTIONS.map(Question::id).join(", ");
        error(format!("'{question}' is not a valid question: use one of {known}"))
    })?;
    asked(py, &problem.0, asked_for, &How::of("ask", how)?)
}

/// Looks for one solution: the answer's `value` is a `Placement`, or none where there is no solution. With `pawns`, this
/// many pawns stand between as many queens more.
///
/// >>> import queenslab as ql
/// >>> ql.solve(1000).value.is_solution
/// True
/// >>> print(ql.solve(4, engine="backtracking").solution.columns)
/// [1, 3, 0, 2]
#[pyfunction]
#[pyo3(
    signature = (problem, *, pawns=None, **how),
    text_signature = "(problem, *, pawns=None, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    problem: ProblemArg,
    pawns: Option<u32>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    let question = pawns.map_or(Question::One, Question::OneWithPawns);
    asked(py, &problem.0, question, &How::of("solve", how)?)
}

/// A random solution, by `seed`. The solutions are not drawn uniformly. None where it is known that there is none; raises
/// `LimitReached` where nothing was found, because of a limit or because the engine gave up.
///
/// >>> import queenslab as ql
/// >>> ql.random(50, seed=1) == ql.random(50, seed=1)
/// True
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn random(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Placement>> {
    let answer = asked(py, &problem.0, Question::Random, &How::of("random", how)?)?;
    if !answer.found.is_complete() {
        let outcome = answer.found.outcome;
        return Err(stopped(py, "no solution was found", outcome, answer));
    }
    Ok(answer.solution())
}

/// How many solutions there are: an exact number.
///
/// `fundamental`: solutions that are the same up to symmetry count once. `maximal`: sets to which no queen can be added, of
/// any number. `pawns`: this many pawns between as many queens more. `symmetric_under`: those that a symmetry leaves as
/// they are: `half-turn`, `quarter-turn`, `mirror` or `diagonal`. For the answer with engine and statistics, `ask`.
///
/// Raises `LimitReached` where a limit comes first: never a part of the number.
///
/// >>> import queenslab as ql
/// >>> ql.count(8), ql.count(8, fundamental=True), ql.count("torus 13")
/// (92, 12, 4524)
/// >>> ql.count(30, time=0.05)
/// Traceback (most recent call last):
///     ...
/// queenslab.LimitReached: 0 were counted: stopped by the time limit; `partial` of this error holds what was found so far
#[pyfunction]
#[pyo3(
    signature = (problem, *, fundamental=false, maximal=false, pawns=None, symmetric_under=None, **how),
    text_signature = "(problem, *, fundamental=False, maximal=False, pawns=None, symmetric_under=None, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn count(
    py: Python<'_>,
    problem: ProblemArg,
    fundamental: bool,
    maximal: bool,
    pawns: Option<u32>,
    symmetric_under: Option<&str>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<u128> {
    let symmetric_under = symmetric_under.map(str::parse).transpose().map_err(refused)?;
    let options = CountOptions { fundamental, maximal, pawns, symmetric_under };
    let answer = asked(py, &problem.0, options.question().map_err(refused)?, &How::of("count", how)?)?;
    whole(py, answer, |answer| options.number(&answer.found))
}

/// The solutions by symmetry class, as a document.
///
/// >>> import queenslab as ql
/// >>> ql.classes(8)
/// class            fundamental  solutions
/// ordinary                  11         88
/// point-symmetric            1          4
/// rotary                     0          0
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn classes(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<crate::document::Document> {
    let answer = asked(py, &problem.0, Question::Classes, &How::of("classes", how)?)?;
    if !answer.found.is_complete() {
        let outcome = answer.found.outcome;
        return Err(stopped(py, "the classes were not counted", outcome, answer));
    }
    Ok(crate::document::Document::new(queens::document::ClassesDocument::new(&answer.problem, &answer.found)))
}

/// Whether there is exactly one solution. Raises `LimitReached` where a limit comes first.
///
/// >>> import queenslab as ql
/// >>> ql.is_unique(8), ql.is_unique(ql.Problem(8, givens="b4 d5 a6"))
/// (False, True)
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn is_unique(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let answer = asked(py, &problem.0, Question::Unique, &How::of("is_unique", how)?)?;
    match answer.is_unique() {
        Some(is_unique) => Ok(is_unique),
        None => {
            let outcome = answer.found.outcome;
            Err(stopped(py, "whether there is exactly one solution was not decided", outcome, answer))
        }
    }
}

/// The most queens that can stand together, rows and columns may stay empty: the answer's `value` is their number,
/// `solution` shows them, `certificate` says why there are no more.
///
/// >>> import queenslab as ql
/// >>> most = ql.maximum("torus 12")
/// >>> most.value, most.bound, len(most.solution)
/// (10, 10, 10)
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
pub(crate) fn maximum(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    asked(py, &problem.0, Question::Maximum, &How::of("maximum", how)?)
}
