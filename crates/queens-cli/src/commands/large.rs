//! Solutions of boards of any size: written as they are made, checked while they are written.

use crate::args::SolveArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::grouped;
use queens::control::{Limit, Limits, Outcome, Stop};
use queens::large::{self, BinaryReader, Checker, Error, Fault, ReadError, Style, TextReader, Writer};
use queens::methods::construction;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{Format, Summary};
use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

/// From this size on a solution is written row by row, without the form of a placement.
pub(crate) const STREAMED_FROM: u32 = 1_000_000;

/// How many columns are checked and written at once.
const CHUNK: usize = 1 << 14;

/// How many chunks may wait for the check.
const WAITING: usize = 64;

/// One solution of the ordinary board: the explicit one, or a random one.
pub(crate) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    if args.binary {
        console.can_take_bytes("the binary form", "queens.bin")?;
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
    console.explain(format!("{} MiB of memory", grouped(large::memory(size) >> 20)));
    let progress = Progress::parts(console, "placing queens".to_owned(), size.into());
    let settings = console.settings();
    let columns =
        large::random(size, settings.seed, threads(args), &settings.limits, &|placed| progress.done(placed));
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

fn threads(args: &SolveArgs) -> NonZeroUsize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(args.threads).unwrap_or_else(all)
}

/// Writes the columns in the form that is asked for.
fn write(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    columns: impl Iterator<Item = u32>,
    words: &str,
    console: &Console,
) -> Result<Exit, Failure> {
    let size = problem.rows();
    let mut out = console.out();
    let style = match format {
        _ if args.binary => Style::Binary,
        Format::Text => Style::Text,
        Format::Csv => Style::Csv,
        _ if size < STREAMED_FROM => {
            let columns: Vec<u32> = columns.collect();
            large::check(&columns).map_err(|fault| wrong(&fault))?;
            let mut renderer = console.renderer(format, problem)?;
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
    let writer = Writer::new(size, style, &mut out);
    if let Some((stop, rows)) =
        write_checked(size, columns, writer, threads(args), &console.settings().limits)?
    {
        console.say(format!("{stop} after {} of {} rows", grouped(rows), grouped(size)));
        return Ok(Outcome::from(Err(stop)).into());
    }
    console.say(format!("{words}, checked row by row"));
    Ok(Exit::Answered)
}

fn wrong(fault: &Fault) -> Failure {
    Failure::input(format!("internal error: a wrong solution: {fault}"))
}

/// Writes columns and checks them, on a thread beside where there may be two; says why it stopped early
/// and after how many rows.
fn write_checked(
    size: u32,
    mut columns: impl Iterator<Item = u32>,
    mut writer: Writer<impl Write>,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Result<Option<(Stop, u64)>, Failure> {
    let checker = Checker::new(size).map_err(Failure::input)?;
    let started = Instant::now();
    let mut rows = 0;
    std::thread::scope(|scope| {
        let mut check = Check::begin(checker, threads, scope);
        loop {
            let stop = if limits.cancel.is_cancelled() {
                Some(Stop::Cancelled)
            } else {
                let is_late = limits.time.is_some_and(|time| started.elapsed() >= time);
                is_late.then_some(Stop::LimitReached(Limit::Time))
            };
            if let Some(stop) = stop {
                // It ends with too few columns, which is what is told.
                let _ = writer.finish();
                return Ok(Some((stop, rows)));
            }
            let mut chunk = Vec::with_capacity(CHUNK);
            chunk.extend(columns.by_ref().take(CHUNK));
            if chunk.is_empty() {
                break;
            }
            rows += chunk.len() as u64;
            writer.push(&chunk)?;
            if check.push(chunk).is_break() {
                break;
            }
        }
        check.finish().map_err(|fault| wrong(&fault))?;
        writer.finish()?;
        Ok(None)
    })
}

/// The check of a solution that is being written.
enum Check<'scope> {
    Here(Checker, Result<(), Fault>),
    Beside(SyncSender<Vec<u32>>, ScopedJoinHandle<'scope, Result<(), Fault>>),
}

impl<'scope> Check<'scope> {
    fn begin<'env>(mut checker: Checker, threads: NonZeroUsize, scope: &'scope Scope<'scope, 'env>) -> Self {
        if threads == NonZeroUsize::MIN {
            return Check::Here(checker, Ok(()));
        }
        let (sender, chunks) = sync_channel::<Vec<u32>>(WAITING);
        let check = move || {
            chunks.iter().try_for_each(|columns| checker.push(&columns))?;
            checker.finish()
        };
        Check::Beside(sender, scope.spawn(check))
    }

    /// Takes the columns of the next rows; breaks off after a fault.
    fn push(&mut self, columns: Vec<u32>) -> ControlFlow<()> {
        let goes_on = match self {
            Check::Here(checker, verdict) => {
                *verdict = checker.push(&columns);
                verdict.is_ok()
            }
            Check::Beside(sender, _) => sender.send(columns).is_ok(),
        };
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn finish(self) -> Result<(), Fault> {
        match self {
            Check::Here(checker, verdict) => verdict.and_then(|()| checker.finish()),
            Check::Beside(sender, check) => {
                drop(sender);
                check.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
        }
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
