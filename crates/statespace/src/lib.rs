//! Generic state-space search.
//!
//! A problem is a [`Space`]: a start, goals, and labelled operators from state to state.
//! A [`Search`] explores it by one of eight strategies ([`Strategy`]) with one of three
//! loop checks ([`LoopCheck`]), within [`Limits`], and returns the first solution or,
//! lazily, all of them ([`SearchSolutions`]). Observers receive each step ([`Event`]);
//! without one that costs nothing.
//!
//! All strategies share one loop: take a node from the frontier, expand it, put its
//! children back. They differ in the frontier (a stack, a queue, a heap, layers) and in
//! the rank of a node; the two deepening strategies repeat a depth-first search with a
//! rising bound.
//!
//! [`problems`] has some classic problems. [`cps`] reproduces the answers of a well-known
//! small problem solver, which differs in details.
//!
//! ```
//! use statespace::problems::Missionaries;
//! use statespace::{LoopCheck, Search, Strategy};
//!
//! let river = Missionaries::new(3, 2)?;
//! let report = Search::new(&river, Strategy::AStar)
//!     .loop_check(LoopCheck::Closed)
//!     .first();
//! let crossings = report.solution.unwrap();
//! assert_eq!(crossings.steps.len(), 11);
//! # Ok::<(), statespace::problems::MissionariesError>(())
//! ```

#![forbid(unsafe_code)]

pub mod cps;
mod event;
mod frontier;
mod node;
mod path;
pub mod problems;
mod search;
mod space;
mod strategy;

pub use control::{Limits, Outcome};
pub use event::{Event, EventKind};
pub use path::{Path, Solution, Transition};
pub use search::{Search, SearchReport, SearchSolutions};
pub use space::{Space, TransitionOf};
pub use strategy::{LoopCheck, MinimizedMeasure, SearchParseError, Strategy};
