//! A meter for several threads.

use crate::clock::Clock;
use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counter of the nodes of several threads, with common [`Limits`].
///
/// Once a node is refused, every later call is refused too, even one that spends nothing:
/// a stop in one thread stops all.
///
/// ```
/// use control::{Limit, Limits, SharedMeter, Stop};
///
/// let limits = Limits::default().with_nodes(1_000);
/// let meter = SharedMeter::new(&limits);
/// let work = || {
///     let mut granted = 0;
///     while meter.spend(1).is_ok() {
///         granted += 1;
///     }
///     granted
/// };
/// let granted: u64 = std::thread::scope(|scope| {
///     let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
/// });
/// assert_eq!(granted, 1_000);
/// assert_eq!(meter.spend(0), Err(Stop::LimitReached(Limit::Nodes)));
/// ```
///
/// # Complexity
/// A call is an atomic addition and, if time is limited, a reading of the clock: about 50
/// nanoseconds. Threads with faster nodes should spend many at once.
#[derive(Debug)]
pub struct SharedMeter<'l> {
    clock: Clock<'l>,
    spent: AtomicU64,
    /// Bytes of the stores of all [`ThreadMeter`]s.
    stored: AtomicU64,
}

impl<'l> SharedMeter<'l> {
    /// Starts the clock, unless the limits are [started](Limits::started).
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        SharedMeter {
            clock: Clock::new(limits),
            spent: AtomicU64::new(0),
            stored: AtomicU64::new(0),
        }
    }

    /// Counts `nodes` more; 0 only checks the limits.
    ///
    /// # Errors
    /// The reason to stop. The calls that succeed never spend more nodes than the limit.
    pub fn spend(&self, nodes: u64) -> Step {
        let spent = self
            .spent
            .fetch_add(nodes, Ordering::Relaxed)
            .saturating_add(nodes);
        self.clock.check_limits()?;
        if let Some(gauge) = &self.clock.limits.gauge {
            gauge.show_counts(spent, 0);
        }
        match self.clock.limits.nodes {
            Some(limit) if spent > limit => Err(Stop::LimitReached(Limit::Nodes)),
            _ => Ok(()),
        }
    }

    /// Checks the size of stores that all threads have in common.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the limit.
    pub fn memory(&self, bytes: u64) -> Step {
        self.clock.limits.check_memory(bytes)
    }

    /// Returns the meter of a thread that has stores of its own.
    #[must_use]
    pub fn of_thread(&self) -> ThreadMeter<'_> {
        ThreadMeter {
            shared: self,
            stored: Cell::new(0),
        }
    }

    /// Returns the nodes of all calls, refused ones included.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Returns the time since the meter was created.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

/// The meter of one of several threads: its stores count together with those of the
/// others.
///
/// Its stores are taken to be as large as they ever were, until it is dropped.
///
/// ```
/// use control::{Limit, Limits, SharedMeter, Stop};
///
/// let limits = Limits::default().with_memory(100);
/// let all = SharedMeter::new(&limits);
/// let (first, second) = (all.of_thread(), all.of_thread());
/// assert_eq!(first.memory(60), Ok(()));
/// assert_eq!(second.memory(41), Err(Stop::LimitReached(Limit::Memory)));
/// ```
#[derive(Debug)]
pub struct ThreadMeter<'m> {
    shared: &'m SharedMeter<'m>,
    stored: Cell<u64>,
}

impl<'m> ThreadMeter<'m> {
    /// Returns the meter of all threads.
    #[must_use]
    pub fn shared(&self) -> &'m SharedMeter<'m> {
        self.shared
    }

    /// Counts `nodes` more of all threads: [`SharedMeter::spend`].
    ///
    /// # Errors
    /// The reason to stop.
    pub fn spend(&self, nodes: u64) -> Step {
        self.shared.spend(nodes)
    }

    /// Checks the size of the stores of all threads, where those of this one are `bytes`.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the limit.
    pub fn memory(&self, bytes: u64) -> Step {
        let more = bytes.saturating_sub(self.stored.get());
        self.stored.update(|stored| stored + more);
        let stored = self
            .shared
            .stored
            .fetch_add(more, Ordering::Relaxed)
            .saturating_add(more);
        self.shared.memory(stored)
    }
}

impl Drop for ThreadMeter<'_> {
    fn drop(&mut self) {
        self.shared
            .stored
            .fetch_sub(self.stored.get(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that four threads are granted, which spend `nodes` at a time.
    fn granted(limits: &Limits, nodes: u64) -> u64 {
        let meter = SharedMeter::new(limits);
        let work =
            || (0..1_000).map_while(|_| meter.spend(nodes).ok()).count() as u64 * nodes;
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        })
    }

    #[test]
    fn threads_share_the_nodes() {
        for limit in [0, 6, 7, 1_000, 2_345] {
            for nodes in [1, 7] {
                assert_eq!(
                    granted(&Limits::default().with_nodes(limit), nodes),
                    limit / nodes * nodes
                );
            }
        }
        assert_eq!(granted(&Limits::default(), 7), 28_000);
    }

    #[test]
    fn every_bound_stops_every_thread() {
        let limits = Limits::default().with_time(Duration::ZERO);
        assert_eq!(granted(&limits, 1), 0);
        assert_eq!(
            SharedMeter::new(&limits).spend(0),
            Err(Stop::LimitReached(Limit::Time))
        );
        limits.cancel.cancel();
        assert_eq!(SharedMeter::new(&limits).spend(0), Err(Stop::Cancelled));
        let limits = Limits::default().with_memory(100);
        let meter = SharedMeter::new(&limits);
        assert_eq!(meter.memory(100), Ok(()));
        assert_eq!(meter.memory(101), Err(Stop::LimitReached(Limit::Memory)));
    }

    #[test]
    fn memory_of_threads_adds_up_to_the_limit() {
        let limits = Limits::default().with_memory(100);
        let all = SharedMeter::new(&limits);
        let (first, second) = (all.of_thread(), all.of_thread());
        assert_eq!((first.memory(50), second.memory(50)), (Ok(()), Ok(())));
        // What was stored once is kept for the next unit.
        assert_eq!((first.memory(10), first.memory(50)), (Ok(()), Ok(())));
        assert_eq!(second.memory(51), Err(Stop::LimitReached(Limit::Memory)));
        drop(second);
        assert_eq!(first.memory(100), Ok(()));
        assert_eq!(first.memory(101), Err(Stop::LimitReached(Limit::Memory)));
    }

    #[test]
    fn after_one_refusal_every_call_is_refused() {
        let limits = Limits::default().with_nodes(10);
        let meter = SharedMeter::new(&limits);
        assert_eq!(meter.spend(10), Ok(()));
        assert_eq!(meter.spend(1), Err(Stop::LimitReached(Limit::Nodes)));
        assert_eq!(meter.spend(0), Err(Stop::LimitReached(Limit::Nodes)));
        assert_eq!(meter.spent(), 11);
    }
}
