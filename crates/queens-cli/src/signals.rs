//! Signals: the first one raises the cancel token, so that partial results are printed; a
//! second one ends the process at once.

use crate::terminal;
use queens::control::CancelToken;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// Exit status of an interrupted command: that of Ctrl-C until another signal arrives.
static EXIT_STATUS: AtomicU8 = AtomicU8::new(130);

/// Number of the signal SIGHUP: the terminal is gone.
const HANG_UP: u8 = 1;

/// Time after which a command without its terminal is ended.
const HANG_UP_GRACE: Duration = Duration::from_secs(1);

/// Returns the exit status of a command that a signal ended: 128 plus the number of the
/// signal.
pub(crate) fn signal_status() -> u8 {
    EXIT_STATUS.load(Ordering::SeqCst)
}

/// Raises `cancel` at SIGINT, SIGTERM and SIGHUP.
///
/// # Errors
/// The system refuses to report signals.
pub(crate) fn cancel_on_signal(cancel: CancelToken) -> io::Result<()> {
    listen_for_signals(move |signal| {
        let is_second = cancel.is_cancelled();
        EXIT_STATUS.store(128 + signal, Ordering::SeqCst);
        if is_second {
            end_process();
        }
        cancel.cancel();
        if signal == HANG_UP && terminal::is_changed() {
            // Waiting for a key of a terminal that is gone may never end.
            std::thread::sleep(HANG_UP_GRACE);
            end_process();
        }
    })
}

/// Ends the process at once.
fn end_process() -> ! {
    terminal::restore_terminal();
    if io::stderr().is_terminal() {
        // Erases the line of progress.
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    std::process::exit(signal_status().into());
}

/// Calls `received` with the number of each signal, on a thread of its own.
#[cfg(unix)]
fn listen_for_signals(received: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    if !ignores_hang_up() {
        signals.add_signal(SIGHUP)?;
    }
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                received(signal as u8);
            }
        })?;
    Ok(())
}

/// Returns true if SIGHUP is ignored, as `nohup` does. Known on Linux alone; elsewhere a
/// command under `nohup` ends with its terminal, and prints its partial result.
#[cfg(unix)]
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| {
        u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1)
    })
}

/// Calls `received` with 2, the number of Ctrl-C, on a thread of its own.
#[cfg(not(unix))]
fn listen(received: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || received(2)).map_err(io::Error::other)
}
