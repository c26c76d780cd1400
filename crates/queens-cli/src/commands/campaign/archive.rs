//! `queens campaign archive`: one file with all units of a finished campaign, to be
//! published.

use super::{CampaignFailure, FolderArgs, open_campaign};
use crate::args::TableFormat;
use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::Exit;
use crate::table::{grouped, several, write_document};
use campaign::{archive, write_archive_checker};
use clap::Args;
use queens::simd::Kernel;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:\n\
\x20 queens campaign archive n17 --into n17.txt.gz --checker check_archive.py\n\
\x20 python3 check_archive.py n17.txt.gz")]
pub(super) struct ArchiveArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// The archive: text, compressed with gzip
    #[arg(long, value_name = "FILE")]
    into: PathBuf,
    /// Also write the program that checks archives; it needs Python 3 and its standard
    /// library only
    #[arg(long, value_name = "FILE")]
    checker: Option<PathBuf>,
}

pub(super) fn run_archive(
    args: &ArchiveArgs,
    console: &Console,
) -> Result<Exit, CampaignFailure> {
    let campaign = open_campaign(&args.folder.folder, Kernel::Auto)?;
    let report = archive(&campaign, &args.into, &console.settings().limits)?;
    if let Some(checker) = &args.checker {
        write_archive_checker(checker)?;
    }
    if args.folder.format == TableFormat::Text {
        console.say(format!(
            "{}, {} bytes",
            several(report.units, "unit"),
            grouped(report.bytes)
        ));
        let mut out = console.out();
        // As sha256sum prints it, so that its output can be compared.
        writeln!(
            out,
            "{}  {}",
            report.sha256,
            escape_text(&args.into.display().to_string())
        )?;
        out.flush()?;
    } else {
        write_document(args.folder.format, &report, console)?;
    }
    Ok(Exit::Answered)
}
