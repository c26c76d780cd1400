//! The greedy sequence of queens: row by row, each queen takes the first column that no
//! earlier one attacks.
//!
//! The board has no end to the right or below. Every column gets a queen in the end, so
//! the sequence is a permutation of the positive numbers: A065188, with the inverse
//! A065189. The first rows of the lexicographically first solutions of large boards have
//! the same columns.

use fixedbitset::FixedBitSet;

/// Iterator over the columns, from 1: A065188.
///
/// A column is out of question if it is taken, or if the difference column - row is. The
/// differences from -b to a, around 0, are all taken for some a and b that grow with the
/// row. So only columns before row - b and after row + a are tried: a few of them,
/// because the queens are close to two straight lines.
///
/// ```
/// use queens::greedy::GreedyQueens;
///
/// let first: Vec<u64> = GreedyQueens::default().take(10).collect();
/// assert_eq!(first, [1, 3, 5, 2, 4, 9, 11, 13, 15, 6]);
/// ```
///
/// # Complexity
/// O(1) amortized for a term, as measured; about 6 bits of memory.
#[derive(Clone, Debug, Default)]
pub struct GreedyQueens {
    /// Row of the last queen, from 1.
    row: usize,
    columns: FixedBitSet,
    /// Taken sums row + column.
    sums: FixedBitSet,
    /// Taken differences column - row.
    above: FixedBitSet,
    /// Taken differences row - column.
    below: FixedBitSet,
    /// First column that is not taken.
    first_column: usize,
    /// First difference column - row that is not taken, and first row - column.
    first_above: usize,
    first_below: usize,
}

impl GreedyQueens {
    /// Returns the memory of the first `terms` terms in bytes, at most.
    #[must_use]
    pub fn bytes(terms: u64) -> u64 {
        // Columns and both kinds of differences up to 1.7 n, sums up to 2.7 n; vectors
        // grow by doubling.
        terms.saturating_mul(2)
    }

    fn is_free(&self, column: usize) -> bool {
        let diagonals = if column < self.row {
            &self.below
        } else {
            &self.above
        };
        !self.columns.contains(column)
            && !self.sums.contains(self.row + column)
            && !diagonals.contains(column.abs_diff(self.row))
    }
}

impl Iterator for GreedyQueens {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.row += 1;
        advance_to_free(&mut self.first_column, &self.columns, 1);
        advance_to_free(&mut self.first_above, &self.above, 0);
        advance_to_free(&mut self.first_below, &self.below, 1);
        let before = self.first_column..(self.row + 1).saturating_sub(self.first_below);
        let after = self.first_column.max(self.row + self.first_above)..;
        let column = before.chain(after).find(|&column| self.is_free(column))?;
        self.columns.grow_and_insert(column);
        self.sums.grow_and_insert(self.row + column);
        let diagonals = if column < self.row {
            &mut self.below
        } else {
            &mut self.above
        };
        diagonals.grow_and_insert(column.abs_diff(self.row));
        Some(column as u64)
    }
}

/// Advances `first`, at least `least`, to the first number that is not in `taken`.
fn advance_to_free(first: &mut usize, taken: &FixedBitSet, least: usize) {
    *first = (*first).max(least);
    while taken.contains(*first) {
        *first += 1;
    }
}

/// Iterator over the rows of the greedy queens, by column: A065189, the inverse of
/// [`GreedyQueens`].
#[derive(Clone, Debug, Default)]
pub struct GreedyRows {
    queens: GreedyQueens,
    /// Rows of the columns up to the largest one so far; 0 if a column has no queen yet.
    rows: Vec<u64>,
    column: usize,
}

impl GreedyRows {
    /// Returns the memory of the first `terms` terms in bytes, at most.
    #[must_use]
    pub fn bytes(terms: u64) -> u64 {
        // The queen of column k is in a row up to 1.7 k, in whose rows columns up to 2.7
        // k have one.
        GreedyQueens::bytes(terms.saturating_mul(2))
            .saturating_add(terms.saturating_mul(48))
    }
}

impl Iterator for GreedyRows {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.column += 1;
        loop {
            if let Some(&row) = self.rows.get(self.column - 1).filter(|&&row| row > 0) {
                return Some(row);
            }
            let column = self.queens.next()? as usize;
            if self.rows.len() < column {
                self.rows.resize(column, 0);
            }
            self.rows[column - 1] = self.queens.row as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A065188 and A065189, as far as OEIS lists them on their pages.
    const COLUMNS: [u64; 70] = [
        1, 3, 5, 2, 4, 9, 11, 13, 15, 6, 8, 19, 7, 22, 10, 25, 27, 29, 31, 12, 14, 35,
        37, 39, 41, 16, 18, 45, 17, 48, 20, 51, 53, 21, 56, 58, 60, 23, 63, 24, 66, 28,
        26, 70, 72, 74, 76, 78, 30, 32, 82, 84, 86, 33, 89, 34, 92, 38, 36, 96, 98, 100,
        102, 40, 105, 107, 42, 110, 43, 113,
    ];

    #[test]
    fn the_published_terms_are_found() {
        assert_eq!(
            GreedyQueens::default().take(70).collect::<Vec<_>>(),
            COLUMNS
        );
        let rows: Vec<u64> = GreedyRows::default().take(43).collect();
        for (column, row) in (1..).zip(rows) {
            if let Some(&expected) = COLUMNS.get(row as usize - 1) {
                assert_eq!(expected, column);
            }
        }
    }

    #[test]
    fn it_agrees_with_the_definition() {
        let mut columns: Vec<i64> = Vec::new();
        for row in 0..400i64 {
            let is_free = |column: &i64| {
                let attacks = |(at, &other): (i64, &i64)| {
                    other == *column || (other - column).abs() == row - at
                };
                !(0..).zip(&columns).any(attacks)
            };
            let column = (1..).find(is_free).unwrap();
            columns.push(column);
        }
        assert!(
            GreedyQueens::default()
                .take(400)
                .eq(columns.into_iter().map(|column| column as u64))
        );
    }

    #[test]
    fn the_rows_are_the_inverse() {
        let columns: Vec<u64> = GreedyQueens::default().take(20_000).collect();
        for (column, row) in (1..).zip(GreedyRows::default().take(10_000)) {
            assert_eq!(columns[row as usize - 1], column);
        }
    }
}
