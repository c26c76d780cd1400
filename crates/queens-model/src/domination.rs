//! Dominating sets: queens that together occupy or attack every square.
//!
//! A queen attacks the squares that she reaches by her own moves. Across twisted and
//! mirrored edges that may be one-way: she does not dominate a square only because a
//! queen there would attack her. Independent queens do not attack each other in either
//! direction.

use crate::problem::{Edges, Piece, Problem, Units};
use std::fmt;
use std::str::FromStr;

/// Condition that the queens of a dominating set meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domination {
    /// Every square is occupied or attacked.
    Any,
    /// Every square is occupied or attacked, and no queen attacks another.
    Independent,
    /// Every square is attacked, those of the queens as well.
    Total,
}

impl Domination {
    /// All conditions.
    pub const ALL: [Domination; 3] =
        [Domination::Any, Domination::Independent, Domination::Total];

    /// Returns the name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Domination::Any => "any",
            Domination::Independent => "independent",
            Domination::Total => "total",
        }
    }

    /// Returns the name of such a set, in the plural.
    #[must_use]
    pub const fn sets(self) -> &'static str {
        match self {
            Domination::Any => "dominating sets",
            Domination::Independent => "independent dominating sets",
            Domination::Total => "total dominating sets",
        }
    }
}

impl fmt::Display for Domination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Name that is not that of a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a kind of domination: use one of any, independent, total")]
pub struct UnknownDomination(String);

impl FromStr for Domination {
    type Err = UnknownDomination;

    fn from_str(name: &str) -> Result<Self, UnknownDomination> {
        let named = Domination::ALL
            .into_iter()
            .find(|domination| domination.id() == name);
        named.ok_or_else(|| UnknownDomination(name.chars().take(40).collect()))
    }
}

/// Returns the problem without its demands on rows, columns, regions and the total, which
/// do not matter to dominating sets.
#[must_use]
pub fn without_demands(problem: &Problem) -> Problem {
    // Without demands no given queen is one too many.
    problem
        .with_units(Units::ANY)
        .unwrap_or_else(|_| problem.clone())
}

/// Returns the published lower bound on the number of queens of any dominating set of a
/// square board: n / 2, but 1 for n = 3 and 5 for n = 11 (Finozhenok and Weakley, "An
/// improved lower bound for domination numbers of the queen's graph", Australasian
/// Journal of Combinatorics 37, 2007; (n - 1) / 2 for these two: Weakley 1995). `None`
/// for other pieces, edges and boards.
#[must_use]
pub fn published_bound(problem: &Problem) -> Option<u32> {
    let is_plain =
        problem.is_square() && problem.all_free() && problem.givens().is_empty();
    let size = problem.rows();
    let is_queens =
        is_plain && problem.edges() == Edges::OPEN && *problem.piece() == Piece::queen();
    is_queens.then(|| {
        if matches!(size, 3 | 11) {
            size / 2
        } else {
            size.div_ceil(2)
        }
    })
}
