//! `queens campaign run` and `work`: units of all bundles, or of some.

use super::{CampaignFailure, open_campaign, run_options, run_with_progress};
use crate::args::{KernelChoice, parse_threads};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use campaign::{BundleChoice, CampaignRunOptions};
use clap::Args;
use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    pub(super) threads: usize,
    /// The instructions to use
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    pub(super) kernel: KernelChoice,
}

#[derive(Debug, Args)]
pub(super) struct WorkArgs {
    #[command(flatten)]
    run: RunArgs,
    /// The bundles, from 0 on, such as 7 or 0-3,9; the default is the task number of
    /// Slurm, HyperQueue, PBS, SGE, LSF or Kubernetes
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    bundle: Option<BundleList>,
    /// Take the first bundle with missing units that no other process works on
    #[arg(long, conflicts_with = "bundle")]
    next: bool,
}

/// Bundles, as `7` or `0-3,9`.
#[derive(Clone, Debug)]
pub(super) struct BundleList(Vec<RangeInclusive<u64>>);

impl BundleList {
    pub(super) fn bundles(&self) -> impl Iterator<Item = u64> {
        self.0.iter().cloned().flatten()
    }
}

impl FromStr for BundleList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let range = |word: &str| {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            (first <= last).then_some(first..=last)
        };
        let ranges = text.split(',').map(range).collect::<Option<_>>();
        ranges.map(BundleList).ok_or_else(|| {
            format!("'{text}' is not a list of bundles: use whole numbers from 0 on, such as 7 or 0-3,9")
        })
    }
}

/// Variables in which schedulers put the number of a task, with the number of the task
/// that works on bundle 0: Slurm, HyperQueue, PBS, SGE, LSF, Kubernetes. The arrays of
/// SGE and LSF count from 1.
const TASK_VARIABLES: [(&str, u64); 6] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("HQ_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("LSB_JOBINDEX", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

/// Returns the bundle of a task of a scheduler.
fn bundle_of_task() -> Result<BundleChoice, Failure> {
    let from_scheduler = TASK_VARIABLES
        .into_iter()
        .find_map(|(name, first)| Some((name, first, env::var(name).ok()?)));
    let Some((name, first, number)) = from_scheduler else {
        return Err(Failure::input(
            "no bundle: use --bundle K or --next, or set a variable of a scheduler, such as SLURM_ARRAY_TASK_ID",
        ));
    };
    let task: Option<u64> = number.parse().ok();
    let bundle = task
        .and_then(|task| task.checked_sub(first))
        .map(BundleChoice::This);
    bundle.ok_or_else(|| {
        Failure::input(format!(
            "{name} is '{number}', which is not a task of an array"
        ))
    })
}

/// Runs all bundles.
pub(super) fn run_campaign(
    args: &RunArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    run_bundles(args, [BundleChoice::All], console)
}

/// Runs the chosen bundles, one after the other.
pub(super) fn run_work(
    args: &WorkArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    match &args.bundle {
        _ if args.next => run_bundles(&args.run, [BundleChoice::Next], console),
        Some(list) => {
            run_bundles(&args.run, list.bundles().map(BundleChoice::This), console)
        }
        None => run_bundles(&args.run, [bundle_of_task()?], console),
    }
}

fn run_bundles(
    args: &RunArgs,
    bundles: impl IntoIterator<Item = BundleChoice>,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let campaign = open_campaign(&args.folder, args.kernel.into())?;
    for bundle in bundles {
        let options = CampaignRunOptions {
            bundle,
            ..run_options(args.threads, console)
        };
        let what = format!("running units with {}", campaign.plan().job.engine);
        let outcome = run_with_progress(&campaign, options, what, console)?.outcome;
        if !outcome.is_complete() {
            return Ok(outcome.into());
        }
    }
    Ok(Exit::Answered)
}
