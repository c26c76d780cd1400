//! Tables with a line for each queen, below names for its row and its column.
//!
//! ```text
//! row,col        solution,row,col        board;x;y
//! 0,1            1,0,1                   1;2;1
//! 1,3            1,1,3                   1;4;2
//! ```

use super::form::FirstLine;
use super::input::{Input, text};
use super::line::{is_comment, words};
use super::pairs::put_pairs;
use super::values::{COLUMN_KEYS, ROW_KEYS};
use super::{Flow, SolutionLineError, SolutionSink, bad};
use control::clip;

/// Places of the columns that say where a queen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareColumns {
    /// Number of names.
    names: usize,
    row: usize,
    column: usize,
    /// Place of the number of the solution, if the table has one: its first column.
    solution: Option<usize>,
}

impl SquareColumns {
    /// Finds the columns in a line of names; `None` if it does not name row and column,
    /// each once, with at most one other name, in front.
    pub(super) fn from_header(line: &str) -> Option<Self> {
        let names: Vec<String> = words(line)
            .map(|name| name.trim_matches(['"', '\'']).to_lowercase())
            .collect();
        let place_of = |keys: &[&str]| {
            let mut places = (0..names.len()).filter(|&at| {
                let name = names[at].as_str();
                keys.iter()
                    .any(|key| name == *key || name == format!("{key}s"))
            });
            places.next().filter(|_| places.next().is_none())
        };
        let (row, column) = (place_of(&ROW_KEYS)?, place_of(&COLUMN_KEYS)?);
        let others: Vec<usize> = (0..names.len())
            .filter(|at| ![row, column].contains(at))
            .collect();
        let solution = match others[..] {
            [] => None,
            [0] => Some(0),
            _ => return None,
        };
        Some(SquareColumns {
            names: names.len(),
            row,
            column,
            solution,
        })
    }
}

/// Reads the lines below the names. A solution ends where the number of the solution
/// changes; without one, where a row comes for the second time.
pub(super) fn read(
    first: &FirstLine,
    columns: SquareColumns,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut board = OpenSolution {
        line: first.line,
        name: None,
        pairs: Vec::new(),
    };
    let mut bytes = Vec::new();
    loop {
        let line = input.line();
        if !input.next_line(&mut bytes)? {
            return board.put(sink);
        }
        let words_of_line = text(line, &bytes)?.trim();
        if words_of_line.is_empty() || is_comment(words_of_line) {
            continue;
        }
        let cells: Vec<&str> = words(words_of_line).collect();
        if cells.len() != columns.names {
            return bad(line, SolutionLineError::TableLine(clip(words_of_line)));
        }
        let (row, column) = (cells[columns.row], cells[columns.column]);
        let name = columns.solution.map(|at| cells[at].to_owned());
        let (Ok(row), Ok(column)) = (row.parse(), column.parse()) else {
            return bad(line, SolutionLineError::TableLine(clip(words_of_line)));
        };
        let is_next = match columns.solution {
            Some(_) => board.name != name,
            None => board.pairs.iter().any(|pair| pair[0] == row),
        };
        if is_next {
            board.put(sink)?;
            board = OpenSolution {
                line,
                name,
                pairs: Vec::new(),
            };
        }
        board.pairs.push([row, column]);
    }
}

/// The queens of a solution so far.
struct OpenSolution {
    line: u64,
    /// The word that numbers the solution.
    name: Option<String>,
    pairs: Vec<[u32; 2]>,
}

impl OpenSolution {
    /// Passes the solution on, unless it has no queen.
    fn put(&self, sink: &mut SolutionSink<'_>) -> Flow {
        if self.pairs.is_empty() {
            return Ok(());
        }
        put_pairs(self.line, &self.pairs, sink)
    }
}

#[cfg(test)]
mod tests {
    use super::SquareColumns;

    #[test]
    fn names_of_rows_and_columns_are_found() {
        let places = |line| {
            SquareColumns::from_header(line)
                .map(|found| (found.row, found.column, found.solution))
        };
        for (line, expected) in [
            ("row,col", Some((0, 1, None))),
            ("Column;Row", Some((1, 0, None))),
            ("solution,row,col", Some((1, 2, Some(0)))),
            ("\"board\",\"x\",\"y\"", Some((2, 1, Some(0)))),
            ("row,col,region", None),
            ("row,row", None),
            ("r1,r2,r3,r4", None),
            ("a,b", None),
        ] {
            assert_eq!(places(line), expected, "{line}");
        }
    }
}
