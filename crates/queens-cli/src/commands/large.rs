//! Solutions of boards of any size: written as they are made, checked while they are written.

use crate::args;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::progress::Progress;
use crate::table::grouped;
use clap::Args;
use queens::control::Outcome;
use queens::engines::large::{BinaryReader, Checker, Encoding, Fault, ReadError, TextReader};
use queens::problem::Problem;
use queens::render::Format;
use queens::{Question, StreamError, stream};
use std::io::BufRead;

/// How a solution of a large board is made and written.
#[derive(Debug, Args)]
pub(crate) struct LargeArgs {
    /// A random solution (see --seed) of the standard board of any size, or of a board with one queen in each row
    #[arg(long, conflicts_with = "method")]
    pub(crate) random: bool,
    /// Write the solution of a large board in the compact binary form
    #[arg(long, hide_short_help = true, conflicts_with_all = ["method", "format"])]
    pub(crate) binary: bool,
    /// Number of threads for --random and for boards that are streamed; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = args::threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
}

/// From this size on a solution is written row by row, without the form of a placement.
pub(crate) const STREAMED_FROM: u32 = 1_000_000;

/// Whether a solution is written row by row.
pub(crate) fn is_streamed(args: &LargeArgs, problem: &Problem) -> bool {
    args.binary || (problem.is_standard() && problem.rows() >= STREAMED_FROM)
}

/// What there is to say of a random solution.
pub(crate) fn random_words(seed: u64) -> String {
    format!("a random solution (seed {seed}; not drawn uniformly)")
}

/// The encoding of a format that can be streamed.
fn encoding(args: &LargeArgs, format: Form) -> Option<Encoding> {
    match format {
        _ if args.binary => Some(Encoding::Binary),
        Form::Written(Format::Text) => Some(Encoding::Text),
        Form::Written(Format::Csv) => Some(Encoding::Csv),
        _ => None,
    }
}

/// One solution of the standard board: the explicit one, or a random one.
pub(crate) fn solve(
    args: &LargeArgs,
    problem: &Problem,
    format: Form,
    console: &Console,
) -> Result<Exit, Failure> {
    let size = problem.rows();
    let Some(encoding) = encoding(args, format) else {
        return Err(Failure::input(format!(
            "a board of {size} queens is too large for the format {format}: from {STREAMED_FROM} on use text, csv or \
             --binary"
        )));
    };
    if args.binary {
        console.can_take_bytes("queens.bin")?;
    }
    let question = if args.random { Question::Random } else { Question::One };
    let progress = Progress::share(console, "placing queens".to_owned());
    let settings = console.settings().clone().with_threads(args.threads).with_progress(progress.listener());
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
        (Outcome::Found, _) => "the explicit solution (Pauls 1874), checked row by row".to_owned(),
        (stopped, _) if streamed.rows == 0 => format!("{stopped}: no solution yet"),
        (stopped, _) => format!("{stopped} after {} of {} rows", grouped(streamed.rows), grouped(size)),
    });
    Ok(streamed.outcome.into())
}

/// Checks one solution in the binary form, which is one of the ordinary board: so must be what was `asked`.
pub(crate) fn verify_binary(
    input: impl BufRead,
    asked: Option<&Problem>,
    name: &str,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut reader = BinaryReader::new(input).map_err(Failure::input)?;
    let size = reader.n();
    if let Some(problem) = asked.filter(|problem| !problem.is_standard() || problem.rows() != size) {
        return Err(Failure::input(format!(
            "{name} holds a solution of {} queens on the ordinary board, not of '{problem}': leave --problem and \
             --board out, or write the solution as text",
            grouped(size)
        )));
    }
    verify(size, console, || reader.read().map(<[u32]>::to_vec))
}

/// Checks one solution of `size` queens as text or CSV.
pub(crate) fn verify_text(size: u32, input: impl BufRead, console: &Console) -> Result<Exit, Failure> {
    let mut reader = TextReader::new(input);
    verify(size, console, || reader.read().map(<[u32]>::to_vec))
}

fn verify(
    size: u32,
    console: &Console,
    mut read: impl FnMut() -> Result<Vec<u32>, ReadError>,
) -> Result<Exit, Failure> {
    let progress = Progress::parts(console, "checking".to_owned(), size.into());
    let mut checker = Checker::new(size).map_err(Failure::input)?;
    let mut rows = 0;
    let mut check = || -> Result<Result<bool, Fault>, ReadError> {
        loop {
            if console.cancel().is_cancelled() {
                return Ok(Ok(false));
            }
            let columns = read()?;
            if columns.is_empty() {
                return Ok(Ok(true));
            }
            if let Err(fault) = checker.push(&columns) {
                return Ok(Err(fault));
            }
            rows += columns.len() as u64;
            progress.done(rows);
        }
    };
    let verdict = match check().map_err(Failure::input)? {
        Ok(false) => {
            console.say(format!("interrupted after {} rows without a fault", grouped(rows)));
            return Ok(Exit::Interrupted);
        }
        Ok(true) => checker.finish(),
        Err(fault) => Err(fault),
    };
    drop(progress);
    match verdict {
        Ok(()) => {
            println!("1 right solution of {} queens, 0 wrong", grouped(size));
            Ok(Exit::Answered)
        }
        Err(fault) => {
            println!("0 right solutions, 1 wrong: {fault} (rows and columns count from 0)");
            Ok(Exit::CheckFailed)
        }
    }
}
