//! A random solution of a large board, in linear time.

use super::fill::Part;
use super::plan::plan;
use super::schedule::{Left, Schedule, Task};
use super::watch::Watch;
use super::window::{Bits, Window};
use super::{Error, reserve};
use crate::parallel::on_threads;
use control::{Limits, Stop};
use queens_model::rng::Rng;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The largest board: twice as many diagonals are counted in 32 bits.
pub const MAX_SIZE: u32 = 1 << 31;

/// How often a row that found no column proposes a swap within its strip, for each row of the strip.
const TRIES_PER_ROW: u32 = 4;

/// The bytes that [`random`] holds at its peak for `n` queens: 4 for each column, 4 bits for its
/// diagonals, 1 byte for every 50 queens for the plan, and 8 MiB for what is at hand.
#[must_use]
pub fn memory(n: u32) -> u64 {
    let n = u64::from(n);
    4 * n + n / 2 + n / 50 + (1 << 23)
}

/// A random solution of the `n`-queens problem: the column of each row, from 0.
///
/// The same `n` and `seed` give the same solution, whatever the number of threads. The solutions are
/// not drawn uniformly, and on boards of more than 2^20 rows they have a visible structure: see
/// `docs/design/large.md`.
///
/// `progress` hears the number of queens that stand, now and then, from any thread; it must not panic,
/// which would leave other threads waiting. Limits are looked at
/// every few milliseconds, but at the end of one on boards of up to 2^20 rows; a node is a queen.
///
/// # Errors
/// - [`Error::NoSolution`] for 2 and 3, [`Error::TooLarge`] above [`MAX_SIZE`];
/// - [`Error::Memory`] if the memory is not there, [`Error::Stopped`] if a limit was reached.
///
/// # Complexity
/// Expected O(n) time; [`memory`] bytes. Source: see `fill.rs`; the division into lanes is ours.
///
/// ```
/// use queens::{control::Limits, engines::large};
/// use std::num::NonZeroUsize;
///
/// let columns = large::random(1_000, 42, NonZeroUsize::MIN, &Limits::default(), &|_| {})?;
/// assert_eq!(large::check(&columns), Ok(()));
/// # Ok::<(), large::Error>(())
/// ```
pub fn random(
    n: u32,
    seed: u64,
    threads: NonZeroUsize,
    limits: &Limits,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<u32>, Error> {
    match n {
        0 => return Ok(Vec::new()),
        2 | 3 => return Err(Error::NoSolution { n }),
        1..=MAX_SIZE => {}
        _ => return Err(Error::TooLarge { n, max: MAX_SIZE }),
    }
    let watch = Watch::new(limits, progress);
    watch.memory(memory(n))?;
    let mut columns = reserve(n as usize, 0)?;
    // Only very small boards need a second attempt.
    for attempt in 0.. {
        if attempt_once(n, (seed, attempt), threads, &watch, &mut columns)? {
            break;
        }
    }
    Ok(columns)
}

/// Fills the board lane by lane, then mends what is left. False if it found no way to.
fn attempt_once(
    n: u32,
    (seed, attempt): (u64, u64),
    threads: NonZeroUsize,
    watch: &Watch<'_>,
    columns: &mut [u32],
) -> Result<bool, Error> {
    watch.look()?;
    let stream = |number: usize| Rng::new(seed, attempt << 32 | number as u64);
    let lanes = plan(n, &mut stream(0), watch)?;
    let board = Board::new(n, watch)?;
    let schedule = Schedule::new(&lanes, columns, watch)?;
    let work = || {
        while let Some(task) = schedule.next() {
            let number = task.number;
            let queens = u64::from(task.columns.end - task.columns.start);
            let left = board.fill(task, stream(number + 1), watch);
            schedule.finish(number, left, watch.placed(queens));
        }
    };
    on_threads(threads.get().min(lanes.len()), work)?;
    let (mut rows, mut spare) = schedule.into_left()?.into_iter().unzip();
    let [mut rising, mut falling] = board.into_words(watch)?;
    let mut part = Part { first_row: 0, columns, window: Window::whole(n, &mut rising, &mut falling) };
    let mut rng = stream(lanes.len() + 1);
    part.mend(&mut rows, &mut spare, watch, || rng.below(n))?;
    Ok(rows.is_empty())
}

/// The diagonals of the whole board, shared by all threads.
struct Board {
    n: u32,
    rising: Vec<AtomicU64>,
    falling: Vec<AtomicU64>,
}

impl Board {
    fn new(n: u32, watch: &Watch<'_>) -> Result<Self, Error> {
        let words = (2 * u64::from(n)).div_ceil(64) as usize;
        let zeros = || Ok::<_, Error>(each(reserve(words, 0)?, AtomicU64::new, watch)?);
        Ok(Board { n, rising: zeros()?, falling: zeros()? })
    }

    /// Fills the strips of a lane; returns the rows and columns that it could not bring together.
    fn fill(&self, task: Task<'_>, mut rng: Rng, watch: &Watch<'_>) -> Vec<Left> {
        let mut pool: Vec<u32> = task.columns.clone().collect();
        rng.shuffle(&mut pool);
        let mut rows_left = Vec::new();
        let mut first = 0;
        let (mut rising, mut falling) = (Vec::new(), Vec::new());
        for (rows, columns) in task.strips {
            let mirrored = self.n - rows.end..self.n - rows.start;
            let window = Window {
                n: self.n,
                rising: load(&self.rising, &rows, &task.columns, &mut rising),
                falling: load(&self.falling, &mirrored, &task.columns, &mut falling),
            };
            let mut part = Part { first_row: rows.start, columns, window };
            let (given, mut failed) = part.fill(rows.clone(), &mut pool[first..]);
            first += given;
            if !failed.is_empty() {
                let mut spare = pool.split_off(first);
                let height = rows.end - rows.start;
                let pick = || rows.start + rng.below(height);
                // What stops it is told when the lane is done.
                let _ =
                    part.repair_all(&mut failed, &mut spare, TRIES_PER_ROW * height, pick, || watch.look());
                pool.append(&mut spare);
                rows_left.append(&mut failed);
            }
            store(&self.rising, &part.window.rising);
            store(&self.falling, &part.window.falling);
        }
        rows_left.into_iter().zip(pool.split_off(first)).collect()
    }

    /// The diagonals, rising and falling, when the threads are gone.
    fn into_words(self, watch: &Watch<'_>) -> Result<[Vec<u64>; 2], Stop> {
        let [rising, falling] =
            [self.rising, self.falling].map(|words| each(words, AtomicU64::into_inner, watch));
        Ok([rising?, falling?])
    }
}

/// What `turn` makes of each word, in the same place of memory.
fn each<T, U>(words: Vec<T>, turn: impl Fn(T) -> U, watch: &Watch<'_>) -> Result<Vec<U>, Stop> {
    let looking = |(at, word)| watch.look_at(at).map(|()| turn(word));
    words.into_iter().enumerate().map(looking).collect()
}

/// A copy of the diagonals with numbers row + column, in `words`.
fn load<'a>(
    from: &[AtomicU64],
    rows: &Range<u32>,
    columns: &Range<u32>,
    words: &'a mut Vec<u64>,
) -> Bits<'a> {
    let first = (rows.start + columns.start) / 64;
    let last = (rows.end - 1 + columns.end - 1) / 64;
    words.clear();
    words.extend(from[first as usize..=last as usize].iter().map(|word| word.load(Relaxed)));
    Bits { first: 64 * first, words }
}

/// Writes a copy back.
fn store(to: &[AtomicU64], bits: &Bits<'_>) {
    let first = (bits.first / 64) as usize;
    let last = bits.words.len() - 1;
    for (place, (word, &new)) in to[first..].iter().zip(&*bits.words).enumerate() {
        if place == 0 || place == last {
            // Another lane may have diagonals of its own in the words at the ends.
            word.fetch_or(new, Relaxed);
        } else {
            word.store(new, Relaxed);
        }
    }
}
