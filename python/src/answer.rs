//! Answers.

use crate::document;
use crate::placement::Placement;
use crate::problem::Problem;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::document::{AnswerDocument, ClassesDocument, CountDocument, grouped, time};
use queens::problem::{Bounds, Problem as Board, Units};
use queens::relative::{Goal, Group, Relative};
use queens::simd::Kernel;
use queens::{Answer as Found, Detail, Question, Verdict};
use std::sync::Arc;

/// An answer: the result, its engine with the reason for it, and statistics.
///
/// >>> import queenslab as ql
/// >>> answer = ql.ask(8, "count")
/// >>> answer.value, answer.complete, answer.outcome
/// (92, True, 'exhausted')
#[pyclass(frozen, module = "queenslab", skip_from_py_object)]
pub(crate) struct Answer {
    pub(crate) problem: Arc<Board>,
    pub(crate) question: Question,
    pub(crate) found: Found,
}

impl Answer {
    pub(crate) fn new(problem: &Arc<Board>, question: Question, found: Found) -> Self {
        Answer { problem: Arc::clone(problem), question, found }
    }

    /// Returns true if there is exactly one solution, `None` if that is not known.
    pub(crate) fn is_unique(&self) -> Option<bool> {
        match self.found.verdict() {
            Verdict::OnlyOne => Some(true),
            Verdict::None | Verdict::Exactly(_) | Verdict::AtLeast(2..) => Some(false),
            Verdict::AtLeast(_) | Verdict::Unknown => None,
        }
    }

    /// Returns the answer in one sentence.
    fn meaning(&self) -> String {
        let found = &self.found;
        let number = grouped(found.count);
        let said = match (self.question, found.verdict(), &found.certificate) {
            (Question::Maximum, _, Some(shown)) if found.is_complete() => {
                return format!("{number} is the maximum (proved by {})", shown.means());
            }
            (Question::Maximum, ..) => format!("{number} queens; there may be larger sets"),
            (Question::Relative(Relative::Dominating(_)), _, Some(shown))
                if found.is_complete() && found.first.is_some() =>
            {
                return format!("{number} is the minimum (proved by {})", shown.means());
            }
            (Question::Relative(Relative::Dominating(_)), Verdict::AtLeast(_), _) => {
                format!("{number} queens; there may be smaller sets")
            }
            (Question::Relative(Relative::Armies), ..) if found.is_complete() => {
                return format!("{number} queens of each colour is the maximum");
            }
            (Question::Relative(Relative::Armies), ..) => {
                format!("{number} queens of each colour; there may be more")
            }
            (Question::Relative(Relative::Coloring(_)), ..) if found.first.is_some() => {
                match &found.certificate {
                    Some(proof) => {
                        return format!("{number} colours are the fewest (proved by {})", proof.means());
                    }
                    None => format!("{number} colours; there may be colourings with fewer"),
                }
            }
            (Question::Relative(Relative::Best(goal)), Verdict::AtLeast(_), _) => {
                let Detail::Sum { sum, bound, .. } = found.detail else { return number };
                let best = if goal == Goal::Least { "least" } else { "greatest" };
                match found.is_complete() {
                    true => return format!("the sum is {sum}, the {best}"),
                    false => format!("the sum is {sum}; bound on the {best}: {bound}"),
                }
            }
            (Question::Relative(Relative::Pieces(mix)), Verdict::AtLeast(_), _)
                if mix.numbers().is_none() =>
            {
                if found.is_complete() {
                    return format!("{number} of each kind is the maximum");
                }
                format!("{number} of each kind; there may be more")
            }
            (Question::Relative(Relative::Pieces(_)), Verdict::Unknown, _) => {
                "no solution found yet".to_owned()
            }
            (Question::Relative(Relative::Uncompletable), ..) => {
                return match (&found.first, found.is_complete()) {
                    (Some(_), _) => format!("no solution contains this set of {number} queens"),
                    (None, true) => {
                        "every set of queens that do not attack each other can be completed".to_owned()
                    }
                    (None, false) => "no set found yet".to_owned(),
                };
            }
            (Question::Relative(Relative::Dimensions(_)), ..) if found.is_complete() => {
                return format!("{number} queens is the maximum");
            }
            (Question::Relative(Relative::Dimensions(_)), ..) => {
                format!("{number} queens; there may be larger sets")
            }
            (_, Verdict::None, Some(certificate)) => return format!("there is no solution: {certificate}"),
            (_, Verdict::OnlyOne, _) if found.first.is_some() => "the only solution".to_owned(),
            (_, Verdict::AtLeast(1), _) if found.first.is_some() => {
                "a solution; there may be others".to_owned()
            }
            (_, Verdict::AtLeast(_) | Verdict::Exactly(_), _) if found.first.is_some() => {
                "one of several solutions".to_owned()
            }
            (_, Verdict::Unknown, _) if self.question.wants_solutions() => "no solution found yet".to_owned(),
            (_, Verdict::OnlyOne, _) => "1 solution".to_owned(),
            _ => format!("{number} solutions"),
        };
        if found.is_complete() { said } else { format!("{said} ({})", found.outcome) }
    }

    /// Returns the board of the solution, on which each pawn is a wall.
    fn board(&self) -> Arc<Board> {
        let pawns = match (&self.found.detail, self.question) {
            (Detail::Pawns(pawns), _) => pawns,
            (_, Question::Maximum | Question::Relative(_)) => {
                return Arc::new(self.question.put_to(&self.problem));
            }
            _ => return Arc::clone(&self.problem),
        };
        let size = self.problem.rows();
        let total = Units { total: Bounds::exactly(size + pawns.len() as u32), ..Units::ANY };
        let board = pawns.iter().fold(Board::builder(size, size), |board, &pawn| board.wall(pawn));
        board.units(total).build().map_or_else(|_| Arc::clone(&self.problem), Arc::new)
    }
}

#[pymethods]
impl Answer {
    /// The answer to the question: a number, a `Placement` or none, or true if there is exactly one solution.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.question {
            Question::One | Question::Random | Question::OneWithPawns(_) | Question::OneFixedBy(_) => {
                self.solution().into_bound_py_any(py)
            }
            Question::Unique => self.is_unique().into_bound_py_any(py),
            Question::Fundamental => {
                self.found.fundamental().unwrap_or(self.found.count).into_bound_py_any(py)
            }
            _ => self.found.count.into_bound_py_any(py),
        }
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.problem))
    }

    /// The name of the question.
    #[getter]
    fn question(&self) -> &'static str {
        self.question.id()
    }

    /// Number of solutions that were found; of a maximum, the number of queens.
    #[getter]
    fn count(&self) -> u128 {
        self.found.count
    }

    /// Number of solutions up to symmetry, if the question asked for it and the answer is complete.
    #[getter]
    fn fundamental(&self) -> Option<u128> {
        self.found.fundamental()
    }

    /// The first solution, if the question asked for solutions.
    #[getter]
    pub(crate) fn solution(&self) -> Option<Placement> {
        let queens = self.found.first.clone()?;
        Some(Placement { queens, problem: self.board() })
    }

    /// The groups of a solution by name, each a list of squares as row and column: two armies (`white`, `black`), pieces of
    /// several kinds (`queens`, `knights`), the squares of each colour (`colour 1`), layers (`layer 1`). `solution` has the first.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Detail::Groups { groups, .. } = &self.found.detail else { return Ok(None) };
        let named = PyDict::new(py);
        for Group { kind, placement } in groups {
            let squares: Vec<_> =
                placement.squares().iter().map(|square| (square.row, square.column)).collect();
            named.set_item(kind.to_string(), squares)?;
        }
        Ok(Some(named))
    }

    /// Sum of the weights of the squares, if the question asked for the best one.
    #[getter]
    fn sum(&self) -> Option<i64> {
        if let Detail::Sum { sum, .. } = self.found.detail { Some(sum) } else { None }
    }

    /// The outcome: `exhausted`, `found`, `stopped by the time limit`, `cancelled`, `gave up`, ...
    #[getter]
    fn outcome(&self) -> String {
        self.found.outcome.to_string()
    }

    /// True if nothing stopped the search.
    #[getter]
    fn complete(&self) -> bool {
        self.found.is_complete()
    }

    /// The verdict on the number of solutions, in words.
    #[getter]
    fn verdict(&self) -> String {
        self.found.verdict().to_string()
    }

    /// The id of the engine.
    #[getter]
    fn engine(&self) -> &'static str {
        self.found.engine
    }

    /// The reason for the choice of the engine.
    #[getter]
    fn why(&self) -> &str {
        &self.found.why
    }

    /// The proof that there is no solution or no larger set, in words.
    #[getter]
    fn certificate(&self) -> Option<String> {
        self.found.certificate.as_ref().map(ToString::to_string)
    }

    /// Upper bound on the number of queens, if the question asked for a maximum; for armies, of each colour; for pieces, of each
    /// kind. For a colouring, a lower bound on the number of colours; for weights, a bound on the best sum.
    #[getter]
    fn bound(&self) -> Option<i64> {
        match self.found.detail {
            Detail::Bound(bound) | Detail::Groups { bound, .. } => Some(bound.into()),
            Detail::Sum { bound, .. } => Some(bound),
            _ => None,
        }
    }

    /// Number of ways to fill the first k rows, for k from 0 on, if the question asked for it.
    #[getter]
    fn levels(&self) -> Option<Vec<u128>> {
        if let Detail::Profile(levels) = &self.found.detail { Some(levels.clone()) } else { None }
    }

    /// Statistics of the search: `expanded` nodes, `generated` candidates, `checks`, `deepest`, `widest`, `seconds`.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        statistics(py, &self.found.statistics)
    }

    /// Figures of the engine, by name.
    #[getter]
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let figures = PyDict::new(py);
        self.found.figures.iter().try_for_each(|figure| figures.set_item(figure.name, figure.value))?;
        Ok(figures)
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.found.threads
    }

    /// Kernel of an engine that has several: `avx2`, `avx512`, ...
    #[getter]
    fn kernel(&self) -> Option<&'static str> {
        self.found.kernel.map(Kernel::name)
    }

    /// The document that the command prints, as a dict: `queens/count`, `queens/classes` or `queens/answer`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self.question {
            Question::Classes => document::dict(py, &ClassesDocument::new(&self.problem, &self.found)),
            Question::Count
            | Question::FixedBy(_)
            | Question::CountLinear
            | Question::Maximal
            | Question::CountRelative(_)
            | Question::WithPawns(_) => {
                let about = self.question.about(&self.problem);
                document::dict(py, &CountDocument::new(about, &self.found))
            }
            question => document::dict(py, &AnswerDocument::new(&self.problem, question, &self.found)),
        }
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let value = self.value(py)?.repr()?;
        Ok(format!("Answer(value={value}, outcome='{}', engine='{}')", self.found.outcome, self.found.engine))
    }

    /// Returns a picture of the solution, if there is one, above the verdict.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let picture = match self.solution() {
            Some(solution) => solution.shown(py)?.map(|picture| picture.to_string()),
            None => None,
        };
        let (engine, taken) = (self.found.engine, time(self.found.statistics.elapsed.as_secs_f64()));
        let words = vec![self.meaning(), format!("{engine}, {taken}: {}", self.found.why)];
        py.import("queenslab._table")?.call_method1("answer", (picture, words))?.extract()
    }
}

/// Returns the statistics of a search, by name.
pub(crate) fn statistics<'py>(
    py: Python<'py>,
    statistics: &queens::control::Statistics,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("expanded", statistics.expanded)?;
    dict.set_item("generated", statistics.generated)?;
    dict.set_item("checks", statistics.checks)?;
    dict.set_item("deepest", statistics.deepest)?;
    dict.set_item("widest", statistics.widest)?;
    dict.set_item("seconds", statistics.elapsed.as_secs_f64())?;
    Ok(dict)
}
