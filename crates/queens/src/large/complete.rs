//! A solution with some queens given.

use super::fill::{EMPTY, Part};
use super::rng::Rng;
use super::watch::Watch;
use super::window::Window;
use super::{Error, MAX_SIZE, reserve};
use crate::board::Square;
use search_control::Limits;

/// How many times [`complete`] starts anew before it gives up.
const ATTEMPTS: u64 = 64;

/// A random solution of the `n`-queens problem that contains `givens`: the column of each row, from 0.
///
/// The free rows are filled greedily, the rest is mended by swaps among the rows that were not given.
/// This is quick on large boards whose givens leave room. It proves nothing: where it fails, an exact
/// method may still find a solution or show that there is none.
///
/// The same arguments give the same solution. Limits are looked at before each attempt and each round
/// of repairs.
///
/// # Errors
/// - [`Error::Outside`] for a given beside the board, [`Error::Attacked`] for one that an earlier
///   given attacks or repeats;
/// - [`Error::NotFound`] if no attempt succeeded;
/// - as [`super::random`] otherwise.
///
/// # Complexity
/// Expected O(n) where at most about half of the queens are given at random; at most 17 bytes for each row.
///
/// ```
/// use queens::{board::Square, control::Limits, large};
///
/// let columns = large::complete(100, &[Square::new(3, 50)], 1, &Limits::default())?;
/// assert_eq!(columns[3], 50);
/// # Ok::<(), large::Error>(())
/// ```
pub fn complete(n: u32, givens: &[Square], seed: u64, limits: &Limits) -> Result<Vec<u32>, Error> {
    if n > MAX_SIZE {
        return Err(Error::TooLarge { n, max: MAX_SIZE });
    }
    if n == 2 || n == 3 {
        return Err(Error::NoSolution { n });
    }
    let watch = Watch::new(limits, &|_| {});
    watch.memory(17 * u64::from(n))?;
    let start = Start::new(n, givens)?;
    let free_rows: Vec<u32> = (0..n).filter(|&row| start.columns[row as usize] == EMPTY).collect();
    for attempt in 0..ATTEMPTS {
        watch.look(0)?;
        let mut rng = Rng::new(seed, attempt);
        let Start { mut columns, mut free_columns, mut rising, mut falling } = start.clone();
        rng.shuffle(&mut free_columns);
        let mut part =
            Part { first_row: 0, columns: &mut columns, window: Window::whole(n, &mut rising, &mut falling) };
        let (placed, mut rows) = part.fill(free_rows.iter().copied(), &mut free_columns);
        let mut spare = free_columns.split_off(placed);
        part.mend(&mut rows, &mut spare, &watch, || free_rows[rng.below(free_rows.len() as u32) as usize])?;
        if rows.is_empty() {
            return Ok(columns);
        }
    }
    Err(Error::NotFound { attempts: ATTEMPTS })
}

/// The board with nothing but the givens.
#[derive(Clone)]
struct Start {
    columns: Vec<u32>,
    free_columns: Vec<u32>,
    rising: Vec<u64>,
    falling: Vec<u64>,
}

impl Start {
    fn new(n: u32, givens: &[Square]) -> Result<Self, Error> {
        let words = (2 * u64::from(n)).div_ceil(64) as usize;
        let (mut rising, mut falling) = (reserve(words, 0)?, reserve(words, 0)?);
        let mut columns = reserve(n as usize, EMPTY)?;
        let mut used = reserve(n as usize, false)?;
        let mut window = Window::whole(n, &mut rising, &mut falling);
        for &Square { row, column } in givens {
            if row >= n || column >= n {
                return Err(Error::Outside { row, column, n });
            }
            let offsets = window.row(row);
            if columns[row as usize] != EMPTY || used[column as usize] || window.free(offsets, column) == 0 {
                return Err(Error::Attacked { row, column });
            }
            window.flip(offsets, column);
            columns[row as usize] = column;
            used[column as usize] = true;
        }
        let free_columns = (0..n).filter(|&column| !used[column as usize]).collect();
        Ok(Start { columns, free_columns, rising, falling })
    }
}
