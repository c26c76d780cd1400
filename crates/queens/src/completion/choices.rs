//! Whether any choice of diagonals has the sums that it must have.
//!
//! The queens of k free rows and columns use k diagonals of each direction. Known beforehand are the
//! sum of their numbers in each direction, and the sum of the squares of all of them. On every square
//! both numbers are even or both are odd, so that as many even ones are used in both directions. The
//! windows of the quadratic bound say what each change of the best choice costs: to leave a diagonal
//! that is in the window, or to use one that is not. All changes together must cost exactly what the
//! bound has to spare.
//!
//! The changes whose costs stay within that are added up one diagonal after the other, as subset sums
//! are: a state is what some changes cost and what they do to the number of diagonals, to their sum and
//! to the number of even ones. Equal states are one. At the end the two directions must match.

use super::sets::{self, Wide};
use super::window::Window;
use std::cmp::Reverse;

/// A number: from the highest bits on, the cost, and then the change of the number of diagonals, of
/// their sum, and of the number of even ones, each with an offset that keeps it positive. So states are
/// added as numbers are, and sorted by their cost.
type State = u64;

const SUM_AT: u32 = 12;
const COUNT_AT: u32 = SUM_AT + 22;
const COST_AT: u32 = COUNT_AT + 12;
const MAX_COST: i64 = 1 << (64 - COST_AT);
const EVEN_OFFSET: i64 = 1 << (SUM_AT - 1);
/// No change.
const START: State = 1 << (COST_AT - 1) | 1 << (COUNT_AT - 1) | 1 << (SUM_AT - 1);

/// What is added to a state.
fn step(cost: i64, count: i64, sum: i64, even: i64) -> u64 {
    ((cost << COST_AT) + (count << COUNT_AT) + (sum << SUM_AT) + even) as u64
}

/// The count and the sum of a state.
fn count_and_sum(state: State) -> u64 {
    (state % (1 << COST_AT)) >> SUM_AT
}

/// One direction.
pub(super) struct Direction<'w, const W: usize> {
    /// The best choice, and what others cost.
    pub(super) window: &'w Window<W>,
    /// All diagonals with an open square.
    pub(super) open: &'w Wide<W>,
    /// The sum that the numbers must have.
    pub(super) sum: i64,
    /// 1 if the numbers count from an odd one.
    pub(super) parity: usize,
}

impl<const W: usize> Direction<'_, W> {
    fn is_even(&self, diagonal: usize) -> bool {
        (diagonal + self.parity).is_multiple_of(2)
    }

    /// The changes that cost at most `slack`, and what each costs; the costliest first, so that the
    /// states stay few as long as possible.
    fn changes(&self, slack: i64) -> Vec<(i64, u64)> {
        let mut changes = Vec::new();
        if self.window.is_all() {
            return changes;
        }
        for diagonal in sets::members(self.open.words()) {
            let cost = self.window.cost(diagonal).abs() / 4;
            let sign = if sets::contains(self.window.chosen.words(), diagonal) { -1 } else { 1 };
            let even = i64::from(self.is_even(diagonal));
            if cost <= slack {
                changes.push((cost, step(cost, sign, sign * diagonal as i64, sign * even)));
            }
        }
        changes.sort_unstable_by_key(|&(cost, _)| Reverse(cost));
        changes
    }

    /// The states after all changes that keep the number of diagonals and mend their sum, ascending;
    /// `None` if that takes more than `most` states at a time.
    fn ends(&self, slack: i64, most: usize) -> Option<Vec<State>> {
        let (mut states, mut next) = (vec![START], Vec::new());
        for (cost, step) in self.changes(slack) {
            let beyond = ((slack - cost + 1) as u64) << COST_AT;
            next.clear();
            merge(&states, &states[..states.partition_point(|&state| state < beyond)], step, &mut next);
            std::mem::swap(&mut states, &mut next);
            if states.len() > most {
                return None;
            }
        }
        let wanted = count_and_sum(self.end(0, 0));
        states.retain(|&state| count_and_sum(state) == wanted);
        Some(states)
    }

    /// The state with the right number and sum, of `cost` and with so many more even diagonals.
    fn end(&self, cost: i64, even: i64) -> State {
        START.wrapping_add(step(cost, 0, self.sum - self.window.sum, even))
    }

    /// How many diagonals of the window are even.
    fn evens(&self) -> i64 {
        sets::members(self.window.chosen.words()).filter(|&diagonal| self.is_even(diagonal)).count() as i64
    }
}

/// Appends `kept`, and each of `changed` plus `step`, to `out`: ascending, equal ones once.
fn merge(kept: &[State], changed: &[State], step: u64, out: &mut Vec<State>) {
    let (mut left, mut right) = (kept.iter().copied().peekable(), changed.iter().peekable());
    loop {
        let other = right.peek().map(|state| state.wrapping_add(step));
        let least = match (left.peek().copied(), other) {
            (Some(one), Some(other)) => one.min(other),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        out.push(least);
        left.next_if_eq(&least);
        if other == Some(least) {
            right.next();
        }
    }
}

/// Whether some choice of diagonals in each of the two `directions` has the right sums at a cost of
/// exactly `slack` together; `None` if it takes more than `most` states at a time to know.
///
/// # Complexity
/// O(d * `most`) for d open diagonals.
pub(super) fn exists<const W: usize>(
    directions: &[Direction<'_, W>; 2],
    slack: i64,
    most: usize,
) -> Option<bool> {
    if slack >= MAX_COST {
        return None;
    }
    let [first, second] = directions;
    let (ends, partners) = (first.ends(slack, most)?, second.ends(slack, most)?);
    let more_evens = first.evens() - second.evens();
    Some(ends.iter().any(|&state| {
        let (cost, even) = ((state >> COST_AT) as i64, (state % (1 << SUM_AT)) as i64 - EVEN_OFFSET);
        partners.binary_search(&second.end(slack - cost, even + more_evens)).is_ok()
    }))
}
