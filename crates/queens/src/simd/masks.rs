//! Sets of 256 places, a bit for each: what the join reckons with.

use super::{Loops, Set};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// How many places a set has.
pub(crate) const PLACES: usize = 256;

/// A set of places. Of 64-bit words, so that the compiler puts it into vectors of any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Mask(pub(crate) [u64; PLACES / 64]);

impl Mask {
    pub(crate) const NONE: Mask = Mask([0; PLACES / 64]);
    pub(crate) const ALL: Mask = Mask([!0; PLACES / 64]);

    /// The places of the first `count` words of a block.
    #[inline(always)]
    pub(crate) fn taken(count: usize) -> Mask {
        let mut words = [0; 4];
        for (i, word) in words.iter_mut().enumerate() {
            let lane = |first: usize| u64::from(!u32::MAX.unbounded_shl(((count + 7 - first) / 8) as u32));
            *word = lane(i) | lane(i + 4) << 32;
        }
        Mask(words)
    }
}

impl BitAnd for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitand(mut self, other: Mask) -> Mask {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl BitOr for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitor(mut self, other: Mask) -> Mask {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl BitXor for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitxor(mut self, other: Mask) -> Mask {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word ^= other;
        }
        self
    }
}

impl Not for Mask {
    type Output = Mask;

    #[inline(always)]
    fn not(self) -> Mask {
        self ^ Mask::ALL
    }
}

/// The words of up to 256 halves, those without a half 0: the low 32 bits, or the `HIGH` ones. Eight words lie
/// side by side in a mask, the first and the fifth in its first 64 bits and so on.
#[inline(always)]
pub(crate) fn packed<const HIGH: bool>(halves: &[u64]) -> [Mask; 32] {
    const LOW: u64 = u32::MAX as u64;
    let mut rows = [Mask::NONE; 32];
    let (lines, rest) = halves.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for (row, line) in rows.iter_mut().zip(lines.iter().chain([&last])) {
        for (i, word) in row.0.iter_mut().enumerate() {
            let (first, second) = (line[i], line[i + 4]);
            *word = if HIGH { first >> 32 | second & !LOW } else { first & LOW | second << 32 };
        }
    }
    rows
}

/// For each bit of a word the places whose words have it, from the words of all places: the step from words
/// side by side to bits side by side. Word i is at place 32 (2 (i mod 4) + i / 4 mod 2) + i / 8.
#[inline(always)]
pub(crate) fn transposed<L: Loops>(loops: L, rows: &[Mask; 32]) -> [Mask; 32] {
    let mut sets = [loops.set(&Mask::NONE); 32];
    for (set, row) in sets.iter_mut().zip(rows) {
        *set = loops.set(row);
    }
    exchange::<L, 16>(loops, &mut sets, 0x0000_ffff);
    exchange::<L, 8>(loops, &mut sets, 0x00ff_00ff);
    exchange::<L, 4>(loops, &mut sets, 0x0f0f_0f0f);
    exchange::<L, 2>(loops, &mut sets, 0x3333_3333);
    exchange::<L, 1>(loops, &mut sets, 0x5555_5555);
    let mut masks = [Mask::NONE; 32];
    for (mask, set) in masks.iter_mut().zip(sets) {
        *mask = set.mask();
    }
    masks
}

/// A step of transposing the 32 x 32 bits of each lane: blocks of `SIDE` x `SIDE` bits change places over the
/// diagonal of the block of twice the side that they lie in (Warren, Hacker's Delight, 2nd ed., 7-3).
#[inline(always)]
fn exchange<L: Loops, const SIDE: usize>(loops: L, rows: &mut [L::Set; 32], low: u64) {
    let low = loops.set(&Mask([low | low << 32; 4]));
    for start in (0..32).step_by(2 * SIDE) {
        for row in start..start + SIDE {
            // The bits that cross from one word into its neighbour are not low.
            let moved = rows[row].down(SIDE as u32).xor(rows[row + SIDE]).and(low);
            rows[row] = rows[row].xor(moved.up(SIDE as u32));
            rows[row + SIDE] = rows[row + SIDE].xor(moved);
        }
    }
}

/// Adds up the sizes of sets: each place counts by itself, in binary, one set for each digit
/// (Harley and Seal's carry-save adders, in Warren, Hacker's Delight, 2nd ed., 5-1).
#[derive(Clone, Copy)]
pub(crate) struct Sizes<S> {
    ones: S,
    twos: S,
    fours: S,
    /// Numbers, one for each word of a set.
    eights: S,
}

impl<S: Set> Sizes<S> {
    /// Nothing added yet; `none` is the empty set.
    #[inline(always)]
    pub(crate) fn zero(none: S) -> Self {
        Sizes { ones: none, twos: none, fours: none, eights: none }
    }

    /// Adds the sizes of eight sets.
    #[inline(always)]
    pub(crate) fn add_eight(&mut self, [a, b, c, d, e, f, g, h]: [S; 8]) {
        let (first, second) = (self.fours_of([a, b, c, d]), self.fours_of([e, f, g, h]));
        let eights = add(&mut self.fours, first, second);
        self.eights = self.eights.plus_sizes(eights);
    }

    /// Adds the size of a set.
    #[inline(always)]
    pub(crate) fn add_one(&mut self, set: S) {
        let twos = self.ones.and(set);
        let fours = self.twos.and(twos);
        self.ones = self.ones.xor(set);
        self.twos = self.twos.xor(twos);
        self.eights = self.eights.plus_sizes(self.fours.and(fours));
        self.fours = self.fours.xor(fours);
    }

    #[inline(always)]
    fn fours_of(&mut self, [a, b, c, d]: [S; 4]) -> S {
        let (first, second) = (add(&mut self.ones, a, b), add(&mut self.ones, c, d));
        add(&mut self.twos, first, second)
    }

    /// The sum.
    #[inline(always)]
    pub(crate) fn sum(&self, none: S) -> u64 {
        let size = |set| none.plus_sizes(set).sum();
        size(self.ones) + 2 * size(self.twos) + 4 * size(self.fours) + 8 * self.eights.sum()
    }
}

/// Adds two binary digits to a third and answers the carry.
#[inline(always)]
fn add<S: Set>(digit: &mut S, a: S, b: S) -> S {
    let either = digit.xor(a);
    let carry = digit.and(a).or(either.and(b));
    *digit = either.xor(b);
    carry
}

#[cfg(test)]
mod tests {
    use super::super::{Kernel, Work};
    use super::*;
    use proptest::prelude::*;
    use std::ops::Range;

    fn masks(len: Range<usize>) -> impl Strategy<Value = Vec<Mask>> {
        prop::collection::vec(any::<[u64; 4]>().prop_map(Mask), len)
    }

    proptest! {
        #[test]
        fn sizes_add_up(sets in masks(0..100), eights in 0_usize..12) {
            let mut sizes = Sizes::zero(Mask::NONE);
            let (of_eight, rest) = sets.split_at(sets.len().min(8 * eights));
            for sets in of_eight.as_chunks().0 {
                sizes.add_eight(*sets);
            }
            for &set in rest.iter().chain(of_eight.as_chunks::<8>().1) {
                sizes.add_one(set);
            }
            let ones = sets.iter().flat_map(|set| set.0).map(|word| u64::from(word.count_ones()));
            prop_assert_eq!(sizes.sum(Mask::NONE), ones.sum::<u64>());
        }

        #[test]
        fn every_bit_comes_to_its_place(halves in prop::collection::vec(any::<u64>(), 0..=PLACES)) {
            struct Transpose<'a>(&'a [u64]);
            impl Work for Transpose<'_> {
                type Output = [[Mask; 32]; 2];
                fn run<L: Loops>(self, loops: L) -> Self::Output {
                    [packed::<false>(self.0), packed::<true>(self.0)].map(|rows| transposed(loops, &rows))
                }
            }
            let has = |mask: Mask, place: usize| mask.0[place / 64] >> (place % 64) & 1 == 1;
            let taken = Mask::taken(halves.len());
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find("test").ok()) {
                let slices = kernel.run(Transpose(&halves));
                for i in 0..PLACES {
                    let place = 32 * (2 * (i % 4) + i / 4 % 2) + i / 8;
                    prop_assert_eq!(has(taken, place), i < halves.len());
                    let half = halves.get(i).copied().unwrap_or(0);
                    for (bit, &mask) in slices.as_flattened().iter().enumerate() {
                        prop_assert_eq!(has(mask, place), half >> bit & 1 == 1);
                    }
                }
            }
        }
    }
}
