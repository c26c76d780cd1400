//! Ctrl-C and its like: the first raises the cancel token, so that partial results are printed; a second one ends
//! the process at once.

use crate::terminal;
use queens::control::CancelToken;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// The exit status of an interrupted command: that of Ctrl-C until another signal arrives.
static STATUS: AtomicU8 = AtomicU8::new(130);

/// The number of the signal that tells of a terminal that is gone.
const HANG_UP: u8 = 1;

/// How long a command with a terminal that is gone has to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// The exit status of a command that a signal ended: 128 and the number of the signal.
pub(crate) fn status() -> u8 {
    STATUS.load(Ordering::SeqCst)
}

/// Lets the signals that ask for an end raise `cancel`.
///
/// # Errors
/// Where the system refuses to report signals.
pub(crate) fn raise(cancel: CancelToken) -> io::Result<()> {
    listen(move |signal| {
        let is_second = cancel.is_cancelled();
        STATUS.store(128 + signal, Ordering::SeqCst);
        if is_second {
            end();
        }
        cancel.cancel();
        if signal == HANG_UP && terminal::is_changed() {
            // Who waits for a key of a terminal that is gone may wait in a loop that nothing ends.
            std::thread::sleep(GRACE);
            end();
        }
    })
}

/// Ends the process at once.
fn end() -> ! {
    terminal::restore();
    if io::stderr().is_terminal() {
        // No line of progress stays behind.
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    std::process::exit(status().into());
}

/// Calls `heard` with the number of each signal, on a thread of its own.
#[cfg(unix)]
fn listen(heard: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    if !ignores_hang_up() {
        signals.add_signal(SIGHUP)?;
    }
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            heard(signal as u8);
        }
    })?;
    Ok(())
}

/// Whether somebody (`nohup`) has asked that the command outlive its terminal. Known on Linux alone; elsewhere a command
/// under `nohup` ends with its terminal as others do, and keeps what it has.
#[cfg(unix)]
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

/// Calls `heard` with 2, the number of Ctrl-C, on a thread of its own.
#[cfg(not(unix))]
fn listen(heard: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || heard(2)).map_err(io::Error::other)
}
