//! State-space search on problems that are written in Python.
//!
//! The callbacks run on the calling thread with the lock of the interpreter, because they take most of the time.

use crate::answer::statistics;
use crate::document::Document;
use crate::errors::{error, with_partial};
use crate::options::CallOptions;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use queens::control::{CancelToken, Outcome, Statistics, clip};
use queens::document::{SearchDocument, SearchLine, SearchStep};
use statespace::{LoopCheck, Search, Space, Strategy, Transition, TransitionOf};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A state: a Python object with its hash.
#[derive(Clone)]
struct State(Rc<(Py<PyAny>, isize)>);

impl State {
    fn of(object: Bound<'_, PyAny>) -> PyResult<Self> {
        let hash = object.hash()?;
        Ok(State(Rc::new((object.unbind(), hash))))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let ((own, hash), (object, other_hash)) = (&*self.0, &*other.0);
        own.is(object)
            || (hash == other_hash && Python::attach(|py| own.bind(py).eq(object).unwrap_or(false)))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(self.0.1);
    }
}

/// Label of a step: any Python object.
struct Label(Py<PyAny>);

/// Cloned only for the path that is found.
impl Clone for Label {
    fn clone(&self) -> Self {
        Python::attach(|py| Label(self.0.clone_ref(py)))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| f.write_str(&words(self.0.bind(py))))
    }
}

/// Returns the text of a Python object.
fn words(object: &Bound<'_, PyAny>) -> String {
    object.str().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// The space that the callbacks define. After the first exception it has no further states.
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
            Ok(steps) => steps.iter().map(|step| transition(&step)).collect(),
            Err(_) => steps.try_iter()?.map(|step| transition(&step?)).collect(),
        }
    }
}

/// Reads a step that `successors` returned.
fn transition(step: &Bound<'_, PyAny>) -> PyResult<Transition<State, Label>> {
    let Ok(step) = step.cast::<PyTuple>() else { return Err(no_step(step)) };
    let cost = match step.len() {
        2 => 1,
        3 => whole("the cost of a step", &step.get_item(2)?)?,
        _ => return Err(no_step(step)),
    };
    let label = Label(step.get_item(0)?.unbind());
    Ok(Transition::with_cost(label, State::of(step.get_item(1)?)?, cost))
}

fn no_step(step: &Bound<'_, PyAny>) -> PyErr {
    let shown = step.repr().map_or_else(|_| "this".to_owned(), |text| clip(&text.to_string()));
    error(format!("successors gave {shown}: each must be a tuple (label, state) or (label, state, cost)"))
}

/// Reads a number of a callback. Fractions are rounded up, which keeps a lower bound on whole costs valid.
fn whole(what: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if value.is_instance_of::<PyInt>()
        && let Ok(number) = value.extract()
    {
        return Ok(number);
    }
    if let (Ok(number), "the heuristic") = (value.cast::<PyFloat>(), what)
        && number.value() >= 0.0
    {
        return Ok(number.value().ceil() as u64);
    }
    if let Ok(number) = value.call_method0("__index__").and_then(|number| number.extract::<u64>()) {
        return Ok(number);
    }
    let way_out = if what == "the heuristic" { "or a number of 0 or more" } else { "so scale fractions up" };
    Err(error(format!(
        "{what} is {}: it must be a whole number from 0 to {}, {way_out}",
        value.repr()?,
        u64::MAX
    )))
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
            true => self.goal.call1((object,)).and_then(|is_goal| is_goal.is_truthy()),
            false => object.eq(self.goal),
        };
        reached.unwrap_or_else(|error| self.fail(error, false))
    }

    fn successors(&self, state: &State) -> impl IntoIterator<Item = TransitionOf<Self>> {
        if self.has_failed.get() {
            return Vec::new();
        }
        self.transitions(state).unwrap_or_else(|error| self.fail(error, Vec::new()))
    }

    fn heuristic(&self, state: &State) -> u64 {
        let Some(heuristic) = self.heuristic else { return 0 };
        if self.has_failed.get() {
            return 0;
        }
        let estimate = heuristic.call1((state.0.0.bind(self.py),));
        estimate
            .and_then(|estimate| whole("the heuristic", &estimate))
            .unwrap_or_else(|error| self.fail(error, 0))
    }

    fn state_bytes(&self) -> usize {
        self.bytes
    }
}

/// A step of a path: label, resulting state, cost.
type FoundStep = (Py<PyAny>, Py<PyAny>, u64);

/// Result of a search.
#[pyclass(frozen, module = "queenslab")]
pub(crate) struct SearchResult {
    strategy: Strategy,
    loop_check: LoopCheck,
    outcome: Outcome,
    statistics: Statistics,
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
        Some(std::iter::once(self.start.clone_ref(py)).chain(states).collect())
    }

    /// The labels of the steps.
    #[getter]
    fn labels(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        Some(self.steps.as_ref()?.iter().map(|step| step.0.clone_ref(py)).collect())
    }

    /// Total cost of the steps.
    #[getter]
    fn cost(&self) -> Option<u64> {
        Some(self.steps.as_ref()?.iter().fold(0, |sum: u64, step| sum.saturating_add(step.2)))
    }

    /// True if a path was found.
    #[getter]
    fn found(&self) -> bool {
        self.steps.is_some()
    }

    /// The outcome: `found`, `exhausted` (there is none), `gave up` (a beam was too narrow), ...
    #[getter]
    fn outcome(&self) -> String {
        self.outcome.to_string()
    }

    /// The strategy.
    #[getter]
    fn strategy(&self) -> String {
        self.strategy.to_string()
    }

    /// The loop check.
    #[getter]
    fn loop_check(&self) -> String {
        self.loop_check.to_string()
    }

    /// `expanded` and `generated` states, `deepest` path, `widest` frontier, `seconds`.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = statistics(py, &self.statistics)?;
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
        let Statistics { expanded, generated, widest, elapsed, .. } = self.statistics;
        let line = SearchLine {
            strategy: self.strategy.to_string(),
            outcome: self.outcome.to_string(),
            start: self.steps.is_some().then(|| words(self.start.bind(py))),
            steps: self.steps.as_ref().map(|steps| steps.iter().map(step).collect()),
            cost: self.cost(),
            expanded,
            generated,
            widest,
            seconds: elapsed.as_secs_f64(),
        };
        let (problem, loop_check) = ("python".to_owned(), self.loop_check.to_string());
        Document::new(SearchDocument { problem, loop_check, answers: vec![line] })
    }

    /// Returns the document as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document(py).to_dict(py)
    }

    fn __repr__(&self) -> String {
        let Statistics { expanded, .. } = self.statistics;
        let (strategy, outcome) = (self.strategy, self.outcome);
        match &self.steps {
            Some(steps) => {
                let (steps, cost) = (steps.len(), self.cost().unwrap_or(0));
                format!("SearchResult({strategy}: {steps} steps, cost {cost}, {expanded} expanded)")
            }
            None => format!("SearchResult({strategy}: {outcome}, {expanded} expanded)"),
        }
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.document(py).table_html(py)
    }
}

/// Searches a space of states from `start` to a goal.
///
/// `successors(state)` returns the steps from a state, each a tuple `(label, state)`, which costs 1, or `(label, state, cost)`
/// with a whole cost of 0 or more. `goal` is a function that returns true for a goal, or the goal itself.
/// `heuristic(state)` is a lower bound on the cost to the nearest goal; fractions are rounded up. States must be hashable:
/// tuples, strings, numbers, frozen dataclasses.
///
/// `strategy`: `dfs`, `bfs`, `ids`, `ucs`, `greedy`, `astar`, `idastar`, `beam` or `beam:WIDTH`. `loop_check`: `closed`, each
/// state is expanded once, and again only for a better path; `path`, no path meets a state twice; `none`. `time`, `nodes`,
/// `memory` limit the search: `outcome` then names the limit, and nothing is raised.
///
/// >>> import queenslab as ql
/// >>> def doubling(number):
/// ...     return [("double", number * 2), ("add one", number + 1)]
/// >>> found = ql.search(1, doubling, 21, strategy="bfs")
/// >>> found.path, found.cost
/// ([1, 2, 4, 5, 10, 20, 21], 6)
/// >>> ql.search(1, doubling, 21, strategy="ucs", nodes=3).outcome
/// 'stopped by the node limit'
#[pyfunction]
#[pyo3(
    signature = (start, successors, goal, *, strategy="astar", heuristic=None, loop_check="closed", **how),
    text_signature = "(start, successors, goal, *, strategy='astar', heuristic=None, loop_check='closed', time=None, nodes=None, memory=None, progress=None)"
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
    for (what, function) in [("successors", Some(&successors)), ("heuristic", heuristic.as_ref())] {
        if function.is_some_and(|function| !function.is_callable()) {
            return Err(PyTypeError::new_err(format!("{what} must be a function")));
        }
    }
    let how = CallOptions::of("search", how)?;
    let cancel = CancelToken::new();
    let settings = how.settings.clone().with_cancel(cancel.clone());
    let settings = how.callback.as_ref().map_or(settings.clone(), |callback| callback.observe(settings));
    let sizeof = py.import("sys")?.getattr("getsizeof")?;
    // The object, its count of references and its hash.
    let bytes = sizeof.call1((&start,))?.extract::<usize>().unwrap_or(0) + size_of::<State>() + 32;
    let space = Callbacks {
        py,
        start: State::of(start)?,
        successors: &successors,
        is_goal_a_function: goal.is_callable(),
        goal: &goal,
        heuristic: heuristic.as_ref(),
        bytes,
        how: &how,
        cancel,
        failure: RefCell::new(None),
        has_failed: Cell::new(false),
    };
    let report = Search::new(&space, strategy).loop_check(loop_check).limits(&settings.limits).first();
    let step = |step: TransitionOf<Callbacks<'_, 'py>>| {
        (step.operator.0.clone_ref(py), step.state.0.0.clone_ref(py), step.cost)
    };
    let failure = space.failure.take();
    let result = SearchResult {
        strategy,
        loop_check,
        outcome: if failure.is_some() { Outcome::Cancelled } else { report.outcome },
        statistics: report.statistics,
        dropped: report.dropped,
        start: space.start.0.0.clone_ref(py),
        steps: report.solution.map(|path| path.steps.into_iter().map(step).collect()),
    };
    if let Some(failure) = failure {
        return Err(with_partial(py, failure, result));
    }
    how.report(py, true)?;
    Ok(result)
}
