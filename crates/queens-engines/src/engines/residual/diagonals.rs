//! The certificate of the diagonal sums.

use super::board::ResidualBoard;
use crate::question::DiagonalSums;
use queens_model::square::Square;

/// Returns the sums that the diagonals of the missing queens of `board` must have.
pub(super) fn diagonal_sums(board: &ResidualBoard<'_>) -> DiagonalSums {
    let across = |row: u32| {
        board
            .columns
            .iter()
            .map(move |&column| Square::new(row, column))
    };
    let squares = board.rows.iter().flat_map(|&row| across(row));
    let open: Vec<Square> = squares
        .filter(|square| board.is_open(square.row, square.column))
        .collect();
    let numbers = |number: fn(i64, i64) -> i64| {
        let of = |square: &Square| number(square.row.into(), square.column.into());
        let mut numbers: Vec<i64> = open.iter().map(of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let total = |lines: &[u32]| lines.iter().map(|&line| i64::from(line)).sum::<i64>();
    let squares = |lines: &[u32]| {
        lines
            .iter()
            .map(|&line| i64::from(line).pow(2))
            .sum::<i64>()
    };
    DiagonalSums {
        queens: board.rows.len(),
        sums: numbers(|row, column| row + column),
        differences: numbers(|row, column| column - row),
        sum: total(&board.rows) + total(&board.columns),
        difference: total(&board.columns) - total(&board.rows),
        squares: 2 * (squares(&board.rows) + squares(&board.columns)),
    }
}
