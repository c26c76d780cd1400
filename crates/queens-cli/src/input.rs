//! Input, read on a thread of its own, so that the time limit and Ctrl-C hold while none
//! arrives.

use crate::exit::Failure;
use queens::control::{Limits, Step, Stop};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Size of a block that is read at once, in bytes.
const BLOCK_BYTES: usize = 1 << 16;

/// Maximum number of blocks in the queue.
const QUEUED_BLOCKS: usize = 8;

/// Poll interval for the limits while no input arrives.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Limits of the reading, with their clock started, and the limit that ended it.
pub(crate) struct Deadline<'l> {
    limits: &'l Limits,
    stop: Cell<Option<Stop>>,
}

impl<'l> Deadline<'l> {
    /// Returns the deadline of these limits.
    pub(crate) fn from_limits(limits: &'l Limits) -> Self {
        Deadline {
            limits,
            stop: Cell::new(None),
        }
    }

    /// Returns true once a limit is reached.
    pub(crate) fn is_over(&self) -> bool {
        self.check().is_err()
    }

    /// Returns the limit that was reached, if one was.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }

    fn check(&self) -> Step {
        let step = self.stop.get().map_or_else(|| self.limits.check(), Err);
        self.stop.set(step.err());
        step
    }
}

/// Input that fails after its deadline, with an error that holds the [`Stop`], for
/// [`Failure`](crate::exit::Failure).
pub(crate) struct WatchedInput<'d, 'l> {
    deadline: &'d Deadline<'l>,
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// Number of bytes of the block that were read.
    taken: usize,
}

impl<'d, 'l> WatchedInput<'d, 'l> {
    /// Starts reading.
    pub(crate) fn new(
        input: impl Read + Send + 'static,
        deadline: &'d Deadline<'l>,
    ) -> Self {
        Self::start_reader(|| Ok(input), deadline)
    }

    /// Starts reading a file, or standard input for `-`. The file is opened at the first
    /// read, because a named pipe waits for its writer.
    pub(crate) fn open(file: &Path, deadline: &'d Deadline<'l>) -> Self {
        let file = file.to_owned();
        match file.as_os_str() == "-" {
            true => Self::new(io::stdin(), deadline),
            false => Self::start_reader(|| File::open(file), deadline),
        }
    }

    /// Opens and reads on a thread, which ends with the input, or with the process if a
    /// read blocks.
    fn start_reader<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        deadline: &'d Deadline<'l>,
    ) -> Self {
        let (sender, blocks) = sync_channel(QUEUED_BLOCKS);
        let failed = sender.clone();
        let read = move || match open() {
            Ok(input) => send_blocks(input, &sender),
            Err(error) => drop(sender.send(Err(error))),
        };
        if let Err(error) = thread::Builder::new().name("input".to_owned()).spawn(read) {
            // The queue is empty: nothing else was sent.
            let _ = failed.send(Err(error));
        }
        WatchedInput {
            deadline,
            blocks,
            block: Vec::new(),
            taken: 0,
        }
    }
}

/// Reads a file, or standard input for `-`, up to `most` bytes.
///
/// # Errors
/// It cannot be read; [`Failure::Stopped`](crate::exit::Failure::Stopped) by a limit or a
/// signal.
pub(crate) fn bytes_of(
    file: &Path,
    most: u64,
    limits: &Limits,
) -> Result<Vec<u8>, Failure> {
    let (mut bytes, deadline) = (Vec::new(), Deadline::from_limits(limits));
    let read = WatchedInput::open(file, &deadline)
        .take(most)
        .read_to_end(&mut bytes);
    read.map_err(|error| Failure::unreadable(&name_of(file), error))?;
    Ok(bytes)
}

/// State of standard input, for a command that reads it only if something is sent there.
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "only Unix tells the states apart")
)]
pub(crate) enum StandardInput {
    /// A file, or a pipe with data or at its end.
    Ready,
    /// A pipe that is open, but nothing arrives.
    Idle,
    /// A terminal or another device.
    Device,
}

/// Returns the state of standard input, as in `queens solve < board.txt`. It waits up to
/// a second for the first data of a pipe: the writer may need a moment, but a program or
/// a scheduler may also leave a pipe open that nobody writes to.
#[cfg(unix)]
pub(crate) fn standard_input(limits: &Limits) -> StandardInput {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    use std::time::Instant;
    const MAX_PIPE_WAIT: Duration = Duration::from_secs(1);
    let stdin = io::stdin();
    let input = stdin.as_fd().try_clone_to_owned().map(File::from);
    let is_sent = input.and_then(|input| input.metadata()).is_ok_and(|input| {
        let kind = input.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    });
    let (true, Ok(interval)) = (is_sent, Timespec::try_from(POLL_INTERVAL)) else {
        return StandardInput::Device;
    };
    let started = Instant::now();
    loop {
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&interval)) {
            Ok(0) | Err(Errno::INTR)
                if started.elapsed() < MAX_PIPE_WAIT && limits.check().is_ok() => {}
            Ok(0) | Err(_) => return StandardInput::Idle,
            Ok(_) => return StandardInput::Ready,
        }
    }
}

/// Returns true if something waits in a pipe to standard input, as in `cat board.txt |
/// queens solve 8`.
#[cfg(unix)]
pub(crate) fn is_piped() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let stdin = io::stdin();
    let input = stdin.as_fd().try_clone_to_owned().map(File::from);
    let is_pipe = input
        .and_then(|input| input.metadata())
        .is_ok_and(|input| input.file_type().is_fifo());
    let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
    is_pipe
        && poll(&mut polled, Some(&Timespec::default())).is_ok()
        && polled[0].revents().contains(PollFlags::IN)
}

/// Returns false: only Unix shows more.
#[cfg(not(unix))]
pub(crate) fn is_piped() -> bool {
    false
}

/// Returns [`StandardInput::Device`]: only Unix shows more.
#[cfg(not(unix))]
pub(crate) fn standard_input(_: &Limits) -> StandardInput {
    StandardInput::Device
}

/// Returns the name of an input in messages.
pub(crate) fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// Sends the input block by block until its end, or until the receiver is gone.
fn send_blocks(mut input: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; BLOCK_BYTES];
        let result = match input.read(&mut block) {
            Ok(0) => return,
            Ok(length) => {
                block.truncate(length);
                Ok(block)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = result.is_err();
        if sender.send(result).is_err() || failed {
            return;
        }
    }
}

impl BufRead for WatchedInput<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.block.len() {
            self.deadline.check().map_err(io::Error::other)?;
            match self.blocks.recv_timeout(POLL_INTERVAL) {
                Ok(block) => (self.block, self.taken) = (block?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(&[]),
            }
        }
        Ok(&self.block[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        self.taken = self.block.len().min(self.taken + amount);
    }
}

impl Read for WatchedInput<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}
