//! Lists of YAML with an item on each line: `- 2`, and `- - 2` at the beginning of a list
//! in a list.

use super::super::line::ListedNumber;
use super::super::{Flow, SolutionLineError, SolutionSink, bad};
use super::TranscriptReader;

/// The items of a list that is not complete.
#[derive(Default)]
pub(super) struct OpenItems {
    line: u64,
    numbers: Vec<u32>,
}

impl TranscriptReader {
    /// Adds an item, which may begin another list.
    pub(super) fn item(
        &mut self,
        at: u64,
        item: &ListedNumber,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if item.depth > 1 {
            self.end_items(sink)?;
        }
        if self.items.numbers.is_empty() {
            self.items.line = at;
        }
        self.items.numbers.push(item.number);
        Ok(())
    }

    /// Passes on the list that is open.
    pub(super) fn end_items(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let OpenItems { line, numbers } = std::mem::take(&mut self.items);
        match numbers[..] {
            [] => Ok(()),
            // A number alone: a row without a queen above one with a queen.
            [number] => self.list(line, vec![None, Some(number)], sink),
            _ if numbers
                .iter()
                .any(|&number| number as usize > numbers.len()) =>
            {
                bad(
                    line,
                    SolutionLineError::CutOff("the last item of this list"),
                )
            }
            _ => self.list(line, numbers.into_iter().map(Some).collect(), sink),
        }
    }
}
