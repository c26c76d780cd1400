//! `queens puzzle daily`: the puzzles of a day, and the file of a month for the page.

use super::explain::rating_summary;
use super::generate::RatingChoice;
use super::hint_options;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use clap::{Args, ValueEnum};
use queens::control::{Limits, Outcome, Stop};
use queens::document::{Document, GeneratedDocument, GeneratedEntry};
use queens::puzzle::write;
use queens::puzzle::{
    GenerateError, GenerateSettings, GeneratedPuzzle, Position, generate,
};
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens puzzle daily                               the puzzles of today (UTC)\n\
\x20 queens puzzle daily 2026-12-24                    those of another day\n\
\x20 queens puzzle daily --month 2027-12 > 2027-12.js  a month for the page, with solutions\n\n\
They are the puzzles of the page: `queens puzzle generate` makes them from the day as the seed (20261224).")]
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

/// A puzzle that every day has, or every weekend.
struct DailyPuzzle {
    /// Name in addresses and in the files of the page.
    id: &'static str,
    size: u32,
    stars: u32,
    rating: RatingChoice,
}

/// The puzzles of a day, as `play/today/days.js` of the page has them.
const DAILY_PUZZLES: [DailyPuzzle; 4] = [
    DailyPuzzle::new("6", 6, 1, RatingChoice::Easy),
    DailyPuzzle::new("8", 8, 1, RatingChoice::Medium),
    DailyPuzzle::new("10", 10, 1, RatingChoice::Hard),
    DailyPuzzle::new("10-2", 10, 2, RatingChoice::Medium),
];

impl DailyPuzzle {
    const fn new(id: &'static str, size: u32, stars: u32, rating: RatingChoice) -> Self {
        DailyPuzzle {
            id,
            size,
            stars,
            rating,
        }
    }

    /// Returns true if the day has this puzzle: two queens in each unit are for weekends.
    fn is_of(&self, day: Day) -> bool {
        self.stars == 1 || day.is_at_weekend()
    }

    /// Makes the puzzle of a day.
    fn make_puzzle(
        &self,
        day: Day,
        limits: &Limits,
        console: &Console,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        generate(&GenerateSettings {
            stars: self.stars,
            difficulty: RatingChoice::difficulty(Some(self.rating)),
            options: hint_options(console, false).rules_only(),
            limits: limits.clone(),
            ..GenerateSettings::new(self.size, day.seed())
        })
    }
}

pub(super) fn run_daily(args: &DailyArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = console.settings().limits.started();
    match args.month {
        Some(first) => write_month(first, &limits, console),
        None => {
            let day = args.day.unwrap_or_else(Day::today);
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
    };
    let mut exit = Exit::Answered;
    for daily in DAILY_PUZZLES.iter().filter(|daily| daily.is_of(day)) {
        let made = match make_daily(daily, day, limits, console)? {
            Ok(made) => made,
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

/// Makes the puzzle of a day, or says which limit came first.
fn make_daily(
    daily: &DailyPuzzle,
    day: Day,
    limits: &Limits,
    console: &Console,
) -> Result<Result<GeneratedPuzzle, Stop>, Failure> {
    let progress =
        ProgressDisplay::start_spinner(console, format!("making those of {day}"));
    let made = daily.make_puzzle(day, limits, console);
    drop(progress);
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(GenerateError::Stopped(unmade)) => {
            console.say(format!(
                "the puzzles of {day}: {}; allow more time",
                unmade.stop
            ));
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
        for daily in DAILY_PUZZLES.iter().filter(|daily| daily.is_of(day)) {
            let made = match make_daily(daily, day, limits, console)? {
                Ok(made) => made,
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
/// row by row as digits, from 0.
fn in_text(made: &GeneratedPuzzle) -> String {
    let mut queens = made.solution.squares().to_vec();
    queens.sort_unstable_by_key(|queen| (queen.row, queen.column));
    let names = made
        .puzzle
        .regions()
        .into_iter()
        .map(queens::puzzle::Puzzle::region_name);
    let columns = queens.iter().map(|queen| queen.column.to_string());
    names.chain([" ".to_owned()]).chain(columns).collect()
}

/// A day of the Gregorian calendar, from 2000 to 2099.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// Returns the day of the system's clock, UTC.
    fn today() -> Self {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        // From 1 January 2000, 10,957 days after the epoch.
        let mut left = (since_epoch.as_secs() / 86_400).saturating_sub(10_957);
        let mut month = Day {
            year: 2000,
            month: 1,
            day: 1,
        };
        while left >= u64::from(month.length_of_month()) {
            left -= u64::from(month.length_of_month());
            month = month.next_month();
        }
        Day {
            day: left as u32 + 1,
            ..month
        }
    }

    fn next_month(self) -> Self {
        Day {
            year: self.year + self.month / 12,
            month: self.month % 12 + 1,
            day: 1,
        }
    }

    fn length_of_month(self) -> u32 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            // No century is left out from 2000 to 2099.
            2 if self.year.is_multiple_of(4) => 29,
            2 => 28,
            _ => 31,
        }
    }

    fn days_of_month(self) -> impl Iterator<Item = Day> {
        (1..=self.length_of_month()).map(move |day| Day { day, ..self })
    }

    /// Returns true for Saturday and Sunday.
    fn is_at_weekend(self) -> bool {
        let years = self.year - 2000;
        let months = (1..self.month).map(|month| Day { month, ..self }.length_of_month());
        let days = 365 * years + years.div_ceil(4) + months.sum::<u32>() + self.day - 1;
        // 1 January 2000 was a Saturday.
        days % 7 < 2
    }

    /// Returns the seed of its puzzles: 20261224.
    fn seed(self) -> u64 {
        u64::from(10_000 * self.year + 100 * self.month + self.day)
    }

    /// Returns its month: 2026-12.
    fn month_name(self) -> String {
        format!("{}-{:02}", self.year, self.month)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.month_name(), self.day)
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str, digits| {
            let is_number =
                part.len() == digits && part.bytes().all(|c| c.is_ascii_digit());
            is_number.then(|| part.parse().ok()).flatten()
        };
        let parts: Vec<&str> = text.split('-').collect();
        let day = match parts.as_slice() {
            [year, month, day] => (|| {
                Some(Day {
                    year: number(year, 4)?,
                    month: number(month, 2)?,
                    day: number(day, 2)?,
                })
            })(),
            _ => None,
        };
        day.filter(|day| {
            (2000..=2099).contains(&day.year)
                && (1..=12).contains(&day.month)
                && (1..=day.length_of_month()).contains(&day.day)
        })
        .ok_or_else(|| {
            format!(
                "'{text}' is not a day: write 2026-12-24, from 2000-01-01 to 2099-12-31"
            )
        })
    }
}

/// Parses a month; returns its first day.
fn parse_month(text: &str) -> Result<Day, String> {
    format!("{text}-01").parse().map_err(|_: String| {
        format!("'{text}' is not a month: write 2027-01, from 2000-01 to 2099-12")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().expect("a day")
    }

    /// Saturdays and Sundays of calendars.
    #[test]
    fn weekends_are_those_of_the_calendar() {
        for (text, is_at_weekend) in [
            ("2000-01-01", true),
            ("2000-02-29", false),
            ("2024-02-29", false),
            ("2026-11-28", true),
            ("2026-11-29", true),
            ("2026-11-30", false),
            ("2027-01-03", true),
            ("2099-12-31", false),
        ] {
            assert_eq!(day(text).is_at_weekend(), is_at_weekend, "{text}");
        }
    }

    #[test]
    fn days_that_no_month_has_are_refused() {
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-1-01",
            "1999-12-31",
            "today",
            "2026-12",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
        assert_eq!(day("2028-02-29").seed(), 20_280_229);
        assert!(parse_month("2026-13").is_err() && parse_month("2026").is_err());
        assert_eq!(
            parse_month("2027-02").map(|first| first.days_of_month().count()),
            Ok(28)
        );
    }

    #[test]
    fn today_is_a_day_of_this_century() {
        let today = Day::today();
        assert_eq!(today.to_string().parse(), Ok(today));
    }
}
