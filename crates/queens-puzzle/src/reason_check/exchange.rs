//! The check that two pairs of queens can be exchanged.

use super::assignment::{BudgetSpent, Constraints, SquareState};
use super::{ExchangeFault, MAX_DEAD_ENDS, ReasonBoard};
use crate::Mark;
use queens_model::square::Square;

/// Checks that two pairs of squares can be exchanged: one of them has queens, both fill
/// the same units, and only a queen beside a square can prevent the exchange.
pub(super) fn check_exchange(
    board: &ReasonBoard,
    constraints: &Constraints,
    pairs: [[Square; 2]; 2],
) -> Result<(), ExchangeFault> {
    let squares = pairs.concat();
    for (index, &square) in squares.iter().enumerate() {
        let is_repeated = squares.iter().take(index).any(|&before| before == square);
        if is_repeated || board.mark(square) != Some(Mark::Open) {
            return Err(ExchangeFault::NotFree(square));
        }
        for queen in board.queens() {
            if board.touches(square, queen) {
                return Err(ExchangeFault::TouchesQueen(square, queen));
            }
        }
    }
    for pair in pairs {
        if board.touches(pair[0], pair[1]) {
            return Err(ExchangeFault::PairTouches(pair));
        }
    }
    if board.regions.is_none() || board.units_of(pairs[0]) != board.units_of(pairs[1]) {
        return Err(ExchangeFault::DifferentUnits);
    }
    let pairs = pairs.map(|pair| pair.map(|square| board.square_index(square)));
    for supposed in unlike_one_pair(pairs) {
        match constraints.find_assignment(&supposed, MAX_DEAD_ENDS) {
            Ok(None) => {}
            Ok(Some(cells)) => {
                return Err(ExchangeFault::NotOnePair(board.placed_queens(&cells)));
            }
            Err(BudgetSpent) => return Err(ExchangeFault::Undecided),
        }
    }
    Ok(())
}

/// Returns every way to fill the squares of two pairs except those with the queens of
/// exactly one pair.
fn unlike_one_pair(
    pairs: [[usize; 2]; 2],
) -> impl Iterator<Item = Vec<(usize, SquareState)>> {
    let squares = pairs.concat();
    let others = (0..16u32).filter(|&queens| queens != 0b0011 && queens != 0b1100);
    others.map(move |queens| {
        let fill = |(place, &square): (usize, &usize)| match queens >> place & 1 {
            1 => (square, SquareState::Queen),
            _ => (square, SquareState::Empty),
        };
        squares.iter().enumerate().map(fill).collect()
    })
}
