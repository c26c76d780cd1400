//! The books of a search: what it did, and whether it may go on.

use crate::limits::{Limit, Limits, Step, Stop};
use std::time::{Duration, Instant};

/// How many nodes pass between two looks at the clock and the cancel token.
const LOOK_EVERY: u64 = 1024;

/// What a search did. All figures are totals since the [`Meter`] was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes that the search stood on.
    pub expanded: u64,
    /// Candidates that it made from them, kept or not.
    pub generated: u64,
    /// Elementary tests, as the method that ran defines them.
    pub checks: u64,
    /// The greatest depth reached (the root is at depth 0).
    pub deepest: u64,
    /// The most entries that a frontier held at once; 0 for searches without one.
    pub widest: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Statistics {
    /// Adds the books of a search that ran beside this one: sums, and maxima for depth, width, time.
    pub fn absorb(&mut self, other: &Statistics) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.checks += other.checks;
        self.deepest = self.deepest.max(other.deepest);
        self.widest = self.widest.max(other.widest);
        self.elapsed = self.elapsed.max(other.elapsed);
    }
}

/// Keeps the [`Statistics`] of one run and holds it to its [`Limits`].
///
/// # Complexity
/// [`Meter::expand`] is an addition and a comparison; every 1,024th call looks at the clock and
/// the cancel token.
#[derive(Debug)]
pub struct Meter<'l> {
    limits: &'l Limits,
    statistics: Statistics,
    started: Instant,
    look_at: u64,
}

impl<'l> Meter<'l> {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        Meter { limits, statistics: Statistics::default(), started: Instant::now(), look_at: 0 }
    }

    /// Enters one node into the books.
    ///
    /// # Errors
    /// The reason to stop. The node that broke a limit is not counted.
    #[inline]
    pub fn expand(&mut self) -> Step {
        if self.statistics.expanded >= self.look_at {
            self.look()?;
        }
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Enters `count` nodes at once, before they are visited.
    ///
    /// # Errors
    /// The reason to stop. If the nodes would break a limit, none of them is counted.
    #[inline]
    pub fn expand_all(&mut self, count: u64) -> Step {
        let expanded = self.statistics.expanded + count;
        if expanded > self.look_at {
            self.look()?;
            if self.limits.nodes.is_some_and(|limit| expanded > limit) {
                return Err(Stop::LimitReached(Limit::Nodes));
            }
        }
        self.statistics.expanded = expanded;
        Ok(())
    }

    /// Enters `count` candidates into the books.
    #[inline]
    pub fn generate(&mut self, count: u64) {
        self.statistics.generated += count;
    }

    /// Enters `count` elementary tests into the books.
    #[inline]
    pub fn check(&mut self, count: u64) {
        self.statistics.checks += count;
    }

    /// Notes the depth of the node that the search stands on.
    #[inline]
    pub fn depth(&mut self, depth: u64) {
        self.statistics.deepest = self.statistics.deepest.max(depth);
    }

    /// Notes how many entries the frontier holds.
    #[inline]
    pub fn width(&mut self, entries: u64) {
        self.statistics.widest = self.statistics.widest.max(entries);
    }

    /// Notes how many bytes the search's stores take now.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the limit.
    #[inline]
    pub fn memory(&self, bytes: u64) -> Step {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::LimitReached(Limit::Memory)),
            _ => Ok(()),
        }
    }

    /// Takes over the books of an engine that kept its own; its time is not added.
    pub fn absorb(&mut self, other: &Statistics) {
        let elapsed = self.statistics.elapsed;
        self.statistics.absorb(other);
        self.statistics.elapsed = elapsed;
    }

    /// The books up to now, with the time that has passed.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { elapsed: self.started.elapsed(), ..self.statistics }
    }

    /// Looks at every bound and sets the node count of the next look.
    #[cold]
    fn look(&mut self) -> Step {
        let expanded = self.statistics.expanded;
        let node_limit = self.limits.nodes.unwrap_or(u64::MAX);
        if self.limits.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if expanded >= node_limit {
            return Err(Stop::LimitReached(Limit::Nodes));
        }
        if let Some(time) = self.limits.time
            && self.started.elapsed() >= time
        {
            return Err(Stop::LimitReached(Limit::Time));
        }
        self.look_at = node_limit.min(expanded + LOOK_EVERY);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CancelToken, Outcome};

    fn run(limits: &Limits, nodes: u64) -> (Outcome, Statistics) {
        let mut meter = Meter::new(limits);
        let outcome = (0..nodes).try_for_each(|_| meter.expand());
        (outcome.into(), meter.statistics())
    }

    #[test]
    fn without_limits_everything_is_counted() {
        let (outcome, statistics) = run(&Limits::default(), 5_000);
        assert_eq!(outcome, Outcome::Exhausted);
        assert_eq!(statistics.expanded, 5_000);
    }

    #[test]
    fn the_node_limit_is_exact() {
        for limit in [0, 1, 1023, 1024, 1025, 4999] {
            let (outcome, statistics) = run(&Limits::default().with_nodes(limit), 5_000);
            assert_eq!(outcome, Outcome::LimitReached(Limit::Nodes));
            assert_eq!(statistics.expanded, limit);
        }
        let (outcome, _) = run(&Limits::default().with_nodes(5_000), 5_000);
        assert_eq!(outcome, Outcome::Exhausted);
    }

    #[test]
    fn nodes_entered_together_never_break_the_limit() {
        for limit in [0, 6, 7, 1023, 1024, 4999] {
            let limits = Limits::default().with_nodes(limit);
            let mut meter = Meter::new(&limits);
            let step = (0..1_000).try_for_each(|_| meter.expand_all(7));
            assert_eq!(step, Err(Stop::LimitReached(Limit::Nodes)));
            assert_eq!(meter.statistics().expanded, limit / 7 * 7);
        }
    }

    #[test]
    fn a_raised_token_stops_before_the_first_node() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let (outcome, statistics) = run(&Limits::default().with_cancel(cancel), 5_000);
        assert_eq!(outcome, Outcome::Cancelled);
        assert_eq!(statistics.expanded, 0);
    }

    #[test]
    fn no_time_means_no_node() {
        let (outcome, statistics) = run(&Limits::default().with_time(Duration::ZERO), 5_000);
        assert_eq!(outcome, Outcome::LimitReached(Limit::Time));
        assert_eq!(statistics.expanded, 0);
    }

    #[test]
    fn memory_is_bounded_from_above() {
        let limits = Limits::default().with_memory(100);
        let meter = Meter::new(&limits);
        assert_eq!(meter.memory(100), Ok(()));
        assert_eq!(meter.memory(101), Err(Stop::LimitReached(Limit::Memory)));
    }
}
