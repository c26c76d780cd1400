//! `queens units`: a count in parts, run by many and summed by one.

use crate::args::KernelChoice;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::{grouped, several, time};
use clap::{Args, Subcommand};
use queens::engines::join;
use queens::engines::join::Unit;
use queens::parallel::{Entry, Ledger, Options};
use queens::problem::Problem;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

/// The commands for the work units of the exact counter.
#[derive(Debug, Args)]
pub(crate) struct UnitsArgs {
    #[command(subcommand)]
    command: UnitsCommand,
}

#[derive(Debug, Subcommand)]
enum UnitsCommand {
    /// List the work units of a count, one JSON object on each line, those with the most work first
    List {
        /// How many queens: 8 to 27
        queens: u32,
    },
    /// Run work units and write what each came to, one JSON object on each line
    Run(RunArgs),
    /// Add up what was run: every unit must be there, and counts once
    Sum {
        /// Files of entries, as `units run` writes them; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct RunArgs {
    /// How many queens: 8 to 27
    queens: u32,
    /// Run only the I-th of M shares of the units: 1/4, 2/4, 3/4 and 4/4 are the whole
    #[arg(long, value_name = "I/M", default_value = "1/1")]
    share: Share,
    /// Keep the entries in this file: units that stand in it already are not run again
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// How many threads; 0 for one on each processor
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// The instructions to use
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    kernel: KernelChoice,
}

/// One of several shares of the units.
#[derive(Clone, Copy, Debug)]
struct Share {
    number: usize,
    of: usize,
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, m)| Some((i.parse().ok()?, m.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Share { number, of }),
            _ => Err("a share is I/M with I from 1 to M, as in 2/4".to_owned()),
        }
    }
}

pub(crate) fn run(args: &UnitsArgs, console: &Console) -> Result<Exit, Failure> {
    match &args.command {
        UnitsCommand::List { queens } => list(*queens, console),
        UnitsCommand::Run(args) => run_share(args, console),
        UnitsCommand::Sum { files } => sum(files, console),
    }
}

fn list(queens: u32, console: &Console) -> Result<Exit, Failure> {
    let plan = join::plan(queens).map_err(Failure::input)?;
    let mut out = console.out();
    for unit in &plan.units {
        write_line(&mut out, unit)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn run_share(args: &RunArgs, console: &Console) -> Result<Exit, Failure> {
    let mut books = Ledger::new(args.queens).map_err(Failure::input)?;
    let mut out: Box<dyn Write + Send> = match &args.ledger {
        Some(path) => Box::new(open(path, &mut books, console)?),
        None => Box::new(io::stdout()),
    };
    let in_share = |(i, _): &(usize, &Unit)| i % args.share.of == args.share.number - 1;
    let share: Vec<Unit> = books.units().iter().enumerate().filter(in_share).map(|(_, unit)| *unit).collect();
    let open: Vec<Unit> = share.iter().filter(|unit| !books.has(unit)).copied().collect();
    if open.len() < share.len() {
        console.say(format!(
            "{} of {} units stand in the file",
            grouped((share.len() - open.len()) as u64),
            grouped(share.len() as u64)
        ));
    }
    let failed = Mutex::new(None);
    let writer = Mutex::new(&mut out);
    let finished = |unit: &Unit, partial: &join::Partial| {
        let (Ok(mut out), Ok(mut failed)) = (writer.lock(), failed.lock()) else { return };
        let written = write_line(&mut **out, &Entry::new(*unit, *partial)).and_then(|()| out.flush());
        if let Err(error) = written {
            // What cannot be kept need not be run.
            console.cancel().cancel();
            failed.get_or_insert(error);
        }
    };
    let progress = Progress::share(console, format!("{} queens", args.queens));
    let heard = |state: &queens::parallel::Progress| progress.done_of_all(state.done);
    let options = Options {
        threads: args.threads,
        kernel: args.kernel.into(),
        limits: console.settings().limits.clone(),
        progress: Some(&heard),
    };
    let report = join::run_all(args.queens, &open, &options, &finished).map_err(Failure::input)?;
    drop(progress);
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error.into());
    }
    console.say(format!(
        "{} of {} run, kernel {}, {}, {}",
        grouped(report.units as u64),
        several(report.of_units as u64, "unit"),
        report.kernel.name(),
        several(report.threads as u64, "thread"),
        time(report.elapsed)
    ));
    Ok(report.outcome.into())
}

/// Opens a file of entries, enters them into the books, and goes to its end. A last line that was cut off
/// in the middle is taken away.
fn open(path: &Path, books: &mut Ledger, console: &Console) -> Result<File, Failure> {
    let name = path.display();
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let mut file = file.map_err(|error| Failure::input(format!("cannot open {name}: {error}")))?;
    let whole = enter_all(&mut BufReader::new(&file), &name.to_string(), books)?;
    if file.metadata()?.len() > whole {
        console.say(format!("{name}: the last line was cut off; its unit is run again"));
        file.set_len(whole)?;
    }
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Enters every line of `input` into the books; answers the length of all lines that are whole.
fn enter_all(input: &mut dyn BufRead, name: &str, books: &mut Ledger) -> Result<u64, Failure> {
    let (mut line, mut number, mut whole) = (Vec::new(), 0, 0);
    while input.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        number += 1;
        let fault = |error: &dyn std::fmt::Display| Failure::input(format!("{name}, line {number}: {error}"));
        let entry: Entry = serde_json::from_slice(&line)
            .map_err(|error| fault(&format!("no entry as `queens units run` writes it: {error}")))?;
        books.enter(&entry).map_err(|error| fault(&error))?;
        whole += line.len() as u64;
        line.clear();
    }
    Ok(whole)
}

fn sum(files: &[PathBuf], console: &Console) -> Result<Exit, Failure> {
    let mut books = None;
    for path in files {
        let name = path.display().to_string();
        let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path);
            let file = file.map_err(|error| Failure::input(format!("cannot open {name}: {error}")))?;
            Box::new(BufReader::new(file))
        };
        // A share that was stopped before its first unit leaves nothing.
        if input
            .fill_buf()
            .map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?
            .is_empty()
        {
            continue;
        }
        let books = match &mut books {
            Some(books) => books,
            none => none.insert(Ledger::new(size_of(&mut input, &name)?).map_err(Failure::input)?),
        };
        enter_all(&mut input, &name, books)?;
    }
    let Some(books) = books else { return Err(Failure::input("there is no entry to sum")) };
    let (sum, missing) = (books.sum(), books.missing().count());
    let n = books.units().first().map_or(0, |unit| unit.n);
    if missing > 0 {
        console.say(format!(
            "{} of {} are missing: {} is a part of the count",
            grouped(missing as u64),
            several(books.units().len() as u64, "unit"),
            sum.count
        ));
        return Ok(Exit::CheckFailed);
    }
    console.print(sum.count)?;
    let problem = Problem::queens(n).map_err(Failure::input)?;
    if let Some(words) =
        crate::problem::published(&problem, sum.count.into(), queens::control::Outcome::Exhausted)
    {
        console.say(words);
    }
    console.explain(format!(
        "{}, {}, {}",
        several(books.units().len() as u64, "unit"),
        several(sum.items, "half board"),
        several(sum.pairs, "pair")
    ));
    Ok(Exit::Answered)
}

/// The size of the board that the first entry is about, without taking it from the input.
fn size_of(input: &mut dyn BufRead, name: &str) -> Result<u32, Failure> {
    let buffer = input.fill_buf()?;
    let line = buffer.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let entry: Result<Entry, _> = serde_json::from_slice(line);
    entry.map(|entry| entry.unit.n).map_err(|error| {
        Failure::input(format!("{name}, line 1: no entry as `queens units run` writes it: {error}"))
    })
}

fn write_line(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)
}
