//! `queens campaign compare`: two campaigns of one count.

use super::CampaignFailure;
use crate::args::TableFormat;
use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::Exit;
use crate::table::write_document;
use campaign::compare;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The folder of a campaign, or the file of an archive
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Another one, of the same count
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

pub(super) fn run_compare(
    args: &CompareArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let comparison = compare(&args.first, &args.second, &console.settings().limits)?;
    if args.format == TableFormat::Text {
        let mut out = console.out();
        for line in comparison.in_words() {
            writeln!(out, "{}", escape_text(&line))?;
        }
        out.flush()?;
    }
    if args.format != TableFormat::Text || !comparison.differing.is_empty() {
        write_document(args.format, &comparison, console)?;
    }
    Ok(if comparison.holds() {
        Exit::Answered
    } else {
        Exit::CheckFailed
    })
}
