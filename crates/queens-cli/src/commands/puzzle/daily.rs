//! `queens puzzle daily`: the puzzles of a day, and the file of a month for the page.

use super::explain::rating_summary;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use clap::{Args, ValueEnum};
use queens::control::{Limits, Outcome, Stop};
use queens::document::{Document, GeneratedDocument, GeneratedEntry};
use queens::puzzle::daily::{DAILY_PUZZLES, DailyPuzzle, Day, NoDay};
use queens::puzzle::write;
use queens::puzzle::{GenerateError, GeneratedPuzzle, Position};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle daily                               the puzzles of today (UTC)\n\
\x20 queens puzzle daily 2026-12-24                    those of another day\n\
\x20 queens puzzle daily --month 2027-12 > 2027-12.js  a month for the page, with solutions\n\n\
The page shows the same puzzles. They become harder from Monday to Sunday.")]
pub(crate) struct DailyArgs {
    /// Day, as 2026-12-24 [default: today, UTC]
    #[arg(value_name = "DAY")]
    day: Option<Day>,
    /// Write the puzzles of a month with their solutions, as a module of the page
    #[arg(long, value_name = "MONTH", conflicts_with_all = ["day", "format"], value_parser = parse_month)]
    month: Option<Day>,
    /// board or json
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "board",
        hide_possible_values = true
    )]
    format: DailyFormat,
}

/// Format of the puzzles of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DailyFormat {
    Board,
    Json,
}

pub(super) fn run_daily(args: &DailyArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = console.settings().limits.started();
    match args.month {
        Some(first) => write_month(first, &limits, console),
        None => {
            let day = args.day.unwrap_or_else(today);
            show_day(day, args.format, &limits, console)
        }
    }
}

/// Draws the puzzles of a day, or writes them as one document.
fn show_day(
    day: Day,
    format: DailyFormat,
    limits: &Limits,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut out = console.out();
    let mut document = GeneratedDocument {
        puzzles: Vec::new(),
        outcome: Outcome::Exhausted,
        nearest: None,
    };
    let mut exit = Exit::Answered;
    for daily in &DAILY_PUZZLES {
        let made = match make_daily(daily, day, limits, console)? {
            Ok(Some(made)) => made,
            Ok(None) => continue,
            Err(stop) => {
                document.outcome = Outcome::from(Err(stop));
                exit = document.outcome.into();
                break;
            }
        };
        if format == DailyFormat::Board {
            if !document.puzzles.is_empty() {
                writeln!(out)?;
            }
            let position = Position::new(made.puzzle.clone());
            write::terminal(&position, console.style(), &mut out)?;
            out.flush()?;
            console.say(format!("{day}: {}", rating_summary(&made.rating)));
        }
        document
            .puzzles
            .push(GeneratedEntry::new(day.seed(), &made));
    }
    if format == DailyFormat::Json {
        document.write_json(&mut out)?;
        out.flush()?;
    }
    Ok(exit)
}

/// Makes the puzzle of a day, if the day has it, or says which limit came first.
fn make_daily(
    daily: &DailyPuzzle,
    day: Day,
    limits: &Limits,
    console: &Console,
) -> Result<Result<Option<GeneratedPuzzle>, Stop>, Failure> {
    let progress =
        ProgressDisplay::start_spinner(console, format!("making those of {day}"));
    let limits = limits.clone().with_gauge(progress.node_gauge());
    let made = daily.make(day, &limits);
    drop(progress);
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(GenerateError::Stopped(unmade)) => {
            console.say(format!("the puzzle '{}' of {day}: {unmade}", daily.id));
            Ok(Err(unmade.stop))
        }
        Err(error) => Err(Failure::input(error)),
    }
}

/// Writes a month as a module of the page. Nothing is written if a limit comes first.
fn write_month(first: Day, limits: &Limits, console: &Console) -> Result<Exit, Failure> {
    let month = first.month_name();
    let mut text = format!(
        "/** The puzzles of {month}, written by `queens puzzle daily --month {month}`: regions, then the columns of the queens, \
         row by row. @type {{Record<string, Record<string, string>>}} */\nexport const DAYS = {{\n"
    );
    for day in first.days_of_month() {
        let mut puzzles = Vec::new();
        for daily in &DAILY_PUZZLES {
            let made = match make_daily(daily, day, limits, console)? {
                Ok(Some(made)) => made,
                Ok(None) => continue,
                Err(stop) => return Ok(Outcome::from(Err(stop)).into()),
            };
            puzzles.push(format!("\"{}\": \"{}\"", daily.id, in_text(&made)));
        }
        text += &format!("  \"{day}\": {{ {} }},\n", puzzles.join(", "));
    }
    let mut out = console.out();
    writeln!(out, "{text}}};")?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Returns the letters of the regions row by row, a blank, and the columns of the queens
/// row by row as digits to base 36, from 0.
fn in_text(made: &GeneratedPuzzle) -> String {
    let mut queens = made.solution.squares().to_vec();
    queens.sort_unstable_by_key(|queen| (queen.row, queen.column));
    let names = made
        .puzzle
        .regions()
        .into_iter()
        .map(queens::puzzle::Puzzle::region_name);
    let columns = queens
        .iter()
        .filter_map(|queen| char::from_digit(queen.column, 36))
        .map(String::from);
    names.chain([" ".to_owned()]).chain(columns).collect()
}

/// Returns the day of the system's clock, UTC.
fn today() -> Day {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Day::after_epoch(since_epoch.as_secs() / 86_400)
}

/// Parses a month; returns its first day.
fn parse_month(text: &str) -> Result<Day, String> {
    format!("{text}-01").parse().map_err(|_: NoDay| {
        format!("'{text}' is not a month: write 2027-01, from 2000-01 to 2099-12")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_that_no_year_has_are_refused() {
        assert!(parse_month("2026-13").is_err() && parse_month("2026").is_err());
        assert_eq!(
            parse_month("2027-02").map(|first| first.to_string()),
            Ok("2027-02-01".to_owned())
        );
    }
}
