//! The questions, each a call of `queens::ask`.

use crate::answer::Answer;
use crate::errors::{Raise, error, stopped};
use crate::options::CallOptions;
use crate::placement::Placement;
use crate::problem::ProblemArg;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::domination::Domination;
use queens::problem::Problem;
use queens::unsupported::Unsupported;
use queens::{CountOptions, Question, Settings};
use std::sync::Arc;

/// Reason why a question has no answer.
pub(crate) enum NoAnswer {
    Unsupported(Unsupported),
    Error(String),
}

impl From<Unsupported> for NoAnswer {
    fn from(unsupported: Unsupported) -> Self {
        NoAnswer::Unsupported(unsupported)
    }
}

impl Raise for NoAnswer {
    fn raise(self) -> PyErr {
        match self {
            NoAnswer::Unsupported(unsupported) => unsupported.raise(),
            NoAnswer::Error(words) => error(words),
        }
    }
}

/// Asks a question and waits for the answer.
fn asked(py: Python<'_>, problem: &Arc<Problem>, question: Question, how: &CallOptions) -> PyResult<Answer> {
    let put_to = Arc::clone(problem);
    let work = move |settings: &Settings| {
        Ok::<_, NoAnswer>(queens::ask(&question.put_to(&put_to), question, settings)?)
    };
    how.run(py, work, |found| Ok(Answer::new(problem, question, found)))
}

/// Converts an error of the library.
fn refused(why: impl std::error::Error) -> PyErr {
    error(why.to_string())
}

/// Returns the number of an answer.
///
/// # Errors
/// The limit or the cancellation that stopped it, with the partial answer.
fn whole(py: Python<'_>, answer: Answer, number: impl Fn(&Answer) -> u128) -> PyResult<u128> {
    if answer.found.is_complete() {
        return Ok(number(&answer));
    }
    let what = format!("{} were counted", queens::document::grouped(answer.found.count));
    Err(stopped(py, &what, answer.found.outcome, answer))
}

/// Asks any question: `one`, `random`, `count`, `unique`, `fundamental`, `classes`, `maximum`, `maximal`, `profile`;
/// `dominating`, `independent-dominating`, `total-dominating`: a smallest set of queens that occupy or attack every square;
/// `count-dominating`, `count-independent-dominating`, `count-total-dominating`: the number of such sets; `armies`: a largest pair
/// of peaceable armies; `count-armies`: the number of such pairs.
///
/// The keyword arguments are those of every function here: `engine`, the id of an engine (see `engines`); `threads`, 0 for
/// one on each processor; `seed` of everything random; the limits `time` (seconds or a `timedelta`), `nodes`, and `memory` (bytes
/// of the engine's own stores); `progress`, a function that is called with a `Progress` ten times a second, or `True` for a bar.
/// If a limit is reached, `Answer.outcome` names it.
///
/// Ctrl-C raises `KeyboardInterrupt`, whose attribute `partial` is the partial answer.
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
    const QUESTIONS: [Question; 17] = [
        Question::One,
        Question::Random,
        Question::Count,
        Question::Unique,
        Question::Fundamental,
        Question::Classes,
        Question::Maximum,
        Question::Maximal,
        Question::Dominating(Domination::Any),
        Question::Dominating(Domination::Independent),
        Question::Dominating(Domination::Total),
        Question::CountDominating(Domination::Any),
        Question::CountDominating(Domination::Independent),
        Question::CountDominating(Domination::Total),
        Question::Armies,
        Question::CountArmies,
        Question::Profile,
    ];
    let asked_for = QUESTIONS.into_iter().find(|one| one.id() == question).ok_or_else(|| {
        let known = QUESTIONS.map(Question::id).join(", ");
        error(format!("'{question}' is not a valid question: use one of {known}"))
    })?;
    asked(py, &problem.0, asked_for, &CallOptions::of("ask", how)?)
}

/// Finds one solution: the answer's `value` is a `Placement`, or `None` if there is no solution. With `pawns`, the solution has this
/// many pawns and as many additional queens.
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
    asked(py, &problem.0, question, &CallOptions::of("solve", how)?)
}

/// Returns a random solution, by `seed`; the distribution is not uniform. `None` if there is no solution. Raises `LimitReached` if
/// nothing was found because of a limit or because the engine gave up.
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
    let answer = asked(py, &problem.0, Question::Random, &CallOptions::of("random", how)?)?;
    if !answer.found.is_complete() {
        let outcome = answer.found.outcome;
        return Err(stopped(py, "no solution was found", outcome, answer));
    }
    Ok(answer.solution())
}

/// Counts the solutions exactly.
///
/// `fundamental`: counts solutions that differ only by rotation or reflection once. `maximal`: counts sets of any size to which no
/// queen can be added. `dominate`: counts the smallest sets of queens that occupy or attack every square (`any`), do not attack each
/// other (`independent`), or attack every square, occupied ones as well (`total`). `armies`: counts largest pairs of peaceable
/// armies. `pawns`: this many pawns and as many additional queens. `symmetric_under`: counts solutions that a symmetry
/// leaves unchanged: `half-turn`, `quarter-turn`, `mirror` or `diagonal`. For the answer with engine and statistics, `ask`.
///
/// Raises `LimitReached` if a limit is reached; it never returns a partial count.
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
    signature = (problem, *, fundamental=false, maximal=false, dominate=None, armies=false, pawns=None, symmetric_under=None, **how),
    text_signature = "(problem, *, fundamental=False, maximal=False, dominate=None, armies=False, pawns=None, symmetric_under=None, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are what a count may be asked for")]
pub(crate) fn count(
    py: Python<'_>,
    problem: ProblemArg,
    fundamental: bool,
    maximal: bool,
    dominate: Option<&str>,
    armies: bool,
    pawns: Option<u32>,
    symmetric_under: Option<&str>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<u128> {
    let symmetric_under = symmetric_under.map(str::parse).transpose().map_err(refused)?;
    let dominate = dominate.map(str::parse).transpose().map_err(refused)?;
    let options = CountOptions { fundamental, maximal, dominate, armies, pawns, symmetric_under };
    let answer =
        asked(py, &problem.0, options.question().map_err(refused)?, &CallOptions::of("count", how)?)?;
    whole(py, answer, |answer| options.number(&answer.found))
}

/// Counts the solutions by symmetry class, as a document.
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
    let answer = asked(py, &problem.0, Question::Classes, &CallOptions::of("classes", how)?)?;
    if !answer.found.is_complete() {
        let outcome = answer.found.outcome;
        return Err(stopped(py, "the classes were not counted", outcome, answer));
    }
    Ok(crate::document::Document::new(queens::document::ClassesDocument::new(&answer.problem, &answer.found)))
}

/// Returns true if there is exactly one solution. Raises `LimitReached` if a limit is reached.
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
    let answer = asked(py, &problem.0, Question::Unique, &CallOptions::of("is_unique", how)?)?;
    match answer.is_unique() {
        Some(is_unique) => Ok(is_unique),
        None => {
            let outcome = answer.found.outcome;
            Err(stopped(py, "whether there is exactly one solution was not decided", outcome, answer))
        }
    }
}

/// Finds a largest set of queens that do not attack each other; rows and columns may stay empty. The answer's `value` is its size,
/// `solution` the set, `certificate` the proof that there is no larger one.
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
    asked(py, &problem.0, Question::Maximum, &CallOptions::of("maximum", how)?)
}
