//! The laboratory's bench: engines run, measured and seen side by side.
//!
//! Each function asks through [`crate::ask()`] and comes back with a document.

mod bench;
mod classics;
mod compare;
mod growth;
mod rivals;
mod timing;
mod trace;

pub use bench::{YARDSTICK, bench};
pub use classics::{Classic, ClassicError, StepsWanted, Visit, search_steps};
pub use compare::{Agreement, CompareOptions, agreement, compare};
pub use growth::{growth, profile, shown_engine};
pub use rivals::rivals;
pub use trace::{TraceWanted, trace};
