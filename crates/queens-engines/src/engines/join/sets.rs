//! Sets of columns and rows as words, numbered among all sets of their size.
//!
//! The sets of one size in ascending order of their words are numbered from 0: the set
//! with the elements `a < b < c < ...` is number C(a, 1) + C(b, 2) + C(c, 3) + ... (the
//! combinatorial number system: Knuth, The Art of Computer Programming 4A, 7.2.1.3).

use std::cmp::Ordering;
use std::iter::successors;

/// Maximum number of elements.
const MAX_ELEMENTS: usize = 16;

/// Pascal's triangle.
const BINOMIALS: [[u32; MAX_ELEMENTS + 2]; MAX_ELEMENTS + 1] = {
    let mut rows = [[0; MAX_ELEMENTS + 2]; MAX_ELEMENTS + 1];
    let mut n = 0;
    while n <= MAX_ELEMENTS {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// Returns the number of subsets of `size` of a set of `most` elements, at most 16.
pub(super) fn binomial(most: u32, size: u32) -> u32 {
    BINOMIALS[most as usize][size as usize]
}

/// Lists the subsets of `size` of a set of `most` elements, in ascending order (Gosper's
/// hack, HAKMEM item 175).
pub(super) fn list_sets(most: u32, size: u32) -> impl Iterator<Item = u32> {
    successors(Some((1 << size) - 1), |&set| next_of_size(set))
        .take_while(move |set| set >> most == 0)
}

/// Returns the next greater set of the same size; `None` for the empty set.
fn next_of_size(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    // The lowest run of elements carries one element up; the others move to the bottom.
    let carried = set + lowest;
    Some(carried | ((set ^ carried) >> 2).checked_div(lowest)?)
}

/// Returns the number of a set among the sets of its size.
pub(super) fn set_number(set: u32) -> u32 {
    let (mut rest, mut size, mut number) = (set, 1, 0);
    // Invariant: `number` is the number of the set of the lowest `size` - 1 elements.
    while rest != 0 {
        number += binomial(rest.trailing_zeros(), size);
        rest &= rest - 1;
        size += 1;
    }
    number
}

/// Returns the set of `size` with this number.
pub(super) fn set_from_number(size: u32, number: u32) -> u32 {
    let (mut set, mut rest) = (0, number);
    let mut element = MAX_ELEMENTS as u32;
    // Invariant: `rest` is the number of the set of the elements that are still missing.
    // The highest of these is the greatest one whose binomial is not above `rest`.
    for size in (1..=size).rev() {
        while binomial(element, size) > rest {
            element -= 1;
        }
        rest -= binomial(element, size);
        set |= 1 << element;
    }
    set
}

/// Returns the rank of a set when views are compared: by size, then by word.
pub(super) fn rank(set: u32) -> (u32, u32) {
    (set.count_ones(), set)
}

/// The sets u of columns of the lower right corner that go with a set x of the upper left
/// corner, such that (x, u) can be the greatest view of a board.
///
/// They have the size of x, and neither u nor its complement ranks above x; with an empty
/// centre only the complement must not. They are an interval in the order of numbers, or
/// an interval and its complements, so a set is found from its place without a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct OppositeSets {
    size: u32,
    all: u32,
    /// Number of the first set of the interval among all sets of the size.
    first: u32,
    /// Number of sets in the interval.
    in_order: u32,
    /// True if the complements of these sets follow the interval.
    both: bool,
}

impl OppositeSets {
    /// Finds the sets, in O(half) steps.
    pub(super) fn new(half: u32, columns: u32, empty_centre: bool) -> Self {
        let (size, all) = (columns.count_ones(), (1 << half) - 1);
        let comparison = (2 * size).cmp(&half);
        let (first, end) = match comparison {
            Ordering::Less => (0, 0),
            Ordering::Greater if empty_centre => (0, binomial(half, size)),
            Ordering::Equal if empty_centre => {
                (set_number(all & !columns), binomial(half, size))
            }
            Ordering::Greater => (0, set_number(columns) + 1),
            // Of a set and its complement, the greater one has the highest element: so
            // the interval has the sets with it.
            Ordering::Equal => (binomial(half - 1, size), set_number(columns) + 1),
        };
        OppositeSets {
            size,
            all,
            first,
            in_order: end.saturating_sub(first),
            both: comparison == Ordering::Equal && !empty_centre,
        }
    }

    /// Returns the number of sets.
    pub(super) fn count(&self) -> u32 {
        if self.both {
            2 * self.in_order
        } else {
            self.in_order
        }
    }

    /// Returns the set at this place, from 0 on.
    pub(super) fn get(&self, place: u32) -> u32 {
        match place.checked_sub(self.in_order) {
            None => set_from_number(self.size, self.first + place),
            Some(place) => self.all & !set_from_number(self.size, self.first + place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_among_sets_of_their_size() {
        for most in 0..=12 {
            for size in 0..=most {
                let listed: Vec<u32> = list_sets(most, size).collect();
                let sized = (0_u32..1 << most).filter(|set| set.count_ones() == size);
                assert_eq!(listed, sized.collect::<Vec<_>>());
                assert_eq!(listed.len() as u32, binomial(most, size));
                for (place, &set) in (0..).zip(&listed) {
                    assert_eq!(
                        (set_number(set), set_from_number(size, place)),
                        (place, set)
                    );
                }
            }
        }
    }

    #[test]
    fn opposites_are_the_sets_that_the_symmetry_leaves() {
        for half in 1..=9 {
            let all: u32 = (1 << half) - 1;
            for (columns, empty_centre) in
                (0..=all).flat_map(|columns| [(columns, false), (columns, true)])
            {
                let opposites = OppositeSets::new(half, columns, empty_centre);
                let mut listed: Vec<u32> = (0..opposites.count())
                    .map(|place| opposites.get(place))
                    .collect();
                listed.sort_unstable();
                let stays = |&set: &u32| {
                    let greatest = rank(all & !set).max(if empty_centre {
                        (0, 0)
                    } else {
                        rank(set)
                    });
                    greatest <= rank(columns)
                };
                let left = list_sets(half, columns.count_ones()).filter(stays);
                assert_eq!(
                    listed,
                    left.collect::<Vec<_>>(),
                    "{columns:b} of {half}, {empty_centre}"
                );
            }
        }
    }
}
