//! `queens variants`: the problems that have a name.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{csv_line, table};
use clap::Args;
use queens::problem::Preset;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens variants       all of them\n\
\x20 queens count torus 7  one of them, of size 7\n\n\
A file (--board) can describe more: any piece, edges, regions, numbers of queens.\n\
Not in the model: domination (few queens that reach every square), peaceable armies (two colours),\n\
colourings (several solutions on one board), games, and boards of three or more dimensions.")]
pub(crate) struct VariantsArgs {
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    variants: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    variant: &'static str,
    summary: &'static str,
}

pub(crate) fn run(args: &VariantsArgs, console: &Console) -> Result<Exit, Failure> {
    let variants = Preset::ALL.map(|preset| Entry { variant: preset.id(), summary: preset.summary() });
    let mut out = console.out();
    match args.format {
        TableFormat::Text => {
            let mut table = table(console, &["variant", "summary"], &[]);
            for entry in variants {
                table.add_row([entry.variant, entry.summary]);
            }
            writeln!(out, "{table}")?;
        }
        TableFormat::Csv => {
            writeln!(out, "variant,summary")?;
            for entry in variants {
                writeln!(out, "{}", csv_line(&[entry.variant.to_owned(), entry.summary.to_owned()]))?;
            }
        }
        TableFormat::Json => {
            let document = Document { schema: "queens/variants/1", variants: variants.into() };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}
