//! The most queens that can stand.

use super::{CompletionError, Engine, Question, Settings, solve};
use crate::placement::Placement;
use crate::problem::{Bounds, Problem, ProblemError};
use search_control::{Outcome, Statistics};

/// A largest set of queens, or the largest that was found in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// The queens; `None` if not even the demands on regions can be met, or no time was left.
    pub queens: Option<Placement>,
    /// [`Outcome::Exhausted`] if no larger set exists, else what stopped the search.
    pub outcome: Outcome,
    /// The engine that showed that no larger set exists, or was at work last.
    pub engine: Engine,
    /// The books of all searches together.
    pub statistics: Statistics,
}

/// Looks for the most queens that can stand together: rows and columns may stay empty.
///
/// Asks for more and more queens until there is no solution; the limits hold for each question.
///
/// # Errors
/// As [`solve`].
///
/// # Complexity
/// One completion for each improvement, and the last one must prove that there is none.
///
/// ```
/// use queens::completion::{self, Settings};
/// use queens::problem::Preset;
///
/// // Polya 1918: not six queens fit on the torus of 6 x 6, and not five either (OEIS A085801).
/// let torus = Preset::Torus.problem(6, 6)?;
/// let most = completion::maximum(&torus, &Settings::default())?;
/// assert_eq!(most.queens.unwrap().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maximum(problem: &Problem, settings: &Settings) -> Result<Maximum, CompletionError> {
    let mut least = problem.givens().len() as u32;
    let mut most = Maximum {
        queens: None,
        outcome: Outcome::Exhausted,
        engine: Engine::General,
        statistics: Statistics::default(),
    };
    loop {
        let Ok(larger) = at_least(problem, least) else { return Ok(most) };
        let answer = solve(&larger, Question::First, settings)?;
        most.statistics.absorb(&answer.statistics);
        most.engine = answer.engine;
        most.outcome = answer.outcome;
        let Some(queens) = answer.first else { return Ok(most) };
        least = queens.len() as u32 + 1;
        most.queens = Some(queens);
    }
}

/// The problem with `least` queens or more.
fn at_least(problem: &Problem, least: u32) -> Result<Problem, ProblemError> {
    let total = Bounds::new(least, u32::MAX).unwrap_or(Bounds::ANY);
    problem.with_total(total)
}
