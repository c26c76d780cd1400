//! Checks a solution row by row, with 5 bits of memory for each queen.

use super::{LargeBoardError, reserve};
use control::counted;

/// Number of queens checked together: one for each bit of a word.
const CHECK_BATCH: usize = 64;

/// A kind of line on which two queens attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The same column.
    Column,
    /// The same row + column.
    Rising,
    /// The same row - column.
    Falling,
}

impl LineKind {
    const ALL: [LineKind; 3] = [LineKind::Column, LineKind::Rising, LineKind::Falling];

    /// Returns the number of the line of this kind through a square of the board of `n`
    /// rows: columns from 0 to n - 1, diagonals (row + column, n - 1 - row + column) from
    /// 0 to 2n - 2.
    ///
    /// ```
    /// use queens::engines::large::LineKind;
    ///
    /// assert_eq!(LineKind::Falling.number(8, 7, 0), 0);
    /// assert_eq!(LineKind::Rising.number(8, 7, 0), 7);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn number(self, n: u32, row: u32, column: u32) -> u64 {
        let [n, row, column] = [n, row, column].map(u64::from);
        match self {
            LineKind::Column => column,
            LineKind::Rising => row + column,
            LineKind::Falling => n - 1 - row + column,
        }
    }
}

impl std::fmt::Display for LineKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            LineKind::Column => "column",
            LineKind::Rising => "rising diagonal (row + column)",
            LineKind::Falling => "falling diagonal (row - column)",
        })
    }
}

/// Reason why columns are not a solution. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFault {
    /// A queen is outside the board.
    #[error("row {row} has column {column}, but the columns of {n} queens are 0 to {}", n - 1)]
    Outside {
        /// The row.
        row: u32,
        /// Its column.
        column: u32,
        /// The number of rows.
        n: u32,
    },
    /// A queen attacks one of an earlier row.
    #[error("the queen in row {row}, column {column} is on the same {line} as an earlier one{}",
        .other.map(|other| format!(", in row {other}")).unwrap_or_default())]
    Attack {
        /// The first row whose queen attacks an earlier one.
        row: u32,
        /// Its column.
        column: u32,
        /// The common line: the first that applies, in the order of [`LineKind`].
        line: LineKind,
        /// The row of the earlier queen, if [`SolutionFault::locate`] has found it.
        other: Option<u32>,
    },
    /// There are more columns than rows.
    #[error("too many columns: more than {n} for {}", counted(*n, "row"))]
    TooMany {
        /// The number of rows.
        n: u32,
    },
    /// There are fewer columns than rows.
    #[error("too few columns: {rows} for {}", counted(*n, "row"))]
    TooFew {
        /// The number of columns.
        rows: u32,
        /// The number of rows.
        n: u32,
    },
    /// The check itself failed.
    #[error(transparent)]
    Check(#[from] LargeBoardError),
}

impl SolutionFault {
    /// Finds the earlier queen of a [`SolutionFault::Attack`] in a second pass over the
    /// columns.
    ///
    /// # Complexity
    /// O(n) time, no memory.
    #[must_use]
    pub fn locate(mut self, n: u32, columns: impl IntoIterator<Item = u32>) -> Self {
        if let SolutionFault::Attack {
            row,
            column,
            line,
            ref mut other,
        } = self
        {
            let shared = line.number(n, row, column);
            *other = (0..row)
                .zip(columns)
                .find(|&(row, column)| line.number(n, row, column) == shared)
                .map(|(row, _)| row);
        }
        self
    }
}

/// Checks the columns of rows 0, 1, 2, ... as a stream.
///
/// # Complexity
/// 5 bits of memory for each row; three bit tests for each queen.
///
/// ```
/// use queens::engines::large::{Checker, SolutionFault};
///
/// let mut checker = Checker::new(6)?;
/// checker.push(&[1, 3, 5])?;
/// checker.push(&[0, 2, 4])?;
/// checker.finish()?;
/// # Ok::<(), SolutionFault>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    n: u32,
    rows: u32,
    /// One bit for each line of each kind, in the order of [`LineKind::ALL`]: 1 if it has
    /// a queen.
    taken: [Vec<u64>; 3],
}

impl Checker {
    /// Creates a checker for the board of `n` rows.
    ///
    /// # Errors
    /// [`LargeBoardError::Memory`].
    pub fn new(n: u32) -> Result<Self, LargeBoardError> {
        let [columns, rising, falling] = [1, 2, 2].map(|times| {
            let lines = times * u64::from(n);
            reserve(lines.div_ceil(64) as usize, 0)
        });
        Ok(Checker {
            n,
            rows: 0,
            taken: [columns?, rising?, falling?],
        })
    }

    /// Checks the columns of the next rows.
    ///
    /// # Errors
    /// The first fault, after which the checker must not be used.
    pub fn push(&mut self, columns: &[u32]) -> Result<(), SolutionFault> {
        columns
            .chunks(CHECK_BATCH)
            .try_for_each(|batch| self.push_batch(batch))
    }

    fn push_batch(&mut self, columns: &[u32]) -> Result<(), SolutionFault> {
        let n = self.n;
        if columns.len() as u64 > u64::from(n - self.rows) {
            return Err(SolutionFault::TooMany { n });
        }
        let inside = columns
            .iter()
            .position(|&column| column >= n)
            .unwrap_or(columns.len());
        // One bit for each queen of the batch, by kind of line: 1 if it attacks an
        // earlier queen. There is no branch for each queen, so that the cache misses of
        // many queens overlap; a test for each would wait for them one by one.
        let mut attacks = [0_u64; 3];
        let mut taken = self.taken.each_mut().map(Vec::as_mut_slice);
        for (place, (row, &column)) in (self.rows..).zip(&columns[..inside]).enumerate() {
            for ((line, taken), attacks) in
                LineKind::ALL.into_iter().zip(&mut taken).zip(&mut attacks)
            {
                let number = line.number(n, row, column);
                let word = &mut taken[(number / 64) as usize];
                *attacks |= (*word >> (number % 64) & 1) << place;
                *word |= 1 << (number % 64);
            }
        }
        let firsts = LineKind::ALL
            .into_iter()
            .zip(attacks.map(u64::trailing_zeros));
        if let Some((line, place)) = firsts
            .filter(|&(_, place)| place < 64)
            .min_by_key(|&(_, place)| place)
        {
            let (row, column) = (self.rows + place, columns[place as usize]);
            return Err(SolutionFault::Attack {
                row,
                column,
                line,
                other: None,
            });
        }
        self.rows += inside as u32;
        match columns.get(inside) {
            Some(&column) => Err(SolutionFault::Outside {
                row: self.rows,
                column,
                n,
            }),
            None => Ok(()),
        }
    }

    /// Finishes the check.
    ///
    /// # Errors
    /// [`SolutionFault::TooFew`].
    pub fn finish(self) -> Result<(), SolutionFault> {
        if self.rows < self.n {
            return Err(SolutionFault::TooFew {
                rows: self.rows,
                n: self.n,
            });
        }
        Ok(())
    }
}

/// Checks that `columns` (of rows 0, 1, 2, ..., from 0) are a solution.
///
/// # Errors
/// The first fault, with both queens of an attack.
///
/// # Complexity
/// O(n) time; 5 bits of memory for each row.
///
/// ```
/// use queens::engines::large::{SolutionFault, LineKind, check};
///
/// assert_eq!(check(&[1, 3, 0, 2]), Ok(()));
/// let attack = SolutionFault::Attack { row: 1, column: 1, line: LineKind::Rising, other: Some(0) };
/// assert_eq!(check(&[2, 1, 0, 3]), Err(attack));
/// ```
pub fn check(columns: &[u32]) -> Result<(), SolutionFault> {
    let n = u32::try_from(columns.len()).map_err(|_| LargeBoardError::TooLarge {
        n: u32::MAX,
        max: u32::MAX - 1,
    })?;
    let mut checker = Checker::new(n)?;
    checker
        .push(columns)
        .map_err(|fault| fault.locate(n, columns.iter().copied()))?;
    checker.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first row whose queen attacks an earlier one, by comparing all pairs.
    fn first_attack(columns: &[u32]) -> Option<u32> {
        let attack = |a: usize, b: usize| {
            columns[a] == columns[b] || columns[a].abs_diff(columns[b]) as usize == b - a
        };
        let pairs = (0..columns.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs
            .into_iter()
            .find(|&(a, b)| attack(a, b))
            .map(|(_, b)| b as u32)
    }

    #[test]
    fn all_boards_of_five_rows_agree_with_the_comparison_of_all_pairs() {
        let mut solutions = 0;
        for number in 0..5_u32.pow(5) {
            let columns: Vec<u32> =
                (0..5).map(|row| number / 5_u32.pow(row) % 5).collect();
            let alone = (|| {
                let mut checker = Checker::new(5)?;
                columns.chunks(2).try_for_each(|part| checker.push(part))?;
                checker.finish()
            })();
            let together = check(&columns);
            assert_eq!(
                alone
                    .clone()
                    .map_err(|fault: SolutionFault| fault.locate(5, columns.clone())),
                together
            );
            match (together, first_attack(&columns)) {
                (Ok(()), None) => solutions += 1,
                (Err(SolutionFault::Attack { row, other, .. }), Some(b)) => {
                    let other = other.unwrap_or(row);
                    let apart = columns[row as usize].abs_diff(columns[other as usize]);
                    assert!(
                        row == b && other < row && (apart == 0 || apart == row - other)
                    );
                }
                wrong => panic!("{columns:?}: {wrong:?}"),
            }
        }
        // OEIS A000170.
        assert_eq!(solutions, 10);
    }

    #[test]
    fn lengths_and_columns_are_checked() {
        let push = |n, columns: &[u32]| {
            Checker::new(n).map_err(SolutionFault::from)?.push(columns)
        };
        assert_eq!(
            push(4, &[1, 3, 0, 2, 0]),
            Err(SolutionFault::TooMany { n: 4 })
        );
        assert_eq!(
            push(4, &[1, 4]),
            Err(SolutionFault::Outside {
                row: 1,
                column: 4,
                n: 4
            })
        );
        assert_eq!(
            check(&[1, 4, 0, 2]),
            Err(SolutionFault::Outside {
                row: 1,
                column: 4,
                n: 4
            })
        );
        assert_eq!(
            Checker::new(4)
                .map_err(SolutionFault::from)
                .and_then(Checker::finish),
            Err(SolutionFault::TooFew { rows: 0, n: 4 })
        );
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&[0]), Ok(()));
    }
}
