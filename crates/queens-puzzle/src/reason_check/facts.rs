//! The check that premises are true of the board.

use super::{ReasonBoard, ReasonFault};
use crate::{Fact, Mark, Premise};
use queens_model::square::Square;

/// Checks that each fact is stated once, is true of `board`, and has its squares.
pub(super) fn check_facts(
    board: &ReasonBoard,
    premises: &[Premise],
) -> Result<(), ReasonFault> {
    for (index, premise) in premises.iter().enumerate() {
        let fact = premise.fact;
        if premises[..index].iter().any(|before| before.fact == fact) {
            return Err(ReasonFault::NamedTwice(fact));
        }
        let expected = squares_of_fact(board, fact)?;
        if premise.squares != expected {
            return Err(ReasonFault::WrongSquares { fact, expected });
        }
    }
    Ok(())
}

/// Returns the squares that a premise with this fact must mention, in reading order.
///
/// # Errors
/// The board has no such unit or queen. That a puzzle has one solution cannot be seen on
/// a board.
fn squares_of_fact(board: &ReasonBoard, fact: Fact) -> Result<Vec<Square>, ReasonFault> {
    match fact {
        Fact::Unit(unit) => {
            let squares = board.unit_squares(unit).ok_or(ReasonFault::NoUnit(unit))?;
            let marked = squares.into_iter().map(|index| board.square_at(index));
            Ok(marked
                .filter(|&square| board.mark(square) != Some(Mark::Cross))
                .collect())
        }
        Fact::Queen(square) => match board.mark(square) {
            Some(Mark::Queen) => Ok(vec![square]),
            _ => Err(ReasonFault::NoQueen(square)),
        },
        Fact::OneSolution(pairs) => {
            let mut squares = pairs.concat();
            squares.sort_unstable();
            Ok(squares)
        }
    }
}
