//! `queens bench`: times the counting engines side by side, as ratios to the plain bit
//! mask.

use crate::args::{TableFormat, engine_id, parse_threads, size_range};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::published_in_words;
use crate::progress::ProgressDisplay;
use crate::table::{several, write_document};
use clap::Args;
use queens::control::Outcome;
use queens::lab::bench;
use queens::problem::Problem;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens bench                          sizes 12 to 14\n\
\x20 queens bench 16 --runs 3 --threads 0  one size on all processors")]
pub(crate) struct BenchArgs {
    /// Sizes, both ends included (12..14), or one size
    #[arg(value_name = "RANGE", default_value = "12..14", value_parser = size_range)]
    pub(crate) sizes: (u32, u32),
    /// Runs of each engine; the result is their median
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) runs: u32,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Additional engine to time
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// text, json or csv
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: TableFormat,
}

pub(crate) fn run_bench(args: &BenchArgs, console: &Console) -> Result<Exit, Failure> {
    let progress =
        ProgressDisplay::start_spinner(console, "timing the engines".to_owned());
    let mut settings = console.settings().clone().with_threads(args.threads);
    settings.engine.clone_from(&args.engine);
    let document = bench(args.sizes, args.runs, &settings).map_err(Failure::input)?;
    drop(progress);
    write_document(args.format, &document, console)?;
    let (outcome, (first, last)) = (document.outcome, args.sizes);
    for size in first..=last {
        let mut counts = document
            .lines
            .iter()
            .filter(|line| line.size == size)
            .map(|line| line.solutions);
        let Some(count) = counts.next() else {
            console.say(format!(
                "n = {size}: {outcome}; the sizes before it are complete"
            ));
            break;
        };
        if counts.any(|other| other != count) {
            console.warn(format!(
                "error: THE ENGINES DISAGREE on {size} queens: see the table"
            ));
            return Ok(Exit::CheckFailed);
        }
        let problem = Problem::queens(size).map_err(Failure::input)?;
        if let Some(words) = published_in_words(&problem, count.0, Outcome::Exhausted) {
            console.say(format!(
                "{}: {}, {words}",
                several(size, "queen"),
                several(count, "solution")
            ));
        }
    }
    Ok(outcome.into())
}
