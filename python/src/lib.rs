//! The N-queens laboratory as a module of Python: `queens::ask` and `queens::document` in Python's own accent.
//!
//! Nothing here searches, chooses an engine or writes a document by hand. Whatever may take its time runs on a thread of
//! its own while the interpreter waits without its lock ([`how`]); so Ctrl-C, limits and progress hold for everything.

mod answer;
mod document;
mod errors;
mod generate;
mod how;
mod lab;
mod look;
mod placement;
mod problem;
mod puzzle;
mod questions;
mod search;
mod solutions;

use pyo3::prelude::*;

/// The part of `queenslab` that is compiled.
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
    use crate::how::Progress;
    #[pymodule_export]
    use crate::lab::{
        compare, engines, estimate, export, growth, known, pieces, profile, trace, variants, verify,
    };
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
