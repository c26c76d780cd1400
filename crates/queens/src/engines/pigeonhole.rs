//! More queens asked for than lines can take.

use crate::problem::{Bounds, Problem};
use std::fmt;

/// The demands on queens that no board of these sides can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pigeonhole {
    /// How many queens are asked for at least: in all, or in all rows, or in all columns.
    pub least: u64,
    /// How many all rows, or all columns, or the whole board may take.
    pub most: u64,
}

impl fmt::Display for Pigeonhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pigeonhole { least, most } = self;
        write!(f, "the problem asks for {least} queens at least, but its lines and total take {most} at most")
    }
}

/// Counts what rows, columns and the total ask for and what they take. A line without walls along which the
/// piece strikes takes one.
///
/// # Complexity
/// O(1).
pub(crate) fn pigeonhole(problem: &Problem) -> Option<Pigeonhole> {
    let units = problem.units();
    let (rows, columns) = (u64::from(problem.rows()), u64::from(problem.columns()));
    let of_all = |lines: u64, squares: u64, bounds: Bounds, strikes: bool| {
        let room = if strikes && !problem.has_walls() { squares.min(1) } else { squares };
        (lines * u64::from(bounds.low()), lines * room.min(bounds.high().into()))
    };
    let by_rows = of_all(rows, columns, units.row, problem.piece().strikes_along(0, 1));
    let by_columns = of_all(columns, rows, units.column, problem.piece().strikes_along(1, 0));
    let in_all = (u64::from(units.total.low()), u64::from(units.total.high()));
    let all = [by_rows, by_columns, in_all];
    let least = all.iter().map(|&(least, _)| least).max()?;
    let most = all.iter().map(|&(_, most)| most).min()?;
    (least > most).then_some(Pigeonhole { least, most })
}
