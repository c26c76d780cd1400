//! `queens verify`: checks solutions, and finds repeated ones.

use super::junit;
use super::large::STREAMED_FROM;
use crate::args::TableFormat;
use crate::args::UNCOMPLETABLE_WORD;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{Deadline, WatchedInput, name_of};
use crate::problem::{
    after_sets_word, from_file, from_words, in_words, published_in_words,
};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, write_document};
use crate::tips::shell_word;
use clap::{Args, ValueEnum};
use queens::Question;
use queens::control::{Outcome, Stop, counted};
use queens::document::{VerifyDocument, tallied};
use queens::engines::large::{
    BinaryReader, Checker, ColumnReadError, MAGIC, SolutionFault, TextReader,
};
use queens::problem::Problem;
use queens::read::{self, ReadNotes, SolverVerdict};
use queens::reference;
use queens::verify::{self, MAX_FAULTS, Verifier};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens list 8 | queens verify                    check that these are all solutions\n\
\x20 queens verify --problem \"torus 7\" solutions.txt  solutions of a variant\n\
\x20 echo 1 3 0 2 | queens verify --columns-from 0     columns that count from 0\n\
\x20 queens verify --problem \"dominating 8\" sets.txt   sets that attack every square\n\
\x20 queens verify --problem 8 --complete -f junit out.txt  a grade for a CI system")]
pub(crate) struct VerifyArgs {
    /// File with solutions; - is standard input; any format of `queens list` and many of
    /// other programs
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// Problem of the solutions, such as 'torus 7'; without it the one that the file
    /// names, or queens on a board of their size
    #[arg(long, value_name = "PROBLEM")]
    pub(crate) problem: Option<String>,
    /// Read that problem from a file; text or a drawn board
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub(crate) board: Option<PathBuf>,
    /// Number of the first column, 0 or 1; without it 1 in text and CSV, 0 in JSON and
    /// pairs
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=1))]
    pub(crate) columns_from: Option<u32>,
    /// Only one of the solutions that differ by rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Exit with status 1 if solutions are missing, or if their number is not published
    #[arg(long)]
    pub(crate) complete: bool,
    /// text, json, csv or junit
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: VerifyFormat,
}

/// Format of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerifyFormat {
    Text,
    Json,
    Csv,
    Junit,
}

pub(crate) fn run_verify(args: &VerifyArgs, console: &Console) -> Result<Exit, Failure> {
    if let Some(way_out) = instead_of_file(&args.file) {
        return Err(Failure::input(way_out));
    }
    let name = name_of(&args.file);
    let of_sets = args.problem.as_deref().and_then(after_sets_word);
    let asked = read_asked(args, of_sets, console)?;
    let deadline = Deadline::from_limits(&console.settings().limits);
    let question = choose_question(args, of_sets.is_some(), asked.as_ref())?;
    let mut tally = SolutionTally {
        verifier: Verifier::of_question(question),
        columns_from: args.columns_from,
        needs_all: args.complete,
        ..SolutionTally::default()
    };
    let input = WatchedInput::open(&args.file, &deadline);
    let result = tally.enter_all(input, asked.as_ref(), &name, &deadline, console);
    tally.say_pending(console);
    if let Some(stop) = deadline.stop() {
        return tally.write_stopped(asked.as_ref(), args.format, stop, console);
    }
    if let Err(failure) = result {
        if args.format == VerifyFormat::Junit {
            let document =
                VerifyDocument::new(&tally.verifier, asked.as_ref(), Outcome::Exhausted);
            junit::write_report(&document, Some(&failure.to_string()), console)?;
        }
        if !tally.is_empty() {
            console.say(format!("{} before the error", tallied(&tally.verifier)));
        }
        return Err(failure);
    }
    tally.conclude(asked.as_ref(), args.format, console)
}

/// Longest number that is a size rather than the columns of a solution, in digits.
const MAX_SIZE_DIGITS: usize = 3;

/// Returns the way out for a file that is not there, and has the name of a solution or a
/// problem.
fn instead_of_file(file: &Path) -> Option<String> {
    let text = file
        .to_str()
        .filter(|_| file.try_exists().is_ok_and(|there| !there))?;
    let is_list = text.chars().any(|c| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || " ,;[]()".contains(c));
    let is_size = text.len() <= MAX_SIZE_DIGITS && text.parse::<u32>().is_ok();
    if is_size || (!is_list && text.parse::<Problem>().is_ok()) {
        let problem = shell_word(text);
        return Some(format!(
            "there is no file '{text}': the solutions come from a file or from standard input, `queens list {problem} | queens verify`"
        ));
    }
    is_list.then(|| {
        format!(
            "there is no file '{text}': solutions come from standard input, `echo \"{text}\" | queens verify`"
        )
    })
}

/// Reads the problem that the user names; `None` if every solution tells its own.
fn read_asked(
    args: &VerifyArgs,
    of_sets: Option<&str>,
    console: &Console,
) -> Result<Option<Problem>, Failure> {
    let words = of_sets.or(args.problem.as_deref());
    if let Some(words) = words.filter(|words| !words.trim().is_empty()) {
        return from_words(words).map(Some);
    }
    let Some(file) = &args.board else {
        return Ok(None);
    };
    if args.file.as_os_str() == "-" && file.as_os_str() == "-" {
        return Err(Failure::input(
            "the problem and the solutions cannot both come from standard input: name a file for one of them",
        ));
    }
    from_file(file, console).map(Some)
}

/// Returns the question that the list answers; `None` for all solutions.
fn choose_question(
    args: &VerifyArgs,
    is_of_sets: bool,
    asked: Option<&Problem>,
) -> Result<Option<Question>, Failure> {
    if !is_of_sets {
        return Ok(args.fundamental.then_some(Question::Fundamental));
    }
    if args.fundamental {
        return Err(Failure::input(format!(
            "--fundamental is about solutions: leave it out, or the word {UNCOMPLETABLE_WORD}"
        )));
    }
    if asked.is_some_and(|problem| problem.rules().is_some()) {
        return Err(Failure::input(format!(
            "{UNCOMPLETABLE_WORD} is about a problem without rules: leave out one of them"
        )));
    }
    Ok(Some(Question::Uncompletable))
}

fn print_line(console: &Console, line: std::fmt::Arguments<'_>) -> io::Result<()> {
    let mut out = console.out();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Solutions read so far.
#[derive(Default)]
struct SolutionTally {
    verifier: Verifier,
    /// Number of the first column, if the user gives it.
    columns_from: Option<u32>,
    /// True if the check fails when solutions are missing.
    needs_all: bool,
    /// Number of faults.
    faults: usize,
    /// Faults of numbers that may count from elsewhere: said once a solution is valid, or
    /// at the end.
    pending: Vec<String>,
    /// True if a solver denied solutions that are published.
    is_refuted: bool,
}

impl SolutionTally {
    /// Checks every solution of the input until the deadline.
    fn enter_all(
        &mut self,
        mut input: impl BufRead,
        asked: Option<&Problem>,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
    ) -> Result<(), Failure> {
        let start = input
            .fill_buf()
            .map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
        if start.starts_with(&MAGIC) {
            return self.enter_binary(input, asked, name, deadline, console);
        }
        let is_number = start
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_digit);
        if let Some(problem) = asked
            && is_number
            && self.columns_from.is_none()
            && self.verifier.question() == Question::All
            && problem.is_standard()
            && problem.rows() >= STREAMED_FROM
        {
            let mut reader = TextReader::new(input);
            let size = problem.rows();
            return self.enter_columns(size, name, deadline, console, || {
                reader.read().map(<[u32]>::to_vec)
            });
        }
        self.enter_text(input, asked, name, deadline, console)
    }

    /// Checks the solution of a binary file.
    fn enter_binary(
        &mut self,
        input: impl BufRead,
        asked: Option<&Problem>,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
    ) -> Result<(), Failure> {
        let mut reader =
            BinaryReader::new(input).map_err(|error| wrong_columns(name, &error))?;
        let size = reader.n();
        let question = self.verifier.question();
        if question != Question::All {
            let option = question.id();
            return Err(Failure::input(format!(
                "{name} holds a solution of {} queens on the standard board: leave --{option} out",
                grouped(size),
            )));
        }
        if let Some(problem) = asked
            && (!problem.is_standard() || problem.rows() != size)
        {
            return Err(Failure::input(format!(
                "{name} holds a solution of {} queens on the standard board, not of '{}': leave --problem \
                 and --board out, or write the solution as text",
                grouped(size),
                in_words(problem),
            )));
        }
        self.enter_columns(size, name, deadline, console, || {
            reader.read().map(<[u32]>::to_vec)
        })
    }

    /// Checks every solution of a text.
    fn enter_text(
        &mut self,
        mut input: impl BufRead,
        asked: Option<&Problem>,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
    ) -> Result<(), Failure> {
        let notes = read::solutions_with_notes(&mut input, asked, &mut |found| {
            let found = match self.columns_from {
                Some(first) => found.counted_from(first),
                None => found,
            };
            self.enter_solution(&found, console);
            if deadline.is_over() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        self.settle_numbering(&notes, console);
        if let Some(count) = notes.count.filter(|_| self.is_empty()) {
            return Err(Failure::input(format!(
                "{name} holds the number {} alone, no solution to check: `queens count` counts solutions",
                grouped(count)
            )));
        }
        self.heed_verdict(&notes, asked, name, console)?;
        if asked.is_none() && self.is_empty() && !deadline.is_over() {
            return Err(Failure::input(format!(
                "{name} holds no solution to check: `queens solve --board FILE` solves a problem; if there should be no \
                 solution, name the problem (--problem 3)"
            )));
        }
        Ok(())
    }

    /// Writes what was found before a limit or a signal.
    fn write_stopped(
        &self,
        asked: Option<&Problem>,
        format: VerifyFormat,
        stop: Stop,
        console: &Console,
    ) -> Result<Exit, Failure> {
        let outcome = Outcome::from(Err(stop));
        if format == VerifyFormat::Text {
            let why = match stop {
                Stop::LimitReached(limit) => limit.to_string(),
                _ => "interruption".to_owned(),
            };
            let tally = tallied(&self.verifier);
            print_line(console, format_args!("{tally} before the {why}"))?;
        } else {
            self.write_document(asked, format, outcome, console)?;
        }
        Ok(outcome.into())
    }

    /// Checks one solution of a large standard board, row by row.
    fn enter_columns(
        &mut self,
        size: u32,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
        mut read: impl FnMut() -> Result<Vec<u32>, ColumnReadError>,
    ) -> Result<(), Failure> {
        let progress =
            ProgressDisplay::start_parts(console, "checking".to_owned(), size.into());
        let mut checker = Checker::new(size).map_err(Failure::input)?;
        let mut rows = 0;
        let verdict = loop {
            if deadline.is_over() {
                console.say(format!(
                    "{} of {} rows have no fault",
                    grouped(rows),
                    grouped(size)
                ));
                return Ok(());
            }
            let columns = read().map_err(|error| wrong_columns(name, &error))?;
            if columns.is_empty() {
                break checker.finish();
            }
            if let Err(fault) = checker.push(&columns) {
                break Err(fault);
            }
            rows += columns.len() as u64;
            progress.set_done(rows);
        };
        drop(progress);
        match &verdict {
            Ok(()) => {}
            Err(SolutionFault::Check(error)) => return Err(Failure::input(error)),
            Err(fault) => console.say(format!("{fault} (rows and columns count from 0)")),
        }
        self.verifier.enter_checked(
            Problem::queens(size).map_err(Failure::input)?,
            verdict.is_ok(),
        );
        Ok(())
    }

    fn enter_solution(&mut self, found: &read::Solution<'_>, console: &Console) {
        let (line, faults) = (found.line, self.verifier.enter(found));
        if faults
            .iter()
            .all(|fault| matches!(fault, verify::ListFault::Repeated(_)))
        {
            console.explain_choice(format!("line {line}: valid"));
        }
        for fault in faults {
            self.faults += 1;
            match self.faults {
                ..=MAX_FAULTS => self.pending.push(format!("line {line}: {fault}")),
                faults if faults == MAX_FAULTS + 1 => {
                    self.pending.push("... and more faults".to_owned());
                }
                _ => {}
            }
        }
        if found.numbering.is_none()
            || self.columns_from.is_some()
            || self.verifier.valid > 0
        {
            self.say_pending(console);
        }
    }

    fn say_pending(&mut self, console: &Console) {
        self.pending.drain(..).for_each(|fault| console.say(fault));
    }

    /// Says the notes. The lists of a program show together if they count from 0 or from 1.
    fn settle_numbering(&mut self, notes: &ReadNotes, console: &Console) {
        if let Some((line, text)) = &notes.first_ignored {
            let lines = counted(notes.ignored, "line");
            console.say(format!(
                "{lines} around the solutions ignored, first line {line}: '{}'",
                text.trim()
            ));
        }
        let is_open = self.columns_from.is_none();
        let accepted = if is_open && notes.ignored > 0 {
            self.verifier.accept_columns_from()
        } else {
            None
        };
        if accepted.is_some() {
            self.pending.clear();
        }
        if let Some(first) = accepted.or(notes.columns_from.filter(|_| is_open)) {
            console.say(format!("columns from {first}"));
        }
    }

    /// Says what a solver said in place of solutions. That there are none fails the check
    /// if the published number is another.
    fn heed_verdict(
        &mut self,
        notes: &ReadNotes,
        asked: Option<&Problem>,
        name: &str,
        console: &Console,
    ) -> Result<(), Failure> {
        let Some((line, verdict)) = notes.verdict.filter(|_| self.is_empty()) else {
            return Ok(());
        };
        let said = match verdict {
            SolverVerdict::NoSolution => "there is no solution",
            SolverVerdict::GivenUp => "it ended without an answer",
        };
        let said = format!("{name}: line {line}: the solver says that {said}");
        let Some(problem) = asked else {
            return Err(Failure::input(format!(
                "{said}; name the problem (--problem 3) to compare that with what is known"
            )));
        };
        console.say(said);
        let known = reference::published(&problem.normalized());
        let is_wrong = known.is_some_and(|known| known.value > 0);
        self.is_refuted = verdict == SolverVerdict::NoSolution && is_wrong;
        if self.is_refuted {
            console.say(
                published_in_words(problem, 0, Outcome::Exhausted).unwrap_or_default(),
            );
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.verifier.valid + self.verifier.invalid == 0
    }

    /// Writes the document.
    fn write_document(
        &self,
        asked: Option<&Problem>,
        format: VerifyFormat,
        outcome: Outcome,
        console: &Console,
    ) -> Result<(), Failure> {
        let document = VerifyDocument::new(&self.verifier, asked, outcome);
        match format {
            VerifyFormat::Text => {
                Ok(print_line(console, format_args!("{}", document.verdict))?)
            }
            VerifyFormat::Json => write_document(TableFormat::Json, &document, console),
            VerifyFormat::Csv => write_document(TableFormat::Csv, &document, console),
            VerifyFormat::Junit => junit::write_report(&document, None, console),
        }
    }

    fn conclude(
        self,
        asked: Option<&Problem>,
        format: VerifyFormat,
        console: &Console,
    ) -> Result<Exit, Failure> {
        self.write_document(asked, format, Outcome::Exhausted, console)?;
        if let Some(problem) = self.verifier.assumed() {
            console.say(format!(
                "assuming {}; --problem or --board names another problem",
                in_words(problem)
            ));
        }
        if let Some(first) = self.verifier.columns_from() {
            console.say(format!("--columns-from {first} reads them so"));
        }
        if self.is_empty() {
            console.say("the input holds no solution");
        }
        let complete = self.verifier.shares(asked).complete;
        let rules = self.verifier.problem(asked).and_then(Problem::rules);
        let is_best = rules.is_some_and(|rules| rules.best.is_some());
        let misses = self.needs_all && complete.is_none_or(|share| share < 1.0);
        if misses && complete.is_none() {
            console.say(match self.verifier.question().is_about_sets() {
                true => {
                    "--complete counts solutions of the problem: leave it out, or the word uncompletable".to_owned()
                }
                false if is_best => {
                    "--complete: the listed solutions need not be the best ones, so their number proves nothing".to_owned()
                }
                false => "--complete: the number of all solutions is not published".to_owned(),
            });
        }
        Ok(if self.verifier.is_clean() && !misses && !self.is_refuted {
            Exit::Answered
        } else {
            Exit::CheckFailed
        })
    }
}

fn wrong_columns(name: &str, error: &ColumnReadError) -> Failure {
    Failure::input(format!("{name}: {error}"))
}
