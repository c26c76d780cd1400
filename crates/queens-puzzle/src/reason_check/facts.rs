//! The check that premises are true of the board.

use super::{ReasonBoard, ReasonFault};
use crate::{Fact, Mark, Premise};

/// Checks that each fact is stated once, is true of `board`, and has its squares.
pub(super) fn check_facts(
    board: &ReasonBoard,
    premises: &[Premise],
) -> Result<(), ReasonFault> {
    for (index, premise) in premises.iter().enumerate() {
        let fact = premise.fact;
        if premises
            .iter()
            .take(index)
            .any(|before| before.fact == fact)
        {
            return Err(ReasonFault::NamedTwice(fact));
        }
        let expected = match fact {
            Fact::Unit(unit) => {
                let squares =
                    board.unit_squares(unit).ok_or(ReasonFault::NoUnit(unit))?;
                let marked = squares.into_iter().map(|index| board.square_at(index));
                marked
                    .filter(|&square| board.mark(square) != Some(Mark::Cross))
                    .collect()
            }
            Fact::Queen(square) if board.mark(square) != Some(Mark::Queen) => {
                return Err(ReasonFault::NoQueen(square));
            }
            Fact::Queen(square) => vec![square],
            Fact::OneSolution(pairs) => {
                let mut squares = pairs.concat();
                squares.sort_unstable();
                squares
            }
        };
        if premise.squares != expected {
            return Err(ReasonFault::WrongSquares { fact, expected });
        }
    }
    Ok(())
}
