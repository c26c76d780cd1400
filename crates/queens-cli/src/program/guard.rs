//! The guard of a program: a process between this command and the program of the user,
//! which ends with either of them and leaves nothing running.
//!
//! The command starts itself again under the name [`GUARD_NAME`], with one end of a pair
//! of sockets as standard input. The guard starts the program in a process group of its
//! own, with its memory limited, and reports how it ends through the socket. When the
//! other end is closed, because the command is done or was killed, the guard kills the
//! program and everything that it started: on Linux also processes with a session of
//! their own, because they become children of the guard.

#[cfg(target_os = "linux")]
mod descendants;

use super::call::ProgramCall;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, waitid, waitpid,
};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{
    Child, ChildStderr, ChildStdout, Command, ExitCode, ExitStatus, Stdio,
};
use std::time::{Duration, Instant};

/// Name under which the command starts itself as a guard, instead of `queens`: killing
/// every process of the name `queens` leaves the guards to clean up.
const GUARD_NAME: &str = "program-guard";

/// Time between two looks at the program and at the command.
const POLL_INTERVAL: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 1_000_000,
};

/// Maximum time to end what the program has started; a process may be waiting for a
/// device.
const MAX_KILL_TIME: Duration = Duration::from_secs(1);

/// End of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramEnd {
    /// The system did not start it: the number of the error.
    Unstarted(i32),
    /// It ended by itself or by a signal.
    Ended(ExitStatus),
    /// Its processes together took more memory than they may.
    Memory,
}

impl ProgramEnd {
    /// The line that the guard sends.
    fn to_line(self) -> String {
        match self {
            ProgramEnd::Unstarted(error) => format!("unstarted {error}\n"),
            ProgramEnd::Ended(status) => format!("ended {}\n", status.into_raw()),
            ProgramEnd::Memory => "memory 0\n".to_owned(),
        }
    }

    fn from_line(line: &str) -> Option<Self> {
        let (word, number) = line.trim_end().split_once(' ')?;
        let number = number.parse().ok()?;
        match word {
            "unstarted" => Some(ProgramEnd::Unstarted(number)),
            "ended" => Some(ProgramEnd::Ended(ExitStatus::from_raw(number))),
            "memory" => Some(ProgramEnd::Memory),
            _ => None,
        }
    }
}

/// A program with its guard, as the command sees them. Dropping it ends both.
pub(super) struct GuardedProgram {
    guard: Child,
    socket: BufReader<UnixStream>,
}

impl GuardedProgram {
    /// Starts the guard, which starts the program with at most `memory` bytes for its
    /// data.
    pub(super) fn start(call: &ProgramCall, memory: Option<u64>) -> io::Result<Self> {
        let (own, other) = UnixStream::pair()?;
        let guard = Command::new(own_file()?)
            .arg0(GUARD_NAME)
            .arg(memory.map_or("-".to_owned(), |bytes| bytes.to_string()))
            .arg(&call.input)
            .arg(&call.program)
            .args(&call.arguments)
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for the command, which then ends the guard.
            .process_group(0)
            .spawn()?;
        Ok(GuardedProgram {
            guard,
            socket: BufReader::new(own),
        })
    }

    pub(super) fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.guard.stdout.take()
    }

    pub(super) fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.guard.stderr.take()
    }

    /// Waits up to `time` for the end of the program. `None` if it still runs.
    ///
    /// # Errors
    /// The guard is gone.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<Option<ProgramEnd>> {
        self.socket.get_ref().set_read_timeout(Some(time))?;
        let mut line = String::new();
        match self.socket.read_line(&mut line) {
            // The guard writes a line at once, or nothing.
            Ok(_) => ProgramEnd::from_line(&line)
                .map(Some)
                .ok_or_else(|| io::Error::other("its guard was killed")),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl Drop for GuardedProgram {
    /// Ends the program and what it started, and waits for the guard.
    fn drop(&mut self) {
        let _ = self.socket.get_ref().shutdown(Shutdown::Both);
        let _ = self.guard.wait();
    }
}

/// The file of this command. On Linux it may have been replaced since the start.
fn own_file() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        Ok("/proc/self/exe".into())
    } else {
        std::env::current_exe()
    }
}

/// Runs this process as a guard if it was started as one: `args` are its arguments.
pub(crate) fn guard_if_asked(args: &[OsString]) -> Option<ExitCode> {
    match args {
        [name, memory, input, program, arguments @ ..] if name == GUARD_NAME => {
            let memory = memory.to_str().and_then(|bytes| bytes.parse().ok());
            let call = ProgramCall {
                program: program.into(),
                arguments: arguments.to_vec(),
                input: input.to_string_lossy().into_owned(),
            };
            Some(guard_program(&call, memory))
        }
        _ => None,
    }
}

/// Starts the program, reports its end, and kills what is left of it when the other end
/// of the socket is closed.
fn guard_program(call: &ProgramCall, memory: Option<u64>) -> ExitCode {
    adopt_orphans();
    match start_limited(call, memory) {
        Ok(child) => {
            let id = Pid::from_child(&child);
            let end = await_end(id, memory);
            if end == Some(ProgramEnd::Memory) {
                kill_all(id);
            }
            if let Some(end) = end {
                report_end(end);
                // What the program started may still write to its output.
                await_close();
            }
            kill_all(id);
            let _ = waitpid(Some(id), WaitOptions::NOHANG);
        }
        Err(error) => {
            report_end(ProgramEnd::Unstarted(error.raw_os_error().unwrap_or(0)));
        }
    }
    ExitCode::SUCCESS
}

fn report_end(end: ProgramEnd) {
    // An error means that nobody waits for the line.
    let _ = rustix::io::write(rustix::stdio::stdin(), end.to_line().as_bytes());
}

/// Makes processes that lose their parent children of this process.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // A failure leaves the process group, as on other systems.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
}

/// Starts the program in a process group of its own; the guard then holds none of its
/// pipes.
fn start_limited(call: &ProgramCall, memory: Option<u64>) -> io::Result<Child> {
    let mut command = call.to_command();
    command.process_group(0);
    let mut child = spawn_within(&mut command, memory)?;
    call.write_input(&mut child);
    let nothing = OpenOptions::new().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(child)
}

/// Starts a command whose data may take `memory` bytes: heap and private mappings,
/// without what is only reserved, as the runtimes of Java, Go and JavaScript do. A
/// process has this limit from its first instruction, because it inherits the limit that
/// the guard has for that moment, and cannot raise it.
#[cfg(target_os = "linux")]
fn spawn_within(command: &mut Command, memory: Option<u64>) -> io::Result<Child> {
    use rustix::process::{Resource, Rlimit, getrlimit, prlimit, setrlimit};
    let Some(memory) = memory else {
        return command.spawn();
    };
    let own = getrlimit(Resource::Data);
    let most = own.maximum.map_or(memory, |most| most.min(memory));
    setrlimit(
        Resource::Data,
        Rlimit {
            current: Some(most),
            maximum: own.maximum,
        },
    )?;
    let child = command.spawn();
    setrlimit(Resource::Data, own)?;
    let child = child?;
    prlimit(
        Some(Pid::from_child(&child)),
        Resource::Data,
        Rlimit {
            current: Some(most),
            maximum: Some(most),
        },
    )?;
    Ok(child)
}

/// Other systems do not enforce such a limit.
#[cfg(not(target_os = "linux"))]
fn spawn_within(command: &mut Command, _: Option<u64>) -> io::Result<Child> {
    command.spawn()
}

/// Waits for the end of the program, or for its processes to take more than `memory`
/// bytes together; `None` if the socket was closed before.
fn await_end(id: Pid, memory: Option<u64>) -> Option<ProgramEnd> {
    let mut watch = MemoryWatch {
        most: memory,
        next: Instant::now(),
    };
    loop {
        if let Some(status) = end_of(id) {
            return Some(ProgramEnd::Ended(status));
        }
        if watch.is_exceeded() {
            return Some(ProgramEnd::Memory);
        }
        if is_closed(Some(&POLL_INTERVAL)) {
            return None;
        }
    }
}

/// The status of an ended program. Its process stays, so that nothing else gets its
/// number.
fn end_of(id: Pid) -> Option<ExitStatus> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(id), options).ok()??;
    let code = status.exit_status().map(|code| (code & 0xff) << 8);
    code.or_else(|| status.terminating_signal())
        .map(ExitStatus::from_raw)
}

/// Waits until the command closes its end of the socket.
fn await_close() {
    while !is_closed(None) {}
}

/// True if the other end of the socket is closed, after waiting for that up to `time`.
fn is_closed(time: Option<&Timespec>) -> bool {
    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    // The command sends nothing: whatever arrives is the end.
    matches!(poll(&mut watched, time), Ok(1..))
}

/// The memory of all processes of the program: the limit of [`spawn_within`] holds for
/// each of them alone.
struct MemoryWatch {
    most: Option<u64>,
    next: Instant,
}

impl MemoryWatch {
    fn is_exceeded(&mut self) -> bool {
        const LOOK_INTERVAL: Duration = Duration::from_millis(100);
        let Some(most) = self.most.filter(|_| Instant::now() >= self.next) else {
            return false;
        };
        self.next = Instant::now() + LOOK_INTERVAL;
        memory_of_all(most) > most
    }
}

#[cfg(target_os = "linux")]
fn memory_of_all(most: u64) -> u64 {
    descendants::total_memory(rustix::process::getpid(), most)
}

#[cfg(not(target_os = "linux"))]
fn memory_of_all(_: u64) -> u64 {
    0
}

/// Kills the program's process group and, on Linux, every process that descends from the
/// guard; repeats while new ones appear. The process of the program itself stays as a
/// zombie, so that no other group gets its number.
fn kill_all(id: Pid) {
    let started = Instant::now();
    loop {
        let _ = kill_process_group(id, Signal::KILL);
        let is_left = kill_descendants(id) || end_of(id).is_none();
        if !is_left || started.elapsed() > MAX_KILL_TIME {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills every descendant except `program`, and returns true if there was any.
#[cfg(target_os = "linux")]
fn kill_descendants(program: Pid) -> bool {
    let mut is_left = false;
    for id in descendants::list_descendants(rustix::process::getpid())
        .into_iter()
        .filter(|&id| id != program)
    {
        is_left = true;
        let _ = rustix::process::kill_process(id, Signal::KILL);
        // Orphans are children of the guard; the others become so, and have their turn in
        // the next round.
        let _ = waitpid(Some(id), WaitOptions::NOHANG);
    }
    is_left
}

/// Other systems know the process group alone.
#[cfg(not(target_os = "linux"))]
fn kill_descendants(_: Pid) -> bool {
    false
}
