//! Symmetries that depend on the set of solutions, not on the way in which the demands of the problem are written.
//!
//! Turns and reflections that exchange rows and columns keep a problem only if both take the same number of queens. But
//! `columns: 0..1` for rooks demands nothing that attack does not, and one queen in each row of a square board makes one in
//! each column where columns take at most one. So the question is whether every solution gives each row and each column a
//! number that both demands allow: if so, both may be replaced by what they have in common.

use super::ask;
use crate::question::{Answer, Question, Settings};
use control::{Limits, Statistics, Step, Stop};
use queens_model::orbit::Orbits;
use queens_model::problem::Problem;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::Unsupported;

/// `problem` with like demands on rows and columns, and the same solutions; none if the demands are alike as they are, if
/// no such problem has the same solutions, or if no symmetry of the board exchanges rows and columns. A limit is the inner
/// error. What was searched is added to `spent`.
///
/// # Errors
/// As [`ask`].
///
/// # Complexity
/// That of [`Orbits::of`]. If attack and the total do not show it, the solutions are counted twice: all, and those that
/// remain.
pub(super) fn like_lines(
    problem: &Problem,
    limits: &Limits,
    settings: &Settings,
    spent: &mut Statistics,
) -> Result<Result<Option<Problem>, Stop>, Unsupported> {
    if problem.units().row == problem.units().column || !problem.is_square() {
        return Ok(Ok(None));
    }
    let Some(like) = problem.with_like_lines() else { return Ok(Ok(None)) };
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
        let settings = Settings { limits, engine: None, progress: None, ..settings.clone() };
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
