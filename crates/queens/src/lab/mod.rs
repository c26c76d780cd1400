//! The laboratory: engines compared, measured and traced.
//!
//! Each function calls [`crate::ask()`] and returns a document.

mod bench;
mod classics;
mod compare;
mod growth;
mod record;
mod rivals;
mod timing;
mod trace;

pub use bench::{YARDSTICK, bench};
pub use classics::{Classic, ClassicError, StepsWanted, Visit, search_steps};
pub use compare::{Agreement, CompareOptions, agreement, compare};
pub use growth::{growth, profile, shown_engine};
pub use record::{RecordingError, RecordingReport, RecordingWanted, record};
pub use rivals::rivals;
pub use trace::{TraceWanted, trace};
