//! What is to be counted, told by options beside the problem.

use super::{Answer, Question};
use queens_model::symmetry::Symmetry;
use std::fmt;

/// What is to be counted, as the front ends ask for it: without any, all solutions.
///
/// ```
/// use queens::{CountOptions, Question};
///
/// let fundamental = CountOptions { fundamental: true, ..CountOptions::default() };
/// assert_eq!(fundamental.question(), Ok(Question::Classes));
/// let two = CountOptions { maximal: true, ..fundamental };
/// assert!(two.question().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountOptions {
    /// Whether solutions that are the same up to symmetry count once.
    pub fundamental: bool,
    /// Whether maximal placements are counted: sets to which no queen can be added, of any number.
    pub maximal: bool,
    /// Place this many pawns between the queens, in all ways, and as many queens more.
    pub pawns: Option<u32>,
    /// Count the solutions that this symmetry leaves as they are.
    pub symmetric_under: Option<Symmetry>,
}

/// Options that make two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreThanOneQuestion;

impl fmt::Display for MoreThanOneQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "more than one question: ask for one of fundamental, maximal, pawns and symmetric_under (pawns may be \
             fundamental)",
        )
    }
}

impl std::error::Error for MoreThanOneQuestion {}

impl CountOptions {
    /// The question that these options ask.
    ///
    /// # Errors
    /// They ask more than one; only pawns may be counted up to symmetry.
    pub fn question(&self) -> Result<Question, MoreThanOneQuestion> {
        match (self.fundamental, self.maximal, self.pawns, self.symmetric_under) {
            (false, false, None, None) => Ok(Question::Count),
            (true, false, None, None) => Ok(Question::Classes),
            (false, true, None, None) => Ok(Question::Maximal),
            (_, false, Some(pawns), None) => Ok(Question::WithPawns(pawns)),
            (false, false, None, Some(symmetry)) => Ok(Question::FixedBy(symmetry)),
            _ => Err(MoreThanOneQuestion),
        }
    }

    /// The number that they ask for, of an `answer` to their question. Up to symmetry it is 0 where the answer is not whole:
    /// nobody knows how many a part of the solutions are.
    #[must_use]
    pub fn number(&self, answer: &Answer) -> u128 {
        if self.fundamental { answer.fundamental().unwrap_or(0) } else { answer.count }
    }
}
