//! `queens greedy`: prints the greedy sequence of queens.

use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::{Args, ValueEnum};
use queens::control::{Meter, Step};
use queens::document::{Document, GreedyDocument};
use queens::greedy::{GreedyQueens, GreedyRows};
use std::io::Write;

/// Largest number of terms.
const MAX_TERMS: u64 = 100_000_000;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens greedy 20                       1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12\n\
\x20 queens greedy 1000 --format bfile      a line \"n a(n)\" for each term\n\
\x20 queens greedy 20 --inverse             the row of each column (A065189)\n\
\x20 queens solve 20 --order lexicographic  the first solution of a finite board")]
pub(crate) struct GreedyArgs {
    /// Number of terms: row by row on a board without end, each queen takes the first
    /// column that no earlier one attacks
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=MAX_TERMS), allow_negative_numbers = true)]
    terms: u64,
    /// Print the row of each column instead of the column of each row
    #[arg(long)]
    inverse: bool,
    /// text, bfile or json; bfile: a line "n a(n)" for each term, as in the OEIS
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    format: SequenceFormat,
}

/// Format of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SequenceFormat {
    Text,
    Bfile,
    Json,
}

pub(crate) fn run_greedy(args: &GreedyArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = &console.settings().limits;
    let bytes = if args.inverse {
        GreedyRows::bytes(args.terms)
    } else {
        GreedyQueens::bytes(args.terms)
    };
    // A document holds all terms.
    let document_bytes = if args.format == SequenceFormat::Json {
        args.terms.saturating_mul(8)
    } else {
        0
    };
    limits
        .check_memory(bytes.saturating_add(document_bytes))
        .map_err(Failure::Stopped)?;
    let mut meter = Meter::new(limits);
    if args.format == SequenceFormat::Json {
        return write_document(args, &mut meter, console);
    }
    let mut out = console.out();
    let stopped = match args.inverse {
        true => write_terms(args, GreedyRows::default(), &mut meter, &mut out)?,
        false => write_terms(args, GreedyQueens::default(), &mut meter, &mut out)?,
    };
    out.flush()?;
    stopped.map_err(Failure::Stopped)?;
    Ok(Exit::Answered)
}

/// Writes the terms as a document, as many as the limits allow.
fn write_document(
    args: &GreedyArgs,
    meter: &mut Meter<'_>,
    console: &Console,
) -> Result<Exit, Failure> {
    let (terms, step) = match args.inverse {
        true => collect_terms(args.terms, GreedyRows::default(), meter),
        false => collect_terms(args.terms, GreedyQueens::default(), meter),
    };
    let outcome = step.into();
    let mut out = console.out();
    GreedyDocument {
        inverse: args.inverse,
        terms,
        outcome,
    }
    .write_json(&mut out)?;
    out.flush()?;
    Ok(outcome.into())
}

fn collect_terms(
    number: u64,
    sequence: impl Iterator<Item = u64>,
    meter: &mut Meter<'_>,
) -> (Vec<u64>, Step) {
    let mut terms = Vec::new();
    for (_, term) in (0..number).zip(sequence) {
        if let Err(stop) = meter.expand() {
            return (terms, Err(stop));
        }
        terms.push(term);
    }
    (terms, Ok(()))
}

/// Writes the terms; the result is the limit that came first, if one did.
fn write_terms(
    args: &GreedyArgs,
    sequence: impl Iterator<Item = u64>,
    meter: &mut Meter<'_>,
    out: &mut dyn Write,
) -> std::io::Result<Step> {
    let mut stopped = Ok(());
    for (number, term) in (1..=args.terms).zip(sequence) {
        stopped = meter.expand();
        if stopped.is_err() {
            break;
        }
        match args.format {
            SequenceFormat::Bfile => writeln!(out, "{number} {term}")?,
            SequenceFormat::Text if number == 1 => write!(out, "{term}")?,
            _ => write!(out, " {term}")?,
        }
    }
    if args.format == SequenceFormat::Text {
        writeln!(out)?;
    }
    Ok(stopped)
}
