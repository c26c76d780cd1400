//! Every permutation of the columns, in the order in which a Prolog program inserts them.

use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

const PERMUTATIONS: usize = 0;

/// The engine.
pub(super) struct Permutations;

/// Inserts the numbers below `head`, the greatest first, at all places of `list`, and tests every
/// list that has them all.
fn permute<O: Watch>(view: &Standard, head: u32, list: &mut Vec<u32>, run: &mut Run<'_, O>) -> Step {
    if head == 0 {
        return test(view, list, run);
    }
    for place in 0..=list.len() {
        list.insert(place, head - 1);
        permute(view, head - 1, list, run)?;
        list.remove(place);
    }
    Ok(())
}

/// Puts a whole board up, tests it and takes it down again.
fn test<O: Watch>(view: &Standard, column_of: &[u32], run: &mut Run<'_, O>) -> Step {
    run.tally(PERMUTATIONS, 1);
    let queens = || column_of.iter().enumerate().map(|(row, &column)| Square::new(row as u32, column));
    queens().try_for_each(|queen| run.place(queen))?;
    if is_solution(view, column_of, run)? {
        run.solution(|| Placement::from_columns(column_of))?;
    }
    queens().rev().try_for_each(|queen| run.remove(queen))
}

/// Whether no queen can hit one of those behind it. Rows and columns cannot clash any more.
fn is_solution<O: Watch>(view: &Standard, column_of: &[u32], run: &mut Run<'_, O>) -> Result<bool, Stop> {
    for (row, &column) in column_of.iter().enumerate() {
        let queen = Square::new(row as u32, column);
        if !view.is_open(queen.row, queen.column) {
            run.reject(queen, || None)?;
            return Ok(false);
        }
        for (distance, &other) in (1..).zip(&column_of[row + 1..]) {
            run.check(1);
            if column.abs_diff(other) == distance {
                run.reject(Square::new(queen.row + distance, other), || Some(queen))?;
                return Ok(false);
            }
        }
    }
    Ok(true)
}

impl Search for Permutations {
    type View = Standard;
    const INFO: EngineInfo = EngineInfo {
        id: "permutations",
        title: "permutations by insertion, generate and test",
        year: 2008,
        author: "Visual Prolog wiki (Thomas Linder Puls)",
        source: "N-queen puzzle, wiki.visual-prolog.com, 9 November 2008 (Visual Prolog)",
        how: [
            "Queens in different rows and columns are a permutation of the columns: there are n! of them.",
            "All permutations of a list: its first element, inserted at every place of all permutations of the rest.",
            "Each one is tested for diagonals: the first queen against all behind it (a check each), then the rest.",
        ],
        idea: &[
            IdeaLine::new("for each permutation of the columns:"),
            IdeaLine::at(
                StepKind::Place,
                "  put up its queens, row by row",
                "This permutation has column {column} in row {row}: a {piece} goes to {square}.",
            ),
            IdeaLine::at(
                StepKind::Reject,
                "  if a queen attacks one behind her, it is no solution",
                "This permutation is no solution: {square} is {attack}.",
            ),
            IdeaLine::found("  else it is one"),
            IdeaLine::at(
                StepKind::Remove,
                "  take them off again",
                "This permutation was tested: the {piece} on {square} is taken off.",
            ),
        ],
        figures: &[FigureInfo { name: "permutations", words: "permutations that were generated" }],
        time: "O(n n!)",
        memory: "O(n)",
        finds: Completeness::All,
        practical: Some(10),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        permute(view, view.columns(), &mut Vec::with_capacity(view.columns() as usize), run)
    }
}
