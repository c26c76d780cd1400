//! Solutions with a line for the row and one for the column of each queen, as in YAML and
//! TOML.
//!
//! ```text
//! - row: 0        [[queen]]
//!   col: 1        row = 0
//! - row: 1        col = 1
//!   col: 3
//! ```

use super::super::values::{COLUMN_KEYS, ROW_KEYS};
use super::super::{Flow, SolutionSink};
use super::lines::LineShape;
use super::{TranscriptReader, boards};

/// Most lines that are held.
const MAX_FIELDS: usize = 1 << 16;

/// A line that names the row or the column of a queen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueenField {
    is_row: bool,
    number: u32,
    /// Number of `-` before it.
    depth: usize,
}

/// The lines of a solution that is not complete.
#[derive(Default)]
pub(super) struct OpenFields {
    lines: Vec<(u64, String)>,
    rows: Vec<u32>,
    columns: Vec<u32>,
}

/// Reads a line such as `- row: 0` or `col = 1`.
pub(super) fn field(line: &str) -> Option<QueenField> {
    let words = line.trim_start_matches(['-', ' ']);
    let depth = line.strip_suffix(words)?.matches('-').count();
    let (key, number) = words.split_once([':', '='])?;
    let key = key.trim().trim_matches('"').to_lowercase();
    let number = number.trim().trim_end_matches(',').parse().ok()?;
    let is_row = ROW_KEYS.contains(&key.as_str());
    (is_row || COLUMN_KEYS.contains(&key.as_str())).then_some(QueenField {
        is_row,
        number,
        depth,
    })
}

impl OpenFields {
    /// Returns the row and the column of each queen; `None` if there are not as many of
    /// them.
    fn pairs(&self) -> Option<Vec<[u32; 2]>> {
        let pairs = self.rows.iter().zip(&self.columns);
        (self.rows.len() == self.columns.len())
            .then(|| pairs.map(|(&row, &column)| [row, column]).collect())
    }

    /// Returns true if the lines are a whole solution.
    fn is_whole(&self) -> bool {
        self.pairs().is_some_and(|pairs| {
            let mut pairs = pairs;
            pairs.sort_unstable();
            boards::are_all_rows(&pairs)
        })
    }

    /// Returns true if a line of this shape may be between two queens.
    fn may_continue(&self, shape: &LineShape) -> bool {
        match shape {
            LineShape::Field(field) => {
                let begins = if field.is_row {
                    &self.rows
                } else {
                    &self.columns
                };
                let is_next = begins.len() < self.rows.len().max(self.columns.len());
                is_next
                    || !(self.is_whole()
                        && (field.depth > 1 || begins.contains(&field.number)))
            }
            LineShape::Blank | LineShape::Words | LineShape::Punctuation => {
                !self.is_whole()
            }
            _ => false,
        }
    }
}

impl TranscriptReader {
    /// Holds a line with the row or the column of a queen.
    pub(super) fn hold_field(&mut self, at: u64, line: &str, field: &QueenField) -> Flow {
        self.fields.lines.push((at, line.to_owned()));
        match field.is_row {
            true => self.fields.rows.push(field.number),
            false => self.fields.columns.push(field.number),
        }
        Ok(())
    }

    /// Passes on the queens of the lines above, if a line of this shape does not belong to
    /// them. Lines that name no whole solution are words.
    pub(super) fn end_fields(
        &mut self,
        shape: &LineShape,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let is_full = self.fields.lines.len() > MAX_FIELDS;
        if self.fields.lines.is_empty() || (self.fields.may_continue(shape) && !is_full) {
            return Ok(());
        }
        let fields = std::mem::take(&mut self.fields);
        match fields.pairs() {
            Some(pairs) if pairs.len() >= boards::MIN_ROWS => {
                self.lists.push_pairs(fields.lines[0].0, pairs, sink)
            }
            _ => {
                let mut lines = fields.lines.iter();
                lines.try_for_each(|(line, text)| {
                    sink.ignore(*line, text);
                    Ok(())
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{QueenField, field};

    #[test]
    fn reads_the_row_and_the_column_of_a_queen() {
        for (line, is_row, number, depth) in [
            ("- row: 0", true, 0, 1),
            ("  col: 12", false, 12, 0),
            ("- - Row = 3", true, 3, 2),
            ("\"x\": 4,", false, 4, 0),
        ] {
            let expected = QueenField {
                is_row,
                number,
                depth,
            };
            assert_eq!(field(line.trim()), Some(expected), "{line}");
        }
        for line in ["rows: 4", "row: 1 2", "row 1", "- 1", "col:", "n = 4"] {
            assert_eq!(field(line), None, "{line}");
        }
    }
}
