//! Options that select what is counted.

use super::{Answer, Question};
use queens_model::relative::Relative;
use queens_model::symmetry::Symmetry;
use std::fmt;

/// Options of a count, as front ends offer them: without any, all solutions are counted.
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
    /// True to count solutions that differ only by a symmetry once.
    pub fundamental: bool,
    /// True to count maximal sets: those to which no queen can be added, of any number.
    pub maximal: bool,
    /// Relative of the problem whose solutions are counted.
    pub relative: Option<Relative>,
    /// Number of pawns to place between the queens, in all ways, with the same number of additional queens.
    pub pawns: Option<u32>,
    /// Symmetry that leaves the counted solutions unchanged.
    pub symmetric_under: Option<Symmetry>,
    /// True to count solutions on a straight line across joined edges.
    pub linear: bool,
}

/// Error for options that select two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreThanOneQuestion;

impl fmt::Display for MoreThanOneQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "more than one question: ask for one of fundamental, maximal, relative, pawns, symmetric_under and linear (a \
             relative and pawns may be fundamental)",
        )
    }
}

impl std::error::Error for MoreThanOneQuestion {}

impl CountOptions {
    /// Returns the question for these options.
    ///
    /// # Errors
    /// They select more than one question; only relatives and pawns can be counted up to symmetry.
    pub fn question(&self) -> Result<Question, MoreThanOneQuestion> {
        let CountOptions { fundamental, maximal, relative, pawns, symmetric_under, linear } = *self;
        match (fundamental, maximal, relative, pawns, symmetric_under, linear) {
            (false, false, None, None, None, false) => Ok(Question::Count),
            (true, false, None, None, None, false) => Ok(Question::Classes),
            (false, true, None, None, None, false) => Ok(Question::Maximal),
            (_, false, Some(relative), None, None, false) => Ok(Question::CountRelative(relative)),
            (_, false, None, Some(pawns), None, false) => Ok(Question::WithPawns(pawns)),
            (false, false, None, None, Some(symmetry), false) => Ok(Question::FixedBy(symmetry)),
            (false, false, None, None, None, true) => Ok(Question::CountLinear),
            _ => Err(MoreThanOneQuestion),
        }
    }

    /// Returns the number that they select from an `answer` to their question. Up to symmetry it is 0 if the answer
    /// is not complete: a part of the solutions has no known number of classes.
    #[must_use]
    pub fn number(&self, answer: &Answer) -> u128 {
        if self.fundamental { answer.fundamental().unwrap_or(0) } else { answer.count }
    }
}
