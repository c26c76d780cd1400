//! Dominating sets: queens that together occupy or attack every square.
//!
//! A queen attacks the squares that she reaches by her own moves. Across twisted and mirrored edges that may be one-way: she
//! does not dominate a square only because a queen there would attack her. Independent queens do not attack each other in
//! either direction.
//!
//! The check shares nothing with the engine that searches for such sets: it compares the coordinates of each square and
//! each queen by the arithmetic of [`check`](crate::check).

use crate::placement::Placement;
use crate::problem::standing::{attacks, on_free_squares, stand_together};
use crate::problem::{Edges, Piece, Problem, SquareKind, Units, Violation};
use crate::square::Square;
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
    pub const ALL: [Domination; 3] = [Domination::Any, Domination::Independent, Domination::Total];

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
        let named = Domination::ALL.into_iter().find(|domination| domination.id() == name);
        named.ok_or_else(|| UnknownDomination(name.chars().take(40).collect()))
    }
}

/// Condition of a dominating set that a placement does not meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotDominating {
    /// A queen that cannot be there, or that another one attacks.
    #[error(transparent)]
    Placement(#[from] Violation),
    /// A square that no queen attacks.
    #[error("{0} is neither occupied nor attacked")]
    Open(Square),
    /// A queen that no other one attacks.
    #[error("no queen attacks the one on {0}")]
    Unattacked(Square),
}

/// Checks that `placement` is a dominating set of `problem`: its given queens are in it, and its queens occupy or attack
/// every square that is neither a hole nor a wall. Demands on rows, columns, regions and the total do not matter.
///
/// # Errors
/// The first condition that is not met.
///
/// # Complexity
/// O(squares x queens x rays) on a board with open edges and no walls.
///
/// ```
/// use queens::{domination::{Domination, check}, placement::Placement, problem::Problem, square::Square};
///
/// let middle = Placement::new(vec![Square::new(1, 1)]);
/// assert_eq!(check(&Problem::queens(3)?, &middle, Domination::Any), Ok(()));
/// assert!(check(&Problem::queens(3)?, &middle, Domination::Total).is_err());
/// assert!(check(&Problem::queens(4)?, &middle, Domination::Any).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(problem: &Problem, placement: &Placement, domination: Domination) -> Result<(), NotDominating> {
    let queens = placement.squares();
    match domination {
        Domination::Independent => stand_together(problem, queens)?,
        Domination::Any | Domination::Total => on_free_squares(problem, queens)?,
    }
    if let Some(&missing) = problem.givens().iter().find(|given| queens.binary_search(given).is_err()) {
        return Err(Violation::GivenMissing(missing).into());
    }
    for square in problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free) {
        let is_queen = queens.binary_search(&square).is_ok();
        let is_struck_by = |&queen: &Square| queen != square && attacks(problem, queen, square);
        if !(is_queen && domination != Domination::Total || queens.iter().any(is_struck_by)) {
            return Err(if is_queen { NotDominating::Unattacked } else { NotDominating::Open }(square));
        }
    }
    Ok(())
}

/// Returns the problem without its demands on rows, columns, regions and the total, which do not matter to dominating sets.
#[must_use]
pub fn without_demands(problem: &Problem) -> Problem {
    // Without demands no given queen is one too many.
    problem.with_units(Units::ANY).unwrap_or_else(|_| problem.clone())
}

/// Returns the published lower bound on the number of queens of any dominating set of a square board: n / 2, but 1 for
/// n = 3 and 5 for n = 11 (Finozhenok and Weakley, "An improved lower bound for domination numbers of the queen's graph",
/// Australasian Journal of Combinatorics 37, 2007; (n - 1) / 2 for these two: Weakley 1995). `None` for other pieces, edges
/// and boards.
#[must_use]
pub fn published_bound(problem: &Problem) -> Option<u32> {
    let is_plain = problem.is_square() && problem.all_free() && problem.givens().is_empty();
    let size = problem.rows();
    let is_queens = is_plain && problem.edges() == Edges::OPEN && *problem.piece() == Piece::queen();
    is_queens.then(|| if matches!(size, 3 | 11) { size / 2 } else { size.div_ceil(2) })
}
