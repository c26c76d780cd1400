//! Outcomes of a search.

use crate::limits::Limit;
use std::fmt;

/// Reason why a search unwinds before it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The observer ended the search.
    #[error("stopped: found what was asked for")]
    Found,
    /// A bound was reached.
    #[error("stopped by the {0}")]
    LimitReached(Limit),
    /// The token was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The engine ran out of tries without deciding the question.
    #[error("gave up")]
    GaveUp,
}

/// One step of a search: continue, or unwind for a reason.
pub type Step = Result<(), Stop>;

/// Outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search is complete: a solution that was not found does not exist.
    Exhausted,
    /// The search stopped at what it was asked for.
    Found,
    /// A limit was reached: the answer is partial.
    LimitReached(Limit),
    /// The token was cancelled: the answer is partial.
    Cancelled,
    /// The engine ended without deciding, as local search does when it runs out of tries:
    /// nothing was found and nothing was proved.
    GaveUp,
}

impl Outcome {
    /// Returns true if the answer is complete: the space was exhausted, or what was asked
    /// for was found.
    #[must_use]
    pub fn is_complete(self) -> bool {
        matches!(self, Outcome::Exhausted | Outcome::Found)
    }
}

impl From<Step> for Outcome {
    fn from(step: Step) -> Self {
        match step {
            Ok(()) => Outcome::Exhausted,
            Err(Stop::Found) => Outcome::Found,
            Err(Stop::LimitReached(limit)) => Outcome::LimitReached(limit),
            Err(Stop::Cancelled) => Outcome::Cancelled,
            Err(Stop::GaveUp) => Outcome::GaveUp,
        }
    }
}

/// The step of an outer search after an inner one.
impl From<Outcome> for Step {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Exhausted => Ok(()),
            Outcome::Found => Err(Stop::Found),
            Outcome::LimitReached(limit) => Err(Stop::LimitReached(limit)),
            Outcome::Cancelled => Err(Stop::Cancelled),
            Outcome::GaveUp => Err(Stop::GaveUp),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exhausted => f.write_str("exhausted"),
            Outcome::Found => f.write_str("found"),
            Outcome::LimitReached(limit) => write!(f, "stopped by the {limit}"),
            Outcome::Cancelled => f.write_str("cancelled"),
            Outcome::GaveUp => f.write_str("gave up"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_and_step_agree() {
        for (outcome, is_complete, words) in [
            (Outcome::Exhausted, true, "exhausted"),
            (Outcome::Found, true, "found"),
            (
                Outcome::LimitReached(Limit::Time),
                false,
                "stopped by the time limit",
            ),
            (Outcome::Cancelled, false, "cancelled"),
            (Outcome::GaveUp, false, "gave up"),
        ] {
            assert_eq!(Outcome::from(Step::from(outcome)), outcome);
            assert_eq!(
                (outcome.is_complete(), outcome.to_string().as_str()),
                (is_complete, words)
            );
        }
    }
}
