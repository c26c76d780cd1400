//! The two moves of the search: place a queen greedily; swap the columns of two rows.
//!
//! Source: Rok Sosic and Jun Gu, A polynomial time algorithm for the n-queens problem, SIGART
//! Bulletin 1 (3), 1990; Efficient local search with conflict minimization: a case study of the
//! n-queens problem, IEEE Transactions on Knowledge and Data Engineering 6 (5), 1994 (QS4).

use super::watch::Watch;
use super::window::{Row, Window};
use control::Step;

/// A row without a queen.
pub(super) const EMPTY: u32 = u32::MAX;

/// How many columns one step of [`fill`] tries: their tests do not wait for each other.
const BATCH: usize = 5;

/// How many unused columns a row that found none tries to get by a swap.
const CHOICES: usize = 8;

/// The most proposals for a pair of a row and a column in one round of [`Part::mend`], and its rounds.
const TRIES: u32 = 1 << 10;
const ROUNDS: u32 = 64;

/// Some rows of a board that are being filled.
pub(super) struct Part<'a> {
    /// The number of the first row.
    pub(super) first_row: u32,
    /// The column of each row, or [`EMPTY`].
    pub(super) columns: &'a mut [u32],
    /// The diagonals of these rows and of all columns that they are given.
    pub(super) window: Window<'a>,
}

impl Part<'_> {
    /// Gives each of the empty `rows` the first column of the shuffled `pool` whose diagonals are free.
    ///
    /// The columns that were given away move to the front of `pool`; returned are their number and
    /// the rows for which there was none.
    ///
    /// # Complexity
    /// About three tries a row on an empty board, all near the front of `pool`.
    pub(super) fn fill(&mut self, rows: impl Iterator<Item = u32>, pool: &mut [u32]) -> (usize, Vec<u32>) {
        let mut given = 0;
        let mut failed = Vec::new();
        let mut window = self.window.local();
        let mut rows = rows.peekable();
        while let Some(row) = rows.next() {
            let pool = &mut pool[given..];
            if let Some(&next) = rows.peek()
                && let Some(found) = first_free_pair(pool, &window, [row, next])
            {
                for (place, (row, found)) in [row, next].into_iter().zip(found).enumerate() {
                    pool.swap(place, found);
                    window.flip(window.row(row), pool[place]);
                    self.columns[(row - self.first_row) as usize] = pool[place];
                }
                given += 2;
                rows.next();
                continue;
            }
            let offsets = window.row(row);
            let Some(found) = first_free(pool, &window, offsets) else {
                self.columns[(row - self.first_row) as usize] = EMPTY;
                failed.push(row);
                continue;
            };
            pool.swap(0, found);
            window.flip(offsets, pool[0]);
            self.columns[(row - self.first_row) as usize] = pool[0];
            given += 1;
        }
        (given, failed)
    }

    /// Places a queen in the empty `row` and the unused `column`: there if the square is free, else by
    /// swapping columns with a row that has a queen.
    ///
    /// `pick` proposes the row to swap with, up to `tries` times. Returns whether a queen was placed.
    pub(super) fn repair(
        &mut self,
        row: u32,
        column: u32,
        tries: u32,
        mut pick: impl FnMut() -> u32,
    ) -> bool {
        let here = self.window.row(row);
        if self.window.free(here, column) != 0 {
            self.window.flip(here, column);
            self.columns[(row - self.first_row) as usize] = column;
            return true;
        }
        for _ in 0..tries {
            let other_row = pick();
            let other_column = self.columns[(other_row - self.first_row) as usize];
            if other_column == EMPTY {
                continue;
            }
            let there = self.window.row(other_row);
            // The new squares stand in the row and the column of the queen that leaves, so that they
            // share no diagonal with it; they may share one with each other.
            let free = self.window.free(here, other_column) & self.window.free(there, column);
            if free != 0 && row.abs_diff(other_row) != column.abs_diff(other_column) {
                self.window.flip(there, other_column);
                self.window.flip(there, column);
                self.window.flip(here, other_column);
                self.columns[(row - self.first_row) as usize] = other_column;
                self.columns[(other_row - self.first_row) as usize] = column;
                return true;
            }
        }
        false
    }

    /// Brings the empty `rows` and the unused columns of `spare` together by [`Part::repair`], with up
    /// to `tries` proposals for a pair. `look` is asked before each row whether to go on.
    ///
    /// What could not be placed stays in `rows` and `spare`.
    ///
    /// # Errors
    /// Why to stop, from `look`.
    pub(super) fn repair_all(
        &mut self,
        rows: &mut Vec<u32>,
        spare: &mut Vec<u32>,
        tries: u32,
        mut pick: impl FnMut() -> u32,
        look: impl Fn() -> Step,
    ) -> Step {
        let mut step = Ok(());
        rows.retain(|&row| {
            step = step.and_then(|()| look());
            let choices = if step.is_ok() { spare.len().min(CHOICES) } else { 0 };
            let placed = (0..choices).find(|&at| self.repair(row, spare[at], tries, &mut pick));
            placed.map(|at| spare.swap_remove(at)).is_none()
        });
        step
    }

    /// Repairs with swaps all over the part, and gives up a board that resists for long.
    ///
    /// What could not be placed stays in `rows` and `spare`.
    ///
    /// # Errors
    /// Why to stop.
    pub(super) fn mend(
        &mut self,
        rows: &mut Vec<u32>,
        spare: &mut Vec<u32>,
        watch: &Watch<'_>,
        mut pick: impl FnMut() -> u32,
    ) -> Step {
        let tries = TRIES.min(8 * self.columns.len() as u32);
        for _ in 0..ROUNDS {
            if rows.is_empty() {
                break;
            }
            self.repair_all(rows, spare, tries, &mut pick, || watch.look())?;
        }
        Ok(())
    }
}

/// The places of columns for two rows at once, the second out of the second [`BATCH`] columns; none if
/// the rows must go one after the other.
#[inline(always)]
fn first_free_pair(pool: &[u32], window: &Window<'_>, rows: [u32; 2]) -> Option<[usize; 2]> {
    let (batches, _) = pool.as_chunks::<BATCH>();
    let [first, second, ..] = batches else { return None };
    let free = [free_of(first, window, window.row(rows[0])), free_of(second, window, window.row(rows[1]))];
    if free[0] == 0 || free[1] == 0 {
        return None;
    }
    let found = [free[0].trailing_zeros() as usize, BATCH + free[1].trailing_zeros() as usize];
    let apart = pool[found[0]].abs_diff(pool[found[1]]);
    (apart != rows[0].abs_diff(rows[1])).then_some(found)
}

/// A bit for each column, 1 if its diagonals are free.
#[inline(always)]
fn free_of(columns: &[u32; BATCH], window: &Window<'_>, row: Row) -> u64 {
    let free = |(place, &column)| window.free(row, column) << place;
    columns.iter().enumerate().map(free).fold(0, |all, one| all | one)
}

/// The place of the first column whose diagonals are free.
#[inline(always)]
fn first_free(pool: &[u32], window: &Window<'_>, row: Row) -> Option<usize> {
    let (batches, rest) = pool.as_chunks::<BATCH>();
    for (batch, columns) in batches.iter().enumerate() {
        let free = free_of(columns, window, row);
        if free != 0 {
            return Some(batch * BATCH + free.trailing_zeros() as usize);
        }
    }
    let tail = pool.len() - rest.len();
    rest.iter().position(|&column| window.free(row, column) != 0).map(|place| tail + place)
}
