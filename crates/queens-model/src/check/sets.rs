//! Sets of queens that are to be completed.

use super::{Violation, consistent};
use crate::placement::Placement;
use crate::problem::Problem;

/// Checks that `queens` break no rule beside the given queens, which are not among them:
/// no two attack each other, and no row, column or region nor the board has more queens
/// than it takes. The empty set breaks none, whatever the given queens are. That no
/// solution contains the set is not checked.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// That of [`consistent`].
///
/// ```
/// use queens::{check, placement::Placement, problem::Problem};
///
/// let set = |names: &str| Placement::new(names.split(' ').map(|name| name.parse().unwrap()).collect());
/// let three = Problem::queens(3)?;
/// assert_eq!(check::breaks_no_rule(&three, &set("b2")), Ok(()));
/// let attack = check::breaks_no_rule(&three, &set("a1 b2"));
/// assert_eq!(attack.unwrap_err().to_string(), "the queens on a1 and b2 attack each other");
/// # Ok::<(), queens::problem::ProblemError>(())
/// ```
pub fn breaks_no_rule(problem: &Problem, queens: &Placement) -> Result<(), Violation> {
    if queens.is_empty() {
        return Ok(());
    }
    let mut all = [queens.squares(), problem.givens()].concat();
    all.sort_unstable();
    consistent(problem, &all)
}
