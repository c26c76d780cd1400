//! Solutions of boards of any size, checked as they are written.

use crate::args;
use crate::console::{Console, fresh_seed};
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::grouped;
use clap::Args;
use queens::control::Outcome;
use queens::engines::large::Encoding;
use queens::problem::Problem;
use queens::render::Format;
use queens::{Question, Settings, StreamError, stream};

/// Options for solutions of large boards.
#[derive(Debug, Args)]
pub(crate) struct LargeArgs {
    /// Find a random solution; another one each time, or that of --seed; for boards with
    /// one queen in each row
    #[arg(long, conflicts_with = "engine")]
    pub(crate) random: bool,
    /// Write the solution of a large board in the compact binary form
    #[arg(long, hide_short_help = true, conflicts_with_all = ["engine", "format"])]
    pub(crate) binary: bool,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, hide_short_help = true, value_name = "NUMBER", default_value_t = 0, value_parser = args::threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
}

impl LargeArgs {
    /// Returns limits and seed: a fresh seed for a random solution, unless the user gives
    /// one.
    pub(crate) fn settings(&self, console: &Console) -> Settings {
        let settings = console.settings().clone();
        match self.random && console.seed().is_none() {
            true => settings.with_seed(fresh_seed()),
            false => settings,
        }
    }
}

/// Number of rows from which a solution is streamed row by row and never held as a
/// placement.
pub(crate) const STREAMED_FROM: u32 = 1_000_000;

/// Returns true if a solution is streamed row by row.
pub(crate) fn is_streamed(args: &LargeArgs, problem: &Problem) -> bool {
    args.binary || (problem.is_standard() && problem.rows() >= STREAMED_FROM)
}

/// Describes a random solution.
pub(crate) fn random_words(seed: u64) -> String {
    format!("a random solution (seed {seed}; not uniformly distributed)")
}

/// Returns the encoding of a format that can be streamed.
fn encoding(args: &LargeArgs, format: Format) -> Option<Encoding> {
    match format {
        _ if args.binary => Some(Encoding::Binary),
        Format::Text => Some(Encoding::Text),
        Format::Csv => Some(Encoding::Csv),
        _ => None,
    }
}

/// Writes one solution of the standard board: the explicit one, or a random one.
pub(crate) fn solve(
    args: &LargeArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let size = problem.rows();
    let Some(encoding) = encoding(args, format) else {
        return Err(Failure::input(format!(
            "a board of {size} queens is too large for --format {format}: from {STREAMED_FROM} queens on use text, csv \
             or --binary"
        )));
    };
    if args.binary {
        console.can_take_bytes("the binary form", "queens.bin")?;
    }
    let question = if args.random {
        Question::Random
    } else {
        Question::One
    };
    let progress = ProgressDisplay::share(console, "placing queens".to_owned());
    let settings = args
        .settings(console)
        .with_threads(args.threads)
        .with_progress(progress.listener());
    let mut out = console.out();
    let streamed = stream(problem, question, &settings, encoding, &mut out);
    drop(progress);
    let streamed = streamed.map_err(|error| match error {
        StreamError::Io(error) => Failure::Io(error),
        error => Failure::input(error),
    })?;
    console.say(match (streamed.outcome, streamed.engine) {
        (Outcome::Exhausted, _) => "there is no solution".to_owned(),
        (Outcome::Found, "random") => {
            format!("{}, checked row by row", random_words(settings.seed))
        }
        (Outcome::Found, _) => {
            "the explicit solution (Pauls 1874), checked row by row".to_owned()
        }
        (stopped, _) if streamed.rows == 0 => format!("{stopped}: no solution yet"),
        (stopped, _) => format!(
            "{stopped} after {} of {} rows",
            grouped(streamed.rows),
            grouped(size)
        ),
    });
    Ok(streamed.outcome.into())
}
