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

/// Factor up to which bundles may be shorter or longer than recommended: within it,
/// another number of bundles would save nothing.
const BUNDLE_TOLERANCE: f64 = 16.0;

/// Number of core-hours from which a time is printed in core-hours.
const MIN_HOURS: f64 = 10.0;

/// Largest ratio of the ends of an interval that needs no other estimate.
const GOOD_FACTOR: f64 = 1.5;

/// Time limit of the estimate.
const ESTIMATE_TIME: Duration = Duration::from_secs(5);

/// Longest count for one machine, in seconds: two days.
const ONE_MACHINE_SECONDS: f64 = 172_800.0;

/// Prints the advice. The processor time of the whole count comes from a sample or from
/// an estimate, whichever is more precise. A limit or Ctrl-C ends the estimate, and the
/// rest is printed.
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
    let cost = choose_narrower(sampled, || {
        estimate_time(plan, decomposition.as_ref()?, console)
    });
    match &cost {
        Some(cost) => print_cost(plan, cost, price, console),
        None => console.say(
            "no estimate of the time: `queens campaign plan ... --sample 1m` runs a sample of the units",
        ),
    }
    if let Some(words) = decomposition.and_then(|count| describe_memory(&count)) {
        console.say(words);
    }
    console.say(describe_next_step(folder, cost.as_ref()));
}

/// Returns the narrower of two intervals. The second one takes seconds to compute, so it
/// is left out if the first one is narrow enough.
fn choose_narrower(
    sampled: Option<TimeInterval>,
    estimate: impl FnOnce() -> Option<TimeInterval>,
) -> Option<TimeInterval> {
    let Some(sampled) = sampled else {
        return estimate();
    };
    let sampled_factor = end_ratio(&sampled);
    if sampled_factor <= GOOD_FACTOR {
        return Some(sampled);
    }
    match estimate() {
        Some(other) if end_ratio(&other) < sampled_factor => Some(other),
        _ => Some(sampled),
    }
}

/// Returns the ratio of the upper end of an interval to its lower end.
fn end_ratio(interval: &TimeInterval) -> f64 {
    interval.high / interval.low
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

/// Prints the time of the count, its cost if a core-hour has a `price`, and the time of
/// its bundles.
fn print_cost(
    plan: &CampaignPlan,
    cost: &TimeInterval,
    price: Option<f64>,
    console: &Console,
) {
    if cost.high < 1.0 {
        return console.say("less than a second of one thread");
    }
    let mut words = describe_time(cost);
    if let Some(price) = price {
        words += &describe_price(cost, price);
    }
    console.say(words);
    console.say(describe_bundles(
        cost.estimate,
        plan.bundles,
        plan.job.units,
    ));
}

/// Describes a short time by its length, and a long one in core-hours, the unit in which
/// clusters are paid.
fn describe_time(cost: &TimeInterval) -> String {
    if cost.estimate < MIN_HOURS * 3600.0 {
        return format!("{} of one thread", cost.in_words());
    }
    let [low, hours, high] = [cost.low, cost.estimate, cost.high]
        .map(|seconds| format_rounded(seconds / 3600.0));
    format!("about {hours} core-hours of this processor (from {low} to {high})")
}

/// Describes the cost at `price` a core-hour, to be appended to the time.
fn describe_price(cost: &TimeInterval, price: f64) -> String {
    let [low, middle, high] = [cost.low, cost.estimate, cost.high]
        .map(|seconds| format_rounded(seconds / 3600.0 * price));
    let mut words = format!(": {middle} at {price} a core-hour");
    if low != high {
        words += &format!(" (from {low} to {high})");
    }
    words
}

/// Rounds a positive number to a whole one. A number below one half is printed as less
/// than 1, because a count never takes or costs nothing.
fn format_rounded(number: f64) -> String {
    match number.round() as u64 {
        0 => "less than 1".to_owned(),
        number => grouped(number),
    }
}

/// Describes the bundles of a count that takes `seconds` on one thread. If they are far
/// too short or too long for a cluster, names a better number of them.
fn describe_bundles(seconds: f64, bundles: u64, units: u64) -> String {
    let each = seconds / bundles as f64;
    let mut words = format!(
        "{}: {} each on one thread",
        several(bundles, "bundle"),
        about(each)
    );
    let shortest = BUNDLE_SECONDS / BUNDLE_TOLERANCE;
    let longest = BUNDLE_SECONDS * BUNDLE_TOLERANCE;
    let is_good = (shortest..=longest).contains(&each);
    if !is_good && seconds > ONE_MACHINE_SECONDS {
        let advised = (seconds / BUNDLE_SECONDS)
            .clamp(1.0, MAX_BUNDLES)
            .min(units as f64)
            .ceil() as u64;
        words +=
            &format!("; better for a cluster: --bundles {advised}, into a new folder");
    }
    words
}

/// Describes the memory of a process with one thread, and with one for each processor.
/// `None` if the engine does not know it.
fn describe_memory(count: &Decomposition) -> Option<String> {
    let alone = format_memory(count, 1)?;
    let mut words = format!("memory of a process: up to about {alone}");
    let processors = thread_count(0);
    if processors > 1
        && let Some(together) = format_memory(count, processors)
    {
        words += &format!(", {together}");
    }
    Some(words)
}

/// Formats the memory with `threads` threads: `40 MB with 2 threads`.
fn format_memory(count: &Decomposition, threads: usize) -> Option<String> {
    let bytes = count.work.memory_bytes(threads)?;
    let megabytes = grouped(bytes.div_ceil(1_000_000));
    Some(format!(
        "{megabytes} MB with {}",
        several(threads as u64, "thread")
    ))
}

/// Names the command to run next: one for this machine if the count finishes here within
/// two days, or if there is no estimate of its time.
fn describe_next_step(folder: &Path, cost: Option<&TimeInterval>) -> String {
    let folder = shell_path(folder);
    let threads = thread_count(0) as f64;
    if cost.is_none_or(|cost| cost.estimate / threads <= ONE_MACHINE_SECONDS) {
        return format!("next: `queens campaign run {folder}`");
    }
    format!(
        "next: `queens campaign submit {folder} --engine slurm`, or `queens campaign run {folder}` on each machine that \
         shares the folder"
    )
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
            let words = describe_bundles(hours * HOUR, bundles, units);
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
        assert_eq!(choose_narrower(Some(widest), || Some(wide)), Some(wide));
        assert_eq!(choose_narrower(Some(wide), || Some(widest)), Some(wide));
        assert_eq!(
            choose_narrower(Some(narrow), || panic!("not needed")),
            Some(narrow)
        );
        assert_eq!(choose_narrower(Some(widest), || None), Some(widest));
        assert_eq!(choose_narrower(None, || Some(wide)), Some(wide));
    }
}
