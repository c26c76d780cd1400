//! What bounds a search.

use crate::gauge::Gauge;
use crate::outcome::{Step, Stop};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that one thread raises and a search on another thread obeys.
///
/// Clones share the flag. A search looks at it every few milliseconds (see [`crate::Meter`]).
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    /// Whose flag this one obeys beside its own.
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token that nobody has raised yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds this token to stop. Cannot be taken back.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    /// A token that is raised when this one is, and that can be raised alone.
    #[must_use]
    pub fn child(&self) -> Self {
        CancelToken { flag: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Goes on unless the token was raised.
    ///
    /// # Errors
    /// [`Stop::Cancelled`].
    pub fn check(&self) -> Step {
        if self.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }
}

/// The bounds of a search. The default sets none.
///
/// The time runs from the moment a [`crate::Meter`] is made, unless [`Limits::started`] began it earlier.
/// Whatever is made of started limits ends at the same moment, so the stages of one question share one clock;
/// with [`Limits::less_nodes`] they share one number of nodes:
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
    /// The most nodes to expand.
    pub nodes: Option<u64>,
    /// The longest time to run, from the start of the clock.
    pub time: Option<Duration>,
    /// The most bytes that the search's own stores (frontier, closed set, tables) may take.
    pub memory: Option<u64>,
    /// Raised from outside to stop the search.
    pub cancel: CancelToken,
    /// Where the search shows how far it is.
    pub gauge: Option<Gauge>,
    /// When the time is over, if the clock runs already.
    deadline: Option<Instant>,
}

impl Limits {
    /// These limits, with at most `nodes` expanded nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// These limits, with at most `time` on the clock. If the clock runs, what is left of it still holds.
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

    /// These limits; the search shows on `gauge` how far it is.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Gauge) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// These limits with the clock started: the time is over at a moment that is fixed now.
    ///
    /// A clock that runs already is not set back: of two moments the earlier one holds.
    #[must_use]
    pub fn started(&self) -> Limits {
        Limits { deadline: self.deadline_from(Instant::now()), ..self.clone() }
    }

    /// What another stage may still do after one has expanded `spent` nodes.
    #[must_use]
    pub fn less_nodes(&self, spent: u64) -> Limits {
        Limits { nodes: self.nodes.map(|nodes| nodes.saturating_sub(spent)), ..self.clone() }
    }

    /// The time that is left, all of it while the clock stands; none if time is not limited.
    #[must_use]
    pub fn remaining_time(&self) -> Option<Duration> {
        let now = Instant::now();
        self.deadline_from(now).map(|deadline| deadline.saturating_duration_since(now))
    }

    /// Whether no time is left.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.remaining_time().is_some_and(|time| time.is_zero())
    }

    /// Whether work may go on that no [`crate::Meter`] counts: reading, encoding, building tables.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] and [`Limit::Time`].
    pub fn check(&self) -> Step {
        self.cancel.check()?;
        if self.expired() { Err(Stop::LimitReached(Limit::Time)) } else { Ok(()) }
    }

    /// Whether stores of `bytes` are allowed.
    ///
    /// # Errors
    /// [`Limit::Memory`].
    #[inline]
    pub fn check_memory(&self, bytes: u64) -> Step {
        match self.memory {
            Some(limit) if bytes > limit => Err(Stop::LimitReached(Limit::Memory)),
            _ => Ok(()),
        }
    }

    /// When the time of a search that begins `now` is over; none if never, or not before the clock ends.
    pub(crate) fn deadline_from(&self, now: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| now.checked_add(time));
        own.into_iter().chain(self.deadline).min()
    }
}

/// The most bytes for stores that would otherwise grow without end, where [`Limits::memory`] names none: 1 GiB.
pub const MOST_BYTES: u64 = 1 << 30;

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
        assert_eq!(started.clone().with_time(2 * HOUR).started().deadline, started.deadline);
        assert!(started.remaining_time() <= Some(HOUR));
        // A stage may give itself less.
        let hurried = started.clone().with_time(Duration::ZERO);
        assert_eq!((hurried.expired(), hurried.check()), (true, TIME));
        assert_eq!((started.expired(), started.check()), (false, Ok(())));
    }

    #[test]
    fn a_standing_clock_has_all_its_time() {
        let limits = Limits::default();
        assert_eq!((limits.remaining_time(), limits.started().deadline), (None, None));
        assert_eq!(limits.with_time(HOUR).remaining_time(), Some(HOUR));
        let endless = Limits::default().with_time(Duration::MAX).started();
        assert_eq!((endless.deadline, endless.expired()), (None, false));
        assert_eq!(Limits::default().with_time(Duration::ZERO).check(), TIME);
    }

    #[test]
    fn what_one_stage_spends_the_next_has_not() {
        let limits = Limits::default().with_nodes(10).with_time(HOUR).started();
        assert_eq!(limits.less_nodes(4).nodes, Some(6));
        assert_eq!(limits.less_nodes(11).nodes, Some(0));
        assert_eq!(limits.less_nodes(4).deadline, limits.deadline);
        assert_eq!(Limits::default().less_nodes(4).nodes, None);
    }

    #[test]
    fn a_raised_token_is_seen_first() {
        let limits = Limits::default().with_time(Duration::ZERO);
        limits.cancel.cancel();
        assert_eq!(limits.started().check(), Err(Stop::Cancelled));
    }
}
