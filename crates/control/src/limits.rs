//! Limits of a search.

use crate::Instant;
use crate::budget::{MemoryAccount, MemoryBudget, MemoryLoan};
use crate::gauge::Gauge;
use crate::outcome::{Step, Stop};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that one thread sets to stop a search on another thread.
///
/// Clones share the flag. A search checks it every few milliseconds (see
/// [`crate::Meter`]).
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    /// Token that cancels this one too.
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// Returns a token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every search that holds this token. Cannot be undone.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns true if [`CancelToken::cancel`] was called on this token or on one that it
    /// is a child of.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_cancelled())
    }

    /// Returns a token that is cancelled with this one, and that can be cancelled alone.
    #[must_use]
    pub fn child(&self) -> Self {
        CancelToken {
            flag: Arc::default(),
            parent: Some(Arc::new(self.clone())),
        }
    }

    /// Returns an error if the token is cancelled.
    ///
    /// # Errors
    /// [`Stop::Cancelled`].
    pub fn check(&self) -> Step {
        if self.is_cancelled() {
            Err(Stop::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// Limits of a search. The default sets none.
///
/// Time is counted from the creation of a [`crate::Meter`], unless [`Limits::started`]
/// starts the clock earlier. All meters of started limits end at the same moment, so the
/// stages of one question share one clock. With [`Limits::less_nodes`] they also share
/// one node limit:
///
/// ```
/// use control::{Limits, Meter};
/// use std::time::Duration;
///
/// let limits = Limits::default().with_time(Duration::from_secs(60)).with_nodes(1_000).started();
/// limits.check()?; // while the first stage is set up
/// let mut first = Meter::new(&limits);
/// first.expand()?;
///
/// let rest = limits.less_nodes(first.statistics().expanded);
/// let second = Meter::new(&rest); // ends when the first would have ended, after 999 nodes at most
/// # drop(second);
/// # assert_eq!(rest.nodes, Some(999));
/// # Ok::<(), control::Stop>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum number of expanded nodes.
    pub nodes: Option<u64>,
    /// Maximum time from the start of the clock.
    pub time: Option<Duration>,
    /// Maximum size of the search's own stores (frontier, closed set, tables), in bytes.
    pub memory: Option<u64>,
    /// Token that stops the search from outside.
    pub cancel: CancelToken,
    /// Gauge that shows the progress of the search.
    pub gauge: Option<Gauge>,
    /// Account of what the search has drawn from a budget that it shares with others.
    account: Option<Arc<MemoryAccount>>,
    /// End of the time, if the clock is started.
    deadline: Option<Instant>,
}

impl Limits {
    /// Returns these limits with at most `nodes` expanded nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Returns these limits with at most `time`. A deadline of a started clock still
    /// holds.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Returns these limits with at most `bytes` in the search's own stores.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Returns these limits for a search that draws its memory from `budget`. It gives it
    /// back when the last clone of these limits is dropped.
    #[must_use]
    pub fn with_budget(mut self, budget: &MemoryBudget) -> Self {
        self.account = Some(Arc::new(MemoryAccount::new(budget)));
        self
    }

    /// Returns these limits with the token `cancel`.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Returns these limits with a gauge that shows the progress.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Gauge) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// Returns these limits with the clock started, which fixes the deadline.
    ///
    /// A started clock is not reset: the earlier deadline holds.
    #[must_use]
    pub fn started(&self) -> Limits {
        Limits {
            deadline: self.deadline_from(Instant::now()),
            ..self.clone()
        }
    }

    /// Returns the limits of the next stage after one that has expanded `spent` nodes.
    #[must_use]
    pub fn less_nodes(&self, spent: u64) -> Limits {
        Limits {
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(spent)),
            ..self.clone()
        }
    }

    /// Returns the remaining time, which is all of it if the clock is not started, or
    /// `None` if time is not limited.
    #[must_use]
    pub fn remaining_time(&self) -> Option<Duration> {
        let now = Instant::now();
        self.deadline_from(now)
            .map(|deadline| deadline.saturating_duration_since(now))
    }

    /// Returns true if no time is left.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.remaining_time().is_some_and(|time| time.is_zero())
    }

    /// Checks token and time for work that no [`crate::Meter`] counts: reading, encoding,
    /// building tables.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] and [`Limit::Time`].
    pub fn check(&self) -> Step {
        self.cancel.check()?;
        if self.expired() {
            Err(Stop::LimitReached(Limit::Time))
        } else {
            Ok(())
        }
    }

    /// Checks that stores of `bytes` are allowed, and draws them from the budget if there
    /// is one.
    ///
    /// # Errors
    /// [`Limit::Memory`].
    #[inline]
    pub fn check_memory(&self, bytes: u64) -> Step {
        match (self.memory, &self.account) {
            (Some(limit), _) if bytes > limit => Err(Stop::LimitReached(Limit::Memory)),
            (_, None) => Ok(()),
            (_, Some(account)) => account.raise_to(bytes),
        }
    }

    /// Sets `bytes` aside for work that takes so much for a short time. With a budget it
    /// waits for them.
    ///
    /// # Errors
    /// [`Limit::Memory`]: more than is ever allowed; the reason why the wait ended.
    pub fn lend_memory(&self, bytes: u64) -> Result<MemoryLoan, Stop> {
        match (self.memory, &self.account) {
            (Some(limit), _) if bytes > limit => Err(Stop::LimitReached(Limit::Memory)),
            (_, None) => Ok(MemoryLoan::unbounded()),
            (_, Some(account)) => account.lend_bytes(bytes, self),
        }
    }

    /// Returns the deadline of a search that starts `now`, if there is one.
    pub(crate) fn deadline_from(&self, now: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| now.checked_add(time));
        own.into_iter().chain(self.deadline).min()
    }
}

/// Default maximum size of stores that would otherwise grow without bound, if
/// [`Limits::memory`] is not set: 1 GiB, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// The bound of [`Limits`] that ended a search.
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

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const TIME: Step = Err(Stop::LimitReached(Limit::Time));

    #[test]
    fn a_started_clock_is_not_set_back() {
        let started = Limits::default().with_time(HOUR).started();
        assert!(started.deadline.is_some());
        assert_eq!(started.started().deadline, started.deadline);
        assert_eq!(
            started.clone().with_time(2 * HOUR).started().deadline,
            started.deadline
        );
        assert!(started.remaining_time() <= Some(HOUR));
        // A stage may give itself less.
        let hurried = started.clone().with_time(Duration::ZERO);
        assert_eq!((hurried.expired(), hurried.check()), (true, TIME));
        assert_eq!((started.expired(), started.check()), (false, Ok(())));
    }

    #[test]
    fn a_clock_that_was_not_started_has_its_whole_time() {
        let limits = Limits::default();
        assert_eq!(
            (limits.remaining_time(), limits.started().deadline),
            (None, None)
        );
        assert_eq!(limits.with_time(HOUR).remaining_time(), Some(HOUR));
        let endless = Limits::default().with_time(Duration::MAX).started();
        assert_eq!((endless.deadline, endless.expired()), (None, false));
        assert_eq!(Limits::default().with_time(Duration::ZERO).check(), TIME);
    }

    #[test]
    fn stages_share_the_node_limit() {
        let limits = Limits::default().with_nodes(10).with_time(HOUR).started();
        assert_eq!(limits.less_nodes(4).nodes, Some(6));
        assert_eq!(limits.less_nodes(11).nodes, Some(0));
        assert_eq!(limits.less_nodes(4).deadline, limits.deadline);
        assert_eq!(Limits::default().less_nodes(4).nodes, None);
    }

    #[test]
    fn cancellation_is_checked_first() {
        let limits = Limits::default().with_time(Duration::ZERO);
        limits.cancel.cancel();
        assert_eq!(limits.started().check(), Err(Stop::Cancelled));
    }
}
