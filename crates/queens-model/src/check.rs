//! Checks that a placement meets every demand of its problem.
//!
//! This code shares nothing with the engines. They walk along rays or keep masks and
//! flags; here the coordinates of each pair of queens are compared by arithmetic. Rules
//! of [several kinds](crate::problem::rules) are checked one by one, as they are defined.

mod rules;
mod sets;

pub use crate::problem::Violation;
pub use crate::problem::rule_violation::RuleViolation;
pub use crate::problem::standing::consistent;
pub use sets::breaks_no_rule;

use crate::placement::Placement;
use crate::problem::Problem;
use crate::problem::standing::{check_units, stand_together};
use rules::RuleCheck;

/// Checks that `placement` is a solution of `problem`. If the best solutions are wanted,
/// its [value] need not be the best.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// For q queens and r rays on a board with open edges and no walls: O(q r) if no two
/// queens share a line, else O(q r log q). The same O(q r) for rays to neighbouring
/// squares on joined edges, if no two queens share a line. Otherwise each square that a
/// ray crosses is visited once. Each unit is visited once.
///
/// If the problem has rules, each square that a ray crosses is visited once for each
/// piece and, with its board, once more for each cover.
pub fn solution(problem: &Problem, placement: &Placement) -> Result<(), Violation> {
    if let Some(rules) = problem.rules() {
        return Ok(RuleCheck::new(problem, rules, placement)?.check_all()?);
    }
    let queens = placement.squares();
    stand_together(problem, queens)?;
    let mut rest = queens.iter();
    // Both lists are sorted, so one pass finds every given queen.
    if let Some(&given) = problem
        .givens()
        .iter()
        .find(|&given| !rest.any(|queen| queen == given))
    {
        return Err(Violation::GivenMissing(given));
    }
    check_units(problem, queens, |count, bounds| !bounds.contains(count))
}

/// Measures the value of `placement` that is to be least or greatest. `None` if the
/// problem wants no best solutions, if a piece is where it cannot stand, if the value
/// does not fit, or if squares are counted on a board that is too large to check.
///
/// ```
/// use queens::{check, placement::Placement};
///
/// let corner = Placement::new(vec!["a1".parse()?]);
/// let safe = "4; pieces: queens; best: greatest number of squares empty 0".parse()?;
/// assert_eq!(check::value(&safe, &corner), Some(6));
/// assert_eq!(check::value(&"4".parse()?, &corner), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn value(problem: &Problem, placement: &Placement) -> Option<i64> {
    let rules = problem.rules()?;
    RuleCheck::new(problem, rules, placement)
        .ok()?
        .objective_value()
}
