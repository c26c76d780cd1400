//! Arrays of MiniZinc with several lines, which count as one.
//!
//! ```text
//! q = array2d(1..4, 1..4,        board =
//!   [ 0, 1, 0, 0                 [| 0, 1, 0, 0
//!   , 0, 0, 0, 1                  | 0, 0, 0, 1
//! ```

use super::super::{Flow, MAX_SOLUTION, SolutionLineError, SolutionSink, bad};
use super::TranscriptReader;
use super::judgement::is_solver_ruler;

/// Beginnings of arrays.
const ARRAYS: [&str; 3] = ["array1d(", "array2d(", "[|"];

/// Lines of an array whose last bracket is missing.
pub(super) struct OpenArray {
    line: u64,
    text: String,
}

impl TranscriptReader {
    /// Reads a line of an array that has several; returns false if it is none.
    pub(super) fn array_line(
        &mut self,
        at: u64,
        line: &str,
        sink: &mut SolutionSink<'_>,
    ) -> Flow<bool> {
        let Some(mut array) = self.array.take() else {
            if ARRAYS.iter().any(|array| line.contains(array)) && is_open(line) {
                let text = line.to_owned();
                self.array = Some(OpenArray { line: at, text });
                return Ok(true);
            }
            return Ok(false);
        };
        array.text += " ";
        array.text += line;
        if is_solver_ruler(line) || array.text.len() > MAX_SOLUTION {
            return array.refuse();
        }
        if is_open(&array.text) {
            self.array = Some(array);
        } else {
            self.line(array.line, &array.text, sink)?;
        }
        Ok(true)
    }

    /// Refuses an array that is open at the end.
    pub(super) fn end_array(&mut self) -> Flow {
        self.array.take().map_or(Ok(()), |array| array.refuse())
    }
}

impl OpenArray {
    fn refuse<T>(&self) -> Flow<T> {
        let reason = SolutionLineError::CutOff("the last bracket of this array");
        bad(self.line, reason)
    }
}

/// Returns true if more brackets are opened than closed.
fn is_open(text: &str) -> bool {
    let opened = text.matches(['(', '[', '{']).count();
    opened > text.matches([')', ']', '}']).count()
}
