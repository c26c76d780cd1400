//! Checking: does a placement meet every demand of its problem?
//!
//! This code shares nothing with the searchers. They walk along rays or keep masks and flags; here
//! the coordinates of each pair of queens are compared by arithmetic.

pub use crate::problem::Violation;
pub use crate::problem::standing::consistent;

use crate::placement::Placement;
use crate::problem::Problem;
use crate::problem::standing::{check_units, stand_together};

/// Checks that `placement` is a solution of `problem`.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// For q queens and r rays on a board with open edges and no walls: O(q r) where no two queens share a line,
/// else O(q r log q); O(q r) too where edges are joined and no two queens share a line, for rays to neighbours.
/// Else the squares that all rays cross, each once. Each unit is visited once.
pub fn solution(problem: &Problem, placement: &Placement) -> Result<(), Violation> {
    let queens = placement.squares();
    stand_together(problem, queens)?;
    let mut rest = queens.iter();
    // Both lists are in order, so that one walk finds every given queen.
    if let Some(&given) = problem.givens().iter().find(|&given| !rest.any(|queen| queen == given)) {
        return Err(Violation::GivenMissing(given));
    }
    check_units(problem, queens, |count, bounds| !bounds.contains(count))
}
