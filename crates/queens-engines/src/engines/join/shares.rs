//! A check that the work units together are the whole count, and that none overlaps
//! another.
//!
//! A *share-out* says which rows and columns the queens of the upper left and of the
//! lower right corner take: the sets (x, u, x', u') of [`unit`](super::unit), and on an
//! odd board where the queens of the middle row and column stand. Every solution has one.
//! A unit stands for as many share-outs as it would count solutions if no queen struck
//! along a diagonal and each share-out were one board: the same symmetry, the same marks,
//! the same ties. All units together must come to the number of share-outs, which
//! binomials tell without any symmetry.
//!
//! The sets that x leaves to x' and u' are an interval in the order of their numbers, so
//! that a unit takes a few steps for each u.

use super::plan::JoinUnit;
use super::sets::{OppositeSets, choose, number, sets};
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
    /// For units with sets of these sizes in so many slices, on a board with halves of
    /// `half`.
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
                for (set, slice) in sets(half, size).zip((0..slices as usize).cycle()) {
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
    pub(super) fn of(&self, unit: &JoinUnit, opposites: &OppositeSets) -> u64 {
        let pairs = (unit.first..unit.end).map(|place| opposites.get(place));
        let share = UnitShare::new(self.half, unit);
        if !unit.empty_centre {
            return pairs.map(|u| share.of_views(u)).sum();
        }
        let without = &self.without[&(share.size, unit.slices)][unit.slice as usize];
        pairs.map(|u| share.of_empty_centre(u, without)).sum()
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
            sets: choose(half, size),
            is_half: 2 * size == half,
            slice: unit.slice,
            slices: unit.slices,
        }
    }

    /// The numbers of the sets that x leaves: neither they nor, if these have as many
    /// elements, their complements are above x. Complements stand in the opposite order.
    fn left(&self) -> Range<u32> {
        let end = number(self.x) + 1;
        if self.is_half {
            self.sets.saturating_sub(end)..end
        } else {
            0..end
        }
    }

    fn complement(&self, set: u32) -> u32 {
        self.all & !set
    }

    fn has(&self, set: u32) -> bool {
        number(set) % self.slices == self.slice
    }

    /// Returns the number of these numbers that belong to the slice.
    fn in_slice(&self, numbers: Range<u32>) -> u64 {
        let below =
            |end: u32| u64::from((end + self.slices - 1 - self.slice) / self.slices);
        below(numbers.end.max(numbers.start)) - below(numbers.start)
    }

    fn of_views(&self, u: u32) -> u64 {
        let x = self.x;
        let left = self.left();
        let above = number(u) + 1..left.end;
        let (tops, bottoms) = (
            self.in_slice(left.clone()),
            u64::from(left.end - left.start),
        );
        let others =
            |numbers: &Range<u32>| self.sets - numbers.end..self.sets - numbers.start;
        let is_above = |set: u32| number(set) > number(u);
        // Pairs that refuse each other: x' is x and u' above u, or the other way round;
        // and the same for complements.
        let mut refused = if self.has(x) {
            u64::from(above.end - above.start)
        } else {
            0
        };
        refused += self.in_slice(above.clone());
        // Of both kinds at once: (x, x).
        refused -= u64::from(self.has(x) && is_above(x));
        let mut along = u64::from(self.has(x));
        let mut across = u64::from(self.has(u));
        if self.is_half {
            let [not_x, not_u] = [x, u].map(|set| self.complement(set));
            refused += if self.has(not_x) {
                u64::from(above.end - above.start)
            } else {
                0
            };
            refused += self.in_slice(others(&above));
            refused -= u64::from(self.has(not_x) && is_above(x));
            refused -= u64::from(self.has(x) && is_above(not_x));
            refused -= u64::from(self.has(not_x) && is_above(not_x));
            along += u64::from(self.has(not_x));
            across += u64::from(self.has(not_u));
        }
        let counted = tops * bottoms - refused;
        if x == u || x == self.complement(u) {
            4 * counted - 2 * along
        } else {
            8 * counted - 4 * (along + across)
        }
    }

    /// The queen of the middle row stands on a column d that u leaves, that of the middle
    /// column on a row e > d that x' leaves; or, if that is not the mirror image of the
    /// same sets, on one of x and on one of x'. u' is any set. `without` tells how many
    /// x' leave each row.
    fn of_empty_centre(&self, u: u32, without: &[u32]) -> u64 {
        let all = self.in_slice(0..self.sets);
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

#[cfg(test)]
mod tests {
    use super::super::plan::JoinPlan;
    use super::*;

    /// The share-outs that must be told, listed: x and x' of one size, with u and u' of
    /// the same; and for the queens of the middle lines off the centre, d and e > d that
    /// u and x' leave, each for its eight images.
    fn listed(half: u32, odd: bool) -> u64 {
        let mut found = 0;
        for size in 0..=half {
            let all: Vec<u32> = sets(half, size).collect();
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
                let told = (0..plan.units()).map(|number| plan.unit(number));
                let told: u64 = told
                    .map(|(unit, opposites, _)| shares.of(&unit, &opposites))
                    .sum();
                assert_eq!(
                    told,
                    listed(n / 2, n % 2 == 1),
                    "{n} queens in {slices} slices"
                );
            }
        }
    }
}
