//! `queens verify`: are these solutions, and is each there only once?

use super::large;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{from_file, from_words};
use crate::signals::waiting_for_input;
use crate::table::grouped;
use clap::Args;
use queens::control::Outcome;
use queens::engines::large::MAGIC;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::{check, read, reference};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
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

/// So many faults are named one by one.
const MAX_FAULTS: u64 = 20;

/// Duplicates are looked for while all that was read has at most this many queens.
const MAX_REMEMBERED: usize = 50_000_000;

pub(crate) fn run(args: &VerifyArgs, console: &Console) -> Result<Exit, Failure> {
    let name =
        if args.file.as_os_str() == "-" { "standard input".into() } else { args.file.display().to_string() };
    let asked = match (&args.problem, &args.board) {
        (Some(words), _) => Some(from_words(words)?),
        (None, Some(file)) => Some(from_file(file)?),
        (None, None) => None,
    };
    let input: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file =
            File::open(&args.file).map_err(|error| Failure::input(format!("cannot open {name}: {error}")))?;
        Box::new(file)
    };
    let mut input = BufReader::with_capacity(1 << 16, input);
    let start = waiting_for_input(|| input.fill_buf())
        .map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
    if start.is_empty() && asked.is_none() {
        return Err(Failure::input(format!(
            "{name} is empty: there is nothing to check; where no solution is the right answer, name the problem \
             (--problem 3)"
        )));
    }
    if start.starts_with(&MAGIC) {
        return large::verify_binary(input, asked.as_ref(), &name, console);
    }
    let is_large = |problem: &&Problem| problem.is_standard() && problem.rows() >= large::STREAMED_FROM;
    if let Some(problem) = asked.as_ref().filter(is_large) {
        return large::verify_text(problem.rows(), input, console);
    }
    let mut ledger = Ledger::default();
    let read = read::solutions(&mut input, asked.as_ref(), &mut |found| {
        ledger.enter(found, console);
        if console.cancel().is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Err(error) = read {
        console.say(format!("{} before the error", ledger.words()));
        return Err(Failure::input(format!("{name}: {error}")));
    }
    if console.cancel().is_cancelled() {
        console.say(format!("{} before the interruption", ledger.words()));
        return Ok(Exit::Interrupted);
    }
    Ok(ledger.conclude(asked.as_ref(), console))
}

/// What was read so far.
#[derive(Default)]
struct Ledger {
    right: u64,
    wrong: u64,
    repeated: u64,
    remembered: usize,
    /// Whether a problem was assumed because neither the user nor the input named one.
    assumed: bool,
    first_place: HashMap<Placement, u64>,
    /// The problem that all solutions so far belong to; none once they differ.
    problem: Option<Problem>,
    is_mixed: bool,
}

impl Ledger {
    fn enter(&mut self, found: read::Solution<'_>, console: &Console) {
        let read::Solution { line, size, placement, problem } = found;
        let problem = match problem {
            Some(problem) => Cow::Borrowed(problem),
            // Reading holds sizes to the bound of a problem.
            None => {
                self.assumed = true;
                Cow::Owned(Problem::builder(size.rows, size.columns).build().expect("a bare board"))
            }
        };
        if let Err(violation) = check::solution(&problem, &placement) {
            self.wrong += 1;
            self.complain(format_args!("line {line}: {violation}"));
        } else {
            self.right += 1;
            console.explain(format!("line {line}: a solution"));
        }
        self.is_mixed |= self.problem.as_ref().is_some_and(|before| *before != *problem);
        if self.problem.is_none() {
            self.problem = Some(problem.into_owned());
        }
        self.remembered += placement.len();
        if self.remembered > MAX_REMEMBERED {
            self.first_place = HashMap::new();
        } else if let Some(first) = self.first_place.get(&placement) {
            self.repeated += 1;
            let first = *first;
            self.complain(format_args!("line {line}: the same as line {first}"));
        } else {
            self.first_place.insert(placement, line);
        }
    }

    /// Names a fault, unless many were named already.
    fn complain(&mut self, fault: std::fmt::Arguments<'_>) {
        match self.wrong + self.repeated {
            ..=MAX_FAULTS => eprintln!("{fault}"),
            fault if fault == MAX_FAULTS + 1 => eprintln!("... and more of the kind"),
            _ => {}
        }
    }

    fn words(&self) -> String {
        let plural = if self.right == 1 { "solution" } else { "solutions" };
        let mut words = format!("{} right {plural}, {} wrong", grouped(self.right), grouped(self.wrong));
        if self.repeated > 0 {
            words += &format!(", {} repeated", grouped(self.repeated));
        }
        if self.remembered > MAX_REMEMBERED {
            words += " (too many to look for repetitions)";
        }
        words
    }

    fn conclude(self, asked: Option<&Problem>, console: &Console) -> Exit {
        let problem = asked.or(self.problem.as_ref().filter(|_| !self.is_mixed));
        let all = problem.and_then(reference::published).filter(|_| self.wrong == 0 && self.repeated == 0);
        let whole = match all {
            Some(published) if published.value == u128::from(self.right) => {
                format!(": all that there are ({})", published.name)
            }
            Some(published) => format!(" of {} ({})", grouped(published.value), published.name),
            None => String::new(),
        };
        println!("{}{whole}", self.words());
        if let Some(problem) = self.problem.as_ref().filter(|_| self.assumed) {
            console.say(format!("taken as {problem}: --problem or --board names another one"));
        }
        if self.right + self.wrong == 0 {
            console.say("the input holds no solution");
        }
        if self.wrong > 0 || self.repeated > 0 { Exit::CheckFailed } else { Outcome::Exhausted.into() }
    }
}
