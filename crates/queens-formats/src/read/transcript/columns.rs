//! Lists of columns among other lines.

use super::super::{Flow, SolutionLineError, SolutionSink};
use super::TranscriptReader;
use super::lines::{LineShape, NumberRow};
use super::open::LoneNumber;

impl TranscriptReader {
    /// Adds the lists of columns of a line with these words around them.
    pub(super) fn put_lists(
        &mut self,
        at: u64,
        lists: Vec<NumberRow>,
        label: String,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if let [list] = &lists[..]
            && ["row", "rows"].contains(&label.as_str())
            && names_rows(list)
        {
            return Ok(());
        }
        self.keep_label(label);
        let mut lists = lists.into_iter();
        lists.try_for_each(|list| self.list(at, list, sink))
    }

    /// Holds numbers that may be the heads of the columns of a board.
    pub(super) fn hold_heads(
        &mut self,
        at: u64,
        row: NumberRow,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.end_board(sink)?;
        (self.heads, self.is_table) = (Some((at, row)), false);
        Ok(())
    }

    /// Holds a number that stands alone: it may be a column or a total.
    pub(super) fn hold_number(
        &mut self,
        at: u64,
        line: &str,
        number: u32,
        sink: &SolutionSink<'_>,
    ) -> Flow {
        let above = self.count(sink);
        self.column.lines.push(LoneNumber {
            line: at,
            text: line.to_owned(),
            number,
            above,
        });
        Ok(())
    }

    /// Adds the numbers of a line to the list that is open above it.
    pub(super) fn continue_list(
        &mut self,
        shape: &LineShape,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let Some((line, mut list)) = self.open_list.take() else {
            return Ok(());
        };
        match shape {
            LineShape::Lists(lists) if lists.len() == 1 => list.extend(&lists[0]),
            LineShape::Heads(row) => list.extend(row),
            _ => {
                return self.refuse(
                    line,
                    Some(SolutionLineError::CutOff("the end of a list")),
                    sink,
                );
            }
        }
        self.list(line, list, sink)
    }

    fn keep_label(&mut self, label: String) {
        let has_words = label.contains(|c: char| c.is_alphabetic());
        if has_words && !self.labels.contains(&label) && self.labels.len() < 100 {
            self.labels.push(label);
        }
    }

    /// Adds a list of columns.
    pub(super) fn list(
        &mut self,
        at: u64,
        list: NumberRow,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let expected = sink.size.map(|size| size.rows).or(self.lists.rows());
        let found = list.len() as u64;
        match expected.filter(|&rows| u64::from(rows) != found) {
            Some(expected) => {
                self.refuse(at, Some(SolutionLineError::Rows { found, expected }), sink)
            }
            None => self.lists.push_columns(at, list, sink),
        }
    }
}

/// Returns true for the numbers of all rows in order, above their columns: `row: [0, 1, 2,
/// 3]`.
fn names_rows(list: &NumberRow) -> bool {
    let counts_from = |first: u32| {
        list.iter()
            .zip(first..)
            .all(|(&row, number)| row == Some(number))
    };
    counts_from(0) || counts_from(1)
}
