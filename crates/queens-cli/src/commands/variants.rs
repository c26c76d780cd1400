//! `queens variants`: lists the named problems.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::write_document;
use clap::Args;
use queens::document::VariantsDocument;

/// Words and statements that go with every variant.
const OTHER_WORDS: &str = "\
Words for rules go with every variant, as in queens solve most torus 8:\n\
\x20 most                    as many pieces as possible\n\
\x20 maximal                 no piece can be added\n\
\x20 dominating              every square is attacked or occupied; independent-dominating, total-dominating\n\
\x20 armies                  two colours, and no queen attacks one of the other colour\n\
\x20 coloring                colours for all squares\n\
hex makes the board a hexagon with pieces of hexagonal chess, as in queens count most hex rooks 3.\n\
Three to five equal numbers are a board of as many dimensions, as in queens solve most 5x5x5.\n\
Statements follow the size, as in queens count \"8; total: 5; holes: a1\":\n\
\x20 total: 5                number of queens in all: 5, 3..6, any; rows and columns may then stay empty\n\
\x20 rows: 0..1, columns: 2  number of queens in each row, in each column\n\
\x20 givens: b4 d5           queens that stand from the start\n\
\x20 holes: a1, walls: c3    squares that take no queen; attacks pass a hole and stop at a wall\n\
\x20 piece: queen+knight     another piece, or its rays: (1,2) a leap, (1,1)* a line, (1,1)*3 three steps\n\
\x20 pieces: 2 kings, 1 rook pieces of several kinds\n\
\x20 best: least value       with weights for the squares: --weights matrix.csv\n\
\x20 unchanged: half-turn    solutions that a symmetry leaves as they are\n\
docs/guide/problems.md has them all. One word asks another question: queens solve uncompletable 8\n\
(the fewest queens that break no rule and that no solution contains). Not possible: games.";

#[derive(Debug, Args)]
#[command(after_long_help = format!("\
Examples:\n\
\x20 queens variants       all of them\n\
\x20 queens count torus 7  one of them, of size 7\n\n\
{OTHER_WORDS}"))]
pub(crate) struct VariantsArgs {
    /// text, json or csv
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    format: TableFormat,
}

pub(crate) fn run_variants(
    args: &VariantsArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    write_document(args.format, &VariantsDocument::all(), console)?;
    console.say_lines(OTHER_WORDS);
    Ok(Exit::Answered)
}
