//! The time that a unit takes.

use control::Instant;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    /// Time that this thread has spent for all units since it was asked last.
    static FOR_ALL_UNITS: Cell<UnitTime> = const { Cell::new(UnitTime::NONE) };
}

/// Runs work that serves all units of the process, such as listing a table. Its time does
/// not count as that of the unit that comes to it first: in a short sample most units
/// come to some of it, in a whole count few.
pub(crate) fn for_all_units<T>(work: impl FnOnce() -> T) -> T {
    let (began, cpu) = (Instant::now(), of_thread());
    let done = work();
    let end = UnitTime {
        wall: began.elapsed(),
        cpu: of_thread(),
    };
    let spent = end.since(UnitTime {
        wall: Duration::ZERO,
        cpu,
    });
    FOR_ALL_UNITS.set(FOR_ALL_UNITS.get() + spent);
    done
}

/// Returns the time that this thread has spent in [`for_all_units`] since the last call.
pub(super) fn take_time_for_all() -> UnitTime {
    FOR_ALL_UNITS.replace(UnitTime::NONE)
}

/// Time that a unit took its thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitTime {
    /// By the clock on the wall: more than the thread worked where others kept its
    /// processor busy.
    pub wall: Duration,
    /// On the processor; `None` where the system does not report it.
    pub cpu: Option<Duration>,
}

impl UnitTime {
    /// No time.
    pub(super) const NONE: Self = UnitTime {
        wall: Duration::ZERO,
        cpu: Some(Duration::ZERO),
    };

    /// Time from `before` to this.
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

    #[test]
    fn time_for_all_units_is_taken_once() {
        let pause = Duration::from_millis(20);
        for_all_units(|| std::thread::sleep(pause));
        for_all_units(|| std::thread::sleep(pause));
        let taken = take_time_for_all().wall;
        assert!(taken >= 2 * pause, "{taken:?}");
        assert_eq!(take_time_for_all(), UnitTime::NONE);
    }

    #[cfg(unix)]
    #[test]
    fn a_sleeping_thread_uses_no_processor_time() {
        let before = of_thread().expect("a clock");
        std::thread::sleep(Duration::from_millis(60));
        assert!(of_thread().expect("a clock") - before < Duration::from_millis(30));
    }
}
