//! Column by column, recursively and with a stack: the two programs that the source sets side by side.
//!
//! How a board remembers its queens is the engine's own: `board-scan` looks at squares, `flags` at three
//! arrays.

use super::{FigureInfo, Run, Watch};
use control::{Step, Stop};
use queens_model::placement::Placement;

/// The figure of both programs: how often a column was begun.
const BEGUN: usize = 0;

/// What the recursive program counts.
pub(super) const CALLS: FigureInfo =
    FigureInfo { name: "calls", words: "calls of the procedure that fills one column" };

/// The same where there is no procedure.
pub(super) const COLUMNS: FigureInfo =
    FigureInfo { name: "columns", words: "times that a column was begun: the calls of the recursive form" };

/// A board that is filled column by column.
pub(super) trait Columns {
    /// Number of rows and columns, 1 or more.
    fn size(&self) -> usize;

    /// Puts a queen on a square if none attacks it, and tells whether it did.
    fn try_square<O: Watch>(&mut self, row: usize, column: usize, run: &mut Run<'_, O>)
    -> Result<bool, Stop>;

    /// Takes the queen off the square.
    fn take_back<O: Watch>(&mut self, row: usize, column: usize, run: &mut Run<'_, O>) -> Step;

    /// The queens of a full board.
    fn placement(&self) -> Placement;

    /// Fills the columns from `column` on. A full board is noticed on entry, or else before the call.
    fn place_from<O: Watch, const ON_ENTRY: bool>(&mut self, column: usize, run: &mut Run<'_, O>) -> Step {
        run.tally(BEGUN, 1);
        if ON_ENTRY && column == self.size() {
            return run.solution(|| self.placement());
        }
        for row in 0..self.size() {
            if !self.try_square(row, column, run)? {
                continue;
            }
            if !ON_ENTRY && column + 1 == self.size() {
                run.solution(|| self.placement())?;
            } else {
                self.place_from::<O, ON_ENTRY>(column + 1, run)?;
            }
            self.take_back(row, column, run)?;
        }
        Ok(())
    }

    /// Fills all columns without recursion: the stack holds the row of each column that is filled.
    fn place_by_stack<O: Watch>(&mut self, run: &mut Run<'_, O>) -> Step {
        let mut rows = Vec::with_capacity(self.size());
        let mut row = 0;
        run.tally(BEGUN, 1);
        loop {
            let column = rows.len();
            if row == self.size() {
                let Some(last) = rows.pop() else { return Ok(()) };
                self.take_back(last, column - 1, run)?;
                row = last + 1;
            } else if !self.try_square(row, column, run)? {
                row += 1;
            } else if column + 1 == self.size() {
                run.solution(|| self.placement())?;
                self.take_back(row, column, run)?;
                row += 1;
            } else {
                rows.push(row);
                row = 0;
                run.tally(BEGUN, 1);
            }
        }
    }
}
