//! `queens variants`: lists the named problems.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::write;
use clap::Args;
use queens::document::VariantsDocument;

/// Problems beyond the table.
const OTHER_PROBLEMS: &str = "A file (--board) can describe more problems: any piece, edges, regions, numbers of queens.\n\
    The fewest queens that attack every square: queens solve 8 --dominate.\n\
    Peaceable armies (two colours): queens solve 8 --armies.\n\
    Pieces of several kinds: queens solve 8 --pieces \"5 queens, 5 knights\".\n\
    The least or greatest sum of weights: queens solve --weights matrix.csv --least.\n\
    Queens in a cube, or in more dimensions: queens solve 8 --dimensions 3.\n\
    Colours for all squares: queens solve 8 --coloring.\n\
    The fewest queens that no solution contains: queens solve 8 --uncompletable.\n\
    Not possible: games.";

#[derive(Debug, Args)]
#[command(after_long_help = format!("\
Examples:\n\
\x20 queens variants       all of them\n\
\x20 queens count torus 7  one of them, of size 7\n\n\
{OTHER_PROBLEMS}"))]
pub(crate) struct VariantsArgs {
    /// text, json or csv
    #[arg(short, long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: TableFormat,
}

pub(crate) fn run(args: &VariantsArgs, console: &Console) -> Result<Exit, Failure> {
    write(args.format, &VariantsDocument::all(), console)?;
    console.say(OTHER_PROBLEMS);
    Ok(Exit::Answered)
}
