//! The explicit solution, written at memory speed.

use super::{LargeBoardError, reserve};
use crate::engines::ladder::construction::column;

/// Number of rows at either end that may deviate from the staircase; even.
const END_ROWS: usize = 8;

/// Returns the explicit solution of the `n`-queens problem: the column of each row, from 0.
///
/// It is the solution of [`column()`], which computes a single row in O(1) and needs no
/// memory.
///
/// # Errors
/// [`LargeBoardError::NoSolution`] for 2 and 3; [`LargeBoardError::Memory`] if there is
/// not enough memory.
///
/// # Complexity
/// O(n) time at the speed of memory; 4 bytes for each row.
///
/// ```
/// use queens::engines::large::explicit;
///
/// assert_eq!(explicit(6)?, [3, 0, 4, 1, 5, 2]);
/// # Ok::<(), queens::engines::large::LargeBoardError>(())
/// ```
pub fn explicit(n: u32) -> Result<Vec<u32>, LargeBoardError> {
    if n == 2 || n == 3 {
        return Err(LargeBoardError::NoSolution { n });
    }
    let mut columns = reserve(n as usize, 0)?;
    let column = |row: usize| column(n, row as u32).unwrap_or_default();
    let middle = END_ROWS.min(columns.len())
        ..columns
            .len()
            .saturating_sub(END_ROWS)
            .max(END_ROWS.min(columns.len()));
    let (first, last) = (0..middle.start, middle.end..columns.len());
    for row in first.chain(last) {
        columns[row] = column(row);
    }
    // Two staircases of knight's moves: rows two apart have neighbouring columns. Adding
    // the step has no divisions and no branches, so memory is the bottleneck; evaluating
    // the formula for each row is slower.
    let [even, odd, next] = [0, 1, 2].map(|row| column(middle.start + row));
    let step = next.wrapping_sub(even);
    let (pairs, single) = columns[middle.clone()].as_chunks_mut::<2>();
    for (place, pair) in (0..).zip(pairs) {
        let climb = step.wrapping_mul(place);
        *pair = [even.wrapping_add(climb), odd.wrapping_add(climb)];
    }
    if let [single] = single {
        *single = column(middle.end - 1);
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_formula() {
        for n in [0, 1].into_iter().chain(4..200).chain(100_000..100_006) {
            let columns: Vec<u32> = (0..n).filter_map(|row| column(n, row)).collect();
            assert_eq!(explicit(n), Ok(columns));
        }
        assert_eq!(explicit(3), Err(LargeBoardError::NoSolution { n: 3 }));
    }
}
