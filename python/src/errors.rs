//! Exceptions, with the messages of the library and the command.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use queens::estimate::Refusal;
use queens::puzzle::GenerateError;
use queens::puzzle::read::PuzzleReadError;
use queens::unsupported;
use std::fmt::Display;

create_exception!(
    queenslab,
    Error,
    PyValueError,
    "Base class of all errors of queenslab."
);
create_exception!(
    queenslab,
    InvalidProblem,
    Error,
    "A text, size or queens that are not a valid problem."
);
create_exception!(
    queenslab,
    Unsupported,
    Error,
    "A question that no engine answers, or not the named one: see `engine`, `parameter` and `reason`."
);
create_exception!(
    queenslab,
    Refused,
    Error,
    "An estimate that is refused; `code` is the reason."
);
create_exception!(
    queenslab,
    PuzzleError,
    Error,
    "An input that is not a region puzzle, or a puzzle that cannot be made."
);
create_exception!(
    queenslab,
    LimitReached,
    Error,
    "A limit was reached or the call was cancelled before the answer; `partial` is the partial result."
);

/// Conversion to a Python exception.
pub(crate) trait Raise {
    /// Returns the exception.
    fn raise(self) -> PyErr;
}

impl Raise for unsupported::Unsupported {
    fn raise(self) -> PyErr {
        let error = PyErr::new::<Unsupported, _>(self.to_string());
        set(
            &error,
            "engine",
            Some(self.engine).filter(|engine| !engine.is_empty()),
        );
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
            let _ = pythonize::pythonize(py, &self.code)
                .map(|code| error.value(py).setattr("code", code));
        });
        error
    }
}

impl Raise for GenerateError {
    fn raise(self) -> PyErr {
        match self {
            GenerateError::Stopped(_) => without_partial(self),
            other => no_puzzle(other),
        }
    }
}

impl Raise for PuzzleReadError {
    fn raise(self) -> PyErr {
        match self {
            PuzzleReadError::Stopped(_) => without_partial(self),
            other => no_puzzle(other),
        }
    }
}

/// Exceptions stay as they are.
impl Raise for PyErr {
    fn raise(self) -> PyErr {
        self
    }
}

/// No error is possible.
impl Raise for std::convert::Infallible {
    fn raise(self) -> PyErr {
        match self {}
    }
}

/// Returns an `Error` with this message.
pub(crate) fn error(words: impl ToString) -> PyErr {
    PyErr::new::<Error, _>(words.to_string())
}

/// Returns an `InvalidProblem` with this message.
pub(crate) fn invalid(words: impl ToString) -> PyErr {
    PyErr::new::<InvalidProblem, _>(words.to_string())
}

/// Returns a `PuzzleError` with this message.
pub(crate) fn no_puzzle(words: impl ToString) -> PyErr {
    PyErr::new::<PuzzleError, _>(words.to_string())
}

/// Returns a `LimitReached` with a partial result.
pub(crate) fn stopped<'py>(
    py: Python<'py>,
    what: &str,
    outcome: impl Display,
    partial: impl IntoPyObject<'py>,
) -> PyErr {
    let words =
        format!("{what}: {outcome}; `partial` of this error holds what was found so far");
    with_partial(py, PyErr::new::<LimitReached, _>(words), partial)
}

/// Returns a `LimitReached` without a partial result.
fn without_partial(words: impl ToString) -> PyErr {
    PyErr::new::<LimitReached, _>(words.to_string())
}

/// Gives the exceptions of this module, however they are made, the attributes that the
/// library may set.
pub(crate) fn declare_attributes(py: Python<'_>) -> PyResult<()> {
    py.get_type::<LimitReached>()
        .setattr("partial", py.None())?;
    py.get_type::<Refused>().setattr("code", "")?;
    let unsupported = py.get_type::<Unsupported>();
    unsupported.setattr("engine", py.None())?;
    unsupported.setattr("parameter", "")?;
    unsupported.setattr("reason", "")
}

/// Adds a partial result to an exception.
pub(crate) fn with_partial<'py>(
    py: Python<'py>,
    error: PyErr,
    partial: impl IntoPyObject<'py>,
) -> PyErr {
    // An exception without attributes has no partial result.
    let _ = error.value(py).setattr("partial", partial);
    error
}

fn set(error: &PyErr, name: &str, value: impl for<'py> IntoPyObject<'py>) {
    Python::attach(|py| {
        // Exceptions that are made here take attributes.
        let _ = error.value(py).setattr(name, value);
    });
}
