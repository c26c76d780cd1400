//! What bounds a search, and how a search says that it ended.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that one thread raises and a search on another thread obeys.
///
/// Clones share the flag. A search looks at it about every thousand nodes (see [`crate::Meter`]).
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that nobody has raised yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds this token to stop. Cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The bounds of a search. The default sets none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most nodes to expand.
    pub nodes: Option<u64>,
    /// The longest time to run, from the moment the [`crate::Meter`] is made.
    pub time: Option<Duration>,
    /// The most bytes that the search's own stores (frontier, closed set, tables) may take.
    pub memory: Option<u64>,
    /// Raised from outside to stop the search.
    pub cancel: CancelToken,
}

impl Limits {
    /// These limits, with at most `nodes` expanded nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// These limits, with at most `time` on the clock.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// These limits, with at most `bytes` in the search's own stores.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// These limits, obeying `cancel`.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }
}

/// Which bound of [`Limits`] ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory`].
    Memory,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Nodes => "node limit",
            Limit::Time => "time limit",
            Limit::Memory => "memory limit",
        })
    }
}

/// Why a search unwinds before it has seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The observer has what it wanted.
    #[error("stopped: found what was asked for")]
    Found,
    /// A bound was reached.
    #[error("stopped by the {0}")]
    LimitReached(Limit),
    /// The token was raised.
    #[error("cancelled")]
    Cancelled,
}

/// One step of a search: go on, or unwind for a reason.
pub type Step = Result<(), Stop>;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was searched: what was not found does not exist.
    Exhausted,
    /// What was asked for was found, and the search stopped there.
    Found,
    /// A bound was reached: the answer so far is a part of the answer.
    LimitReached(Limit),
    /// Somebody raised the cancel token: the answer so far is a part of the answer.
    Cancelled,
}

impl Outcome {
    /// Whether the answer is whole: the space was exhausted or the thing asked for was found.
    #[must_use]
    pub fn is_complete(self) -> bool {
        matches!(self, Outcome::Exhausted | Outcome::Found)
    }
}

impl From<Step> for Outcome {
    fn from(step: Step) -> Self {
        match step {
            Ok(()) => Outcome::Exhausted,
            Err(Stop::Found) => Outcome::Found,
            Err(Stop::LimitReached(limit)) => Outcome::LimitReached(limit),
            Err(Stop::Cancelled) => Outcome::Cancelled,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exhausted => f.write_str("exhausted"),
            Outcome::Found => f.write_str("found"),
            Outcome::LimitReached(limit) => write!(f, "stopped by the {limit}"),
            Outcome::Cancelled => f.write_str("cancelled"),
        }
    }
}
