//! What goes wrong, in the words of the library and the command.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use queens::control::Outcome;
use queens::estimate::Refusal;
use queens::puzzle::GenerateError;
use queens::unsupported;

create_exception!(queenslab, Error, PyValueError, "What queenslab refuses; every error of it is one.");
create_exception!(queenslab, InvalidProblem, Error, "A text, a size or queens that make no problem.");
create_exception!(
    queenslab,
    Unsupported,
    Error,
    "What no engine answers, or not the one that was named: see its `engine`, `parameter` and `reason`."
);
create_exception!(queenslab, Refused, Error, "What is not estimated: its `code` says why.");
create_exception!(queenslab, PuzzleError, Error, "What is no region puzzle, or cannot be made.");
create_exception!(
    queenslab,
    LimitReached,
    Error,
    "A limit came before the answer; `partial` is what was found so far."
);

/// An error as Python's.
pub(crate) trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

impl Raise for unsupported::Unsupported {
    fn raise(self) -> PyErr {
        let error = PyErr::new::<Unsupported, _>(self.to_string());
        set(&error, "engine", Some(self.engine).filter(|engine| !engine.is_empty()));
        set(&error, "parameter", self.parameter.id());
        set(&error, "reason", self.reason);
        error
    }
}

impl Raise for Refusal {
    fn raise(self) -> PyErr {
        let error = PyErr::new::<Refused, _>(format!("no estimate: {self}"));
        Python::attach(|py| {
            // Exceptions that are made here take attributes.
            let _ = pythonize::pythonize(py, &self.code).map(|code| error.value(py).setattr("code", code));
        });
        error
    }
}

impl Raise for GenerateError {
    fn raise(self) -> PyErr {
        match self {
            GenerateError::Stopped(_) => {
                let error = PyErr::new::<LimitReached, _>(self.to_string());
                set(&error, "partial", None::<()>);
                error
            }
            other => PyErr::new::<PuzzleError, _>(other.to_string()),
        }
    }
}

/// What is already an exception.
impl Raise for PyErr {
    fn raise(self) -> PyErr {
        self
    }
}

/// What cannot go wrong.
impl Raise for std::convert::Infallible {
    fn raise(self) -> PyErr {
        match self {}
    }
}

/// A plain error with these words.
pub(crate) fn error(words: impl ToString) -> PyErr {
    PyErr::new::<Error, _>(words.to_string())
}

/// Something that is no problem.
pub(crate) fn invalid(words: impl ToString) -> PyErr {
    PyErr::new::<InvalidProblem, _>(words.to_string())
}

/// Something that is no puzzle.
pub(crate) fn no_puzzle(words: impl ToString) -> PyErr {
    PyErr::new::<PuzzleError, _>(words.to_string())
}

/// An answer that was stopped, with what there is of it.
pub(crate) fn stopped<'py>(
    py: Python<'py>,
    what: &str,
    outcome: Outcome,
    partial: impl IntoPyObject<'py>,
) -> PyErr {
    let words = format!("{what}: {outcome}; `partial` of this error holds what was found so far");
    with_partial(py, PyErr::new::<LimitReached, _>(words), partial)
}

/// This exception, with what was found so far.
pub(crate) fn with_partial<'py>(py: Python<'py>, error: PyErr, partial: impl IntoPyObject<'py>) -> PyErr {
    // An exception that takes no attributes tells its own story.
    let _ = error.value(py).setattr("partial", partial);
    error
}

fn set(error: &PyErr, name: &str, value: impl for<'py> IntoPyObject<'py>) {
    Python::attach(|py| {
        // Exceptions that are made here take attributes.
        let _ = error.value(py).setattr(name, value);
    });
}
