//! The answer to a question.

use super::Question;
use super::certificate::Certificate;
use control::{Outcome, Statistics};
use queens_model::orbit::SymmetryClass;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::{Group, groups, has_groups};
use queens_model::square::Square;
use queens_simd::Kernel;
use std::fmt;

/// An answer: result, engine with its reason, and statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The question that it answers.
    pub question: Question,
    /// Number of solutions found; for [`Question::Uncompletable`] the number of queens of
    /// the set.
    pub count: u128,
    /// The first solution, if solutions were asked for; the first of the groups of a
    /// solution in groups.
    pub first: Option<Placement>,
    /// Outcome of the search.
    pub outcome: Outcome,
    /// Id of the engine.
    pub engine: &'static str,
    /// Reason for this engine.
    pub why: String,
    /// Proof that there is no solution, no larger set, or no smaller dominating set.
    pub certificate: Option<Certificate>,
    /// Statistics of all stages.
    pub statistics: Statistics,
    /// Figures of the engine itself.
    pub figures: Vec<Figure>,
    /// Number of threads.
    pub threads: usize,
    /// Processor instructions, if the engine has a choice.
    pub kernel: Option<Kernel>,
    /// Number of finished work units and of all of them, if the engine has work units.
    pub units: Option<(u64, u64)>,
    /// Further results of this question.
    pub detail: Detail,
}

/// Results of some questions only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail {
    /// None.
    #[default]
    None,
    /// Squares of the pawns.
    Pawns(Vec<Square>),
    /// Number of solutions up to symmetry.
    Fundamental(u128),
    /// The solutions by symmetry class.
    Classes {
        /// Number of symmetries of the problem, the identity included.
        symmetries: usize,
        /// All four classes, in the order of [`SymmetryClass::ALL`].
        classes: [Class; 4],
    },
    /// Largest number of queens that any set can have.
    Bound(u32),
    /// Smallest number of queens that any dominating set, or any set that no solution
    /// contains, can have.
    AtLeast(u32),
    /// The smallest dominating sets, or the smallest sets that no solution contains.
    Smallest {
        /// Number of their queens.
        queens: u32,
        /// Number of these sets up to symmetry.
        fundamental: u128,
    },
    /// A solution in groups: two armies, pieces of several kinds, the classes of a
    /// colouring, the layers of a board.
    Groups {
        /// The groups, in order.
        groups: Vec<Group>,
        /// Upper bound on the count of the answer; for a colouring, a lower bound.
        bound: u32,
    },
    /// The best value of a problem whose rules say what is best.
    Best {
        /// The best value found; `None` if no solution was found.
        value: Option<i64>,
        /// Bound on the value of any solution; the same if the answer is complete.
        bound: i64,
        /// Number of solutions with this value up to symmetry, if it is known.
        fundamental: Option<u128>,
    },
    /// Numbers of ways to fill the first k rows, for k from 0 to all of them.
    Profile(Vec<u128>),
}

/// The solutions of one symmetry class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The symmetries that leave them unchanged.
    pub class: SymmetryClass,
    /// Their number up to the symmetries of the problem.
    pub fundamental: u128,
    /// Their number.
    pub solutions: u128,
}

impl Class {
    /// Returns all classes, without solutions.
    #[must_use]
    pub fn none() -> [Class; 4] {
        SymmetryClass::ALL.map(|class| Class {
            class,
            fundamental: 0,
            solutions: 0,
        })
    }
}

/// A figure that an engine reports because its source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name of the things that it counts, in a word or two, in the plural.
    pub name: &'static str,
    /// Their number.
    pub value: u128,
}

/// Number of solutions, as far as it is known. In every JSON form it is one of `none`,
/// `the only one`, `one of several`, `at least one`, `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    None,
    /// There is exactly one.
    OnlyOne,
    /// There are exactly this many, two or more.
    Exactly(u128),
    /// There are at least this many; there may be more.
    AtLeast(u128),
    /// Not known: the search ended too early.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::None => f.write_str("none"),
            Verdict::OnlyOne => f.write_str("the only one"),
            Verdict::AtLeast(1) => f.write_str("at least one"),
            Verdict::Exactly(_) | Verdict::AtLeast(_) => f.write_str("one of several"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

impl Answer {
    /// Returns the number of solutions, as far as it is known. The count of a largest set
    /// is its size, and fundamental solutions have images: neither is the number of
    /// solutions.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let found = match self.question {
            Question::Uncompletable => self.first.is_some().into(),
            // The best solutions are counted after the best value is known.
            _ if self.value().is_some() => self.count.max(1),
            _ => self.count,
        };
        match (found, self.outcome) {
            (0, Outcome::Exhausted) => Verdict::None,
            (0, _) => Verdict::Unknown,
            (found, _) if !self.question.wants_all() => Verdict::AtLeast(found),
            (1, Outcome::Exhausted) => Verdict::OnlyOne,
            (found, Outcome::Exhausted) => Verdict::Exactly(found),
            (found, _) => Verdict::AtLeast(found),
        }
    }

    /// Returns true if the answer is complete: nothing stopped the search.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.outcome.is_complete()
    }

    /// Returns the number of solutions up to symmetry, if it was asked for and the answer
    /// is complete.
    #[must_use]
    pub fn fundamental(&self) -> Option<u128> {
        if !self.is_complete() {
            return None;
        }
        match &self.detail {
            Detail::Fundamental(fundamental) | Detail::Smallest { fundamental, .. } => {
                Some(*fundamental)
            }
            Detail::Best { fundamental, .. } => *fundamental,
            Detail::Classes { classes, .. } => {
                Some(classes.iter().map(|class| class.fundamental).sum())
            }
            _ => None,
        }
    }

    /// Returns the bound on the best answer: an upper bound on the size of a largest set,
    /// of each army or of each kind of pieces, a lower bound on that of a smallest set
    /// and on the number of colours, a bound on the sum of weights. The same as the best
    /// if the answer is complete. `None` if the question has no best answer, or nothing
    /// is known.
    #[must_use]
    pub fn bound(&self) -> Option<i64> {
        match self.detail {
            Detail::Bound(bound)
            | Detail::AtLeast(bound)
            | Detail::Groups { bound, .. }
            | Detail::Smallest { queens: bound, .. } => Some(bound.into()),
            Detail::Best { bound, .. } => Some(bound),
            _ => None,
        }
    }

    /// Returns the solution in groups, if it has groups.
    #[must_use]
    pub fn groups(&self, problem: &Problem) -> Option<Vec<Group>> {
        match (&self.detail, &self.first) {
            (Detail::Groups { groups, .. }, _) => Some(groups.clone()),
            (_, Some(pieces)) if has_groups(problem) => Some(groups(problem, pieces)),
            _ => None,
        }
    }

    /// Returns the best value that was found, if the rules of the problem say what is
    /// best.
    #[must_use]
    pub fn value(&self) -> Option<i64> {
        if let Detail::Best { value, .. } = self.detail {
            value
        } else {
            None
        }
    }

    /// Returns the engine's own figure with this name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<u128> {
        self.figures
            .iter()
            .find(|figure| figure.name == name)
            .map(|figure| figure.value)
    }
}
