//! Running units: one, or all of a board on several threads.

use super::plan::{Unit, check_size, plan};
use super::quarter::Quarters;
use super::unit::{Workspace, right_columns};
use super::{CountError, SMALLEST};
use crate::parallel::{Options, Report, SharedMeter, WorkPool};
use crate::simd::{Found, Kernel, Loops, Work};
use search_control::{Limits, Outcome, Stop};
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::AddAssign;
use std::time::Instant;

/// What one unit, or several together, came to. To be summed, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partial {
    /// Solutions, with all images under the symmetries of the square.
    pub count: u64,
    /// Half boards that were made.
    pub items: u64,
    /// Pairs of half boards that were joined.
    pub pairs: u64,
    /// Pairs of a top half and a block of 256 bottom halves that were tested, padding among them.
    pub masks: u64,
}

impl AddAssign for Partial {
    fn add_assign(&mut self, other: Partial) {
        self.count += other.count;
        self.items += other.items;
        self.pairs += other.pairs;
        self.masks += other.masks;
    }
}

impl Sum for Partial {
    fn sum<I: Iterator<Item = Partial>>(parts: I) -> Self {
        parts.fold(Partial::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

/// Counts the ways to put `n` queens on an n x n board so that none attacks another.
///
/// Boards of less than 8 rows are searched row by row; others are cut in two halves that are joined.
///
/// # Errors
/// [`CountError::TooLarge`] beyond 27 queens, [`CountError::NoSuchInstructions`] if the processor lacks
/// what the options name. A limit is no error: see [`Report::outcome`].
///
/// # Complexity
/// Time grows 25 to 60 times for each two sizes. Memory: the quarter tables up to n = 21 (less than 30 MB for
/// n = 18), and the lists of one pair of halves for each thread.
///
/// ```
/// use queens::engines::join;
///
/// assert_eq!(join::queens(12, &Default::default())?.partial.count, 14_200);
/// # Ok::<(), queens::engines::join::CountError>(())
/// ```
pub fn queens(n: u32, options: &Options<'_>) -> Result<Report<Partial>, CountError> {
    if n < SMALLEST {
        let found = options.kernel.find()?;
        let started = Instant::now();
        let partial = Partial { count: row_by_row((1 << n) - 1, 0, 0, 0), ..Partial::default() };
        let (outcome, elapsed) = (Outcome::Exhausted, started.elapsed());
        let kernel = found.kernel();
        return Ok(Report { partial, outcome, units: 1, of_units: 1, kernel, threads: 1, elapsed });
    }
    run_all(n, &plan(n)?.units, options, &|_, _| ())
}

/// Runs units of the board of `n` queens, on several threads, and tells of each when it is finished: on the
/// thread that finished it, one at a time.
///
/// # Errors
/// [`CountError::TooSmall`] and [`CountError::TooLarge`] outside of 8..=27, [`CountError::NoSuchInstructions`]
/// if the processor lacks what the options name. A unit that is not of this board ends the run with
/// [`CountError::NoSuchUnit`]. A limit is no error: see [`Report::outcome`].
pub fn run_all(
    n: u32,
    units: &[Unit],
    options: &Options<'_>,
    finished: &(dyn Fn(&Unit, &Partial) + Sync),
) -> Result<Report<Partial>, CountError> {
    let tables = Tables::new(n)?;
    let found = options.kernel.find()?;
    if units.iter().any(|unit| !tables.has(unit)) {
        return Err(CountError::NoSuchUnit { n });
    }
    let cost: f64 = units.iter().map(|unit| unit.cost).sum();
    let crew = WorkPool::new(units, found, options, Partial::default());
    Ok(crew.run(|crew| {
        let mut workspace = Workspace::new(&tables.quarters);
        while let Some(unit) = crew.next() {
            let work = OneUnit { workspace: &mut workspace, unit, meter: &crew.meter };
            let partial = crew.found.run(work)?;
            crew.finished(unit.cost / cost, |sum| {
                *sum += partial;
                finished(unit, &partial);
            });
        }
        Ok(())
    }))
}

/// Counts the solutions of one unit, with tables made for it alone. Who runs many keeps a [`Worker`].
///
/// # Errors
/// As [`Worker::run`], without limits.
pub fn run(unit: &Unit, kernel: Kernel) -> Result<Partial, CountError> {
    let tables = Tables::new(unit.n)?;
    tables.worker(kernel)?.run(unit, &SharedMeter::new(&Limits::default()))
}

/// What all units of one board share; may be used by several threads.
#[derive(Debug)]
pub struct Tables {
    n: u32,
    quarters: Quarters,
}

impl Tables {
    /// Empty tables: each is filled when it is first used.
    ///
    /// # Errors
    /// [`CountError::TooSmall`] and [`CountError::TooLarge`] outside of 8..=27.
    pub fn new(n: u32) -> Result<Self, CountError> {
        check_size(n)?;
        Ok(Tables { n, quarters: Quarters::new(n) })
    }

    /// Whether a unit is one of this board.
    fn has(&self, unit: &Unit) -> bool {
        let layout = self.quarters.layout();
        let on_board = unit.columns <= layout.all() && (layout.odd || !unit.off_centre);
        let places = || right_columns(layout, unit.off_centre, unit.columns).count();
        unit.n == self.n && on_board && unit.first <= unit.end && unit.end as usize <= places()
    }

    /// The memory to run one unit after the other.
    ///
    /// # Errors
    /// [`CountError::NoSuchInstructions`] if the processor lacks those of `kernel`.
    pub fn worker(&self, kernel: Kernel) -> Result<Worker<'_>, CountError> {
        Ok(Worker { tables: self, found: kernel.find()?, workspace: Workspace::new(&self.quarters) })
    }
}

/// Runs units of one board, one after the other.
#[derive(Debug)]
pub struct Worker<'t> {
    tables: &'t Tables,
    found: Found,
    workspace: Workspace<'t>,
}

impl Worker<'_> {
    /// Counts the solutions of one unit.
    ///
    /// # Errors
    /// [`CountError::NoSuchUnit`] if it is not one of this board's, [`CountError::Stopped`] if the meter
    /// ends before the unit does.
    pub fn run(&mut self, unit: &Unit, meter: &SharedMeter<'_>) -> Result<Partial, CountError> {
        if !self.tables.has(unit) {
            return Err(CountError::NoSuchUnit { n: self.tables.n });
        }
        Ok(self.found.run(OneUnit { workspace: &mut self.workspace, unit, meter })?)
    }
}

/// One unit, to be run with the instructions of a kernel.
struct OneUnit<'a, 'q> {
    workspace: &'a mut Workspace<'q>,
    unit: &'a Unit,
    meter: &'a SharedMeter<'a>,
}

impl Work for OneUnit<'_, '_> {
    type Output = Result<Partial, Stop>;

    #[inline(always)]
    fn run<L: Loops>(self, loops: L) -> Self::Output {
        self.workspace.run(loops, self.unit, self.meter)
    }
}

/// The number of ways to fill the rows that are left.
fn row_by_row(all: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns == all {
        return 1;
    }
    let mut free = all & !(columns | left | right);
    let mut found = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        found += row_by_row(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    found
}
