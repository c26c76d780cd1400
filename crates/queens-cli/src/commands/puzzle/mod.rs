//! `queens puzzle`: region puzzles, one queen or more in every row, column and region, no two touching.

mod explain;
mod forms;
mod generate;
mod play;
mod solve;

use crate::args::whole_number;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{bytes_of, name_of};
use clap::{Args, Subcommand};
use queens::puzzle::read::{MAX_IMAGE_BYTES, ReadError, read_all};
use queens::puzzle::{Options, Position};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle solve < board.txt                    a grid of letters, as it was pasted\n\
\x20 queens puzzle hint screenshot.png                  the next step, and why\n\
\x20 queens puzzle explain board.txt                    all steps to the solution\n\
\x20 queens puzzle generate 9 --rating hard --seed 7    a new puzzle\n\
\x20 queens puzzle generate 8 --count 6 --format html   a sheet to print, with its solutions\n\
\x20 queens puzzle play --size 9 --save game.json       a game in the terminal\n\
\x20 queens puzzle show board.txt --format link         the same board for another program\n\n\
Several puzzles (addresses, SBN or task strings, one a line; lists of JSON; letter grids with empty lines between them) are\n\
answered one after the other.")]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    /// Solve a puzzle, and tell whether it has one solution
    Solve(solve::SolveArgs),
    /// Tell the next step, or a mark that is wrong
    Hint(explain::HintArgs),
    /// Tell all steps from the clues to the solution
    Explain(explain::ExplainArgs),
    /// Tell how hard a puzzle is
    Rate(explain::RateArgs),
    /// Draw a puzzle, or write it in another form
    Show(forms::ShowArgs),
    /// Make new puzzles with exactly one solution
    Generate(generate::GenerateArgs),
    /// Play a puzzle in the terminal, with marks, hints and undo
    Play(play::PlayArgs),
    /// Show the deductions that hints use
    Techniques(explain::TechniquesArgs),
}

pub(crate) fn run(args: &PuzzleArgs, console: &Console) -> Result<Exit, Failure> {
    match &args.command {
        PuzzleCommand::Solve(args) => solve::run(args, console),
        PuzzleCommand::Hint(args) => explain::hint(args, console),
        PuzzleCommand::Explain(args) => explain::explain(args, console),
        PuzzleCommand::Rate(args) => explain::rate(args, console),
        PuzzleCommand::Show(args) => forms::run(args, console),
        PuzzleCommand::Generate(args) => generate::run(args, console),
        PuzzleCommand::Play(args) => play::run(args, console),
        PuzzleCommand::Techniques(args) => explain::techniques(args, console),
    }
}

/// Where a puzzle is read.
#[derive(Debug, Args)]
struct BoardArgs {
    /// A file: letters, JSON, JavaScript, an address, SBN, a problem or a picture (PNG, JPEG, WebP); standard input without it
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Queens in each row, column and region, where the file does not say it
    #[arg(long, value_name = "NUMBER", value_parser = stars, allow_negative_numbers = true)]
    stars: Option<u32>,
}

/// The way in which answers to several puzzles follow one another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    EmptyLine,
    Nothing,
    /// There is room for one answer.
    Alone,
}

impl BoardArgs {
    /// Reads one board and what is marked on it, and reports what is strange about it.
    fn read(&self, console: &Console) -> Result<Position, Failure> {
        let mut found = self.read_all(console)?;
        match (found.len(), found.pop()) {
            (1, Some(position)) => Ok(position),
            (several, _) => Err(Failure::input(format!("{several} puzzles are here: keep one"))),
        }
    }

    /// Reads the puzzles and answers each with `answer`, one after the other, as `joint` parts them. The status is that of
    /// the first that is not answered.
    fn each(
        &self,
        console: &Console,
        joint: Joint,
        mut answer: impl FnMut(Position) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let puzzles = self.read_all(console)?;
        let (many, mut exit) = (puzzles.len(), Exit::Answered);
        if many > 1 && joint == Joint::Alone {
            return Err(Failure::input(format!(
                "{many} puzzles are here, and a picture shows one: keep one"
            )));
        }
        for (number, position) in (1..).zip(puzzles) {
            if many > 1 {
                console.say(format!("puzzle {number} of {many}:"));
            }
            if number > 1 && joint == Joint::EmptyLine {
                writeln!(console.out())?;
            }
            let found = answer(position)?;
            if exit == Exit::Answered {
                exit = found;
            }
        }
        Ok(exit)
    }

    /// Reads all boards.
    fn read_all(&self, console: &Console) -> Result<Vec<Position>, Failure> {
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let is_input = file.as_os_str() == "-";
        if is_input && std::io::stdin().is_terminal() {
            console.say("reading a puzzle from standard input: paste it, then Ctrl-D");
        }
        let limits = &console.settings().limits;
        let bytes = bytes_of(file, MAX_IMAGE_BYTES as u64 + 1, limits)?;
        let found = read_all(&bytes, self.stars, limits).map_err(|error| match error {
            ReadError::Stopped(stop) => Failure::Stopped(stop),
            error => Failure::input(format!("{}: {error}", name_of(file))),
        })?;
        for notice in found.iter().filter_map(|position| position.puzzle().notice()) {
            console.say(format!("{notice}: taken as drawn"));
        }
        Ok(found)
    }
}

/// Whether anything is marked beside the clues.
fn has_marks(position: &Position) -> bool {
    *position != Position::new(position.puzzle().clone())
}

/// Reads a number of queens.
fn stars(text: &str) -> Result<u32, String> {
    match whole_number(text)? {
        stars @ 1..=16 => Ok(stars as u32),
        stars => Err(format!("{stars} is not a valid number of queens in each row: use 1 to 16")),
    }
}

/// How steps are looked for.
fn options(console: &Console, uniqueness: bool) -> Options {
    let defaults = Options::default();
    let settings = defaults.settings.clone().with_limits(console.settings().limits.started());
    Options { uniqueness, settings, ..defaults }
}
