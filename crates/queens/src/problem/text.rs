//! The text form of a problem.

/// What is wrong with the text of a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unreadable problem")]
pub struct ProblemTextError;

impl std::str::FromStr for super::Problem {
    type Err = ProblemTextError;

    fn from_str(_text: &str) -> Result<Self, Self::Err> {
        Err(ProblemTextError)
    }
}
