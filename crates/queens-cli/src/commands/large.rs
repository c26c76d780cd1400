//! Solutions of boards of any size: written as they are made, checked while they are written.

use crate::args::SolveArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::form::Form;
use crate::progress::Progress;
use crate::table::grouped;
use queens::control::{Limit, Limits, Outcome, Stop};
use queens::large::{self, BinaryReader, Checker, Error, Fault, ReadError, Style, TextReader};
use queens::methods::construction;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{Format, Summary};
use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

/// From this size on a solution is written row by row, without the form of a placement.
pub(crate) const STREAMED_FROM: u32 = 1_000_000;

/// How many columns are checked and written at once.
const CHUNK: usize = 1 << 14;

/// One solution of the ordinary board: the explicit one, or a random one.
pub(crate) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    format: Form,
    console: &Console,
) -> Result<Exit, Failure> {
    if args.binary {
        console.can_take_bytes("queens.bin")?;
    }
    if !problem.is_classic() {
        return Err(Failure::input(
            "--random and --binary are for queens on ordinary square boards without givens or holes: \
             leave them out for other problems",
        ));
    }
    let size = problem.rows();
    if !args.random {
        let Some(columns) = construction::columns(size) else {
            return Err(Failure::input(Error::NoSolution { n: size }));
        };
        return write(args, problem, format, columns, "the explicit solution (Pauls 1874)", console);
    }
    let threads = match args.threads {
        0 => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        threads => NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
    };
    console.explain(format!("{} MiB of memory", grouped(large::memory(size) >> 20)));
    let progress = Progress::parts(console, "placing queens".to_owned(), size.into());
    let settings = console.settings();
    let columns =
        large::random(size, settings.seed, threads, &settings.limits, &|placed| progress.done(placed));
    drop(progress);
    let columns = match columns {
        Ok(columns) => columns,
        Err(Error::Stopped(stop)) => {
            console.say(format!("{stop}: no solution yet"));
            return Ok(Outcome::from(Err(stop)).into());
        }
        Err(error) => return Err(Failure::input(error)),
    };
    let words = format!("a random solution (seed {}; not drawn uniformly)", settings.seed);
    write(args, problem, format, columns.into_iter(), &words, console)
}

/// Writes the columns in the form that is asked for.
fn write(
    args: &SolveArgs,
    problem: &Problem,
    format: Form,
    columns: impl Iterator<Item = u32>,
    words: &str,
    console: &Console,
) -> Result<Exit, Failure> {
    let size = problem.rows();
    let mut out = console.out();
    let style = match format {
        _ if args.binary => None,
        Form::Written(Format::Text) => Some(Style::Text),
        Form::Written(Format::Csv) => Some(Style::Csv),
        _ if size < STREAMED_FROM => {
            let columns: Vec<u32> = columns.collect();
            large::check(&columns, NonZeroUsize::MIN).map_err(|fault| wrong(&fault))?;
            let mut renderer = format.renderer(problem, console)?;
            renderer.begin(&mut out)?;
            renderer.solution(&Placement::from_columns(&columns), &mut out)?;
            renderer.end(&Summary { solutions: 1, outcome: Outcome::Found }, &mut out)?;
            out.flush()?;
            console.say(words);
            return Ok(Exit::Answered);
        }
        other => {
            return Err(Failure::input(format!(
                "a board of {size} queens is too large for the format {other}: from {STREAMED_FROM} on use \
                 text, csv or --binary"
            )));
        }
    };
    console.explain(format!("checking takes {} MiB of memory", grouped(u64::from(size) * 5 / (8 << 20))));
    let mut checked = Checked::new(size, columns, &console.settings().limits)?;
    match style {
        Some(style) => large::write_text(&mut checked, style, &mut out)?,
        None => match large::write_binary(size, &mut checked, &mut out) {
            Err(_) if checked.stopped.is_some() => {}
            written => written?,
        },
    }
    if let Some(stop) = checked.stopped {
        console.say(format!("{stop} after {} of {} rows", grouped(checked.rows), grouped(size)));
        return Ok(Outcome::from(Err(stop)).into());
    }
    checked.finish()?;
    console.say(format!("{words}, checked row by row"));
    Ok(Exit::Answered)
}

fn wrong(fault: &Fault) -> Failure {
    Failure::input(format!("internal error: a wrong solution: {fault}"))
}

/// Columns on their way out: each chunk is checked before it is handed on; ends at a fault or when
/// cancelled.
struct Checked<'c, I> {
    columns: I,
    chunk: std::vec::IntoIter<u32>,
    checker: Checker,
    limits: &'c Limits,
    started: Instant,
    stopped: Option<Stop>,
    rows: u64,
    fault: Option<Fault>,
}

impl<'c, I: Iterator<Item = u32>> Checked<'c, I> {
    fn new(size: u32, columns: I, limits: &'c Limits) -> Result<Self, Failure> {
        let checker = Checker::new(size).map_err(Failure::input)?;
        let (chunk, started) = (Vec::new().into_iter(), Instant::now());
        Ok(Checked { columns, chunk, checker, limits, started, stopped: None, rows: 0, fault: None })
    }

    fn finish(self) -> Result<(), Failure> {
        match self.fault {
            Some(fault) => Err(wrong(&fault)),
            None => self.checker.finish().map_err(|fault| wrong(&fault)),
        }
    }
}

impl<I: Iterator<Item = u32>> Iterator for Checked<'_, I> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if let Some(column) = self.chunk.next() {
            return Some(column);
        }
        if self.limits.cancel.is_cancelled() {
            self.stopped = Some(Stop::Cancelled);
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            self.stopped = Some(Stop::LimitReached(Limit::Time));
        }
        if self.stopped.is_some() || self.fault.is_some() {
            return None;
        }
        let chunk: Vec<u32> = self.columns.by_ref().take(CHUNK).collect();
        if let Err(fault) = self.checker.push(&chunk) {
            self.fault = Some(fault);
            return None;
        }
        self.rows += chunk.len() as u64;
        self.chunk = chunk.into_iter();
        self.chunk.next()
    }
}

/// Checks one solution in the binary form, which is one of the ordinary board: so must be what was `asked`.
pub(crate) fn verify_binary(
    input: impl BufRead,
    asked: Option<&Problem>,
    name: &str,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut reader = BinaryReader::new(input).map_err(Failure::input)?;
    let size = reader.n();
    if let Some(problem) = asked.filter(|problem| !problem.is_classic() || problem.rows() != size) {
        return Err(Failure::input(format!(
            "{name} holds a solution of {} queens on the ordinary board, not of '{problem}': leave --problem and \
             --board out, or write the solution as text",
            grouped(size)
        )));
    }
    verify(size, console, || reader.read().map(<[u32]>::to_vec))
}

/// Checks one solution of `size` queens as text or CSV.
pub(crate) fn verify_text(size: u32, input: impl BufRead, console: &Console) -> Result<Exit, Failure> {
    let mut reader = TextReader::new(input);
    verify(size, console, || reader.read().map(<[u32]>::to_vec))
}

fn verify(
    size: u32,
    console: &Console,
    mut read: impl FnMut() -> Result<Vec<u32>, ReadError>,
) -> Result<Exit, Failure> {
    let progress = Progress::parts(console, "checking".to_owned(), size.into());
    let mut checker = Checker::new(size).map_err(Failure::input)?;
    let mut rows = 0;
    let mut check = || -> Result<Result<bool, Fault>, ReadError> {
        loop {
            if console.cancel().is_cancelled() {
                return Ok(Ok(false));
            }
            let columns = read()?;
            if columns.is_empty() {
                return Ok(Ok(true));
            }
            if let Err(fault) = checker.push(&columns) {
                return Ok(Err(fault));
            }
            rows += columns.len() as u64;
            progress.done(rows);
        }
    };
    let verdict = match check().map_err(Failure::input)? {
        Ok(false) => {
            console.say(format!("interrupted after {} rows without a fault", grouped(rows)));
            return Ok(Exit::Interrupted);
        }
        Ok(true) => checker.finish(),
        Err(fault) => Err(fault),
    };
    drop(progress);
    match verdict {
        Ok(()) => {
            println!("1 right solution of {} queens, 0 wrong", grouped(size));
            Ok(Exit::Answered)
        }
        Err(fault) => {
            println!("0 right solutions, 1 wrong: {fault} (rows and columns count from 0)");
            Ok(Exit::CheckFailed)
        }
    }
}
