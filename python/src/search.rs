//! State-space search on problems that are written in Python.
//!
//! The callbacks run on the calling thread with the lock of the interpreter, because they
//! take most of the time.

use crate::answer::{SearchStatistics, outcome};
use crate::document::Document;
use crate::errors::{error, with_partial};
use crate::options::CallOptions;
use crate::problem::{equality, hash};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use queens::control::{CancelToken, Limits, Outcome, clip};
use queens::document::{SearchCost, SearchDocument, SearchLine, SearchStep};
use statespace::{LoopCheck, Search, Space, Strategy, Transition, TransitionOf};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A state: a Python object with its hash.
#[derive(Clone)]
struct State(Rc<(Py<PyAny>, isize)>);

impl State {
    fn from_python(object: Bound<'_, PyAny>) -> PyResult<Self> {
        let hash = object.hash()?;
        Ok(State(Rc::new((object.unbind(), hash))))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let ((own, hash), (object, other_hash)) = (&*self.0, &*other.0);
        own.is(object)
            || (hash == other_hash
                && Python::attach(|py| own.bind(py).eq(object).unwrap_or(false)))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(self.0.1);
    }
}

/// Label of a step: any Python object, with the cost as the callback gave it.
struct Label(Py<PyAny>, SearchCost);

/// Cloned only for the path that is found.
impl Clone for Label {
    fn clone(&self) -> Self {
        Python::attach(|py| Label(self.0.clone_ref(py), self.1))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| f.write_str(&words(self.0.bind(py))))
    }
}

/// Returns the text of a Python object.
fn words(object: &Bound<'_, PyAny>) -> String {
    object
        .str()
        .map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// The space that the callbacks define. After the first exception it has no further
/// states.
struct Callbacks<'a, 'py> {
    py: Python<'py>,
    start: State,
    successors: &'a Bound<'py, PyAny>,
    goal: &'a Bound<'py, PyAny>,
    is_goal_a_function: bool,
    heuristic: Option<&'a Bound<'py, PyAny>>,
    bytes: usize,
    how: &'a CallOptions,
    cancel: CancelToken,
    /// True if costs are in units of 1 / [`FRACTION_UNITS`].
    has_fractions: bool,
    /// True if a cost was a fraction, but `has_fractions` is false.
    met_fraction: Cell<bool>,
    failure: RefCell<Option<PyErr>>,
    has_failed: Cell<bool>,
}

impl Callbacks<'_, '_> {
    /// Ends the search after the first exception.
    fn fail<T>(&self, error: PyErr, otherwise: T) -> T {
        if !self.has_failed.replace(true) {
            self.failure.replace(Some(error));
            self.cancel.cancel();
        }
        otherwise
    }

    fn transitions(&self, state: &State) -> PyResult<Vec<TransitionOf<Self>>> {
        self.py.check_signals()?;
        self.how.report(self.py, false)?;
        let steps = self.successors.call1((state.0.0.bind(self.py),))?;
        // Lists are what most give, and are walked without an iterator.
        match steps.cast::<PyList>() {
            Ok(steps) => steps.iter().map(|step| self.transition(&step)).collect(),
            Err(_) => steps
                .try_iter()?
                .map(|step| self.transition(&step?))
                .collect(),
        }
    }

    /// Reads a step that `successors` returned.
    fn transition(&self, step: &Bound<'_, PyAny>) -> PyResult<Transition<State, Label>> {
        let Ok(step) = step.cast::<PyTuple>() else {
            return Err(no_step(step));
        };
        let cost = match step.len() {
            2 => SearchCost::Whole(1),
            3 => number(A_COST, &step.get_item(2)?)?,
            _ => return Err(no_step(step)),
        };
        let label = Label(step.get_item(0)?.unbind(), cost);
        Ok(Transition::with_cost(
            label,
            State::from_python(step.get_item(1)?)?,
            self.units(cost)?,
        ))
    }

    /// Returns a cost in the units of this search.
    fn units(&self, cost: SearchCost) -> PyResult<u64> {
        match (cost, self.has_fractions) {
            (SearchCost::Whole(whole), false) => Ok(whole),
            (SearchCost::Fraction(_), false) => {
                self.met_fraction.set(true);
                Err(error("a search that counts in whole costs met a fraction"))
            }
            (_, true) => match (real(cost) * FRACTION_UNITS).round() {
                units if units < u64::MAX as f64 => Ok(units as u64),
                _ => Err(error(format!(
                    "{A_COST} is {}: if costs have fractions, each is at most {}",
                    in_words(real(cost)),
                    u64::MAX as f64 / FRACTION_UNITS
                ))),
            },
        }
    }
}

/// Name of the cost of a step in messages.
const A_COST: &str = "the cost of a step";

/// Units of a cost of 1 in a search whose costs have fractions.
const FRACTION_UNITS: f64 = (1u64 << 32) as f64;

fn real(number: SearchCost) -> f64 {
    match number {
        SearchCost::Whole(whole) => whole as f64,
        SearchCost::Fraction(fraction) => fraction,
    }
}

/// Writes a number, a large one with an exponent.
fn in_words(number: f64) -> String {
    if number.abs() < 1e15 {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

fn no_step(step: &Bound<'_, PyAny>) -> PyErr {
    let shown = step
        .repr()
        .map_or_else(|_| "this".to_owned(), |text| clip(&text.to_string()));
    error(format!(
        "successors gave {shown}: each must be a tuple (label, state) or (label, state, cost)"
    ))
}

/// Reads a number of a callback.
fn number(what: &str, value: &Bound<'_, PyAny>) -> PyResult<SearchCost> {
    let whole = match () {
        () if value.is_instance_of::<PyInt>() => Some(value.clone()),
        () if value.is_instance_of::<PyFloat>() => None,
        // Also the whole numbers of numpy.
        () => value.call_method0("__index__").ok(),
    };
    let number = match whole {
        Some(whole) => whole.extract().ok().map(SearchCost::Whole),
        None => value
            .extract()
            .ok()
            .filter(|&fraction| fraction >= 0.0)
            .map(SearchCost::Fraction),
    };
    let words = || -> PyResult<String> {
        let most = u64::MAX;
        Ok(format!(
            "{what} is {}: it must be a number of 0 or more, whole numbers at most {most}",
            value.repr()?
        ))
    };
    number.map_or_else(|| Err(error(words()?)), Ok)
}

impl Space for Callbacks<'_, '_> {
    type State = State;
    type Operator = Label;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        if self.has_failed.get() {
            return false;
        }
        let object = state.0.0.bind(self.py);
        let reached = match self.is_goal_a_function {
            true => self
                .goal
                .call1((object,))
                .and_then(|is_goal| is_goal.is_truthy()),
            false => object.eq(self.goal),
        };
        reached.unwrap_or_else(|error| self.fail(error, false))
    }

    fn successors(&self, state: &State) -> impl IntoIterator<Item = TransitionOf<Self>> {
        if self.has_failed.get() {
            return Vec::new();
        }
        self.transitions(state)
            .unwrap_or_else(|error| self.fail(error, Vec::new()))
    }

    fn heuristic(&self, state: &State) -> u64 {
        let Some(heuristic) = self.heuristic else {
            return 0;
        };
        if self.has_failed.get() {
            return 0;
        }
        let estimate = heuristic.call1((state.0.0.bind(self.py),));
        match estimate.and_then(|estimate| number("the heuristic", &estimate)) {
            // Rounding up keeps a lower bound on whole costs valid, rounding down one on
            // any costs.
            Ok(SearchCost::Whole(whole)) if !self.has_fractions => whole,
            Ok(estimate) if !self.has_fractions => real(estimate).ceil() as u64,
            Ok(estimate) => (real(estimate) * FRACTION_UNITS) as u64,
            Err(error) => self.fail(error, 0),
        }
    }

    fn state_bytes(&self) -> usize {
        self.bytes
    }
}

/// A step of a path: label, resulting state, cost.
type FoundStep = (Py<PyAny>, Py<PyAny>, SearchCost);

/// A step of a pickled path: label, resulting state, cost.
type PickledStep<'py> = (Py<PyAny>, Py<PyAny>, Bound<'py, PyAny>);

/// Result of a search. Results are equal if strategy, loop check, outcome and path with
/// its labels and costs are; statistics may differ.
#[pyclass(frozen, module = "queenslab")]
pub(crate) struct SearchResult {
    strategy: String,
    loop_check: String,
    outcome: String,
    statistics: SearchStatistics,
    dropped: u64,
    start: Py<PyAny>,
    steps: Option<Vec<FoundStep>>,
}

#[pymethods]
impl SearchResult {
    /// The states from the start to the goal; `None` if no path was found.
    #[getter]
    fn path(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let states = self.steps.as_ref()?.iter().map(|step| step.1.clone_ref(py));
        Some(
            std::iter::once(self.start.clone_ref(py))
                .chain(states)
                .collect(),
        )
    }

    /// The labels of the steps.
    #[getter]
    fn labels(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        Some(
            self.steps
                .as_ref()?
                .iter()
                .map(|step| step.0.clone_ref(py))
                .collect(),
        )
    }

    /// Total cost of the steps: a whole number, or a fraction if the cost of a step is
    /// one.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.total().map(|cost| python_number(py, cost)).transpose()
    }

    /// True if a path was found.
    #[getter]
    fn found(&self) -> bool {
        self.steps.is_some()
    }

    /// The outcome, an `Outcome`: `Outcome.FOUND`, `EXHAUSTED` (there is none), `GAVE_UP`
    /// (a beam was too narrow), ...
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        outcome(py, &self.outcome)
    }

    /// The strategy.
    #[getter]
    fn strategy(&self) -> &str {
        &self.strategy
    }

    /// The loop check.
    #[getter]
    fn loop_check(&self) -> &str {
        &self.loop_check
    }

    /// `expanded` and `generated` states, `deepest` path, `widest` frontier, `seconds`.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.statistics.dict(py)?;
        // Nothing is tested but goals.
        dict.del_item("checks")?;
        Ok(dict)
    }

    /// Number of states that did not fit into the beam.
    #[getter]
    fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the document `queens/search`, with states and labels as texts.
    #[getter]
    fn document(&self, py: Python<'_>) -> Document {
        let step = |(label, state, cost): &FoundStep| SearchStep {
            operator: words(label.bind(py)),
            state: words(state.bind(py)),
            cost: *cost,
        };
        let SearchStatistics {
            expanded,
            generated,
            widest,
            seconds,
            ..
        } = self.statistics;
        let line = SearchLine {
            strategy: self.strategy.clone(),
            outcome: self.outcome.clone(),
            start: self.steps.is_some().then(|| words(self.start.bind(py))),
            steps: self
                .steps
                .as_ref()
                .map(|steps| steps.iter().map(step).collect()),
            cost: self.total(),
            expanded,
            generated,
            widest,
            seconds,
        };
        let (problem, loop_check) = ("python".to_owned(), self.loop_check.clone());
        Document::new(SearchDocument {
            problem,
            loop_check,
            answers: vec![line],
        })
    }

    /// Returns the document as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document(py).to_dict(py)
    }

    fn __repr__(&self) -> String {
        let SearchResult {
            strategy,
            outcome,
            statistics,
            ..
        } = self;
        let expanded = statistics.expanded;
        match (&self.steps, self.total()) {
            (Some(steps), Some(cost)) => {
                let steps = steps.len();
                format!(
                    "SearchResult({strategy}: {steps} steps, cost {cost}, {expanded} expanded)"
                )
            }
            _ => format!("SearchResult({strategy}: {outcome}, {expanded} expanded)"),
        }
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let same = match other.cast::<SearchResult>() {
            Ok(other) => Some(self.key(py)?.eq(other.get().key(py)?)?),
            Err(_) => None,
        };
        Ok(equality(py, same, op))
    }

    fn __hash__(&self) -> u64 {
        // Labels need not be hashable.
        hash(&(
            &self.strategy,
            &self.loop_check,
            &self.outcome,
            self.steps.as_ref().map(Vec::len),
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("queenslab._restore")?.getattr("search_result")?;
        let (start, steps) = self.walked(py)?;
        let statistics = pythonize::pythonize(py, &self.statistics).map_err(error)?;
        let words = (&self.strategy, &self.loop_check, &self.outcome);
        (restore, (words, statistics, self.dropped, start, steps)).into_pyobject(py)
    }

    /// Restores a pickled result.
    #[staticmethod]
    fn _restore(
        words: (String, String, String),
        statistics: &Bound<'_, PyAny>,
        dropped: u64,
        start: Py<PyAny>,
        steps: Option<Vec<PickledStep<'_>>>,
    ) -> PyResult<Self> {
        let (strategy, loop_check, outcome) = words;
        let statistics = pythonize::depythonize(statistics).map_err(error)?;
        let step =
            |(label, state, cost)| Ok::<_, PyErr>((label, state, number(A_COST, &cost)?));
        let steps = steps
            .map(|steps| steps.into_iter().map(step).collect())
            .transpose()?;
        Ok(SearchResult {
            strategy,
            loop_check,
            outcome,
            statistics,
            dropped,
            start,
            steps,
        })
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.document(py).table_html(py)
    }
}

impl SearchResult {
    /// Returns the start and, if a path was found, its steps.
    fn walked<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Py<PyAny>, Option<Vec<PickledStep<'py>>>)> {
        let step = |(label, state, cost): &FoundStep| {
            Ok::<_, PyErr>((
                label.clone_ref(py),
                state.clone_ref(py),
                python_number(py, *cost)?,
            ))
        };
        let steps = self
            .steps
            .as_ref()
            .map(|steps| steps.iter().map(step).collect::<PyResult<Vec<_>>>());
        Ok((self.start.clone_ref(py), steps.transpose()?))
    }

    /// Returns what decides equality.
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            &self.strategy,
            &self.loop_check,
            &self.outcome,
            self.walked(py)?,
        )
            .into_pyobject(py)
    }

    fn total(&self) -> Option<SearchCost> {
        Some(self.steps.as_ref()?.iter().map(|step| step.2).sum())
    }
}

fn python_number(py: Python<'_>, number: SearchCost) -> PyResult<Bound<'_, PyAny>> {
    match number {
        SearchCost::Whole(whole) => whole.into_bound_py_any(py),
        SearchCost::Fraction(fraction) => fraction.into_bound_py_any(py),
    }
}

/// Searches a space of states from `start` to a goal.
///
/// `successors(state)` returns the steps from a state, each a tuple `(label, state)`,
/// which costs 1, or `(label, state, cost)` with a cost of 0 or more. Whole costs are
/// exact; if a cost is a fraction, paths are compared to within 2**-32 for each step, and
/// the search starts again if whole costs came before. `goal` is a function that returns
/// true for a goal, or the goal itself. `heuristic(state)` is a lower bound on the cost
/// to the nearest goal. States must be hashable: tuples, strings, numbers, frozen
/// dataclasses.
///
/// `strategy`: `dfs`, `bfs`, `ids`, `ucs`, `greedy`, `astar`, `idastar`, `beam` or
/// `beam:WIDTH`. `loop_check`: `closed`, each state is expanded once, and again only for
/// a better path; `path`, no path meets a state twice; `none`. `time`, `nodes`, `memory`
/// limit the search: `outcome` then names the limit, and nothing is raised.
///
/// >>> import queenslab as ql
/// >>> def doubling(number):
/// ...     return [("double", number * 2), ("add one", number + 1)]
/// >>> found = ql.search(1, doubling, 21, strategy="bfs")
/// >>> found.path, found.cost
/// ([1, 2, 4, 5, 10, 20, 21], 6)
/// >>> ql.search(1, doubling, 21, strategy="ucs", nodes=3).outcome.value
/// 'stopped by the node limit'
#[pyfunction]
#[pyo3(
    signature = (start, successors, goal, *, strategy="astar", heuristic=None, loop_check="closed", **how),
    text_signature = "(start, successors, goal, *, strategy='astar', heuristic=None, loop_check='closed', time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
#[expect(clippy::too_many_arguments, reason = "a search has these parts")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    start: Bound<'py, PyAny>,
    successors: Bound<'py, PyAny>,
    goal: Bound<'py, PyAny>,
    strategy: &str,
    heuristic: Option<Bound<'py, PyAny>>,
    loop_check: &str,
    how: Option<&Bound<'py, PyDict>>,
) -> PyResult<SearchResult> {
    let strategy: Strategy = strategy.parse().map_err(error)?;
    let loop_check: LoopCheck = loop_check.parse().map_err(error)?;
    for (what, function) in [
        ("successors", Some(&successors)),
        ("heuristic", heuristic.as_ref()),
    ] {
        if function.is_some_and(|function| !function.is_callable()) {
            return Err(PyTypeError::new_err(format!("{what} must be a function")));
        }
    }
    let how = CallOptions::from_keywords("search", how)?;
    let sizeof = py.import("sys")?.getattr("getsizeof")?;
    // The object, its count of references and its hash.
    let bytes = sizeof.call1((&start,))?.extract::<usize>().unwrap_or(0)
        + size_of::<State>()
        + 32;
    let (settings, cancel) = how.observed();
    let mut space = Callbacks {
        py,
        start: State::from_python(start)?,
        successors: &successors,
        is_goal_a_function: goal.is_callable(),
        goal: &goal,
        heuristic: heuristic.as_ref(),
        bytes,
        how: &how,
        cancel,
        has_fractions: false,
        met_fraction: Cell::new(false),
        failure: RefCell::new(None),
        has_failed: Cell::new(false),
    };
    let mut limits = settings.limits.started();
    let mut result = run(&space, strategy, loop_check, &limits);
    if space.met_fraction.get() {
        space.cancel = how.observed().1;
        space.has_fractions = true;
        space.failure = RefCell::new(None);
        space.has_failed = Cell::new(false);
        limits = limits
            .less_nodes(result.statistics.expanded)
            .with_cancel(space.cancel.clone());
        result = run(&space, strategy, loop_check, &limits);
    }
    if let Some(failure) = space.failure.take() {
        return Err(with_partial(py, failure, result));
    }
    how.report(py, true)?;
    Ok(result)
}

/// Runs the search on the callbacks.
fn run(
    space: &Callbacks<'_, '_>,
    strategy: Strategy,
    loop_check: LoopCheck,
    limits: &Limits,
) -> SearchResult {
    let report = Search::new(space, strategy)
        .loop_check(loop_check)
        .limits(limits)
        .first();
    let py = space.py;
    let step = |step: TransitionOf<Callbacks<'_, '_>>| {
        (
            step.operator.0.clone_ref(py),
            step.state.0.0.clone_ref(py),
            step.operator.1,
        )
    };
    let outcome = if space.has_failed.get() {
        Outcome::Cancelled
    } else {
        report.outcome
    };
    let mut statistics = SearchStatistics::from(&report.statistics);
    statistics.expanded = report.expanded;
    SearchResult {
        strategy: strategy.to_string(),
        loop_check: loop_check.to_string(),
        outcome: outcome.to_string(),
        statistics,
        dropped: report.dropped,
        start: space.start.0.0.clone_ref(py),
        steps: report
            .solution
            .map(|path| path.steps.into_iter().map(step).collect()),
    }
}
