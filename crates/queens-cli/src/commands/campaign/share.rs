//! `queens campaign share`: a part of a count, without a folder.

use super::{CampaignFailure, DecompositionArgs, print_run, run_options};
use crate::args::{KernelChoice, parse_threads};
use crate::console::Console;
use crate::exit::Exit;
use crate::progress::ProgressDisplay;
use campaign::{CampaignError, CampaignRunOptions};
use clap::Args;
use queens::parallel;
use std::io;
use std::str::FromStr;

#[derive(Debug, Args)]
pub(super) struct ShareArgs {
    /// Share to run: 3/64 is the third of 64 shares
    #[arg(value_name = "I/M")]
    share: Share,
    #[command(flatten)]
    pub(super) decomposition: DecompositionArgs,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: usize,
    /// The instructions to use
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    kernel: KernelChoice,
}

/// One of several bundles.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// From 1 on.
    number: u64,
    bundles: u64,
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(i, m)| Some((i.parse().ok()?, m.parse().ok()?)));
        match numbers {
            Some((number, bundles)) if (1..=bundles).contains(&number) => {
                Ok(Share { number, bundles })
            }
            _ => Err("a share is I/M with I from 1 to M, such as 3/64".to_owned()),
        }
    }
}

pub(super) fn run_share(
    args: &ShareArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let plan = args.decomposition.make_plan(args.share.bundles, console)?;
    let progress = ProgressDisplay::start_share(
        console,
        format!("running units with {}", plan.job.engine),
    );
    let show = |state: &parallel::RunProgress| progress.done_of_all(state.done);
    let options = CampaignRunOptions {
        progress: Some(&show),
        ..run_options(args.threads, console)
    };
    let bundle = args.share.number - 1;
    let report = match campaign::run_share(
        &plan,
        bundle,
        args.kernel.into(),
        &options,
        &mut io::stdout(),
    ) {
        Err(CampaignError::Io { source, .. }) => return Err(source.into()),
        report => report?,
    };
    drop(progress);
    print_run(&report, console);
    Ok(report.outcome.into())
}
