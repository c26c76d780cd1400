//! Lazy iteration over all solutions.

use crate::answer::Answer;
use crate::arrays::ArrayKind;
use crate::errors::{Raise, error, stopped, with_partial};
use crate::options::{CallOptions, Natural, POLL_INTERVAL};
use crate::placement::Placement;
use crate::problem::ProblemArg;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use queens::control::{Limit, Outcome, lock};
use queens::problem::Problem;
use queens::{Answer as Found, ListError, Question, placement};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::Duration;

type ListItem = Result<placement::Placement, ListError>;

/// Default limit of the size of an array: 4 GiB, in bytes.
const DEFAULT_ARRAY_BYTES: u64 = 4 << 30;

/// Iterator over solutions, each a `Placement`, which are found lazily. It can be dropped
/// at any time; a `with` block ends the search at its end.
///
/// >>> import queenslab as ql
/// >>> with ql.solutions(20) as found:
/// ...     first = next(found)
/// >>> found.answer.outcome.value
/// 'cancelled'
#[pyclass(frozen, module = "queenslab")]
pub(crate) struct Solutions {
    problem: Arc<Problem>,
    question: Question,
    how: CallOptions,
    state: Mutex<SearchState>,
}

struct SearchState {
    running: Option<queens::Solutions>,
    found: Option<Found>,
}

/// Iterates over all solutions of a problem, each once, found lazily.
///
/// `fundamental`: only the least of the solutions that differ by rotation or reflection.
/// Of a problem that says what is best, the best solutions, after the best value is
/// proved. `time` and `nodes` limit the search, which then raises `LimitReached`.
///
/// >>> import queenslab as ql
/// >>> [solution.columns for solution in ql.solutions(4)]
/// [[1, 3, 0, 2], [2, 0, 3, 1]]
/// >>> next(ql.solutions(20)).is_solution
/// True
/// >>> ql.solutions(6).to_numpy().tolist()
/// [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2], [4, 2, 0, 5, 3, 1]]
#[pyfunction]
#[pyo3(
    signature = (problem, *, fundamental=false, **how),
    text_signature = "(problem, *, fundamental=False, engine=None, threads=0, seed=0, time=None, nodes=None, memory=None, progress=None, cancel=None)"
)]
pub(crate) fn solutions(
    problem: ProblemArg,
    fundamental: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solutions> {
    let how = CallOptions::from_keywords("solutions", how)?;
    let question = if fundamental {
        Question::Fundamental
    } else {
        Question::All
    };
    let (settings, _) = how.observed();
    let running = queens::Solutions::start(&problem.0, question, &settings)
        .map_err(Raise::raise)?;
    let state = Mutex::new(SearchState {
        running: Some(running),
        found: None,
    });
    Ok(Solutions {
        problem: problem.0,
        question,
        how,
        state,
    })
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Placement>> {
        let next = self.next(py)?;
        Ok(next.map(|queens| Placement {
            queens,
            problem: Arc::clone(&self.problem),
        }))
    }

    /// Returns up to `limit` solutions, by default all, in an array of numpy:
    /// `kind="columns"` has the column of each row from 0, or -1, of shape (m, rows) and
    /// type `int32`; `kind="board"` 1 for a queen, of shape (m, rows, columns) and type
    /// `uint8`.
    ///
    /// `memory` limits the array, by default to 4 GiB.
    #[pyo3(signature = (limit=None, kind="columns"))]
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        limit: Option<Natural<u64>>,
        kind: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind = ArrayKind::from_word(kind)?;
        let most = self
            .how
            .settings
            .limits
            .memory
            .unwrap_or(DEFAULT_ARRAY_BYTES);
        let (mut bytes, mut count) = (Vec::new(), 0);
        while limit.as_ref().is_none_or(|Natural(limit)| count < *limit) {
            let Some(queens) = self.next(py)? else { break };
            let size = bytes.len() as u64 + kind.bytes(&self.problem);
            if size > most {
                let words = format!(
                    "an array of {count} solutions and more is larger than {most} bytes"
                );
                let partial = kind.array(py, &bytes, &self.problem, count)?;
                return Err(stopped(
                    py,
                    &words,
                    Outcome::LimitReached(Limit::Memory),
                    partial,
                ));
            }
            kind.write(&queens, &self.problem, &mut bytes)?;
            count += 1;
        }
        kind.array(py, &bytes, &self.problem, count)
    }

    /// The outcome of the search; `None` while it runs.
    #[getter]
    fn answer(&self) -> Option<Answer> {
        self.state()
            .found
            .as_ref()
            .map(|found| self.answer_of(found))
    }

    /// Ends the search and returns its statistics.
    fn close(&self, py: Python<'_>) -> PyResult<Answer> {
        Ok(self.answer_of(&self.finish(py)?))
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Ends the search.
    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.finish(py).map(drop)
    }

    fn __repr__(&self) -> String {
        let ended = self
            .state()
            .found
            .as_ref()
            .map_or("running".to_owned(), |found| found.outcome.to_string());
        format!(
            "<solutions of {}: {ended}>",
            self.problem.to_string().replace('\n', "; ")
        )
    }
}

impl Solutions {
    fn answer_of(&self, found: &Found) -> Answer {
        Answer::new(&self.problem, self.question, found)
    }

    fn state(&self) -> MutexGuard<'_, SearchState> {
        lock(&self.state)
    }

    /// Returns the next solution; `None` if there is no other.
    fn next(&self, py: Python<'_>) -> PyResult<Option<placement::Placement>> {
        // Solutions that are waiting are taken without releasing the lock of the
        // interpreter.
        let mut wait = Duration::ZERO;
        loop {
            let polled = match wait.is_zero() {
                true => self.poll(wait),
                false => py.detach(|| self.poll(wait)),
            };
            match polled {
                None => return Ok(None),
                Some(Poll::Ready(Some(Ok(queens)))) => return Ok(Some(queens)),
                Some(Poll::Ready(Some(Err(_)) | None)) => return self.ended(py),
                Some(Poll::Pending) => wait = POLL_INTERVAL,
            }
            if let Err(error) =
                py.check_signals().and_then(|()| self.how.report(py, false))
            {
                let mut found = self.finish(py)?;
                found.outcome = Outcome::Cancelled;
                return Err(with_partial(py, error, self.answer_of(&found)));
            }
        }
    }

    /// The running search; `None` after its end.
    fn poll(&self, wait: Duration) -> Option<Poll<Option<ListItem>>> {
        self.state()
            .running
            .as_mut()
            .map(|running| running.poll(wait))
    }

    /// Ends the iteration, with an exception if the search was stopped.
    fn ended(&self, py: Python<'_>) -> PyResult<Option<placement::Placement>> {
        let found = self.finish(py)?;
        self.how.report(py, true)?;
        match found.is_complete() {
            true => Ok(None),
            false => Err(stopped(
                py,
                "these are not all solutions",
                found.outcome,
                self.answer_of(&found),
            )),
        }
    }

    fn finish(&self, py: Python<'_>) -> PyResult<Found> {
        py.detach(|| {
            let mut state = self.state();
            if let Some(running) = state.running.take() {
                let mut found = running.finish().map_err(Raise::raise)?;
                // It noticed that nobody takes its solutions before it noticed that it
                // was cancelled.
                if found.outcome == Outcome::Found {
                    found.outcome = Outcome::Cancelled;
                }
                state.found = Some(found);
            }
            state
                .found
                .clone()
                .ok_or_else(|| error("the search failed before it began"))
        })
    }
}
