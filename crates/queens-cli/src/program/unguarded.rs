//! A program without a guard, on systems without process groups: killing it leaves what
//! it started, and nothing limits its memory.

use super::call::ProgramCall;
use std::ffi::OsString;
use std::io;
use std::process::{Child, ChildStderr, ChildStdout, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Time between two looks at the program.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// End of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(dead_code, reason = "a guard tells more")]
pub(super) enum ProgramEnd {
    Unstarted(i32),
    Ended(ExitStatus),
    Memory,
}

/// A running program. Dropping it kills it.
pub(super) struct UnguardedProgram(Child);

impl UnguardedProgram {
    /// Starts the program.
    pub(super) fn start(call: &ProgramCall, _: Option<u64>) -> io::Result<Self> {
        let mut command = call.to_command();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        call.write_input(&mut child);
        Ok(UnguardedProgram(child))
    }

    pub(super) fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    pub(super) fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.0.stderr.take()
    }

    /// Waits up to `time` for the end of the program. `None` if it still runs.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<Option<ProgramEnd>> {
        let started = Instant::now();
        loop {
            match self.0.try_wait()? {
                None if started.elapsed() < time => std::thread::sleep(POLL_INTERVAL),
                status => return Ok(status.map(ProgramEnd::Ended)),
            }
        }
    }
}

impl Drop for UnguardedProgram {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// There are no guards.
pub(crate) fn guard_if_asked(_: &[OsString]) -> Option<ExitCode> {
    None
}
