//! All boards with one queen in each row, counted through like the wheels of an odometer.

use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Index of the statistic *boards*.
const BOARD_TALLY: usize = 0;

/// The engine.
pub(super) struct BruteForce;

/// The wheels of the odometer: the column of the queen in each row; the last row turns
/// fastest.
struct Odometer<'v> {
    view: &'v StandardView,
    column_of: Vec<u32>,
}

impl Odometer<'_> {
    fn push<O: StepObserver>(&mut self, column: u32, run: &mut EngineRun<'_, O>) -> Step {
        run.place(Square::new(self.column_of.len() as u32, column))?;
        self.column_of.push(column);
        run.state(|| self.state())
    }

    fn state(&self) -> Vec<StateVariable> {
        let columns = self.column_of.iter().map(|&column| column as usize);
        vec![StateVariable::indices("column of each row", columns)]
    }

    /// Advances to the next board; returns false after the last one.
    fn advance<O: StepObserver>(
        &mut self,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        while let Some(column) = self.column_of.pop() {
            run.remove(Square::new(self.column_of.len() as u32, column))?;
            run.state(|| self.state())?;
            if column + 1 < self.view.columns() {
                self.push(column + 1, run)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fill<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        while self.column_of.len() < self.view.rows() as usize {
            self.push(0, run)?;
        }
        Ok(())
    }

    /// Tests a full board, pair by pair, up to the first attack.
    fn is_solution<O: StepObserver>(
        &self,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        for (row, &column) in self.column_of.iter().enumerate() {
            let square = Square::new(row as u32, column);
            if !self.view.is_open(square.row, square.column) {
                run.reject(square, || None)?;
                return Ok(false);
            }
            for (other, &other_column) in self.column_of[..row].iter().enumerate() {
                run.check(1);
                let distance = column.abs_diff(other_column) as usize;
                if distance == 0 || distance == row - other {
                    run.reject(square, || Some(Square::new(other as u32, other_column)))?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl LadderEngine for BruteForce {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "brute-force",
        title: "odometer over all n^n boards, generate and test",
        year: 2013,
        author: "anonymous",
        source: "Eight Queens part one (Perl), 21 February 2013: the 8^8 program that it sets out from",
        how: [
            "Each row holds one queen; the rows count through all columns like the wheels of an odometer.",
            "Each of the n^n boards is tested when it is complete, pair by pair (a check), up to the first attack.",
            "A failure excludes nothing else: the next board is the next number.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::at(
                StepKind::Place,
                "  give each row without a queen its next column",
                "Row {row}: its next column is {column}, so a {piece} goes to {square}; attacks are tested on full boards.",
            ),
            IdeaLine::at(
                StepKind::Reject,
                "  if two queens attack each other, it is not a solution",
                "The board is full and no solution: {square} is {attack}.",
            ),
            IdeaLine::found("  else it is one"),
            IdeaLine::at(
                StepKind::Remove,
                "  take the last queen off, and each before one in the last column",
                "Counting on: the {piece} on {square} is taken off.",
            ),
        ],
        figures: &[FigureInfo {
            name: "boards",
            words: "complete boards that were tested",
        }],
        time: "O(n^n) boards",
        memory: "O(n)",
        finds: Completeness::All,
        practical: Some(8),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut odometer = Odometer {
            view,
            column_of: Vec::new(),
        };
        loop {
            odometer.fill(run)?;
            run.tally(BOARD_TALLY, 1);
            if odometer.is_solution(run)? {
                run.solution(|| Placement::from_columns(&odometer.column_of))?;
            }
            if !odometer.advance(run)? {
                return Ok(());
            }
        }
    }
}
