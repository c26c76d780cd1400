//! Queens row by row, with a flag for each line: the board of engines that differ in the
//! order of the squares of a row.

use super::views::StandardView;
use super::{EngineRun, StateVariable, StepObserver};
use control::{Step, Stop};
use queens_model::placement::Placement;
use queens_model::square::Square;

/// The queens of the first rows, and a flag for each line that has one.
pub(super) struct RowBoard<'v> {
    view: &'v StandardView,
    column_of: Vec<u32>,
    column_taken: Vec<bool>,
    up_taken: Vec<bool>,
    down_taken: Vec<bool>,
}

impl<'v> RowBoard<'v> {
    pub(super) fn new(view: &'v StandardView) -> Self {
        let (rows, columns) = (view.rows() as usize, view.columns() as usize);
        let diagonals = (rows + columns).saturating_sub(1);
        RowBoard {
            view,
            column_of: Vec::with_capacity(rows),
            column_taken: vec![false; columns],
            up_taken: vec![false; diagonals],
            down_taken: vec![false; diagonals],
        }
    }

    /// Returns the number of rows with a queen.
    pub(super) fn queens(&self) -> usize {
        self.column_of.len()
    }

    /// Returns the number of rows without a queen.
    pub(super) fn empty_rows(&self) -> usize {
        self.view.rows() as usize - self.column_of.len()
    }

    /// Returns those of `columns` that are free in the next row, and rejects the others.
    pub(super) fn free_columns<O: StepObserver>(
        &self,
        columns: impl IntoIterator<Item = u32>,
        run: &mut EngineRun<'_, O>,
    ) -> Result<Vec<u32>, Stop> {
        let row = self.column_of.len() as u32;
        let mut free = Vec::new();
        for column in columns {
            run.check(1);
            if self.is_free(row, column) {
                free.push(column);
            } else {
                run.reject(Square::new(row, column), || self.attacker(row, column))?;
            }
        }
        Ok(free)
    }

    fn is_free(&self, row: u32, column: u32) -> bool {
        let [up, down] = self.diagonals(row, column);
        !self.column_taken[column as usize]
            && !self.up_taken[up]
            && !self.down_taken[down]
            && self.view.is_open(row, column)
    }

    fn diagonals(&self, row: u32, column: u32) -> [usize; 2] {
        [row + column, self.view.rows() - 1 + column - row].map(|line| line as usize)
    }

    /// Returns the first queen that attacks the square.
    fn attacker(&self, row: u32, column: u32) -> Option<Square> {
        let queens = (0..row)
            .zip(&self.column_of)
            .map(|(other, &at)| Square::new(other, at));
        let mut attackers = queens.filter(|queen| {
            let distance = queen.column.abs_diff(column);
            distance == 0 || distance == row - queen.row
        });
        attackers.next()
    }

    fn set(&mut self, row: u32, column: u32, taken: bool) {
        let [up, down] = self.diagonals(row, column);
        self.column_taken[column as usize] = taken;
        self.up_taken[up] = taken;
        self.down_taken[down] = taken;
    }

    /// Places a queen on a free square of the next row.
    pub(super) fn place<O: StepObserver>(
        &mut self,
        column: u32,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let row = self.column_of.len() as u32;
        self.set(row, column, true);
        self.column_of.push(column);
        run.place(Square::new(row, column))
    }

    /// Removes the last queen, if there is one.
    pub(super) fn remove<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        let Some(column) = self.column_of.pop() else {
            return Ok(());
        };
        let row = self.column_of.len() as u32;
        self.set(row, column, false);
        run.remove(Square::new(row, column))
    }

    /// Returns the flags.
    pub(super) fn state(&self) -> Vec<StateVariable> {
        vec![
            StateVariable::flags("columns", &self.column_taken),
            StateVariable::flags("rising diagonals", &self.up_taken),
            StateVariable::flags("falling diagonals", &self.down_taken),
        ]
    }

    /// Returns the queens.
    pub(super) fn placement(&self) -> Placement {
        Placement::from_columns(&self.column_of)
    }
}

/// Returns the columns from the middle outward: 2, 3, 1, 4 of four, counted from 1.
pub(super) fn from_the_middle(columns: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..columns).collect();
    // Twice the distance from the middle; the sort is stable, so the left one of two
    // comes first.
    order.sort_by_cached_key(|&column| (2 * column + 1).abs_diff(columns));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_comes_first() {
        assert_eq!(from_the_middle(4), [1, 2, 0, 3]);
        assert_eq!(from_the_middle(5), [2, 1, 3, 0, 4]);
        assert!(from_the_middle(0).is_empty());
    }
}
