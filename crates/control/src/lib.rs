//! One vocabulary for everything that searches.
//!
//! A search is given [`Limits`], reports what it does to an [`Observer`], keeps its books in a
//! [`Meter`] and ends with an [`Outcome`] and [`Statistics`]. The state-space search, the rule
//! engine and every method of the ladder speak these same words; none of them knows who listens.
//!
//! Inside a search the words become one type, [`Step`]: `Ok(())` means "go on", `Err(stop)` means
//! "unwind, and say why". With `?` behind every step a search needs no flags of its own.
//!
//! ```
//! use search_control::{Limits, Meter, Outcome, Step};
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

mod limits;
mod meter;
mod observer;

pub use limits::{CancelToken, Limit, Limits, Outcome, Step, Stop};
pub use meter::{Meter, Statistics};
pub use observer::{Detail, Observer, Silent};
