//! What comes back.

use super::Question;
use super::certificate::Certificate;
use control::{Outcome, Statistics};
use queens_model::orbit::SymmetryClass;
use queens_model::placement::Placement;
use queens_model::square::Square;
use queens_simd::Kernel;
use std::fmt;

/// An answer: what was found, by whom, why by them, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The question that it answers.
    pub question: Question,
    /// Number of solutions found; of [`Question::Maximum`] the queens of the largest set.
    pub count: u128,
    /// The first of them, where solutions were asked for.
    pub first: Option<Placement>,
    /// The reason why it ended.
    pub outcome: Outcome,
    /// The id of the engine that answered.
    pub engine: &'static str,
    /// Why this engine.
    pub why: String,
    /// What shows that there is no solution, or no larger set.
    pub certificate: Option<Certificate>,
    /// The common figures of all that was searched.
    pub statistics: Statistics,
    /// The engine's own figures.
    pub figures: Vec<Figure>,
    /// How many threads worked.
    pub threads: usize,
    /// The instructions that were used, where the engine has a choice.
    pub kernel: Option<Kernel>,
    /// Finished work units and all of them, where the engine works in units.
    pub units: Option<(u64, u64)>,
    /// What else belongs to the answer of this question.
    pub detail: Detail,
}

/// What belongs to the answers of some questions only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing more.
    #[default]
    None,
    /// Where the pawns stand.
    Pawns(Vec<Square>),
    /// How many solutions there are up to symmetry.
    Fundamental(u128),
    /// The solutions by symmetry class.
    Classes {
        /// How many symmetries the problem has, the identity among them.
        symmetries: usize,
        /// All four classes, in the order of [`SymmetryClass::ALL`].
        classes: [Class; 4],
    },
    /// No set has more queens than this.
    Bound(u32),
    /// The ways to fill the first k rows, for k from 0 to all of them.
    Profile(Vec<u128>),
}

/// The solutions of one symmetry class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Which symmetries leave them as they are.
    pub class: SymmetryClass,
    /// How many there are up to the symmetries of the problem.
    pub fundamental: u128,
    /// How many there are.
    pub solutions: u128,
}

impl Class {
    /// No solutions of any class.
    #[must_use]
    pub fn none() -> [Class; 4] {
        SymmetryClass::ALL.map(|class| Class { class, fundamental: 0, solutions: 0 })
    }
}

/// One figure that an engine keeps because its source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it counts, in a word or two, in the plural.
    pub name: &'static str,
    /// How many.
    pub value: u128,
}

/// Number of solutions, as far as it is known. Its words are those of every JSON form: `none`, `the only one`,
/// `one of several`, `at least one`, `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none.
    None,
    /// There is exactly one.
    OnlyOne,
    /// There are exactly this many, two or more.
    Exactly(u128),
    /// There are at least this many; there may be more.
    AtLeast(u128),
    /// Not known: the search ended before.
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
    /// Returns the number of solutions, as far as it is known. The count of a largest set is its size, and fundamental solutions have
    /// images: neither is the number of solutions.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let found = match self.question {
            Question::Maximum => self.first.is_some().into(),
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

    /// Whether the answer is whole: nothing stopped it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.outcome.is_complete()
    }

    /// The number of solutions up to symmetry, where that was asked for and the answer is whole.
    #[must_use]
    pub fn fundamental(&self) -> Option<u128> {
        if !self.is_complete() {
            return None;
        }
        match &self.detail {
            Detail::Fundamental(fundamental) => Some(*fundamental),
            Detail::Classes { classes, .. } => Some(classes.iter().map(|class| class.fundamental).sum()),
            _ => None,
        }
    }

    /// The engine's own figure of this name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<u128> {
        self.figures.iter().find(|figure| figure.name == name).map(|figure| figure.value)
    }
}
