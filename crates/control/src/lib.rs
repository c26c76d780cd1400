//! One vocabulary for everything that searches.
//!
//! A search is given [`Limits`], reports what it does to an [`Observer`], keeps its statistics in a
//! [`Meter`] and ends with an [`Outcome`] and [`Statistics`]. The state-space search, the rule
//! engine and the engines of `queens` speak these same words; none of them knows who listens.
//!
//! | word | is |
//! |---|---|
//! | [`Limits`] | the most nodes, time and memory, and the cancel token; [`Limits::started`] begins the time |
//! | [`CancelToken`] | a flag that another thread raises |
//! | [`Meter`] | counts the nodes of one run and ends it at a limit |
//! | [`Gauge`] | shows to another thread how far the run is |
//! | [`SharedMeter`] | the same for several threads together |
//! | [`Observer`] | hears of the steps and solutions, and may end the run |
//! | [`Step`], [`Stop`] | go on, or unwind and why |
//! | [`Outcome`] | how it ended: searched everything, found, stopped by a limit or a token, gave up |
//! | [`Statistics`] | what it did |
//!
//! A question that passes through several stages is asked with limits that are started once: every meter made of
//! them ends at the same moment. Work before or between searches looks at [`Limits::check`].
//!
//! Inside a search the words become one type, [`Step`]: `Ok(())` means "go on", `Err(stop)` means
//! "unwind, and say why". With `?` behind every step a search needs no flags of its own.
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

mod clock;
mod gauge;
mod limits;
mod meter;
mod observer;
mod outcome;
mod shared;

pub use gauge::Gauge;
pub use limits::{CancelToken, Limit, Limits, MOST_BYTES};
pub use meter::{Meter, Statistics};
pub use observer::{Detail, Observer, Silent};
pub use outcome::{Outcome, Step, Stop};
pub use shared::SharedMeter;
