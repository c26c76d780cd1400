//! The clock of one meter.

use crate::Instant;
use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use std::time::Duration;

/// A running clock with the deadline that the limits set.
#[derive(Debug)]
pub(crate) struct Clock<'l> {
    pub(crate) limits: &'l Limits,
    pub(crate) started: Instant,
    deadline: Option<Instant>,
}

impl<'l> Clock<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        let started = Instant::now();
        Clock {
            limits,
            started,
            deadline: limits.deadline_from(started),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Checks the cancel token and, if time is limited, the time.
    pub(crate) fn check_limits(&self) -> Step {
        self.limits.cancel.check()?;
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(Stop::LimitReached(Limit::Time))
            }
            _ => Ok(()),
        }
    }
}
