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
//! to the number of even ones. Equal states are one. They are met in the middle (Horowitz and Sahni,
//! "Computing partitions with applications to the knapsack problem", 1974): the cheap changes make one
//! list of states, the dear ones another, and pairs of both that keep the number of diagonals and mend
//! their sum are looked up. At the end the two directions must match.

use super::sets::{self, Wide};
use super::window::Window;
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;

/// A number: from the highest bits on the change of the number of diagonals, of their sum, and of the
/// number of even ones, each with an offset that keeps it positive, and then the cost. So states are
/// added as numbers are, and in order those with the same number and sum stand side by side.
type State = u64;

const EVEN_AT: u32 = 18;
const SUM_AT: u32 = EVEN_AT + 12;
const COUNT_AT: u32 = SUM_AT + 22;
const MAX_COST: i64 = 1 << EVEN_AT;
const EVEN_OFFSET: i64 = 1 << (SUM_AT - EVEN_AT - 1);
/// No change.
const START: State = 1 << 63 | 1 << (COUNT_AT - 1) | 1 << (SUM_AT - 1);

/// Steps for a new state, which takes room, beside one for a pair of states that is looked at.
const STEPS_PER_STATE: usize = 8;

/// The cost of a state.
fn cost(state: State) -> i64 {
    (state % MAX_COST as u64) as i64
}

/// The change of the number of even diagonals.
fn even(state: State) -> i64 {
    (state >> EVEN_AT) as i64 % (2 * EVEN_OFFSET) - EVEN_OFFSET
}

/// The count and the sum of a state.
fn count_and_sum(state: State) -> u64 {
    state >> SUM_AT
}

/// What one diagonal more or less does.
#[derive(Clone, Copy, Debug)]
struct Change {
    cost: i64,
    /// What is added to a state.
    step: u64,
}

/// What all changes of one direction come to that keep the number of diagonals and mend their sum.
struct Ends {
    /// For every change of the number of even diagonals, from `-most_even` on, the costs.
    costs: Vec<FixedBitSet>,
    most_even: i64,
}

impl Ends {
    /// The costs at which this many more even diagonals can be had.
    fn with_more(&self, even: i64) -> Option<&FixedBitSet> {
        self.costs.get(usize::try_from(even + self.most_even).ok()?)
    }
}

/// One direction.
pub(super) struct Direction<'w, const W: usize> {
    /// The best choice, and what others cost.
    pub(super) window: &'w Window,
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

    /// The changes that cost at most `slack`, the cheapest first.
    fn changes(&self, slack: i64) -> Vec<Change> {
        if self.window.is_all() {
            return Vec::new();
        }
        let chosen = self.window.chosen(self.open);
        let change = |diagonal: usize| {
            let cost = self.window.cost(diagonal).abs() / 4;
            let sign = if sets::contains(chosen.words(), diagonal) { -1 } else { 1 };
            let (sum, even) = (sign * diagonal as i64, sign * i64::from(self.is_even(diagonal)));
            let step = ((sign << COUNT_AT) + (sum << SUM_AT) + (even << EVEN_AT) + cost) as u64;
            Change { cost, step }
        };
        let mut changes: Vec<Change> = sets::members(self.open.words()).map(change).collect();
        changes.retain(|change| change.cost <= slack);
        changes.sort_by_key(|change| change.cost);
        changes
    }

    /// The ends that cost at most `slack`; `None` if that takes more than `steps`, of which it takes off
    /// those that it used.
    fn ends(&self, slack: i64, steps: &mut u64, limits: &Limits) -> Result<Option<Ends>, Stop> {
        let mut spend = |many: usize| {
            let left = steps.checked_sub(many as u64);
            *steps = left.unwrap_or(0);
            left.is_some()
        };
        let changes = self.changes(slack);
        let (mut cheap, mut dear) = (vec![START], vec![START]);
        let (mut first, mut end) = (0, changes.len());
        while first < end {
            // A list of millions takes a while: the limits are looked at for each.
            limits.check()?;
            // The list that is shorter grows, so that both remain short.
            let list = if cheap.len() <= dear.len() {
                first += 1;
                cheap = with_change(&cheap, changes[first - 1], slack);
                &cheap
            } else {
                end -= 1;
                dear = with_change(&dear, changes[end], slack);
                &dear
            };
            if !spend(STEPS_PER_STATE * list.len()) {
                return Ok(None);
            }
        }
        let most_even = changes.len() as i64;
        let no_costs = FixedBitSet::with_capacity(slack as usize + 1);
        let mut ends = Ends { costs: vec![no_costs; 2 * changes.len() + 1], most_even };
        let wanted = (2 * count_and_sum(START)).wrapping_add((self.sum - self.window.sum) as u64);
        let same_sum = |a: &State, b: &State| count_and_sum(*a) == count_and_sum(*b);
        let mut partners = dear.chunk_by(same_sum).rev().peekable();
        let mut meter = Meter::new(limits);
        for group in cheap.chunk_by(same_sum) {
            let sum = wanted - count_and_sum(group[0]);
            while partners.next_if(|partners| count_and_sum(partners[0]) > sum).is_some() {}
            let Some(partners) = partners.next_if(|partners| count_and_sum(partners[0]) == sum) else {
                continue;
            };
            if !spend(group.len() * partners.len()) {
                return Ok(None);
            }
            for &one in group {
                meter.tick()?;
                for &other in partners {
                    let cost = cost(one) + cost(other);
                    if cost <= slack {
                        ends.costs[(even(one) + even(other) + most_even) as usize].insert(cost as usize);
                    }
                }
            }
        }
        Ok(Some(ends))
    }

    /// How many diagonals of the window are even.
    fn evens(&self) -> i64 {
        sets::members(self.window.chosen(self.open).words())
            .filter(|&diagonal| self.is_even(diagonal))
            .count() as i64
    }
}

/// The `states`, and what `change` makes of them at a cost of at most `slack`: ascending, equal ones once.
fn with_change(states: &[State], change: Change, slack: i64) -> Vec<State> {
    let within = |state: &&State| cost(**state) + change.cost <= slack;
    let changed = states.iter().filter(within).map(|state| state.wrapping_add(change.step));
    let mut changed = changed.peekable();
    let mut all = Vec::with_capacity(2 * states.len());
    for &state in states {
        while let Some(before) = changed.next_if(|&other| other < state) {
            all.push(before);
        }
        changed.next_if_eq(&state);
        all.push(state);
    }
    all.extend(changed);
    all
}

/// Whether some choice of diagonals in each of the two `directions` has the right sums at a cost of
/// exactly `slack` together; `None` if it takes more than `steps` steps to know.
///
/// # Errors
/// The reason to stop.
///
/// # Complexity
/// O(`steps`) time; room for an eighth of them.
pub(super) fn exists<const W: usize>(
    directions: &[Direction<'_, W>; 2],
    slack: i64,
    mut steps: u64,
    limits: &Limits,
) -> Result<Option<bool>, Stop> {
    if slack >= MAX_COST {
        return Ok(None);
    }
    let [first, second] = directions;
    let Some(ends) = first.ends(slack, &mut steps, limits)? else { return Ok(None) };
    let Some(partners) = second.ends(slack, &mut steps, limits)? else { return Ok(None) };
    let more_evens = first.evens() - second.evens();
    let matches = |(costs, even): (&FixedBitSet, i64)| {
        let partners = partners.with_more(even + more_evens);
        partners.is_some_and(|partners| costs.ones().any(|cost| partners.contains(slack as usize - cost)))
    };
    Ok(Some(ends.costs.iter().zip(-ends.most_even..).any(matches)))
}

#[cfg(test)]
mod tests {
    use super::super::window::Reach;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Count, sum, even ones and sum of squares of every choice of `numbers`, with nothing left out.
    fn every_choice(numbers: &[i64], parity: i64) -> BTreeSet<(i64, i64, i64, i64)> {
        let with = |all: BTreeSet<_>, &number: &i64| {
            let even = i64::from((number + parity) % 2 == 0);
            let more = |&(count, sum, evens, squares): &(i64, i64, i64, i64)| {
                (count + 1, sum + number, evens + even, squares + number * number)
            };
            let longer: Vec<_> = all.iter().map(more).collect();
            all.into_iter().chain(longer).collect()
        };
        numbers.iter().fold(BTreeSet::from([(0, 0, 0, 0)]), with)
    }

    fn wide(numbers: &[i64]) -> Wide<1> {
        let mut set = Wide::EMPTY;
        numbers.iter().for_each(|&number| sets::insert(set.words_mut(), number as usize));
        set
    }

    proptest! {
        #[test]
        fn choices_are_those_of_all_subsets(
            first in prop::collection::btree_set(0i64..26, 3..12),
            second in prop::collection::btree_set(0i64..26, 3..12),
            used in 2usize..8,
            offsets in (-6i64..7, -6i64..7),
            parities in (0usize..2, 0usize..2),
            more in 0i64..60,
        ) {
            let lists = [first, second].map(|list| list.into_iter().collect::<Vec<i64>>());
            let middle = |list: &[i64]| list.iter().sum::<i64>() * used as i64 / list.len() as i64;
            let sums = [middle(&lists[0]) + offsets.0, middle(&lists[1]) + offsets.1];
            let parities = [parities.0, parities.1];
            let open = lists.each_ref().map(|list| wide(list));
            let windows: Vec<_> = (0..2).filter_map(|f| Window::of(&open[f], used, sums[f], Reach::all::<1>())).collect();
            let [one, other] = &windows[..] else { return Ok(()) };
            let needed = one.least + other.least + more;
            let direction = |f: usize| Direction {
                window: &windows[f], open: &open[f], sum: sums[f], parity: parities[f],
            };
            let limits = Limits::default();
            let found = exists(&[direction(0), direction(1)], more, u64::MAX, &limits);

            let choices = |f: usize| {
                let all = every_choice(&lists[f], parities[f] as i64);
                all.into_iter().filter(move |choice| (choice.0, choice.1) == (used as i64, sums[f]))
            };
            let partners: BTreeSet<_> = choices(1).map(|(.., evens, squares)| (evens, squares)).collect();
            let expected = choices(0).any(|(.., evens, squares)| partners.contains(&(evens, needed - squares)));
            prop_assert_eq!(found, Ok(Some(expected)));
            prop_assert_eq!(exists(&[direction(0), direction(1)], more, 0, &limits), Ok(None));
        }
    }
}
