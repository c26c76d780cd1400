//! One solution of a standard board of any size, checked while it is written.

use super::plan;
use crate::engines::ladder::construction;
use crate::engines::large::{
    self, Checker, ColumnWriter, Encoding, LargeBoardError, SolutionFault,
};
use crate::question::{Question, Settings};
use control::{Limits, Outcome, Stop, thread_count};
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

/// Number of columns that are checked and written at once.
const COLUMNS_PER_BLOCK: usize = 1 << 14;

/// Largest number of blocks that wait for the check.
const MAX_WAITING_BLOCKS: usize = 64;

/// Result of writing a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// Id of the engine.
    pub engine: &'static str,
    /// Number of rows that were written.
    pub rows: u64,
    /// [`Outcome::Found`] if the whole solution was written, [`Outcome::Exhausted`] if
    /// there is no solution, or the limit that stopped it.
    pub outcome: Outcome,
}

/// Reason why a solution was not written completely.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The problem or the question has no stream.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The engine gave a wrong solution.
    #[error("internal error: a wrong solution: {0}")]
    Wrong(#[from] SolutionFault),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes one solution of a standard board, row by row, without holding it in memory: the
/// explicit one for [`Question::One`], a random one for [`Question::Random`]. Each row is
/// checked, on a separate thread if there are two.
///
/// # Errors
/// Another problem or question; those of `out`.
///
/// # Complexity
/// O(n) time; 5 bits for each row, and 4.5 bytes for each row of a random solution.
///
/// ```
/// use queens::{Question, Settings, engines::large::Encoding, problem::Problem, stream};
///
/// let mut line = Vec::new();
/// let problem = Problem::queens(6)?;
/// stream(&problem, Question::One, &Settings::default(), Encoding::Text, &mut line)?;
/// assert_eq!(line, b"4 1 5 2 6 3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stream(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    encoding: Encoding,
    mut out: impl Write,
) -> Result<Streamed, StreamError> {
    // One copy for all writers, compiled with the library.
    streamed(problem, question, settings, encoding, &mut out)
}

fn streamed(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    encoding: Encoding,
    out: &mut dyn Write,
) -> Result<Streamed, StreamError> {
    let limits = settings.limits.started();
    let is_explicit =
        question == Question::One && settings.engine.is_none() && problem.is_standard();
    let engine = match is_explicit {
        // A formula covers every size; the engine's own bound is that of a placement.
        true => "construction",
        false => plan(problem, question, settings)?.engine(),
    };
    let size = problem.rows();
    let threads =
        NonZeroUsize::new(thread_count(settings.threads)).unwrap_or(NonZeroUsize::MIN);
    let none = |outcome| {
        Ok(Streamed {
            engine,
            rows: 0,
            outcome,
        })
    };
    let writer = ColumnWriter::new(size, encoding, out);
    let (rows, stop) = match engine {
        "construction" => match construction::columns(size) {
            Some(columns) => write_checked(size, columns, writer, threads, &limits)?,
            None => return none(Outcome::Exhausted),
        },
        "random" => {
            let tell = large::progress_listener(size, settings);
            match large::random(size, settings.seed, threads, &limits, &tell) {
                Ok(columns) => {
                    write_checked(size, columns.into_iter(), writer, threads, &limits)?
                }
                Err(LargeBoardError::NoSolution { .. }) => {
                    return none(Outcome::Exhausted);
                }
                Err(LargeBoardError::Stopped(stop)) => return none(Err(stop).into()),
                Err(error) => {
                    return Err(Unsupported::new(engine, Parameter::Memory, error).into());
                }
            }
        }
        other => {
            let reason = "only standard square boards without givens or holes can be streamed: choose another \
                          format for other problems";
            return Err(Unsupported::new(other, Parameter::Question, reason).into());
        }
    };
    Ok(Streamed {
        engine,
        rows,
        outcome: stop.map_or(Outcome::Found, |stop| Err(stop).into()),
    })
}

/// Writes columns and checks them, on a separate thread if possible; returns the number
/// of rows written, and the limit that stopped it, if any.
fn write_checked(
    size: u32,
    mut columns: impl Iterator<Item = u32>,
    mut writer: ColumnWriter<impl Write>,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Result<(u64, Option<Stop>), StreamError> {
    let checker = Checker::new(size)
        .map_err(|error| Unsupported::new("the check", Parameter::Memory, error))?;
    let mut rows = 0;
    std::thread::scope(|scope| {
        let mut check = SolutionCheck::begin(checker, threads, scope);
        loop {
            if let Err(stop) = limits.check() {
                // Missing columns are an error of the writer, but the stop is the result.
                let _ = writer.finish();
                return Ok((rows, Some(stop)));
            }
            let mut chunk = Vec::with_capacity(COLUMNS_PER_BLOCK);
            chunk.extend(columns.by_ref().take(COLUMNS_PER_BLOCK));
            if chunk.is_empty() {
                break;
            }
            rows += chunk.len() as u64;
            writer.push(&chunk)?;
            if check.push(chunk).is_break() {
                break;
            }
        }
        check.finish()?;
        writer.finish()?;
        Ok((rows, None))
    })
}

/// The check of a solution while it is written.
enum SolutionCheck<'scope> {
    Here(Checker, Result<(), SolutionFault>),
    Beside(
        SyncSender<Vec<u32>>,
        ScopedJoinHandle<'scope, Result<(), SolutionFault>>,
    ),
}

impl<'scope> SolutionCheck<'scope> {
    fn begin<'env>(
        checker: Checker,
        threads: NonZeroUsize,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Self {
        if threads == NonZeroUsize::MIN {
            return SolutionCheck::Here(checker, Ok(()));
        }
        let (sender, chunks) = sync_channel::<Vec<u32>>(MAX_WAITING_BLOCKS);
        // Sent once the thread runs, because a thread that fails to start drops what its
        // closure owns.
        let (checker_sender, checkers) = sync_channel::<Checker>(1);
        let check = move || {
            let Ok(mut checker) = checkers.recv() else {
                return Ok(());
            };
            chunks
                .iter()
                .try_for_each(|columns| checker.push(&columns))?;
            checker.finish()
        };
        match std::thread::Builder::new().spawn_scoped(scope, check) {
            Ok(thread) => {
                // This cannot fail: the thread waits for it.
                let _ = checker_sender.send(checker);
                SolutionCheck::Beside(sender, thread)
            }
            Err(_) => SolutionCheck::Here(checker, Ok(())),
        }
    }

    /// Takes the columns of the next rows; breaks after a fault.
    fn push(&mut self, columns: Vec<u32>) -> ControlFlow<()> {
        let goes_on = match self {
            SolutionCheck::Here(checker, verdict) => {
                *verdict = checker.push(&columns);
                verdict.is_ok()
            }
            SolutionCheck::Beside(sender, _) => sender.send(columns).is_ok(),
        };
        if goes_on {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn finish(self) -> Result<(), SolutionFault> {
        match self {
            SolutionCheck::Here(checker, verdict) => {
                verdict.and_then(|()| checker.finish())
            }
            SolutionCheck::Beside(sender, check) => {
                drop(sender);
                check
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
        }
    }
}
