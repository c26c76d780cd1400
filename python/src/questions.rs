//! The questions, each a call of `queens::ask`.

use crate::answer::{Answer, Facts};
use crate::document::Document;
use crate::errors::{Raise, error, stopped};
use crate::options::{CallOptions, Natural};
use crate::placement::Placement;
use crate::problem::ProblemArg;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::problem::Problem;
use queens::relative::{Relative, RelativeError};
use queens::symmetry::Symmetry;
use queens::unsupported::Unsupported;
use queens::{CountOptions, ListOptions, OneOptions, Question, Settings};
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
    how.run(py, work, |found| Ok(Answer::new(problem, question, &found)))
}

/// Converts an error of the library.
pub(crate) fn refused(why: impl std::error::Error) -> PyErr {
    error(why.to_string())
}

/// Reads the arguments that select some of the solutions.
///
/// # Errors
/// An unknown symmetry.
pub(crate) fn list_options(
    fundamental: bool,
    symmetric_under: Option<&str>,
    linear: bool,
) -> PyResult<ListOptions> {
    Ok(ListOptions { fundamental, symmetric_under: symmetry(symmetric_under)?, linear })
}

/// Returns the symmetry with this name.
fn symmetry(name: Option<&str>) -> PyResult<Option<Symmetry>> {
    name.map(str::parse).transpose().map_err(refused)
}

/// Returns a `LimitReached` with an answer that was stopped.
fn cut_short(py: Python<'_>, what: &str, answer: Answer) -> PyErr {
    let outcome = answer.facts.outcome.clone();
    stopped(py, what, outcome, answer)
}

/// Asks any question: `one`, `random`, `count`, `unique`, `fundamental`, `classes`, `maximum`, `maximal`, `profile`; or about a
/// relative of the problem: `dominating`, `independent-dominating`, `total-dominating`, a smallest set of queens that occupy or
/// attack every square; `armies`, a largest pair of peaceable armies; `pieces` with `of="8 queens, 2 knights"` or
/// `of="queens = knights"`; `dimensions` with `of=3`, a largest set in a cube; `coloring`, with as few colours as possible or, for
/// example, `of=9`; `least` and `greatest`, a solution with the best sum of weights; `uncompletable`, a smallest set that no
/// solution contains. `count-` in front of a relative asks for the number of such solutions.
///
/// The keyword arguments are those of every function here: `engine`, the id of an engine (see `engines`); `threads`, 0 for
/// one on each processor; `seed` of everything random, a whole number or a `Generator` of numpy; the limits `time` (seconds or a
/// `timedelta`), `nodes`, and `memory` (bytes of the engine's own stores); `progress`, a function that is called with a `Progress`
/// ten times a second, or `True` for a bar; `cancel`, a `CancelToken`, with which another thread ends the call. `Answer.outcome`
/// names what ended the search.
///
/// Ctrl-C raises `KeyboardInterrupt`, whose attribute `partial` is the partial answer.
///
/// >>> import queenslab as ql
/// >>> ql.ask("torus 12", "one").certificate
/// 'the diagonals cannot have the required sum modulo an even size (Polya 1918)'
#[pyfunction]
#[pyo3(
    signature = (problem, question="one", *, of=None, **how),
    text_signature = "(problem, question='one', *, of=None, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn ask(
    py: Python<'_>,
    problem: ProblemArg,
    question: &str,
    of: Option<&Bound<'_, PyAny>>,
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
    let own = QUESTIONS.into_iter().find(|one| one.id() == question);
    let asked_for = match own {
        Some(_) if of.is_some() => return Err(error(format!("the question '{question}' takes no 'of'"))),
        Some(own) => own,
        None => match question.strip_prefix("count-") {
            Some(name) => relative(name, of).map(Question::CountRelative),
            None => relative(question, of).map(Question::Relative),
        }
        .map_err(|wrong| match wrong {
            RelativeError::Name(_) => {
                let (known, names) = (QUESTIONS.map(Question::id).join(", "), Relative::list());
                error(format!(
                    "'{question}' is not a valid question: use one of {known}, or a relative: {names}"
                ))
            }
            wrong => refused(wrong),
        })?,
    };
    let mut how = CallOptions::of("ask", how)?;
    if asked_for == Question::Random {
        how.draw_seed(py)?;
    }
    asked(py, &problem.0, asked_for, &how)
}

/// Returns the relative with this name and parameter.
fn relative(name: &str, of: Option<&Bound<'_, PyAny>>) -> Result<Relative, RelativeError> {
    of.map_or_else(|| name.parse(), |of| format!("{name} {of}").parse())
}

/// Returns the relative of the arguments `relative` and `of`, if there is one.
pub(crate) fn named_relative(
    name: Option<&str>,
    of: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Relative>> {
    match (name, of) {
        (None, Some(of)) => {
            Err(error(format!("of is {of}, but there is no relative: name one, such as relative='coloring'")))
        }
        (name, of) => name.map(|name| relative(name, of)).transpose().map_err(refused),
    }
}

/// Finds one solution: the answer's `value` is a `Placement`, or `None` if there is no solution. With `pawns`, the solution has this
/// many pawns and as many additional queens; with `symmetric_under`, a symmetry leaves it unchanged: `half-turn`, `quarter-turn`,
/// `mirror` or `diagonal`.
///
/// >>> import queenslab as ql
/// >>> ql.solve(1000).value.is_solution
/// True
/// >>> print(ql.solve(4, engine="backtracking").solution.columns)
/// [1, 3, 0, 2]
#[pyfunction]
#[pyo3(
    signature = (problem, *, pawns=None, symmetric_under=None, **how),
    text_signature = "(problem, *, pawns=None, symmetric_under=None, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    problem: ProblemArg,
    pawns: Option<Natural<u32>>,
    symmetric_under: Option<&str>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    let pawns = pawns.map(|Natural(pawns)| pawns);
    let options = OneOptions { pawns, symmetric_under: symmetry(symmetric_under)? };
    asked(py, &problem.0, options.question().map_err(refused)?, &CallOptions::of("solve", how)?)
}

/// Returns a random solution: another one for each call, or always the same for a `seed`, which is a whole number or a `Generator`
/// of numpy. The distribution is not uniform. `None` if there is no solution. Raises `LimitReached` if nothing was found because of a
/// limit or because the engine gave up.
///
/// >>> import queenslab as ql
/// >>> ql.random(50, seed=1) == ql.random(50, seed=1)
/// True
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=None, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn random(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Placement>> {
    let mut how = CallOptions::of("random", how)?;
    how.draw_seed(py)?;
    let answer = asked(py, &problem.0, Question::Random, &how)?;
    match answer.facts.is_complete {
        true => Ok(answer.solution()),
        false => Err(cut_short(py, "no solution was found", answer)),
    }
}

/// Counts the solutions exactly.
///
/// `fundamental`: counts solutions that differ only by rotation or reflection once. `maximal`: counts sets of any size to which no
/// queen can be added. `relative`: counts the solutions of a relative of the problem: `dominating`, `armies`, `coloring` with `of=9`, ... (see
/// `ask`). `pawns`: this many pawns and as many additional queens. `symmetric_under`: counts solutions that a symmetry
/// leaves unchanged: `half-turn`, `quarter-turn`, `mirror` or `diagonal`. `linear`: counts the solutions on a straight line across
/// joined edges. For the answer with engine and statistics, `ask`.
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
    signature = (problem, *, fundamental=false, maximal=false, relative=None, of=None, pawns=None, symmetric_under=None, linear=false, **how),
    text_signature = "(problem, *, fundamental=False, maximal=False, relative=None, of=None, pawns=None, symmetric_under=None, linear=False, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are what a count may be asked for")]
pub(crate) fn count(
    py: Python<'_>,
    problem: ProblemArg,
    fundamental: bool,
    maximal: bool,
    relative: Option<&str>,
    of: Option<&Bound<'_, PyAny>>,
    pawns: Option<Natural<u32>>,
    symmetric_under: Option<&str>,
    linear: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<u128> {
    let symmetric_under = symmetry(symmetric_under)?;
    let relative = named_relative(relative, of)?;
    let pawns = pawns.map(|Natural(pawns)| pawns);
    let options = CountOptions { fundamental, maximal, relative, pawns, symmetric_under, linear };
    let answer =
        asked(py, &problem.0, options.question().map_err(refused)?, &CallOptions::of("count", how)?)?;
    let Facts { is_complete, count, fundamental, .. } = answer.facts;
    match (is_complete, options.fundamental) {
        (true, true) => Ok(fundamental.unwrap_or(0)),
        (true, false) => Ok(count),
        (false, _) => {
            Err(cut_short(py, &format!("{} were counted", queens::document::grouped(count)), answer))
        }
    }
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
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn classes(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Document> {
    let answer = asked(py, &problem.0, Question::Classes, &CallOptions::of("classes", how)?)?;
    match answer.facts.is_complete {
        true => Ok(answer.document),
        false => Err(cut_short(py, "the classes were not counted", answer)),
    }
}

/// Returns true if there is exactly one solution. Raises `LimitReached` if a limit is reached.
///
/// >>> import queenslab as ql
/// >>> ql.is_unique(8), ql.is_unique(ql.Problem(8, givens="b4 d5 a6"))
/// (False, True)
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn is_unique(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<bool> {
    let answer = asked(py, &problem.0, Question::Unique, &CallOptions::of("is_unique", how)?)?;
    match answer.facts.is_unique {
        Some(is_unique) => Ok(is_unique),
        None => Err(cut_short(py, "whether there is exactly one solution was not decided", answer)),
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
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn maximum(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    asked(py, &problem.0, Question::Maximum, &CallOptions::of("maximum", how)?)
}
