//! The N-queens laboratory as a module of Python: `queens::ask` and `queens::document`
//! for Python.
//!
//! Nothing here searches, chooses an engine or writes a document by hand. Everything that
//! may take long runs on a thread of its own while the interpreter waits without its lock
//! ([`options`]); so Ctrl-C, limits and progress work everywhere.

mod answer;
mod arrays;
mod document;
mod errors;
mod generate;
mod hint;
mod lab;
mod look;
mod options;
mod placement;
mod problem;
mod puzzle;
mod questions;
mod search;
mod solutions;

use pyo3::prelude::*;

/// The compiled part of `queenslab`.
#[pymodule]
mod _queenslab {
    use pyo3::prelude::*;
    use pyo3::types::{PyMapping, PySequence};

    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::errors::{
        Error, InvalidProblem, LimitReached, PuzzleError, Refused, Unsupported,
    };
    #[pymodule_export]
    use crate::generate::{generate, generate_many};
    #[pymodule_export]
    use crate::hint::Hint;
    #[pymodule_export]
    use crate::lab::{
        compare, engines, estimate, export, growth, known, pieces, profile, trace,
        variants, verify,
    };
    #[pymodule_export]
    use crate::options::{Progress, PyCancelToken};
    #[pymodule_export]
    use crate::placement::Placement;
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::questions::{ask, classes, count, is_unique, random, solve};
    #[pymodule_export]
    use crate::search::{SearchResult, search};
    #[pymodule_export]
    use crate::solutions::{Solutions, solutions};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::declare_attributes(module.py())?;
        PyMapping::register::<Document>(module.py())?;
        PySequence::register::<Placement>(module.py())
    }

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
