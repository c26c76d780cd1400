//! Divide and conquer without search: a solution of a large board from those of two small ones.
//!
//! In a solution of n queens, replace each queen by a copy of a modular solution of m queens, one whose diagonals go on
//! at the opposite edge, and each empty square by an empty board of m x m. The result is a solution of m n queens: two
//! queens on one diagonal would also be on one diagonal of the modular solution, so at the same place of their copies,
//! and the copies would be on one diagonal of the solution of n.
//!
//! Modular solutions exist if m has no factor 2 or 3: row r has its queen in column 2 r modulo m. Example: m = 5 is
//! 1 3 5 2 4 (columns from 1), n = 4 is 3 1 4 2, so that the first copy is in columns 11 to 15: 11 13 15 12 14.

use super::construction;
use super::views::{StandardView, no_givens, no_holes, not_square, too_large, unsupported};
use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Parameter};

/// Maximum side of a board.
const MAX_SIZE: u32 = 10_000_000;

/// Maximum number of rows of the outer solution in the state.
const MAX_SHOWN_ROWS: u32 = 40;

/// The engine.
pub(super) struct Composition;

/// Returns the smallest factor m above 1 of `size` that has a modular solution, such that size / m queens have a
/// solution.
fn modular_factor(size: u32) -> Option<u32> {
    let is_modular = |m: u32| size.is_multiple_of(m) && !m.is_multiple_of(2) && !m.is_multiple_of(3);
    (5..=size).find(|&m| is_modular(m) && !matches!(size / m, 2 | 3))
}

/// Returns the columns of a solution: composed if the size has such a factor, else by the formula of `construction`.
fn columns(size: u32) -> Vec<u32> {
    let Some(m) = modular_factor(size) else {
        return construction::columns(size).into_iter().flatten().collect();
    };
    let outer = columns(size / m);
    let copy = |column: u32| (0..m).map(move |row| column * m + 2 * row % m);
    outer.into_iter().flat_map(copy).collect()
}

/// Returns the numbers that do not change: the factors, and the columns of the outer solution if they are few.
fn state(size: u32) -> Vec<StateVariable> {
    let Some(m) = modular_factor(size) else { return Vec::new() };
    let n = size / m;
    let outer = columns(if n <= MAX_SHOWN_ROWS { n } else { 0 });
    vec![
        StateVariable::number("m", m),
        StateVariable::number("n", n),
        StateVariable::indices("outer", outer.into_iter().map(|column| column as usize)),
    ]
}

impl LadderEngine for Composition {
    type View = u32;
    const INFO: EngineInfo = EngineInfo {
        id: "composition",
        title: "divide and conquer: a solution composed of two smaller ones",
        year: 1918,
        author: "George Polya",
        source: "Uber die \"doppelt-periodischen\" Losungen des n-Damen-Problems, in W. Ahrens, Mathematische \
                 Unterhaltungen und Spiele II, 1918; as given by Bell and Stevens, A survey of known results and \
                 research areas for n-queens, 2009",
        how: [
            "If the size is m n and m has no factor 2 or 3, each queen of a solution of n is replaced by a modular solution of m.",
            "Modular: column 2 r (modulo m) in row r, a solution also if diagonals go on at the opposite edge, so that copies do not attack each other.",
            "The solution of n is composed in the same way if it can be, else it is the explicit one of `construction`.",
        ],
        idea: &[
            IdeaLine::new("compose(size):"),
            IdeaLine::new("  m = a factor of the size without factor 2 or 3; n = size / m"),
            IdeaLine::new("  outer = compose(n), or the explicit solution of n"),
            IdeaLine::new("  for each queen of outer, and each row r of its copy:"),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen in column 2 r (modulo m) of the copy",
                "Row {row} of the composed solution has its {piece} in column {column}: it goes to {square}.",
            ),
            IdeaLine::found("  it is a solution"),
        ],
        figures: &[],
        time: "O(n)",
        memory: "O(n)",
        finds: Completeness::One,
        practical: Some(MAX_SIZE),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<u32, NoAnswer> {
        if !problem.givens().is_empty() {
            return Err(no_givens().into());
        }
        StandardView::rules(problem)?;
        if !problem.all_free() {
            return Err(no_holes().into());
        }
        let (rows, columns) = (problem.rows(), problem.columns());
        if rows != columns {
            return Err(not_square(rows, columns).into());
        }
        if rows > MAX_SIZE {
            return Err(too_large(rows, MAX_SIZE).into());
        }
        if modular_factor(rows).is_none() {
            let reason = format!(
                "it needs a side of m n, where m > 1 has no factor 2 or 3 and n is not 2 or 3, such as 5, 7, 20 or 25, not {rows}"
            );
            return Err(unsupported(Parameter::Size, reason).into());
        }
        Ok(rows)
    }

    fn search<O: StepObserver>(&size: &u32, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let columns = columns(size);
        for (row, &column) in columns.iter().enumerate() {
            run.place(Square::new(row as u32, column))?;
            if row == 0 {
                run.state(|| state(size))?;
            }
        }
        run.solution(|| Placement::from_columns(&columns))?;
        Err(Stop::Found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_queens_are_four_copies_of_five() {
        assert_eq!(modular_factor(20), Some(5));
        assert_eq!(columns(4), [2, 0, 3, 1]);
        assert_eq!(columns(20)[..10], [10, 12, 14, 11, 13, 0, 2, 4, 1, 3]);
    }

    #[test]
    fn sizes_without_a_factor_are_not_composed() {
        let composed = (0..36).filter(|&size| modular_factor(size).is_some());
        assert_eq!(composed.collect::<Vec<_>>(), [5, 7, 11, 13, 17, 19, 20, 23, 25, 28, 29, 30, 31, 35]);
    }
}
