//! The clock of one meter.

use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use std::time::{Duration, Instant};

/// Runs from the moment it is made and knows when the limits end it.
#[derive(Debug)]
pub(crate) struct Clock<'l> {
    pub(crate) limits: &'l Limits,
    pub(crate) started: Instant,
    deadline: Option<Instant>,
}

impl<'l> Clock<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        let started = Instant::now();
        Clock { limits, started, deadline: limits.deadline_from(started) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Looks at the cancel token and, if time is limited, at the time.
    pub(crate) fn check(&self) -> Step {
        self.limits.cancel.check()?;
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::LimitReached(Limit::Time)),
            _ => Ok(()),
        }
    }
}
