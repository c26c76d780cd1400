//! Threads that share units: each takes the next one until there is none.

use super::time;
use super::{
    RunOptions, RunProgress, RunReport, SharedMeter, Tally, UnitPart, UnitTime,
    WorkUnits, on_threads,
};
use control::{Limit, Stop, lock, thread_count};
use queens_model::unsupported::{Parameter, Unsupported};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// State that the threads share: the sum of the finished work units, their number and
/// their weight, and the callback.
struct PoolState<'f> {
    tally: Tally,
    units: u64,
    weight: f64,
    /// Units that were not admitted, their weight, and the limit that was reached
    /// meanwhile.
    skipped: u64,
    skipped_weight: f64,
    stop: Option<Stop>,
    tell: &'f mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
}

/// A unit that a thread has begun.
struct OpenUnit {
    unit: u64,
    /// Numbers of its segments.
    segments: Range<u64>,
    /// Number of the next segment to run.
    next: u64,
    done: UnitPart,
}

impl OpenUnit {
    /// Begins a unit, or continues one whose first segments are `done`.
    fn new(unit: u64, segments: Range<u64>, done: Option<UnitPart>) -> Self {
        let count = segments.end - segments.start;
        let done = done
            .filter(|done| done.segments < count)
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
        (segment < self.segments.end).then(|| {
            self.next += 1;
            segment
        })
    }

    /// Returns the fraction of its segments that are done.
    fn share_done(&self) -> f64 {
        self.done.segments as f64 / (self.segments.end - self.segments.start) as f64
    }

    fn is_complete(&self) -> bool {
        self.done.segments == self.segments.end - self.segments.start
    }

    /// Returns true if every segment that was begun is done: then these are the first
    /// ones.
    fn is_idle(&self) -> bool {
        self.segments.start + self.done.segments == self.next
    }
}

/// Runs all units of `work_units`, in an order of which each part is spread evenly over
/// all of them: from the first units on, progress says how long the whole takes. Where
/// units come sorted by their work, those with the least come last, so that all threads
/// end together.
///
/// # Errors
/// As [`run`].
pub fn run_all(
    work_units: &dyn WorkUnits,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    let units = work_units.units();
    let last = units / 8;
    let order = spread(units - last).chain(units - last..units);
    run(work_units, order, options, &mut |_, _, _| ())
}

/// The numbers below `count`, each once: the multiples of a number near the golden ratio,
/// which leave no large gap wherever one stops.
fn spread(count: u64) -> impl Iterator<Item = u64> + Clone {
    let coprime = |step: &u64| {
        let (mut a, mut b) = (*step, count);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    let golden = (count as f64 * 0.618_033_988_749_894_9) as u64;
    let step = (golden.max(1)..).find(coprime).unwrap_or(1);
    (0..count).map(move |number| {
        (u128::from(number) * u128::from(step) % u128::from(count)) as u64
    })
}

/// Runs units in the given order, each once, and tells `finished` of each when it is: its
/// number, what it came to, and the time that it took its thread; one unit at a time.
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
/// If the residues that an engine computed beside a count or a figure are not those of
/// the number: its arithmetic, or the machine, is at fault. Nobody has been told of that
/// unit.
pub fn run<I: Iterator<Item = u64> + Clone + Send>(
    work_units: &dyn WorkUnits,
    order: I,
    options: &RunOptions<'_>,
    finished: &mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
) -> Result<RunReport, Unsupported> {
    let meter = SharedMeter::new(&options.limits);
    let threads = thread_count(options.threads);
    // A large board has millions of units: adding up their weights obeys the limits, too.
    let add = |(units, whole): (u64, f64), unit| {
        meter.spend(0)?;
        Ok((units + 1, whole + work_units.weight(unit)))
    };
    let (of_units, whole) = match order.clone().try_fold((0, 0.0), add) {
        Ok(all) => all,
        Err(stop) => {
            return Ok(RunReport {
                tally: Tally::default(),
                visited: 0,
                outcome: Err(stop).into(),
                units: 0,
                of_units: work_units.units(),
                kernel: work_units.kernel(),
                threads,
                elapsed: meter.elapsed(),
            });
        }
    };
    let order = Mutex::new(order);
    let done = Mutex::new(PoolState {
        tally: Tally::default(),
        units: 0,
        weight: 0.0,
        skipped: 0,
        skipped_weight: 0.0,
        stop: None,
        tell: finished,
    });
    let work = || {
        time::take_time_for_all();
        let since = Cell::new(UnitTime {
            wall: meter.elapsed(),
            cpu: time::of_thread(),
        });
        let open_units = RefCell::new(Vec::<OpenUnit>::new());
        let finished = |segment: u64, tally: Tally| {
            let elapsed = meter.elapsed();
            let now = UnitTime {
                wall: elapsed,
                cpu: time::of_thread(),
            };
            let time = now
                .since(since.replace(now))
                .since(time::take_time_for_all());
            let mut open_units = open_units.borrow_mut();
            let place = open_units
                .iter()
                .position(|open| open.segments.contains(&segment));
            let place = place.expect("the engine finishes what it was given");
            let open = &mut open_units[place];
            let unit = open.unit;
            assert!(
                tally.agrees(),
                "the residues beside the numbers of unit {unit}: {tally:?}"
            );
            let before = open.share_done();
            open.done.segments += 1;
            open.done.tally += &tally;
            open.done.time = open.done.time + time;
            let more = work_units.weight(unit) * (open.share_done() - before);
            let complete = open.is_complete().then(|| open_units.remove(place).done);
            let mut done = lock(&done);
            done.weight += more;
            if let Some(UnitPart { tally, time, .. }) = &complete {
                done.tally += tally;
                done.units += 1;
                (done.tell)(unit, tally, *time);
            }
            let of_units = of_units - done.skipped;
            let share = done.weight / (whole - done.skipped_weight).max(done.weight);
            let progress = RunProgress {
                units: done.units,
                of_units,
                done: share,
                elapsed,
            };
            drop(done);
            if complete.is_none()
                && let Some(checkpoint) = options.checkpoint
                && open_units[place].is_idle()
            {
                checkpoint(unit, &open_units[place].done);
            }
            if let Some(tell) = options.progress {
                tell(&progress);
            }
        };
        let next = || {
            let mut open_units = open_units.borrow_mut();
            let is_late = || {
                options
                    .begin_within
                    .is_some_and(|time| meter.elapsed() >= time)
            };
            if let Some(open) = open_units
                .last_mut()
                .filter(|open| open.next < open.segments.end)
            {
                return if options.checkpoint.is_some() && is_late() {
                    None
                } else {
                    open.begin_next()
                };
            }
            let mut order = lock(&order);
            loop {
                if is_late() {
                    return None;
                }
                let unit = order.next()?;
                if options.admit.is_none_or(|admit| admit(unit)) {
                    let known = options.resume.and_then(|resume| resume(unit));
                    let mut open = OpenUnit::new(unit, work_units.segments(unit), known);
                    lock(&done).weight += work_units.weight(unit) * open.share_done();
                    let segment = open.begin_next();
                    open_units.push(open);
                    return segment;
                }
                let mut done = lock(&done);
                done.skipped += 1;
                done.skipped_weight += work_units.weight(unit);
                // Skipping takes time too.
                if let Err(stop) = meter.spend(0) {
                    done.stop.get_or_insert(stop);
                    return None;
                }
            }
        };
        work_units.run_segments(&next, &finished, &meter)
    };
    let outcomes = on_threads(threads, work).map_err(|error| {
        Unsupported::new(work_units.engine(), Parameter::Threads, error)
    })?;
    let mut outcome: Result<(), Stop> = outcomes.into_iter().collect();
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let of_units = of_units - done.skipped;
    if outcome.is_ok() && done.units < of_units {
        outcome = Err(done.stop.unwrap_or(Stop::LimitReached(Limit::Time)));
    }
    // Most engines tell the meter of many nodes at once, and it refuses those beyond the
    // limit.
    let spent = meter.spent().min(options.limits.nodes.unwrap_or(u64::MAX));
    let visited = if outcome.is_ok() {
        done.tally.nodes
    } else {
        done.tally.nodes.max(spent)
    };
    Ok(RunReport {
        tally: done.tally,
        visited,
        outcome: outcome.into(),
        units: done.units,
        of_units,
        kernel: work_units.kernel(),
        threads,
        elapsed: meter.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_order_has_each_number_once() {
        for count in (0..200).chain([1023, 1024, 6_000]) {
            let mut order: Vec<u64> = spread(count).collect();
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
