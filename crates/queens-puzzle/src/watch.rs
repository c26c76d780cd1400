//! Limits inside the loops of deductions.

use control::{Limits, Step, Stop};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Number of calls between two readings of the clock: one reading costs as much as the
/// smallest piece of work.
const CHECK_STRIDE: u32 = 64;

/// Stops deductions at a limit. Once a limit is reached, [`is_over`](LimitWatch::is_over)
/// stays true and loops return early with a result that is meaningless: callers check
/// [`LimitWatch::result`] before they use it.
#[derive(Clone, Debug)]
pub(crate) struct LimitWatch {
    limits: Limits,
    calls: Cell<u32>,
    stop: Cell<Option<Stop>>,
}

impl LimitWatch {
    /// Starts the clock now, unless the limits are [started](Limits::started).
    pub(crate) fn new(limits: &Limits) -> Self {
        LimitWatch {
            limits: limits.started(),
            calls: Cell::new(0),
            stop: Cell::new(None),
        }
    }

    /// True if a limit was reached.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if calls.is_multiple_of(CHECK_STRIDE) {
            self.result().is_err()
        } else {
            self.stop.get().is_some()
        }
    }

    /// Breaks if a limit was reached.
    #[inline]
    pub(crate) fn check_limits(&self) -> ControlFlow<()> {
        if self.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Checks the limits now.
    ///
    /// # Errors
    /// The limit that was reached: results up to now are incomplete.
    pub(crate) fn result(&self) -> Step {
        if self.stop.get().is_none() {
            self.stop.set(self.limits.check().err());
        }
        self.stop.get().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_stays_stopped() {
        let limits = Limits::default();
        let watch = LimitWatch::new(&limits);
        assert!(!watch.is_over());
        assert_eq!(watch.result(), Ok(()));
        limits.cancel.cancel();
        assert!(
            (0..=CHECK_STRIDE).any(|_| watch.is_over()),
            "it is seen within a stride"
        );
        assert!(watch.is_over());
        assert_eq!(watch.result(), Err(Stop::Cancelled));
    }
}
