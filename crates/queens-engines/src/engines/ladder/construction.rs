//! A solution without search: the column of each row by a formula.
//!
//! [`column()`] and [`columns`] need no memory, so they work for boards of any size.

use super::views::{StandardView, no_givens, no_holes, not_square, too_large};
use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Maximum side of a board for which the engine stores the solution; [`columns`] has no
/// bound.
const MAX_SIZE: u32 = 100_000_000;

/// Returns the column of the queen in `row` in the explicit solution for `n` queens; both
/// from 0.
///
/// `None` for a row outside the board, and for `n` of 2 and 3, which have no solution.
/// Source: Emil Pauls, Das Maximalproblem der Damen auf dem Schachbrete, Deutsche
/// Schachzeitung 29, 1874; as given by Jordan Bell and Brett Stevens, A survey of known
/// results and research areas for n-queens, Discrete Mathematics 309, 2009.
///
/// # Complexity
/// O(1).
///
/// ```
/// use queens::engines::ladder::construction::column;
///
/// let columns: Vec<_> = (0..6).filter_map(|row| column(6, row)).collect();
/// assert_eq!(columns, [3, 0, 4, 1, 5, 2]);
/// assert_eq!(column(3, 0), None);
/// ```
#[must_use]
pub fn column(n: u32, row: u32) -> Option<u32> {
    if row >= n || n == 2 || n == 3 {
        return None;
    }
    // Rows and columns count from 1 here, as in the source.
    let row = row + 1;
    let column = match n % 6 {
        0 | 4 => stairs(n, row),
        1 | 5 if row == n => 1,
        1 | 5 => 1 + stairs(n - 1, row),
        3 if row == n => n,
        3 => bent_stairs(n - 1, row),
        _ => bent_stairs(n, row),
    };
    Some(column - 1)
}

/// Returns the column in a staircase of knight's moves through the even rows, then
/// through the odd rows; `n` is even.
fn stairs(n: u32, row: u32) -> u32 {
    if row.is_multiple_of(2) {
        row / 2
    } else {
        n / 2 + row.div_ceil(2)
    }
}

/// Returns the column in two staircases with six queens displaced; `n` is 2 modulo 6.
fn bent_stairs(n: u32, row: u32) -> u32 {
    let half = n / 2;
    match row {
        1 => half + 2,
        2 => half,
        4 => 1,
        _ if row == n - 3 => n,
        _ if row == n - 1 => half + 1,
        _ if row == n => half - 1,
        _ if row.is_multiple_of(2) => (n - row) / 2 + 1,
        _ => half + (n - 3 - row) / 2 + 2,
    }
}

/// Iterates over the columns of rows 0, 1, 2, ... in the explicit solution for `n`
/// queens: see [`column()`].
///
/// `None` for `n` of 2 and 3, which have no solution.
///
/// # Complexity
/// O(1) for each row; nothing is stored.
pub fn columns(n: u32) -> Option<impl Iterator<Item = u32>> {
    (n != 2 && n != 3).then(|| (0..n).filter_map(move |row| column(n, row)))
}

/// The engine.
pub(crate) struct Construction;

impl LadderEngine for Construction {
    type View = u32;
    const INFO: EngineInfo = EngineInfo {
        id: "construction",
        title: "an explicit solution, by formula",
        year: 1874,
        author: "Emil Pauls",
        source: "Das Maximalproblem der Damen auf dem Schachbrete, Deutsche Schachzeitung 29, 1874; \
                 as given by Bell and Stevens, A survey of known results and research areas for n-queens, 2009",
        how: [
            "Queens a knight's move apart fill the even rows, then the odd rows; no two share a diagonal.",
            "If n is 2 or 3 modulo 6, two such staircases collide, so six queens are displaced.",
            "An odd board uses the solution of the next smaller board and a queen in a corner.",
        ],
        idea: &[
            IdeaLine::new("for each row:"),
            IdeaLine::at(
                StepKind::Place,
                "  put a queen in the column that the formula gives",
                "The formula gives column {column} for row {row}: a {piece} goes to {square}.",
            ),
            IdeaLine::found("it is a solution"),
        ],
        figures: &[],
        time: "O(n)",
        memory: "O(1)",
        finds: Completeness::One,
        practical: Some(10_000_000),
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
        Ok(rows)
    }

    fn search<O: StepObserver>(&n: &u32, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let Some(columns) = columns(n) else {
            return Ok(());
        };
        let mut queens = Vec::with_capacity(n as usize);
        for (row, column) in columns.enumerate() {
            let queen = Square::new(row as u32, column);
            run.place(queen)?;
            queens.push(queen);
        }
        run.solution(|| Placement::new(queens))?;
        Err(Stop::Found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each column and each diagonal is taken once: nothing but marks on lines.
    fn is_solution(n: u32, columns: &[u32]) -> bool {
        let n = n as usize;
        let mut marks = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
        columns.len() == n
            && columns.iter().enumerate().all(|(row, &column)| {
                let column = column as usize;
                let lines = [column, row + column, n + row - column];
                column < n
                    && lines
                        .iter()
                        .zip(&mut marks)
                        .all(|(&line, marks)| !std::mem::replace(&mut marks[line], true))
            })
    }

    #[test]
    fn finds_a_solution_on_every_board_that_has_one() {
        for n in (0..=2000).chain([9_998, 9_999, 10_000, 10_001, 10_002, 10_003]) {
            match columns(n) {
                Some(columns) => {
                    assert!(is_solution(n, &columns.collect::<Vec<_>>()), "{n}");
                }
                None => assert!(n == 2 || n == 3, "{n}"),
            }
        }
    }

    #[test]
    fn rows_beyond_the_board_have_no_column() {
        assert_eq!(column(0, 0), None);
        assert_eq!(column(8, 8), None);
        assert_eq!(column(1, 0), Some(0));
        assert!(column(u32::MAX, u32::MAX - 1).is_some());
    }
}
