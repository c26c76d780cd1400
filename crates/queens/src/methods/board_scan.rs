//! No memory but the board itself: a square is tested by looking along the lines that lead to it.
//!
//! As in the source the queens go column by column, and the solutions come in the order of the rows
//! that they take.

use super::views::Plain;
use super::{Count, Exhibit, Finds, Refusal, Run, Search, Watch};
use crate::board::Square;
use crate::placement::Placement;
use crate::problem::Problem;
use search_control::{Step, Stop};

const COLUMNS: usize = 0;
const CHECKS: usize = 1;
const TURNS: usize = 2;

/// The recursive form; looks for the last column before it calls itself.
pub(super) struct Recursive;

/// The same with a stack of its own.
pub(super) struct Iterative;

/// The board: for each square whether a queen stands on it.
struct Board<'v> {
    view: &'v Plain,
    size: usize,
    queens: Vec<bool>,
}

impl<'v> Board<'v> {
    fn new(view: &'v Plain) -> Self {
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

    fn place_from<O: Watch>(&mut self, column: usize, run: &mut Run<'_, O>) -> Step {
        run.tally(COLUMNS, 1);
        for row in 0..self.size {
            if !self.try_square(row, column, run)? {
                continue;
            }
            if column + 1 == self.size {
                run.solution(|| self.placement())?;
            } else {
                self.place_from(column + 1, run)?;
            }
            self.take_back(row, column, run)?;
        }
        Ok(())
    }

    fn place_by_stack<O: Watch>(&mut self, run: &mut Run<'_, O>) -> Step {
        let mut rows = Vec::with_capacity(self.size);
        let mut row = 0;
        run.tally(COLUMNS, 1);
        loop {
            let column = rows.len();
            if row == self.size {
                let Some(last) = rows.pop() else { return Ok(()) };
                self.take_back(last, column - 1, run)?;
                row = last + 1;
            } else if !self.try_square(row, column, run)? {
                row += 1;
            } else if column + 1 == self.size {
                run.solution(|| self.placement())?;
                self.take_back(row, column, run)?;
                row += 1;
            } else {
                rows.push(row);
                row = 0;
                run.tally(COLUMNS, 1);
            }
        }
    }
}

const CHECKS_COUNTED: Count =
    Count { name: "checks", words: "calls of the procedure that looks whether a square is attacked" };

const TURNS_COUNTED: Count =
    Count { name: "turns", words: "turns of its loop, one for each distance that it looks at" };

const RECURSIVE: Exhibit = Exhibit {
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
    counts: &[
        Count { name: "calls", words: "calls of the procedure that fills one column" },
        CHECKS_COUNTED,
        TURNS_COUNTED,
    ],
    time: "O(n^2) for each node of the tree",
    memory: "O(n^2)",
    finds: Finds::All,
    practical: 13,
    mirrors: false,
};

impl Search for Recursive {
    type View = Plain;
    const EXHIBIT: Exhibit = RECURSIVE;

    fn view(problem: &Problem) -> Result<Plain, Refusal> {
        Plain::square(problem)
    }

    fn search<O: Watch>(view: &Plain, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => Board::new(view).place_from(0, run),
        }
    }
}

impl Search for Iterative {
    type View = Plain;
    const EXHIBIT: Exhibit = Exhibit {
        id: "board-scan-iterative",
        title: "the board as squares, scanned for attackers, recursion eliminated",
        how: [
            "As `board-scan`, but the recursion is replaced by a loop and a stack that holds a row for each column.",
            "The stack pointer is the column itself, so it need not be kept.",
            "Backing up a column means taking its row from the stack and going on with the next one.",
        ],
        counts: &[
            Count {
                name: "columns",
                words: "times that a column was begun: the calls of the recursive form",
            },
            CHECKS_COUNTED,
            TURNS_COUNTED,
        ],
        ..RECURSIVE
    };

    fn view(problem: &Problem) -> Result<Plain, Refusal> {
        Plain::square(problem)
    }

    fn search<O: Watch>(view: &Plain, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => Board::new(view).place_by_stack(run),
        }
    }
}
