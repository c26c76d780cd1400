//! Incremental backtracking on one half of the first row; mirror images supply the other
//! half.

use super::incremental::{self, backtrack};
use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE};
use super::views::{StandardView, no_givens, no_holes};
use super::{EngineInfo, EngineRun, IdeaLine, LadderEngine, StepKind, StepObserver};
use control::{Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::NoAnswer;

/// The engine.
pub(super) struct Mirrored;

/// Returns true if holes and givens are mirror-symmetric.
fn is_symmetric(view: &StandardView) -> bool {
    let columns = view.columns();
    let agree = |row, column| {
        view.is_open(row, column) == view.is_open(row, columns - 1 - column)
    };
    view.all_open()
        || (0..view.rows()).all(|row| (0..columns).all(|column| agree(row, column)))
}

impl LadderEngine for Mirrored {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "mirrored",
        title: "half of the first row, and the mirror image of every solution",
        how: [
            "As `incremental`, but the first queen tries only the left half of its row: the right half is its mirror image.",
            "Each solution is followed by its mirror image, in which column c becomes column n + 1 - c.",
            "For odd n a queen in the middle is its own image: then the second queen tries only the left half.",
        ],
        idea: &[
            IdeaLine::new("repeat, with the left half of the first row only:"),
            IdeaLine::at(
                StepKind::Reject,
                "  if a queen above attacks the square: next square of the row",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::at(
                StepKind::Place,
                "  else put a queen there and go to the next row",
                FREE_IN_ROW,
            ),
            IdeaLine::found(
                "  with all rows filled, it is a solution, and so is its mirror image",
            ),
            IdeaLine::at(
                StepKind::Remove,
                "  if full, or the row is used up: take the last queen off, next square",
                NOTHING_MORE,
            ),
        ],
        mirrors: true,
        ..incremental::INFO
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        let view = StandardView::square(problem)?;
        match is_symmetric(&view) {
            true => Ok(view),
            false if problem.givens().is_empty() => Err(no_holes().into()),
            false => Err(no_givens().into()),
        }
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        let columns = view.columns();
        let mirror = |column: u32| columns - 1 - column;
        // The first queen off the middle column is in the left half.
        let width = |above: &[u32]| {
            let is_symmetric = above.iter().all(|&column| column == mirror(column));
            if is_symmetric {
                columns.div_ceil(2)
            } else {
                columns
            }
        };
        let found = |column_of: &[u32], run: &mut EngineRun<'_, O>| {
            run.solution(|| Placement::from_columns(column_of))?;
            let image: Vec<u32> =
                column_of.iter().map(|&column| mirror(column)).collect();
            // The only solution of a board of size 0 or 1 is its own image.
            if image != column_of {
                run.solution(|| Placement::from_columns(&image))
            } else {
                Ok(())
            }
        };
        backtrack(view, width, found, run)
    }
}
