//! A check that the work units together are the whole count, and that none overlaps
//! another.
//!
//! A *share-out* says which rows and columns the queens of the upper left and of the
//! lower right corner take: the sets (x, u, x', u') of [`unit`](super::unit), and on an
//! odd board the places of the queens in the middle row and column. Every solution has
//! one.
//!
//! Suppose that queens did not attack along diagonals, and that each share-out were one
//! board. A unit stands for as many share-outs as it would count solutions then: with the
//! same symmetry, marks and ties. The sum over all units must be the number of
//! share-outs, which is a closed formula of binomial coefficients, computed without
//! symmetry.
//!
//! The sets x' and u' that go with x are an interval in the order of their numbers, so a
//! unit takes a few steps for each u.

use super::plan::JoinUnit;
use super::sets::{OppositeSets, binomial, list_sets, set_number};
use std::collections::HashMap;
use std::ops::Range;

/// For a number of elements, and of slices: for each slice and element, the sets of that
/// size in the slice without the element.
type SetsWithout = HashMap<(u32, u32), Vec<Vec<u32>>>;

/// Counts of share-outs of the work units of a board.
#[derive(Debug)]
pub(super) struct ShareCounts {
    half: u32,
    without: SetsWithout,
}

impl ShareCounts {
    /// Prepares to count for units with sets of these sizes in so many slices, on a board
    /// with halves of `half`.
    ///
    /// # Complexity
    /// O(half 2^half) steps for each number of slices.
    pub(super) fn new(
        half: u32,
        sizes_and_slices: impl Iterator<Item = (u32, u32)>,
    ) -> Self {
        let mut without = SetsWithout::new();
        for (size, slices) in sizes_and_slices {
            without.entry((size, slices)).or_insert_with(|| {
                let mut counts = vec![vec![0; half as usize]; slices as usize];
                // Slices take every k-th set, in the order of the sets.
                for (set, slice) in
                    list_sets(half, size).zip((0..slices as usize).cycle())
                {
                    for element in (0..half).filter(|element| set >> element & 1 == 0) {
                        counts[slice][element as usize] += 1;
                    }
                }
                counts
            });
        }
        ShareCounts { half, without }
    }

    /// Returns the number of share-outs of a work unit with these opposites.
    ///
    /// # Complexity
    /// O(half) steps for each of its opposites.
    pub(super) fn count_share_outs(
        &self,
        unit: &JoinUnit,
        opposites: &OppositeSets,
    ) -> u64 {
        let pairs = (unit.first..unit.end).map(|place| opposites.get(place));
        let share = UnitShare::new(self.half, unit);
        if !unit.empty_centre {
            return pairs.map(|u| share.count_by_views(u)).sum();
        }
        let without = &self.without[&(share.size, unit.slices)][unit.slice as usize];
        pairs
            .map(|u| share.count_with_empty_centre(u, without))
            .sum()
    }
}

/// A set of columns of the upper left corner, and the sets that go with it.
struct UnitShare {
    all: u32,
    x: u32,
    /// Number of elements of the sets.
    size: u32,
    /// Number of sets of that size.
    sets: u32,
    /// True if complements have as many elements.
    is_half: bool,
    slice: u32,
    slices: u32,
}

impl UnitShare {
    fn new(half: u32, unit: &JoinUnit) -> Self {
        let (x, size) = (unit.columns, unit.columns.count_ones());
        UnitShare {
            all: (1 << half) - 1,
            x,
            size,
            sets: binomial(half, size),
            is_half: 2 * size == half,
            slice: unit.slice,
            slices: unit.slices,
        }
    }

    /// Returns the numbers of the sets x' and u' whose boards have no greater view:
    /// neither the sets nor, if these are as large, their complements are above x.
    /// Complements have the numbers in the opposite order.
    fn allowed_sets(&self) -> Range<u32> {
        let end = set_number(self.x) + 1;
        if self.is_half {
            self.sets.saturating_sub(end)..end
        } else {
            0..end
        }
    }

    fn complement(&self, set: u32) -> u32 {
        self.all & !set
    }

    /// Returns the numbers of the complements of sets with these numbers.
    fn complements(&self, numbers: &Range<u32>) -> Range<u32> {
        self.sets - numbers.end..self.sets - numbers.start
    }

    /// Returns true if the slice has this set of rows.
    fn has(&self, set: u32) -> bool {
        set_number(set) % self.slices == self.slice
    }

    /// Returns the number of these numbers that belong to the slice.
    fn in_slice(&self, numbers: Range<u32>) -> u64 {
        let below =
            |end: u32| u64::from((end + self.slices - 1 - self.slice) / self.slices);
        below(numbers.end.max(numbers.start)) - below(numbers.start)
    }

    /// Counts the share-outs with `u`, on a board that is even or has a queen in the
    /// centre.
    fn count_by_views(&self, u: u32) -> u64 {
        let allowed = self.allowed_sets();
        let tops = self.in_slice(allowed.clone());
        let bottoms = u64::from(allowed.end - allowed.start);
        let counted = tops * bottoms - self.count_refused(u, allowed.end);
        // Ties, as in `unit`: x' is x, or x' is u; the same for complements.
        let mut along = u64::from(self.has(self.x));
        let mut across = u64::from(self.has(u));
        if self.is_half {
            along += u64::from(self.has(self.complement(self.x)));
            across += u64::from(self.has(self.complement(u)));
        }
        if self.x == u || self.x == self.complement(u) {
            4 * counted - 2 * along
        } else {
            8 * counted - 4 * (along + across)
        }
    }

    /// Counts the pairs (x', u') that refuse each other by their marks: one is x and the
    /// other is above u; and the same for complements. `end` is the number after the last
    /// allowed set.
    fn count_refused(&self, u: u32, end: u32) -> u64 {
        let above_u = set_number(u) + 1..end;
        let count_above_u = u64::from(above_u.end.saturating_sub(above_u.start));
        let x = self.x;
        let (has_x, x_above_u) = (u64::from(self.has(x)), count_if_above(x, u));
        // x' is x, or u' is x; the pair (x, x) is in both sets.
        let mut refused = has_x * count_above_u + self.in_slice(above_u.clone());
        refused -= has_x * x_above_u;
        if self.is_half {
            let not_x = self.complement(x);
            let (has_not_x, not_x_above_u) =
                (u64::from(self.has(not_x)), count_if_above(not_x, u));
            refused += has_not_x * count_above_u;
            refused += self.in_slice(self.complements(&above_u));
            // Pairs of x and its complement that are counted twice.
            refused -= has_not_x * x_above_u;
            refused -= has_x * not_x_above_u;
            refused -= has_not_x * not_x_above_u;
        }
        refused
    }

    /// Counts the share-outs with `u`, on an odd board without a queen in the centre.
    ///
    /// The queen of the middle row is in a column d that u does not take, the one of the
    /// middle column in a row e > d that x' does not take. Or, unless that is the mirror
    /// image of the same sets, d is in x and e in x'. u' is any set. `without[e]` is the
    /// number of sets x' without e.
    fn count_with_empty_centre(&self, u: u32, without: &[u32]) -> u64 {
        let all = self.in_slice(0..self.sets);
        // Invariant: `right` is the number of pairs (x', e) with e > d and e not in x',
        // `left` with e in x'.
        let (mut right, mut left, mut found) = (0, 0, 0);
        for (d, &leaving) in without.iter().enumerate().rev() {
            if u >> d & 1 == 0 {
                found += right;
            }
            if self.x >> d & 1 == 1 && u != self.complement(self.x) {
                found += left;
            }
            right += u64::from(leaving);
            left += all - u64::from(leaving);
        }
        8 * u64::from(self.sets) * found
    }
}

/// Returns 1 if a set comes after another one of its size, else 0.
fn count_if_above(set: u32, other: u32) -> u64 {
    u64::from(set_number(set) > set_number(other))
}

#[cfg(test)]
mod tests {
    use super::super::plan::JoinPlan;
    use super::*;

    /// Lists all share-outs: x and x' of one size, with u and u' of the same; and for the
    /// queens of the middle lines off the centre, d and e > d that u and x' do not take,
    /// each for its eight images.
    fn listed(half: u32, odd: bool) -> u64 {
        let mut found = 0;
        for size in 0..=half {
            let all: Vec<u32> = list_sets(half, size).collect();
            let (pairs, squared) =
                (all.len() as u64, all.len() as u64 * all.len() as u64);
            found += squared * squared;
            let leaves = |u: &u32, d: u32| u >> d & 1 == 0;
            for (d, e) in (0..half)
                .flat_map(|d| (d + 1..half).map(move |e| (d, e)))
                .filter(|_| odd)
            {
                let left = all.iter().filter(|u| leaves(u, d)).count()
                    * all.iter().filter(|x| leaves(x, e)).count();
                found += 8 * pairs * pairs * left as u64;
            }
        }
        found
    }

    #[test]
    fn units_cover_every_share_out_in_every_slicing() {
        for n in 8..=19 {
            for slices in 1..=4 {
                let plan = JoinPlan::cut(n, |_, _, opposites, sets| {
                    (opposites.div_ceil(3), slices.min(sets))
                });
                let shares = plan.shares();
                let units = (0..plan.units()).map(|number| plan.unit(number));
                let counted: u64 = units
                    .map(|(unit, opposites, _)| {
                        shares.count_share_outs(&unit, &opposites)
                    })
                    .sum();
                assert_eq!(
                    counted,
                    listed(n / 2, n % 2 == 1),
                    "{n} queens in {slices} slices"
                );
            }
        }
    }
}
