//! The limits, looked at from the inside of deductions.

use control::{Limits, Step, Stop};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The questions from one look at the clock to the next: a look costs as much as the smallest work between two of them.
const STRIDE: u32 = 64;

/// Tells deductions when they are over: once a limit is reached, whoever asks is told so, and returns whatever comes
/// first. What comes out is worth nothing then, so [`Watch::result`] is asked before it is used.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    limits: Limits,
    asked: Cell<u32>,
    stop: Cell<Option<Stop>>,
}

impl Watch {
    /// Begins now, unless the limits are [started](Limits::started).
    pub(crate) fn new(limits: &Limits) -> Self {
        Watch { limits: limits.started(), asked: Cell::new(0), stop: Cell::new(None) }
    }

    /// Whether a limit was reached.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(STRIDE) { self.result().is_err() } else { self.stop.get().is_some() }
    }

    /// Breaks off where a limit was reached.
    #[inline]
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether what was deduced up to now holds: no limit was reached.
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
    fn what_is_over_stays_over() {
        let limits = Limits::default();
        let watch = Watch::new(&limits);
        assert!(!watch.is_over());
        assert_eq!(watch.result(), Ok(()));
        limits.cancel.cancel();
        assert!((0..=STRIDE).any(|_| watch.is_over()), "it is seen within a stride");
        assert!(watch.is_over());
        assert_eq!(watch.result(), Err(Stop::Cancelled));
    }
}
