//! The board as an array of squares: a square is tested by scanning the lines to its
//! left.
//!
//! As in the source, the queens are placed column by column, and solutions come in the
//! order of their rows.

use super::columns::{CALLS, COLUMNS, ColumnBoard};
use super::sentences::{ATTACKED_IN_COLUMN, FREE_IN_COLUMN, NOTHING_MORE};
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

/// Indices of the statistics; index 0 is that of [`ColumnBoard`].
const CHECK_TALLY: usize = 1;
const TURN_TALLY: usize = 2;

/// The recursive form, which tests for the last column before it calls itself.
pub(super) struct BoardScan;

/// The form with a stack of its own.
pub(super) struct BoardScanIterative;

/// The board: true for each square with a queen.
struct SquareBoard<'v> {
    view: &'v StandardView,
    size: usize,
    queens: Vec<bool>,
}

impl<'v> SquareBoard<'v> {
    fn new(view: &'v StandardView) -> Self {
        let size = view.rows() as usize;
        SquareBoard {
            view,
            size,
            queens: vec![false; size * size],
        }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut bool {
        &mut self.queens[row * self.size + column]
    }

    /// Returns a queen that attacks the square: at each distance first in its row, then
    /// on the two diagonals.
    fn attacker<O: StepObserver>(
        &self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Option<Square> {
        run.tally(CHECK_TALLY, 1);
        for distance in 1..=column {
            run.tally(TURN_TALLY, 1);
            let above = row.checked_sub(distance);
            let below = Some(row + distance).filter(|&below| below < self.size);
            let column = column - distance;
            let is_queen = |&row: &usize| self.queens[row * self.size + column];
            if let Some(row) = [Some(row), above, below]
                .into_iter()
                .flatten()
                .find(is_queen)
            {
                return Some(Square::new(row as u32, column as u32));
            }
        }
        None
    }
}

impl ColumnBoard for SquareBoard<'_> {
    fn size(&self) -> usize {
        self.size
    }

    fn try_square<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        run.check(1);
        let square = Square::new(row as u32, column as u32);
        let attacker = self.attacker(row, column, run);
        if attacker.is_some() || !self.view.is_open(square.row, square.column) {
            run.reject(square, || attacker)?;
            return Ok(false);
        }
        *self.at(row, column) = true;
        run.place(square)?;
        Ok(true)
    }

    fn take_back<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        *self.at(row, column) = false;
        run.remove(Square::new(row as u32, column as u32))
    }

    fn placement(&self) -> Placement {
        let square = |number| {
            Square::new((number / self.size) as u32, (number % self.size) as u32)
        };
        let numbers = (0..self.queens.len()).filter(|&number| self.queens[number]);
        Placement::new(numbers.map(square).collect())
    }

    fn variables(&self) -> Vec<StateVariable> {
        let line = |row: &[bool]| {
            row.iter()
                .map(|&queen| if queen { 'Q' } else { '.' })
                .collect::<String>()
        };
        vec![StateVariable::list(
            "board",
            self.queens.chunks(self.size).map(line),
        )]
    }
}

const CHECKS_COUNTED: FigureInfo = FigureInfo {
    name: "checks",
    words: "calls of the procedure that tests whether a square is attacked",
};

const TURNS_COUNTED: FigureInfo = FigureInfo {
    name: "turns",
    words: "iterations of its loop, one for each distance",
};

const RECURSIVE: EngineInfo = EngineInfo {
    id: "board-scan",
    title: "the board as squares, scanned for attackers, recursive",
    year: 1999,
    author: "anonymous, after Aaron Banerjee",
    source: "Recursion Elimination and the Eight Queens Problem (BASIC09), \
             follow-up to the world of 68' micros, February 1999",
    how: [
        "The board is an array of squares that hold a queen or not; nothing else is stored.",
        "Column by column, the queen tries every row; a scan checks the squares of each column to the left that could attack it, at most three.",
        "After the last column a solution is counted; then the queen is taken off and the next row is tried.",
    ],
    idea: &[
        IdeaLine::new("fill(column):"),
        IdeaLine::new("  for each row:"),
        IdeaLine::at(
            StepKind::Reject,
            "    if a queen to the left attacks the square: next row",
            ATTACKED_IN_COLUMN,
        ),
        IdeaLine::at(StepKind::Place, "    put a queen on it", FREE_IN_COLUMN),
        IdeaLine::found("    in the last column, count a solution"),
        IdeaLine::new("    in any other, fill(column + 1)"),
        IdeaLine::at(StepKind::Remove, "    take the queen off", NOTHING_MORE),
    ],
    figures: &[CALLS, CHECKS_COUNTED, TURNS_COUNTED],
    time: "O(n^2) for each node of the tree",
    memory: "O(n^2)",
    finds: Completeness::All,
    practical: Some(13),
    mirrors: false,
};

impl LadderEngine for BoardScan {
    type View = StandardView;
    const INFO: EngineInfo = RECURSIVE;

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => SquareBoard::new(view).place_from::<O, false>(0, run),
        }
    }
}

impl LadderEngine for BoardScanIterative {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "board-scan-iterative",
        title: "the board as squares, scanned for attackers, recursion eliminated",
        how: [
            "As `board-scan`, but the recursion is replaced by a loop and a stack that holds a row for each column.",
            "The stack pointer is the column itself, so it is not stored.",
            "To back up, pop the row of the column before and try the next one.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::at(
                StepKind::Reject,
                "  if a queen to the left attacks the square: next row",
                ATTACKED_IN_COLUMN,
            ),
            IdeaLine::at(StepKind::Place, "  put a queen on it", FREE_IN_COLUMN),
            IdeaLine::found("  in the last column, count a solution"),
            IdeaLine::new("  in any other, push the row and begin the next column"),
            IdeaLine::at(
                StepKind::Remove,
                "  after a solution or the last row, take the newest queen off, next row",
                NOTHING_MORE,
            ),
        ],
        figures: &[COLUMNS, CHECKS_COUNTED, TURNS_COUNTED],
        ..RECURSIVE
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => SquareBoard::new(view).place_by_stack(run),
        }
    }
}
