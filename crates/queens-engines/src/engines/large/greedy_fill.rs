//! The two moves of the search: place a queen greedily, and exchange the columns of two
//! rows.
//!
//! Source: Rok Sosic and Jun Gu, A polynomial time algorithm for the n-queens problem,
//! SIGART Bulletin 1 (3), 1990; Efficient local search with conflict minimization: a case
//! study of the n-queens problem, IEEE Transactions on Knowledge and Data Engineering 6
//! (5), 1994 (QS4).

use super::monitor::FillMonitor;
use super::window::{DiagonalWindow, RowOffsets};
use control::Step;

/// A row without a queen.
pub(super) const EMPTY_ROW: u32 = u32::MAX;

/// Number of columns that [`RowBlock::fill`] tests together, so that their memory
/// accesses overlap.
const FILL_BATCH: usize = 5;

/// Maximum number of unused columns that the repair of a row tries.
const MAX_COLUMN_CHOICES: usize = 8;

/// Maximum number of swaps proposed for a row and a column in one round of
/// [`RowBlock::repair_in_rounds`].
const MAX_SWAP_TRIES: u32 = 1 << 10;

/// Maximum number of rounds of [`RowBlock::repair_in_rounds`].
const MAX_REPAIR_ROUNDS: u32 = 64;

/// A block of consecutive rows that is being filled.
pub(super) struct RowBlock<'a> {
    /// The number of the first row.
    pub(super) first_row: u32,
    /// The column of each row, or [`EMPTY_ROW`].
    pub(super) columns: &'a mut [u32],
    /// The diagonals that these rows and their columns use.
    pub(super) window: DiagonalWindow<'a>,
}

impl RowBlock<'_> {
    /// Gives each of the empty `rows` the first column of the shuffled `pool` whose
    /// diagonals are free.
    ///
    /// Used columns move to the front of `pool`. Returns their number and the rows that
    /// stay empty.
    ///
    /// Two rows at a time test a batch of columns each before either branches, so that
    /// the loads of the diagonals overlap: testing one column after the other would wait
    /// for each load.
    ///
    /// # Complexity
    /// About three tests a row on an empty board, all near the front of `pool`.
    pub(super) fn fill(
        &mut self,
        rows: impl Iterator<Item = u32>,
        pool: &mut [u32],
    ) -> (usize, Vec<u32>) {
        let mut given = 0;
        let mut failed = Vec::new();
        let mut window = self.window.local();
        let mut rows = rows.peekable();
        // The first `given` columns of the pool have a row; the others are unused.
        while let Some(row) = rows.next() {
            let unused = &mut pool[given..];
            if let Some(&next) = rows.peek()
                && let Some(found) = first_free_pair(unused, &window, [row, next])
            {
                // The second column is in the second batch, so the first swap leaves it
                // where it was found.
                for (place, row) in [row, next].into_iter().enumerate() {
                    unused.swap(place, found[place]);
                    window.flip(window.row(row), unused[place]);
                    self.columns[(row - self.first_row) as usize] = unused[place];
                }
                given += 2;
                rows.next();
                continue;
            }
            let offsets = window.row(row);
            let Some(found) = first_free(unused, &window, offsets) else {
                self.columns[(row - self.first_row) as usize] = EMPTY_ROW;
                failed.push(row);
                continue;
            };
            unused.swap(0, found);
            window.flip(offsets, unused[0]);
            self.columns[(row - self.first_row) as usize] = unused[0];
            given += 1;
        }
        (given, failed)
    }

    /// Places a queen in the empty `row` and the unused `column`: on that square if it is
    /// free, else by exchanging columns with a row that has a queen.
    ///
    /// `pick` proposes the other row, up to `tries` times. Returns true if a queen was
    /// placed.
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
            if other_column == EMPTY_ROW {
                continue;
            }
            let there = self.window.row(other_row);
            // The bits of the queen that leaves are still set, which does no harm: each
            // new square shares a row or a column with it, so no diagonal. The two new
            // squares may share a diagonal with each other.
            let free =
                self.window.free(here, other_column) & self.window.free(there, column);
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

    /// Matches the empty `rows` and the unused columns of `spare` by
    /// [`RowBlock::repair`], with up to `tries` proposals for a pair. `check_limits` is
    /// called before each row.
    ///
    /// Unmatched rows and columns stay in `rows` and `spare`.
    ///
    /// # Errors
    /// A reached limit.
    pub(super) fn repair_all(
        &mut self,
        rows: &mut Vec<u32>,
        spare: &mut Vec<u32>,
        tries: u32,
        mut pick: impl FnMut() -> u32,
        check_limits: impl Fn() -> Step,
    ) -> Step {
        let mut step = Ok(());
        rows.retain(|&row| {
            step = step.and_then(|()| check_limits());
            // After a limit the remaining rows stay empty.
            step.is_err() || !self.repair_with_spare(row, spare, tries, &mut pick)
        });
        step
    }

    /// Repairs the empty `row` with one of the first columns of `spare`, which is removed
    /// from there. Returns false if none fits.
    fn repair_with_spare(
        &mut self,
        row: u32,
        spare: &mut Vec<u32>,
        tries: u32,
        mut pick: impl FnMut() -> u32,
    ) -> bool {
        for at in 0..spare.len().min(MAX_COLUMN_CHOICES) {
            let column = spare[at];
            if self.repair(row, column, tries, &mut pick) {
                spare.swap_remove(at);
                return true;
            }
        }
        false
    }

    /// Repairs with swaps all over the block, for at most [`MAX_REPAIR_ROUNDS`] rounds.
    ///
    /// Unmatched rows and columns stay in `rows` and `spare`.
    ///
    /// # Errors
    /// A reached limit.
    pub(super) fn repair_in_rounds(
        &mut self,
        rows: &mut Vec<u32>,
        spare: &mut Vec<u32>,
        monitor: &FillMonitor<'_>,
        mut pick: impl FnMut() -> u32,
    ) -> Step {
        let tries = MAX_SWAP_TRIES.min(8 * self.columns.len() as u32);
        for _ in 0..MAX_REPAIR_ROUNDS {
            if rows.is_empty() {
                break;
            }
            self.repair_all(rows, spare, tries, &mut pick, || monitor.check_limits())?;
        }
        Ok(())
    }
}

/// Returns positions of columns for two rows at once, the second from the second batch;
/// `None` if the rows must be filled one after the other.
#[inline(always)]
fn first_free_pair(
    pool: &[u32],
    window: &DiagonalWindow<'_>,
    rows: [u32; 2],
) -> Option<[usize; 2]> {
    let (batches, _) = pool.as_chunks::<FILL_BATCH>();
    let [first, second, ..] = batches else {
        return None;
    };
    let free = [
        test_batch(first, window, window.row(rows[0])),
        test_batch(second, window, window.row(rows[1])),
    ];
    if free[0] == 0 || free[1] == 0 {
        return None;
    }
    let found = [
        free[0].trailing_zeros() as usize,
        FILL_BATCH + free[1].trailing_zeros() as usize,
    ];
    // Both rows were tested empty, so the two squares may share a diagonal.
    let distance = pool[found[0]].abs_diff(pool[found[1]]);
    (distance != rows[0].abs_diff(rows[1])).then_some(found)
}

/// Returns a bit for each column: 1 if its diagonals are free.
#[inline(always)]
fn test_batch(
    columns: &[u32; FILL_BATCH],
    window: &DiagonalWindow<'_>,
    row: RowOffsets,
) -> u64 {
    let mut free = 0;
    for (place, &column) in columns.iter().enumerate() {
        free |= window.free(row, column) << place;
    }
    free
}

/// Returns the position of the first column whose diagonals are free.
#[inline(always)]
fn first_free(
    pool: &[u32],
    window: &DiagonalWindow<'_>,
    row: RowOffsets,
) -> Option<usize> {
    let (batches, rest) = pool.as_chunks::<FILL_BATCH>();
    // All columns of a batch are looked at before the first free one is chosen: one
    // branch for each batch.
    for (batch, columns) in batches.iter().enumerate() {
        let free = test_batch(columns, window, row);
        if free != 0 {
            return Some(batch * FILL_BATCH + free.trailing_zeros() as usize);
        }
    }
    let tail = pool.len() - rest.len();
    rest.iter()
        .position(|&column| window.free(row, column) != 0)
        .map(|place| tail + place)
}
