//! What the threads of one search report to and obey.

use control::{Limits, SharedMeter, Step};

/// The meter of all threads, and who hears how many queens stand.
pub(super) struct Watch<'a> {
    meter: SharedMeter<'a>,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Watch<'a> {
    /// Starts the clock, unless the limits are started.
    pub(super) fn new(limits: &'a Limits, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Watch { meter: SharedMeter::new(limits), progress }
    }

    /// Whether stores of `bytes` are allowed.
    pub(super) fn memory(&self, bytes: u64) -> Step {
        self.meter.memory(bytes)
    }

    /// Looks at the limits.
    pub(super) fn look(&self) -> Step {
        self.meter.spend(0)
    }

    /// Looks at the limits while many small things are done, of which this is number `at`.
    pub(super) fn look_at(&self, at: usize) -> Step {
        if at.is_multiple_of(LOOK_EVERY) { self.look() } else { Ok(()) }
    }

    /// Reports `queens` more and looks at the limits.
    pub(super) fn placed(&self, queens: u64) -> Step {
        self.meter.spend(queens)?;
        (self.progress)(self.meter.spent());
        Ok(())
    }
}

/// Small things between two looks: they take a millisecond or so.
const LOOK_EVERY: usize = 1 << 13;
