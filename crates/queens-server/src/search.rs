//! The one place that knows who searches.

use queens::control::{Limits, Outcome};
use queens::engines::ladder::{self, Method, Settings};
use queens::placement::Placement;
use queens::problem::Problem;
use std::ops::ControlFlow;

/// The engine of the page.
fn engine() -> Result<&'static dyn Method, String> {
    ladder::find("bitmask").ok_or_else(|| "there is no engine for it".to_owned())
}

/// Whether [`search`] takes `problem`.
///
/// # Errors
/// Why it does not.
pub(crate) fn accepts(problem: &Problem) -> Result<(), String> {
    engine()?.accepts(problem).map_err(|refusal| refusal.to_string())
}

/// Hands every solution to `each`, in order, until `each` breaks off or a limit is reached.
///
/// # Errors
/// Why there is no engine for `problem`.
pub(crate) fn search(
    problem: &Problem,
    limits: Limits,
    each: &mut dyn FnMut(&Placement) -> ControlFlow<()>,
) -> Result<Outcome, String> {
    let settings = Settings { limits, ..Settings::default() };
    let report = engine()?.solutions(problem, &settings, each).map_err(|refusal| refusal.to_string())?;
    Ok(report.outcome)
}
