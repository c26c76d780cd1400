//! Shared meter and progress report of the threads of one search.

use control::{Limits, SharedMeter, Step};

/// The meter of all threads, and the callback for the number of queens placed.
pub(super) struct FillMonitor<'a> {
    meter: SharedMeter<'a>,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> FillMonitor<'a> {
    /// Creates a monitor; starts the clock of the limits unless it is running.
    pub(super) fn new(limits: &'a Limits, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        FillMonitor {
            meter: SharedMeter::new(limits),
            progress,
        }
    }

    /// Checks that `bytes` of memory are within the limits.
    pub(super) fn memory(&self, bytes: u64) -> Step {
        self.meter.memory(bytes)
    }

    /// Checks the limits.
    pub(super) fn check_limits(&self) -> Step {
        self.meter.spend(0)
    }

    /// Checks the limits in iteration `at` of a loop of short iterations, once in
    /// [`POLL_INTERVAL`].
    pub(super) fn check_limits_at(&self, at: usize) -> Step {
        if at.is_multiple_of(POLL_INTERVAL) {
            self.check_limits()
        } else {
            Ok(())
        }
    }

    /// Reports `queens` more queens and checks the limits.
    pub(super) fn placed(&self, queens: u64) -> Step {
        self.meter.spend(queens)?;
        (self.progress)(self.meter.spent());
        Ok(())
    }
}

/// Iterations between two checks of the limits: about a millisecond.
const POLL_INTERVAL: usize = 1 << 13;
