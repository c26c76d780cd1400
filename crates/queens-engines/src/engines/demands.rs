//! Demands on units, for engines that take none.

use queens_model::problem::{Bounds, Problem, Units};
use queens_model::unsupported::{Parameter, Unsupported};

/// Checks that `problem` has no demands except those of the standard board: at most one or exactly one in each row and column,
/// which the engine `id` ignores.
///
/// # Errors
/// Another demand.
pub(super) fn refuse_demands(problem: &Problem, id: &'static str) -> Result<(), Unsupported> {
    let Units { row, column, region, total } = problem.units();
    let is_usual = |bounds| [Bounds::ANY, Bounds::ONE, Bounds::AT_MOST_ONE].contains(&bounds);
    let demands = [
        (is_usual(row), Parameter::Rows, "rows"),
        (is_usual(column), Parameter::Columns, "columns"),
        (region == Bounds::ANY, Parameter::Regions, "regions"),
        (total == Bounds::ANY, Parameter::Total, "total"),
    ];
    match demands.into_iter().find(|(is_none, ..)| !is_none) {
        Some((_, parameter, name)) => {
            let reason =
                format!("the question takes no demand on {name}: leave it out, or write `{name}: any`");
            Err(Unsupported::new(id, parameter, reason))
        }
        None => Ok(()),
    }
}
