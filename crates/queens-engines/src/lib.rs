//! Every engine for the N-queens problem, and one entry point: [`ask()`] sends a
//! [`Question`] about a problem to the engine that suits it.
//!
//! Most users want the crate `queens`, which re-exports this one.

#![forbid(unsafe_code)]

mod ask;
pub mod engines;
pub mod parallel;
#[doc(hidden)]
pub mod question;

pub use ask::{
    ListError, Plan, Solutions, Stage, StreamError, Streamed, ask, ask_each, check,
    classes, count, count_fundamental, find, is_unique, lexicographic, plan, plan_with,
    random, solutions, solve, stream, work_units,
};
pub use question::{
    Answer, Certificate, Class, Congruence, Detail, DiagonalSums, Figure, LineBound,
    Listener, Pigeonhole, QuadraticBound, Question, Refutation, Settings, Verdict,
};
