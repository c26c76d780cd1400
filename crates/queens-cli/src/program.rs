//! A program of the user that lists the solutions of a size: starts it, checks its output, and ends it.

use crate::input::{Deadline, WatchedInput};
use queens::control::{Limits, Stop};
use queens::document::{ProgramLine, grouped};
use queens::problem::Problem;
use queens::read::{self, ReadError};
use queens::reference;
use queens::verify::Verifier;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of each program if the command sets none.
const TIME_EACH: Duration = Duration::from_secs(20);

/// Number of invalid and repeated solutions after which a program is stopped: it may print without end.
const MAX_WRONG: u64 = 10_000;

/// Length of the end of standard error that is kept, in bytes.
const STDERR_BYTES: usize = 1 << 10;

/// Longest wait for the end of standard error, which a process outside the group may hold open.
const MAX_STDERR_WAIT: Duration = Duration::from_millis(500);

/// Poll interval for the end of a program whose output has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A started program, in a process group of its own. Dropping it kills the group.
struct RunningProgram(Child);

impl RunningProgram {
    fn start(program: &Path, size: u32) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg(size.to_string()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(RunningProgram)
    }

    /// Returns true if the program has ended. Its process stays, so that nothing else gets its number.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.0)), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Kills what still runs of the program and its children, and returns its exit status.
    fn finish(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.0.kill();
        self.0.wait()
    }
}

/// Verdict and its reason.
type VerdictReason = (&'static str, Option<String>);

/// Runs `program` with the size of the standard board `problem`, and checks the solutions that it prints.
pub(crate) fn run(program: &Path, problem: &Problem, limits: &Limits) -> ProgramLine {
    let limits = match limits.time {
        Some(_) => limits.started(),
        None => limits.clone().with_time(TIME_EACH).started(),
    };
    let started = Instant::now();
    let mut verifier = Verifier::default();
    let (verdict, reason, stderr) = match RunningProgram::start(program, problem.rows()) {
        Ok(running) => {
            let ((verdict, reason), stderr) = check(running, problem, &mut verifier, &Deadline::of(&limits));
            (verdict, reason, stderr.filter(|_| verdict == "failed"))
        }
        Err(error) => ("failed", Some(unstarted(program, &error)), None),
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

/// Reads the output until the program ends, or a limit or too many faults end it; returns the end of its standard error, too.
fn check(
    mut running: RunningProgram,
    problem: &Problem,
    verifier: &mut Verifier,
    deadline: &Deadline<'_>,
) -> (VerdictReason, Option<String>) {
    let stderr = running.0.stderr.take().map(last_of);
    let mut read = Ok(());
    if let Some(stdout) = running.0.stdout.take() {
        read = read::solutions(&mut WatchedInput::new(stdout, deadline), Some(problem), &mut |found| {
            // A program lists solutions of the problem: a name in front of the queens means nothing.
            verifier.enter(&read::Solution { groups: Vec::new(), question: None, ..found });
            if wrong(verifier) >= MAX_WRONG || deadline.is_over() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
    if read.is_ok() && wrong(verifier) < MAX_WRONG {
        while !running.has_ended() && !deadline.is_over() {
            thread::sleep(POLL_INTERVAL);
        }
    }
    let status = running.finish();
    let stderr = stderr.and_then(|last| last.recv_timeout(MAX_STDERR_WAIT).ok());
    let verdict = match deadline.stop() {
        Some(Stop::Cancelled) => ("interrupted", None),
        Some(stop) => ("timed out", Some(stop.to_string())),
        None => judge(problem, verifier, &read, status),
    };
    (verdict, stderr.filter(|text| !text.is_empty()))
}

/// Returns the number of invalid and repeated solutions.
fn wrong(verifier: &Verifier) -> u64 {
    verifier.invalid + verifier.repeated
}

/// Returns the verdict on a program that no limit stopped.
fn judge(
    problem: &Problem,
    verifier: &Verifier,
    read: &Result<(), ReadError>,
    status: io::Result<ExitStatus>,
) -> VerdictReason {
    if wrong(verifier) >= MAX_WRONG {
        return (
            "wrong",
            Some(format!("stopped after {} invalid or repeated solutions", grouped(MAX_WRONG))),
        );
    }
    if let Err(error) = read {
        return ("failed", Some(format!("its output cannot be read: {error}")));
    }
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return ("failed", Some(status.to_string())),
        Err(error) => return ("failed", Some(error.to_string())),
    }
    if let Some(first) = verifier.columns_from() {
        return ("wrong", Some(format!("its columns seem to count from {first}")));
    }
    if let Some((line, fault)) = verifier.faults.first() {
        return ("wrong", Some(format!("line {line}: {fault}")));
    }
    match verifier.shares(Some(problem)).complete {
        Some(share) if share < 1.0 => ("incomplete", Some("solutions are missing".to_owned())),
        _ => ("correct", None),
    }
}

/// Returns the reason why a program did not start.
fn unstarted(program: &Path, error: &io::Error) -> String {
    let is_bare = program.components().count() == 1 && !program.starts_with(".");
    let has_arguments = program.to_str().is_some_and(|words| words.contains(' '));
    // The number that Unix systems give a file that is neither a program nor begins with `#!`.
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

/// Reads `stderr` on a thread of its own, and sends its last bytes as text at its end; nothing if no thread can be started.
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
