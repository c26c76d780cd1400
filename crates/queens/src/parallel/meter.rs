//! The limits of a search that several threads share.

use control::{Limit, Limits, Step, Stop};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The bounds of a count, shared by all that work on it.
#[derive(Debug)]
pub struct SharedMeter<'l> {
    limits: &'l Limits,
    started: Instant,
    spent: AtomicU64,
}

impl<'l> SharedMeter<'l> {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        SharedMeter { limits, started: Instant::now(), spent: AtomicU64::new(0) }
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Records nodes, half boards among them.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn spend(&self, halves: u64) -> Step {
        let spent = self.spent.fetch_add(halves, Ordering::Relaxed) + halves;
        if self.limits.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.nodes.is_some_and(|nodes| spent > nodes) {
            return Err(Stop::LimitReached(Limit::Nodes));
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(Stop::LimitReached(Limit::Time));
        }
        Ok(())
    }
}
