//! One flag for each row, each diagonal and each antidiagonal: the test takes constant
//! time.
//!
//! As in the source, the queens are placed column by column, and solutions come in the
//! order of their rows.

use super::columns::{CALLS, COLUMNS, ColumnBoard};
use super::sentences::{ATTACKED_IN_COLUMN, FREE_IN_COLUMN, NOTHING_MORE};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind,
    StepObserver,
};
use control::{Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

const AUTHOR: &str = "anonymous, after Aaron Banerjee";
const SOURCE: &str = "Recursion Elimination and the Eight Queens Problem (BASIC09, Color BASIC), \
                      follow-up to the world of 68' micros, February 1999";

/// The recursive form, which tests for the last column before it calls itself.
pub(super) struct Flags;

/// The recursive form that tests for a full board on entry: more calls, the same work.
pub(super) struct FlagsOnEntry;

/// The form with a stack of its own, which holds the row of each column.
pub(super) struct FlagsIterative;

/// The queens, and a flag for each line that has one.
struct FlagBoard<'v> {
    view: &'v StandardView,
    size: usize,
    row_of: Vec<u32>,
    row_taken: Vec<bool>,
    up_taken: Vec<bool>,
    down_taken: Vec<bool>,
}

impl<'v> FlagBoard<'v> {
    fn new(view: &'v StandardView) -> Self {
        let size = view.rows() as usize;
        let diagonals = (2 * size).saturating_sub(1);
        FlagBoard {
            view,
            size,
            row_of: vec![0; size],
            row_taken: vec![false; size],
            up_taken: vec![false; diagonals],
            down_taken: vec![false; diagonals],
        }
    }

    #[inline]
    fn is_safe(&self, row: usize, column: usize) -> bool {
        !self.row_taken[row]
            && !self.up_taken[row + column]
            && !self.down_taken[self.size - 1 + row - column]
            && self.view.is_open(row as u32, column as u32)
    }

    #[inline]
    fn set(&mut self, row: usize, column: usize, taken: bool) {
        self.row_of[column] = row as u32;
        self.row_taken[row] = taken;
        self.up_taken[row + column] = taken;
        self.down_taken[self.size - 1 + row - column] = taken;
    }

    /// Returns the first queen that attacks the square.
    fn attacker(&self, row: usize, column: usize) -> Option<Square> {
        let strikes = |&other: &usize| {
            let distance = self.row_of[other].abs_diff(row as u32) as usize;
            distance == 0 || distance == column - other
        };
        (0..column)
            .find(strikes)
            .map(|other| Square::new(self.row_of[other], other as u32))
    }
}

impl ColumnBoard for FlagBoard<'_> {
    fn size(&self) -> usize {
        self.size
    }

    fn try_square<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, control::Stop> {
        run.check(1);
        let square = Square::new(row as u32, column as u32);
        if !self.is_safe(row, column) {
            run.reject(square, || self.attacker(row, column))?;
            return Ok(false);
        }
        self.set(row, column, true);
        run.place(square)?;
        Ok(true)
    }

    fn take_back<O: StepObserver>(
        &mut self,
        row: usize,
        column: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        self.set(row, column, false);
        run.remove(Square::new(row as u32, column as u32))
    }

    fn placement(&self) -> Placement {
        Placement::from_rows(&self.row_of)
    }

    fn variables(&self) -> Vec<StateVariable> {
        vec![
            StateVariable::flags("rows", &self.row_taken),
            StateVariable::flags("rising diagonals", &self.up_taken),
            StateVariable::flags("falling diagonals", &self.down_taken),
        ]
    }
}

const RECURSIVE: EngineInfo = EngineInfo {
    id: "flags",
    title: "three arrays of flags, recursive",
    year: 1999,
    author: AUTHOR,
    source: SOURCE,
    how: [
        "One flag for each row and for each of the two diagonals through a square records whether it is taken.",
        "Column by column, the queen tries every row; three flags show in constant time whether it is safe.",
        "After the last column a solution is counted; then the flags are cleared and the next row is tried.",
    ],
    idea: &[
        IdeaLine::new("fill(column):"),
        IdeaLine::new("  for each row:"),
        IdeaLine::at(
            StepKind::Reject,
            "    if one of its three flags is set: next row",
            ATTACKED_IN_COLUMN,
        ),
        IdeaLine::at(
            StepKind::Place,
            "    set its flags and put the queen",
            FREE_IN_COLUMN,
        ),
        IdeaLine::found("    in the last column, count a solution"),
        IdeaLine::new("    in any other, fill(column + 1)"),
        IdeaLine::at(
            StepKind::Remove,
            "    clear its flags and take the queen off",
            NOTHING_MORE,
        ),
    ],
    figures: &[CALLS],
    time: "O(n) for each node of the tree",
    memory: "O(n)",
    finds: Completeness::All,
    practical: Some(13),
    mirrors: false,
};

impl LadderEngine for Flags {
    type View = StandardView;
    const INFO: EngineInfo = RECURSIVE;

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => FlagBoard::new(view).place_from::<O, false>(0, run),
        }
    }
}

impl LadderEngine for FlagsOnEntry {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "flags-on-entry",
        title: "three arrays of flags, the full board detected on entry",
        how: [
            "As `flags`, but the procedure tests for a full board on entry.",
            "So there is one more call for every solution: 2,057 calls instead of 1,965 for n = 8.",
            "The source tests before it calls, which saves the calls at the deepest level.",
        ],
        idea: &[
            IdeaLine::new("fill(column):"),
            IdeaLine::found("  if no column is left, count a solution and return"),
            IdeaLine::new("  for each row:"),
            IdeaLine::at(
                StepKind::Reject,
                "    if one of its three flags is set: next row",
                ATTACKED_IN_COLUMN,
            ),
            IdeaLine::at(
                StepKind::Place,
                "    set its flags and put the queen",
                FREE_IN_COLUMN,
            ),
            IdeaLine::new("    fill(column + 1)"),
            IdeaLine::at(
                StepKind::Remove,
                "    clear its flags and take the queen off",
                NOTHING_MORE,
            ),
        ],
        ..RECURSIVE
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        FlagBoard::new(view).place_from::<O, true>(0, run)
    }
}

impl LadderEngine for FlagsIterative {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "flags-iterative",
        title: "three arrays of flags, recursion eliminated",
        how: [
            "As `flags`, but the recursion is replaced by a loop and a stack that holds a row for each column.",
            "The stack pointer is the column itself, so it is not stored.",
            "To back up, pop the row of the column before and try the next one.",
        ],
        idea: &[
            IdeaLine::new("repeat:"),
            IdeaLine::at(
                StepKind::Reject,
                "  if one of its three flags is set: next row",
                ATTACKED_IN_COLUMN,
            ),
            IdeaLine::at(
                StepKind::Place,
                "  set its flags and put the queen",
                FREE_IN_COLUMN,
            ),
            IdeaLine::found("  in the last column, count a solution"),
            IdeaLine::new("  in any other, push the row and begin the next column"),
            IdeaLine::at(
                StepKind::Remove,
                "  after a solution or the last row, clear the newest flags, next row",
                NOTHING_MORE,
            ),
        ],
        figures: &[COLUMNS],
        ..RECURSIVE
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        match view.rows() {
            0 => run.solution(Placement::default),
            _ => FlagBoard::new(view).place_by_stack(run),
        }
    }
}
