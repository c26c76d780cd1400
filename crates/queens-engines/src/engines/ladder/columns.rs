//! Search column by column, recursive and with a stack: the two programs that the source
//! compares.
//!
//! The engines differ in how they store the queens: `board-scan` as squares, `flags` as
//! three arrays of flags.

use super::{EngineRun, FigureInfo, StateVariable, StepObserver};
use control::{Step, Stop};
use queens_model::placement::Placement;

/// Index of the statistic of both programs: number of times that a column was begun.
const COLUMNS_BEGUN: usize = 0;

/// The statistic of the recursive program.
pub(super) const CALLS: FigureInfo = FigureInfo {
    name: "calls",
    words: "calls of the procedure that fills one column",
};

/// The same number for the program with a stack.
pub(super) const COLUMNS: FigureInfo = FigureInfo {
    name: "columns",
    words: "times that a column was begun: the calls of the recursive form",
};

/// A board that is filled column by column.
pub(super) trait ColumnBoard {
    /// Returns the number of rows and columns, 1 or more.
    fn size(&self) -> usize;

    /// Places a queen on a square if none attacks it; returns true if it did.
    fn try_square<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop>;

    /// Removes the queen from the square.
    fn take_back<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Step;

    /// Returns the queens of a full board.
    fn placement(&self) -> Placement;

    /// Returns what the board holds besides its queens.
    fn variables(&self) -> Vec<StateVariable>;

    /// Returns what the recursive program holds while it tries `row` in `column`.
    fn recursive_state(&self, row: usize, column: usize) -> Vec<StateVariable> {
        let calls = StateVariable::indices("calls of fill", 0..=column);
        [
            vec![calls, StateVariable::index("row", row)],
            self.variables(),
        ]
        .concat()
    }

    /// Returns what the program with a stack holds while it tries `row`.
    fn iterative_state(&self, row: usize, stack: &[usize]) -> Vec<StateVariable> {
        let column = StateVariable::index("column", stack.len());
        let row = StateVariable::index("row", row);
        let stack = StateVariable::indices("stack", stack.iter().copied());
        [vec![stack, column, row], self.variables()].concat()
    }

    /// Fills the columns from `column` on. With `ON_ENTRY` a full board is detected by
    /// one more call, else before the call.
    fn place_from<O: StepObserver, const ON_ENTRY: bool>(
        &mut self,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        run.tally(COLUMNS_BEGUN, 1);
        if ON_ENTRY && column == self.size() {
            return run.solution(|| self.placement());
        }
        for row in 0..self.size() {
            let is_placed = self.try_square(row, column, run)?;
            run.state(|| self.recursive_state(row, column))?;
            if !is_placed {
                continue;
            }
            if !ON_ENTRY && column + 1 == self.size() {
                run.solution(|| self.placement())?;
            } else {
                self.place_from::<O, ON_ENTRY>(column + 1, run)?;
            }
            self.take_back(row, column, run)?;
            run.state(|| self.recursive_state(row, column))?;
        }
        Ok(())
    }

    /// Fills all columns without recursion: the stack holds the row of each filled
    /// column.
    fn place_by_stack<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        let mut rows = Vec::with_capacity(self.size());
        let mut row = 0;
        run.tally(COLUMNS_BEGUN, 1);
        loop {
            let column = rows.len();
            if row == self.size() {
                let Some(last) = rows.pop() else {
                    return Ok(());
                };
                self.take_back(last, column - 1, run)?;
                run.state(|| self.iterative_state(last, &rows))?;
                row = last + 1;
                continue;
            }
            let is_placed = self.try_square(row, column, run)?;
            run.state(|| self.iterative_state(row, &rows))?;
            if !is_placed {
                row += 1;
            } else if column + 1 == self.size() {
                run.solution(|| self.placement())?;
                self.take_back(row, column, run)?;
                run.state(|| self.iterative_state(row, &rows))?;
                row += 1;
            } else {
                rows.push(row);
                row = 0;
                run.tally(COLUMNS_BEGUN, 1);
            }
        }
    }
}
