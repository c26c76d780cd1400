//! Tie-break between lines with equally many squares: the line with the highest recent
//! impact, then the line farthest from the middle, or a random one.
//!
//! The impact of a line (after Refalo, Impact-based search strategies, 2004, but of lines
//! instead of squares) is measured by its latest queens: highest if they failed, then the
//! more lines were filled at once after each. On boards with random holes it finds the
//! lines that obstruct most others; if the bounds decide, far lines stay first.

use super::groups;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Shift of the moving average: a new queen counts for one part in 2^7.
const AVERAGE_SHIFT: u32 = 7;

/// Measure of a queen after whom no other line is filled. Each filled line takes off a
/// tenth, nine tenths at most.
const NO_IMPACT: u32 = 60_000;

/// Bits below a class: averages that differ only there are equal, and the distance from
/// the middle or the random number that they make room for decides.
const CLASS_BITS: u32 = 12;

/// The order of rows, then columns, by number.
#[derive(Clone, Debug)]
pub(super) struct LineOrder {
    /// Moving average of each line: 0 if all queens failed, at most [`NO_IMPACT`],
    /// rounding aside. Starts at 0, so that every line is tried.
    averages: Vec<u32>,
    /// Closeness of each line to the middle: below two to the power [`CLASS_BITS`].
    near: Vec<u32>,
    /// Keys by closeness alone: see [`groups::tie`].
    far: Vec<u64>,
    /// Keys by class, then closeness or random number: see [`groups::tie`].
    ties: Vec<u64>,
}

impl LineOrder {
    /// Returns the order of `rows` and `columns` in a square of `side` places.
    pub(super) fn new(rows: usize, columns: usize, side: usize) -> Self {
        let places = (0..rows).chain(0..columns);
        let near: Vec<u32> = places
            .map(|place| (2 * side).saturating_sub((2 * place + 1).abs_diff(side)) as u32)
            .collect();
        let averages = vec![0; near.len()];
        let far: Vec<u64> = near
            .iter()
            .enumerate()
            .map(|(line, &near)| groups::tie(line, near))
            .collect();
        LineOrder {
            averages,
            near,
            ties: far.clone(),
            far,
        }
    }

    /// Returns the keys that put far lines first whatever was learned.
    #[inline(always)]
    pub(super) fn far(&self) -> &[u64] {
        &self.far
    }

    /// Returns the keys by impact.
    #[inline(always)]
    pub(super) fn ties(&self) -> &[u64] {
        &self.ties
    }

    /// Records a queen of `line`: she failed, or `filled` other lines were filled at
    /// once.
    #[inline(always)]
    pub(super) fn learn(&mut self, line: usize, filled: Option<usize>) {
        let measure =
            filled.map_or(0, |filled| NO_IMPACT / 10 * (10 - filled.min(9) as u32));
        let average = &mut self.averages[line];
        *average = *average + (measure >> AVERAGE_SHIFT) - (*average >> AVERAGE_SHIFT);
        self.ties[line] = groups::tie(line, class(*average) | self.near[line]);
    }

    /// Orders the lines of each class at random, until something is learned about them.
    #[inline(always)]
    pub(super) fn draw(&mut self, random: &mut ChaCha8Rng) {
        // A random number for each line would cost more than a short restart: the lines
        // take steps of an odd, so never periodic, random number.
        let (step, from) = (random.random::<u32>() | 1, random.random::<u32>());
        for ((tie, &average), line) in
            self.ties.iter_mut().zip(&self.averages).zip(0u32..)
        {
            let drawn =
                line.wrapping_mul(step).wrapping_add(from) >> (u32::BITS - CLASS_BITS);
            *tie = groups::tie(line as usize, class(average) | drawn);
        }
    }
}

/// Returns the class of an average, in place.
#[inline(always)]
fn class(average: u32) -> u32 {
    average >> CLASS_BITS << CLASS_BITS
}

#[cfg(test)]
mod tests {
    use super::super::sets::{self, LineSet};
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;

    const SIDE: usize = 8;

    /// Returns the first line if all have two squares.
    fn first(order: &LineOrder) -> usize {
        let mut two: LineSet<1> = [0];
        (0..2).for_each(|at| sets::insert(&mut two, at));
        groups::smallest(&[two; 2 * SIDE], order.ties()).line
    }

    #[test]
    fn tries_far_lines_first() {
        assert_eq!(first(&LineOrder::new(SIDE, SIDE, SIDE)), 0);
    }

    #[test]
    fn the_line_with_the_highest_impact_goes_first() {
        let mut order = LineOrder::new(SIDE, SIDE, SIDE);
        for _ in 0..1000 {
            (0..2 * SIDE)
                .for_each(|line| order.learn(line, Some(if line == 11 { 4 } else { 1 })));
        }
        assert_eq!(first(&order), 11);
        (0..1000).for_each(|_| order.learn(3, None));
        assert_eq!(first(&order), 3);
    }

    proptest! {
        #[test]
        fn random_numbers_decide_only_within_a_class(
            learned in prop::collection::vec((0..2 * SIDE, prop::option::of(0_usize..12)), 0..3000),
            seed: u64,
        ) {
            let mut order = LineOrder::new(SIDE, SIDE, SIDE);
            learned.iter().for_each(|&(line, filled)| order.learn(line, filled));
            let classes = |order: &LineOrder| -> Vec<u64> {
                order.ties().iter().map(|tie| tie >> (u32::BITS + CLASS_BITS)).collect()
            };
            let before = classes(&order);
            prop_assert!(order.averages.iter().all(|&average| average < NO_IMPACT + (1 << AVERAGE_SHIFT)));
            order.draw(&mut ChaCha8Rng::seed_from_u64(seed));
            prop_assert_eq!(classes(&order), before);
            let first = first(&order);
            prop_assert!(order.averages.iter().all(|&average| class(order.averages[first]) <= class(average)));
        }
    }
}
