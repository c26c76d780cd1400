//! Complete states: one queen in each row, anywhere; engines move queens until none
//! attacks another.
//!
//! The cost of a state is its number of attacking pairs: two queens in one column or on
//! one diagonal, even if another queen is between them. Example: four queens in column 1
//! are 6 pairs. If the queen of row 2 moves to column 4, it attacks none of the others,
//! and 3 pairs are left.

use super::min_conflicts::ConflictBoard;
use super::views::StandardView;
use super::{EngineRun, StepObserver};
use control::Step;
use rand::{Rng, RngExt};

/// Returns a random open column of `row`, which has one.
pub(super) fn random_column(view: &StandardView, row: u32, random: &mut impl Rng) -> u32 {
    if view.all_open() {
        return random.random_range(0..view.columns());
    }
    let open: Vec<u32> = (0..view.columns())
        .filter(|&column| view.is_open(row, column))
        .collect();
    open[random.random_range(0..open.len())]
}

/// A move of the queen of a row to another column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueenMove {
    pub(super) row: u32,
    pub(super) column: u32,
    /// Number of attacking pairs after the move less the number before.
    pub(super) change: i64,
}

impl ConflictBoard<'_> {
    /// Places a queen on a random open square of each row.
    pub(super) fn scatter<O: StepObserver>(
        &mut self,
        random: &mut impl Rng,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        for row in 0..self.view.rows() {
            let column = random_column(self.view, row, random);
            self.put(row, column, run)?;
        }
        Ok(())
    }

    /// Removes all queens.
    pub(super) fn clear<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        (0..self.view.rows())
            .rev()
            .try_for_each(|row| self.lift(row, run))
    }

    /// Returns the number of attacking pairs of a full board.
    pub(super) fn attacking_pairs(&mut self) -> i64 {
        // Each queen is on its three lines itself, and each pair is counted at both of
        // its queens.
        let rows = 0..self.view.rows();
        rows.map(|row| i64::from(self.conflicts(row, self.column_of[row as usize])) - 3)
            .sum::<i64>()
            / 2
    }

    /// Returns the move of the queen of `row` to another `column`.
    ///
    /// The two squares share no line but the row, so neither changes the number of queens
    /// on the lines of the other.
    pub(super) fn queen_move(&mut self, row: u32, column: u32) -> QueenMove {
        let now = self.conflicts(row, self.column_of[row as usize]) - 3;
        QueenMove {
            row,
            column,
            change: i64::from(self.conflicts(row, column)) - i64::from(now),
        }
    }

    /// Moves the queen.
    pub(super) fn apply<O: StepObserver>(
        &mut self,
        step: QueenMove,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        self.lift(step.row, run)?;
        self.put(step.row, step.column, run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::{Limits, Silent};
    use queens_model::problem::Problem;

    #[test]
    fn four_queens_in_one_column_are_six_pairs() {
        let view = StandardView::from_problem(&Problem::queens(4).unwrap()).unwrap();
        let limits = Limits::default();
        let mut run = EngineRun::new(&limits, 0, Silent);
        let mut board = ConflictBoard::new(&view);
        (0..4).for_each(|row| board.put(row, 0, &mut run).unwrap());
        assert_eq!(board.attacking_pairs(), 6);
        let step = board.queen_move(1, 3);
        assert_eq!(step.change, -3);
        board.apply(step, &mut run).unwrap();
        assert_eq!(board.attacking_pairs(), 3);
    }
}
