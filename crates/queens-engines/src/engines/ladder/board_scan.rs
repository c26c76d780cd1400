//! No memory but the board itself: a square is tested by looking along the lines that lead to it.
//!
//! As in the source the queens go column by column, and the solutions come in the order of the rows
//! that they take.

use super::columns::{CALLS, COLUMNS, Columns};
use super::sentences::{ATTACKED_IN_COLUMN, FREE_IN_COLUMN, NOTHING_MORE};
use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// The first figure is that of [`Columns`].
const CHECKS: usize = 1;
const TURNS: usize = 2;

/// The recursive form; looks for the last column before it calls itself.
pub(super) struct Recursive;

/// The same with a stack of its own.
pub(super) struct Iterative;

/// The board: for each square whether a queen stands on it.
struct Board<'v> {
    view: &'v Standard,
    size: usize,
    queens: Vec<bool>,
}

impl<'v> Board<'v> {
    fn new(view: &'v Standard) -> Self {
        let size = view.rows() as usize;
        Board { view, size, queens: vec![false; size * size] }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut bool {
        &mut self.queens[row * self.size + column]
    }

    /// Looks for a queen that attacks the square: at each distance first in its row, then on the
    /// two diagonals.
    fn attacker<O: Watch>(&self, row: usize, column: usize, run: &mut Run<'_, O>) -> Option<Square> {
        run.tally(CHECKS, 1);
        for distance in 1..=column {
            run.tally(TURNS, 1);
            let above = row.checked_sub(distance);
            let below = Some(row + distance).filter(|&below| below < self.size);
            let column = column - distance;
            let is_queen = |&row: &usize| self.queens[row * self.size + column];
            if let Some(row) = [Some(row), above, below].into_iter().flatten().find(is_queen) {
                return Some(Square::new(row as u32, column as u32));
            }
        }
        None
    }
}

impl Columns for Board<'_> {
    fn size(&self) -> usize {
        self.size
    }

    fn try_square<O: Watch>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut Run<'_, O>,
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

    fn take_back<O: Watch>(&mut self, row: usize, column: usize, run: &mut Run<'_, O>) -> Step {
        *self.at(row, column) = false;
        run.remove(Square::new(row as u32, column as u32))
    }

    fn placement(&self) -> Placement {
        let square = |number| Square::new((number / self.size) as u32, (number % self.size) as u32);
        let numbers = (0..self.queens.len()).filter(|&number| self.queens[number]);
        Placement::new(numbers.map(square).collect())
    }
}

const CHECKS_COUNTED: FigureInfo =
    FigureInfo { name: "checks", words: "calls of the procedure that looks whether a square is attacked" };

const TURNS_COUNTED: FigureInfo =
    FigureInfo { name: "turns", words: "turns of its loop, one for each distance that it looks at" };

const RECURSIVE: EngineInfo = EngineInfo {
    id: "board-scan",
    title: "the board as squares, scanned for attackers, recursive",
    year: 1999,
    author: "anonymous, after Aaron Banerjee",
    source: "Recursion Elimination and the Eight Queens Problem (BASIC09), \
             follow-up to the world of 68' micros, February 1999",
    how: [
        "The board is an array of squares that hold a queen or not; nothing else is remembered.",
        "Column by column, the queen tries every row; it looks at the three squares of each column to its left that could attack.",
        "After the last column a solution is counted; then the queen is taken off and the next row is tried.",
    ],
    idea: &[
        IdeaLine::new("fill(column):"),
        IdeaLine::new("  for each row:"),
        IdeaLine::at(
            StepKind::Reject,
            "    if a queen to the left sees the square: next row",
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

impl Search for Recursive {
    type View = Standard;
    const INFO: EngineInfo = RECURSIVE;

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => Board::new(view).place_from::<O, false>(0, run),
        }
    }
}

impl Search for Iterative {
    type View = Standard;
    const INFO: EngineInfo = EngineInfo {
        id: "board-scan-iterative",
        title: "the board as squares, scanned for attackers, recursion eliminated",
        how: [
            "As `board-scan`, but the recursion is replaced by a loop and a stack that holds a row for each column.",
            "The stack pointer is the column itself, so it need not be kept.",
            "Backing up a column means taking its row from the stack and going on with the next one.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::at(
                StepKind::Reject,
                "  if a queen to the left sees the square: next row",
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

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => Board::new(view).place_by_stack(run),
        }
    }
}
