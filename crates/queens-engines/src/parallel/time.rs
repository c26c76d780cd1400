//! The time that a unit takes.

use control::Instant;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    /// Time that this thread has spent in [`run_shared_work`] since it was last taken.
    static SHARED_TIME: Cell<UnitTime> = const { Cell::new(UnitTime::NONE) };
}

/// Runs work that serves all units of the process, such as filling a table. Its time does
/// not count for the unit that happens to need it first: a short sample would predict
/// that most units spend it, and in a whole count few do.
pub(crate) fn run_shared_work<T>(work: impl FnOnce() -> T) -> T {
    let (began, cpu) = (Instant::now(), cpu_time_of_thread());
    let done = work();
    let end = UnitTime {
        wall: began.elapsed(),
        cpu: cpu_time_of_thread(),
    };
    let spent = end.since(UnitTime {
        wall: Duration::ZERO,
        cpu,
    });
    SHARED_TIME.set(SHARED_TIME.get() + spent);
    done
}

/// Returns the time that this thread has spent in [`run_shared_work`] since the last
/// call.
pub(super) fn take_shared_time() -> UnitTime {
    SHARED_TIME.replace(UnitTime::NONE)
}

/// Time that a unit took its thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitTime {
    /// Wall-clock time. It is longer than the thread worked if other programs used its
    /// processor.
    pub wall: Duration,
    /// CPU time; `None` where the system does not report it.
    pub cpu: Option<Duration>,
}

impl UnitTime {
    /// No time.
    pub(super) const NONE: Self = UnitTime {
        wall: Duration::ZERO,
        cpu: Some(Duration::ZERO),
    };

    /// Returns the time from `before` to this, at least 0.
    pub(super) fn since(self, before: Self) -> Self {
        let cpu = self
            .cpu
            .zip(before.cpu)
            .map(|(now, before)| now.saturating_sub(before));
        UnitTime {
            wall: self.wall.saturating_sub(before.wall),
            cpu,
        }
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
    /// Makes a time of the wall clock alone.
    fn from(wall: Duration) -> Self {
        UnitTime { wall, cpu: None }
    }
}

/// Returns the CPU time of the calling thread since it started.
#[cfg(unix)]
pub(super) fn cpu_time_of_thread() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

/// Returns `None`: only Unix systems have a portable clock of a thread.
#[cfg(not(unix))]
pub(super) fn cpu_time_of_thread() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_time_is_taken_once() {
        let pause = Duration::from_millis(20);
        run_shared_work(|| std::thread::sleep(pause));
        run_shared_work(|| std::thread::sleep(pause));
        let taken = take_shared_time().wall;
        assert!(taken >= 2 * pause, "{taken:?}");
        assert_eq!(take_shared_time(), UnitTime::NONE);
    }

    #[cfg(unix)]
    #[test]
    fn a_sleeping_thread_uses_no_processor_time() {
        let before = cpu_time_of_thread().expect("a clock");
        std::thread::sleep(Duration::from_millis(60));
        let slept = cpu_time_of_thread().expect("a clock") - before;
        assert!(slept < Duration::from_millis(30));
    }
}
