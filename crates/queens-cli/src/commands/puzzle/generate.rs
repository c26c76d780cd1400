//! `queens puzzle generate`.

use super::credits::CreditArgs;
use super::explain::rating_summary;
use super::explain::technique_way_out;
use super::{choose_seed, hint_options, parse_stars};
use crate::args::{parse_threads, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several};
use clap::{Args, ValueEnum};
use queens::control::{Outcome, Stop};
use queens::document::{
    Document, GeneratedDocument, GeneratedEntry, NearestEntry, about,
};
use queens::names;
use queens::puzzle::write::{self, Sheet, SheetPuzzle};
use queens::puzzle::{
    self, CreditField, Difficulty, GenerateError, GenerateSettings, GeneratedPuzzle,
    NearestPuzzle, Position, PuzzleWish, RatingWord, RegionShape, TechniqueInfo,
    UnmadePuzzle, find_technique,
};
use queens::render::Fill;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Side of a new puzzle, in squares.
pub(super) const DEFAULT_SIZE: u32 = 8;

/// Largest side of a board that is made in seconds: 32 x 32 takes about one, 34 x 34 up
/// to half a minute, 40 x 40 many minutes (`queens puzzle generate SIZE --seed 1` and
/// `--seed 2`).
const QUICK_SIZE: u32 = 32;

/// Number of boards side by side on a sheet.
const SHEET_COLUMNS: u32 = 2;

/// Number of boards on a page of an SVG sheet.
const BOARDS_PER_PAGE: usize = 6;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle generate 9 --rating hard            one that needs a hard deduction\n\
\x20 queens puzzle generate 10 --stars 2 --seed 7      two queens in each unit\n\
\x20 queens puzzle generate 8 --needs fish             one that needs this deduction\n\
\x20 queens puzzle generate 8 --count 6 --format html  a sheet to print\n\
\x20 queens puzzle generate 8 --count 6 --title Week --author Ann --format player > play.html\n\
\x20                                                   a page that plays them without a network\n\n\
Regions grow square by square around the queens of a random solution until they meet. Then borders move until there\n\
is no other solution. --shape sets the growth: random squares (mixed), round (compact) or winding regions, regions of\n\
even or uneven size. A seed gives the same puzzle on every machine; further puzzles use the next seeds. Without\n\
--seed each run draws another one and prints it.\n\n\
Named deductions solve the puzzle, unless --any or --rating fiendish asks for more.\n\
`queens puzzle techniques` lists the names for --needs and --at-most.")]
pub(crate) struct GenerateArgs {
    /// Side of the board, in squares [default: 8]
    #[arg(allow_negative_numbers = true)]
    size: Option<u32>,
    /// The same, as `puzzle play` takes it
    #[arg(
        long = "size",
        value_name = "NUMBER",
        hide = true,
        conflicts_with = "size",
        allow_negative_numbers = true
    )]
    size_option: Option<u32>,
    /// Queens in each row, column and region
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = parse_stars, allow_negative_numbers = true)]
    stars: u32,
    /// gentle, easy, medium, hard or fiendish
    #[arg(
        long,
        value_name = "RATING",
        hide_possible_values = true,
        conflicts_with = "any"
    )]
    rating: Option<RatingChoice>,
    /// A deduction that it needs, such as fish
    #[arg(long, value_name = "TECHNIQUE", value_parser = parse_technique)]
    needs: Option<&'static TechniqueInfo>,
    /// The hardest deduction that it may need
    #[arg(
        long,
        value_name = "TECHNIQUE",
        value_parser = parse_technique,
        hide_short_help = true
    )]
    at_most: Option<&'static TechniqueInfo>,
    /// Least number of squares in a region
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        allow_negative_numbers = true,
        hide_short_help = true
    )]
    least_region: u32,
    /// Allow puzzles that named deductions do not solve
    #[arg(long)]
    any: bool,
    /// Number of puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole_number, allow_negative_numbers = true)]
    count: u64,
    /// Make the regions half-turn symmetric
    #[arg(long)]
    symmetric: bool,
    /// Number of given queens
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    given: u32,
    /// mixed, compact, winding, even or uneven
    #[arg(long, value_name = "SHAPE", default_value = "mixed", value_parser = parse_shape)]
    shape: RegionShape,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: usize,
    /// board, grid, task, link, sbn, json, csv, sudokupad, fpuzzles, penpa, player, or a
    /// sheet: html, svg
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "board",
        hide_possible_values = true
    )]
    format: GenerateFormat,
    /// Draw patterns in addition to colours
    #[arg(long)]
    patterns: bool,
    #[command(flatten)]
    credits: CreditArgs,
}

/// Output format of new puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GenerateFormat {
    Board,
    Grid,
    Task,
    Link,
    Sbn,
    Json,
    Csv,
    Html,
    Svg,
    Sudokupad,
    #[value(name = "fpuzzles")]
    FPuzzles,
    Penpa,
    Player,
}

impl GenerateFormat {
    /// True if the format has a header or footer, so that all puzzles are written
    /// together.
    fn is_of_all(self) -> bool {
        matches!(
            self,
            GenerateFormat::Json
                | GenerateFormat::Csv
                | GenerateFormat::Html
                | GenerateFormat::Svg
                | GenerateFormat::Player
        )
    }
}

/// Rating that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RatingChoice {
    Gentle,
    Easy,
    Medium,
    Hard,
    Fiendish,
}

impl RatingChoice {
    /// Difficulty for a choice; without one, any puzzle that named deductions solve.
    pub(super) fn difficulty(choice: Option<Self>) -> Difficulty {
        choice.map_or(Difficulty::ByRules, |choice| {
            Difficulty::Rated(choice.rating_word())
        })
    }

    fn rating_word(self) -> RatingWord {
        match self {
            RatingChoice::Gentle => RatingWord::Gentle,
            RatingChoice::Easy => RatingWord::Easy,
            RatingChoice::Medium => RatingWord::Medium,
            RatingChoice::Hard => RatingWord::Hard,
            RatingChoice::Fiendish => RatingWord::Fiendish,
        }
    }
}

fn parse_technique(text: &str) -> Result<&'static TechniqueInfo, String> {
    find_technique(text).ok_or_else(|| {
        format!("'{text}' is not a deduction: {}", technique_way_out(text))
    })
}

fn parse_shape(text: &str) -> Result<RegionShape, String> {
    let ids = RegionShape::ALL.map(RegionShape::id);
    RegionShape::ALL
        .into_iter()
        .find(|shape| shape.id() == text)
        .ok_or_else(|| {
            format!(
                "'{text}' is not a valid shape: {}",
                names::way_out(text, &ids)
            )
        })
}

/// A new puzzle and its seed.
struct NewPuzzle {
    seed: u64,
    made: GeneratedPuzzle,
}

pub(super) fn run_generate(
    args: &GenerateArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let started = Instant::now();
    let size = args.size.or(args.size_option).unwrap_or(DEFAULT_SIZE);
    let progress = ProgressDisplay::start_spinner(
        console,
        format!(
            "making {} of {size} x {size}",
            several(args.count, "puzzle")
        ),
    );
    let settings = generate_settings(args, size, &progress, console);
    say_seeds(args, settings.seed, console);
    if size > QUICK_SIZE {
        progress.write_beside(|| {
            console.say(format!(
                "a board of {size} x {size} may take many minutes, one up to {QUICK_SIZE} x {QUICK_SIZE} takes seconds; \
                 --time-limit bounds the time, Ctrl-C ends it"
            ));
        });
    }
    let mut made = 0u64;
    let mut kept = Vec::new();
    let mut result = Ok(());
    let ended =
        puzzle::generate_many(&settings, args.count, args.threads, &mut |seed, new| {
            made += 1;
            let mut new = NewPuzzle { seed, made: new };
            new.made.puzzle = new.made.puzzle.with_credits(args.credits.credits());
            if args.format.is_of_all() {
                kept.push(new);
            } else {
                progress.clear();
                result = write_one(args, &new, made > 1, console);
            }
            if result.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    drop(progress);
    result?;
    write_kept(args, &kept, &ended, console)?;
    match ended {
        Ok(()) => Ok(Exit::Answered),
        Err(GenerateError::Stopped(unmade)) => {
            say_stopped(args, made, &unmade, started.elapsed(), console);
            if args.format == GenerateFormat::Board
                && let Some(nearest) = &unmade.nearest
            {
                draw_nearest(nearest, made > 0, console)?;
            }
            Ok(Outcome::from(Err(unmade.stop)).into())
        }
        Err(error) => Err(Failure::input(error)),
    }
}

fn generate_settings(
    args: &GenerateArgs,
    size: u32,
    progress: &ProgressDisplay,
    console: &Console,
) -> GenerateSettings {
    let limits = console.settings().limits.started();
    GenerateSettings {
        stars: args.stars,
        symmetric: args.symmetric,
        givens: args.given,
        shape: args.shape,
        wish: PuzzleWish {
            difficulty: if args.any {
                Difficulty::Any
            } else {
                RatingChoice::difficulty(args.rating)
            },
            needs: args.needs,
            at_most: args.at_most,
            least_region: args.least_region,
            ..PuzzleWish::default()
        },
        options: hint_options(console, false).rules_only(),
        limits: limits.with_gauge(progress.node_gauge()),
        ..GenerateSettings::new(size, choose_seed(console))
    }
}

/// Says the seeds that were drawn, from which the same puzzles can be made again. A board
/// says its own.
fn say_seeds(args: &GenerateArgs, seed: u64, console: &Console) {
    if console.seed().is_some() || args.format == GenerateFormat::Board {
        return;
    }
    console.say(match args.count {
        0 | 1 => format!("seed {seed}"),
        count => format!("seeds {seed} to {}", seed.saturating_add(count - 1)),
    });
}

/// Draws the nearest puzzle of a search that found none, with what it lacks.
fn draw_nearest(
    nearest: &NearestPuzzle,
    is_further: bool,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    if is_further {
        writeln!(out)?;
    }
    let position = Position::new(nearest.made.puzzle.clone());
    write::terminal(&position, console.style(), &mut out)?;
    let missing: Vec<String> = nearest.missing.iter().map(ToString::to_string).collect();
    writeln!(out, "not what was asked for: {}", missing.join(", "))?;
    out.flush()?;
    Ok(())
}

/// Writes the puzzles that go into one file together, also if a limit came before all were
/// made. JSON says even of none why there are none.
fn write_kept(
    args: &GenerateArgs,
    kept: &[NewPuzzle],
    ended: &Result<(), GenerateError>,
    console: &Console,
) -> Result<(), Failure> {
    let stopped = match ended {
        Err(GenerateError::Stopped(unmade)) => Some(unmade.as_ref()),
        _ => None,
    };
    let says_why = args.format == GenerateFormat::Json && stopped.is_some();
    if args.format.is_of_all() && (!kept.is_empty() || args.count == 0 || says_why) {
        write_together(args, kept, stopped, console)?;
    }
    Ok(())
}

/// Says why not all puzzles were made.
fn say_stopped(
    args: &GenerateArgs,
    made: u64,
    unmade: &UnmadePuzzle,
    time: Duration,
    console: &Console,
) {
    let failure = match unmade.stop {
        // The attempts for one puzzle of many say nothing.
        stop @ (Stop::Cancelled | Stop::LimitReached(_)) if made > 0 => stop.to_string(),
        _ => none_made(unmade, time),
    };
    if made == 0 {
        console.say(failure);
        return;
    }
    let all = several(args.count, "puzzle");
    console.say(format!("{} of {all}: {failure}", grouped(made)));
}

/// Returns the message for a search that found no puzzle.
fn none_made(unmade: &UnmadePuzzle, time: Duration) -> String {
    let other = match unmade.size > QUICK_SIZE {
        true => {
            format!("a board up to {QUICK_SIZE} x {QUICK_SIZE}, or another seed or shape")
        }
        false => "another seed, size, shape or rating".to_owned(),
    };
    let (tried, time) = (unmade.tried(), about(time.as_secs_f64()));
    match unmade.stop {
        // As many attempts with more time would fail, too.
        Stop::GaveUp => format!("{tried}, {time}; take {other}"),
        Stop::Cancelled => format!("{tried}, {time}: {}", Stop::Cancelled),
        stop => format!("{tried}, {time}: {stop}; allow more time, or take {other}"),
    }
}

/// Writes a puzzle as soon as it is made.
fn write_one(
    args: &GenerateArgs,
    new: &NewPuzzle,
    is_further: bool,
    console: &Console,
) -> Result<(), Failure> {
    let position = Position::new(new.made.puzzle.clone());
    let mut out = console.out();
    if is_further && matches!(args.format, GenerateFormat::Board | GenerateFormat::Grid) {
        writeln!(out)?;
    }
    let puzzle = &new.made.puzzle;
    let text = match args.format {
        GenerateFormat::Grid => write::grid(&position),
        GenerateFormat::Task => write::task(puzzle)?,
        GenerateFormat::Link => write::link(puzzle)?,
        GenerateFormat::Sbn => write::notation(puzzle)?,
        GenerateFormat::Sudokupad => {
            write::sudokupad(puzzle, &console.settings().limits.started())
        }
        GenerateFormat::FPuzzles => write::f_puzzles(puzzle),
        GenerateFormat::Penpa => write::penpa(puzzle)?,
        _ => {
            write::terminal(&position, console.style(), &mut out)?;
            String::new()
        }
    };
    if !text.is_empty() {
        writeln!(out, "{}", text.trim_end())?;
    }
    out.flush()?;
    if args.format == GenerateFormat::Board {
        console.say(format!(
            "seed {}: {}",
            new.seed,
            rating_summary(&new.made.rating)
        ));
    }
    Ok(())
}

/// Writes all puzzles, in the formats with a header or footer.
fn write_together(
    args: &GenerateArgs,
    all: &[NewPuzzle],
    stopped: Option<&UnmadePuzzle>,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    match args.format {
        GenerateFormat::Json | GenerateFormat::Csv => {
            let entry = |new: &NewPuzzle| GeneratedEntry::new(new.seed, &new.made);
            let document = GeneratedDocument {
                puzzles: all.iter().map(entry).collect(),
                outcome: stopped
                    .map_or(Outcome::Exhausted, |unmade| Err(unmade.stop).into()),
                nearest: stopped
                    .and_then(|unmade| unmade.nearest.as_ref())
                    .map(NearestEntry::new),
            };
            match args.format {
                GenerateFormat::Json => document.write_json(&mut out)?,
                _ => document.write_csv(&mut out)?,
            }
        }
        GenerateFormat::Player => {
            let puzzles = all.iter().map(|new| Position::new(new.made.puzzle.clone()));
            write::player(&puzzles.collect::<Vec<_>>(), &mut out)?;
        }
        _ => {
            let puzzles = all.iter().map(|new| SheetPuzzle {
                position: Position::new(new.made.puzzle.clone()),
                caption: new.made.rating.word.to_string(),
                solution: Some(new.made.solution.clone()),
            });
            let credits = args.credits.credits();
            let title = match credits.get(CreditField::Title) {
                "" => "Queens puzzles",
                title => title,
            };
            let fill = Fill {
                patterns: args.patterns,
                ..Fill::default()
            };
            let sheet = Sheet {
                title: title.to_owned(),
                puzzles: puzzles.collect(),
                columns: SHEET_COLUMNS,
                fill,
            };
            match args.format {
                GenerateFormat::Svg => {
                    for page in sheet.svg_pages(BOARDS_PER_PAGE)? {
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
