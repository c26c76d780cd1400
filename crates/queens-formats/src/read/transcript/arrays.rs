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

/// An array whose last bracket was not read yet.
pub(super) struct OpenArray {
    /// Number of its first line.
    line: u64,
    /// Its lines so far, with blanks between them.
    text: String,
}

/// Returns the array that this line begins and does not end; `None` if there is none.
fn begin_array(at: u64, line: &str) -> Option<OpenArray> {
    let has_array = ARRAYS.iter().any(|array| line.contains(array));
    (has_array && is_open(line)).then(|| OpenArray {
        line: at,
        text: line.to_owned(),
    })
}

impl TranscriptReader {
    /// Takes a line that begins or continues an array of several lines; returns false for
    /// any other. The last line of an array passes all of it on as one line.
    pub(super) fn array_line(
        &mut self,
        at: u64,
        line: &str,
        sink: &mut SolutionSink<'_>,
    ) -> Flow<bool> {
        let Some(mut array) = self.array.take() else {
            self.array = begin_array(at, line);
            return Ok(self.array.is_some());
        };
        array.text += " ";
        array.text += line;
        // A ruler ends a solution: a missing bracket must not swallow the later ones.
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
