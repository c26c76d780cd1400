//! Runs work units: all units of a board on several threads, or some of them.

use super::layout::WordLayout;
use super::plan::JoinPlan;
use super::quarter::Quarters;
use super::shares::ShareCounts;
use super::workspace::JoinWorkspace;
use super::{ID, MAX_JOINED_SIZE, MIN_JOINED_SIZE};
use crate::parallel::{
    self, Counter, RunOptions, RunReport, SharedMeter, Tally, WorkUnits,
};
use control::Step;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::{DetectedKernel, Kernel, KernelLoops, KernelWork};
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::OnceLock;

/// Result of one work unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnitResult {
    /// Number of solutions, including all images under the symmetries of the square.
    pub(super) count: Counter,
    /// Number of half boards that were made.
    pub(super) items: u64,
    /// Number of pairs of half boards that were joined.
    pub(super) pairs: u64,
}

impl From<UnitResult> for Tally {
    fn from(partial: UnitResult) -> Self {
        Tally::new(partial.count, partial.items, &[partial.pairs.into()])
    }
}

/// Counts the ways to put `n` queens on an n x n board so that none attacks another.
/// Nodes are half boards; the figure is the number of pairs of half boards that were
/// joined.
///
/// Boards of fewer than 8 rows are searched row by row; larger ones are cut in two halves
/// that are joined.
///
/// # Errors
/// More than 32 queens; a kernel that the processor lacks; no room for so many threads. A
/// limit is not an error: see [`RunReport::outcome`].
///
/// # Complexity
/// From n to n + 2, time grows by a factor of 25 to 100. Memory: up to n = 21 the quarter
/// tables (less than 30 MB for n = 18), and for each thread the lists of the top and
/// bottom halves of one join.
///
/// ```
/// use queens::engines::join;
///
/// assert_eq!(join::queens(12, &Default::default())?.tally.count, 14_200);
/// # Ok::<(), queens::unsupported::Unsupported>(())
/// ```
#[doc(hidden)]
pub fn queens(n: u32, options: &RunOptions<'_>) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*work_units(n, options.kernel)?, options)
}

/// Cuts the count for `n` queens into work units. By estimate, none takes longer than a
/// thousandth of the whole or, up to 26 queens, a minute of one core. From 27 queens on
/// there are at most a million units, in segments of at most four minutes. Boards of
/// fewer than 8 rows are one unit.
///
/// # Errors
/// More than 32 queens; a kernel that the processor lacks.
///
/// # Complexity
/// n 2^(n/2) steps, some milliseconds for n = 27, and O(2^(n/2)) words.
#[doc(hidden)]
pub fn work_units(n: u32, kernel: Kernel) -> Result<Box<dyn WorkUnits>, Unsupported> {
    let found = crate::engines::task::find_kernel(kernel, ID)?;
    check_size(n)?;
    match n {
        ..MIN_JOINED_SIZE => Ok(Box::new(SmallBoard { n, found })),
        _ => Ok(Box::new(JoinWorkUnits::new(n, JoinPlan::new(n), found))),
    }
}

/// Checks that words have room for the diagonals of a standard board.
pub(super) fn check_size(n: u32) -> Result<(), Unsupported> {
    if n <= MAX_JOINED_SIZE {
        return Ok(());
    }
    let reason = format!(
        "{n} queens are too many: it counts up to {MAX_JOINED_SIZE}, whose diagonals a word has room for"
    );
    Err(Unsupported::new(ID, Parameter::Size, reason))
}

/// Memory of a process before it runs a unit: pages of the program, 10 to 25 MB as the
/// system keeps them (docs/lab/campaigns.md).
const PROCESS_BYTES: u64 = 25_000_000;

/// The most memory that a thread was measured to take for the lists of a join, in
/// megabytes, from 16 queens on (docs/lab/campaigns.md).
const THREAD_MEGABYTES: [f64; 13] = [
    0.4, 0.6, 1.0, 3.8, 4.0, 9.2, 22.5, 25.5, 95.0, 170.0, 950.0, 1_700.0, 1_900.0,
];

/// Growth of these lists for each row beyond 28: more than from 27 to 28.
const THREAD_GROWTH: f64 = 1.6;

/// Returns the memory of the lists of a thread for `n` queens.
fn thread_bytes(n: u32) -> u64 {
    const FIRST: u32 = 16;
    let last = FIRST + THREAD_MEGABYTES.len() as u32 - 1;
    let measured = THREAD_MEGABYTES[(n.clamp(FIRST, last) - FIRST) as usize];
    let megabytes = (last..n).fold(measured, |megabytes, _| megabytes * THREAD_GROWTH);
    (megabytes * 1e6) as u64
}

/// Returns the number of rows of a board.
fn board_size(layout: &WordLayout) -> u32 {
    2 * layout.half + u32::from(layout.odd)
}

/// A board that is cut in halves.
struct JoinWorkUnits {
    plan: JoinPlan,
    quarters: Quarters,
    found: DetectedKernel,
    /// Number of share-outs that each work unit stands for, for audits; made on first
    /// use.
    shares: OnceLock<ShareCounts>,
}

impl JoinWorkUnits {
    fn new(n: u32, plan: JoinPlan, found: DetectedKernel) -> Self {
        JoinWorkUnits {
            plan,
            quarters: Quarters::new(WordLayout::new(n)),
            found,
            shares: OnceLock::new(),
        }
    }
}

impl WorkUnits for JoinWorkUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    /// Returns the version of the decomposition: 2 for odd boards, where the queen of the
    /// middle row may be on either side; 5 and 6 where units have segments.
    fn decomposition(&self) -> u32 {
        1 + u32::from(self.quarters.layout().odd)
            + 4 * u32::from(self.plan.has_segments())
    }

    fn units(&self) -> u64 {
        self.plan.units()
    }

    fn weight(&self, unit: u64) -> f64 {
        self.plan.unit(unit).2
    }

    fn segments(&self, unit: u64) -> Range<u64> {
        self.plan.segments(unit)
    }

    fn unit_at(&self, place: f64) -> Option<u64> {
        Some(self.plan.unit_at(place))
    }

    fn finer(&self) -> Option<Box<dyn WorkUnits>> {
        let n = board_size(self.quarters.layout());
        Some(Box::new(JoinWorkUnits::new(
            n,
            JoinPlan::fine(n),
            self.found,
        )))
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        let (unit, opposites, _) = self.plan.unit(unit);
        let shares = self.shares.get_or_init(|| self.plan.shares());
        Some(shares.count_share_outs(&unit, &opposites))
    }

    fn memory_bytes(&self, threads: usize) -> Option<u64> {
        let of_thread = thread_bytes(board_size(self.quarters.layout()));
        let of_threads = (threads as u64).saturating_mul(of_thread);
        Some((PROCESS_BYTES + self.quarters.bytes()).saturating_add(of_threads))
    }

    fn describe(&self, unit: u64) -> Value {
        json!(self.plan.unit(unit).0)
    }

    fn figures(&self) -> Vec<String> {
        vec!["pairs".to_owned()]
    }

    fn kernel(&self) -> Kernel {
        self.found.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        self.found.run(RunUnits {
            work_units: self,
            next,
            finished,
            meter,
        })
    }
}

/// The work units of one thread, run with the instructions of a kernel.
struct RunUnits<'a> {
    work_units: &'a JoinWorkUnits,
    next: &'a dyn Fn() -> Option<u64>,
    finished: &'a dyn Fn(u64, Tally),
    meter: &'a SharedMeter<'a>,
}

impl KernelWork for RunUnits<'_> {
    type Output = Step;

    #[inline(always)]
    fn run<L: KernelLoops>(self, loops: L) -> Step {
        let mut workspace = JoinWorkspace::<L::Mask>::new(&self.work_units.quarters);
        let meter = self.meter.of_thread();
        while let Some(number) = (self.next)() {
            let (unit, opposites) = self.work_units.plan.segment(number);
            let partial = workspace.run(loops, &unit, &opposites, &meter)?;
            (self.finished)(number, partial.into());
        }
        Ok(())
    }
}

/// A board that is searched row by row, as one work unit.
struct SmallBoard {
    n: u32,
    found: DetectedKernel,
}

impl WorkUnits for SmallBoard {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        1
    }

    fn describe(&self, _unit: u64) -> Value {
        json!({ "rows": self.n })
    }

    fn kernel(&self) -> Kernel {
        self.found.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        while let Some(number) = next() {
            meter.spend(0)?;
            let count = count_rows((1 << self.n) - 1, 0, 0, 0);
            finished(number, Tally::new(count.into(), 0, &[]));
        }
        Ok(())
    }
}

/// Returns the number of ways to fill the remaining rows. `columns` are taken; `left` and
/// `right` are the squares of the next row on diagonals that are taken.
fn count_rows(all: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns == all {
        return 1;
    }
    let mut free = all & !(columns | left | right);
    let mut found = 0;
    // `free` are the squares of the row that are not tried yet.
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        found += count_rows(
            all,
            columns | queen,
            (left | queen) << 1,
            (right | queen) >> 1,
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sets::rank;
    use super::*;
    use std::collections::HashMap;

    /// A000170.
    const SOLUTIONS: [u128; 6] = [92, 352, 724, 2_680, 14_200, 73_712];

    /// Returns the count of one work unit.
    fn count_of(work_units: &JoinWorkUnits, unit: u64) -> u128 {
        let options = RunOptions {
            threads: 1,
            ..RunOptions::default()
        };
        let report = parallel::run(
            work_units,
            std::iter::once(unit),
            &options,
            &mut |_, _, _| (),
        );
        report.expect("one thread is there").tally.count
    }

    #[test]
    fn every_slicing_counts_the_same() {
        for (n, solutions) in (8..).zip(SOLUTIONS) {
            for slices in 1..=4 {
                let plan = JoinPlan::cut(n, |_, _, opposites, _| {
                    (opposites.div_ceil(3), slices)
                });
                let work_units = JoinWorkUnits::new(n, plan, DetectedKernel::Baseline);
                let count: u128 = (0..work_units.units())
                    .map(|unit| count_of(&work_units, unit))
                    .sum();
                assert_eq!(count, solutions, "{n} queens in {slices} slices");
            }
        }
    }

    #[test]
    fn every_division_into_segments_counts_the_same() {
        for (n, solutions) in (8..).zip(SOLUTIONS) {
            for (slices, share) in [(1, 0.05), (1, 0.001), (2, 1e-4)] {
                let plan = JoinPlan::cut(n, |_, _, opposites, _| {
                    (opposites.div_ceil(3), slices)
                });
                let work_units = JoinWorkUnits::new(
                    n,
                    plan.in_segments_up_to(share),
                    DetectedKernel::Baseline,
                );
                let count: u128 = (0..work_units.units())
                    .map(|unit| count_of(&work_units, unit))
                    .sum();
                assert_eq!(
                    count, solutions,
                    "{n} queens in {slices} slices, segments of {share}"
                );
            }
        }
    }

    /// A board of 32 queens has room for two marks only.
    #[test]
    fn every_unit_counts_the_same_with_only_two_marks() {
        for (n, slices) in (8..=13).flat_map(|n| [(n, 1), (n, 3)]) {
            let plan = JoinPlan::cut(n, |_, _, opposites, _| (opposites, slices));
            let four = JoinWorkUnits::new(n, plan, DetectedKernel::Baseline);
            let two = JoinWorkUnits {
                quarters: Quarters::new(WordLayout::with_marks(n, 2)),
                ..JoinWorkUnits::new(n, four.plan.clone(), DetectedKernel::Baseline)
            };
            for unit in 0..four.units() {
                let [four, two] =
                    [&four, &two].map(|work_units| count_of(work_units, unit));
                assert_eq!(two, four, "{n} queens, unit {unit} in {slices} slices");
            }
        }
    }

    /// Returns the columns, counted from the centre, of the queens in two opposite
    /// corners. `queens` are (x, y), from the centre.
    fn view(queens: &[(i32, i32)], odd: bool) -> (u32, u32) {
        let distance = |x: i32| {
            if odd {
                x.unsigned_abs() - 1
            } else {
                x.unsigned_abs() / 2
            }
        };
        let columns = |at: fn(i32) -> bool| {
            let corner = queens
                .iter()
                .filter(|&&(x, y)| at(-x) && at(y) && x != 0 && y != 0);
            corner.fold(0, |set, &(x, _)| set | 1 << distance(x))
        };
        (columns(|v| v > 0), columns(|v| v < 0))
    }

    /// Returns the eight images of a board.
    fn images(queens: &[(i32, i32)]) -> Vec<Vec<(i32, i32)>> {
        let turn =
            |board: &Vec<(i32, i32)>| board.iter().map(|&(x, y)| (-y, x)).collect();
        let turned: Vec<_> =
            std::iter::successors(Some(queens.to_vec()), |board| Some(turn(board)))
                .take(4)
                .collect();
        let mirrored = turned
            .iter()
            .map(|board| board.iter().map(|&(x, y)| (-x, y)).collect())
            .collect::<Vec<_>>();
        [turned, mirrored].concat()
    }

    /// Returns the class of a board: true if it is odd with an empty centre, and the sets
    /// x and u of its work unit.
    fn class(queens: &[(i32, i32)], odd: bool) -> (bool, u32, u32) {
        if odd && !queens.contains(&(0, 0)) {
            let is_normal = |board: &&Vec<(i32, i32)>| {
                let d = board
                    .iter()
                    .find(|queen| queen.1 == 0)
                    .expect("a queen in each row")
                    .0;
                let e = board
                    .iter()
                    .find(|queen| queen.0 == 0)
                    .expect("a queen in each column")
                    .1;
                0 < d && d < e
            };
            // The lower corners determine both sets.
            let image = images(queens)
                .into_iter()
                .find(|image| is_normal(&image))
                .expect("one of eight");
            let below: Vec<_> = image.into_iter().filter(|queen| queen.1 < 0).collect();
            let all = (1 << (queens.len() / 2)) - 1;
            let columns = |right: bool| {
                let of_corner = below.iter().filter(|queen| (queen.0 > 0) == right);
                of_corner
                    .fold(0_u32, |set, queen| set | 1 << (queen.0.unsigned_abs() - 1))
            };
            let (x, u) = (all & !columns(false), columns(true));
            return if rank(x) < rank(all & !u) {
                (true, all & !u, all & !x)
            } else {
                (true, x, u)
            };
        }
        let all = images(queens).into_iter().map(|board| view(&board, odd));
        let (x, u) = all
            .max_by_key(|&(x, u)| (rank(x), rank(u)))
            .expect("eight of them");
        (false, x, u)
    }

    /// Passes every solution that continues `rows`, as the queens' columns, to `found`.
    fn boards(n: u32, rows: &mut Vec<u32>, found: &mut dyn FnMut(&[u32])) {
        if rows.len() as u32 == n {
            return found(rows);
        }
        for column in 0..n {
            let attacks = |(back, &other): (u32, &u32)| {
                other == column || other.abs_diff(column) == back
            };
            if !(1..).zip(rows.iter().rev()).any(attacks) {
                rows.push(column);
                boards(n, rows, found);
                rows.pop();
            }
        }
    }

    /// Compares the count of each work unit with the number of boards of its class,
    /// listed one by one.
    #[test]
    fn every_unit_counts_its_own_classes() {
        for n in 8..=11_u32 {
            let odd = n % 2 == 1;
            let mut classes = HashMap::<_, u128>::new();
            boards(n, &mut Vec::new(), &mut |columns| {
                let from_centre = |i: u32| {
                    if odd {
                        i as i32 - n as i32 / 2
                    } else {
                        2 * i as i32 + 1 - n as i32
                    }
                };
                let queens: Vec<_> = (0..)
                    .zip(columns)
                    .map(|(row, &column)| (from_centre(column), from_centre(row)))
                    .collect();
                *classes.entry(class(&queens, odd)).or_default() += 1;
            });
            let plan = JoinPlan::cut(n, |_, _, opposites, _| (opposites, 1));
            let work_units =
                JoinWorkUnits::new(n, plan.clone(), DetectedKernel::Baseline);
            parallel::run(
                &work_units,
                0..work_units.units(),
                &RunOptions::default(),
                &mut |unit, tally, _| {
                    let (unit, opposites, _) = plan.unit(unit);
                    let class =
                        (unit.empty_centre, unit.columns, opposites.get(unit.first));
                    assert_eq!(
                        tally.count,
                        classes.remove(&class).unwrap_or(0),
                        "{n} queens: {class:?}"
                    );
                },
            )
            .expect("threads are there");
            assert_eq!(classes, HashMap::new(), "{n} queens");
        }
    }
}
