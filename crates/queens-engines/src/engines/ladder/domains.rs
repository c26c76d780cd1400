//! A domain for each row, the columns still possible for its queen: the board of engines
//! that look ahead.
//!
//! The next row is one with the fewest columns left (minimum remaining values), and its
//! columns are tried in order of the squares that they rule out in rows without a queen,
//! the fewest first (least constraining value). Example: on an empty board of 4 x 4, a
//! queen in row 1 rules out 6 squares below it in column 1 or 4, 7 in column 2 or 3: the
//! order is 1, 4, 2, 3. Both heuristics only order the search, so every solution is found
//! once.

use super::views::StandardView;
use super::{EngineRun, StateVariable, StepObserver};
use control::{Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use queens_model::square::Square;

/// A rule that removes columns from the domains after a queen is placed.
pub(super) trait LookAhead {
    /// Removes columns that no solution can use; returns false if a row has none left.
    fn look_ahead<O: StepObserver>(
        &mut self,
        domains: &mut Domains,
        row: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop>;
}

/// The domains, and the rows whose queens are on the board.
pub(super) struct Domains {
    /// Columns that are possible for each row.
    left: Vec<FixedBitSet>,
    /// Number of them.
    sizes: Vec<usize>,
    /// The column of each row with a queen.
    column_of: Vec<Option<u32>>,
    /// Removed squares, oldest first, so that they can be restored.
    removed: Vec<(usize, usize)>,
}

impl Domains {
    pub(super) fn new(view: &StandardView) -> Self {
        let domain = |row| -> FixedBitSet {
            let open = (0..view.columns()).filter(|&column| view.is_open(row, column));
            open.map(|column| column as usize).collect()
        };
        let left: Vec<FixedBitSet> = (0..view.rows()).map(domain).collect();
        Domains {
            sizes: left.iter().map(|domain| domain.count_ones(..)).collect(),
            column_of: vec![None; left.len()],
            removed: Vec::new(),
            left,
        }
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.left.len()
    }

    /// Iterates over the rows without a queen.
    pub(super) fn empty_rows(&self) -> impl Iterator<Item = usize> + use<> {
        let rows: Vec<usize> = (0..self.rows())
            .filter(|&row| self.column_of[row].is_none())
            .collect();
        rows.into_iter()
    }

    /// Returns the column of the queen of `row`.
    pub(super) fn queen(&self, row: usize) -> Option<u32> {
        self.column_of[row]
    }

    /// Returns the number of columns left for `row`.
    pub(super) fn size(&self, row: usize) -> usize {
        self.sizes[row]
    }

    /// Returns true if `column` is left for `row`.
    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        self.left[row].contains(column)
    }

    /// Iterates over the columns left for `row`.
    pub(super) fn columns(&self, row: usize) -> impl Iterator<Item = usize> {
        self.left[row].ones()
    }

    /// Removes `column` from the domain of `row`.
    pub(super) fn remove(&mut self, row: usize, column: usize) {
        self.left[row].remove(column);
        self.sizes[row] -= 1;
        self.removed.push((row, column));
    }

    /// Returns the domains, a line for each row: its queen, or the squares left.
    pub(super) fn state(&self) -> Vec<StateVariable> {
        let name = |row: usize, column: usize| {
            Square::new(row as u32, column as u32).to_string()
        };
        let domain = |row| match self.column_of[row] {
            Some(queen) => format!("queen {}", name(row, queen as usize)),
            None => self
                .columns(row)
                .map(|column| name(row, column))
                .collect::<Vec<_>>()
                .join(" "),
        };
        vec![StateVariable::list(
            "free squares",
            (0..self.rows()).map(domain),
        )]
    }

    /// Restores the squares removed after the first `kept` ones.
    fn restore(&mut self, kept: usize) {
        for (row, column) in self.removed.drain(kept..) {
            self.left[row].insert(column);
            self.sizes[row] += 1;
        }
    }

    /// Returns the first of the empty rows with the fewest columns left; `None` if every
    /// row has a queen.
    fn next_row(&self) -> Option<usize> {
        self.empty_rows().min_by_key(|&row| self.sizes[row])
    }

    /// Iterates over the squares that a queen rules out in `other` row.
    pub(super) fn ruled_out(
        &self,
        row: usize,
        column: usize,
        other: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let distance = row.abs_diff(other);
        let columns = [
            column.checked_sub(distance),
            Some(column),
            Some(column + distance),
        ];
        let left = columns.map(|column| column.filter(|&column| self.has(other, column)));
        left.into_iter().flatten()
    }

    /// Returns the columns left for `row`, those that rule out the fewest squares first.
    fn least_constraining_first(&self, row: usize) -> Vec<usize> {
        let others: Vec<usize> =
            self.empty_rows().filter(|&other| other != row).collect();
        let ruled_out = |column: usize| -> usize {
            others
                .iter()
                .map(|&other| self.ruled_out(row, column, other).count())
                .sum()
        };
        let mut columns: Vec<usize> = self.columns(row).collect();
        columns.sort_by_cached_key(|&column| ruled_out(column));
        columns
    }

    /// Places a queen in each row without one, in every way.
    pub(super) fn fill<O: StepObserver>(
        &mut self,
        ahead: &mut impl LookAhead,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let Some(row) = self.next_row() else {
            return run.solution(|| {
                Placement::from_columns(
                    &self.column_of.iter().flatten().copied().collect::<Vec<_>>(),
                )
            });
        };
        for column in self.least_constraining_first(row) {
            let square = Square::new(row as u32, column as u32);
            let kept = self.removed.len();
            run.place(square)?;
            self.column_of[row] = Some(square.column);
            run.state(|| self.state())?;
            if ahead.look_ahead(self, row, run)? {
                self.fill(ahead, run)?;
            }
            self.restore(kept);
            self.column_of[row] = None;
            run.remove(square)?;
            run.state(|| self.state())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::Problem;

    #[test]
    fn columns_that_rule_out_less_come_first() {
        let domains = Domains::new(
            &StandardView::from_problem(&Problem::queens(4).unwrap()).unwrap(),
        );
        // From the edge of row 2 a queen reaches three squares of its column and three on
        // diagonals, from the middle five on diagonals.
        let ruled_out = |column| {
            [0, 2, 3]
                .map(|row| domains.ruled_out(1, column, row).count())
                .iter()
                .sum::<usize>()
        };
        assert_eq!([0, 1, 2, 3].map(ruled_out), [6, 8, 8, 6]);
        assert_eq!(domains.least_constraining_first(1), [0, 3, 1, 2]);
    }
}
