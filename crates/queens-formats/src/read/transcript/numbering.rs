//! Lists of numbers, held back until it is clear if they count from 0 or from 1.

use super::super::{Flow, Numbering, SolutionSink};
use super::boards;
use super::lines::NumberRow;
use queens_model::placement::Placement;
use queens_model::square::Square;

/// Number of lists that show where numbers begin: more are not waited for.
const MAX_SIGNS_OF_NUMBERING: usize = 16;

/// Largest number of numbers that are held back.
const MAX_HELD: usize = 1 << 22;

/// A solution in numbers.
enum NumberedSolution {
    Columns(NumberRow),
    Pairs(Vec<[u32; 2]>),
}

impl NumberedSolution {
    fn len(&self) -> usize {
        match self {
            NumberedSolution::Columns(row) => row.len(),
            NumberedSolution::Pairs(pairs) => pairs.len(),
        }
    }

    fn numbers(&self) -> Vec<u32> {
        match self {
            NumberedSolution::Columns(row) => row.iter().copied().flatten().collect(),
            NumberedSolution::Pairs(pairs) => pairs.iter().flatten().copied().collect(),
        }
    }

    fn squares(&self, first: u32) -> Placement {
        // A number before the first one becomes one beyond every board: the solution is
        // wrong.
        let mut squares = Vec::new();
        match self {
            NumberedSolution::Columns(columns) => {
                for (row, column) in (0..).zip(columns) {
                    if let Some(column) = column {
                        squares.push(Square::new(row, column.wrapping_sub(first)));
                    }
                }
            }
            NumberedSolution::Pairs(pairs) => {
                for [row, column] in pairs {
                    let row = row.wrapping_sub(first);
                    squares.push(Square::new(row, column.wrapping_sub(first)));
                }
            }
        }
        Placement::new(squares)
    }

    /// True if these are its queens, whether it counts from 0 or from 1.
    fn may_be(&self, queens: &Placement) -> bool {
        (0..=1).any(|first| self.squares(first) == *queens)
    }
}

/// Returns the rows and columns of queens, a line each, if the first or the second number
/// of the lines counts the rows in order.
fn pairs_of(columns: &[NumberRow]) -> Option<Vec<[u32; 2]>> {
    let [first, second] = columns else {
        return None;
    };
    let (rows, columns) = match (first.is_sorted(), second.is_sorted()) {
        (true, _) => (first, second),
        (false, true) => (second, first),
        (false, false) => return None,
    };
    let pairs = rows.iter().zip(columns);
    pairs
        .map(|(row, column)| Some([(*row)?, (*column)?]))
        .collect()
}

/// Lists that were read and not yet passed on.
#[derive(Default)]
pub(super) struct HeldLists {
    lists: Vec<(u64, NumberedSolution)>,
    numbers: usize,
    /// Number of lists that must count from 0, and from 1.
    votes: [usize; 2],
    /// Number of the first column, once it is known.
    first: Option<u32>,
    /// Queens of the last list before these, if nothing is between them.
    last: Option<Placement>,
    /// Queens of the drawn board before these lists, if nothing is between them.
    drawn: Option<Placement>,
}

impl HeldLists {
    /// Starts with the numbering of the lists before, if there were any, and with the
    /// last of them.
    pub(super) fn new(first: Option<u32>, last: Option<Placement>) -> Self {
        HeldLists {
            first,
            last,
            ..HeldLists::default()
        }
    }

    pub(super) fn push_columns(
        &mut self,
        line: u64,
        row: NumberRow,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.push(line, NumberedSolution::Columns(row), sink)
    }

    pub(super) fn push_pairs(
        &mut self,
        line: u64,
        pairs: Vec<[u32; 2]>,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.push(line, NumberedSolution::Pairs(pairs), sink)
    }

    fn push(
        &mut self,
        line: u64,
        list: NumberedSolution,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.last = None;
        // The caption of the board above it.
        if self.drawn.take().is_some_and(|drawn| list.may_be(&drawn)) {
            return Ok(());
        }
        let (numbers, length) = (list.numbers(), list.len() as u32);
        match (numbers.contains(&0), numbers.contains(&length)) {
            (true, false) => self.votes[0] += 1,
            (false, true) => self.votes[1] += 1,
            _ => {}
        }
        self.numbers += list.len();
        self.lists.push((line, list));
        let is_clear = self.first.is_some()
            || self.votes[0] + self.votes[1] >= MAX_SIGNS_OF_NUMBERING;
        if is_clear || self.numbers > MAX_HELD {
            self.pass_on(1, sink)
        } else {
            Ok(())
        }
    }

    /// Notes that a board was drawn: the list before it, if it has the same queens, is
    /// its caption. Returns true if that list was passed on.
    pub(super) fn drawn(&mut self, queens: &Placement) -> bool {
        if self.last.take().is_some_and(|last| last == *queens) {
            return true;
        }
        if self
            .lists
            .last()
            .is_some_and(|(_, list)| list.may_be(queens))
        {
            self.lists.pop();
        } else {
            self.drawn = Some(queens.clone());
        }
        false
    }

    /// Passes on all lists but the last `kept` ones.
    fn pass_on(&mut self, kept: usize, sink: &mut SolutionSink<'_>) -> Flow {
        let first = self.first.unwrap_or_else(|| {
            let first = u32::from(self.votes[0] <= self.votes[1]);
            sink.notes.columns_from = Some(first);
            first
        });
        self.first = Some(first);
        let ready = self.lists.len().saturating_sub(kept);
        for (line, list) in self.lists.drain(..ready) {
            self.numbers -= list.len();
            let side = list.len() as u64;
            let (has_rows, columns) = match &list {
                NumberedSolution::Columns(_) => {
                    (false, sink.size.map_or(side, |size| size.columns.into()))
                }
                NumberedSolution::Pairs(_) => (true, side),
            };
            let size = if has_rows && sink.size.is_some() {
                None
            } else {
                Some((side, columns))
            };
            sink.put(
                line,
                size,
                list.squares(first),
                Some(Numbering { first, has_rows }),
            )?;
        }
        Ok(())
    }

    /// Passes on all lists.
    pub(super) fn end(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        if self.first.is_none()
            && let Some(columns) = self.transposed()
        {
            let line = self.lists[0].0;
            if let Some(pairs) = pairs_of(&columns) {
                self.lists.clear();
                self.numbers = 0;
                self.push(line, NumberedSolution::Pairs(pairs), sink)?;
                return self.pass_on(0, sink);
            }
            // All numbers of a permutation show where they begin.
            self.votes = if columns[0].contains(&Some(0)) {
                [1, 0]
            } else {
                [0, 1]
            };
            self.lists = columns
                .into_iter()
                .map(|row| (line, NumberedSolution::Columns(row)))
                .collect();
        }
        if self.lists.is_empty() {
            Ok(())
        } else {
            self.pass_on(0, sink)
        }
    }

    /// Returns the columns of a table whose rows are no solutions, if each column is one:
    /// R and MATLAB print a matrix so.
    fn transposed(&self) -> Option<Vec<NumberRow>> {
        let mut rows = Vec::with_capacity(self.lists.len());
        for (_, list) in &self.lists {
            let NumberedSolution::Columns(row) = list else {
                return None;
            };
            rows.push(row.iter().copied().collect::<Option<Vec<u32>>>()?);
        }
        let width = rows.first()?.len();
        if width < 2 || width == rows.len() || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let columns: Vec<Vec<u32>> = (0..width)
            .map(|at| rows.iter().map(|row| row[at]).collect())
            .collect();
        let are_solutions = columns.iter().all(|column| boards::is_permutation(column));
        are_solutions.then(|| {
            columns
                .into_iter()
                .map(|column| column.into_iter().map(Some).collect())
                .collect()
        })
    }

    /// Number of rows of the lists that are held back.
    pub(super) fn rows(&self) -> Option<u32> {
        self.lists.first().map(|(_, list)| list.len() as u32)
    }

    /// Number of lists that are held back.
    pub(super) fn held(&self) -> u64 {
        self.lists.len() as u64
    }
}
