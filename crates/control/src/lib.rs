//! Limits, observers, statistics and outcomes of everything that searches.
//!
//! A search takes [`Limits`], reports its steps to an [`Observer`], keeps its statistics
//! in a [`Meter`] and ends with an [`Outcome`] and [`Statistics`]. The state-space
//! search, the rule engine and the engines of `queens` all use these types.
//!
//! | type | meaning |
//! |---|---|
//! | [`Limits`] | limits of nodes, time and memory, and the cancel token; [`Limits::started`] starts the clock |
//! | [`CancelToken`] | a flag that another thread sets |
//! | [`MemoryBudget`], [`MemoryLoan`] | memory that several searches share |
//! | [`Meter`] | the counter of one run, which enforces the limits |
//! | [`Gauge`] | the progress of a run, for other threads |
//! | [`Observer`] | receives steps and solutions, and may end the run |
//! | [`Step`], [`Stop`] | continue, or unwind for a reason |
//! | [`Outcome`] | the end: exhausted, found, stopped by a limit or a token, gave up |
//! | [`Statistics`] | totals of nodes, tests and time |
//!
//! A question with several stages starts its limits once, so every meter made from them
//! ends at the same moment. Work before or between searches calls [`Limits::check`].
//!
//! Inside a search one type is enough, [`Step`]: `Ok(())` continues, `Err(stop)` unwinds.
//! With `?` after every step a search needs no flags of its own.
//!
//! ```
//! use control::{Limits, Meter, Outcome, Step};
//!
//! fn count_to(goal: u64, meter: &mut Meter) -> Step {
//!     for _ in 0..goal {
//!         meter.expand()?;
//!     }
//!     Ok(())
//! }
//!
//! let limits = Limits::default().with_nodes(10);
//! let mut meter = Meter::new(&limits);
//! let outcome = Outcome::from(count_to(1_000, &mut meter));
//! assert!(!outcome.is_complete());
//! assert_eq!(meter.statistics().expanded, 10);
//! ```

#![forbid(unsafe_code)]

mod budget;
mod clip;
mod clock;
mod counted;
mod gauge;
mod limits;
mod meter;
mod observer;
mod outcome;
mod shared;
mod threads;

pub use budget::{MemoryBudget, MemoryLoan};
#[doc(hidden)]
pub use clip::{capitalized, clip, clip_to, split_before};
#[doc(hidden)]
pub use counted::{counted, counted_as};
pub use gauge::Gauge;
pub use limits::{CancelToken, Limit, Limits, MOST_BYTES};
pub use meter::{Meter, Statistics};
pub use observer::{Detail, Observer, Silent};
pub use outcome::{Outcome, Step, Stop};
#[doc(hidden)]
pub use shared::{SharedMeter, ThreadMeter};
#[doc(hidden)]
pub use threads::{lock, thread_count};
/// A moment, as in the standard library. In a browser it is read from the clock of the
/// page.
pub use web_time::Instant;
