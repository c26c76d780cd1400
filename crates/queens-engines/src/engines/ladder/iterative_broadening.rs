//! Iterative broadening: backtracking that tries at most 2 squares of each row, then at most 3, and so on.
//!
//! A pass with breadth b > 2 reports a solution only if some row uses its square number b: the others were found before.
//! Example: 4 queens, from the middle outward. Breadth 2 tries columns 2 and 3 of row 1, and finds both solutions;
//! breadth 3 and 4 find nothing new.

use super::row_board::{RowBoard, from_the_middle};
use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE_IN_PASS};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine, StateVariable, StepKind,
    StepObserver,
};
use control::{Limits, Step};
use queens_model::problem::Problem;
use queens_model::unsupported::NoAnswer;

/// Breadth of the first pass.
const FIRST_BREADTH: usize = 2;

/// Indices of the statistics.
const PASS_TALLY: usize = 0;
const AGAIN_TALLY: usize = 1;

/// The engine.
pub(super) struct IterativeBroadening;

/// A pass of the search.
struct BroadeningPass<'v> {
    board: RowBoard<'v>,
    order: &'v [u32],
    breadth: usize,
}

impl BroadeningPass<'_> {
    /// Returns what the engine holds.
    fn state(&self, is_new: bool) -> Vec<StateVariable> {
        let breadth = StateVariable::number("b", self.breadth as u64);
        let new = StateVariable::text("b - 1 was too narrow", if is_new { "yes" } else { "no" });
        [vec![breadth, new], self.board.state()].concat()
    }

    /// Fills the rows below; `is_new` is true if no narrower pass was on this branch.
    fn fill<O: StepObserver>(&mut self, is_new: bool, run: &mut EngineRun<'_, O>) -> Step {
        if self.board.empty_rows() == 0 {
            run.tally(AGAIN_TALLY, u64::from(!is_new));
            return if is_new { run.solution(|| self.board.placement()) } else { Ok(()) };
        }
        let free = self.board.free_columns(self.order.iter().copied(), run)?;
        for (rank, column) in free.into_iter().take(self.breadth).enumerate() {
            let is_new_below = is_new || rank + 1 == self.breadth;
            self.board.place(column, run)?;
            run.state(|| self.state(is_new_below))?;
            self.fill(is_new_below, run)?;
            self.board.remove(run)?;
            run.state(|| self.state(is_new))?;
        }
        Ok(())
    }
}

impl LadderEngine for IterativeBroadening {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "iterative-broadening",
        title: "iterative broadening: few squares of each row first",
        year: 1992,
        author: "Matthew L. Ginsberg and William D. Harvey",
        source: "Iterative broadening, Artificial Intelligence 55, 1992",
        how: [
            "Backtracking with a limit: of each row, it tries at most the first 2 free squares, from the middle outward.",
            "If the pass is complete, the limit is raised by one, up to the number of columns.",
            "A solution counts in the first pass that reaches it; later passes find it again.",
        ],
        idea: &[
            IdeaLine::new("for b = 2 to the number of columns: fill(row 0)"),
            IdeaLine::new("fill(row):"),
            IdeaLine::found("  if every row has a queen and b - 1 was too narrow, it is a solution"),
            IdeaLine::at(
                StepKind::Reject,
                "  leave out the squares of the row that are attacked",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::new("  for each of the first b free squares, from the middle outward:"),
            IdeaLine::at(StepKind::Place, "    put a queen there", FREE_IN_ROW),
            IdeaLine::new("    fill(row + 1)"),
            IdeaLine::at(StepKind::Remove, "    take it off", NOTHING_MORE_IN_PASS),
        ],
        figures: &[
            FigureInfo { name: "passes", words: "breadths tried" },
            FigureInfo { name: "found again", words: "full boards that a narrower pass had found" },
        ],
        time: "O(n) for each node, most of which are visited in several passes",
        memory: "O(n^2)",
        finds: Completeness::All,
        practical: Some(12),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::of(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        let order = from_the_middle(view.columns());
        let mut pass = BroadeningPass { board: RowBoard::new(view), order: &order, breadth: FIRST_BREADTH };
        loop {
            run.node()?;
            run.tally(PASS_TALLY, 1);
            pass.fill(pass.breadth == FIRST_BREADTH, run)?;
            if pass.breadth >= order.len() {
                return Ok(());
            }
            pass.breadth += 1;
        }
    }
}
