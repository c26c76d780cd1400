//! Diagnosis of a program for n queens, from its answers for several sizes: what is right, the first size that fails, and a cause, if one explains every wrong
//! board.
//!
//! ```
//! use queens_grade::{Cause, Flaw, Output, diagnose, read_outputs};
//!
//! let answers = read_outputs(&[
//!     Output { n: 1, text: "[0]", is_whole: true },
//!     Output { n: 2, text: "[0, 1]", is_whole: true },
//!     Output { n: 3, text: "[0, 1, 2] [1, 2, 0] [2, 0, 1]", is_whole: true },
//! ]);
//! let diagnosis = diagnose(&answers);
//! assert_eq!(diagnosis.cause, Some(Cause::Flaw(Flaw::FallingUntested)));
//! ```
//!
//! A [`Flaw`] is a complete program that is wrong in one way. It is named only if its
//! answers are those that were given, for every size, and if no other flaw has them. Other
//! causes state what all wrong boards have in common.

#![forbid(unsafe_code)]

mod answers;
mod board;
mod diagnosis;
mod document;
mod flaw;
mod growth;
mod lists;
mod score;
mod similar;
#[cfg(test)]
mod tests;
mod words;

pub use answers::{MAX_BOARDS, Output, PrintedAnswer, SizeAnswer, read_outputs};
pub use board::{Board, Clash, Line, LineKind, PrintedSquare};
pub use diagnosis::{Cause, Diagnosis, Example, MAX_SIZE, SizeTally, diagnose};
pub use document::{
    DiagnosisDocument, ExampleLine, GradeDocument, SimilarPair, SizeLine, SubmissionGrade,
};
pub use flaw::{Flaw, MAX_COMPARED, solutions};
pub use growth::growth_in_words;
pub use score::{Weights, total_share};
pub use similar::Fingerprint;
