//! The questions, each a call of `queens::ask`.

use crate::answer::{Answer, Facts};
use crate::document::Document;
use crate::errors::{Raise, error, stopped};
use crate::options::CallOptions;
use crate::placement::Placement;
use crate::problem::ProblemArg;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::names;
use queens::problem::Problem;
use queens::unsupported::Unsupported;
use queens::{Question, Settings};
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
fn asked(
    py: Python<'_>,
    problem: &Arc<Problem>,
    question: Question,
    how: &CallOptions,
) -> PyResult<Answer> {
    let about = Arc::clone(problem);
    let work = move |settings: &Settings| {
        Ok::<_, NoAnswer>(queens::ask(&about, question, settings)?)
    };
    how.run(py, work, |found| Ok(Answer::new(problem, question, &found)))
}

/// Returns a `LimitReached` with an answer that was stopped.
fn cut_short(py: Python<'_>, what: &str, answer: Answer) -> PyErr {
    let outcome = answer.facts.outcome.clone();
    stopped(py, what, outcome, answer)
}

/// Asks any question: `one`, `random`, `count`, `unique`, `fundamental`, `classes`,
/// `profile`. The text of the problem says what its solutions are, and which are the
/// best: `dominating 8`, `armies 8`, `8; pieces: 8 queens, 2 knights`.
///
/// Two questions are about sets of queens that are not solutions: `uncompletable` asks
/// for a smallest set that no solution contains, `count-uncompletable` for the number of
/// such sets.
///
/// The keyword arguments are those of every function here: `engine`, the id of an engine
/// (see `engines`); `threads`, 0 for one on each processor; `seed` of everything random,
/// a whole number or a `Generator` of numpy; the limits `time` (seconds or a
/// `timedelta`), `nodes`, and `memory` (bytes of the engine's own stores); `progress`, a
/// function that is called with a `Progress` ten times a second, or `True` for a bar;
/// `cancel`, a `CancelToken`, with which another thread ends the call. `Answer.outcome`
/// names what ended the search.
///
/// Ctrl-C raises `KeyboardInterrupt`, whose attribute `partial` is the partial answer.
///
/// >>> import queenslab as ql
/// >>> ql.ask("torus 12", "one").certificate
/// 'the diagonals cannot have the required sum modulo an even size (Polya 1918)'
#[pyfunction]
#[pyo3(
    signature = (problem, question="one", **how),
    text_signature = "(problem, question='one', *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
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
        Question::Profile,
        Question::Uncompletable,
        Question::CountUncompletable,
    ];
    let asked_for = QUESTIONS
        .into_iter()
        .find(|own| own.id() == question)
        .ok_or_else(|| {
            let way_out = names::way_out(question, &QUESTIONS.map(Question::id));
            error(format!("'{question}' is not a valid question: {way_out}"))
        })?;
    if asked_for.is_about_sets() {
        check_no_rules(&problem.0, asked_for)?;
    }
    let mut how = CallOptions::from_keywords("ask", how)?;
    if asked_for == Question::Random {
        how.draw_seed(py)?;
    }
    asked(py, &problem.0, asked_for, &how)
}

/// Refuses a question that says otherwise than the rules of the problem what its
/// solutions are.
pub(crate) fn check_no_rules(problem: &Problem, question: Question) -> PyResult<()> {
    match problem.rules() {
        Some(_) => Err(error(format!(
            "the rules of the problem say what its solutions are: leave out '{question}', or the rules"
        ))),
        None => Ok(()),
    }
}

/// Finds one solution, the best one if the problem says what is best: the answer's
/// `value` is a `Placement`, or `None` if there is no solution; `best` is the best value,
/// `bound` a bound on it, `certificate` the proof that there is no better one.
///
/// >>> import queenslab as ql
/// >>> ql.solve(1000).value.is_solution
/// True
/// >>> print(ql.solve(4, engine="backtracking").solution.columns)
/// [1, 3, 0, 2]
/// >>> most = ql.solve("most torus 12")
/// >>> most.best, most.bound, len(most.solution)
/// (10, 10, 10)
#[pyfunction]
#[pyo3(
    signature = (problem, **how),
    text_signature = "(problem, *, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    problem: ProblemArg,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    asked(
        py,
        &problem.0,
        Question::One,
        &CallOptions::from_keywords("solve", how)?,
    )
}

/// Returns a random solution: another one for each call, or always the same for a `seed`,
/// which is a whole number or a `Generator` of numpy. The distribution is not uniform.
/// `None` if there is no solution. Raises `LimitReached` if nothing was found because of
/// a limit or because the engine gave up.
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
    let mut how = CallOptions::from_keywords("random", how)?;
    how.draw_seed(py)?;
    let answer = asked(py, &problem.0, Question::Random, &how)?;
    match answer.facts.is_complete {
        true => Ok(answer.solution()),
        false => Err(cut_short(py, "no solution was found", answer)),
    }
}

/// Counts the solutions exactly; of a problem that says what is best, the best ones.
///
/// `fundamental`: counts solutions that differ only by rotation or reflection once. For
/// the answer with engine and statistics, `ask`.
///
/// Raises `LimitReached` if a limit is reached; it never returns a partial count.
///
/// >>> import queenslab as ql
/// >>> ql.count(8), ql.count(8, fundamental=True), ql.count("torus 13")
/// (92, 12, 4524)
/// >>> ql.count("12; unchanged: half-turn"), ql.count("maximal 8"), ql.count("dominating 8")
/// (80, 10188, 4860)
/// >>> ql.count(30, time=0.05)
/// Traceback (most recent call last):
///     ...
/// queenslab.LimitReached: 0 were counted: stopped by the time limit; `partial` of this
/// error holds what was found so far
#[pyfunction]
#[pyo3(
    signature = (problem, *, fundamental=false, **how),
    text_signature = "(problem, *, fundamental=False, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn count(
    py: Python<'_>,
    problem: ProblemArg,
    fundamental: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<u128> {
    let question = if fundamental {
        Question::Classes
    } else {
        Question::Count
    };
    let answer = asked(
        py,
        &problem.0,
        question,
        &CallOptions::from_keywords("count", how)?,
    )?;
    let Facts {
        is_complete,
        count,
        fundamental: up_to_symmetry,
        ..
    } = answer.facts;
    match (is_complete, fundamental) {
        (true, true) => up_to_symmetry.ok_or_else(|| {
            error("the number of these solutions up to symmetry is not known")
        }),
        (true, false) => Ok(count),
        (false, _) => Err(cut_short(
            py,
            &format!("{} were counted", queens::document::grouped(count)),
            answer,
        )),
    }
}

/// Counts the solutions by symmetry class, as a document. A problem with rules has no
/// classes: `count` with `fundamental`.
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
    if problem.0.rules().is_some() {
        return Err(error(
            "classes() needs a problem without rules; count(problem, fundamental=True) counts up to symmetry",
        ));
    }
    let answer = asked(
        py,
        &problem.0,
        Question::Classes,
        &CallOptions::from_keywords("classes", how)?,
    )?;
    match answer.facts.is_complete {
        true => Ok(answer.document),
        false => Err(cut_short(py, "the classes were not counted", answer)),
    }
}

/// Returns true if there is exactly one solution. Raises `LimitReached` if a limit is
/// reached.
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
    let answer = asked(
        py,
        &problem.0,
        Question::Unique,
        &CallOptions::from_keywords("is_unique", how)?,
    )?;
    match answer.facts.is_unique {
        Some(is_unique) => Ok(is_unique),
        None => Err(cut_short(
            py,
            "whether there is exactly one solution was not decided",
            answer,
        )),
    }
}
