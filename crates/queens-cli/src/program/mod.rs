//! A program of the user that lists the solutions of a size: starts it, checks its
//! output, and ends it.

mod call;
mod collect;
#[cfg(unix)]
mod guard;
#[cfg(not(unix))]
mod unguarded;

pub(crate) use call::ProgramCall;
pub(crate) use collect::{CollectedRun, RunEnd, collect_output};
#[cfg(unix)]
pub(crate) use guard::guard_if_asked;
#[cfg(unix)]
use guard::{GuardedProgram as RunningProgram, ProgramEnd};
#[cfg(not(unix))]
pub(crate) use unguarded::guard_if_asked;
#[cfg(not(unix))]
use unguarded::{ProgramEnd, UnguardedProgram as RunningProgram};

use crate::input::{Deadline, WatchedInput};
use queens::control::{Limits, Stop};
use queens::document::{ProgramLine, grouped};
use queens::problem::Problem;
use queens::read::{self, ReadError, ReadNotes, SolverVerdict};
use queens::reference;
use queens::verify::Verifier;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of each program if the command sets none.
const TIME_EACH: Duration = Duration::from_secs(20);

/// Number of invalid and repeated solutions after which a program is stopped: it may
/// print without end.
const MAX_WRONG: u64 = 10_000;

/// Length of the end of standard error that is kept, in bytes.
const STDERR_BYTES: usize = 1 << 10;

/// Longest wait for the end of standard error, which a process outside the group may hold
/// open.
const MAX_STDERR_WAIT: Duration = Duration::from_millis(500);

/// Poll interval for the limits while a program runs whose output has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Verdict and its reason.
type VerdictReason = (&'static str, Option<String>);

/// Runs `program` with the size of the standard board `problem`, and checks the solutions
/// that it prints.
pub(crate) fn check_program(
    program: &Path,
    problem: &Problem,
    limits: &Limits,
) -> ProgramLine {
    let limits = match limits.time {
        Some(_) => limits.started(),
        None => limits.clone().with_time(TIME_EACH).started(),
    };
    let started = Instant::now();
    let mut verifier = Verifier::default();
    let (verdict, reason, stderr) = match RunningProgram::start(
        &ProgramCall::for_size(program, problem.rows()),
        limits.memory,
    ) {
        Ok(running) => {
            let run = ProgramRun {
                program,
                problem,
                memory: limits.memory,
            };
            let ((verdict, reason), stderr) =
                run.check_output(running, &mut verifier, &Deadline::from_limits(&limits));
            (verdict, reason, stderr.filter(|_| verdict == "failed"))
        }
        Err(error) => ("failed", Some(start_failure(program, &error)), None),
    };
    ProgramLine {
        program: program.display().to_string(),
        verdict,
        reason,
        stderr,
        printed: verifier.valid + verifier.invalid,
        valid: verifier.valid,
        distinct: verifier.distinct_valid,
        published: reference::published(problem).map(|known| known.value.into()),
        credit: verifier.shares(Some(problem)).into(),
        seconds: started.elapsed().as_secs_f64(),
        ratio: None,
    }
}

/// A run of a program on a problem.
struct ProgramRun<'r> {
    program: &'r Path,
    problem: &'r Problem,
    /// Memory that it may take, in bytes.
    memory: Option<u64>,
}

impl ProgramRun<'_> {
    /// Reads the output until the program ends, or a limit or too many faults end it;
    /// returns the end of its standard error, too.
    fn check_output(
        &self,
        mut running: RunningProgram,
        verifier: &mut Verifier,
        deadline: &Deadline<'_>,
    ) -> (VerdictReason, Option<String>) {
        let stderr = running.take_stderr().map(last_of);
        let mut read = Ok(ReadNotes::default());
        if let Some(stdout) = running.take_stdout() {
            let mut input = WatchedInput::new(stdout, deadline);
            read = read::solutions_with_notes(
                &mut input,
                Some(self.problem),
                &mut |found| {
                    // A program lists solutions of the problem: a name in front of the
                    // queens means nothing.
                    verifier.enter(&read::Solution {
                        groups: Vec::new(),
                        question: None,
                        ..found
                    });
                    if count_wrong(verifier) >= MAX_WRONG || deadline.is_over() {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                },
            );
        }
        let mut end = Ok(None);
        if read.is_ok() && count_wrong(verifier) < MAX_WRONG {
            while matches!(end, Ok(None)) && !deadline.is_over() {
                end = running.wait(POLL_INTERVAL);
            }
        }
        drop(running);
        let stderr = stderr.and_then(|last| last.recv_timeout(MAX_STDERR_WAIT).ok());
        let verdict = match deadline.stop() {
            Some(Stop::Cancelled) => ("interrupted", None),
            Some(stop) => ("timed out", Some(stop.to_string())),
            None => {
                if read.as_ref().is_ok_and(|notes| notes.ignored > 0) {
                    verifier.accept_columns_from();
                }
                self.judge_output(verifier, &read, end)
            }
        };
        (verdict, stderr.filter(|text| !text.is_empty()))
    }

    /// Returns the verdict on a program that no limit of time stopped.
    fn judge_output(
        &self,
        verifier: &Verifier,
        read: &Result<ReadNotes, ReadError>,
        end: io::Result<Option<ProgramEnd>>,
    ) -> VerdictReason {
        if count_wrong(verifier) >= MAX_WRONG {
            return (
                "wrong",
                Some(format!(
                    "stopped after {} invalid or repeated solutions",
                    grouped(MAX_WRONG)
                )),
            );
        }
        if let Err(error) = read {
            return (
                "failed",
                Some(format!("its output cannot be read: {error}")),
            );
        }
        if let Some(reason) = describe_failure(self.program, self.memory, end) {
            return ("failed", Some(reason));
        }
        if let Some(count) = read.as_ref().ok().and_then(|notes| notes.count) {
            return self.judge_count(count);
        }
        let said = read.as_ref().ok().and_then(|notes| notes.verdict);
        if let Some((line, said)) =
            said.filter(|_| verifier.valid + verifier.invalid == 0)
        {
            return self.judge_verdict(line, said);
        }
        if let Some(first) = verifier.columns_from() {
            return (
                "wrong",
                Some(format!("its columns seem to count from {first}")),
            );
        }
        if let Some((line, fault)) = verifier.faults.first() {
            return ("wrong", Some(format!("line {line}: {fault}")));
        }
        match verifier.shares(Some(self.problem)).complete {
            Some(share) if share < 1.0 => {
                ("incomplete", Some("solutions are missing".to_owned()))
            }
            _ => ("correct", None),
        }
    }

    /// Returns the verdict on a program that prints the number of solutions and none of
    /// them.
    fn judge_count(&self, count: u64) -> VerdictReason {
        match reference::published(self.problem) {
            Some(known) if known.value == u128::from(count) => (
                "correct",
                Some("it printed the number of solutions, and none of them".to_owned()),
            ),
            Some(known) => {
                let (count, right) = (grouped(count), grouped(known.value));
                (
                    "wrong",
                    Some(format!(
                        "it printed the number {count}, but there are {right} solutions"
                    )),
                )
            }
            None => (
                "failed",
                Some(format!(
                    "it printed the number {} alone, which is not published",
                    grouped(count)
                )),
            ),
        }
    }

    /// Returns the verdict on a program that says something about the problem in place of
    /// solutions.
    fn judge_verdict(&self, line: u64, said: SolverVerdict) -> VerdictReason {
        let known = reference::published(self.problem).map(|known| known.value);
        match (said, known) {
            (SolverVerdict::NoSolution, Some(0)) => (
                "correct",
                Some(format!("line {line}: it says that there is no solution")),
            ),
            (SolverVerdict::NoSolution, Some(known)) => {
                let known = grouped(known);
                let reason = format!(
                    "line {line}: it says that there is no solution, but there are {known}"
                );
                ("wrong", Some(reason))
            }
            (SolverVerdict::NoSolution, None) => (
                "failed",
                Some(format!(
                    "line {line}: it says that there is no solution, which is not published"
                )),
            ),
            (SolverVerdict::GivenUp, _) => (
                "failed",
                Some(format!(
                    "line {line}: it says that it ended without an answer"
                )),
            ),
        }
    }
}

/// Returns why a program did not end with status 0, if it did not.
fn describe_failure(
    program: &Path,
    memory: Option<u64>,
    end: io::Result<Option<ProgramEnd>>,
) -> Option<String> {
    let memory =
        memory.map(|bytes| format!("{} MiB of memory (--memory-limit)", bytes >> 20));
    match end {
        Ok(Some(ProgramEnd::Ended(status))) => {
            let bound = memory
                .map(|memory| format!("; it had {memory}"))
                .unwrap_or_default();
            (!status.success()).then(|| format!("{status}{bound}"))
        }
        Ok(Some(ProgramEnd::Unstarted(error))) => {
            Some(start_failure(program, &io::Error::from_raw_os_error(error)))
        }
        Ok(Some(ProgramEnd::Memory)) => Some(format!(
            "stopped: its processes took more than {}",
            memory.unwrap_or_default()
        )),
        Ok(None) => Some("it did not end".to_owned()),
        Err(error) => Some(error.to_string()),
    }
}

/// Returns the number of invalid and repeated solutions.
fn count_wrong(verifier: &Verifier) -> u64 {
    verifier.invalid + verifier.repeated
}

/// Returns the reason why a program did not start.
fn start_failure(program: &Path, error: &io::Error) -> String {
    let is_bare = program.components().count() == 1 && !program.starts_with(".");
    let has_arguments = program.to_str().is_some_and(|words| words.contains(' '));
    // The number that Unix systems give a file that is neither a program nor begins with
    // `#!`.
    const NO_EXECUTABLE: i32 = 8;
    match error.kind() {
        io::ErrorKind::NotFound if has_arguments => {
            "no such command; it gets no arguments but the size: put the command line into a script"
                .to_owned()
        }
        io::ErrorKind::NotFound if is_bare => {
            "no such command; for a program in this folder, write ./ before its name".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            format!("it may not be executed: chmod +x {}", program.display())
        }
        _ if cfg!(unix) && error.raw_os_error() == Some(NO_EXECUTABLE) => {
            "it is no program of this machine; a script needs a first line such as #!/usr/bin/env python3"
                .to_owned()
        }
        _ => format!("cannot start it: {error}"),
    }
}

/// Reads `stderr` on a thread of its own, and sends its last bytes as text at its end;
/// nothing if no thread can be started.
fn last_of(mut stderr: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(1);
    let work = move || {
        let (mut last, mut block) = (Vec::new(), [0; 4096]);
        while let Ok(length @ 1..) = stderr.read(&mut block) {
            last.extend_from_slice(&block[..length]);
            last.drain(..last.len().saturating_sub(STDERR_BYTES));
        }
        let _ = sender.send(String::from_utf8_lossy(&last).trim_end().to_owned());
    };
    let _ = thread::Builder::new().spawn(work);
    receiver
}
