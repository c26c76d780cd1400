//! Threads that share units: each takes the next one until there is none.

use super::time;
use super::{RunOptions, RunProgress, RunReport, Sharded, SharedMeter, Tally, UnitTime, on_threads};
use control::{Limit, Stop, lock, thread_count};
use queens_model::unsupported::{Parameter, Unsupported};
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

/// State that the threads share: the sum of the finished work units, their number and their weight, and the callback.
struct PoolState<'f> {
    tally: Tally,
    units: u64,
    weight: f64,
    /// Units that were not admitted, their weight, and the limit that was reached meanwhile.
    skipped: u64,
    skipped_weight: f64,
    stop: Option<Stop>,
    tell: &'f mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
}

/// Runs all units of `shards`, in an order of which each part is spread evenly over all of them: from the first units on,
/// progress says how long the whole takes. Where units come sorted by their work, those with the least come last, so
/// that all threads end together.
///
/// # Errors
/// As [`run`].
pub fn run_all(shards: &dyn Sharded, options: &RunOptions<'_>) -> Result<RunReport, Unsupported> {
    let units = shards.units();
    let last = units / 8;
    let order = spread(units - last).chain(units - last..units);
    run(shards, order, options, &mut |_, _, _| ())
}

/// The numbers below `count`, each once: the multiples of a number near the golden ratio, which leave no large gap
/// wherever one stops.
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
    (0..count).map(move |number| (u128::from(number) * u128::from(step) % u128::from(count)) as u64)
}

/// Runs units in the given order, each once, and tells `finished` of each when it is: its number, what it came to,
/// and the time that it took its thread; one unit at a time.
///
/// A limit is no error: see [`RunReport::outcome`].
///
/// # Errors
/// The system has no room for so many threads; nothing was run. The work broke off for good ([`Sharded::failure`]);
/// `finished` was told of the units before.
///
/// # Complexity
/// The cost of the work units, and one pass over `order` before the first of them.
///
/// # Panics
/// If the residues that an engine computed beside a count or a figure are not those of the number: its arithmetic, or the
/// machine, is at fault. Nobody has been told of that unit.
pub fn run<I: Iterator<Item = u64> + Clone + Send>(
    shards: &dyn Sharded,
    order: I,
    options: &RunOptions<'_>,
    finished: &mut (dyn FnMut(u64, &Tally, UnitTime) + Send),
) -> Result<RunReport, Unsupported> {
    let meter = SharedMeter::new(&options.limits);
    let threads = thread_count(options.threads);
    // A large board has millions of units: adding up their weights obeys the limits, too.
    let add = |(units, whole): (u64, f64), unit| {
        meter.spend(0)?;
        Ok((units + 1, whole + shards.weight(unit)))
    };
    let (of_units, whole) = match order.clone().try_fold((0, 0.0), add) {
        Ok(all) => all,
        Err(stop) => {
            return Ok(RunReport {
                tally: Tally::default(),
                outcome: Err(stop).into(),
                units: 0,
                of_units: shards.units(),
                kernel: shards.kernel(),
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
        let since = Cell::new(UnitTime { wall: meter.elapsed(), cpu: time::of_thread() });
        let finished = |unit: u64, tally: Tally| {
            let elapsed = meter.elapsed();
            let now = UnitTime { wall: elapsed, cpu: time::of_thread() };
            let time = now.since(since.replace(now));
            assert!(tally.agrees(), "the residues beside the numbers of unit {unit}: {tally:?}");
            let mut done = lock(&done);
            done.tally += &tally;
            done.units += 1;
            done.weight += shards.weight(unit);
            (done.tell)(unit, &tally, time);
            let of_units = of_units - done.skipped;
            let share = done.weight / (whole - done.skipped_weight).max(done.weight);
            let progress = RunProgress { units: done.units, of_units, done: share, elapsed };
            drop(done);
            if let Some(tell) = options.progress {
                tell(&progress);
            }
        };
        let next = || {
            let mut order = lock(&order);
            loop {
                if options.begin_within.is_some_and(|time| meter.elapsed() >= time) {
                    return None;
                }
                let unit = order.next()?;
                if options.admit.is_none_or(|admit| admit(unit)) {
                    return Some(unit);
                }
                let mut done = lock(&done);
                done.skipped += 1;
                done.skipped_weight += shards.weight(unit);
                // Skipping takes time too.
                if let Err(stop) = meter.spend(0) {
                    done.stop.get_or_insert(stop);
                    return None;
                }
            }
        };
        shards.work(&next, &finished, &meter)
    };
    let outcomes = on_threads(threads, work)
        .map_err(|error| Unsupported::new(shards.engine(), Parameter::Threads, error))?;
    if let Some(failure) = shards.failure() {
        return Err(failure);
    }
    let mut outcome: Result<(), Stop> = outcomes.into_iter().collect();
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let of_units = of_units - done.skipped;
    if outcome.is_ok() && done.units < of_units {
        outcome = Err(done.stop.unwrap_or(Stop::LimitReached(Limit::Time)));
    }
    Ok(RunReport {
        tally: done.tally,
        outcome: outcome.into(),
        units: done.units,
        of_units,
        kernel: shards.kernel(),
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
