//! A random sample of the work units of an engine.
//!
//! Units are drawn with probabilities proportional to their weights, so that the mean of
//! cost over weight is an unbiased estimate of the total cost (Hansen and Hurwitz, On the
//! theory of sampling from finite populations, Annals of Mathematical Statistics 14,
//! 1943). The draws are spread evenly over all weights, because units are sorted by their
//! work and the first ones are cheap for their weight.
//!
//! Example: units of weights 0.5, 0.3, 0.2 take 5, 3 and 4 seconds. Drawing the first and
//! the last gives (5 / 0.5 + 4 / 0.2) / 2 = 15 seconds; the expected value is 5 + 3 + 4 = 12.

use super::Interval;
use crate::parallel::{self, RunOptions, RunReport, WorkUnits};
use crate::question::Settings;
use crate::unsupported::Unsupported;
use control::{CancelToken, Instant, Limits, Outcome, lock};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Mutex;
use std::time::Duration;

/// Maximum number of draws of a sample.
const MAX_DRAWS: usize = 4096;

/// The golden ratio's fraction in 64 bits: a multiple of it in floating point would lose
/// bits of the place.
const GOLDEN_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Factor from the time during which units are started to the time limit of the sample.
/// It leaves room for units of half a second on a machine that counts on all its
/// processors meanwhile.
const FINISH_FACTOR: u32 = 24;

/// A work unit of the sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampledUnit {
    /// Its weight as a fraction of the total.
    pub(super) weight: f64,
    /// Processor time in seconds; wall-clock time where the system reports no other.
    pub(super) seconds: f64,
    /// Number of nodes.
    pub(super) nodes: u64,
    /// Number of solutions that it counts.
    pub(super) count: f64,
}

/// Runs units in random order until `is_enough`, which is called now and then, returns
/// true. After `time`, units are started only while fewer than `fewest` are finished;
/// units not finished after [`FINISH_FACTOR`] times `time` are left out. A unit that is
/// drawn twice is run once.
///
/// # Errors
/// Too many threads for the system.
///
/// # Complexity
/// The cost of the units that are run, plus one pass over all units if the engine cannot
/// find them [by position](WorkUnits::unit_at).
pub(super) fn sample_units(
    work_units: &dyn WorkUnits,
    settings: &Settings,
    time: Duration,
    fewest: usize,
    is_enough: impl Fn(&[SampledUnit]) -> bool + Sync,
) -> Result<(Vec<SampledUnit>, RunReport), Unsupported> {
    let limits = settings
        .limits
        .clone()
        .with_time(time * FINISH_FACTOR)
        .started();
    let unit_of = draw_units(work_units, &limits);
    // A unit that is drawn several times is run once.
    let mut weight_of: HashMap<u64, f64> = HashMap::new();
    let mut order: Vec<u64> = Vec::new();
    for &unit in &unit_of {
        if let Entry::Vacant(entry) = weight_of.entry(unit) {
            entry.insert(work_units.weight(unit));
            order.push(unit);
        }
    }
    let ran: Mutex<HashMap<u64, SampledUnit>> = Mutex::default();
    let enough = CancelToken::new();
    let options = RunOptions {
        threads: settings.threads,
        kernel: settings.kernel,
        limits: limits.with_cancel(settings.limits.cancel.child()),
        ..RunOptions::default()
    };
    let started = Instant::now();
    let next = order.iter().copied().take_while(|_| {
        !enough.is_cancelled() && (started.elapsed() < time || lock(&ran).len() < fewest)
    });
    let report = parallel::run(work_units, next, &options, &mut |unit, tally, time| {
        let mut ran = lock(&ran);
        let seconds = time.cpu.unwrap_or(time.wall).as_secs_f64();
        let (nodes, count) = (tally.nodes, tally.count as f64);
        ran.insert(
            unit,
            SampledUnit {
                weight: weight_of[&unit],
                seconds,
                nodes,
                count,
            },
        );
        // Each look costs a pass over the sample.
        if ran.len().is_power_of_two() && is_enough(&in_drawn_order(&unit_of, &ran)) {
            enough.cancel();
        }
    })?;
    let sample = in_drawn_order(&unit_of, &lock(&ran));
    Ok((sample, report))
}

/// Returns the units in the order of the draws, up to the first one that was not run, so
/// that cheap units are not preferred.
fn in_drawn_order(draws: &[u64], ran: &HashMap<u64, SampledUnit>) -> Vec<SampledUnit> {
    draws
        .iter()
        .map_while(|unit| ran.get(unit).copied())
        .collect()
}

/// Returns the outcome of a sample that is not precise enough: all draws are made, or the
/// time is up, and nothing else stopped it.
pub(super) fn unfinished_outcome(report: &RunReport) -> Outcome {
    match report.outcome {
        Outcome::Exhausted => Outcome::GaveUp,
        outcome => outcome,
    }
}

/// Draws units by position in the cumulative weights, as many as the limits allow.
fn draw_units(work_units: &dyn WorkUnits, limits: &Limits) -> Vec<u64> {
    // Multiples of the golden ratio modulo 1 are spread evenly, for any number of them.
    let golden = |draw: usize| {
        let place = (1_u64 << 63).wrapping_add((draw as u64).wrapping_mul(GOLDEN_STEP));
        (place >> 11) as f64 / (1_u64 << 53) as f64
    };
    let known: Option<Vec<u64>> = (0..MAX_DRAWS)
        .map(|draw| work_units.unit_at(golden(draw)))
        .collect();
    if let Some(known) = known {
        return known;
    }
    let mut places: Vec<(f64, usize)> =
        (0..MAX_DRAWS).map(|draw| (golden(draw), draw)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut unit_of = vec![0; MAX_DRAWS];
    let (mut unit, mut until) = (0, work_units.weight(0));
    for (place, draw) in places {
        while until < place && unit + 1 < work_units.units() {
            unit += 1;
            until += work_units.weight(unit);
            // Units not found within the limits could not be run either.
            if unit % 65_536 == 0 && limits.check().is_err() {
                return unit_of;
            }
        }
        unit_of[draw] = unit;
    }
    unit_of
}

/// Estimates the total of `what` over all units from the sample.
pub(super) fn estimate_total(
    sample: &[SampledUnit],
    what: impl Fn(&SampledUnit) -> f64,
) -> Option<Interval> {
    let rates: Vec<f64> = sample
        .iter()
        .map(|unit| (what(unit) / unit.weight).ln())
        .collect();
    Interval::from_ln_weights(&rates)
}
