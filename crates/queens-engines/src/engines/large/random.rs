//! A random solution of a large board, in linear time.

use super::greedy_fill::RowBlock;
use super::monitor::FillMonitor;
use super::plan::plan_lanes;
use super::schedule::{LaneSchedule, LaneTask, UnmatchedPair};
use super::window::{DiagonalBits, DiagonalWindow};
use super::{LargeBoardError, reserve};
use crate::parallel::on_threads;
use control::{Limits, Stop};
use queens_model::rng::Rng;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Maximum size of a board: its diagonal numbers fit into 32 bits.
pub const MAX_SIZE: u32 = 1 << 31;

/// Maximum number of swaps proposed for an unmatched row within its strip, as a multiple
/// of the strip's height.
const TRIES_PER_ROW: u32 = 4;

/// Returns the peak memory of [`random`] for `n` queens, in bytes: 4 for each column, 4
/// bits for its diagonals, 1 byte for every 50 queens for the plan, and 8 MiB of buffers.
#[must_use]
pub fn memory(n: u32) -> u64 {
    let n = u64::from(n);
    4 * n + n / 2 + n / 50 + (1 << 23)
}

/// Finds a random solution of the `n`-queens problem: the column of each row, from 0.
///
/// The same `n` and `seed` give the same solution, whatever the number of threads. The
/// solutions are not drawn uniformly, and on boards of more than 2^20 rows they have a
/// visible structure: see `docs/design/large.md`.
///
/// `progress` is called now and then, from any thread, with the number of queens placed;
/// it must not panic, because other threads would wait forever. Limits are checked every
/// few milliseconds, except that a board of up to 2^20 rows is filled without a check; a
/// node is a queen.
///
/// # Errors
/// - [`LargeBoardError::NoSolution`] for 2 and 3, [`LargeBoardError::TooLarge`] above
///   [`MAX_SIZE`];
/// - [`LargeBoardError::Memory`] if there is not enough memory,
///   [`LargeBoardError::Stopped`] if a limit is reached.
///
/// # Complexity
/// Expected O(n) time; [`memory`] bytes. Source: see `greedy_fill.rs`; the division into
/// lanes is ours.
///
/// ```
/// use queens::{control::Limits, engines::large};
/// use std::num::NonZeroUsize;
///
/// let columns = large::random(1_000, 42, NonZeroUsize::MIN, &Limits::default(), &|_| {})?;
/// assert_eq!(large::check(&columns), Ok(()));
/// # Ok::<(), large::LargeBoardError>(())
/// ```
pub fn random(
    n: u32,
    seed: u64,
    threads: NonZeroUsize,
    limits: &Limits,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u32>, LargeBoardError> {
    match n {
        0 => return Ok(Vec::new()),
        2 | 3 => return Err(LargeBoardError::NoSolution { n }),
        1..=MAX_SIZE => {}
        _ => return Err(LargeBoardError::TooLarge { n, max: MAX_SIZE }),
    }
    let monitor = FillMonitor::new(limits, progress);
    monitor.memory(memory(n))?;
    let mut columns = reserve(n as usize, 0)?;
    // Only very small boards need a second attempt.
    let mut attempt = BoardAttempt { n, seed, number: 0 };
    while !attempt.fill_board(threads, &monitor, &mut columns)? {
        attempt.number += 1;
    }
    Ok(columns)
}

/// An attempt to fill the board, with random streams of its own.
struct BoardAttempt {
    n: u32,
    seed: u64,
    number: u64,
}

impl BoardAttempt {
    /// Returns a random stream: 0 for the plan, 1 and so on for the lanes, and the next
    /// one for the repair. A lane has a stream of its own, so that its queens do not
    /// depend on which thread fills it.
    fn stream(&self, number: usize) -> Rng {
        Rng::new(self.seed, self.number << 32 | number as u64)
    }

    /// Fills the board lane by lane, then repairs the unmatched rows. Returns false if
    /// rows stay empty.
    fn fill_board(
        &self,
        threads: NonZeroUsize,
        monitor: &FillMonitor<'_>,
        columns: &mut [u32],
    ) -> Result<bool, LargeBoardError> {
        monitor.check_limits()?;
        let lanes = plan_lanes(self.n, &mut self.stream(0), monitor)?;
        let board = SharedDiagonals::new(self.n, monitor)?;
        let schedule = LaneSchedule::new(&lanes, columns, monitor)?;
        let fill_lanes = || {
            while let Some(task) = schedule.next() {
                let number = task.number;
                let queens = u64::from(task.columns.end - task.columns.start);
                let unmatched = board.fill_lane(task, self.stream(number + 1), monitor);
                schedule.finish(number, unmatched, monitor.placed(queens));
            }
        };
        on_threads(threads.get().min(lanes.len()), fill_lanes)?;
        let unmatched = schedule.into_unmatched()?;
        let (mut rows, mut spare) = unmatched.into_iter().unzip();
        let [mut rising, mut falling] = board.into_words(monitor)?;
        let mut block = RowBlock {
            first_row: 0,
            columns,
            window: DiagonalWindow::whole(self.n, &mut rising, &mut falling),
        };
        let mut rng = self.stream(lanes.len() + 1);
        let pick = || rng.below(self.n);
        block.repair_in_rounds(&mut rows, &mut spare, monitor, pick)?;
        Ok(rows.is_empty())
    }
}

/// The diagonals of the whole board, shared by all threads.
struct SharedDiagonals {
    n: u32,
    rising: Vec<AtomicU64>,
    falling: Vec<AtomicU64>,
}

impl SharedDiagonals {
    fn new(n: u32, monitor: &FillMonitor<'_>) -> Result<Self, LargeBoardError> {
        let words = (2 * u64::from(n)).div_ceil(64) as usize;
        Ok(SharedDiagonals {
            n,
            rising: zero_words(words, monitor)?,
            falling: zero_words(words, monitor)?,
        })
    }

    /// Fills the strips of a lane; returns the rows and columns that it could not match.
    fn fill_lane(
        &self,
        task: LaneTask<'_>,
        mut rng: Rng,
        monitor: &FillMonitor<'_>,
    ) -> Vec<UnmatchedPair> {
        let mut pool: Vec<u32> = task.columns.clone().collect();
        rng.shuffle(&mut pool);
        let mut rows_left = Vec::new();
        // The columns of the pool from `first` on have no queen in any strip so far.
        let mut first = 0;
        let (mut rising, mut falling) = (Vec::new(), Vec::new());
        for (rows, columns) in task.strips {
            let mirrored = self.n - rows.end..self.n - rows.start;
            let window = DiagonalWindow {
                n: self.n,
                rising: load_bits(&self.rising, &rows, &task.columns, &mut rising),
                falling: load_bits(&self.falling, &mirrored, &task.columns, &mut falling),
            };
            let mut block = RowBlock {
                first_row: rows.start,
                columns,
                window,
            };
            let (given, mut failed) = block.fill(rows.clone(), &mut pool[first..]);
            first += given;
            if !failed.is_empty() {
                let mut spare = pool.split_off(first);
                let height = rows.end - rows.start;
                let pick = || rows.start + rng.below(height);
                // A reached limit is reported when the lane is finished.
                let _ = block.repair_all(
                    &mut failed,
                    &mut spare,
                    TRIES_PER_ROW * height,
                    pick,
                    || monitor.check_limits(),
                );
                pool.append(&mut spare);
                rows_left.append(&mut failed);
            }
            store_bits(&self.rising, &block.window.rising);
            store_bits(&self.falling, &block.window.falling);
        }
        rows_left.into_iter().zip(pool.split_off(first)).collect()
    }

    /// Returns the rising and falling diagonals as plain words.
    fn into_words(self, monitor: &FillMonitor<'_>) -> Result<[Vec<u64>; 2], Stop> {
        let [rising, falling] = [self.rising, self.falling]
            .map(|words| convert_words(words, AtomicU64::into_inner, monitor));
        Ok([rising?, falling?])
    }
}

/// Returns `words` shared words without bits.
fn zero_words(
    words: usize,
    monitor: &FillMonitor<'_>,
) -> Result<Vec<AtomicU64>, LargeBoardError> {
    let zeros = reserve(words, 0)?;
    Ok(convert_words(zeros, AtomicU64::new, monitor)?)
}

/// Converts each word. The result reuses the allocation of `words`, which collecting a
/// `Vec` into a `Vec` does and a loop that pushes would not.
fn convert_words<T, U>(
    words: Vec<T>,
    convert: impl Fn(T) -> U,
    monitor: &FillMonitor<'_>,
) -> Result<Vec<U>, Stop> {
    let checked = |(at, word)| monitor.check_limits_at(at).map(|()| convert(word));
    words.into_iter().enumerate().map(checked).collect()
}

/// Copies the diagonals with numbers row + column into `words`. A strip works on this
/// copy, a few kilobytes that stay in the cache; on the shared diagonals each test would
/// miss it.
///
/// Relaxed loads are enough: the schedule's lock orders lanes that share a diagonal, and
/// lanes that run at the same time share words at most, not bits.
fn load_bits<'a>(
    from: &[AtomicU64],
    rows: &Range<u32>,
    columns: &Range<u32>,
    words: &'a mut Vec<u64>,
) -> DiagonalBits<'a> {
    let first = (rows.start + columns.start) / 64;
    let last = (rows.end - 1 + columns.end - 1) / 64;
    words.clear();
    words.extend(
        from[first as usize..=last as usize]
            .iter()
            .map(|word| word.load(Relaxed)),
    );
    DiagonalBits {
        first: 64 * first,
        words,
    }
}

/// Writes a copy back.
///
/// A strip moves only its own queens, so its copy has every bit that it loaded, and
/// setting bits is enough.
fn store_bits(to: &[AtomicU64], bits: &DiagonalBits<'_>) {
    let first = (bits.first / 64) as usize;
    let last = bits.words.len() - 1;
    for (place, (word, &new)) in to[first..].iter().zip(&*bits.words).enumerate() {
        if place == 0 || place == last {
            // The words at the ends may hold diagonals of another lane.
            word.fetch_or(new, Relaxed);
        } else {
            word.store(new, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows 0 to 63 and columns 0 to 128 use the words 0 to 2, of which the first and the
    /// last belong to other lanes as well.
    #[test]
    fn diagonals_of_another_lane_are_kept_when_a_copy_is_written_back() {
        let shared: Vec<AtomicU64> = (0..3).map(|_| AtomicU64::new(0)).collect();
        let mut copy = Vec::new();
        let bits = load_bits(&shared, &(0..64), &(0..129), &mut copy);
        assert_eq!((bits.first, bits.words.len()), (0, 3));
        for (word, own) in bits.words.iter_mut().zip([1, 2, 4]) {
            *word |= own;
        }
        for (place, other) in [(0, 1 << 20), (2, 1 << 30)] {
            shared[place].fetch_or(other, Relaxed);
        }
        store_bits(&shared, &bits);
        let stored: Vec<u64> = shared.iter().map(|word| word.load(Relaxed)).collect();
        assert_eq!(stored, [1 | 1 << 20, 2, 4 | 1 << 30]);
    }
}
