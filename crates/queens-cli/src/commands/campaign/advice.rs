//! Advice after a plan: the time of the count, its bundles, memory, cost, and the next commands.

use crate::console::Console;
use crate::table::{grouped, several};
use campaign::{CampaignPlan, Decomposition, TimeInterval};
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

/// Time limit of the estimate.
const ESTIMATE_TIME: Duration = Duration::from_secs(5);

/// Longest count for one machine, in seconds: two days.
const ONE_MACHINE_SECONDS: f64 = 172_800.0;

/// Prints the advice, with the processor time of the whole count by a sample, or else an estimate. A limit or Ctrl-C ends the
/// estimate, and the rest is printed.
pub(super) fn print(
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
    let cost = sampled.or_else(|| estimated(plan, decomposition.as_ref()?, console));
    match &cost {
        Some(cost) => time_and_price(plan, cost, price, console),
        None => console.say(
            "no estimate of the time: `queens campaign plan ... --sample 1m` runs a sample of the units",
        ),
    }
    if let Some(bytes) = decomposition.and_then(|count| count.work.thread_bytes()) {
        let megabytes = grouped(bytes.div_ceil(1_000_000));
        console.say(format!("memory of a thread: up to about {megabytes} MB"));
    }
    let folder = folder.display();
    let here = cost.is_none_or(|cost| cost.estimate / thread_count(0) as f64 <= ONE_MACHINE_SECONDS);
    console.say(if here {
        format!("next: `queens campaign run {folder}`")
    } else {
        format!(
            "next: `queens campaign submit {folder} --engine slurm`, or `queens campaign run {folder}` on each machine that \
             shares the folder"
        )
    });
}

/// Estimates the time on one thread of this machine.
fn estimated(plan: &CampaignPlan, count: &Decomposition, console: &Console) -> Option<TimeInterval> {
    let limits = &console.settings().limits;
    let time = limits.remaining_time().map_or(ESTIMATE_TIME, |left| left.min(ESTIMATE_TIME));
    let settings = Settings::default()
        .with_limits(limits.clone().with_time(time))
        .with_engine(&plan.job.engine)
        .with_threads(1);
    let guess = estimate::time_of_long(&count.problem, plan.job.question.into(), &settings).ok()?.guess?;
    Some(TimeInterval { low: guess.low, estimate: guess.seconds, high: guess.high })
}

fn time_and_price(plan: &CampaignPlan, cost: &TimeInterval, price: Option<f64>, console: &Console) {
    let TimeInterval { low, estimate: seconds, high } = *cost;
    let hours = |seconds: f64| grouped((seconds / 3600.0).round() as u64);
    if high < 1.0 {
        return console.say("less than a second of one thread");
    }
    let mut words = if seconds < MIN_HOURS * 3600.0 {
        format!("about {} of one thread (from {} to {})", about(seconds), about(low), about(high))
    } else {
        let (low, high) = (hours(low), hours(high));
        format!("about {} core-hours of this processor (from {low} to {high})", hours(seconds))
    };
    if let Some(price) = price {
        let cost = |seconds: f64| match (seconds / 3600.0 * price).round() as u64 {
            0 => "less than 1".to_owned(),
            cost => grouped(cost),
        };
        words +=
            &format!(": {} at {price} a core-hour (from {} to {})", cost(seconds), cost(low), cost(high));
    }
    console.say(words);
    let each = seconds / plan.bundles as f64;
    let advised = (seconds / BUNDLE_SECONDS).clamp(1.0, MAX_BUNDLES).min(plan.job.units as f64).ceil() as u64;
    let mut words = format!("{}: {} each on one thread", several(plan.bundles, "bundle"), about(each));
    // Within a factor of 16 nothing is gained.
    if !(BUNDLE_SECONDS / 16.0..=BUNDLE_SECONDS * 16.0).contains(&each) && seconds > ONE_MACHINE_SECONDS {
        words += &format!("; better for a cluster: --bundles {advised}, into a new folder");
    }
    console.say(words);
}
