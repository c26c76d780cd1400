//! Checks of steps by an engine, which shares no code with the deductions.

use super::{Mark, Position, PuzzleStep};
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Reason why a step is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A solution that the marks allow contradicts the step.
    #[error(
        "{technique} is wrong about {square}: a solution that the marks allow contradicts it"
    )]
    Contradicted {
        /// The id of the deduction.
        technique: &'static str,
        /// The square.
        square: Square,
    },
    /// A limit stopped the engine before it had decided about this square.
    #[error("a limit stopped the audit of {0}: allow more time or nodes")]
    Stopped(Square),
    /// No engine takes the board.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// Checks that no solution that the marks of `position` allow contradicts `step`: none
/// has a queen on a square that the step crosses, and all have a queen on each square on
/// which the step places one.
///
/// A deduction by uniqueness passes only on a puzzle with exactly one solution.
///
/// # Errors
/// The first square that a solution contradicts; a limit of `settings`; a board that no
/// engine takes.
///
/// # Complexity
/// One question to an engine for each square that the step determines.
pub fn audit(
    position: &Position,
    step: &PuzzleStep,
    settings: &Settings,
) -> Result<(), AuditError> {
    let opposite = |&square: &Square, mark| (square, mark);
    let crosses = step
        .crosses
        .iter()
        .map(|square| opposite(square, Mark::Queen));
    let queens = step
        .queens
        .iter()
        .map(|square| opposite(square, Mark::Cross));
    for (square, mark) in crosses.chain(queens) {
        let mut supposed = position.clone();
        supposed.set(square, mark);
        match is_solvable(&supposed, settings)? {
            Some(false) => {}
            Some(true) => {
                return Err(AuditError::Contradicted {
                    technique: step.technique.id,
                    square,
                });
            }
            None => return Err(AuditError::Stopped(square)),
        }
    }
    Ok(())
}

/// Returns true if a solution agrees with the marks; `None` if a limit was reached first.
pub(crate) fn is_solvable(
    position: &Position,
    settings: &Settings,
) -> Result<Option<bool>, Unsupported> {
    let Ok(problem) = position.problem() else {
        return Ok(Some(false));
    };
    Ok(
        match queens_engines::ask(&problem, Question::One, settings)?.verdict() {
            Verdict::None => Some(false),
            Verdict::Unknown => None,
            Verdict::OnlyOne | Verdict::Exactly(_) | Verdict::AtLeast(_) => Some(true),
        },
    )
}
