//! Advice after a plan: the time of the count, its bundles, memory, cost, and the next
//! commands.

use crate::console::Console;
use crate::table::{grouped, several};
use campaign::{CampaignPlan, Decomposition, TimeInterval, shell_path};
use queens::Settings;
use queens::control::thread_count;
use queens::document::about;
use queens::estimate;
use queens::simd::Kernel;
use std::path::Path;
use std::time::Duration;

/// Recommended time of a bundle on one thread, in seconds.
const BUNDLE_SECONDS: f64 = 2.0 * 3600.0;

/// Maximum number of recommended bundles: each is a task of a scheduler and a file.
const MAX_BUNDLES: f64 = 100_000.0;

/// Smallest number of core-hours that is not printed as a time.
const MIN_HOURS: f64 = 10.0;

/// Factor between the ends of an interval that needs no other estimate.
const GOOD_FACTOR: f64 = 1.5;

/// Time limit of the estimate.
const ESTIMATE_TIME: Duration = Duration::from_secs(5);

/// Longest count for one machine, in seconds: two days.
const ONE_MACHINE_SECONDS: f64 = 172_800.0;

/// Prints the advice, with the processor time of the whole count by a sample or by an
/// estimate, whichever says more. A limit or Ctrl-C ends the estimate, and the rest is
/// printed.
pub(super) fn print_advice(
    plan: &CampaignPlan,
    folder: &Path,
    sampled: Option<TimeInterval>,
    price: Option<f64>,
    console: &Console,
) {
    if console.is_quiet() {
        return;
    }
    let decomposition = Decomposition::from_record(&plan.job, Kernel::Auto).ok();
    let cost = better_known(sampled, || {
        estimate_time(plan, decomposition.as_ref()?, console)
    });
    match &cost {
        Some(cost) => time_and_price(plan, cost, price, console),
        None => console.say(
            "no estimate of the time: `queens campaign plan ... --sample 1m` runs a sample of the units",
        ),
    }
    if let Some(words) = decomposition.and_then(|count| memory_in_words(&count)) {
        console.say(words);
    }
    let folder = shell_path(folder);
    let here = cost
        .is_none_or(|cost| cost.estimate / thread_count(0) as f64 <= ONE_MACHINE_SECONDS);
    console.say(if here {
        format!("next: `queens campaign run {folder}`")
    } else {
        format!(
            "next: `queens campaign submit {folder} --engine slurm`, or `queens campaign run {folder}` on each machine that \
             shares the folder"
        )
    });
}

/// Returns a line about the memory of a process with one thread and with as many as there
/// are processors.
fn memory_in_words(count: &Decomposition) -> Option<String> {
    let megabytes = |threads: usize| {
        let bytes = count.work.memory_bytes(threads)?;
        Some(format!(
            "{} MB with {}",
            grouped(bytes.div_ceil(1_000_000)),
            several(threads as u64, "thread")
        ))
    };
    let more = Some(thread_count(0))
        .filter(|&threads| threads > 1)
        .and_then(megabytes);
    let more = more.map_or(String::new(), |more| format!(", {more}"));
    Some(format!(
        "memory of a process: up to about {}{more}",
        megabytes(1)?
    ))
}

/// Returns the narrower of two intervals; the second one is computed only if the first
/// one is wide.
fn better_known(
    sampled: Option<TimeInterval>,
    estimate: impl FnOnce() -> Option<TimeInterval>,
) -> Option<TimeInterval> {
    let factor = |interval: &TimeInterval| interval.high / interval.low;
    match sampled {
        Some(sampled) if factor(&sampled) <= GOOD_FACTOR => Some(sampled),
        Some(sampled) => estimate()
            .filter(|other| factor(other) < factor(&sampled))
            .or(Some(sampled)),
        None => estimate(),
    }
}

/// Estimates the time on one thread of this machine.
fn estimate_time(
    plan: &CampaignPlan,
    count: &Decomposition,
    console: &Console,
) -> Option<TimeInterval> {
    let limits = &console.settings().limits;
    let time = limits
        .remaining_time()
        .map_or(ESTIMATE_TIME, |left| left.min(ESTIMATE_TIME));
    let settings = Settings::default()
        .with_limits(limits.clone().with_time(time))
        .with_engine(&plan.job.engine)
        .with_threads(1);
    let question = plan.job.question.question();
    let guess = estimate::time_of_long(&count.problem, question, &settings)
        .ok()?
        .guess?;
    Some(TimeInterval {
        low: guess.low,
        estimate: guess.seconds,
        high: guess.high,
    })
}

/// Formats a positive number without a fraction; it is not 0.
fn whole_number(number: f64) -> String {
    match number.round() as u64 {
        0 => "less than 1".to_owned(),
        number => grouped(number),
    }
}

fn time_and_price(
    plan: &CampaignPlan,
    cost: &TimeInterval,
    price: Option<f64>,
    console: &Console,
) {
    let TimeInterval {
        low,
        estimate: seconds,
        high,
    } = *cost;
    let hours = |seconds: f64| whole_number(seconds / 3600.0);
    if high < 1.0 {
        return console.say("less than a second of one thread");
    }
    let mut words = if seconds < MIN_HOURS * 3600.0 {
        format!("{} of one thread", cost.in_words())
    } else {
        let (low, high) = (hours(low), hours(high));
        format!(
            "about {} core-hours of this processor (from {low} to {high})",
            hours(seconds)
        )
    };
    if let Some(price) = price {
        let [low, cost, high] =
            [low, seconds, high].map(|seconds| whole_number(seconds / 3600.0 * price));
        words += &format!(": {cost} at {price} a core-hour");
        if low != high {
            words += &format!(" (from {low} to {high})");
        }
    }
    console.say(words);
    console.say(bundles_in_words(seconds, plan.bundles, plan.job.units));
}

/// Describes the bundles of a count that takes `seconds` on one thread, and names a
/// better number of them.
fn bundles_in_words(seconds: f64, bundles: u64, units: u64) -> String {
    let each = seconds / bundles as f64;
    let mut words = format!(
        "{}: {} each on one thread",
        several(bundles, "bundle"),
        about(each)
    );
    // Within a factor of 16 nothing is gained.
    if !(BUNDLE_SECONDS / 16.0..=BUNDLE_SECONDS * 16.0).contains(&each)
        && seconds > ONE_MACHINE_SECONDS
    {
        let advised = (seconds / BUNDLE_SECONDS)
            .clamp(1.0, MAX_BUNDLES)
            .min(units as f64)
            .ceil() as u64;
        words +=
            &format!("; better for a cluster: --bundles {advised}, into a new folder");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, high: f64) -> TimeInterval {
        TimeInterval {
            low,
            estimate: (low * high).sqrt(),
            high,
        }
    }

    #[test]
    fn the_advised_bundles_take_two_hours() {
        const HOUR: f64 = 3600.0;
        let advised = |hours: f64, bundles: u64, units: u64| {
            let words = bundles_in_words(hours * HOUR, bundles, units);
            words
                .split_once("--bundles ")
                .and_then(|(_, rest)| rest.split(',').next()?.parse::<u64>().ok())
        };
        assert_eq!(advised(10_000.0, 100, 1 << 30), Some(5_000));
        assert_eq!(
            advised(1e6, 100, 1 << 30),
            Some(100_000),
            "more files than that help nobody"
        );
        assert_eq!(advised(1e6, 100, 700), Some(700), "a bundle has a unit");
        assert_eq!(
            advised(10_000.0, 100_000, 1 << 30),
            Some(5_000),
            "too many bundles"
        );
        assert_eq!(
            advised(1_000.0, 100, 1 << 30),
            None,
            "10 hours each are good enough"
        );
        assert_eq!(
            advised(40.0, 1, 1 << 30),
            None,
            "one machine counts it in two days"
        );
    }

    #[test]
    fn a_wide_sample_does_not_replace_a_narrow_estimate() {
        let (narrow, wide, widest) = (
            interval(90.0, 110.0),
            interval(50.0, 200.0),
            interval(1.0, 900.0),
        );
        assert_eq!(better_known(Some(widest), || Some(wide)), Some(wide));
        assert_eq!(better_known(Some(wide), || Some(widest)), Some(wide));
        assert_eq!(
            better_known(Some(narrow), || panic!("not needed")),
            Some(narrow)
        );
        assert_eq!(better_known(Some(widest), || None), Some(widest));
        assert_eq!(better_known(None, || Some(wide)), Some(wide));
    }
}
