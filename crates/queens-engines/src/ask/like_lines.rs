//! Symmetries that depend on the set of solutions, not on the form of the demands.
//!
//! Turns and reflections that exchange rows and columns keep a problem only if both have
//! the same demand. But `columns: 0..1` for rooks only restates attack, and one queen in
//! each row of a square board means one in each column if columns take at most one. So
//! the question is: do all solutions give each row and each column a number of queens
//! that both demands allow? If so, the intersection of the two demands can replace both.

use super::ask;
use crate::question::{Answer, Question, Settings};
use control::{Limits, Statistics, Step, Stop};
use queens_model::orbit::Orbits;
use queens_model::problem::{Grid, Problem};
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::Unsupported;

/// Returns `problem` with equal demands on rows and columns, and the same solutions.
/// `None` if the demands are equal already, if no such problem has the same solutions, or
/// if no symmetry of the board exchanges rows and columns. The inner error is a limit.
/// The work is added to `spent`.
///
/// # Errors
/// As [`ask`].
///
/// # Complexity
/// That of [`Orbits::from_problem`]. Unless attack or the total decides, the solutions are counted
/// twice: all, and those that remain.
pub(super) fn like_lines(
    problem: &Problem,
    limits: &Limits,
    settings: &Settings,
    spent: &mut Statistics,
) -> Result<Result<Option<Problem>, Stop>, Unsupported> {
    // Rules are mapped as they are written, and other grids have lines of a third
    // direction.
    let is_as_written = problem.rules().is_some() || problem.grid() != Grid::Square;
    if is_as_written
        || problem.units().row == problem.units().column
        || !problem.is_square()
    {
        return Ok(Ok(None));
    }
    let Some(like) = problem.with_like_lines() else {
        return Ok(Ok(None));
    };
    let orbits = match Orbits::within(&like, limits)? {
        Ok(orbits) => orbits,
        Err(stop) => return Ok(Err(stop)),
    };
    if !orbits.group().iter().copied().any(Symmetry::exchanges_axes) {
        return Ok(Ok(None));
    }
    let tight = problem.normalized().tight_units();
    if tight.row == tight.column {
        return Ok(Ok(Some(like)));
    }
    let mut count = |problem: &Problem| -> Result<Answer, Unsupported> {
        let limits = limits.less_nodes(spent.expanded);
        let settings = Settings {
            limits,
            engine: None,
            progress: None,
            ..settings.clone()
        };
        let answer = ask(problem, Question::Count, &settings)?;
        spent.absorb(&answer.statistics);
        Ok(answer)
    };
    let mut counts = [0; 2];
    for (number, problem) in counts.iter_mut().zip([problem, &like]) {
        let answer = count(problem)?;
        if !answer.is_complete() {
            return Ok(Step::from(answer.outcome).map(|()| None));
        }
        *number = answer.count;
    }
    let [all, remaining] = counts;
    Ok(Ok((all == remaining).then_some(like)))
}
