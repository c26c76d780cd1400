//! Questions, settings, and answers.
//!
//! Every engine and every front end uses these types. [`crate::ask`] chooses the engine.

mod answer;
mod certificate;
mod settings;

pub use answer::{Answer, Class, Detail, Figure, Verdict};
pub use certificate::{
    Certificate, Congruence, DiagonalSums, LineBound, Pigeonhole, QuadraticBound,
    Refutation,
};
pub use settings::{Listener, Settings};

use crate::parallel::JobQuestion;
use std::fmt;

/// A question about a problem.
///
/// ```
/// use queens::{Question, Settings, ask, problem::Problem};
///
/// let answer = ask(&Problem::queens(8)?, Question::Count, &Settings::default())?;
/// assert_eq!(answer.count, 92); // OEIS A000170
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// One solution, or that there is none.
    One,
    /// One random solution, by the seed of the settings.
    Random,
    /// Every solution, each once.
    All,
    /// The number of solutions.
    Count,
    /// None, exactly one, or more: ends at the second solution.
    Unique,
    /// Every fundamental solution: the least of each set of solutions that symmetries
    /// turn into each other.
    Fundamental,
    /// The numbers of all and of fundamental solutions, by symmetry class.
    Classes,
    /// A smallest set of queens that breaks no rule and that no solution contains: no two
    /// of them attack each other, and no row, column or region nor the board has more
    /// than it takes. Given queens belong to every set, and are not counted.
    Uncompletable,
    /// The number of such smallest sets; also up to symmetry.
    CountUncompletable,
    /// The nodes of the backtrack tree, level by level: the ways to fill the first k
    /// rows.
    Profile,
}

impl Question {
    /// Returns the name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Question::One => "one",
            Question::Random => "random",
            Question::All => "all",
            Question::Count => "count",
            Question::Unique => "unique",
            Question::Fundamental => "fundamental",
            Question::Classes => "classes",
            Question::Uncompletable => "uncompletable",
            Question::CountUncompletable => "count-uncompletable",
            Question::Profile => "profile",
        }
    }

    /// Returns true if the question is about sets that no solution contains.
    #[must_use]
    pub const fn is_about_sets(self) -> bool {
        matches!(self, Question::Uncompletable | Question::CountUncompletable)
    }

    /// Returns the question of a list that names itself: `fundamental` or
    /// `uncompletable`. `None` for any other text.
    ///
    /// ```
    /// use queens::Question;
    ///
    /// assert_eq!(Question::of_list("fundamental"), Some(Question::Fundamental));
    /// assert_eq!(Question::of_list("all"), None);
    /// ```
    #[must_use]
    pub fn of_list(name: &str) -> Option<Self> {
        [Question::Fundamental, Question::Uncompletable]
            .into_iter()
            .find(|question| question.id() == name)
    }

    /// Returns true if a list that answers the question holds something else than all
    /// solutions or any of them, so that it must name its question.
    #[must_use]
    pub const fn names_its_list(self) -> bool {
        matches!(self, Question::Uncompletable | Question::Fundamental)
    }

    /// Returns the number of solutions that suffice; `None` if all are needed.
    #[must_use]
    pub const fn enough(self) -> Option<u64> {
        match self {
            Question::One | Question::Random => Some(1),
            Question::Unique => Some(2),
            _ => None,
        }
    }

    /// Returns true if a complete search has seen every solution: then a count of one
    /// means that there is no other.
    #[must_use]
    pub const fn wants_all(self) -> bool {
        match self {
            Question::One
            | Question::Random
            | Question::Fundamental
            | Question::Uncompletable => false,
            Question::All
            | Question::Count
            | Question::Unique
            | Question::Classes
            | Question::CountUncompletable
            | Question::Profile => true,
        }
    }

    /// Returns true if the question is about solutions, not only about their number.
    #[must_use]
    pub const fn wants_solutions(self) -> bool {
        matches!(
            self,
            Question::One
                | Question::Random
                | Question::All
                | Question::Unique
                | Question::Fundamental
        )
    }
}

impl JobQuestion {
    /// Returns the question about the problem of the job.
    #[must_use]
    pub fn question(self) -> Question {
        match self {
            JobQuestion::Count => Question::Count,
            JobQuestion::Profile => Question::Profile,
        }
    }
}

/// Writes the name.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
