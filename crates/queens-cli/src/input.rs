//! How a command reads: on a thread of its own, so that the time limit and Ctrl-C hold while nothing comes.

use crate::exit::Failure;
use queens::control::{Limits, Step, Stop};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How many bytes are read at once.
const BLOCK: usize = 1 << 16;

/// How many blocks may wait to be taken.
const WAITING: usize = 8;

/// How long nothing may come until the limits are looked at again.
const PATIENCE: Duration = Duration::from_millis(20);

/// The limits of what is read, and which of them ended it. Their clock runs already.
pub(crate) struct Deadline<'l> {
    limits: &'l Limits,
    stop: Cell<Option<Stop>>,
}

impl<'l> Deadline<'l> {
    /// That of these limits, which nothing has met yet.
    pub(crate) fn of(limits: &'l Limits) -> Self {
        Deadline { limits, stop: Cell::new(None) }
    }

    /// Whether the work must end; it stays so.
    pub(crate) fn is_over(&self) -> bool {
        self.check().is_err()
    }

    /// Why the work ended, if the deadline ended it.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }

    fn check(&self) -> Step {
        let step = self.stop.get().map_or_else(|| self.limits.check(), Err);
        self.stop.set(step.err());
        step
    }
}

/// An input that fails when its deadline is over: with an error that holds the [`Stop`], which
/// [`Failure`](crate::exit::Failure) knows.
pub(crate) struct WatchedInput<'d, 'l> {
    deadline: &'d Deadline<'l>,
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// Bytes of the block that were taken.
    taken: usize,
}

impl<'d, 'l> WatchedInput<'d, 'l> {
    /// Begins to read.
    pub(crate) fn new(input: impl Read + Send + 'static, deadline: &'d Deadline<'l>) -> Self {
        Self::begun(|| Ok(input), deadline)
    }

    /// Begins to read a file, or standard input for `-`. What cannot be opened fails at the first read: a named pipe
    /// opens when its writer comes.
    pub(crate) fn open(file: &Path, deadline: &'d Deadline<'l>) -> Self {
        let file = file.to_owned();
        match file.as_os_str() == "-" {
            true => Self::new(io::stdin(), deadline),
            false => Self::begun(|| File::open(file), deadline),
        }
    }

    /// Opens and reads on a thread. It ends with the input, or with the process where a read does not come back.
    fn begun<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        deadline: &'d Deadline<'l>,
    ) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        let failed = sender.clone();
        let read = move || match open() {
            Ok(input) => send_blocks(input, &sender),
            Err(error) => drop(sender.send(Err(error))),
        };
        if let Err(error) = thread::Builder::new().name("input".to_owned()).spawn(read) {
            // There is room for it: nothing else was sent.
            let _ = failed.send(Err(error));
        }
        WatchedInput { deadline, blocks, block: Vec::new(), taken: 0 }
    }
}

/// Reads a file, or standard input for `-`: of one that is longer just `most` bytes.
///
/// # Errors
/// It cannot be read; [`Failure::Stopped`](crate::exit::Failure::Stopped) by a limit or a signal.
pub(crate) fn bytes_of(file: &Path, most: u64, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let (mut bytes, deadline) = (Vec::new(), Deadline::of(limits));
    let read = WatchedInput::open(file, &deadline).take(most).read_to_end(&mut bytes);
    read.map_err(|error| Failure::unreadable(&name_of(file), error))?;
    Ok(bytes)
}

/// What people call a file that is read.
pub(crate) fn name_of(file: &Path) -> String {
    if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() }
}

/// Sends the input block by block; hangs up at its end, or when nobody listens any more.
fn send_blocks(mut input: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; BLOCK];
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
            match self.blocks.recv_timeout(PATIENCE) {
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
