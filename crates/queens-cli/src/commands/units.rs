//! `queens units`: a count in parts, run by many and summed by one.

use crate::args::{KernelChoice, ProblemArgs, Suggested, engine_ids, threads};
use crate::console::Console;
use crate::exit::{Exit, Failure, stopped};
use crate::input::{Deadline, WatchedInput, name_of};
use crate::problem::as_published;
use crate::progress::Progress;
use crate::table::{grouped, several, time};
use campaign::Cut;
use clap::{Args, Subcommand};
use queens::control::Outcome;
use queens::parallel::{
    self, Asked, Fault, Header, Heading, LONGEST_LINE, Ledger, LedgerError, Lines, Options, Record, Tally,
    UnitRecord,
};
use queens::simd::Kernel;
use serde_json::json;
use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The commands for counts in units.
#[derive(Debug, Args)]
pub(crate) struct UnitsArgs {
    #[command(subcommand)]
    command: UnitsCommand,
}

#[derive(Debug, Subcommand)]
enum UnitsCommand {
    /// List the work units of a count, one JSON object on each line, in the order in which they are run
    List(CutArgs),
    /// Run work units and write what each came to, one JSON object on each line
    Run(RunArgs),
    /// Add up what was run: every unit must be there, and counts once
    Sum {
        /// Files that `units run` wrote; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// What is counted, and who cuts it.
#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The engine to use; without it the fastest that works in units
    #[arg(short = 'e', long, short_alias = 'm', alias = "method", value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Count the ways to fill the first rows, for each number of rows
    #[arg(long)]
    profile: bool,
    /// Place this many pawns between the queens, in all ways, and as many queens more: n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", conflicts_with = "profile", allow_negative_numbers = true)]
    pawns: Option<u32>,
}

#[derive(Debug, Args)]
struct RunArgs {
    #[command(flatten)]
    cut: CutArgs,
    /// Run only the I-th of M shares of the units: 1/4, 2/4, 3/4 and 4/4 are the whole
    #[arg(long, value_name = "I/M", default_value = "1/1")]
    share: Share,
    /// Keep the units in this file, or in a file for the share in this folder; those that it has are not run again
    #[arg(long, value_name = "PATH", visible_alias = "ledger")]
    out: Option<PathBuf>,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
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
        UnitsCommand::List(args) => list(args, console),
        UnitsCommand::Run(args) => run_share(args, console),
        UnitsCommand::Sum { files } => {
            let (books, faults) = read_all(files, console)?;
            conclude(&books, &faults, console)
        }
    }
}

impl CutArgs {
    /// The units of what the arguments ask.
    pub(crate) fn cut(&self, kernel: Kernel, console: &Console) -> Result<Cut, Failure> {
        let problem = self.problem.problem(console)?;
        Cut::new(&problem, self.asked(), self.engine.clone(), kernel).map_err(Failure::input)
    }

    /// What is asked.
    pub(crate) fn asked(&self) -> Asked {
        match self.pawns {
            Some(pawns) => Asked::Pawns(pawns),
            None if self.profile => Asked::Profile,
            None => Asked::Count,
        }
    }
}

fn list(args: &CutArgs, console: &Console) -> Result<Exit, Failure> {
    let shards = args.cut(Kernel::Auto, console)?.shards;
    let mut out = console.out();
    for unit in 0..shards.units() {
        if let Err(stop) = console.settings().limits.check() {
            out.flush()?;
            return Err(stop.into());
        }
        let line = json!({ "unit": unit, "weight": shards.weight(unit), "work": shards.describe(unit) });
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn run_share(args: &RunArgs, console: &Console) -> Result<Exit, Failure> {
    let cut = args.cut.cut(args.kernel.into(), console)?;
    let header = Header::new(cut.job.clone()).to_line();
    if header.len() as u64 > LONGEST_LINE {
        return Err(Failure::input(format!("the problem's text is longer than {LONGEST_LINE} bytes")));
    }
    let mut ledger = Ledger::new(cut.job);
    let mut out: Box<dyn Write + Send> = match &args.out {
        Some(path) => Box::new(open(&in_folder(path, args.share), &mut ledger, &header, console)?),
        None => {
            let mut out = io::stdout();
            out.write_all(&header)?;
            Box::new(out)
        }
    };
    let shards = &*cut.shards;
    let share = (args.share.number as u64 - 1..shards.units()).step_by(args.share.of);
    if ledger.done() > 0 {
        let is_shared = |unit: u64| unit % args.share.of as u64 == args.share.number as u64 - 1;
        let done = ledger.tallies().filter(|&(unit, _)| is_shared(unit)).count();
        console.say(format!(
            "{} of {} stand in the file",
            grouped(done as u64),
            several(share.clone().count() as u64, "unit")
        ));
    }
    let mut failed = None;
    let mut finished = |unit: u64, tally: &Tally, time| {
        let line = UnitRecord::new(ledger.id(), unit, tally, time).to_line();
        if let Err(error) = out.write_all(&line).and_then(|()| out.flush()) {
            // What cannot be kept need not be run.
            console.cancel().cancel();
            failed.get_or_insert(error);
        }
    };
    let progress = Progress::share(console, format!("running units with {}", shards.engine()));
    let heard = |state: &parallel::Progress| progress.done_of_all(state.done);
    let options = Options {
        threads: args.threads,
        kernel: args.kernel.into(),
        limits: console.settings().limits.clone(),
        progress: Some(&heard),
        ..Options::default()
    };
    let open = share.filter(|&unit| !ledger.has(unit));
    let report = parallel::run(shards, open, &options, &mut finished).map_err(Failure::input)?;
    drop(progress);
    if let Some(error) = failed {
        return Err(error.into());
    }
    out.flush()?;
    console.say(format!(
        "{} of {} run{}, kernel {}, {}, {}",
        grouped(report.units),
        several(report.of_units, "unit"),
        stopped(report.outcome),
        shards.instructions(),
        several(report.threads as u64, "thread"),
        time(report.elapsed)
    ));
    Ok(report.outcome.into())
}

/// The file for a share: in a folder it is named after it.
fn in_folder(path: &Path, share: Share) -> PathBuf {
    if path.is_dir() {
        path.join(format!("units-{}-of-{}.jsonl", share.number, share.of))
    } else {
        path.to_owned()
    }
}

/// Opens a file of units for this process alone, takes what stands in it into the ledger, and makes it ready for
/// more: nothing that stands there is changed.
fn open(path: &Path, ledger: &mut Ledger, header: &[u8], console: &Console) -> Result<File, Failure> {
    let name = path.display().to_string();
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let mut file = file.map_err(|error| Failure::input(format!("cannot open {name}: {error}")))?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Failure::input(format!(
            "another run is writing to {name}: wait for its end, or give this one a file of its own"
        )),
        TryLockError::Error(error) => Failure::input(format!("cannot lock {name}: {error}")),
    })?;
    let deadline = Deadline::of(&console.settings().limits);
    let mut lines: Lines<_> = Lines::new(WatchedInput::new(file.try_clone()?, &deadline));
    let mut faults = Faults::default();
    let mut has_header = false;
    for line in &mut lines {
        let (number, line) = line.map_err(|error| Failure::unreadable(&name, error))?;
        has_header |= matches!(line, Ok(Record::Header(_)));
        faults.take(ledger.record(line), &name, number)?;
    }
    if lines.are_foreign() {
        return Err(foreign(&name));
    }
    let is_torn = lines.are_torn();
    faults.say(console, "its unit is run again");
    if is_torn {
        file.write_all(b"\n")?;
    }
    if !has_header {
        file.write_all(header)?;
    }
    Ok(file)
}

fn foreign(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is not a file of units, as `queens units run` writes it: name another one"
    ))
}

/// Lines that cannot be read, of whatever file.
#[derive(Default)]
struct Faults {
    /// The first of them.
    words: Vec<String>,
    more: u64,
}

impl Faults {
    /// How many are named.
    const NAMED: usize = 10;

    /// Notes that a line was damaged; what is wrong with it in another way ends the reading.
    fn take(
        &mut self,
        taken: Result<Option<Fault>, LedgerError>,
        name: &str,
        number: u64,
    ) -> Result<(), Failure> {
        let failure = |error: &dyn Display| Failure::input(format!("{name}, line {number}: {error}"));
        match taken.map_err(|error| failure(&error))? {
            None => {}
            Some(fault @ Fault::Unknown(_)) => return Err(failure(&fault)),
            Some(_) if self.words.len() == Faults::NAMED => self.more += 1,
            Some(fault) => self.words.push(format!("{name}, line {number} {fault}")),
        }
        Ok(())
    }

    /// Names them, and says what that means.
    fn say(&self, console: &Console, meaning: &str) {
        for words in &self.words {
            console.say(format!("{words}: {meaning}"));
        }
        if self.more > 0 {
            console.say(format!("and {} more", several(self.more, "line")));
        }
    }
}

/// What the files hold that are summed.
struct Books {
    cut: Cut,
    ledger: Ledger,
}

impl Books {
    /// Those of the job of a header.
    fn new(header: &Header) -> Result<Self, Failure> {
        let cut = Cut::again(&header.job, Kernel::Auto).map_err(Failure::input)?;
        Ok(Books { ledger: Ledger::new(cut.job.clone()), cut })
    }
}

/// Reads files of units, all of one job.
fn read_all(files: &[PathBuf], console: &Console) -> Result<(Books, Faults), Failure> {
    let mut books: Option<Books> = None;
    let mut faults = Faults::default();
    // Units before the first header that is whole, with their places.
    let mut early = Vec::new();
    let deadline = Deadline::of(&console.settings().limits);
    for path in files {
        let name = name_of(path);
        let mut lines: Lines<_> = Lines::new(WatchedInput::open(path, &deadline));
        for line in &mut lines {
            let (number, line) = line.map_err(|error| Failure::unreadable(&name, error))?;
            match (&mut books, line) {
                (Some(books), line) => faults.take(books.ledger.record(line), &name, number)?,
                (None, Ok(Record::Unit(unit))) => early.push((name.clone(), number, unit)),
                (None, Ok(Record::Header(header))) => {
                    let failure = |error: Failure| Failure::input(format!("{name}, line {number}: {error}"));
                    let books = books.insert(Books::new(&header).map_err(failure)?);
                    for (name, number, unit) in early.drain(..) {
                        faults.take(books.ledger.record::<Header>(Ok(Record::Unit(unit))), &name, number)?;
                    }
                }
                (None, Err(fault)) => faults.take(Ok(Some(fault)), &name, number)?,
            }
        }
        if lines.are_foreign() {
            return Err(foreign(&name));
        }
    }
    match books {
        Some(books) => Ok((books, faults)),
        None => Err(Failure::input("there is no header of a count in these files, so nothing to sum")),
    }
}

/// Says what the units came to.
fn conclude(books: &Books, faults: &Faults, console: &Console) -> Result<Exit, Failure> {
    let Books { cut, ledger } = books;
    let sum = ledger.sum();
    if !ledger.is_complete() {
        console.say(format!(
            "{} of {} done; partial count {}",
            grouped(ledger.done()),
            several(ledger.job().units, "unit"),
            sum.count
        ));
        faults.say(console, "its unit is missing unless another line has it; run it again into the file");
        return Ok(Exit::CheckFailed);
    }
    let answer = match cut.job.question {
        Asked::Profile => sum.figures.iter().map(u128::to_string).collect::<Vec<_>>().join(" "),
        Asked::Count | Asked::Pawns(_) => sum.count.to_string(),
    };
    let mut out = console.out();
    writeln!(out, "{answer}")?;
    out.flush()?;
    let figures = cut.job.figures.iter().zip(&sum.figures);
    let figures: Vec<_> = figures.map(|(name, &figure)| format!(", {} {name}", grouped(figure))).collect();
    console.explain(format!(
        "{}: {}, {}{}",
        ledger.job().engine,
        several(ledger.job().units, "unit"),
        several(sum.nodes, "node"),
        figures.concat()
    ));
    for (published, found) in cut.published(sum) {
        let contradicts = published.value != found;
        let words = as_published(&published, found, Outcome::Exhausted);
        if contradicts {
            let _ = writeln!(io::stderr(), "error: {found} is {words}: a unit came to a wrong count");
            return Ok(Exit::CheckFailed);
        }
        console.say(words);
    }
    Ok(Exit::Answered)
}
