//! The sums that show that there is no solution, for others to check.

use super::board::ResidualBoard;
use crate::square::Square;
use std::fmt;

/// The sums that the diagonals of the missing queens must have, and that no choice of diagonals has.
///
/// The missing queens stand one in each free row and column. So they use as many diagonals of each
/// direction as there are free rows, all different and all with an open square. Over the queens, row
/// plus column sums up to what the free rows and columns sum up to, column less row to the difference
/// of both, and the squares of both numbers to twice the squares of the free rows and columns, because
/// `(r + c)^2 + (c - r)^2 = 2 r^2 + 2 c^2`. Also, row plus column is even where column less row is.
///
/// The claim is that no choice has all these sums. To check it: from the problem, work out the lists and the
/// numbers; then add up subsets of each list, one diagonal after the other, keeping for every number of
/// diagonals, sum and number of even ones which sums of squares can be reached.
/// Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalSums {
    /// How many queens are missing, and so diagonals of each direction used.
    pub queens: usize,
    /// The diagonals with an open square, by row plus column, ascending.
    pub sums: Vec<i64>,
    /// The others with an open square, by column less row, ascending.
    pub differences: Vec<i64>,
    /// What row plus column must sum up to.
    pub sum: i64,
    /// What column less row must sum up to.
    pub difference: i64,
    /// What the squares of both must sum up to.
    pub squares: i64,
}

impl DiagonalSums {
    /// Those of `board`.
    pub(super) fn of(board: &ResidualBoard<'_>) -> Self {
        let across = |row: u32| board.columns.iter().map(move |&column| Square::new(row, column));
        let squares = board.rows.iter().flat_map(|&row| across(row));
        let open: Vec<Square> = squares.filter(|square| board.is_open(square.row, square.column)).collect();
        let numbers = |number: fn(i64, i64) -> i64| {
            let of = |square: &Square| number(square.row.into(), square.column.into());
            let mut numbers: Vec<i64> = open.iter().map(of).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let total = |lines: &[u32]| lines.iter().map(|&line| i64::from(line)).sum::<i64>();
        let squares = |lines: &[u32]| lines.iter().map(|&line| i64::from(line).pow(2)).sum::<i64>();
        DiagonalSums {
            queens: board.rows.len(),
            sums: numbers(|row, column| row + column),
            differences: numbers(|row, column| column - row),
            sum: total(&board.rows) + total(&board.columns),
            difference: total(&board.columns) - total(&board.rows),
            squares: 2 * (squares(&board.rows) + squares(&board.columns)),
        }
    }
}

/// In words, with rows and columns from 1.
impl fmt::Display for DiagonalSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DiagonalSums { queens, sums, differences, sum, difference, squares } = self;
        let count = *queens as i64;
        let from_one: Vec<i64> = sums.iter().map(|number| number + 2).collect();
        writeln!(f, "no choice of diagonals has the sums that it must have, rows and columns from 1:")?;
        writeln!(f, "  {queens} with row + column in {}, in all {}", Ranges(&from_one), sum + 2 * count)?;
        writeln!(f, "  {queens} with column - row in {}, in all {difference}", Ranges(differences))?;
        write!(f, "  their squares together {}, and as many even ones in both", squares + 4 * sum + 4 * count)
    }
}

/// Ascending numbers, those without a gap put together: `3, 5..8`.
struct Ranges<'n>(&'n [i64]);

impl fmt::Display for Ranges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.0.chunk_by(|a, b| a + 1 == *b).enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            match run {
                [first, .., last] => write!(f, "{comma}{first}..{last}")?,
                [only] => write!(f, "{comma}{only}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_put_together() {
        assert_eq!(Ranges(&[-3, -1, 0, 1, 4, 5, 9]).to_string(), "-3, -1..1, 4..5, 9");
    }
}
