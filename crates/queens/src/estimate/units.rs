//! A random sample of the units of an engine.
//!
//! Units are drawn with probabilities as their weights, so that the mean of what a unit takes over its weight is what all
//! take (Hansen and Hurwitz, On the theory of sampling from finite populations, Annals of Mathematical Statistics 14, 1943).
//! The draws are spread evenly over all weights: units come sorted by their work, and those that come first are quick for
//! their weight.

use super::Interval;
use crate::parallel::{self, Options, Report, Sharded, lock};
use crate::question::Settings;
use crate::unsupported::Unsupported;
use control::{CancelToken, Limits};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The most draws of a sample.
const DRAWS: usize = 4096;

/// How many times as long as units are begun at first the last of them may take.
const PATIENCE: u32 = 8;

/// A unit that was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// Its part of all work, by its weight.
    pub(super) weight: f64,
    /// Seconds of processor time that it took; of a card, seconds.
    pub(super) seconds: f64,
    /// Its nodes.
    pub(super) nodes: u64,
}

/// Runs units in a random order until they are enough, as `is_enough` says now and then. After `time` units are begun only
/// while fewer than `fewest` are finished, and those that are not finished eight times as late are left out. A unit that is
/// drawn again is not run again.
///
/// # Errors
/// The system has no room for the threads.
///
/// # Complexity
/// One pass over the units, where the engine does not know [where they lie](Sharded::unit_at), and what those cost that
/// are run.
pub(super) fn sample(
    shards: &dyn Sharded,
    settings: &Settings,
    time: Duration,
    fewest: usize,
    is_enough: impl Fn(&[Drawn]) -> bool + Sync,
) -> Result<(Vec<Drawn>, Report), Unsupported> {
    let limits = settings.limits.clone().with_time(time * PATIENCE).started();
    let unit_of = draws(shards, &limits);
    let weight_of: HashMap<u64, f64> = unit_of.iter().map(|&unit| (unit, shards.weight(unit))).collect();
    let mut seen = HashMap::new();
    unit_of.iter().for_each(|&unit| *seen.entry(unit).or_insert(0) += 1);
    let order: Vec<u64> = unit_of.iter().copied().filter(|unit| seen.remove(unit).is_some()).collect();
    let ran: Mutex<HashMap<u64, Drawn>> = Mutex::default();
    // In the order in which they were drawn, up to the first that was not run: what is quick is not preferred.
    let drawn = |ran: &HashMap<u64, Drawn>| -> Vec<Drawn> {
        unit_of.iter().map_while(|unit| ran.get(unit).copied()).collect()
    };
    let enough = CancelToken::new();
    let options = Options {
        threads: settings.threads,
        kernel: settings.kernel,
        limits: limits.with_cancel(settings.limits.cancel.child()),
        begin_within: None,
        progress: None,
    };
    let started = Instant::now();
    let goes_on = || !enough.is_cancelled() && (started.elapsed() < time || lock(&ran).len() < fewest);
    let next = order.iter().copied().take_while(|_| goes_on());
    // The processor only waits for a card.
    let on_card = shards.instructions() != shards.kernel().name();
    let report = parallel::run(shards, next, &options, &mut |unit, tally, time| {
        let mut ran = lock(&ran);
        let seconds = if on_card { time.wall } else { time.cpu.unwrap_or(time.wall) }.as_secs_f64();
        ran.insert(unit, Drawn { weight: weight_of[&unit], seconds, nodes: tally.nodes });
        if ran.len().is_power_of_two() && is_enough(&drawn(&ran)) {
            enough.cancel();
        }
    })?;
    let drawn = drawn(&lock(&ran));
    Ok((drawn, report))
}

/// Units at random places of all work, as many as the limits leave time to find.
fn draws(shards: &dyn Sharded, limits: &Limits) -> Vec<u64> {
    // The golden ratio's multiples are spread evenly, however many there are.
    let golden = |draw: usize| (0.5 + draw as f64 * 0.618_033_988_749_894_9).fract();
    let known: Option<Vec<u64>> = (0..DRAWS).map(|draw| shards.unit_at(golden(draw))).collect();
    if let Some(known) = known {
        return known;
    }
    let mut places: Vec<(f64, usize)> = (0..DRAWS).map(|draw| (golden(draw), draw)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut unit_of = vec![0; DRAWS];
    let (mut unit, mut until) = (0, shards.weight(0));
    for (place, draw) in places {
        while until < place && unit + 1 < shards.units() {
            unit += 1;
            until += shards.weight(unit);
            // What is not drawn when the time is over will not be run either.
            if unit % 65_536 == 0 && limits.check().is_err() {
                return unit_of;
            }
        }
        unit_of[draw] = unit;
    }
    unit_of
}

/// What all units take together, of something that was measured of each that was drawn.
pub(super) fn total(sample: &[Drawn], what: impl Fn(&Drawn) -> f64) -> Option<Interval> {
    let rates: Vec<f64> = sample.iter().map(|unit| (what(unit) / unit.weight).ln()).collect();
    Interval::of(&rates)
}
