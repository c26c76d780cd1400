//! The explicit solution, as fast as memory takes it.

use super::{Error, reserve};
use crate::engines::ladder::construction::column;

/// Rows at either end that may be out of step with the others; even.
const ENDS: usize = 8;

/// The explicit solution of the `n`-queens problem: the column of each row, from 0.
///
/// It is the one of [`column()`], which tells a single row in O(1) and needs no memory.
///
/// # Errors
/// [`Error::NoSolution`] for 2 and 3; [`Error::Memory`] if the memory is not there.
///
/// # Complexity
/// O(n) time at the speed of memory; 4 bytes for each row.
///
/// ```
/// use queens::engines::large::explicit;
///
/// assert_eq!(explicit(6)?, [3, 0, 4, 1, 5, 2]);
/// # Ok::<(), queens::engines::large::Error>(())
/// ```
pub fn explicit(n: u32) -> Result<Vec<u32>, Error> {
    if n == 2 || n == 3 {
        return Err(Error::NoSolution { n });
    }
    let mut columns = reserve(n as usize, 0)?;
    let column = |row: usize| column(n, row as u32).unwrap_or_default();
    let middle = ENDS.min(columns.len())..columns.len().saturating_sub(ENDS).max(ENDS.min(columns.len()));
    let (first, last) = (0..middle.start, middle.end..columns.len());
    for row in first.chain(last) {
        columns[row] = column(row);
    }
    // Two stairs of knight's moves: rows two apart have neighbouring columns.
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
    fn it_is_the_solution_of_the_formula() {
        for n in [0, 1].into_iter().chain(4..200).chain(100_000..100_006) {
            let columns: Vec<u32> = (0..n).filter_map(|row| column(n, row)).collect();
            assert_eq!(explicit(n), Ok(columns));
        }
        assert_eq!(explicit(3), Err(Error::NoSolution { n: 3 }));
    }
}
