//! Options that select a question, as front ends offer them.

use super::{Answer, Question};
use queens_model::relative::Relative;
use queens_model::symmetry::Symmetry;
use std::fmt;

/// Error for options that select two questions: the names of those that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreThanOneQuestion(&'static str);

impl fmt::Display for MoreThanOneQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than one question: ask for one of {}", self.0)
    }
}

impl std::error::Error for MoreThanOneQuestion {}

/// Options of a single solution: without any, any solution will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneOptions {
    /// Number of pawns to place between the queens, with the same number of additional queens.
    pub pawns: Option<u32>,
    /// Symmetry that leaves the solution unchanged.
    pub symmetric_under: Option<Symmetry>,
}

impl OneOptions {
    /// Returns the question for these options.
    ///
    /// # Errors
    /// They select more than one question.
    pub fn question(&self) -> Result<Question, MoreThanOneQuestion> {
        match (self.pawns, self.symmetric_under) {
            (None, None) => Ok(Question::One),
            (Some(pawns), None) => Ok(Question::OneWithPawns(pawns)),
            (None, Some(symmetry)) => Ok(Question::OneFixedBy(symmetry)),
            (Some(_), Some(_)) => Err(MoreThanOneQuestion("pawns and symmetric_under")),
        }
    }
}

/// Options of a list: without any, all solutions are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// True to list solutions that differ only by a symmetry once.
    pub fundamental: bool,
    /// Symmetry that leaves the listed solutions unchanged.
    pub symmetric_under: Option<Symmetry>,
    /// True to list solutions on a straight line across joined edges.
    pub linear: bool,
}

impl ListOptions {
    /// Returns the question for these options.
    ///
    /// # Errors
    /// They select more than one question.
    pub fn question(&self) -> Result<Question, MoreThanOneQuestion> {
        match (self.fundamental, self.symmetric_under, self.linear) {
            (false, None, false) => Ok(Question::All),
            (true, None, false) => Ok(Question::Fundamental),
            (false, Some(symmetry), false) => Ok(Question::AllFixedBy(symmetry)),
            (false, None, true) => Ok(Question::Linear),
            _ => Err(MoreThanOneQuestion("fundamental, symmetric_under and linear")),
        }
    }

    /// Returns the question that a list answers by these options or by a relative; `None` if nothing names it.
    ///
    /// # Errors
    /// They select more than one question.
    pub fn question_or(&self, relative: Option<Relative>) -> Result<Option<Question>, MoreThanOneQuestion> {
        match (self.question()?, relative) {
            (Question::All, relative) => Ok(relative.map(Question::Relative)),
            (question, None) => Ok(Some(question)),
            _ => Err(MoreThanOneQuestion("fundamental, symmetric_under, linear and relative")),
        }
    }
}

/// Options of a count: without any, all solutions are counted.
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
            _ => Err(MoreThanOneQuestion(
                "fundamental, maximal, relative, pawns, symmetric_under and linear (a relative and pawns may be fundamental)",
            )),
        }
    }

    /// Returns the number that they select from an `answer` to their question. Up to symmetry it is 0 if the answer
    /// is not complete: a part of the solutions has no known number of classes.
    #[must_use]
    pub fn number(&self, answer: &Answer) -> u128 {
        if self.fundamental { answer.fundamental().unwrap_or(0) } else { answer.count }
    }
}
