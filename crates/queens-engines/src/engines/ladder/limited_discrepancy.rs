//! Limited discrepancy search: first the path that the heuristic proposes, then paths
//! that disagree with it once, twice and so on.
//!
//! The heuristic proposes the free square of a row nearest to the middle. A queen on any
//! other square of the row is a discrepancy. Pass k visits the placements with exactly k
//! discrepancies, so every solution is found once (Korf). A branch whose rows are too few
//! for the discrepancies left is not entered.
//!
//! Example: 4 queens. The order of the columns is 2, 3, 1, 4. Pass 0 places 2 in row 1, 4
//! in row 2, 1 in row 3 and 3 in row 4: a solution without a discrepancy. The other one,
//! 3 1 4 2, has one discrepancy, in row 1.

use super::row_board::{RowBoard, from_the_middle};
use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE_IN_PASS};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step};
use queens_model::problem::Problem;
use queens_model::unsupported::NoAnswer;

/// Index of the statistic.
const PASS_TALLY: usize = 0;

/// The engine.
pub(super) struct LimitedDiscrepancy;

/// Returns what the engine holds.
fn state(board: &RowBoard<'_>, discrepancies: usize) -> Vec<StateVariable> {
    [
        vec![StateVariable::number("k", discrepancies as u64)],
        board.state(),
    ]
    .concat()
}

/// Fills the rows below with exactly this number of `discrepancies`.
fn probe<O: StepObserver>(
    board: &mut RowBoard<'_>,
    order: &[u32],
    discrepancies: usize,
    run: &mut EngineRun<'_, O>,
) -> Step {
    if board.empty_rows() == 0 {
        return run.solution(|| board.placement());
    }
    let free = board.free_columns(order.iter().copied(), run)?;
    for (rank, column) in free.into_iter().enumerate() {
        let Some(left) = discrepancies.checked_sub(usize::from(rank > 0)) else {
            break;
        };
        // Each row takes at most one discrepancy, so on a full board none is left.
        if left < board.empty_rows() {
            board.place(column, run)?;
            run.state(|| state(board, left))?;
            probe(board, order, left, run)?;
            board.remove(run)?;
            run.state(|| state(board, discrepancies))?;
        }
    }
    Ok(())
}

impl LadderEngine for LimitedDiscrepancy {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "limited-discrepancy",
        title: "limited discrepancy search, from the middle of each row outward",
        year: 1995,
        author: "William D. Harvey and Matthew L. Ginsberg",
        source: "Limited discrepancy search, IJCAI 1995; each path once: Richard E. Korf, Improved limited discrepancy \
                 search, AAAI 1996",
        how: [
            "A heuristic proposes a square for each row: the free one nearest to the middle. Any other square is a discrepancy.",
            "Pass 0 follows the heuristic, pass 1 disagrees with it in exactly one row, and so on, up to all rows.",
            "The idea: a good heuristic is rarely wrong, so that a solution is found with few discrepancies.",
        ],
        idea: &[
            IdeaLine::new("for k = 0 to the number of rows: probe(row 0, k)"),
            IdeaLine::new("probe(row, k):"),
            IdeaLine::found("  if every row has a queen, it is a solution"),
            IdeaLine::at(
                StepKind::Reject,
                "  leave out the squares of the row that are attacked",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::new("  for each free square, from the middle outward:"),
            IdeaLine::new("    k' = k for the first, k - 1 for any other"),
            IdeaLine::new("    if k' is from 0 to the number of rows below:"),
            IdeaLine::at(StepKind::Place, "      put a queen there", FREE_IN_ROW),
            IdeaLine::new("      probe(row + 1, k')"),
            IdeaLine::at(StepKind::Remove, "      take it off", NOTHING_MORE_IN_PASS),
        ],
        figures: &[FigureInfo {
            name: "passes",
            words: "numbers of discrepancies tried",
        }],
        time: "O(n) for each node, of which each pass visits some again",
        memory: "O(n^2)",
        finds: Completeness::All,
        practical: Some(12),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::from_problem(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        let order = from_the_middle(view.columns());
        let mut board = RowBoard::new(view);
        for discrepancies in 0..=view.rows() as usize {
            run.node()?;
            run.tally(PASS_TALLY, 1);
            probe(&mut board, &order, discrepancies, run)?;
        }
        Ok(())
    }
}
