//! Lanes in order, several at a time where they do not touch the same diagonals.

use super::plan::Lane;
use super::watch::Watch;
use control::{Step, Stop};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// One lane to fill: a strip is its rows and their columns, to be written.
pub(super) struct Task<'a> {
    pub(super) number: usize,
    pub(super) columns: Range<u32>,
    pub(super) strips: Vec<(Range<u32>, &'a mut [u32])>,
}

/// A row and a column that a lane could not bring together.
pub(super) type Left = (u32, u32);

/// How many lanes are looked at for one that may be filled.
const LOOK_AHEAD: usize = 8;

/// Hands out the lanes in order. A lane waits for the earlier ones that share a diagonal with it, and
/// others overtake it meanwhile: the result is the one of a single thread.
pub(super) struct Schedule<'a> {
    lanes: &'a [Lane],
    state: Mutex<State<'a>>,
    finished: Condvar,
}

struct State<'a> {
    waiting: VecDeque<Task<'a>>,
    /// Numbers of the lanes that are being filled.
    running: Vec<usize>,
    left: Vec<(usize, Vec<Left>)>,
    step: Step,
}

impl<'a> Schedule<'a> {
    /// All `lanes`, whose strips are parts of `columns`.
    ///
    /// # Errors
    /// Why to stop, from `watch`.
    pub(super) fn new(
        lanes: &'a [Lane],
        mut columns: &'a mut [u32],
        watch: &Watch<'_>,
    ) -> Result<Self, Stop> {
        let task = |(number, lane): (usize, &Lane)| Task {
            number,
            columns: lane.columns.clone(),
            strips: Vec::new(),
        };
        let mut tasks: Vec<Task<'a>> = lanes.iter().enumerate().map(task).collect();
        let strips =
            |(number, lane): (usize, &'a Lane)| lane.strips.iter().map(move |rows| (rows.clone(), number));
        let mut strips: Vec<(Range<u32>, usize)> = lanes.iter().enumerate().flat_map(strips).collect();
        watch.look()?;
        strips.sort_unstable_by_key(|(rows, _)| rows.start);
        for (at, (rows, number)) in strips.into_iter().enumerate() {
            watch.look_at(at)?;
            let (strip, rest) = columns.split_at_mut(rows.len());
            tasks[number].strips.push((rows, strip));
            columns = rest;
        }
        let state = State { waiting: tasks.into(), running: Vec::new(), left: Vec::new(), step: Ok(()) };
        Ok(Schedule { lanes, state: Mutex::new(state), finished: Condvar::new() })
    }

    /// The next lane, as soon as one may be filled; none at the end, or when a thread was told to stop.
    pub(super) fn next(&self) -> Option<Task<'a>> {
        let mut state = self.lock();
        while state.step.is_ok() && !state.waiting.is_empty() {
            if let Some(place) = self.ready(&state) {
                let task = state.waiting.remove(place)?;
                state.running.push(task.number);
                return Some(task);
            }
            state = self.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// The place of the first waiting lane that shares no diagonal with an earlier one that is not done.
    fn ready(&self, state: &State<'_>) -> Option<usize> {
        let candidates = state.waiting.iter().take(LOOK_AHEAD).map(|task| task.number);
        let free = |place: usize, number: usize| {
            let waiting = state.waiting.iter().take(place).map(|task| task.number);
            let mut undone = state.running.iter().copied().chain(waiting);
            !undone.any(|other| meet(&self.lanes[other], &self.lanes[number]))
        };
        candidates.enumerate().find(|&(place, number)| free(place, number)).map(|(place, _)| place)
    }

    /// Enters a lane that was filled, what it could not place, and whether to go on.
    pub(super) fn finish(&self, number: usize, left: Vec<Left>, step: Step) {
        let mut state = self.lock();
        state.running.retain(|&running| running != number);
        if !left.is_empty() {
            state.left.push((number, left));
        }
        state.step = state.step.and(step);
        self.finished.notify_all();
    }

    /// What all lanes together could not place, in their order.
    ///
    /// # Errors
    /// Why the threads were told to stop.
    pub(super) fn into_left(self) -> Result<Vec<Left>, Stop> {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.step?;
        state.left.sort_unstable();
        Ok(state.left.into_iter().flat_map(|(_, left)| left).collect())
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two lanes have strips that share a diagonal.
fn meet(a: &Lane, b: &Lane) -> bool {
    // Two tiles share a rising diagonal if the ranges of row + column meet; `start` and `end` are
    // inclusive bounds of row + column, or of column - row, in 64 bits.
    let spans = |lane: &Lane, rows: &Range<u32>| {
        let [top, bottom] = [rows.start, rows.end - 1].map(i64::from);
        let [left, right] = [lane.columns.start, lane.columns.end - 1].map(i64::from);
        [(top + left, bottom + right), (left - bottom, right - top)]
    };
    let overlap = |a: (i64, i64), b: (i64, i64)| a.0 <= b.1 && b.0 <= a.1;
    a.strips.iter().map(|rows| spans(a, rows)).any(|[rising, falling]| {
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
        Lane { columns, strips: vec![rows] }
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
