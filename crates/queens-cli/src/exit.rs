//! Exit statuses and errors of the command.

use crate::escape::escape_text;
use queens::control::{Outcome, Stop};
use queens::puzzle::write::WriteError;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit of a command whose input has no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The question was answered.
    Answered,
    /// A check failed: two engines disagree, or a solution is wrong.
    CheckFailed,
    /// A limit stopped the search, or the engine gave up; the partial result was printed.
    LimitReached,
    /// Ctrl-C or another signal stopped the search; the partial result was printed.
    Interrupted,
    /// Status of a SAT solver: 10 satisfiable, 20 unsatisfiable, 0 unknown.
    Sat(u8),
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Exhausted | Outcome::Found => Exit::Answered,
            Outcome::LimitReached(_) | Outcome::GaveUp => Exit::LimitReached,
            Outcome::Cancelled => Exit::Interrupted,
        }
    }
}

impl Exit {
    /// Returns the exit status; `interrupted` is that of a command that a signal ended.
    pub(crate) fn status(self, interrupted: u8) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::CheckFailed => 1,
            Exit::LimitReached => 3,
            Exit::Interrupted => interrupted,
            Exit::Sat(code) => code,
        }
    }
}

/// Returns the reason of an early stop in brackets, or nothing.
pub(crate) fn stopped_in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Exhausted | Outcome::Found => String::new(),
        stopped => format!(" ({stopped})"),
    }
}

/// Error that ends the command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input cannot be answered.
    #[error("{0}")]
    Input(String),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(io::Error),
    /// A limit or a signal ended the command before there was a result, whole or partial.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<io::Error> for Failure {
    /// Converts the [`Stop`] of a [watched input](crate::input::WatchedInput) to
    /// `Stopped`.
    fn from(error: io::Error) -> Self {
        let stop = error
            .get_ref()
            .and_then(|inner| inner.downcast_ref::<Stop>())
            .copied();
        stop.map_or(Failure::Io(error), Failure::Stopped)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl Failure {
    /// Returns the failure for bad input; `message` names the value, the bound and the
    /// way out.
    pub(crate) fn input(message: impl std::fmt::Display) -> Self {
        Failure::Input(message.to_string())
    }

    /// Returns the failure for an input that cannot be read, or that a limit stopped.
    pub(crate) fn unreadable(name: &str, error: io::Error) -> Self {
        match error.into() {
            Failure::Io(error) => Failure::input(format!("cannot read {name}: {error}")),
            stopped => stopped,
        }
    }

    /// Prints the error. A closed pipe (`queens list 14 | head`) is no error.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            failure => {
                let _ = writeln!(
                    io::stderr(),
                    "error: {}",
                    escape_text(&failure.to_string())
                );
                ExitCode::from(2)
            }
        }
    }
}
