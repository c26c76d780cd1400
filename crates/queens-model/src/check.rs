//! Checks that a placement meets every demand of its problem.
//!
//! This code shares nothing with the engines. They walk along rays or keep masks and flags; here the coordinates of
//! each pair of queens are compared by arithmetic. Rules of [several kinds](crate::problem::rules) are checked one by
//! one, as they are defined.

mod layers;
mod relatives;
mod rules;

pub use crate::problem::Violation;
pub use crate::problem::rule_violation::RuleViolation;
pub use crate::problem::standing::consistent;
pub use layers::{LayerViolation, layers};
pub use relatives::{RelativeViolation, relative};

use crate::placement::Placement;
use crate::problem::standing::{check_units, first_struck, on_free_squares, stand_together};
use crate::problem::{Bounds, Problem, SquareKind, Unit, Units};
use crate::relative::{Group, GroupKind, PieceMix};
use crate::square::Square;
use rules::RuleCheck;
use std::collections::HashSet;

/// Checks that `placement` is a solution of `problem`. If the best solutions are wanted, its [value] need not be the best.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// For q queens and r rays on a board with open edges and no walls: O(q r) if no two queens share a line, else O(q r
/// log q). The same O(q r) for rays to neighbouring squares on joined edges, if no two queens share a line. Otherwise
/// each square that a ray crosses is visited once. Each unit is visited once.
///
/// If the problem has rules, each square that a ray crosses is visited once for each piece and, with its board, once
/// more for each cover.
pub fn solution(problem: &Problem, placement: &Placement) -> Result<(), Violation> {
    if let Some(rules) = problem.rules() {
        return Ok(RuleCheck::new(problem, rules, placement)?.check_all()?);
    }
    let queens = placement.squares();
    stand_together(problem, queens)?;
    let mut rest = queens.iter();
    // Both lists are sorted, so one pass finds every given queen.
    if let Some(&given) = problem.givens().iter().find(|&given| !rest.any(|queen| queen == given)) {
        return Err(Violation::GivenMissing(given));
    }
    check_units(problem, queens, |count, bounds| !bounds.contains(count))
}

/// Measures the value of `placement` that is to be least or greatest. `None` if the problem wants no best solutions, if a
/// piece is where it cannot stand, if the value does not fit, or if squares are counted on a board that is too large to check.
///
/// ```
/// use queens::{check, placement::Placement};
///
/// let corner = Placement::new(vec!["a1".parse()?]);
/// let safe = "4; pieces: queens; best: greatest number of squares empty 0".parse()?;
/// assert_eq!(check::value(&safe, &corner), Some(6));
/// assert_eq!(check::value(&"4".parse()?, &corner), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn value(problem: &Problem, placement: &Placement) -> Option<i64> {
    let rules = problem.rules()?;
    RuleCheck::new(problem, rules, placement).ok()?.value()
}

/// Returns true if each row of a square board has one queen, and each queen is as many columns to the right of that in the row
/// before, modulo the number of columns.
#[must_use]
pub fn is_linear(problem: &Problem, placement: &Placement) -> bool {
    let size = problem.rows();
    let columns =
        placement.columns(size).and_then(|columns| columns.into_iter().collect::<Option<Vec<u32>>>());
    let Some(columns) = columns.filter(|_| problem.columns() == size) else { return false };
    if columns.iter().any(|&column| column >= size) {
        return false;
    }
    let mut steps = columns.windows(2).map(|pair| (pair[1] + size - pair[0]) % size);
    let first = steps.next();
    steps.all(|step| Some(step) == first)
}

/// Checks that no queen of one army attacks one of the other, and that no two queens are on one square. Queens of one army
/// may attack each other, and the demands of the problem do not matter.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// As [`solution`] for two queens, for each white and each black queen.
pub fn armies(problem: &Problem, [white, black]: [&Placement; 2]) -> Result<(), Violation> {
    [white, black].into_iter().try_for_each(|army| on_free_squares(problem, army.squares()))?;
    white.squares().iter().try_for_each(|&one| {
        black
            .squares()
            .iter()
            .try_for_each(|&other| stand_together(problem, &[one.min(other), one.max(other)]))
    })
}

/// Checks queens and pawns on the bare board of `problem`: one queen for each row and one more for each of the `pawns`, of which no
/// two attack each other. Pawns stop attacks, and share no square with each other or a queen.
///
/// # Errors
/// The first violation found. For a queen and a pawn on one square it is [`Violation::Twice`].
///
/// # Complexity
/// As [`solution`] on a board with walls.
pub fn with_pawns(problem: &Problem, queens: &Placement, pawns: &Placement) -> Result<(), Violation> {
    let (rows, columns) = (problem.rows(), problem.columns());
    let on_bare_board = |squares: &[Square]| {
        let outside = squares.iter().find(|square| square.row >= rows || square.column >= columns);
        outside.map_or(Ok(()), |&square| Err(Violation::OffBoard { square, rows, columns }))
    };
    let mut all = [queens.squares(), pawns.squares()].concat();
    on_bare_board(&all)?;
    all.sort_unstable();
    if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Twice(pair[0]));
    }
    let bounds = Bounds::exactly(rows.saturating_add(pawns.len() as u32));
    let count = queens.len() as u32;
    if !bounds.contains(count) {
        return Err(Violation::Unit { unit: Unit::Total, count, bounds });
    }
    let bare = Problem::builder(rows, columns).units(Units::ANY);
    let walled = pawns.squares().iter().fold(bare, |board, &pawn| board.wall(pawn)).build();
    // A board of this size with some walls is a problem.
    walled.map_or(Ok(()), |board| stand_together(&board, queens.squares()))
}

/// Checks that every free square is in exactly one of the `classes`, and that pieces on the squares of one class do not attack
/// each other. The demands of the problem do not matter.
///
/// # Errors
/// The first violation found; [`Violation::Twice`] and [`Violation::Uncovered`] for a square in two classes, or in none.
///
/// # Complexity
/// As [`solution`], for each class.
pub fn coloring<'c>(
    problem: &Problem,
    classes: impl IntoIterator<Item = &'c Placement>,
) -> Result<(), Violation> {
    let mut colored = Vec::new();
    for class in classes {
        stand_together(problem, class.squares())?;
        colored.extend_from_slice(class.squares());
    }
    let all = Placement::new(colored);
    let squares = all.squares();
    if let Some(pair) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Twice(pair[0]));
    }
    let is_open = |&square: &Square| {
        problem.kind(square) == SquareKind::Free && squares.binary_search(&square).is_err()
    };
    problem.every_square().find(is_open).map_or(Ok(()), |open| Err(Violation::Uncovered(open)))
}

/// Checks that `groups` have the numbers of pieces of `mix`, and that no piece attacks, or shares a square with, another one. The
/// piece of the problem and its demands do not matter.
///
/// # Errors
/// The first violation found; a wrong number of pieces is one of the total.
///
/// # Complexity
/// Each square that a ray of a piece crosses is visited once for each piece.
pub fn pieces(problem: &Problem, mix: PieceMix, groups: &[Group]) -> Result<(), Violation> {
    let size = groups.first().map_or(0, |group| group.placement.len());
    let numbers = match mix.numbers() {
        Some(numbers) => numbers.into_iter().map(|(kind, number)| (kind, usize::from(number))).collect(),
        None => mix.kinds().into_iter().map(|kind| (kind, size)).collect::<Vec<_>>(),
    };
    let placed: Vec<(GroupKind, usize)> =
        groups.iter().map(|group| (group.kind, group.placement.len())).collect();
    let wanted: Vec<(GroupKind, usize)> =
        numbers.iter().map(|&(kind, number)| (GroupKind::Pieces(kind), number)).collect();
    if placed != wanted {
        let sum = |numbers: &[(GroupKind, usize)]| numbers.iter().map(|of| of.1).sum::<usize>() as u32;
        let bounds = Bounds::exactly(sum(&wanted));
        return Err(Violation::Unit { unit: Unit::Total, count: sum(&placed), bounds });
    }
    let mut all: Vec<Square> = groups.iter().flat_map(|group| group.placement.squares()).copied().collect();
    all.sort_unstable();
    on_free_squares(problem, &all)?;
    let standing: HashSet<Square> = all.into_iter().collect();
    for ((kind, _), group) in numbers.iter().zip(groups) {
        let piece = kind.piece();
        for &square in group.placement.squares() {
            let struck = piece.rays().iter().find_map(|&ray| first_struck(problem, ray, square, &standing));
            if let Some(other) = struck {
                return Err(Violation::Attack(square.min(other), square.max(other)));
            }
        }
    }
    Ok(())
}
