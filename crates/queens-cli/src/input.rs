//! An input that is read on a thread of its own, so that the time limit and Ctrl-C hold while nothing comes.

use queens::control::{Limit, Limits, Stop};
use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How many bytes are read at once.
const BLOCK: usize = 1 << 16;

/// How many blocks may wait to be taken.
const WAITING: usize = 8;

/// How long nothing may come until the limits are looked at again.
const PATIENCE: Duration = Duration::from_millis(20);

/// The limits of a work that is no search: time and Ctrl-C.
pub(crate) struct Deadline<'l> {
    limits: &'l Limits,
    started: Instant,
    stop: Cell<Option<Stop>>,
}

impl<'l> Deadline<'l> {
    /// Starts the clock.
    pub(crate) fn start(limits: &'l Limits) -> Self {
        Deadline { limits, started: Instant::now(), stop: Cell::new(None) }
    }

    /// Whether the work must end; it stays so.
    pub(crate) fn is_over(&self) -> bool {
        if self.limits.cancel.is_cancelled() {
            self.stop.set(Some(Stop::Cancelled));
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            self.stop.set(Some(Stop::LimitReached(Limit::Time)));
        }
        self.stop.get().is_some()
    }

    /// Why the work ended, if [`Deadline::is_over`] ended it.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }
}

/// An input that fails when its deadline is over.
pub(crate) struct WatchedInput<'d, 'l> {
    deadline: &'d Deadline<'l>,
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// Bytes of the block that were taken.
    taken: usize,
}

impl<'d, 'l> WatchedInput<'d, 'l> {
    /// Begins to read. The thread ends with the input, or with the process where a read does not come back.
    pub(crate) fn new(input: impl Read + Send + 'static, deadline: &'d Deadline<'l>) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        std::thread::spawn(move || send_blocks(input, &sender));
        WatchedInput { deadline, blocks, block: Vec::new(), taken: 0 }
    }
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
            if self.deadline.is_over() {
                return Err(io::Error::other("the time is over"));
            }
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
