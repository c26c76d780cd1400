//! Answers.

use crate::document::Document;
use crate::errors::error;
use crate::placement::Placement;
use crate::problem::{Problem, equality, hash, pairs};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use queens::document::{AnswerDocument, ClassesDocument, CountDocument, grouped, time};
use queens::problem::Problem as Board;
use queens::problem::rules::Goal;
use queens::relative::Group;
use queens::simd::Kernel;
use queens::{Answer as Found, Detail, Question, Verdict};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An answer: the result, its engine with the reason for it, and statistics.
///
/// >>> import queenslab as ql
/// >>> answer = ql.ask(8, "count")
/// >>> answer.value, answer.complete, answer.outcome.value
/// (92, True, 'exhausted')
///
/// Answers are equal if their problems, questions and results are; engine and statistics
/// may differ.
///
/// >>> answer == ql.ask(8, "count", engine="flags"), answer == ql.ask(9, "count")
/// (True, False)
#[pyclass(frozen, module = "queenslab", skip_from_py_object)]
pub(crate) struct Answer {
    problem: Arc<Board>,
    solution: Option<Placement>,
    pub(crate) document: Document,
    pub(crate) facts: Facts,
}

/// Part of an answer that is its value.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum AnswerValue {
    Solution,
    IsUnique,
    Fundamental,
    Count,
}

impl AnswerValue {
    fn from_question(question: Question) -> Self {
        match question {
            Question::One | Question::Random => AnswerValue::Solution,
            Question::Unique => AnswerValue::IsUnique,
            Question::Fundamental => AnswerValue::Fundamental,
            _ => AnswerValue::Count,
        }
    }
}

/// Facts about an answer, as plain values that can be pickled.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Facts {
    question: String,
    value: AnswerValue,
    pub(crate) count: u128,
    pub(crate) fundamental: Option<u128>,
    pub(crate) outcome: String,
    pub(crate) is_complete: bool,
    verdict: String,
    /// True if there is exactly one solution, `None` if that is not known.
    pub(crate) is_unique: Option<bool>,
    /// The answer in one sentence.
    meaning: String,
    engine: String,
    why: String,
    certificate: Option<String>,
    groups: Option<Vec<NamedSquares>>,
    best: Option<i64>,
    bound: Option<i64>,
    levels: Option<Vec<u128>>,
    statistics: SearchStatistics,
    figures: Vec<(String, u128)>,
    threads: usize,
    kernel: Option<String>,
}

/// Name of a group, and its squares.
type NamedSquares = (String, Vec<(u32, u32)>);

impl Facts {
    fn new(problem: &Board, question: Question, found: &Found) -> Self {
        let named = |groups: Vec<Group>| {
            let named = |group: &Group| {
                (group.kind.to_string(), pairs(group.placement.squares()))
            };
            groups.iter().map(named).collect()
        };
        Facts {
            question: question.to_string(),
            value: AnswerValue::from_question(question),
            count: found.count,
            fundamental: found.fundamental(),
            outcome: found.outcome.to_string(),
            is_complete: found.is_complete(),
            verdict: found.verdict().to_string(),
            is_unique: match found.verdict() {
                Verdict::OnlyOne => Some(true),
                Verdict::None | Verdict::Exactly(_) | Verdict::AtLeast(2..) => {
                    Some(false)
                }
                Verdict::AtLeast(_) | Verdict::Unknown => None,
            },
            meaning: meaning(problem, question, found),
            engine: found.engine.to_owned(),
            why: found.why.clone(),
            certificate: found.certificate.as_ref().map(ToString::to_string),
            groups: found.groups(problem).map(named),
            best: found.value(),
            bound: found.bound(),
            levels: if let Detail::Profile(levels) = &found.detail {
                Some(levels.clone())
            } else {
                None
            },
            statistics: SearchStatistics::from(&found.statistics),
            figures: found
                .figures
                .iter()
                .map(|figure| (figure.name.to_owned(), figure.value))
                .collect(),
            threads: found.threads,
            kernel: found.kernel.map(|kernel| Kernel::name(kernel).to_owned()),
        }
    }
}

/// The parts of an answer that equality compares.
#[derive(PartialEq)]
struct AnswerResult<'a> {
    problem: &'a Board,
    question: &'a str,
    solution: Option<&'a queens::placement::Placement>,
    groups: Option<&'a [NamedSquares]>,
    count: u128,
    fundamental: Option<u128>,
    best: Option<i64>,
    bound: Option<i64>,
    levels: Option<&'a [u128]>,
    outcome: &'a str,
    verdict: &'a str,
}

impl Answer {
    fn result(&self) -> AnswerResult<'_> {
        let Facts {
            question,
            count,
            fundamental,
            outcome,
            verdict,
            groups,
            best,
            bound,
            levels,
            ..
        } = &self.facts;
        AnswerResult {
            problem: &self.problem,
            question,
            solution: self.solution.as_ref().map(|solution| &solution.queens),
            groups: groups.as_deref(),
            count: *count,
            fundamental: *fundamental,
            best: *best,
            bound: *bound,
            levels: levels.as_deref(),
            outcome,
            verdict,
        }
    }

    pub(crate) fn new(problem: &Arc<Board>, question: Question, found: &Found) -> Self {
        let placed = |queens| Placement {
            queens,
            problem: Arc::clone(problem),
        };
        Answer {
            problem: Arc::clone(problem),
            solution: found.first.clone().map(placed),
            document: document(problem, question, found),
            facts: Facts::new(problem, question, found),
        }
    }
}

/// Returns the document that the command prints.
fn document(problem: &Board, question: Question, found: &Found) -> Document {
    match question {
        Question::Classes if problem.rules().is_none() => {
            Document::new(ClassesDocument::new(problem, found))
        }
        Question::Classes | Question::Count | Question::CountUncompletable => {
            Document::new(CountDocument::new(problem, found))
        }
        question => Document::new(AnswerDocument::new(problem, question, found)),
    }
}

/// Returns the answer in one sentence.
fn meaning(problem: &Board, question: Question, found: &Found) -> String {
    let said = match (question, best(problem, found)) {
        (Question::Uncompletable, _) => about_sets(found),
        (Question::One, Some(best)) => return best,
        (_, Some(best)) => {
            return format!("{}; {best}", about_solutions(question, found));
        }
        (Question::CountUncompletable, None) => number_of(found, "set"),
        (_, None) => about_solutions(question, found),
    };
    if found.is_complete() {
        said
    } else {
        format!("{said} ({})", found.outcome)
    }
}

/// Describes the best value that was found, if the problem says what is best.
fn best(problem: &Board, found: &Found) -> Option<String> {
    let rules = problem.rules()?;
    let (measured, value, bound) =
        (rules.best_in_words()?, found.value()?, found.bound()?);
    if found.is_complete() {
        let proof = found
            .certificate
            .as_ref()
            .map(|proof| format!(" (proved by {})", proof.means()));
        return Some(format!(
            "{value} is the {measured}{}",
            proof.unwrap_or_default()
        ));
    }
    let side = if rules.best.as_ref()?.goal == Goal::Least {
        "at least"
    } else {
        "at most"
    };
    Some(format!(
        "{value} found; the {measured} is {side} {bound} ({})",
        found.outcome
    ))
}

/// Describes a set of queens that no solution contains.
fn about_sets(found: &Found) -> String {
    match &found.first {
        Some(queens) if queens.is_empty() => {
            "the problem has no solution, so no solution contains even the empty set"
                .to_owned()
        }
        Some(_) => {
            let number = grouped(found.count);
            format!(
                "this set of {number} queens breaks no rule, but no solution contains it"
            )
        }
        None if found.is_complete() => {
            "every set of queens that breaks no rule can be completed".to_owned()
        }
        None => "no set found yet".to_owned(),
    }
}

/// Writes what was counted: `1 set`, `92 solutions`.
fn number_of(found: &Found, what: &str) -> String {
    if found.count == 1 {
        format!("1 {what}")
    } else {
        format!("{} {what}s", grouped(found.count))
    }
}

fn about_solutions(question: Question, found: &Found) -> String {
    match (found.verdict(), &found.certificate) {
        (Verdict::None, Some(certificate)) => {
            format!("there is no solution: {certificate}")
        }
        (Verdict::OnlyOne, _) if found.first.is_some() => "the only solution".to_owned(),
        (Verdict::AtLeast(1), _) if found.first.is_some() => {
            "a solution; there may be others".to_owned()
        }
        (Verdict::AtLeast(_) | Verdict::Exactly(_), _) if found.first.is_some() => {
            "one of several solutions".to_owned()
        }
        (Verdict::Unknown, _) if question.wants_solutions() => {
            "no solution found yet".to_owned()
        }
        _ => number_of(found, "solution"),
    }
}

#[pymethods]
impl Answer {
    /// The answer to the question: a number, a `Placement` or none, or true if there is
    /// exactly one solution.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Facts {
            value,
            count,
            fundamental,
            is_unique,
            ..
        } = &self.facts;
        match value {
            AnswerValue::Solution => self.solution.clone().into_bound_py_any(py),
            AnswerValue::IsUnique => is_unique.into_bound_py_any(py),
            AnswerValue::Fundamental => {
                fundamental.unwrap_or(*count).into_bound_py_any(py)
            }
            AnswerValue::Count => count.into_bound_py_any(py),
        }
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.problem))
    }

    /// The name of the question.
    #[getter]
    fn question(&self) -> &str {
        &self.facts.question
    }

    /// Number of solutions that were found; for `uncompletable`, the number of queens of
    /// the set.
    #[getter]
    fn count(&self) -> u128 {
        self.facts.count
    }

    /// Number of solutions up to symmetry, if the question asked for it and the answer is
    /// complete.
    #[getter]
    fn fundamental(&self) -> Option<u128> {
        self.facts.fundamental
    }

    /// The first solution, if the question asked for solutions.
    #[getter]
    pub(crate) fn solution(&self) -> Option<Placement> {
        self.solution.clone()
    }

    /// The groups of a solution by name, each a list of squares as row and column: two
    /// armies (`white`, `black`), pieces of several kinds (`queens`, `knights`), the
    /// squares of each colour (`colour 1`), layers (`layer 1`). `solution` has all
    /// pieces; of layers, the first.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(groups) = &self.facts.groups else {
            return Ok(None);
        };
        let named = PyDict::new(py);
        groups
            .iter()
            .try_for_each(|(name, squares)| named.set_item(name, squares))?;
        Ok(Some(named))
    }

    /// The best value that was found, if the problem says what is best: a number of
    /// pieces, sets or squares, or a sum of weights.
    #[getter]
    fn best(&self) -> Option<i64> {
        self.facts.best
    }

    /// The outcome, an `Outcome`: `Outcome.EXHAUSTED`, `FOUND`, `TIME_LIMIT`,
    /// `CANCELLED`, `GAVE_UP`, ...
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        outcome(py, &self.facts.outcome)
    }

    /// True if nothing stopped the search.
    #[getter]
    fn complete(&self) -> bool {
        self.facts.is_complete
    }

    /// The verdict on the number of solutions, in words.
    #[getter]
    fn verdict(&self) -> &str {
        &self.facts.verdict
    }

    /// The id of the engine.
    #[getter]
    fn engine(&self) -> &str {
        &self.facts.engine
    }

    /// The reason for the choice of the engine.
    #[getter]
    fn why(&self) -> &str {
        &self.facts.why
    }

    /// The proof that there is no solution or no better one, in words.
    #[getter]
    fn certificate(&self) -> Option<&str> {
        self.facts.certificate.as_deref()
    }

    /// Bound on the best value, if the problem says what is best; the same as the best
    /// value if the answer is complete. For `uncompletable` a lower bound on the number
    /// of queens.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.facts.bound
    }

    /// Number of ways to fill the first k rows, for k from 0 on, if the question asked
    /// for it.
    #[getter]
    fn levels(&self) -> Option<Vec<u128>> {
        self.facts.levels.clone()
    }

    /// Statistics of the search: `expanded` nodes, `generated` candidates, `checks`,
    /// `deepest`, `widest`, `seconds`.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.facts.statistics.dict(py)
    }

    /// Figures of the engine, by name.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let figures = PyDict::new(py);
        self.facts
            .figures
            .iter()
            .try_for_each(|(name, value)| figures.set_item(name, value))?;
        Ok(figures)
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.facts.threads
    }

    /// Kernel of an engine that has several: `avx2`, `avx512`, ...
    #[getter]
    fn kernel(&self) -> Option<&str> {
        self.facts.kernel.as_deref()
    }

    /// The document that the command prints, as a dict: `queens/count`, `queens/classes`
    /// or `queens/answer`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document.to_dict(py)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let value = self.value(py)?.repr()?;
        Ok(format!(
            "Answer(value={value}, outcome='{}', engine='{}')",
            self.facts.outcome, self.facts.engine
        ))
    }

    /// Returns a picture of the solution, if there is one, above the verdict.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let picture = match &self.solution {
            Some(solution) => solution.shown(py)?.map(|picture| picture.to_string()),
            None => None,
        };
        let Facts {
            engine,
            why,
            meaning,
            statistics,
            ..
        } = &self.facts;
        let words = vec![
            meaning.clone(),
            format!("{engine}, {}: {why}", time(statistics.seconds)),
        ];
        py.import("queenslab._table")?
            .call_method1("answer", (picture, words))?
            .extract()
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        let same = other
            .cast::<Answer>()
            .ok()
            .map(|other| self.result() == other.get().result());
        equality(py, same, op)
    }

    fn __hash__(&self) -> u64 {
        hash(&(
            self.problem.to_string(),
            &self.facts.question,
            self.facts.count,
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("queenslab._restore")?.getattr("answer")?;
        let facts = pythonize::pythonize(py, &self.facts).map_err(error)?;
        (
            restore,
            (
                self.problem(),
                self.solution(),
                self.document.clone(),
                facts,
            ),
        )
            .into_pyobject(py)
    }

    /// Restores a pickled answer.
    #[staticmethod]
    fn _restore(
        problem: &Bound<'_, Problem>,
        solution: Option<&Bound<'_, Placement>>,
        document: &Bound<'_, Document>,
        facts: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Answer {
            problem: Arc::clone(&problem.get().0),
            solution: solution.map(|solution| solution.get().clone()),
            document: document.get().clone(),
            facts: pythonize::depythonize(facts).map_err(error)?,
        })
    }
}

/// Returns the member of the enum `Outcome` for an outcome in words.
pub(crate) fn outcome<'py>(py: Python<'py>, words: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("queenslab._outcome")?
        .getattr("Outcome")?
        .call1((words,))
}

/// Statistics of a search.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SearchStatistics {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    checks: u64,
    deepest: u64,
    pub(crate) widest: u64,
    pub(crate) seconds: f64,
}

impl From<&queens::control::Statistics> for SearchStatistics {
    fn from(found: &queens::control::Statistics) -> Self {
        SearchStatistics {
            expanded: found.expanded,
            generated: found.generated,
            checks: found.checks,
            deepest: found.deepest,
            widest: found.widest,
            seconds: found.elapsed.as_secs_f64(),
        }
    }
}

impl SearchStatistics {
    /// Returns them by name.
    pub(crate) fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(pythonize::pythonize(py, self)
            .map_err(error)?
            .cast_into::<PyDict>()?)
    }
}
