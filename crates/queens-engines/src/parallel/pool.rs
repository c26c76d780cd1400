//! The pool: threads that take work units in turn until none is left.
//!
//! ```text
//! order of units --unit--> open units of a thread --segment--> the engine
//!  (one lock)                                                     |
//! totals of the pool <--finished units-- open units <---tally----+
//!  (one lock)
//! ```
//!
//! A thread holds the units that it has begun and not finished: one for most engines,
//! several where the engine runs segments of more than one unit side by side.

use super::time::{self, UnitTime};
use super::{
    RunOptions, RunProgress, RunReport, SharedMeter, Tally, UnitPart, WorkUnits,
    on_threads,
};
use control::{Limit, Step, Stop, lock, thread_count};
use queens_model::unsupported::{Parameter, Unsupported};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Runs all units, in an order in which every part is spread evenly over all of them, so
/// that progress predicts the total time from the first units on. The last eighth runs at
/// the end: where an engine numbers large units first, these are the smallest, and all
/// threads end at nearly the same time.
///
/// # Errors
/// As [`run`].
pub fn run_all(
    work_units: &dyn WorkUnits,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    let units = work_units.units();
    let last = units / 8;
    let order = spread_order(units - last).chain(units - last..units);
    run(work_units, order, options, &mut |_, _, _| ())
}

/// Returns the numbers below `count`, each once: the multiples, modulo `count`, of a
/// number near its golden section. Wherever the sequence stops, its gaps are of similar
/// size (the three-distance theorem).
fn spread_order(count: u64) -> impl Iterator<Item = u64> + Clone {
    let golden = (count as f64 * 0.618_033_988_749_894_9) as u64;
    // Only the multiples of a number coprime to `count` reach every number below it.
    let step = (golden.max(1)..)
        .find(|&step| greatest_common_divisor(step, count) == 1)
        .unwrap_or(1);
    (0..count).map(move |index| {
        (u128::from(index) * u128::from(step) % u128::from(count)) as u64
    })
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Runs units in the given order, each once. Calls `finished(number, tally, time)` after
/// each unit, never concurrently; `time` is the time that the unit took its thread.
///
/// A limit is no error: see [`RunReport::outcome`].
///
/// # Errors
/// The system has no room for so many threads; nothing was run.
///
/// # Complexity
/// The cost of the work units, and one pass over `order` before the first of them.
///
/// # Panics
/// If the residues that an engine computed beside a count or a figure do not match the
/// number: its arithmetic, or the machine, is at fault. That unit is not reported.
pub fn run<I: Iterator<Item = u64> + Clone + Send>(
    work_units: &dyn WorkUnits,
    order: I,
    options: &RunOptions<'_>,
    finished: &mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
) -> Result<RunReport, Unsupported> {
    let meter = SharedMeter::new(&options.limits);
    let threads = thread_count(options.threads);
    let planned = match PlannedWork::add_up(work_units, order.clone(), &meter) {
        Ok(planned) => planned,
        Err(stop) => return Ok(report_nothing_run(work_units, stop, threads, &meter)),
    };
    let pool = Pool {
        work_units,
        options,
        meter: &meter,
        planned,
        order: Mutex::new(order),
        totals: Mutex::new(PoolTotals::new(finished)),
    };
    let steps =
        on_threads(threads, || PoolThread::new(&pool).run()).map_err(|error| {
            Unsupported::new(work_units.engine(), Parameter::Threads, error)
        })?;
    Ok(pool.into_report(steps.into_iter().collect(), threads))
}

/// Returns the report of a run that a limit stopped before its first unit.
fn report_nothing_run(
    work_units: &dyn WorkUnits,
    stop: Stop,
    threads: usize,
    meter: &SharedMeter<'_>,
) -> RunReport {
    RunReport {
        tally: Tally::default(),
        visited: 0,
        outcome: Err(stop).into(),
        units: 0,
        of_units: work_units.units(),
        kernel: work_units.kernel(),
        threads,
        elapsed: meter.elapsed(),
    }
}

/// The units of an order.
#[derive(Clone, Copy)]
struct PlannedWork {
    /// Number of units.
    units: u64,
    /// Sum of their weights.
    weight: f64,
}

impl PlannedWork {
    /// Adds up the units of an order. A large board has millions of them, so this obeys
    /// the limits, too.
    fn add_up(
        work_units: &dyn WorkUnits,
        order: impl Iterator<Item = u64>,
        meter: &SharedMeter<'_>,
    ) -> Result<Self, Stop> {
        let mut planned = PlannedWork {
            units: 0,
            weight: 0.0,
        };
        for unit in order {
            meter.spend(0)?;
            planned.units += 1;
            planned.weight += work_units.weight(unit);
        }
        Ok(planned)
    }
}

/// Sums over all threads.
struct PoolTotals<'f> {
    /// Sum of the finished units.
    tally: Tally,
    /// Number of finished units.
    finished: u64,
    /// Weight of the finished segments.
    weight: f64,
    /// Number of units that were not admitted.
    skipped: u64,
    /// Weight of the units that were not admitted.
    skipped_weight: f64,
    /// The limit that was reached while units were skipped.
    stop: Option<Stop>,
    /// Receives each finished unit. It is here so that the lock of the totals keeps the
    /// calls apart.
    report_unit: &'f mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
}

impl<'f> PoolTotals<'f> {
    fn new(report_unit: &'f mut (dyn FnMut(u64, &Tally, UnitTime) + Send)) -> Self {
        PoolTotals {
            tally: Tally::default(),
            finished: 0,
            weight: 0.0,
            skipped: 0,
            skipped_weight: 0.0,
            stop: None,
            report_unit,
        }
    }

    /// Counts a finished unit and reports it.
    fn add_unit(&mut self, unit: u64, done: &UnitPart) {
        self.tally += &done.tally;
        self.finished += 1;
        (self.report_unit)(unit, &done.tally, done.time);
    }

    fn progress(&self, planned: PlannedWork, elapsed: Duration) -> RunProgress {
        // Rounding may make the sum of the parts larger than the whole.
        let whole = (planned.weight - self.skipped_weight).max(self.weight);
        RunProgress {
            units: self.finished,
            of_units: planned.units - self.skipped,
            done: self.weight / whole,
            elapsed,
        }
    }
}

/// State that all threads share. A thread that needs both locks takes `order` first.
struct Pool<'p, I> {
    work_units: &'p dyn WorkUnits,
    options: &'p RunOptions<'p>,
    meter: &'p SharedMeter<'p>,
    planned: PlannedWork,
    /// The units that are not begun yet.
    order: Mutex<I>,
    totals: Mutex<PoolTotals<'p>>,
}

impl<I: Iterator<Item = u64>> Pool<'_, I> {
    /// Begins the next unit that is admitted; none if no unit is left, or no time to
    /// begin one.
    fn begin_unit(&self) -> Option<OpenUnit> {
        // Held until the unit is open: `admit` and `resume` see the units in order, one
        // at a time.
        let mut order = lock(&self.order);
        while !self.is_late() {
            let unit = order.next()?;
            if self.options.admit.is_none_or(|admit| admit(unit)) {
                return Some(self.open_unit(unit));
            }
            self.skip_unit(unit).ok()?;
        }
        None
    }

    /// Opens a unit after the segments that are known from an earlier run.
    fn open_unit(&self, unit: u64) -> OpenUnit {
        let known = self.options.resume.and_then(|resume| resume(unit));
        let open = OpenUnit::new(unit, self.work_units.segments(unit), known);
        lock(&self.totals).weight += self.work_units.weight(unit) * open.share_done();
        open
    }

    /// Takes a unit out of the planned work. Skipping millions of units takes time, so it
    /// obeys the limits.
    fn skip_unit(&self, unit: u64) -> Step {
        let mut totals = lock(&self.totals);
        totals.skipped += 1;
        totals.skipped_weight += self.work_units.weight(unit);
        let step = self.meter.spend(0);
        if let Err(stop) = step {
            totals.stop.get_or_insert(stop);
        }
        step
    }

    /// Returns true if it is too late to begin a unit.
    fn is_late(&self) -> bool {
        self.options
            .begin_within
            .is_some_and(|time| self.meter.elapsed() >= time)
    }

    /// Makes the report, after all threads have ended.
    fn into_report(self, mut step: Step, threads: usize) -> RunReport {
        let totals = self
            .totals
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let of_units = self.planned.units - totals.skipped;
        if step.is_ok() && totals.finished < of_units {
            step = Err(totals.stop.unwrap_or(Stop::LimitReached(Limit::Time)));
        }
        // Most engines report many nodes at once, so the sum can exceed the limit by the
        // nodes that the meter refused.
        let limit = self.options.limits.nodes.unwrap_or(u64::MAX);
        let visited = match step {
            Ok(()) => totals.tally.nodes,
            Err(_) => totals.tally.nodes.max(self.meter.spent().min(limit)),
        };
        RunReport {
            tally: totals.tally,
            visited,
            outcome: step.into(),
            units: totals.finished,
            of_units,
            kernel: self.work_units.kernel(),
            threads,
            elapsed: self.meter.elapsed(),
        }
    }
}

/// A thread of the pool.
struct PoolThread<'t, 'p, I> {
    pool: &'t Pool<'p, I>,
    /// Clocks at the end of the last finished segment.
    timed_until: Cell<UnitTime>,
    /// Units that this thread has begun and not finished. Only the last one has segments
    /// that are not begun.
    open_units: RefCell<Vec<OpenUnit>>,
}

impl<'t, 'p, I: Iterator<Item = u64>> PoolThread<'t, 'p, I> {
    /// Starts the clocks of the calling thread.
    fn new(pool: &'t Pool<'p, I>) -> Self {
        time::take_shared_time();
        PoolThread {
            pool,
            timed_until: Cell::new(UnitTime {
                wall: pool.meter.elapsed(),
                cpu: time::cpu_time_of_thread(),
            }),
            open_units: RefCell::new(Vec::new()),
        }
    }

    /// Runs units until none is left.
    fn run(&self) -> Step {
        self.pool.work_units.run_segments(
            &|| self.begin_segment(),
            &|segment, tally| self.finish_segment(segment, &tally),
            self.pool.meter,
        )
    }

    /// Returns the number of the next segment to run.
    fn begin_segment(&self) -> Option<u64> {
        let mut open_units = self.open_units.borrow_mut();
        if let Some(open) = open_units.last_mut().filter(|open| open.has_next()) {
            // Without checkpoints the finished segments would be lost, so the unit goes
            // on however late it is.
            if self.pool.options.checkpoint.is_some() && self.pool.is_late() {
                return None;
            }
            return open.begin_next();
        }
        let mut open = self.pool.begin_unit()?;
        let segment = open.begin_next();
        open_units.push(open);
        segment
    }

    /// Adds a finished segment to its unit, and reports what is done.
    fn finish_segment(&self, segment: u64, tally: &Tally) {
        let Pool {
            work_units,
            options,
            ..
        } = *self.pool;
        let elapsed = self.pool.meter.elapsed();
        let time = self.take_time(elapsed);
        let mut open_units = self.open_units.borrow_mut();
        let place = open_units
            .iter()
            .position(|open| open.segments.contains(&segment))
            .expect("an engine finishes only segments that it has begun");
        let open = &mut open_units[place];
        let unit = open.unit;
        assert!(
            tally.agrees(),
            "the residues beside the numbers of unit {unit}: {tally:?}"
        );
        let share_before = open.share_done();
        open.add_segment(tally, time);
        let weight = work_units.weight(unit) * (open.share_done() - share_before);
        let finished = open.is_complete().then(|| open_units.remove(place).done);

        let mut totals = lock(&self.pool.totals);
        totals.weight += weight;
        if let Some(done) = &finished {
            totals.add_unit(unit, done);
        }
        let progress = totals.progress(self.pool.planned, elapsed);
        drop(totals);

        if finished.is_none()
            && let Some(checkpoint) = options.checkpoint
            && open_units[place].is_idle()
        {
            checkpoint(unit, &open_units[place].done);
        }
        if let Some(report) = options.progress {
            report(&progress);
        }
    }

    /// Returns the time of this thread since the last call, except work that serves all
    /// units.
    fn take_time(&self, elapsed: Duration) -> UnitTime {
        let now = UnitTime {
            wall: elapsed,
            cpu: time::cpu_time_of_thread(),
        };
        let before = self.timed_until.replace(now);
        now.since(before).since(time::take_shared_time())
    }
}

/// A unit that a thread has begun.
struct OpenUnit {
    unit: u64,
    /// Numbers of its segments.
    segments: Range<u64>,
    /// Number of the next segment to begin.
    next: u64,
    /// Sum of the finished segments.
    done: UnitPart,
}

impl OpenUnit {
    /// Begins a unit, or continues one whose first segments are `known`.
    fn new(unit: u64, segments: Range<u64>, known: Option<UnitPart>) -> Self {
        let count = segments.end - segments.start;
        // A unit is reported after a segment of it has run. A part that has all of them
        // leaves none to run, so the unit is run from its start.
        let done = known
            .filter(|known| known.segments < count)
            .unwrap_or_else(|| UnitPart {
                time: UnitTime::NONE,
                ..UnitPart::default()
            });
        OpenUnit {
            unit,
            next: segments.start + done.segments,
            segments,
            done,
        }
    }

    /// Returns the number of the next segment, and counts it as begun.
    fn begin_next(&mut self) -> Option<u64> {
        let segment = self.next;
        self.has_next().then(|| {
            self.next += 1;
            segment
        })
    }

    /// Adds the result of a segment.
    fn add_segment(&mut self, tally: &Tally, time: UnitTime) {
        self.done.segments += 1;
        self.done.tally += tally;
        self.done.time = self.done.time + time;
    }

    fn segment_count(&self) -> u64 {
        self.segments.end - self.segments.start
    }

    /// Returns the fraction of its segments that are done.
    fn share_done(&self) -> f64 {
        self.done.segments as f64 / self.segment_count() as f64
    }

    /// Returns true if a segment is not begun.
    fn has_next(&self) -> bool {
        self.next < self.segments.end
    }

    fn is_complete(&self) -> bool {
        self.done.segments == self.segment_count()
    }

    /// Returns true if no segment is running: then those that are done are the first
    /// ones, and a later run can continue after them.
    fn is_idle(&self) -> bool {
        self.segments.start + self.done.segments == self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_order_has_each_number_once() {
        for count in (0..200).chain([1023, 1024, 6_000]) {
            let mut order: Vec<u64> = spread_order(count).collect();
            // About half the numbers of any stretch are in the lower half.
            for stretch in order.chunks_exact(8) {
                let low = stretch.iter().filter(|&&number| 2 * number < count).count();
                assert!((2..=6).contains(&low), "{count}: {stretch:?}");
            }
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count), "{count}");
        }
    }
}
