//! The one place that asks for solutions.

use queens::control::{Limits, Outcome};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::{Question, Settings, ask_each, plan};
use std::ops::ControlFlow;

/// Whether [`search`] takes `problem`.
///
/// # Errors
/// Why it does not.
pub(crate) fn accepts(problem: &Problem) -> Result<(), String> {
    plan(problem, Question::All, &Settings::default())
        .map(drop)
        .map_err(|unsupported| unsupported.to_string())
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
    let settings = Settings::default().with_limits(limits);
    let answer = ask_each(problem, Question::All, &settings, each);
    answer.map(|answer| answer.outcome).map_err(|unsupported| unsupported.to_string())
}
