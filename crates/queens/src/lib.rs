//! The N-queens laboratory: ask a question about a problem, and the engine that suits it
//! answers.
//!
//! ```
//! use queens::{Settings, count, problem::Problem, solve};
//!
//! let settings = Settings::default();
//! let answer = count(&Problem::queens(16)?, &settings)?;
//! assert_eq!((answer.count, answer.engine), (14_772_512, "join")); // OEIS A000170
//!
//! let puzzle: Problem = "8\ngivens: b4 d5 a6".parse()?;
//! println!("{:?}", solve(&puzzle, &settings)?.first);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - Calls: [`solve`], [`count`], [`count_fundamental`], [`solutions`] (lazy),
//!   [`is_unique`], [`check()`] are one line each over [`ask()`], which takes any
//!   [`Question`]; [`plan`] returns the engine that would answer, and the reason.
//! - Problems: [`problem`] has size, squares, edges, piece, units and givens. Answers:
//!   [`Answer`].
//! - Engines: [`engines`] is the registry of the ladder and of the fast ones;
//!   [`plan_with`] asks one of your own.
//! - Symmetry: [`symmetry`] and [`orbit`] have fundamental solutions, canonical forms and
//!   classes.
//! - Teaching: [`grade`] tells what is wrong with a program from its answers.
//! - Text and pictures: [`render`] draws and lists solutions, [`read`] reads the same
//!   forms. [`reference`](mod@reference) has the published values.
//!
//! Rows and columns count from 0 throughout the library.

#![forbid(unsafe_code)]

/// The examples of the guide, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
struct LibraryGuide;

pub mod document;
pub mod estimate;
pub mod lab;

/// Processor instructions of the vector code.
pub mod simd {
    pub use queens_simd::{Kernel, MissingKernel};
}

pub use control;
pub use queens_engines::{
    Answer, Certificate, Class, Congruence, Detail, DiagonalSums, Figure, LineBound,
    ListError, Listener, Pigeonhole, Plan, QuadraticBound, Question, Refutation,
    Settings, Solutions, Stage, StreamError, Streamed, Verdict, ask, ask_each, check,
    classes, count, count_fundamental, find, is_unique, lexicographic, plan, plan_with,
    random, solutions, solve, stream, work_units,
};
pub use queens_engines::{engines, parallel, question};
pub use queens_formats::{export, import, read, render, verify};
pub use queens_grade as grade;
#[doc(hidden)]
pub use queens_model::names;
pub use queens_model::unsupported::Unsupported;
pub use queens_model::{
    check, clauses, constraints, domination, greedy, orbit, placement, problem,
    reference, relative, square, symmetry, unsupported,
};
pub use queens_puzzle as puzzle;
// Their types are in signatures: the search of states in `lab`, JSON in documents, work
// units and errors.
pub use {serde_json, statespace};
