//! The certificate of the diagonal sums.

use super::board::ResidualBoard;
use crate::question::DiagonalSums;

/// Returns the sums that the diagonals of the missing queens of `board` must have.
pub(super) fn diagonal_sums(board: &ResidualBoard<'_>) -> DiagonalSums {
    let (rows, columns) = (sum_lines(&board.rows), sum_lines(&board.columns));
    DiagonalSums {
        queens: board.rows.len(),
        sums: open_diagonals(board, |row, column| row + column),
        differences: open_diagonals(board, |row, column| column - row),
        sum: rows + columns,
        difference: columns - rows,
        squares: 2 * (sum_squares(&board.rows) + sum_squares(&board.columns)),
    }
}

/// Lists the diagonals of one direction that have an open square, in ascending order.
fn open_diagonals(board: &ResidualBoard<'_>, number: fn(i64, i64) -> i64) -> Vec<i64> {
    let mut numbers = Vec::new();
    for &row in &board.rows {
        for &column in &board.columns {
            if board.is_open(row, column) {
                numbers.push(number(row.into(), column.into()));
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn sum_lines(lines: &[u32]) -> i64 {
    lines.iter().map(|&line| i64::from(line)).sum()
}

fn sum_squares(lines: &[u32]) -> i64 {
    lines.iter().map(|&line| i64::from(line).pow(2)).sum()
}
