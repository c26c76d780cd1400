//! Forward checking: each queen removes the squares that it attacks from the rows without
//! a queen.
//!
//! A row without free squares shows a dead end before the search reaches it. Example: on
//! 4 x 4, a queen on a1 leaves c2 and d2 in row 2. A queen on c2 removes all that is left
//! of row 3, so row 4 is not entered.
//!
//! Rows and squares are ordered as `domains.rs` describes.

use super::domains::{Domains, LookAhead};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine, StepKind,
    StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Indices of the statistics.
const REMOVED_TALLY: usize = 0;
const DEAD_END_TALLY: usize = 1;

/// The engine.
pub(super) struct ForwardChecking;

impl LookAhead for ForwardChecking {
    fn look_ahead<O: StepObserver>(
        &mut self,
        domains: &mut Domains,
        row: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        let Some(queen) = domains.queen(row) else {
            return Ok(true);
        };
        for other in domains.empty_rows() {
            run.check(1);
            for column in domains.ruled_out(row, queen as usize, other) {
                domains.remove(other, column);
                run.tally(REMOVED_TALLY, 1);
                let attacker = Square::new(row as u32, queen);
                run.reject(Square::new(other as u32, column as u32), || Some(attacker))?;
                run.state(|| domains.state())?;
            }
            if domains.size(other) == 0 {
                run.tally(DEAD_END_TALLY, 1);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl LadderEngine for ForwardChecking {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "forward-checking",
        title: "forward checking, the row with the fewest free squares first",
        year: 1980,
        author: "Robert M. Haralick and Gordon L. Elliott",
        source: "Increasing tree search efficiency for constraint satisfaction problems, Artificial Intelligence 14, \
                 1980; Russell and Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, 2010: figure 6.5 \
                 and section 6.3 (minimum remaining values, least constraining value)",
        how: [
            "Each row has a domain, its free squares; each queen removes the squares that it attacks from the domains of the rows without a queen.",
            "The next row is the first of those with the fewest free squares (MRV); if a row has none, the search goes back at once.",
            "Of the row, the square that removes the fewest squares from other domains is tried first (LCV).",
        ],
        idea: &[
            IdeaLine::new("fill():"),
            IdeaLine::found("  if every row has a queen, it is a solution"),
            IdeaLine::new("  row = the row without a queen with the fewest free squares"),
            IdeaLine::new(
                "  for each free square of the row, the least constraining first:",
            ),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen there",
                "Row {row} has the fewest free squares left, and {square} is free: a {piece} goes to {square}.",
            ),
            IdeaLine::at(
                StepKind::Reject,
                "    remove the squares that it attacks from the rows without a queen",
                "Row {row}: column {column} is {attack}, so it is no longer free.",
            ),
            IdeaLine::new("    if every row still has a free square, fill()"),
            IdeaLine::at(
                StepKind::Remove,
                "    take the queen off, and restore the squares",
                "Nothing more to find with {square}: its {piece} is taken off, and the squares that it removed are free again.",
            ),
        ],
        figures: &[
            FigureInfo {
                name: "removed squares",
                words: "squares removed from the domain of a row without a queen",
            },
            FigureInfo {
                name: "dead ends",
                words: "queens that left a row without a free square",
            },
        ],
        time: "O(n^2) for each node of the tree, and as much for the order of its squares",
        memory: "O(n^2)",
        finds: Completeness::All,
        practical: Some(13),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::from_problem(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        Domains::new(view).fill(&mut ForwardChecking, run)
    }
}
