//! `queens puzzle`: region puzzles, one queen or more in every row, column and region, no
//! two touching.

mod credits;
mod daily;
mod explain;
mod forms;
mod generate;
mod play;
mod repair;
mod solve;

use crate::args::whole_number;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{bytes_of, name_of};
use clap::{Args, Subcommand};
use queens::puzzle::read::{MAX_IMAGE_BYTES, PuzzleReadError, read_all, read_picture};
use queens::puzzle::{Options, Position, write};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle solve < board.txt                    a grid of letters, as it was pasted\n\
\x20 queens puzzle hint screenshot.png                  the next step, and why\n\
\x20 queens puzzle explain board.txt                    all steps to the solution\n\
\x20 queens puzzle generate 9 --rating hard --seed 7    a new puzzle\n\
\x20 queens puzzle generate 8 --count 6 --format html   a sheet to print, with its solutions\n\
\x20 queens puzzle play 9 --save game.json              a game in the terminal\n\
\x20 queens puzzle show board.txt --format link         the same board for another program\n\n\
Several puzzles (addresses, SBN or task strings, one on each line; lists in JSON; letter grids separated by empty\n\
lines) are answered one after the other.")]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    /// Solve a puzzle and check that the solution is unique
    Solve(solve::SolveArgs),
    /// Show the next step and its reason, or a wrong mark
    Hint(explain::HintArgs),
    /// Show all steps from the clues to the solution
    Explain(explain::ExplainArgs),
    /// Rate the difficulty of a puzzle
    Rate(explain::RateArgs),
    /// Draw a puzzle or convert it to another format
    Show(forms::ShowArgs),
    /// Make new puzzles with exactly one solution
    Generate(generate::GenerateArgs),
    /// Show the puzzles of a day, or write those of a month
    Daily(daily::DailyArgs),
    /// Change as few squares as possible so that a puzzle has exactly one solution
    Repair(repair::RepairArgs),
    /// Play a puzzle in the terminal, with marks, hints and undo
    Play(play::PlayArgs),
    /// Describe the deductions that hints use
    Techniques(explain::TechniquesArgs),
}

pub(crate) fn run_puzzle(args: &PuzzleArgs, console: &Console) -> Result<Exit, Failure> {
    match &args.command {
        PuzzleCommand::Solve(args) => solve::run_solve(args, console),
        PuzzleCommand::Hint(args) => explain::run_hint(args, console),
        PuzzleCommand::Explain(args) => explain::run_explain(args, console),
        PuzzleCommand::Rate(args) => explain::run_rate(args, console),
        PuzzleCommand::Show(args) => forms::run_show(args, console),
        PuzzleCommand::Generate(args) => generate::run_generate(args, console),
        PuzzleCommand::Daily(args) => daily::run_daily(args, console),
        PuzzleCommand::Repair(args) => repair::run_repair(args, console),
        PuzzleCommand::Play(args) => play::run_play(args, console),
        PuzzleCommand::Techniques(args) => explain::run_techniques(args, console),
    }
}

/// Source of a puzzle.
#[derive(Debug, Args)]
struct BoardArgs {
    /// Letter grid, picture (PNG, JPEG, WebP), JSON, SBN or another form; or an address
    /// of puzz.link, or rows such as AABB.AABB.CCDD.CCDD [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The same, as other commands take it
    #[arg(
        long = "board",
        value_name = "FILE",
        hide = true,
        conflicts_with = "file"
    )]
    board_file: Option<PathBuf>,
    /// Queens in each row, column and region, if the file does not give the number
    #[arg(long, value_name = "NUMBER", value_parser = parse_stars, allow_negative_numbers = true)]
    stars: Option<u32>,
    /// Write what was read from a picture over the picture, as SVG
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    show_reading: Option<PathBuf>,
}

/// Separator between the answers to several puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerJoint {
    EmptyLine,
    Nothing,
    /// Only one answer is possible.
    Alone,
}

impl BoardArgs {
    /// File or address of the puzzle, if one is given.
    fn source(&self) -> Option<&Path> {
        self.file.as_deref().or(self.board_file.as_deref())
    }

    /// Reads exactly one puzzle and its marks; warns about regions that are not
    /// connected.
    fn read_position(&self, console: &Console) -> Result<Position, Failure> {
        let mut found = self.read_all(console)?;
        match (found.len(), found.pop()) {
            (1, Some(position)) => Ok(position),
            (several, _) => Err(Failure::input(format!(
                "the input has {several} puzzles: keep one"
            ))),
        }
    }

    /// Reads the puzzles and calls `answer` for each, with `joint` as the separator.
    /// Returns the status of the first puzzle that is not answered, if any.
    fn answer_each(
        &self,
        console: &Console,
        joint: AnswerJoint,
        mut answer: impl FnMut(Position) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let puzzles = self.read_all(console)?;
        let (many, mut exit) = (puzzles.len(), Exit::Answered);
        if many > 1 && joint == AnswerJoint::Alone {
            return Err(Failure::input(format!(
                "the input has {many} puzzles, but a picture shows one: keep one"
            )));
        }
        for (number, position) in (1..).zip(puzzles) {
            if many > 1 {
                console.say(format!("puzzle {number} of {many}:"));
            }
            if number > 1 && joint == AnswerJoint::EmptyLine {
                writeln!(console.out())?;
            }
            let found = answer(position)?;
            if exit == Exit::Answered {
                exit = found;
            }
        }
        Ok(exit)
    }

    /// Reads all puzzles.
    fn read_all(&self, console: &Console) -> Result<Vec<Position>, Failure> {
        let file = self.source().unwrap_or(Path::new("-"));
        if file.as_os_str() == "-" && std::io::stdin().is_terminal() {
            console
                .say("reading a puzzle from standard input: paste it, then press Ctrl-D");
        }
        if let Some(size) = size_instead_of_file(file) {
            return Err(Failure::input(format!(
                "there is no file '{size}': `queens puzzle generate {size}` makes a puzzle of this size, `queens puzzle \
                 play {size}` plays one"
            )));
        }
        let limits = &console.settings().limits;
        let bytes = match written_out(file) {
            Some(text) => text.into_bytes(),
            None if is_missing(file) => return Err(no_puzzle(file)),
            None => bytes_of(file, MAX_IMAGE_BYTES as u64 + 1, limits)?,
        };
        if let Some(path) = &self.show_reading {
            self.write_reading(path, &bytes, console)?;
        }
        let found =
            read_all(&bytes, self.stars, limits).map_err(|error| match error {
                PuzzleReadError::Stopped(stop) => Failure::Stopped(stop),
                error => Failure::input(format!("{}: {error}", name_of(file))),
            })?;
        for notice in found
            .iter()
            .filter_map(|position| position.puzzle().notice())
        {
            console.say(format!("note: {notice}"));
        }
        Ok(found)
    }

    /// Writes a picture with the lines, regions and marks that were read from it, whether
    /// they are certain or not.
    fn write_reading(
        &self,
        path: &Path,
        picture: &[u8],
        console: &Console,
    ) -> Result<(), Failure> {
        let limits = &console.settings().limits;
        let reading = read_picture(picture, None, self.stars, limits).map_err(
            |error| match error {
                PuzzleReadError::Stopped(stop) => Failure::Stopped(stop),
                error => Failure::input(format!("--show-reading: {error}")),
            },
        )?;
        let mut svg = Vec::new();
        write::reading(picture, &reading, &mut svg)?;
        fs::write(path, svg).map_err(|error| {
            Failure::input(format!("{} cannot be written: {error}", path.display()))
        })?;
        console.say(match &reading.doubt {
            None => format!(
                "{} shows the reading: every square is clear",
                path.display()
            ),
            Some(doubt) => format!("{} shows the reading: {doubt}", path.display()),
        });
        Ok(())
    }
}

/// Number of rows from which an argument may be a puzzle: with fewer it is a misspelled
/// file name.
const MIN_WRITTEN_ROWS: usize = 4;

/// The argument as the text of a puzzle, if it is its address, or its rows
/// (`AABB.AABB.CCDD.CCDD`) and no file has this name.
fn written_out(file: &Path) -> Option<String> {
    let text = file.to_str()?;
    if text.contains("://") {
        return Some(text.to_owned());
    }
    let rows: Vec<&str> = text.split(['.', '/', ',']).collect();
    let is_row = |row: &&str| {
        row.len() == rows.len()
            && row.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    (rows.len() >= MIN_WRITTEN_ROWS && rows.iter().all(is_row) && !file.exists())
        .then(|| rows.join("\n"))
}

/// Returns true if the argument is no name of a file.
fn is_missing(file: &Path) -> bool {
    file.as_os_str() != "-" && matches!(file.try_exists(), Ok(false))
}

/// Ratings of new puzzles.
const RATINGS: [&str; 5] = ["gentle", "easy", "medium", "hard", "fiendish"];

/// Returns the error for an argument that is neither a file nor a puzzle.
fn no_puzzle(argument: &Path) -> Failure {
    if let Some(rating) = argument.to_str().filter(|word| RATINGS.contains(word)) {
        return Failure::input(format!(
            "there is no file '{rating}': `queens puzzle play --rating {rating}` plays such a puzzle"
        ));
    }
    Failure::input(format!(
        "there is no file '{}', and it is no puzzle: a puzzle as an argument is an address of puzz.link, or at least \
         {MIN_WRITTEN_ROWS} rows with as many letters each as there are rows: AABB.AABB.CCDD.CCDD",
        argument.display()
    ))
}

/// The argument as the size of a new puzzle, if it is a number and no file has this name.
fn size_instead_of_file(file: &Path) -> Option<u32> {
    file.to_str()?.parse().ok().filter(|_| !file.exists())
}

/// Seed of `--seed`, or a fresh one of six digits, which are enough for a new puzzle each
/// time and easy to type.
fn choose_seed(console: &Console) -> u64 {
    console.seed().unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        now.as_nanos() as u64 / 1_000 % 1_000_000
    })
}

/// Returns true if there are marks besides the clues.
fn has_marks(position: &Position) -> bool {
    *position != Position::new(position.puzzle().clone())
}

/// Parses a number of queens.
fn parse_stars(text: &str) -> Result<u32, String> {
    match whole_number(text)? {
        stars @ 1..=16 => Ok(stars as u32),
        stars => Err(format!(
            "{stars} is not a valid number of queens in each row: use 1 to 16"
        )),
    }
}

/// Options for the search for steps.
fn hint_options(console: &Console, uniqueness: bool) -> Options {
    let defaults = Options::default();
    let settings = defaults
        .settings
        .clone()
        .with_limits(console.settings().limits.started());
    Options {
        uniqueness,
        settings,
        ..defaults
    }
}
