//! `queens variants`: lists the named problems.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::write;
use clap::Args;
use queens::document::VariantsDocument;

/// Problems beyond the table.
const OTHER_PROBLEMS: &str = "A file (--board) can describe more problems: any piece, edges, regions, numbers of queens.\n\
    Words for rules go with every variant:\n\
    most (as many as possible), maximal (nothing can be added): queens solve most torus 8.\n\
    dominating, independent-dominating, total-dominating (every square is attacked): queens solve dominating 8.\n\
    armies (peaceable, of two colours), coloring (colours for all squares): queens solve armies 8.\n\
    Pieces of several kinds: queens list \"3; pieces: 2 kings, 1 rook\".\n\
    The least or greatest sum of weights: queens solve \"8; best: least value\" --weights matrix.csv.\n\
    Solutions that a half turn leaves unchanged: queens list \"12; unchanged: half-turn\".\n\
    Queens in a cube, or in more dimensions: queens solve 8 --dimensions 3.\n\
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
    console.say_lines(OTHER_PROBLEMS);
    Ok(Exit::Answered)
}
