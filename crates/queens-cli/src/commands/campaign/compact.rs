//! `queens campaign compact`: the shards of finished bundles in few files.

use super::{CampaignFailure, open_campaign};
use crate::console::Console;
use crate::exit::Exit;
use crate::table::several;
use campaign::{CompactReport, compact};
use clap::Args;
use queens::simd::Kernel;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct CompactArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run_compact(
    args: &CompactArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let campaign = open_campaign(&args.folder, Kernel::Auto)?;
    let report = compact(&campaign, &console.settings().limits)?;
    let CompactReport {
        files,
        removed,
        kept,
        block,
    } = &report;
    console.say(format!(
        "{} moved into {}",
        several(*removed, "shard"),
        several(files.len() as u64, "new file")
    ));
    if *kept > 0 {
        let reason = match block {
            1 => "each bundle of this plan is large enough for a file of its own"
                .to_owned(),
            block => format!(
                "a block of up to {block} bundles is moved when all of them are finished and nothing was written to them for \
                 two minutes"
            ),
        };
        console.say(format!("{} left: {reason}", several(*kept, "shard")));
    }
    Ok(Exit::Answered)
}
