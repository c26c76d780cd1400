//! Completion: give me one, all, how many, is it the only one, prove that there is none.
//!
//! [`solve`] takes any problem of the model and starts the engine that suits it:
//!
//! | engine | problems | answers |
//! |---|---|---|
//! | [`Engine::Bitset`] | queens on an ordinary square board, one in each row and column, with givens and holes | all |
//! | [`Engine::Repair`] | many free rows, one queen in each; most pieces and edges, no walls or regions | one |
//! | [`Engine::Arithmetic`] | square boards with joined edges; more queens than lines | one, none |
//! | [`Engine::General`] | every problem of the model | all |
//! | [`Engine::Sat`] | every problem of the model | one, none with a proof, only one |
//!
//! The [`Answer`] says which engine it was, why, and for a problem without solution what shows that.
//!
//! ```
//! use queens::ask::{self, Question, Settings, Verdict};
//! use queens::problem::Problem;
//!
//! let problem = Problem::queens(6)?.with_given("b1".parse()?)?;
//! let answer = ask::solve(&problem, Question::Unique, &Settings::default())?;
//! assert_eq!(answer.verdict(), Verdict::OnlyOne);
//! let queens: Vec<String> = answer.first.unwrap().squares().iter().map(|s| s.to_string()).collect();
//! assert_eq!(queens, ["b1", "d2", "f3", "a4", "c5", "e6"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod portfolio;

pub use crate::engines::maximum::{Maximum, Shown, maximum};
pub use crate::engines::modular::{Congruence, obstruction};
pub use crate::engines::pigeonhole::Pigeonhole;
pub use crate::engines::residual::DiagonalSums;
pub use crate::engines::sat::{Formula, Refutation};
pub use portfolio::{solve, solve_each};

use crate::constraints::TooManySquares;
use crate::engines::ladder::Refusal;
use crate::placement::Placement;
use crate::problem::Unit;
use search_control::{Limits, Outcome, Statistics};
use std::fmt;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// One solution, or that there is none.
    First,
    /// Every solution, each once.
    All,
    /// How many solutions.
    Count,
    /// None, exactly one, or more: stops at the second.
    Unique,
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Complete search with a bit set for every free row and column, and the quadratic bound.
    Bitset,
    /// Greedy fill and repair.
    Repair,
    /// The numbers of diagonals that come in again at the edges, and of lines and demands.
    Arithmetic,
    /// Backtracking on the general form.
    General,
    /// A SAT solver.
    Sat,
}

impl Engine {
    /// Its name in commands and formats.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Engine::Bitset => "bitset",
            Engine::Repair => "repair",
            Engine::Arithmetic => "arithmetic",
            Engine::General => "general",
            Engine::Sat => "sat",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// What an engine is told.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The bounds of the whole answer.
    pub limits: Limits,
    /// The seed of everything that is drawn by lot.
    pub seed: u64,
    /// The engine to use; by default the portfolio chooses.
    pub engine: Option<Engine>,
    /// Whether the SAT engine keeps a [`Refutation`], which may grow to gigabytes; the memory limit
    /// bounds it.
    pub refutation: bool,
}

/// What shows that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A row or column has no square on which a queen could stand.
    NoSquare(Unit),
    /// The diagonals cannot have the sum of squares that they must have. See `docs/solving.md`.
    Quadratic {
        /// The sum of squares that the diagonals of the queens must have.
        needed: i64,
        /// The least that the free diagonals allow.
        least: i64,
    },
    /// No choice of diagonals has the sums that those of the queens must have.
    Diagonals(DiagonalSums),
    /// The numbers of diagonals on joined edges, modulo the size of the board.
    Congruence(Congruence),
    /// More queens than lines.
    Pigeonhole(Pigeonhole),
    /// Everything was searched.
    Exhausted,
    /// The clauses of the problem were refuted.
    Refuted(Option<Refutation>),
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::NoSquare(unit) => write!(f, "{unit} has no square left for a queen"),
            Proof::Quadratic { needed, least } => {
                write!(f, "the squares of the diagonals must sum up to {needed}, but to {least} at least")
            }
            Proof::Diagonals(sums) => sums.fmt(f),
            Proof::Congruence(congruence) => congruence.fmt(f),
            Proof::Pigeonhole(pigeonhole) => pigeonhole.fmt(f),
            Proof::Exhausted => f.write_str("the search was exhausted"),
            Proof::Refuted(None) => f.write_str("the SAT solver refuted the clauses"),
            Proof::Refuted(Some(_)) => f.write_str("the SAT solver refuted the clauses, with a DRAT proof"),
        }
    }
}

/// What is known of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none.
    None,
    /// There is exactly one.
    OnlyOne,
    /// There are exactly so many, two or more.
    Exactly(u64),
    /// There are at least so many; there may be more.
    AtLeast(u64),
    /// Not known: a limit came first.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::None => f.write_str("none"),
            Verdict::OnlyOne => f.write_str("the only one"),
            Verdict::Exactly(count) => write!(f, "{count}"),
            Verdict::AtLeast(1) => f.write_str("at least one"),
            Verdict::AtLeast(_) => f.write_str("one of several"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions were found.
    pub solutions: u64,
    /// The first of them.
    pub first: Option<Placement>,
    /// How the search ended.
    pub outcome: Outcome,
    /// Who answered.
    pub engine: Engine,
    /// Why this engine.
    pub why: String,
    /// What shows that there is no solution; `None` unless that is so.
    pub proof: Option<Proof>,
    /// The books. Nodes are queens that were tried, for the SAT engine decisions; checks are positions
    /// at which the quadratic bound looked, for the SAT engine conflicts.
    pub statistics: Statistics,
}

impl Answer {
    /// What is known of the solutions.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.solutions, self.outcome) {
            (0, Outcome::Exhausted) => Verdict::None,
            (1, Outcome::Exhausted) => Verdict::OnlyOne,
            (count, Outcome::Exhausted) => Verdict::Exactly(count),
            (0, _) => Verdict::Unknown,
            (count, _) => Verdict::AtLeast(count),
        }
    }
}

/// Why no engine can answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompletionError {
    /// The engine that was asked for does not take this problem.
    #[error("the {engine} engine cannot answer: {refusal}")]
    Refused {
        /// Which engine.
        engine: Engine,
        /// Why.
        refusal: Refusal,
    },
    /// Too large for the general form.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
    /// Too many free rows for a complete search.
    #[error(
        "{lines} free rows are too many to search them all: at most {max}; ask for the first solution, or give more queens"
    )]
    TooManyLines {
        /// Free rows of the board, or rows from the first free one to the last.
        lines: usize,
        /// The most.
        max: usize,
    },
    /// The engine cannot answer this question.
    #[error("the {0} engine finds one solution only: ask for the first one, or leave the engine open")]
    OneOnly(Engine),
}
