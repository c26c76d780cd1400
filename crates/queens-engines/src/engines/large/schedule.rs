//! The order of the lanes: several at a time if they share no diagonals.

use super::monitor::FillMonitor;
use super::plan::Lane;
use control::{Step, Stop, lock};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A lane to fill: its columns, and its strips as row ranges with the output slices.
pub(super) struct LaneTask<'a> {
    pub(super) number: usize,
    pub(super) columns: Range<u32>,
    pub(super) strips: Vec<(Range<u32>, &'a mut [u32])>,
}

/// A row and a column that a lane could not match.
pub(super) type UnmatchedPair = (u32, u32);

/// Maximum number of waiting lanes that are candidates for the next one.
const MAX_CANDIDATES: usize = 8;

/// Assigns lanes to threads in order. A lane waits for earlier ones that share a diagonal
/// with it, while later lanes overtake it, so that the result equals that of a single
/// thread.
pub(super) struct LaneSchedule<'a> {
    lanes: &'a [Lane],
    state: Mutex<ScheduleState<'a>>,
    finished: Condvar,
}

struct ScheduleState<'a> {
    waiting: VecDeque<LaneTask<'a>>,
    /// Numbers of the lanes that are being filled.
    running: Vec<usize>,
    unmatched: Vec<(usize, Vec<UnmatchedPair>)>,
    step: Step,
}

impl<'a> LaneSchedule<'a> {
    /// Creates a schedule of all `lanes`, whose strips are parts of `columns`.
    ///
    /// # Errors
    /// A reached limit of `monitor`.
    pub(super) fn new(
        lanes: &'a [Lane],
        mut columns: &'a mut [u32],
        monitor: &FillMonitor<'_>,
    ) -> Result<Self, Stop> {
        let task = |(number, lane): (usize, &Lane)| LaneTask {
            number,
            columns: lane.columns.clone(),
            strips: Vec::new(),
        };
        let mut tasks: Vec<LaneTask<'a>> = lanes.iter().enumerate().map(task).collect();
        let strips = |(number, lane): (usize, &'a Lane)| {
            lane.strips.iter().map(move |rows| (rows.clone(), number))
        };
        let mut strips: Vec<(Range<u32>, usize)> =
            lanes.iter().enumerate().flat_map(strips).collect();
        monitor.check_limits()?;
        strips.sort_unstable_by_key(|(rows, _)| rows.start);
        for (at, (rows, number)) in strips.into_iter().enumerate() {
            monitor.check_limits_at(at)?;
            let (strip, rest) = columns.split_at_mut(rows.len());
            tasks[number].strips.push((rows, strip));
            columns = rest;
        }
        let state = ScheduleState {
            waiting: tasks.into(),
            running: Vec::new(),
            unmatched: Vec::new(),
            step: Ok(()),
        };
        Ok(LaneSchedule {
            lanes,
            state: Mutex::new(state),
            finished: Condvar::new(),
        })
    }

    /// Waits for a lane that can be filled and returns it; `None` at the end, or after a
    /// thread has stopped.
    pub(super) fn next(&self) -> Option<LaneTask<'a>> {
        let mut state = self.lock();
        while state.step.is_ok() && !state.waiting.is_empty() {
            if let Some(place) = self.ready(&state) {
                let task = state.waiting.remove(place)?;
                state.running.push(task.number);
                return Some(task);
            }
            state = self
                .finished
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Returns the position of the first waiting lane that shares no diagonal with an
    /// earlier unfinished one.
    fn ready(&self, state: &ScheduleState<'_>) -> Option<usize> {
        let candidates = state
            .waiting
            .iter()
            .take(MAX_CANDIDATES)
            .map(|task| task.number);
        let free = |place: usize, number: usize| {
            let waiting = state.waiting.iter().take(place).map(|task| task.number);
            let mut undone = state.running.iter().copied().chain(waiting);
            !undone.any(|other| meet(&self.lanes[other], &self.lanes[number]))
        };
        candidates
            .enumerate()
            .find(|&(place, number)| free(place, number))
            .map(|(place, _)| place)
    }

    /// Records a finished lane, its unmatched pairs, and whether to stop.
    pub(super) fn finish(
        &self,
        number: usize,
        unmatched: Vec<UnmatchedPair>,
        step: Step,
    ) {
        let mut state = self.lock();
        state.running.retain(|&running| running != number);
        if !unmatched.is_empty() {
            state.unmatched.push((number, unmatched));
        }
        state.step = state.step.and(step);
        self.finished.notify_all();
    }

    /// Returns the unmatched pairs of all lanes, in order.
    ///
    /// # Errors
    /// The reason why the threads stopped.
    pub(super) fn into_unmatched(self) -> Result<Vec<UnmatchedPair>, Stop> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.step?;
        state.unmatched.sort_unstable();
        Ok(state
            .unmatched
            .into_iter()
            .flat_map(|(_, unmatched)| unmatched)
            .collect())
    }

    fn lock(&self) -> MutexGuard<'_, ScheduleState<'a>> {
        lock(&self.state)
    }
}

/// Returns true if two lanes have strips that share a diagonal.
fn meet(a: &Lane, b: &Lane) -> bool {
    // Two strips share a rising diagonal if their ranges of row + column overlap, a
    // falling one for column - row; both ranges are inclusive, in 64 bits.
    let spans = |lane: &Lane, rows: &Range<u32>| {
        let [top, bottom] = [rows.start, rows.end - 1].map(i64::from);
        let [left, right] = [lane.columns.start, lane.columns.end - 1].map(i64::from);
        [(top + left, bottom + right), (left - bottom, right - top)]
    };
    let overlap = |a: (i64, i64), b: (i64, i64)| a.0 <= b.1 && b.0 <= a.1;
    a.strips
        .iter()
        .map(|rows| spans(a, rows))
        .any(|[rising, falling]| {
            b.strips
                .iter()
                .map(|rows| spans(b, rows))
                .any(|other| overlap(rising, other[0]) || overlap(falling, other[1]))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(columns: Range<u32>, rows: Range<u32>) -> Lane {
        Lane {
            columns,
            strips: vec![rows],
        }
    }

    #[test]
    fn lanes_meet_on_either_diagonal() {
        let corner = lane(0..2, 0..2);
        assert!(meet(&corner, &lane(8..10, 8..10)), "falling");
        assert!(meet(&lane(0..2, 8..10), &lane(8..10, 0..2)), "rising");
        assert!(!meet(&corner, &lane(8..10, 2..4)));
        // The nearest tiles of the same rows that share none: rising 0..=2 and 3..=5.
        assert!(!meet(&corner, &lane(3..5, 0..2)));
        assert!(meet(&corner, &lane(2..4, 0..2)));
    }
}
