//! An independent check that a reason proves its conclusion.
//!
//! The check gets the premises of a step, not the deduction that found it. It supposes
//! the opposite of the conclusion on one square at a time, and tries every way to place
//! queens that satisfies the premises. It shares no code with the deductions.
//!
//! # Which squares are tried
//! Only squares that a premise mentions can hold queens in this search; all others stay
//! empty. That loses no counterexample. Take an assignment that satisfies all premises
//! and the supposition, and remove the queens on squares that no premise mentions, except
//! the supposed queen. No named unit loses a queen, no named queen goes, no two queens
//! touch that did not touch before, and an exchange of two pairs asks for a queen only on
//! squares that it mentions. So the remaining queens satisfy the premises, too, and the
//! search finds them.

mod assignment;
mod board;
mod counting;
mod exchange;
mod facts;
mod fault;
mod names;

pub(crate) use board::ReasonBoard;
pub(crate) use fault::{ExchangeFault, ReasonFault};
pub(crate) use names::check_names;

use crate::{Fact, Mark, Premise, PuzzleStep};
use assignment::{Constraints, SquareState};
use exchange::check_exchange;
use facts::check_facts;
use queens_model::square::Square;

/// Number of dead ends after which the search for one square of the conclusion gives up.
pub(crate) const MAX_DEAD_ENDS: u64 = 5_000_000;

/// The same for a premise that may be superfluous: most are needed, and the search for a
/// proof without one seldom ends late.
#[cfg(test)]
const MAX_DEAD_ENDS_WITHOUT: u64 = 1_000;

/// The same for a hint, so that it comes at once in debug builds, too.
const MAX_DEAD_ENDS_OF_HINT: u64 = 1_000;

/// Checks that `premises` prove that all `crosses` stay empty and all `queens` hold a
/// queen.
///
/// # Errors
/// The first fault.
///
/// # Complexity
/// Exponential in the number of open squares of the named units; at most
/// [`MAX_DEAD_ENDS`] dead ends for each square of the conclusion.
#[cfg(test)]
pub(crate) fn prove(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
) -> Result<(), ReasonFault> {
    prove_within(board, premises, crosses, queens, MAX_DEAD_ENDS)
}

/// Like [`prove`], but gives up after `dead_ends` for a square.
fn prove_within(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
    dead_ends: u64,
) -> Result<(), ReasonFault> {
    if crosses.is_empty() && queens.is_empty() {
        return Err(ReasonFault::NoConclusion);
    }
    for &square in crosses.iter().chain(queens) {
        if board.mark(square) != Some(Mark::Open) {
            return Err(ReasonFault::NotOpen(square));
        }
    }
    check_facts(board, premises)?;
    let mut constraints = Constraints::from_units_and_queens(board, premises);
    for premise in premises {
        if let Fact::OneSolution(pairs) = premise.fact {
            check_exchange(board, &constraints, pairs)
                .map_err(ReasonFault::NotExchangeable)?;
        }
    }
    constraints.add_exchanges(board, premises);
    for (squares, opposite) in
        [(crosses, SquareState::Queen), (queens, SquareState::Empty)]
    {
        for &square in squares {
            constraints.refute_state(board, square, opposite, dead_ends)?;
        }
    }
    Ok(())
}

/// Returns the indices of the premises without which the others still prove the
/// conclusion. A premise counts as needed if the search gives up.
#[cfg(test)]
pub(crate) fn superfluous(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
) -> Vec<usize> {
    let is_superfluous = |&index: &usize| {
        let mut others = premises.to_vec();
        others.remove(index);
        prove_within(board, &others, crosses, queens, MAX_DEAD_ENDS_WITHOUT).is_ok()
    };
    (0..premises.len()).filter(is_superfluous).collect()
}

/// Checks that the premises of a hint prove it and stand in its sentence. A search that
/// takes long is given up without a complaint.
///
/// # Panics
/// If the reason has a fault.
pub(crate) fn assert_follows(mut board: ReasonBoard, step: &PuzzleStep) {
    let proved = board.cross_ruled_out(&step.ruled_out).and_then(|()| {
        prove_within(
            &board,
            &step.premises,
            &step.crosses,
            &step.queens,
            MAX_DEAD_ENDS_OF_HINT,
        )
    });
    match proved.and_then(|()| check_names(&step.sentence, &step.premises)) {
        Ok(()) | Err(ReasonFault::Undecided(_)) => {}
        Err(fault) => panic!("{}: {fault}: {}", step.technique.id, step.sentence),
    }
}

#[cfg(test)]
mod tests;
