//! Generic state-space search.
//!
//! A problem is a [`Space`]: a start, goals, and labelled operators that lead from state to state.
//! A [`Search`] walks it by one of eight strategies ([`Strategy`]) with one of three answers to
//! loops ([`LoopCheck`]), within [`Limits`], and gives the first solution or, lazily, all of them
//! ([`Solutions`]). What it does can be watched ([`Event`]); if nobody watches, that costs nothing.
//!
//! All strategies are one loop: take a node from the frontier, expand it, put its children back.
//! They differ in the frontier (a stack, a queue, a heap, layers) and in what ranks a node; the
//! two that deepen repeat a depth-first search to a rising bound.
//!
//! [`problems`] holds some classics, ready to run. [`cps`] answers as a well-known small problem
//! solver does, which differs in details.
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
pub use search::{Report, Search, Solutions};
pub use space::{Space, TransitionOf};
pub use strategy::{LoopCheck, Measure, ParseError, Strategy};
