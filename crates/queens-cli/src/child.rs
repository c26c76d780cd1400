//! Runs other programs, such as `squeue`, and waits for them. A program is ended when its
//! time is over, and when a signal or a limit ends the command.

use crate::exit::Failure;
use queens::control::{Limits, Stop};
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a program of a scheduler to answer. `squeue` itself gives up after some tries
/// of 10 s each.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(60);

/// Maximum length of an output, in bytes: more than a queue of a million jobs.
const MAX_OUTPUT_BYTES: u64 = 1 << 28;

/// Time for a stopped program, and for what it started, to end before they are killed.
const END_TIME: Duration = Duration::from_secs(2);

/// Time to wait for the end of an output that a process outside the program's group holds
/// open.
const OUTPUT_TIME: Duration = Duration::from_millis(500);

/// Poll interval for the limits while a program runs.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Reason why a program has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChildError {
    /// There is no such program.
    #[error("there is no program {0}")]
    Missing(String),
    /// The system does not start it, or does not say how it ended.
    #[error("{program} cannot be started: {error}")]
    Unstarted { program: String, error: io::Error },
    /// It was stopped after its time.
    #[error("{program} has not ended within {} s, and was stopped", .time.as_secs_f64())]
    TooLong { program: String, time: Duration },
    /// It was stopped by a limit of the command or by a signal.
    #[error(transparent)]
    Stopped(Stop),
}

impl ChildError {
    /// Returns the failure of the command; `way_out` says what the user can do.
    pub(crate) fn with_way_out(self, way_out: &str) -> Failure {
        match self {
            ChildError::Stopped(stop) => stop.into(),
            error => Failure::input(format!("{error}: {way_out}")),
        }
    }
}

/// Exit of a program, and its output to the pipes that it was given.
#[derive(Debug)]
pub(crate) struct ChildEnd {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a program without input until it ends, at most for `time` and within `limits`. It
/// gets a process group of its own, so that it can be stopped together with what it
/// started.
///
/// # Errors
/// It is missing or cannot be started; it takes longer than `time`; a limit or a signal
/// stops it.
pub(crate) fn run_child(
    command: &mut Command,
    time: Option<Duration>,
    limits: &Limits,
) -> Result<ChildEnd, ChildError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let unstarted = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => ChildError::Missing(program.clone()),
        _ => ChildError::Unstarted {
            program: program.clone(),
            error,
        },
    };
    let started = Instant::now();
    let mut child = start_child(command).map_err(unstarted)?;
    let stdout = child.stdout.take().map(read_output);
    let stderr = child.stderr.take().map(read_output);
    loop {
        if let Some(status) = child.try_wait().map_err(unstarted)? {
            return Ok(ChildEnd {
                status,
                stdout: output_text(stdout),
                stderr: output_text(stderr),
            });
        }
        let stop = match limits.check() {
            Err(stop) => Some(ChildError::Stopped(stop)),
            Ok(()) => time.filter(|&time| started.elapsed() >= time).map(|time| {
                ChildError::TooLong {
                    program: program.clone(),
                    time,
                }
            }),
        };
        if let Some(error) = stop {
            stop_all(&mut child);
            return Err(error);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

fn start_child(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.stdin(Stdio::null()).spawn()
}

/// Asks all processes of the program's group to end, and after [`END_TIME`] kills those
/// that have not. A task of a campaign uses the time to write its results.
#[cfg(unix)]
fn stop_all(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    let group = Pid::from_child(child);
    let _ = kill_process_group(group, Signal::TERM);
    let stopped = Instant::now();
    let mut has_ended = false;
    while stopped.elapsed() < END_TIME {
        has_ended = has_ended || matches!(child.try_wait(), Ok(Some(_)));
        if has_ended && test_kill_process_group(group).is_err() {
            return;
        }
        thread::sleep(POLL_INTERVAL);
    }
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
}

/// Kills the program alone: other systems have no process groups.
#[cfg(not(unix))]
fn stop_all(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads an output on a thread of its own, and sends it block by block.
fn read_output(output: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, blocks) = channel();
    let read = move || {
        let mut output = output.take(MAX_OUTPUT_BYTES);
        let mut block = [0; 4096];
        while let Ok(length @ 1..) = output.read(&mut block) {
            if sender.send(block[..length].to_vec()).is_err() {
                return;
            }
        }
    };
    // Without a thread the sender is dropped, and the output is empty.
    let _ = thread::Builder::new().name("output".to_owned()).spawn(read);
    blocks
}

/// Returns the text of an output of a program that has ended.
fn output_text(output: Option<Receiver<Vec<u8>>>) -> String {
    let mut bytes = Vec::new();
    if let Some(blocks) = output {
        while let Ok(block) = blocks.recv_timeout(OUTPUT_TIME) {
            bytes.extend(block);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell_command(script: &str) -> Command {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        shell
    }

    #[test]
    fn returns_the_status_and_both_outputs() {
        let end = run_child(
            &mut shell_command("echo out; echo err >&2; exit 3"),
            None,
            &Limits::default(),
        )
        .unwrap();
        assert_eq!(
            (end.status.code(), &*end.stdout, &*end.stderr),
            (Some(3), "out\n", "err\n")
        );
        // More than a pipe holds.
        let end = run_child(
            &mut shell_command("head -c 200000 /dev/zero"),
            None,
            &Limits::default(),
        )
        .unwrap();
        assert_eq!(end.stdout.len(), 200_000);
    }

    /// A program that sleeps, one that ignores the request to end, and one whose child
    /// holds the outputs open.
    #[test]
    fn a_program_ends_with_its_time() {
        for script in [
            "sleep 60",
            "trap '' TERM; sleep 60; sleep 60",
            "sleep 60 & sleep 60",
        ] {
            let started = Instant::now();
            let time = Duration::from_millis(200);
            let error =
                run_child(&mut shell_command(script), Some(time), &Limits::default())
                    .unwrap_err();
            assert_eq!(
                error.to_string(),
                "sh has not ended within 0.2 s, and was stopped",
                "{script}"
            );
            assert!(
                started.elapsed() < Duration::from_secs(20),
                "{script}: {:?}",
                started.elapsed()
            );
        }
    }

    #[test]
    fn nothing_that_a_stopped_program_started_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("alive");
        let script = format!("(sleep 1; touch {}) & sleep 60", file.display());
        run_child(
            &mut shell_command(&script),
            Some(Duration::from_millis(100)),
            &Limits::default(),
        )
        .unwrap_err();
        thread::sleep(Duration::from_secs(2));
        assert!(!file.exists());
    }

    #[test]
    fn limits_and_signals_of_the_command_hold() {
        let limits = Limits::default()
            .with_time(Duration::from_millis(100))
            .started();
        let error = run_child(&mut shell_command("sleep 60"), None, &limits).unwrap_err();
        assert!(
            matches!(error, ChildError::Stopped(Stop::LimitReached(_))),
            "{error}"
        );
        let limits = Limits::default();
        limits.cancel.cancel();
        let error = run_child(&mut shell_command("sleep 60"), None, &limits).unwrap_err();
        assert!(
            matches!(error, ChildError::Stopped(Stop::Cancelled)),
            "{error}"
        );
    }

    /// A process that leaves the group and holds the output open is not waited for; what
    /// was written arrives.
    #[test]
    fn an_output_held_open_does_not_block() {
        let started = Instant::now();
        let mut leaves = shell_command("echo out; setsid sleep 20 & exit 0");
        let end = run_child(&mut leaves, None, &Limits::default()).unwrap();
        assert!(end.status.success() && end.stdout == "out\n", "{end:?}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn says_that_a_program_is_missing() {
        let error = run_child(&mut Command::new("/nowhere"), None, &Limits::default())
            .unwrap_err();
        assert!(matches!(error, ChildError::Missing(_)), "{error}");
    }
}
