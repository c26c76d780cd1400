//! Questions, settings, and answers.
//!
//! Every engine and every front end uses these types. [`crate::ask`] chooses the engine.

mod answer;
mod certificate;
mod settings;

pub use answer::{Answer, Class, Detail, Figure, Verdict};
pub use certificate::{
    Certificate, Congruence, DiagonalSums, LineBound, Pigeonhole, QuadraticBound, Refutation,
};
pub use settings::{Listener, Settings};

use crate::parallel::JobQuestion;
use queens_model::domination::without_demands;
use queens_model::problem::{Bounds, Problem};
use queens_model::relative::Relative;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::check_no_demands;
use std::fmt;

/// Name of the questions about symmetric solutions, before that of the symmetry.
const SYMMETRIC_UNDER: &str = "symmetric-under ";

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
    /// Every fundamental solution: the least of each set of solutions that symmetries turn into each other.
    Fundamental,
    /// The numbers of all and of fundamental solutions, by symmetry class.
    Classes,
    /// The number of solutions that a symmetry of the board leaves unchanged.
    FixedBy(Symmetry),
    /// One solution that a symmetry of the board leaves unchanged, or that there is none.
    OneFixedBy(Symmetry),
    /// Every solution that a symmetry of the board leaves unchanged, each once.
    AllFixedBy(Symmetry),
    /// Every solution on a straight line across joined edges: the queen of row x in column a x + b modulo n.
    Linear,
    /// The number of solutions on a straight line across joined edges.
    CountLinear,
    /// The largest set of queens: rows and columns may stay empty, but take no more queens than before
    /// ([`Problem::with_any_number`]).
    Maximum,
    /// The number of maximal sets, of any size: any additional queen would be attacked, or be one too many in her
    /// row, column or region.
    Maximal,
    /// The number of ways to place this many pawns and the same number of additional queens, on the standard board; also up to
    /// symmetry.
    WithPawns(u32),
    /// One way to place this many pawns and the same number of additional queens.
    OneWithPawns(u32),
    /// One solution of a relative of the problem, the best one if it has a measure.
    Relative(Relative),
    /// The number of such solutions; also up to symmetry, where the exchange of two armies is one.
    CountRelative(Relative),
    /// The nodes of the backtrack tree, level by level: the ways to fill the first k rows.
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
            Question::FixedBy(_) => "fixed-by",
            Question::OneFixedBy(_) => "one-fixed-by",
            Question::AllFixedBy(_) => "all-fixed-by",
            Question::Linear => "linear",
            Question::CountLinear => "count-linear",
            Question::Maximum => "maximum",
            Question::Maximal => "maximal",
            Question::WithPawns(_) => "with-pawns",
            Question::OneWithPawns(_) => "one-with-pawns",
            Question::Relative(relative) => relative.id(),
            Question::CountRelative(relative) => relative.count_id(),
            Question::Profile => "profile",
        }
    }

    /// Returns the problem in the form for this question: [`Question::Maximum`] is about sets of any number, and so
    /// is [`Question::Maximal`] if the problem has no total. See [`Problem::with_any_number`]. Dominating sets ignore the demands
    /// of the standard board; other demands stay, and the engine refuses them.
    #[must_use]
    pub fn put_to(self, problem: &Problem) -> Problem {
        match (self, problem.units().total) {
            (Question::Maximum, _) | (Question::Maximal, Bounds::ANY) => problem.with_any_number(),
            (Question::Relative(relative) | Question::CountRelative(relative), _) => match relative {
                Relative::Dominating(_) if check_no_demands(problem, "").is_ok() => without_demands(problem),
                _ => problem.clone(),
            },
            _ => problem.clone(),
        }
    }

    /// Returns the relative that the question is about, and true if it asks for the number of solutions.
    #[must_use]
    pub const fn relative(self) -> Option<(Relative, bool)> {
        match self {
            Question::Relative(relative) => Some((relative, false)),
            Question::CountRelative(relative) => Some((relative, true)),
            _ => None,
        }
    }

    /// Returns the question of a list that names itself: a relative or `fundamental`, as [`Display`](fmt::Display) writes them.
    /// `None` for any other text.
    ///
    /// ```
    /// use queens::Question;
    ///
    /// assert_eq!(Question::of_list("fundamental"), Some(Question::Fundamental));
    /// assert_eq!(Question::of_list("all"), None);
    /// ```
    #[must_use]
    pub fn of_list(name: &str) -> Option<Self> {
        match name {
            "fundamental" => Some(Question::Fundamental),
            _ => name.parse().ok().map(Question::Relative),
        }
    }

    /// Returns true if a list that answers the question holds something else than all solutions or any of them, so that
    /// it must name its question.
    #[must_use]
    pub const fn names_its_list(self) -> bool {
        matches!(self, Question::Relative(_) | Question::Fundamental)
    }

    /// Returns the symmetry that leaves the solutions in question unchanged, if there is one.
    #[must_use]
    pub const fn symmetry(self) -> Option<Symmetry> {
        match self {
            Question::FixedBy(symmetry) | Question::OneFixedBy(symmetry) | Question::AllFixedBy(symmetry) => {
                Some(symmetry)
            }
            _ => None,
        }
    }

    /// Returns true if the question is about solutions with a best sum: those of the problem itself.
    #[must_use]
    pub const fn is_about_sums(self) -> bool {
        matches!(self.relative(), Some((Relative::Best(_), _)))
    }

    /// Returns the number of solutions that suffice; `None` if all are needed.
    #[must_use]
    pub const fn enough(self) -> Option<u64> {
        match self {
            Question::One | Question::Random | Question::OneWithPawns(_) | Question::OneFixedBy(_) => Some(1),
            Question::Unique => Some(2),
            _ => None,
        }
    }

    /// Returns true if a complete search has seen every solution: then a count of one means that there is no other.
    #[must_use]
    pub const fn wants_all(self) -> bool {
        match self {
            Question::One
            | Question::Random
            | Question::Fundamental
            | Question::Maximum
            | Question::Relative(_)
            | Question::OneWithPawns(_)
            | Question::OneFixedBy(_) => false,
            Question::All
            | Question::Count
            | Question::Unique
            | Question::Classes
            | Question::FixedBy(_)
            | Question::AllFixedBy(_)
            | Question::Linear
            | Question::CountLinear
            | Question::Maximal
            | Question::WithPawns(_)
            | Question::CountRelative(_)
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
                | Question::OneFixedBy(_)
                | Question::AllFixedBy(_)
                | Question::Linear
        )
    }
}

/// Returns the question of a job in work units.
impl From<JobQuestion> for Question {
    fn from(asked: JobQuestion) -> Self {
        match asked {
            JobQuestion::Count => Question::Count,
            JobQuestion::Profile => Question::Profile,
            JobQuestion::Pawns(pawns) => Question::WithPawns(pawns),
        }
    }
}

/// Writes the name, and the parameter of a relative or the name of a symmetry after it.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Relative(relative) => f.pad(&relative.to_string()),
            Question::CountRelative(relative) => f.pad(&format!("count-{relative}")),
            Question::FixedBy(symmetry) | Question::OneFixedBy(symmetry) | Question::AllFixedBy(symmetry) => {
                f.pad(&format!("{SYMMETRIC_UNDER}{}", symmetry.name()))
            }
            _ => f.pad(self.id()),
        }
    }
}
