//! `queens verify`: are these solutions, and is each there only once?

use super::large::STREAMED_FROM;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::input::{Deadline, WatchedInput};
use crate::problem::{from_file, from_words, in_words};
use crate::progress::Progress;
use crate::table::grouped;
use clap::Args;
use queens::control::{Outcome, Stop};
use queens::engines::large::{BinaryReader, Checker, Fault, MAGIC, ReadError, TextReader};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::{check, read, reference};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens list 8 | queens verify                    are these solutions, and all of them?\n\
\x20 queens verify --problem \"torus 7\" solutions.txt  solutions of a variant")]
pub(crate) struct VerifyArgs {
    /// The file, in any form that `list` writes; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// The problem that the solutions should solve, such as 'torus 7'; without it the one that the file names, or
    /// queens on a board of their size
    #[arg(long, value_name = "PROBLEM")]
    pub(crate) problem: Option<String>,
    /// Read that problem from a file: text form or drawn board
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub(crate) board: Option<PathBuf>,
}

/// How many faults are named one by one.
const MAX_FAULTS: u64 = 20;

/// Duplicates are looked for while the solutions before take at most this many bytes.
const MAX_REMEMBERED: usize = 1 << 30;

/// About what the memory of one solution takes besides its queens, and what one queen takes.
const BYTES_PER_SOLUTION: usize = 80;
const BYTES_PER_QUEEN: usize = 8;

pub(crate) fn run(args: &VerifyArgs, console: &Console) -> Result<Exit, Failure> {
    let from_standard_input = args.file.as_os_str() == "-";
    let name = if from_standard_input { "standard input".into() } else { args.file.display().to_string() };
    let asked = match (&args.problem, &args.board) {
        (Some(words), _) => Some(from_words(words)?),
        (None, Some(file)) if from_standard_input && file.as_os_str() == "-" => {
            return Err(Failure::input(
                "both the problem and the solutions should come from standard input: name a file for one of them",
            ));
        }
        (None, Some(file)) => Some(from_file(file, console)?),
        (None, None) => None,
    };
    let file: Box<dyn Read + Send> = if from_standard_input {
        Box::new(io::stdin())
    } else {
        let cannot_open = |error| Failure::input(format!("cannot open {name}: {error}"));
        Box::new(File::open(&args.file).map_err(cannot_open)?)
    };
    let deadline = Deadline::start(&console.settings().limits);
    let mut tally = Tally::default();
    let input = WatchedInput::new(file, &deadline);
    let result = tally.enter_all(input, asked.as_ref(), &name, &deadline, console);
    if let Some(stop) = deadline.stop() {
        let why = match stop {
            Stop::LimitReached(limit) => limit.to_string(),
            _ => "interruption".to_owned(),
        };
        print(console, format_args!("{} before the {why}", tally.words()))?;
        return Ok(Outcome::from(Err(stop)).into());
    }
    if let Err(failure) = result {
        if tally.valid + tally.invalid > 0 {
            console.say(format!("{} before the error", tally.words()));
        }
        return Err(failure);
    }
    tally.conclude(asked.as_ref(), console)
}

fn print(console: &Console, line: std::fmt::Arguments<'_>) -> io::Result<()> {
    let mut out = console.out();
    writeln!(out, "{line}")?;
    out.flush()
}

/// What was read so far.
#[derive(Default)]
struct Tally {
    valid: u64,
    invalid: u64,
    repeated: u64,
    /// Bytes that the solutions before take.
    remembered: usize,
    first_place: HashMap<Placement, u64>,
    /// The problem that all solutions so far belong to; none once they differ.
    problem: Option<Problem>,
    is_mixed: bool,
    /// Whether that problem was assumed because neither the user nor the input named one.
    assumed: bool,
}

impl Tally {
    /// Checks every solution of the input, until the deadline is over.
    fn enter_all(
        &mut self,
        mut input: impl BufRead,
        asked: Option<&Problem>,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
    ) -> Result<(), Failure> {
        let start =
            input.fill_buf().map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
        if start.is_empty() && asked.is_none() {
            return Err(Failure::input(format!(
                "{name} is empty: there is nothing to check; where no solution is the right answer, name the \
                 problem (--problem 3)"
            )));
        }
        if start.starts_with(&MAGIC) {
            let mut reader = BinaryReader::new(input).map_err(|error| wrong_columns(name, &error))?;
            let size = reader.n();
            if let Some(problem) = asked.filter(|problem| !problem.is_standard() || problem.rows() != size) {
                return Err(Failure::input(format!(
                    "{name} holds a solution of {} queens on the standard board, not of '{}': leave --problem \
                     and --board out, or write the solution as text",
                    grouped(size),
                    in_words(problem),
                )));
            }
            return self.enter_columns(size, name, deadline, console, || reader.read().map(<[u32]>::to_vec));
        }
        let is_large = |problem: &&Problem| problem.is_standard() && problem.rows() >= STREAMED_FROM;
        let is_number = start.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
        if let Some(problem) = asked.filter(is_large).filter(|_| is_number) {
            let mut reader = TextReader::new(input);
            let read = || reader.read().map(<[u32]>::to_vec);
            return self.enter_columns(problem.rows(), name, deadline, console, read);
        }
        read::solutions(&mut input, asked, &mut |found| {
            self.enter(found, console);
            if deadline.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(|error| Failure::input(format!("{name}: {error}")))
    }

    /// Checks one solution of the standard board that is too large to be held, row by row.
    fn enter_columns(
        &mut self,
        size: u32,
        name: &str,
        deadline: &Deadline<'_>,
        console: &Console,
        mut read: impl FnMut() -> Result<Vec<u32>, ReadError>,
    ) -> Result<(), Failure> {
        let progress = Progress::parts(console, "checking".to_owned(), size.into());
        let mut checker = Checker::new(size).map_err(Failure::input)?;
        let mut rows = 0;
        let verdict = loop {
            if deadline.is_over() {
                console.say(format!("{} of {} rows have no fault", grouped(rows), grouped(size)));
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
            progress.done(rows);
        };
        drop(progress);
        self.problem = Some(Problem::queens(size).map_err(Failure::input)?);
        match verdict {
            Ok(()) => self.valid += 1,
            Err(Fault::Check(error)) => return Err(Failure::input(error)),
            Err(fault) => {
                self.invalid += 1;
                console.say(format!("{fault} (rows and columns count from 0)"));
            }
        }
        Ok(())
    }

    fn enter(&mut self, found: read::Solution<'_>, console: &Console) {
        let read::Solution { line, placement, problem, assumed, .. } = found;
        self.assumed = assumed;
        if let Err(violation) = check::solution(problem, &placement) {
            self.invalid += 1;
            self.complain(format_args!("line {line}: {violation}"), console);
        } else {
            self.valid += 1;
            console.explain(format!("line {line}: a solution"));
        }
        match &self.problem {
            Some(before) => self.is_mixed |= before != problem,
            None => self.problem = Some(problem.clone()),
        }
        if self.forgets() {
            return;
        }
        if let Some(&first) = self.first_place.get(&placement) {
            self.repeated += 1;
            self.complain(format_args!("line {line}: the same as line {first}"), console);
            return;
        }
        self.remembered += BYTES_PER_SOLUTION + BYTES_PER_QUEEN * placement.len();
        if self.forgets() {
            self.first_place = HashMap::new();
        } else {
            self.first_place.insert(placement, line);
        }
    }

    /// Whether there were too many solutions to know which are repeated.
    fn forgets(&self) -> bool {
        self.remembered > MAX_REMEMBERED
    }

    /// Names a fault, unless many were named already.
    fn complain(&self, fault: std::fmt::Arguments<'_>, console: &Console) {
        match self.invalid + self.repeated {
            ..=MAX_FAULTS => console.say(fault),
            fault if fault == MAX_FAULTS + 1 => console.say("... and more of the kind"),
            _ => {}
        }
    }

    fn words(&self) -> String {
        let mut words = format!("{} valid, {} invalid", grouped(self.valid), grouped(self.invalid));
        if self.repeated > 0 {
            words += &format!(", {} repeated", grouped(self.repeated));
        }
        if self.forgets() {
            words += " (too many to look for repetitions)";
        }
        words
    }

    /// The same, held against the published number where all are valid and different.
    fn verdict(&self, asked: Option<&Problem>) -> String {
        let is_clean = self.invalid == 0 && self.repeated == 0 && !self.forgets();
        let problem = asked.or(self.problem.as_ref().filter(|_| !self.is_mixed)).filter(|_| is_clean);
        let valid = u128::from(self.valid);
        match problem.and_then(reference::published) {
            Some(known) if known.value == 0 && valid == 0 => {
                format!("{}: no solution exists ({})", self.words(), known.name)
            }
            Some(known) if known.value == 1 && valid == 1 => {
                format!("the only solution found ({})", known.name)
            }
            Some(known) if known.value == valid => {
                format!("all {} solutions found ({})", grouped(valid), known.name)
            }
            Some(known) if known.value > valid => {
                let (valid, value) = (grouped(valid), grouped(known.value));
                format!("{valid} of {value} known solutions found ({})", known.name)
            }
            _ => self.words(),
        }
    }

    fn conclude(self, asked: Option<&Problem>, console: &Console) -> Result<Exit, Failure> {
        print(console, format_args!("{}", self.verdict(asked)))?;
        if let Some(problem) = self.problem.as_ref().filter(|_| self.assumed) {
            console.say(format!("assuming {}; use --problem or --board to change", in_words(problem)));
        }
        if self.valid + self.invalid == 0 {
            console.say("the input holds no solution");
        }
        let is_clean = self.invalid == 0 && self.repeated == 0;
        Ok(if is_clean { Exit::Answered } else { Exit::CheckFailed })
    }
}

fn wrong_columns(name: &str, error: &ReadError) -> Failure {
    Failure::input(format!("{name}: {error}"))
}
