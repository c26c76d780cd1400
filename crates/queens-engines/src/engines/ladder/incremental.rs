//! Incremental backtracking: the newest queen is compared with all others, first for
//! lines, then for diagonals, and both comparisons are counted.
//!
//! The source lists a row for each column; this file reads the same lists as a column for
//! each row.

use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Indices of the statistics.
const ROW_CHECK_TALLY: usize = 0;
const DIAGONAL_CHECK_TALLY: usize = 1;

/// The engine.
pub(super) struct Incremental;

/// Visits all placements that are consistent up to their last queen, without recursion.
///
/// `width` returns, from the queens above a row, the number of columns that the row
/// tries; `found` is called with every full board.
pub(super) fn backtrack<O: StepObserver>(
    view: &StandardView,
    width: impl Fn(&[u32]) -> u32,
    mut found: impl FnMut(&[u32], &mut EngineRun<'_, O>) -> Step,
    run: &mut EngineRun<'_, O>,
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
            let Some(last) = column_of.pop() else {
                return Ok(());
            };
            run.remove(Square::new(row - 1, last))?;
            column = last + 1;
        } else if is_consistent(view, &column_of, column, run)? {
            run.place(Square::new(row, column))?;
            column_of.push(column);
            column = 0;
        } else {
            column += 1;
        }
        let [row_checks, diagonal_checks] =
            [ROW_CHECK_TALLY, DIAGONAL_CHECK_TALLY].map(|at| run.tallied(at));
        run.state(|| {
            vec![
                StateVariable::indices(
                    "digits",
                    column_of.iter().map(|&column| column as usize),
                ),
                StateVariable::index("next column", column as usize),
                StateVariable::number("row checks", row_checks),
                StateVariable::number("diagonal checks", diagonal_checks),
            ]
        })?;
    }
}

/// Returns true if a queen in `column` is attacked by none of the rows above.
fn is_consistent<O: StepObserver>(
    view: &StandardView,
    above: &[u32],
    column: u32,
    run: &mut EngineRun<'_, O>,
) -> Result<bool, Stop> {
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

/// Returns the row of an attacker: one in the same column, else the nearest on a
/// diagonal.
fn attacker<O: StepObserver>(
    above: &[u32],
    column: u32,
    run: &mut EngineRun<'_, O>,
) -> Option<usize> {
    run.tally(ROW_CHECK_TALLY, 1);
    let same_column = above.iter().position(|&other| other == column);
    if same_column.is_some() {
        return same_column;
    }
    run.tally(DIAGONAL_CHECK_TALLY, 1);
    let on_diagonal =
        |&row: &usize| above[row].abs_diff(column) as usize == above.len() - row;
    (0..above.len()).rev().find(on_diagonal)
}

/// Description of the engine, shared with `mirrored`.
pub(super) const INFO: EngineInfo = EngineInfo {
    id: "incremental",
    title: "incremental backtracking, row and diagonal checks counted separately",
    year: 2013,
    author: "anonymous",
    source: "Eight Queens part one (Perl), 21 February 2013",
    how: [
        "A counter of n digits, whose last digit is the newest queen; an attacked queen advances at once.",
        "Only the newest queen is compared with the others: for the same column (a row of the source), then for diagonals.",
        "A digit that has run through all columns is removed, and the digit before it advances.",
    ],
    idea: &[
        IdeaLine::new("repeat:"),
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
        IdeaLine::found("  with all rows filled, it is a solution"),
        IdeaLine::at(
            StepKind::Remove,
            "  if full, or the row is used up: take the last queen off, next square",
            NOTHING_MORE,
        ),
    ],
    figures: &[
        FigureInfo {
            name: "row checks",
            words: "boards tested for a second queen in the column (a row of the source)",
        },
        FigureInfo {
            name: "diagonal checks",
            words: "those of them that went on to the test for diagonals",
        },
    ],
    time: "O(n^2) for each node of the tree",
    memory: "O(n)",
    finds: Completeness::All,
    practical: Some(13),
    mirrors: false,
};

impl LadderEngine for Incremental {
    type View = StandardView;
    const INFO: EngineInfo = INFO;

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        let found = |column_of: &[u32], run: &mut EngineRun<'_, O>| {
            run.solution(|| Placement::from_columns(column_of))
        };
        backtrack(view, |_| view.columns(), found, run)
    }
}
