//! Which of two lines with equally many squares goes first: that whose queens settled more of late, be it that they failed
//! or that other lines were filled for them; of about equal ones that farthest from the middle, or by lot.
//!
//! A measured impact (Refalo, Impact-based search strategies, 2004) of a line, not of its squares. On boards of random holes
//! it finds the lines that are in the way of most others; where the bounds decide, far lines stay first.

use super::groups;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A new queen counts for one part in two to this power of what is known of her line.
const MEMORY: u32 = 7;

/// What a queen leaves open for whom no other line is filled. Each line that is takes a tenth away, nine at most.
const ALL: u32 = 60_000;

/// Lines are in one class whose queens leave the same multiple of two to this power. Below it stands what decides between
/// them.
const CLASS_AT: u32 = 12;

/// The order of rows and columns, by number: rows first.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// What queens of each line left open of late: from 0, where all failed, to [`ALL`] and one part of the memory. At first
    /// 0, so that every line is tried.
    left: Vec<u32>,
    /// How near each line is to the middle: below two to the power [`CLASS_AT`].
    near: Vec<u32>,
    /// That alone, by [`groups::tie`].
    far: Vec<u64>,
    /// What is known of each line and how near it is, or its lot, by [`groups::tie`].
    ties: Vec<u64>,
}

impl Order {
    /// The order of that many `rows` and `columns`, which are some of the lines of a square of `side` places.
    pub(super) fn new(rows: usize, columns: usize, side: usize) -> Self {
        let near = |place: usize| (2 * side).saturating_sub((2 * place + 1).abs_diff(side)) as u32;
        let near: Vec<u32> = (0..rows).chain(0..columns).map(near).collect();
        let left = vec![0; near.len()];
        let far: Vec<u64> = near.iter().enumerate().map(|(line, &near)| groups::tie(line, near)).collect();
        Order { left, near, ties: far.clone(), far }
    }

    /// The order by which far lines go first whatever was learnt, for [`groups::least`].
    #[inline(always)]
    pub(super) fn far(&self) -> &[u64] {
        &self.far
    }

    /// For [`groups::least`].
    #[inline(always)]
    pub(super) fn ties(&self) -> &[u64] {
        &self.ties
    }

    /// A queen of `line` failed, or that many other lines were `filled` for her at once.
    #[inline(always)]
    pub(super) fn learn(&mut self, line: usize, filled: Option<usize>) {
        let leaves = filled.map_or(0, |filled| ALL / 10 * (10 - filled.min(9) as u32));
        let left = &mut self.left[line];
        *left = *left + (leaves >> MEMORY) - (*left >> MEMORY);
        self.ties[line] = groups::tie(line, class(*left) | self.near[line]);
    }

    /// Puts the lines of each class in random order, until something is learnt of them.
    #[inline(always)]
    pub(super) fn draw(&mut self, random: &mut ChaCha8Rng) {
        let (step, from) = (random.random::<u32>() | 1, random.random::<u32>());
        let drawn = |line: u32| line.wrapping_mul(step).wrapping_add(from) >> (u32::BITS - CLASS_AT);
        for ((tie, &left), line) in self.ties.iter_mut().zip(&self.left).zip(0..) {
            *tie = groups::tie(line as usize, class(left) | drawn(line));
        }
    }
}

/// The class of a line whose queens leave that much, where it stands in a tie.
#[inline(always)]
fn class(left: u32) -> u32 {
    left >> CLASS_AT << CLASS_AT
}

#[cfg(test)]
mod tests {
    use super::super::sets::{self, Set};
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;

    const SIDE: usize = 8;

    /// The line that comes first where all have two squares.
    fn first(order: &Order) -> usize {
        let mut two: Set<1> = [0];
        (0..2).for_each(|at| sets::insert(&mut two, at));
        groups::least(&[two; 2 * SIDE], order.ties()).line
    }

    #[test]
    fn far_lines_are_tried_first() {
        assert_eq!(first(&Order::new(SIDE, SIDE, SIDE)), 0);
    }

    #[test]
    fn the_line_that_settles_most_goes_first() {
        let mut order = Order::new(SIDE, SIDE, SIDE);
        for _ in 0..1000 {
            (0..2 * SIDE).for_each(|line| order.learn(line, Some(if line == 11 { 4 } else { 1 })));
        }
        assert_eq!(first(&order), 11);
        (0..1000).for_each(|_| order.learn(3, None));
        assert_eq!(first(&order), 3);
    }

    proptest! {
        #[test]
        fn lots_decide_within_a_class_alone(
            learnt in prop::collection::vec((0..2 * SIDE, prop::option::of(0_usize..12)), 0..3000),
            seed: u64,
        ) {
            let mut order = Order::new(SIDE, SIDE, SIDE);
            learnt.iter().for_each(|&(line, filled)| order.learn(line, filled));
            let classes = |order: &Order| -> Vec<u64> {
                order.ties().iter().map(|tie| tie >> (u32::BITS + CLASS_AT)).collect()
            };
            let before = classes(&order);
            prop_assert!(order.left.iter().all(|&left| left < ALL + (1 << MEMORY)));
            order.draw(&mut ChaCha8Rng::seed_from_u64(seed));
            prop_assert_eq!(classes(&order), before);
            let first = first(&order);
            prop_assert!(order.left.iter().all(|&left| class(order.left[first]) <= class(left)));
        }
    }
}
