//! The time that a unit takes.

use std::time::Duration;

/// Time that a unit took its thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitTime {
    /// By the clock on the wall: more than the thread worked where others kept its processor busy.
    pub wall: Duration,
    /// On the processor; `None` where the system does not report it.
    pub cpu: Option<Duration>,
}

impl UnitTime {
    /// Time from `before` to this.
    pub(super) fn since(self, before: Self) -> Self {
        let cpu = self.cpu.zip(before.cpu).map(|(now, before)| now.saturating_sub(before));
        UnitTime { wall: self.wall.saturating_sub(before.wall), cpu }
    }
}

impl std::ops::Add for UnitTime {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        UnitTime {
            wall: self.wall + other.wall,
            cpu: self.cpu.zip(other.cpu).map(|(one, other)| one + other),
        }
    }
}

impl From<Duration> for UnitTime {
    /// Time on the wall alone.
    fn from(wall: Duration) -> Self {
        UnitTime { wall, cpu: None }
    }
}

/// CPU time of the calling thread since it began.
#[cfg(unix)]
pub(super) fn of_thread() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

/// Elsewhere no clock of a thread is known.
#[cfg(not(unix))]
pub(super) fn of_thread() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_sleeping_thread_uses_no_processor_time() {
        let before = of_thread().expect("a clock");
        std::thread::sleep(Duration::from_millis(60));
        assert!(of_thread().expect("a clock") - before < Duration::from_millis(30));
    }
}
