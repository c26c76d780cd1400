//! The limits of a search that several threads share.

use search_control::{Limit, Limits, Step, Stop};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// What all threads report to and obey.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    started: Instant,
    placed: AtomicU64,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub(super) fn new(limits: &'a Limits, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Watch { limits, started: Instant::now(), placed: AtomicU64::new(0), progress }
    }

    /// Whether stores of `bytes` are allowed.
    pub(super) fn memory(&self, bytes: u64) -> Step {
        match self.limits.memory {
            Some(bound) if bytes > bound => Err(Stop::LimitReached(Limit::Memory)),
            _ => Ok(()),
        }
    }

    /// Reports `queens` more and looks at the limits.
    pub(super) fn look(&self, queens: u64) -> Step {
        let placed = self.placed.fetch_add(queens, Relaxed) + queens;
        (self.progress)(placed);
        if self.limits.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.nodes.is_some_and(|bound| placed > bound) {
            return Err(Stop::LimitReached(Limit::Nodes));
        }
        if self.limits.time.is_some_and(|bound| self.started.elapsed() >= bound) {
            return Err(Stop::LimitReached(Limit::Time));
        }
        Ok(())
    }
}
