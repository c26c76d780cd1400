//! `queens puzzle generate`: new puzzles.

use super::{options, stars};
use crate::args::{threads, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::{grouped, several};
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::document::{Document, GeneratedDocument, GeneratedEntry};
use queens::puzzle::write::{self, Sheet, SheetPuzzle};
use queens::puzzle::{self, Difficulty, GenerateError, GenerateSettings, Generated, Position, Shape, Word};
use queens::render::Fill;
use std::io::Write;
use std::ops::ControlFlow;

/// How many boards stand side by side on a sheet.
const COLUMNS: u32 = 2;

/// How many boards a page of a sheet in SVG has.
const PER_PAGE: usize = 6;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle generate 9 --rating hard            one that needs a hard deduction\n\
\x20 queens puzzle generate 10 --stars 2 --seed 7      two queens in each unit\n\
\x20 queens puzzle generate 8 --count 6 --format html  a sheet to print\n\n\
Regions grow around the queens of a random solution, square by square, until they meet; then borders are mended until\n\
there is no other solution. --shape says what grows first: squares at random (mixed), round or winding regions, regions of\n\
even or of uneven size. The puzzle of a seed is the same on every machine; a further puzzle has the next seed.")]
pub(crate) struct GenerateArgs {
    /// The length of a side
    #[arg(default_value_t = 8, allow_negative_numbers = true)]
    size: u32,
    /// Queens in each row, column and region
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = stars, allow_negative_numbers = true)]
    stars: u32,
    /// gentle, easy, medium or hard; without it any that named deductions solve
    #[arg(long, value_name = "RATING", hide_possible_values = true, conflicts_with = "any")]
    rating: Option<RatingChoice>,
    /// Also those that no named deduction solves
    #[arg(long)]
    any: bool,
    /// How many puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole_number, allow_negative_numbers = true)]
    count: u64,
    /// Regions that a half turn turns into regions
    #[arg(long)]
    symmetric: bool,
    /// How many queens are given
    #[arg(long, value_name = "NUMBER", default_value_t = 0, allow_negative_numbers = true)]
    given: u32,
    /// mixed, compact, winding, even or uneven
    #[arg(long, value_name = "SHAPE", default_value = "mixed", value_parser = shape)]
    shape: Shape,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    /// board, grid (letters), task, link (puzz.link), sbn, json, csv, or a sheet to print: html, svg
    #[arg(short, long, value_name = "FORMAT", default_value = "board", hide_possible_values = true)]
    format: Form,
    /// Pictures with patterns beside the colours
    #[arg(long)]
    patterns: bool,
}

/// The form of the new puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Board,
    Grid,
    Task,
    Link,
    Sbn,
    Json,
    Csv,
    Html,
    Svg,
}

impl Form {
    /// Whether it has a head or an end, so that all puzzles are written together.
    fn is_of_all(self) -> bool {
        matches!(self, Form::Json | Form::Csv | Form::Html | Form::Svg)
    }
}

/// How hard a puzzle should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RatingChoice {
    Gentle,
    Easy,
    Medium,
    Hard,
}

impl RatingChoice {
    /// What is wanted where a rating was chosen, or none.
    pub(super) fn difficulty(choice: Option<Self>) -> Difficulty {
        choice.map_or(Difficulty::ByRules, |choice| Difficulty::Rated(choice.word()))
    }

    fn word(self) -> Word {
        match self {
            RatingChoice::Gentle => Word::Gentle,
            RatingChoice::Easy => Word::Easy,
            RatingChoice::Medium => Word::Medium,
            RatingChoice::Hard => Word::Hard,
        }
    }
}

fn shape(text: &str) -> Result<Shape, String> {
    let list = || Shape::ALL.map(Shape::id).join(", ");
    Shape::ALL
        .into_iter()
        .find(|shape| shape.id() == text)
        .ok_or_else(|| format!("'{text}' is not a valid shape: use one of {}", list()))
}

/// A puzzle that was made.
struct New {
    seed: u64,
    made: Generated,
}

pub(super) fn run(args: &GenerateArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = console.settings().limits.started();
    let settings = GenerateSettings {
        stars: args.stars,
        symmetric: args.symmetric,
        givens: args.given,
        shape: args.shape,
        difficulty: if args.any { Difficulty::Any } else { RatingChoice::difficulty(args.rating) },
        options: options(console, false).rules_only(),
        limits,
        ..GenerateSettings::new(args.size, console.settings().seed)
    };
    let progress = Progress::start(console, format!("making {}", several(args.count, "puzzle")));
    let mut made = 0u64;
    let mut kept = Vec::new();
    let mut result = Ok(());
    let ended = puzzle::generate_many(&settings, args.count, args.threads, &mut |seed, new| {
        made += 1;
        let new = New { seed, made: new };
        if args.format.is_of_all() {
            kept.push(new);
        } else {
            progress.clear();
            result = write_one(args, &new, made > 1, console);
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(progress);
    result?;
    if args.format.is_of_all() && (!kept.is_empty() || args.count == 0) {
        let outcome = match &ended {
            Err(GenerateError::Stopped(stop)) => Err(*stop).into(),
            _ => Outcome::Exhausted,
        };
        write_together(args, &kept, outcome, console)?;
    }
    match ended {
        Ok(()) => Ok(Exit::Answered),
        Err(GenerateError::Stopped(stop)) => {
            console.say(match made {
                0 => GenerateError::Stopped(stop).to_string(),
                made => format!("{} of {}: {stop}", grouped(made), several(args.count, "puzzle")),
            });
            Ok(Outcome::from(Err(stop)).into())
        }
        Err(error) => Err(Failure::input(error)),
    }
}

/// Writes a puzzle as soon as it is there.
fn write_one(args: &GenerateArgs, new: &New, is_further: bool, console: &Console) -> Result<(), Failure> {
    let position = Position::new(new.made.puzzle.clone());
    let mut out = console.out();
    if is_further && matches!(args.format, Form::Board | Form::Grid) {
        writeln!(out)?;
    }
    let puzzle = &new.made.puzzle;
    let text = match args.format {
        Form::Grid => write::grid(&position),
        Form::Task => write::task(puzzle)?,
        Form::Link => write::link(puzzle)?,
        Form::Sbn => write::notation(puzzle)?,
        _ => {
            write::terminal(&position, console.style(), &mut out)?;
            String::new()
        }
    };
    if !text.is_empty() {
        writeln!(out, "{}", text.trim_end())?;
    }
    out.flush()?;
    if args.format == Form::Board {
        console.say(format!("seed {}: {} ({})", new.seed, new.made.rating.word, new.made.rating.score));
    }
    Ok(())
}

/// Writes all puzzles, in the forms that have a head or an end.
fn write_together(
    args: &GenerateArgs,
    all: &[New],
    outcome: Outcome,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match args.format {
        Form::Json | Form::Csv => {
            let entry = |new: &New| GeneratedEntry::new(new.seed, &new.made);
            let document = GeneratedDocument { puzzles: all.iter().map(entry).collect(), outcome };
            match args.format {
                Form::Json => document.write_json(&mut out)?,
                _ => document.write_csv(&mut out)?,
            }
        }
        _ => {
            let puzzles = all.iter().map(|new| SheetPuzzle {
                position: Position::new(new.made.puzzle.clone()),
                caption: new.made.rating.word.to_string(),
                solution: Some(new.made.solution.clone()),
            });
            let title = match args.stars {
                1 => "One queen in each row, column and region, no two touching".to_owned(),
                stars => format!("{stars} queens in each row, column and region, no two touching"),
            };
            let fill = Fill { patterns: args.patterns, ..Fill::default() };
            let sheet = Sheet { title, puzzles: puzzles.collect(), columns: COLUMNS, fill };
            match args.format {
                Form::Svg => {
                    for page in sheet.svg_pages(PER_PAGE)? {
                        out.write_all(page.as_bytes())?;
                    }
                }
                _ => sheet.write_html(&mut out)?,
            }
        }
    }
    out.flush()?;
    Ok(())
}
