//! Repair instead of search: all queens stand from the start, and attacked ones are moved.
//!
//! Nothing is remembered, so that the engine cannot know that there is no solution. It finds out on
//! boards so small that they can be searched beforehand; on larger ones it gives up after two million repairs.

use super::bitmask::Bitmask;
use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use crate::question::Settings;
use control::{Limits, Silent, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

/// The longest side of a board that is searched beforehand.
const TINY: u32 = 6;

/// Repairs, on all boards of a run together, after which it gives up: a second for 8 queens, some twenty for 1,000,
/// where it needs fifty.
const MAX_REPAIRS: u64 = 2_000_000;

const REPAIRS: usize = 0;
const RESTARTS: usize = 1;

/// The engine.
pub(super) struct MinConflicts;

/// The board, and whether it is known to have no solution.
pub(super) struct View {
    plain: Standard,
    hopeless: bool,
}

impl View {
    fn of(problem: &Problem) -> Result<Self, Unsupported> {
        let plain = Standard::of(problem)?;
        let (rows, columns) = (plain.rows(), plain.columns());
        let has_choice = |row| (0..columns).any(|column| plain.is_open(row, column));
        let tiny = rows <= TINY && columns <= TINY;
        let hopeless = rows > columns
            || !(0..rows).all(has_choice)
            || (tiny
                && super::run_with::<Bitmask, _>(problem, &Settings::default(), Silent)?.count == Some(0));
        Ok(View { plain, hopeless })
    }
}

/// The queens, one in each row, and how many stand on each line.
struct Board<'v> {
    view: &'v Standard,
    column_of: Vec<u32>,
    in_column: Vec<u32>,
    on_diagonal: Vec<u32>,
    on_antidiagonal: Vec<u32>,
}

impl<'v> Board<'v> {
    fn new(view: &'v Standard) -> Self {
        let (rows, columns) = (view.rows() as usize, view.columns() as usize);
        Board {
            view,
            column_of: vec![0; rows],
            in_column: vec![0; columns],
            on_diagonal: vec![0; rows + columns],
            on_antidiagonal: vec![0; rows + columns],
        }
    }

    fn lines(&mut self, row: u32, column: u32) -> [&mut u32; 3] {
        [
            &mut self.in_column[column as usize],
            &mut self.on_diagonal[(self.view.rows() + column - row) as usize],
            &mut self.on_antidiagonal[(row + column) as usize],
        ]
    }

    fn put<O: Watch>(&mut self, row: u32, column: u32, run: &mut Run<'_, O>) -> Step {
        self.column_of[row as usize] = column;
        self.lines(row, column).into_iter().for_each(|queens| *queens += 1);
        run.place(Square::new(row, column))
    }

    fn lift<O: Watch>(&mut self, row: u32, run: &mut Run<'_, O>) -> Step {
        let column = self.column_of[row as usize];
        self.lines(row, column).into_iter().for_each(|queens| *queens -= 1);
        run.remove(Square::new(row, column))
    }

    /// How many queens stand on the lines through a square, each line counted by itself.
    fn conflicts(&mut self, row: u32, column: u32) -> u32 {
        self.lines(row, column).into_iter().map(|queens| *queens).sum()
    }

    /// A square of an empty row with the fewest conflicts; at random among several.
    fn quietest<O: Watch>(&mut self, row: u32, lots: &mut impl Rng, run: &mut Run<'_, O>) -> u32 {
        let (mut best, mut fewest, mut ties) = (0, u32::MAX, 0u32);
        for column in 0..self.view.columns() {
            if !self.view.is_open(row, column) {
                continue;
            }
            run.check(1);
            let conflicts = self.conflicts(row, column);
            if conflicts < fewest {
                (best, fewest, ties) = (column, conflicts, 1);
            } else if conflicts == fewest {
                ties += 1;
                if lots.random_range(0..ties) == 0 {
                    best = column;
                }
            }
        }
        best
    }

    /// Rows whose queen is attacked: she is not alone on her three lines.
    fn attacked(&mut self) -> Vec<u32> {
        (0..self.view.rows()).filter(|&row| self.conflicts(row, self.column_of[row as usize]) > 3).collect()
    }

    /// Moves random attacked queens until none is left; gives up after some time.
    fn repair<O: Watch>(&mut self, lots: &mut impl Rng, run: &mut Run<'_, O>) -> Result<bool, Stop> {
        let patience = repairs_of_a_board(self.view.rows());
        for _ in 0..patience {
            let attacked = self.attacked();
            if attacked.is_empty() {
                return Ok(true);
            }
            let row = attacked[lots.random_range(0..attacked.len())];
            self.lift(row, run)?;
            let column = self.quietest(row, lots, run);
            self.put(row, column, run)?;
            run.tally(REPAIRS, 1);
        }
        Ok(false)
    }
}

/// Repairs after which a board is given up.
fn repairs_of_a_board(rows: u32) -> u64 {
    100 + 20 * u64::from(rows)
}

impl Search for MinConflicts {
    type View = View;
    const INFO: EngineInfo = EngineInfo {
        id: "min-conflicts",
        title: "repair by the min-conflicts heuristic",
        year: 1992,
        author: "Steven Minton, Mark D. Johnston, Andrew B. Philips and Philip Laird",
        source: "Minimizing conflicts: a heuristic repair method for constraint satisfaction and scheduling \
                 problems, Artificial Intelligence 58, 1992",
        how: [
            "Row by row each queen takes a square with the fewest conflicts; ties are broken at random.",
            "Then one of the attacked queens, chosen at random, moves to a square of her row with the fewest conflicts.",
            "That is repeated until none is attacked; after 100 + 20 n repairs it starts again from the empty board, and after two million in all it gives up.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::new("  pick a row without a queen, else at random one whose queen is attacked"),
            IdeaLine::at(
                StepKind::Remove,
                "  take its queen off, if it has one",
                "The {piece} on {square} is taken off: it is attacked, or the board is cleared after too many repairs.",
            ),
            IdeaLine::at(
                StepKind::Place,
                "  put one on its square with the fewest conflicts",
                "Row {row}: no square has fewer conflicts than {square}, so a {piece} goes to {square}.",
            ),
            IdeaLine::found("  if no row is empty and no queen attacked, it is a solution"),
            IdeaLine::new("  after 100 + 20 n repairs, clear the board and begin again"),
            IdeaLine::new("after two million repairs, give up"),
        ],
        figures: &[
            FigureInfo { name: "repairs", words: "attacked queens that were moved" },
            FigureInfo { name: "restarts", words: "boards that were given up" },
        ],
        time: "O(n) for each repair; some 50 repairs for any large n",
        memory: "O(n)",
        finds: Completeness::One,
        practical: Some(1000),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<View, NoAnswer> {
        Ok(View::of(problem)?)
    }

    fn search<O: Watch>(view: &View, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        if view.hopeless {
            return Ok(());
        }
        let mut lots = ChaCha8Rng::seed_from_u64(run.seed());
        let mut board = Board::new(&view.plain);
        for _ in 0..(MAX_REPAIRS / repairs_of_a_board(view.plain.rows())).max(1) {
            for row in 0..view.plain.rows() {
                let column = board.quietest(row, &mut lots, run);
                board.put(row, column, run)?;
            }
            if board.repair(&mut lots, run)? {
                run.solution(|| Placement::from_columns(&board.column_of))?;
                return Err(Stop::Found);
            }
            for row in (0..view.plain.rows()).rev() {
                board.lift(row, run)?;
            }
            run.tally(RESTARTS, 1);
        }
        Err(Stop::GaveUp)
    }
}
