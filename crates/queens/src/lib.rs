//! The N-queens laboratory: a question about a problem goes in at one door, the engine that suits it answers.
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
//! - The calls: [`solve`], [`count`], [`count_fundamental`], [`solutions`] (lazy), [`is_unique`], [`maximum`], [`check()`],
//!   each one line over [`ask()`], which takes any [`Question`]; [`plan`] says who would answer, and why.
//! - What is asked of: [`problem`] (size, squares, edges, attack, units, givens); what comes back: [`Answer`].
//! - Who answers: [`engines`], the ladder of engines and the fast ones, one registry.
//! - [`symmetry`] and [`orbit`]: fundamental solutions, canonical forms, classes.
//! - [`render`] draws and lists solutions, [`read`] reads the same forms back; [`reference`](mod@reference) holds the
//!   published values.
//!
//! Rows and columns count from 0 throughout the library.

mod ask;
mod bits;
pub mod check;
pub mod clauses;
pub mod constraints;
pub mod document;
pub mod engines;
pub mod estimate;
pub mod export;
pub mod import;
pub mod lab;
mod linear;
pub mod orbit;
pub mod parallel;
pub mod placement;
pub mod problem;
pub mod puzzle;
pub mod question;
pub mod read;
pub mod reference;
pub mod render;
mod rng;
pub mod simd;
pub mod square;
pub mod symmetry;
pub mod unsupported;
pub mod verify;
mod whole;

pub use ask::{
    Plan, Solutions, Stage, StreamError, Streamed, ask, ask_each, check, classes, count, count_fundamental,
    find, fixed_by, is_unique, lexicographic, maximum, plan, random, shards, solutions, solve, stream,
};
pub use control;
pub use question::{
    Answer, Certificate, Class, Congruence, CountOptions, Detail, DiagonalSums, Figure, LineBound, Listener,
    MoreThanOneQuestion, Pigeonhole, QuadraticBound, Question, Refutation, Settings, Verdict,
};
pub use unsupported::Unsupported;
