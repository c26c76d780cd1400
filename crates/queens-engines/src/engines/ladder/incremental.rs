//! No memory but the placement: the newest queen is compared with all others, rows apart from
//! diagonals, and both comparisons are counted.
//!
//! The source lists a row for each column of its board; read as a column for each row here, its
//! lists stay what they are.

use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE};
use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

const ROW_CHECKS: usize = 0;
const DIAGONAL_CHECKS: usize = 1;

/// The engine.
pub(super) struct Incremental;

/// Counts through the placements that are consistent up to their last queen, without recursion.
///
/// `width` says, of the queens above a row, how many columns that row tries; `found` is told every
/// full board.
pub(super) fn backtrack<O: Watch>(
    view: &Standard,
    width: impl Fn(&[u32]) -> u32,
    mut found: impl FnMut(&[u32], &mut Run<'_, O>) -> Step,
    run: &mut Run<'_, O>,
) -> Step {
    run.node()?;
    let mut column_of: Vec<u32> = Vec::with_capacity(view.rows() as usize);
    let mut column = 0;
    loop {
        let row = column_of.len() as u32;
        let is_full = row == view.rows();
        if is_full {
            found(&column_of, run)?;
        }
        if is_full || column == width(&column_of) {
            let Some(last) = column_of.pop() else { return Ok(()) };
            run.remove(Square::new(row - 1, last))?;
            column = last + 1;
        } else if stands(view, &column_of, column, run)? {
            run.place(Square::new(row, column))?;
            column_of.push(column);
            column = 0;
        } else {
            column += 1;
        }
    }
}

/// Whether a queen in `column` can stand below the queens of the rows above.
fn stands<O: Watch>(view: &Standard, above: &[u32], column: u32, run: &mut Run<'_, O>) -> Result<bool, Stop> {
    run.check(1);
    let square = Square::new(above.len() as u32, column);
    let attacker = attacker(above, column, run);
    if attacker.is_some() || !view.is_open(square.row, square.column) {
        let attacker = || attacker.map(|row| Square::new(row as u32, above[row]));
        run.reject(square, attacker)?;
        return Ok(false);
    }
    Ok(true)
}

/// The row of a queen that attacks: one in the same column, else the nearest on a diagonal.
fn attacker<O: Watch>(above: &[u32], column: u32, run: &mut Run<'_, O>) -> Option<usize> {
    run.tally(ROW_CHECKS, 1);
    let same_column = above.iter().position(|&other| other == column);
    if same_column.is_some() {
        return same_column;
    }
    run.tally(DIAGONAL_CHECKS, 1);
    let on_diagonal = |&row: &usize| above[row].abs_diff(column) as usize == above.len() - row;
    (0..above.len()).rev().find(on_diagonal)
}

/// The exhibit of the source's program, shared with its mirrored form.
pub(super) const INFO: EngineInfo = EngineInfo {
    id: "incremental",
    title: "incremental backtracking, rows and diagonals counted apart",
    year: 2013,
    author: "anonymous",
    source: "Eight Queens part one (Perl), 21 February 2013",
    how: [
        "A counter of n digits whose last digit is the newest queen: if it is attacked, it counts on at once.",
        "Only the newest queen is compared with the others: for the same column (a row of the source), then for diagonals.",
        "A digit that has run through all columns is removed, and the one before it counts on.",
    ],
    idea: &[
        IdeaLine::new("repeat:"),
        IdeaLine::at(
            StepKind::Reject,
            "  if a queen above attacks the square: next square of the row",
            ATTACKED_IN_ROW,
        ),
        IdeaLine::at(StepKind::Place, "  else put a queen there and go to the next row", FREE_IN_ROW),
        IdeaLine::found("  with all rows filled, it is a solution"),
        IdeaLine::at(
            StepKind::Remove,
            "  full, or the row used up: take the last queen off, go on behind her",
            NOTHING_MORE,
        ),
    ],
    figures: &[
        FigureInfo {
            name: "row checks",
            words: "boards tested for a second queen in the column (a row of the source)",
        },
        FigureInfo { name: "diagonal checks", words: "those of them that went on to the test for diagonals" },
    ],
    time: "O(n^2) for each node of the tree",
    memory: "O(n)",
    finds: Completeness::All,
    practical: Some(13),
    mirrors: false,
};

impl Search for Incremental {
    type View = Standard;
    const INFO: EngineInfo = INFO;

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        let found =
            |column_of: &[u32], run: &mut Run<'_, O>| run.solution(|| Placement::from_columns(column_of));
        backtrack(view, |_| view.columns(), found, run)
    }
}
