//! The words of a solver in the fields `type` and `status` of an object.

use super::{SolutionSink, SolverVerdict, transcript};

/// Types of the objects that MiniZinc writes beside solutions.
const MESSAGE_TYPES: [&str; 5] = ["status", "statistics", "comment", "warning", "error"];

/// The words of a solver that were read so far.
#[derive(Default)]
pub(super) struct SolverMessage {
    /// True if objects with such a word may have no solution.
    is_present: bool,
    verdict: Option<(u64, SolverVerdict)>,
}

impl SolverMessage {
    /// Adds the value of a field on `line`.
    pub(super) fn push(&mut self, line: u64, text: &str) {
        let verdict = transcript::verdict(text);
        self.is_present |= verdict.is_some() || MESSAGE_TYPES.contains(&text);
        self.verdict = self
            .verdict
            .or_else(|| verdict.map(|verdict| (line, verdict)));
    }

    /// Returns true if the object may have no solution.
    pub(super) fn is_present(&self) -> bool {
        self.is_present
    }

    /// Notes the verdict of an object without a solution.
    pub(super) fn note(&self, sink: &mut SolutionSink<'_>) {
        sink.notes.verdict = sink.notes.verdict.or(self.verdict);
    }
}
