//! Repair instead of search: all queens are placed at the start, and attacked ones are
//! moved.
//!
//! The engine stores no visited boards, so it cannot prove that there is no solution. It
//! searches very small boards first; on larger ones it gives up after two million
//! repairs.

use super::bitmask::Bitmask;
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use crate::question::Settings;
use control::{Detail, Limits, Silent, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

/// Maximum side of a board that is searched first, to detect that it has no solution.
const MAX_SEARCHED_SIDE: u32 = 6;

/// Maximum number of repairs of a run, over all restarts: a second for 8 queens, about
/// twenty seconds for 1,000 queens, which need about fifty repairs.
const MAX_REPAIRS: u64 = 2_000_000;

/// Indices of the statistics.
const REPAIR_TALLY: usize = 0;
const RESTART_TALLY: usize = 1;

/// The engine.
pub(super) struct MinConflicts;

/// The board, and true if it is known to have no solution.
pub(super) struct RepairView {
    pub(super) plain: StandardView,
    pub(super) has_none: bool,
}

impl RepairView {
    pub(super) fn from_problem(problem: &Problem) -> Result<Self, Unsupported> {
        let plain = StandardView::from_problem(problem)?;
        let (rows, columns) = (plain.rows(), plain.columns());
        let has_choice = |row| (0..columns).any(|column| plain.is_open(row, column));
        let tiny = rows <= MAX_SEARCHED_SIDE && columns <= MAX_SEARCHED_SIDE;
        let has_none = rows > columns
            || !(0..rows).all(has_choice)
            || (tiny
                && super::run_with::<Bitmask, _>(problem, &Settings::default(), Silent)?
                    .count
                    == Some(0));
        Ok(RepairView { plain, has_none })
    }
}

/// The queens, one in each row, and their number on each line.
pub(super) struct ConflictBoard<'v> {
    pub(super) view: &'v StandardView,
    pub(super) column_of: Vec<u32>,
    /// True for each row with a queen.
    is_filled: Vec<bool>,
    in_column: Vec<u32>,
    on_diagonal: Vec<u32>,
    on_antidiagonal: Vec<u32>,
    /// Variables of the engine besides the conflicts.
    variables: Vec<StateVariable>,
}

impl<'v> ConflictBoard<'v> {
    pub(super) fn new(view: &'v StandardView) -> Self {
        let (rows, columns) = (view.rows() as usize, view.columns() as usize);
        ConflictBoard {
            view,
            column_of: vec![0; rows],
            is_filled: vec![false; rows],
            in_column: vec![0; columns],
            on_diagonal: vec![0; rows + columns],
            on_antidiagonal: vec![0; rows + columns],
            variables: Vec::new(),
        }
    }

    fn lines(&mut self, row: u32, column: u32) -> [&mut u32; 3] {
        [
            &mut self.in_column[column as usize],
            &mut self.on_diagonal[(self.view.rows() + column - row) as usize],
            &mut self.on_antidiagonal[(row + column) as usize],
        ]
    }

    pub(super) fn put<O: StepObserver>(
        &mut self,
        row: u32,
        column: u32,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        self.column_of[row as usize] = column;
        self.is_filled[row as usize] = true;
        self.lines(row, column)
            .into_iter()
            .for_each(|queens| *queens += 1);
        run.place(Square::new(row, column))?;
        run.state(|| self.state())
    }

    pub(super) fn lift<O: StepObserver>(
        &mut self,
        row: u32,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let column = self.column_of[row as usize];
        self.is_filled[row as usize] = false;
        self.lines(row, column)
            .into_iter()
            .for_each(|queens| *queens -= 1);
        run.remove(Square::new(row, column))?;
        run.state(|| self.state())
    }

    /// Adds `variables` to the state from the next step on; they are computed only if the
    /// observer needs them.
    pub(super) fn show<O: StepObserver>(
        &mut self,
        variables: impl FnOnce() -> Vec<StateVariable>,
    ) {
        if O::DETAIL >= Detail::State {
            self.variables = variables();
        }
    }

    fn state(&mut self) -> Vec<StateVariable> {
        let mut conflicts = Vec::new();
        let mut attackers = 0;
        for row in 0..self.view.rows() {
            if self.is_filled[row as usize] {
                let column = self.column_of[row as usize];
                // Its own queen is on each of the three lines.
                let others = self.conflicts(row, column) - 3;
                conflicts.push(format!("{}: {others}", Square::new(row, column)));
                attackers += others;
            }
        }
        let pairs = StateVariable::number("attacking pairs", attackers / 2);
        [
            vec![StateVariable::list("conflicts", conflicts), pairs],
            self.variables.clone(),
        ]
        .concat()
    }

    /// Returns the sum of the numbers of queens on the three lines through a square.
    pub(super) fn conflicts(&mut self, row: u32, column: u32) -> u32 {
        self.lines(row, column)
            .into_iter()
            .map(|queens| *queens)
            .sum()
    }

    /// Returns a column of an empty row with the fewest conflicts; ties are broken at
    /// random.
    fn least_conflicts<O: StepObserver>(
        &mut self,
        row: u32,
        random: &mut impl Rng,
        run: &mut EngineRun<'_, O>,
    ) -> u32 {
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
                if random.random_range(0..ties) == 0 {
                    best = column;
                }
            }
        }
        best
    }

    /// Returns the rows whose queen is attacked: it is not alone on its three lines.
    fn attacked(&mut self) -> Vec<u32> {
        (0..self.view.rows())
            .filter(|&row| self.conflicts(row, self.column_of[row as usize]) > 3)
            .collect()
    }

    /// Moves random attacked queens until none is attacked; returns false if that takes
    /// too many repairs.
    fn repair<O: StepObserver>(
        &mut self,
        random: &mut impl Rng,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        for _ in 0..max_repairs_of_board(self.view.rows()) {
            let attacked = self.attacked();
            if attacked.is_empty() {
                return Ok(true);
            }
            let row = attacked[random.random_range(0..attacked.len())];
            self.lift(row, run)?;
            let column = self.least_conflicts(row, random, run);
            self.put(row, column, run)?;
            run.tally(REPAIR_TALLY, 1);
        }
        Ok(false)
    }
}

/// Returns the number of repairs after which a board is cleared.
fn max_repairs_of_board(rows: u32) -> u64 {
    100 + 20 * u64::from(rows)
}

impl LadderEngine for MinConflicts {
    type View = RepairView;
    const INFO: EngineInfo = EngineInfo {
        id: "min-conflicts",
        title: "repair by the min-conflicts heuristic",
        year: 1992,
        author: "Steven Minton, Mark D. Johnston, Andrew B. Philips and Philip Laird",
        source: "Minimizing conflicts: a heuristic repair method for constraint satisfaction and scheduling \
                 problems, Artificial Intelligence 58, 1992",
        how: [
            "Row by row, each queen goes to a square with the fewest conflicts; ties are broken at random.",
            "Then a random attacked queen moves to a square of its row with the fewest conflicts.",
            "This repeats until none is attacked; after 100 + 20 n repairs it restarts from the empty board, and after two million in all it gives up.",
        ],
        idea: &[
            IdeaLine::new("take_off(row):"),
            IdeaLine::at(
                StepKind::Remove,
                "  take the queen of the row off",
                "The {piece} on {square} is taken off: it is attacked, or the board is cleared after too many repairs.",
            ),
            IdeaLine::new("put(row):"),
            IdeaLine::at(
                StepKind::Place,
                "  put a queen on a square of the row with the fewest conflicts",
                "Row {row}: no square has fewer conflicts than {square}, so a {piece} goes to {square}.",
            ),
            IdeaLine::new("repeat, up to two million repairs in all:"),
            IdeaLine::new("  for each row, put(row)"),
            IdeaLine::new("  up to 100 + 20 n times:"),
            IdeaLine::found("    if no queen is attacked, it is a solution"),
            IdeaLine::new("    pick at random a row whose queen is attacked"),
            IdeaLine::new("    take_off(row), then put(row)"),
            IdeaLine::new("  for each row, take_off(row)"),
        ],
        figures: &[
            FigureInfo {
                name: "repairs",
                words: "attacked queens that were moved",
            },
            FigureInfo {
                name: "restarts",
                words: "boards cleared after too many repairs",
            },
        ],
        time: "O(n) for each repair; some 50 repairs for any large n",
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
        let mut board = ConflictBoard::new(&view.plain);
        for _ in 0..(MAX_REPAIRS / max_repairs_of_board(view.plain.rows())).max(1) {
            for row in 0..view.plain.rows() {
                let column = board.least_conflicts(row, &mut random, run);
                board.put(row, column, run)?;
            }
            if board.repair(&mut random, run)? {
                run.solution(|| Placement::from_columns(&board.column_of))?;
                return Err(Stop::Found);
            }
            for row in (0..view.plain.rows()).rev() {
                board.lift(row, run)?;
            }
            run.tally(RESTART_TALLY, 1);
        }
        Err(Stop::GaveUp)
    }
}
