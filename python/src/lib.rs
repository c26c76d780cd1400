//! The N-queens laboratory as a module of Python: `queens::ask` and `queens::document` for Python.
//!
//! Nothing here searches, chooses an engine or writes a document by hand. Everything that may take long runs on a thread of its
//! own while the interpreter waits without its lock ([`options`]); so Ctrl-C, limits and progress work everywhere.

mod answer;
mod document;
mod errors;
mod generate;
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
    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::errors::{Error, InvalidProblem, LimitReached, PuzzleError, Refused, Unsupported};
    #[pymodule_export]
    use crate::generate::{generate, generate_many};
    #[pymodule_export]
    use crate::lab::{
        compare, engines, estimate, export, growth, known, pieces, profile, trace, variants, verify,
    };
    #[pymodule_export]
    use crate::options::Progress;
    #[pymodule_export]
    use crate::placement::Placement;
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::puzzle::{Hint, Puzzle};
    #[pymodule_export]
    use crate::questions::{ask, classes, count, is_unique, maximum, random, solve};
    #[pymodule_export]
    use crate::search::{SearchResult, search};
    #[pymodule_export]
    use crate::solutions::{Solutions, solutions};
}
