//! The order of the lanes: several at a time if they share no diagonals.

use super::monitor::FillMonitor;
use super::plan::Lane;
use control::{Step, Stop, lock};
use std::collections::VecDeque;
use std::ops::{Range, RangeInclusive};
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
        let mut tasks: Vec<LaneTask<'a>> = Vec::with_capacity(lanes.len());
        let mut strips: Vec<(Range<u32>, usize)> = Vec::new();
        for (number, lane) in lanes.iter().enumerate() {
            strips.extend(lane.strips.iter().map(|rows| (rows.clone(), number)));
            tasks.push(LaneTask {
                number,
                columns: lane.columns.clone(),
                strips: Vec::new(),
            });
        }
        monitor.check_limits()?;
        // Sorted by rows, so that each strip is the front of the rows not yet taken.
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
            // The lock is given up meanwhile; a lane that ends wakes all that wait.
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
        (0..state.waiting.len().min(MAX_CANDIDATES)).find(|&place| {
            // Earlier waiting lanes count, too: the columns of a lane must not depend on
            // which thread is faster.
            let lane = &self.lanes[state.waiting[place].number];
            let waiting = state.waiting.iter().take(place).map(|task| task.number);
            let mut undone = state.running.iter().copied().chain(waiting);
            !undone.any(|other| share_diagonal(&self.lanes[other], lane))
        })
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
        // By lane: threads end in any order.
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
fn share_diagonal(a: &Lane, b: &Lane) -> bool {
    for rows in &a.strips {
        let [rising, falling] = diagonals_of_strip(a, rows);
        for other_rows in &b.strips {
            let [other_rising, other_falling] = diagonals_of_strip(b, other_rows);
            if overlaps(&rising, &other_rising) || overlaps(&falling, &other_falling) {
                return true;
            }
        }
    }
    false
}

/// Returns the ranges of row + column and of column - row in a strip, in 64 bits.
fn diagonals_of_strip(lane: &Lane, rows: &Range<u32>) -> [RangeInclusive<i64>; 2] {
    let [top, bottom] = [rows.start, rows.end - 1].map(i64::from);
    let [left, right] = [lane.columns.start, lane.columns.end - 1].map(i64::from);
    [top + left..=bottom + right, left - bottom..=right - top]
}

fn overlaps(a: &RangeInclusive<i64>, b: &RangeInclusive<i64>) -> bool {
    a.start() <= b.end() && b.start() <= a.end()
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
        assert!(share_diagonal(&corner, &lane(8..10, 8..10)), "falling");
        assert!(
            share_diagonal(&lane(0..2, 8..10), &lane(8..10, 0..2)),
            "rising"
        );
        assert!(!share_diagonal(&corner, &lane(8..10, 2..4)));
        // The nearest tiles of the same rows that share none: rising 0..=2 and 3..=5.
        assert!(!share_diagonal(&corner, &lane(3..5, 0..2)));
        assert!(share_diagonal(&corner, &lane(2..4, 0..2)));
    }
}
