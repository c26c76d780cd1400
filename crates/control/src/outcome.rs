//! How a search says that it ended.

use crate::limits::Limit;
use std::fmt;

/// Why a search unwinds before it has seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The observer has what it wanted.
    #[error("stopped: found what was asked for")]
    Found,
    /// A bound was reached.
    #[error("stopped by the {0}")]
    LimitReached(Limit),
    /// The token was raised.
    #[error("cancelled")]
    Cancelled,
    /// The engine has nothing left to try, and that decides nothing.
    #[error("gave up")]
    GaveUp,
}

/// One step of a search: go on, or unwind for a reason.
pub type Step = Result<(), Stop>;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was searched: what was not found does not exist.
    Exhausted,
    /// What was asked for was found, and the search stopped there.
    Found,
    /// A bound was reached: the answer so far is a part of the answer.
    LimitReached(Limit),
    /// Somebody raised the cancel token: the answer so far is a part of the answer.
    Cancelled,
    /// The engine ended by itself without deciding, as local search does when it is out of tries: nothing
    /// was found, and nothing was proved.
    GaveUp,
}

impl Outcome {
    /// Whether the answer is whole: the space was exhausted or the thing asked for was found.
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

/// For a search within a search: how the inner one ended is how the outer one goes on.
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
    fn an_outcome_and_a_step_say_the_same() {
        for (outcome, is_complete, words) in [
            (Outcome::Exhausted, true, "exhausted"),
            (Outcome::Found, true, "found"),
            (Outcome::LimitReached(Limit::Time), false, "stopped by the time limit"),
            (Outcome::Cancelled, false, "cancelled"),
            (Outcome::GaveUp, false, "gave up"),
        ] {
            assert_eq!(Outcome::from(Step::from(outcome)), outcome);
            assert_eq!((outcome.is_complete(), outcome.to_string().as_str()), (is_complete, words));
        }
    }
}
