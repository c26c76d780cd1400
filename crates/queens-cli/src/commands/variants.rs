//! `queens variants`: the problems that have a name.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::write;
use clap::Args;
use queens::document::VariantsDocument;

/// What the table does not show.
const BEYOND: &str = "A file (--board) can describe more: any piece, edges, regions, numbers of queens.\n\
    Not in the model: domination (few queens that reach every square), peaceable armies (two colours),\n\
    colourings (several solutions on one board), games, and boards of three or more dimensions.";

#[derive(Debug, Args)]
#[command(after_long_help = format!("\
Examples:\n\
\x20 queens variants       all of them\n\
\x20 queens count torus 7  one of them, of size 7\n\n\
{BEYOND}"))]
pub(crate) struct VariantsArgs {
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

pub(crate) fn run(args: &VariantsArgs, console: &Console) -> Result<Exit, Failure> {
    write(args.format, &VariantsDocument::all(), console)?;
    console.say(BEYOND);
    Ok(Exit::Answered)
}
