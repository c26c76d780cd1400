//! The diagonal sums: a search for a choice of diagonals with the required sums, exactly.
//!
//! The queens of k free rows and columns use k diagonals of each direction. Their sums
//! are known, and the sum of the squares of all of them. On every square s and d are both
//! even or both odd, so both directions use the same number of even diagonals. Every
//! choice differs from the windows of the quadratic bound by diagonals left out and
//! diagonals taken in, each at a cost, and the costs of a valid choice add up to the
//! slack of the bound exactly.
//!
//! ```text
//! for each direction:
//!     changes = diagonals left out or taken in, each with its cost, at most the slack
//!     cheap, costly = sums of subsets of the cheaper and of the costlier changes, equal sums merged
//!     reachable = pairs of cheap and costly that keep the number of diagonals and reach the sum
//! valid if reachable costs of both directions, with equally many even diagonals, add up to the slack
//! ```
//!
//! Meeting in the middle (Horowitz and Sahni, "Computing partitions with applications to
//! the knapsack problem", 1974) lists about the square root of the number of all subsets.
//!
//! 3 queens: the sums are three of 0 to 4 that add up to 6, so 1, 2, 3 with squares of 14
//! or 0, 2, 4 with 20; the differences are -1, 0, 1 with 2 or -2, 0, 2 with 8. Both
//! together must have 2 (0 + 1 + 4) + 2 (0 + 1 + 4) = 20, and have 16, 22 or 28: there is
//! no solution.

use super::sets::{self, DiagonalSet};
use super::window::QuadraticWindow;
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;

/// Sum of some changes, packed into one number. From the highest bits on: change of the
/// number of diagonals, of their sum and of the number of even ones, each with an offset
/// that keeps it positive, then the cost. One addition adds all four, and sorted sums
/// with the same number and sum are neighbours.
type PackedSum = u64;

const EVEN_SHIFT: u32 = 18;
const SUM_SHIFT: u32 = EVEN_SHIFT + 12;
const COUNT_SHIFT: u32 = SUM_SHIFT + 22;
const MAX_COST: i64 = 1 << EVEN_SHIFT;
const EVEN_OFFSET: i64 = 1 << (SUM_SHIFT - EVEN_SHIFT - 1);
/// The empty sum.
const EMPTY_SUM: PackedSum = 1 << 63 | 1 << (COUNT_SHIFT - 1) | 1 << (SUM_SHIFT - 1);

/// Steps for storing a sum, relative to one for comparing a pair.
const STEPS_PER_SUM: usize = 8;

/// Returns the cost of a sum.
fn cost(sum: PackedSum) -> i64 {
    (sum % MAX_COST as u64) as i64
}

/// Returns the change of the number of even diagonals.
fn even(sum: PackedSum) -> i64 {
    (sum >> EVEN_SHIFT) as i64 % (2 * EVEN_OFFSET) - EVEN_OFFSET
}

/// Returns the change of the number of diagonals and of their sum, still packed.
fn count_and_sum(sum: PackedSum) -> u64 {
    sum >> SUM_SHIFT
}

/// Effect of leaving out or taking in one diagonal.
#[derive(Clone, Copy, Debug)]
struct DiagonalChange {
    cost: i64,
    /// Amount added to a packed sum.
    step: u64,
}

/// Costs of all choices of one direction with the required sum.
struct ReachableCosts {
    /// For each change of the number of even diagonals, from `-most_even` on, the set of
    /// costs.
    costs: Vec<FixedBitSet>,
    most_even: i64,
}

impl ReachableCosts {
    /// Returns the costs of choices with `even` more even diagonals than the window.
    fn with_more(&self, even: i64) -> Option<&FixedBitSet> {
        self.costs.get(usize::try_from(even + self.most_even).ok()?)
    }
}

/// The diagonals of one direction.
pub(super) struct ChoiceDirection<'w, const W: usize> {
    /// The window of the quadratic bound, and the costs of other choices.
    pub(super) window: &'w QuadraticWindow,
    /// Diagonals with an open square.
    pub(super) open: &'w DiagonalSet<W>,
    /// Required sum of the diagonal numbers.
    pub(super) sum: i64,
    /// 1 if the number 0 is an odd diagonal.
    pub(super) parity: usize,
}

impl<const W: usize> ChoiceDirection<'_, W> {
    fn is_even(&self, diagonal: usize) -> bool {
        (diagonal + self.parity).is_multiple_of(2)
    }

    /// Lists the changes that cost at most `slack`, in ascending order of cost.
    fn list_changes(&self, slack: i64) -> Vec<DiagonalChange> {
        if self.window.is_all() {
            return Vec::new();
        }
        let chosen = self.window.chosen(self.open);
        let mut changes = Vec::new();
        for diagonal in sets::members(self.open.words()) {
            let is_chosen = sets::contains(chosen.words(), diagonal);
            let change = self.change_diagonal(diagonal, is_chosen);
            if change.cost <= slack {
                changes.push(change);
            }
        }
        changes.sort_by_key(|change| change.cost);
        changes
    }

    /// Returns the effect of leaving out a diagonal that is chosen, or of taking in
    /// another one.
    fn change_diagonal(&self, diagonal: usize, is_chosen: bool) -> DiagonalChange {
        let cost = self.window.cost(diagonal).abs() / 4;
        let count = if is_chosen { -1 } else { 1 };
        let sum = count * diagonal as i64;
        let even = count * i64::from(self.is_even(diagonal));
        // Negative parts borrow from the higher ones; the sums with them still add up.
        let step =
            (count << COUNT_SHIFT) + (sum << SUM_SHIFT) + (even << EVEN_SHIFT) + cost;
        DiagonalChange {
            cost,
            step: step as u64,
        }
    }

    /// Returns the costs up to `slack` of choices with the required sum, and subtracts
    /// the steps from `steps`; `None` if there are too few.
    fn reachable_costs(
        &self,
        slack: i64,
        steps: &mut u64,
        limits: &Limits,
    ) -> Result<Option<ReachableCosts>, Stop> {
        let changes = self.list_changes(slack);
        let Some([cheap, costly]) = list_sums(&changes, slack, steps, limits)? else {
            return Ok(None);
        };
        let most_even = changes.len() as i64;
        let no_costs = FixedBitSet::with_capacity(slack as usize + 1);
        let mut reachable = ReachableCosts {
            costs: vec![no_costs; 2 * changes.len() + 1],
            most_even,
        };
        let wanted = (2 * count_and_sum(EMPTY_SUM))
            .wrapping_add((self.sum - self.window.sum) as u64);
        let same_sum =
            |a: &PackedSum, b: &PackedSum| count_and_sum(*a) == count_and_sum(*b);
        let mut partners = costly.chunk_by(same_sum).rev().peekable();
        let mut meter = Meter::new(limits);
        // One list up, the other down: number and sum together must be `wanted`, so each
        // group has at most one partner group, and only pairs of those are compared
        // instead of all pairs.
        for group in cheap.chunk_by(same_sum) {
            let sum = wanted - count_and_sum(group[0]);
            while partners
                .next_if(|partners| count_and_sum(partners[0]) > sum)
                .is_some()
            {}
            let Some(partners) =
                partners.next_if(|partners| count_and_sum(partners[0]) == sum)
            else {
                continue;
            };
            if !spend_steps(steps, group.len() * partners.len()) {
                return Ok(None);
            }
            // Every partner restores the sum and the number; what remains is the cost and
            // the evens.
            for &one in group {
                meter.tick()?;
                for &other in partners {
                    let cost = cost(one) + cost(other);
                    if cost <= slack {
                        reachable.costs[(even(one) + even(other) + most_even) as usize]
                            .insert(cost as usize);
                    }
                }
            }
        }
        Ok(Some(reachable))
    }

    /// Returns the number of even diagonals in the window.
    fn count_evens(&self) -> i64 {
        sets::members(self.window.chosen(self.open).words())
            .filter(|&diagonal| self.is_even(diagonal))
            .count() as i64
    }
}

/// Lists the sums of all choices among the cheap changes, and among the costly ones;
/// `None` if that takes more than `steps` steps.
fn list_sums(
    changes: &[DiagonalChange],
    slack: i64,
    steps: &mut u64,
    limits: &Limits,
) -> Result<Option<[Vec<PackedSum>; 2]>, Stop> {
    let (mut cheap, mut costly) = (vec![EMPTY_SUM], vec![EMPTY_SUM]);
    let (mut first, mut end) = (0, changes.len());
    // `cheap` has the choices among the changes before `first`, `costly` those from `end`.
    while first < end {
        // Lists of millions of sums take a while.
        limits.check()?;
        // The shorter list takes the next change, so that both stay short.
        let list = if cheap.len() <= costly.len() {
            first += 1;
            cheap = with_change(&cheap, changes[first - 1], slack);
            &cheap
        } else {
            end -= 1;
            costly = with_change(&costly, changes[end], slack);
            &costly
        };
        if !spend_steps(steps, STEPS_PER_SUM * list.len()) {
            return Ok(None);
        }
    }
    Ok(Some([cheap, costly]))
}

/// Subtracts from the steps that are left; false if there are too few.
fn spend_steps(steps: &mut u64, spent: usize) -> bool {
    let left = steps.checked_sub(spent as u64);
    *steps = left.unwrap_or(0);
    left.is_some()
}

/// Merges `sums` with the same sums after `change`, up to a cost of `slack`: ascending,
/// without repetition.
///
/// Adding a change to all sums keeps their order, so one pass over both lists replaces
/// sorting or hashing.
fn with_change(sums: &[PackedSum], change: DiagonalChange, slack: i64) -> Vec<PackedSum> {
    let changed = sums
        .iter()
        .filter(|&&sum| cost(sum) + change.cost <= slack)
        .map(|sum| sum.wrapping_add(change.step));
    let mut changed = changed.peekable();
    let mut all = Vec::with_capacity(2 * sums.len());
    // `all` are the sums of both lists below `sum`, each once.
    for &sum in sums {
        while let Some(before) = changed.next_if(|&other| other < sum) {
            all.push(before);
        }
        changed.next_if_eq(&sum);
        all.push(sum);
    }
    all.extend(changed);
    all
}

/// True if some choice of diagonals of both `directions` has the required sums, at a cost
/// of exactly `slack`; `None` if that takes more than `steps` steps to decide.
///
/// # Errors
/// The reason to stop.
///
/// # Complexity
/// O(`steps`) time and `steps` bytes.
pub(super) fn has_choice<const W: usize>(
    directions: &[ChoiceDirection<'_, W>; 2],
    slack: i64,
    mut steps: u64,
    limits: &Limits,
) -> Result<Option<bool>, Stop> {
    if slack >= MAX_COST {
        return Ok(None);
    }
    let [first, second] = directions;
    let Some(reachable) = first.reachable_costs(slack, &mut steps, limits)? else {
        return Ok(None);
    };
    let Some(partners) = second.reachable_costs(slack, &mut steps, limits)? else {
        return Ok(None);
    };
    // Both directions use the same number of even diagonals.
    let more_evens = first.count_evens() - second.count_evens();
    for (costs, even) in reachable.costs.iter().zip(-reachable.most_even..) {
        let Some(partners) = partners.with_more(even + more_evens) else {
            continue;
        };
        let mut costs = costs.ones();
        if costs.any(|cost| partners.contains(slack as usize - cost)) {
            return Ok(Some(true));
        }
    }
    Ok(Some(false))
}

#[cfg(test)]
mod tests {
    use super::super::window::WindowRange;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Lists count, sum, even ones and sum of squares of all choices of `numbers`.
    fn every_choice(numbers: &[i64], parity: i64) -> BTreeSet<(i64, i64, i64, i64)> {
        let with = |all: BTreeSet<_>, &number: &i64| {
            let even = i64::from((number + parity) % 2 == 0);
            let more = |&(count, sum, evens, squares): &(i64, i64, i64, i64)| {
                (
                    count + 1,
                    sum + number,
                    evens + even,
                    squares + number * number,
                )
            };
            let longer: Vec<_> = all.iter().map(more).collect();
            all.into_iter().chain(longer).collect()
        };
        numbers.iter().fold(BTreeSet::from([(0, 0, 0, 0)]), with)
    }

    fn wide(numbers: &[i64]) -> DiagonalSet<1> {
        let mut set = DiagonalSet::EMPTY;
        numbers
            .iter()
            .for_each(|&number| sets::insert(set.words_mut(), number as usize));
        set
    }

    proptest! {
        #[test]
        fn choices_match_an_enumeration_of_subsets(
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
            let windows: Vec<_> = (0..2).filter_map(|f| QuadraticWindow::from_open_diagonals(&open[f], used, sums[f], WindowRange::all::<1>())).collect();
            let [one, other] = &windows[..] else { return Ok(()) };
            let needed = one.least + other.least + more;
            let direction = |f: usize| ChoiceDirection {
                window: &windows[f], open: &open[f], sum: sums[f], parity: parities[f],
            };
            let limits = Limits::default();
            let found = has_choice(&[direction(0), direction(1)], more, u64::MAX, &limits);

            let choices = |f: usize| {
                let all = every_choice(&lists[f], parities[f] as i64);
                all.into_iter().filter(move |choice| (choice.0, choice.1) == (used as i64, sums[f]))
            };
            let partners: BTreeSet<_> = choices(1).map(|(.., evens, squares)| (evens, squares)).collect();
            let expected = choices(0).any(|(.., evens, squares)| partners.contains(&(evens, needed - squares)));
            prop_assert_eq!(found, Ok(Some(expected)));
            prop_assert_eq!(has_choice(&[direction(0), direction(1)], more, 0, &limits), Ok(None));
        }
    }
}
