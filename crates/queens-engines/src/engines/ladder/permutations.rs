//! Every permutation of the columns, in the order in which a Prolog program inserts them.

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

/// Index of the statistic *permutations*.
const PERMUTATION_TALLY: usize = 0;

/// The engine.
pub(super) struct Permutations;

/// Inserts the numbers below `head`, the largest first, at all positions of `list`, and
/// tests every complete list.
fn permute<O: StepObserver>(
    view: &StandardView,
    head: u32,
    list: &mut Vec<u32>,
    run: &mut EngineRun<'_, O>,
) -> Step {
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

/// Sets up a full board, tests it and clears it.
fn test<O: StepObserver>(
    view: &StandardView,
    column_of: &[u32],
    run: &mut EngineRun<'_, O>,
) -> Step {
    run.tally(PERMUTATION_TALLY, 1);
    let queens = || {
        column_of
            .iter()
            .enumerate()
            .map(|(row, &column)| Square::new(row as u32, column))
    };
    let columns = || column_of.iter().map(|&column| column as usize);
    let state = || vec![StateVariable::indices("permutation", columns())];
    for queen in queens() {
        run.place(queen)?;
        run.state(state)?;
    }
    if is_solution(view, column_of, run)? {
        run.solution(|| Placement::from_columns(column_of))?;
    }
    queens().rev().try_for_each(|queen| run.remove(queen))
}

/// Returns true if no queen attacks one behind it. Rows and columns are distinct by
/// construction.
fn is_solution<O: StepObserver>(
    view: &StandardView,
    column_of: &[u32],
    run: &mut EngineRun<'_, O>,
) -> Result<bool, Stop> {
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

impl LadderEngine for Permutations {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "permutations",
        title: "permutations by insertion, generate and test",
        year: 2008,
        author: "Visual Prolog wiki (Thomas Linder Puls)",
        source: "N-queen puzzle, wiki.visual-prolog.com, 9 November 2008 (Visual Prolog)",
        how: [
            "Queens in different rows and columns are a permutation of the columns: there are n! of them.",
            "To permute a list, insert its first element at every place of every permutation of the rest.",
            "Each permutation is tested for diagonals: the first queen against all behind it (a check each), then the next.",
        ],
        idea: &[
            IdeaLine::new("for each permutation of the columns:"),
            IdeaLine::at(
                StepKind::Place,
                "  place its queens, row by row",
                "This permutation has column {column} in row {row}: a {piece} goes to {square}.",
            ),
            IdeaLine::at(
                StepKind::Reject,
                "  if a queen attacks one behind it, it is not a solution",
                "This permutation is not a solution: {square} is {attack}.",
            ),
            IdeaLine::found("  else it is one"),
            IdeaLine::at(
                StepKind::Remove,
                "  take them off again",
                "This permutation was tested: the {piece} on {square} is taken off.",
            ),
        ],
        figures: &[FigureInfo {
            name: "permutations",
            words: "permutations that were generated",
        }],
        time: "O(n n!)",
        memory: "O(n)",
        finds: Completeness::All,
        practical: Some(10),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        permute(
            view,
            view.columns(),
            &mut Vec::with_capacity(view.columns() as usize),
            run,
        )
    }
}
