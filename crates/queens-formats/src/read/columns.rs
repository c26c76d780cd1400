//! The columns of a table that hold a solution, by the names above them.
//!
//! ```text
//! q1;q2;q3;q4                         all
//! Solution,Row1,Row2,Row3,Row4        those with the same name and consecutive numbers
//!   V1 V2 V3 V4                       below it, each line begins with its number: all but the first
//! ```

use super::line::words;
use std::ops::Range;

/// Columns of a table that hold a solution.
pub(super) struct TableColumns {
    /// Number of names.
    names: usize,
    /// Those of the rows of a board.
    rows: Range<usize>,
}

impl TableColumns {
    /// Finds the columns in a line of names; `None` if none are numbered.
    pub(super) fn from_header(line: &str) -> Option<Self> {
        let names: Vec<Option<(&str, u32)>> = words(line).map(numbered).collect();
        let follows =
            |one: &Option<(&str, u32)>, next: &Option<(&str, u32)>| match (one, next) {
                (Some((name, number)), Some((other, next))) => {
                    name == other && number + 1 == *next
                }
                _ => false,
            };
        let mut longest = 0..0;
        let mut at = 0;
        for run in names.chunk_by(follows) {
            if run.len() > longest.len() {
                longest = at..at + run.len();
            }
            at += run.len();
        }
        (longest.len() > 1).then_some(TableColumns {
            names: names.len(),
            rows: longest,
        })
    }

    /// Returns true if all names are those of rows.
    pub(super) fn are_all_rows(&self) -> bool {
        self.rows.len() == self.names && self.names >= MIN_NAMES
    }

    /// Returns the words of a line that hold the solution, if there are as many words as
    /// names or one more.
    pub(super) fn solution<'t>(&self, line: &'t str) -> Option<Vec<&'t str>> {
        let mut all: Vec<&str> = words(line).collect();
        let range = match all.len().checked_sub(self.names)? {
            0 => self.rows.clone(),
            1 => self.rows.start + 1..self.rows.end + 1,
            _ => return None,
        };
        Some(all.drain(range).collect())
    }
}

/// Fewest names with blanks between them that are no squares.
const MIN_NAMES: usize = 4;

/// Splits a name into its letters and its number.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let name = name.trim_matches('"');
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.strip_prefix(letters)?.parse().ok()?;
    letters
        .contains(char::is_alphabetic)
        .then_some((letters, number))
}

#[cfg(test)]
mod tests {
    use super::TableColumns;

    #[test]
    fn tells_names_of_rows_from_words() {
        for (line, are_all_rows) in [
            ("r1 r2 r3 r4", true),
            ("b d a c", false),
            ("id r1 r2 r3 r4", false),
        ] {
            let found = TableColumns::from_header(line)
                .is_some_and(|columns| columns.are_all_rows());
            assert_eq!(found, are_all_rows, "{line}");
        }
    }

    #[test]
    fn finds_the_solution_in_a_line() {
        for (names, line, solution) in [
            ("q1;q2;q3;q4", "2;4;1;3", Some("2 4 1 3")),
            ("Solution,Row1,Row2,Row3,Row4", "1,2,4,1,3", Some("2 4 1 3")),
            ("V1 V2 V3 V4", "1 2 4 1 3", Some("2 4 1 3")),
            ("r1,r2,r3,r4,time", "2,4,1,3,9", Some("2 4 1 3")),
            ("a,b,c,d", "2,4,1,3", None),
            ("r1,r2,r3,r4", "2413", None),
        ] {
            let found = TableColumns::from_header(names)
                .and_then(|columns| columns.solution(line));
            assert_eq!(
                found.map(|words| words.join(" ")).as_deref(),
                solution,
                "{names}"
            );
        }
    }
}
