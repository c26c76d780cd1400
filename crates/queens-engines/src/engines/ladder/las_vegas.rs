//! A Las Vegas algorithm: random queens in the first rows, backtracking in the others.
//!
//! It is never wrong, but its time depends on luck. On a board of n rows, all but the
//! last 2 floor(log2 n) rows get a queen on a random free square. If backtracking then
//! finds no solution, or a row has no free square, it restarts.
//!
//! Example: with 8 queens, 2 are random; the source names a probability of 0.875 that
//! they belong to a solution.

use super::min_conflicts::RepairView;
use super::row_board::RowBoard;
use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW};
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::problem::Problem;
use queens_model::unsupported::NoAnswer;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Maximum number of attempts of a run.
const MAX_ATTEMPTS: u64 = 100_000;

/// Indices of the statistics.
const RANDOM_TALLY: usize = 0;
const RESTART_TALLY: usize = 1;

/// The engine.
pub(super) struct LasVegas;

/// Returns the number of rows that get a random queen.
fn random_rows(rows: u32) -> usize {
    let searched = 2 * rows.checked_ilog2().unwrap_or(0);
    rows.saturating_sub(searched) as usize
}

/// An attempt: the board, and its columns.
struct VegasAttempt<'v> {
    board: RowBoard<'v>,
    columns: u32,
    /// Number of the first rows, which get a random queen.
    random_rows: usize,
    number: u64,
}

impl VegasAttempt<'_> {
    fn place<O: StepObserver>(
        &mut self,
        column: u32,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        self.board.place(column, run)?;
        run.state(|| self.state())
    }

    fn remove<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        self.board.remove(run)?;
        run.state(|| self.state())
    }

    fn state(&self) -> Vec<StateVariable> {
        let attempt = StateVariable::number("attempt", self.number);
        let random = StateVariable::number("random rows", self.random_rows as u64);
        [vec![attempt, random], self.board.state()].concat()
    }

    /// Places random queens; returns false if a row has no free square.
    fn place_at_random<O: StepObserver>(
        &mut self,
        random: &mut ChaCha8Rng,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        while self.board.queens() < self.random_rows {
            let free = self.board.free_columns(0..self.columns, run)?;
            if free.is_empty() {
                return Ok(false);
            }
            self.place(free[random.random_range(0..free.len())], run)?;
            run.tally(RANDOM_TALLY, 1);
        }
        Ok(true)
    }

    /// Fills the other rows; ends the run at the first solution.
    fn backtrack<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        if self.board.empty_rows() == 0 {
            run.solution(|| self.board.placement())?;
            return Err(Stop::Found);
        }
        for column in self.board.free_columns(0..self.columns, run)? {
            self.place(column, run)?;
            self.backtrack(run)?;
            self.remove(run)?;
        }
        Ok(())
    }
}

impl LadderEngine for LasVegas {
    type View = RepairView;
    const INFO: EngineInfo = EngineInfo {
        id: "las-vegas",
        title: "a Las Vegas algorithm: random queens first, then backtracking",
        year: 1996,
        author: "Gilles Brassard and Paul Bratley",
        source: "Fundamentals of Algorithmics, 1996, chapter 10 (probabilistic algorithms)",
        how: [
            "Row by row, a queen goes to a random free square, in all rows but the last 2 floor(log2 n).",
            "These rows are filled by backtracking, which is fast because few columns are left.",
            "If a row has no free square, or the backtracking ends without a solution, it restarts; after 100,000 attempts it gives up.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::at(
                StepKind::Reject,
                "  in each row, leave out the squares that are attacked",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::at(
                StepKind::Place,
                "  put a queen on a random free square; in the last rows, on each in turn",
                FREE_IN_ROW,
            ),
            IdeaLine::found("  if every row has a queen, it is a solution"),
            IdeaLine::at(
                StepKind::Remove,
                "  if a row has none, take the last queen off, in the first rows all of them",
                "No solution was found with {square}: its {piece} is taken off.",
            ),
            IdeaLine::new("after 100,000 attempts, give up"),
        ],
        figures: &[
            FigureInfo {
                name: "random queens",
                words: "queens placed at random",
            },
            FigureInfo {
                name: "restarts",
                words: "attempts without a solution",
            },
        ],
        time: "O(n) for each queen; the number of queens depends on luck",
        memory: "O(n)",
        finds: Completeness::One,
        practical: Some(1000),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<RepairView, NoAnswer> {
        Ok(RepairView::from_problem(problem)?)
    }

    fn search<O: StepObserver>(view: &RepairView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        if view.has_none {
            return Ok(());
        }
        let mut random = ChaCha8Rng::seed_from_u64(run.seed());
        let mut attempt = VegasAttempt {
            board: RowBoard::new(&view.plain),
            columns: view.plain.columns(),
            random_rows: random_rows(view.plain.rows()),
            number: 0,
        };
        for number in 1..=MAX_ATTEMPTS {
            attempt.number = number;
            if attempt.place_at_random(&mut random, run)? {
                attempt.backtrack(run)?;
            }
            // Without random rows, the backtracking has tried everything.
            if attempt.random_rows == 0 {
                return Ok(());
            }
            while attempt.board.queens() > 0 {
                attempt.remove(run)?;
            }
            run.tally(RESTART_TALLY, 1);
        }
        Err(Stop::GaveUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rows_are_searched() {
        assert_eq!(
            [0, 1, 4, 8, 39, 1000].map(random_rows),
            [0, 1, 0, 2, 29, 982]
        );
    }
}
