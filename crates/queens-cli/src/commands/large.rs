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
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, hide_short_help = true, value_name = "NUMBER", default_value_t = 0, value_parser = args::parse_threads, allow_negative_numbers = true)]
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
pub(crate) fn is_streamed(problem: &Problem) -> bool {
    problem.is_standard() && problem.rows() >= STREAMED_FROM
}

/// Describes a random solution.
pub(crate) fn random_words(seed: u64) -> String {
    format!("a random solution (seed {seed}; not uniformly distributed)")
}

/// Returns the encoding of a format that can be streamed.
///
/// # Errors
/// The format cannot be streamed.
pub(crate) fn choose_encoding(
    problem: &Problem,
    format: Format,
) -> Result<Encoding, Failure> {
    match format {
        Format::Text => Ok(Encoding::Text),
        Format::Csv => Ok(Encoding::Csv),
        _ => Err(Failure::input(format!(
            "a board of {} queens is too large for --format {format}: from {STREAMED_FROM} queens on use text, csv \
             or binary",
            problem.rows()
        ))),
    }
}

/// Writes one solution of the standard board: the explicit one, or a random one.
pub(crate) fn solve_large(
    args: &LargeArgs,
    problem: &Problem,
    encoding: Encoding,
    console: &Console,
) -> Result<Exit, Failure> {
    let size = problem.rows();
    if encoding == Encoding::Binary {
        console.can_take_bytes("the binary form", "queens.bin")?;
    }
    let question = if args.random {
        Question::Random
    } else {
        Question::One
    };
    let progress = ProgressDisplay::start_share(console, "placing queens".to_owned());
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
