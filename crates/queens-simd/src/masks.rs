//! Sets of places, a bit for each, for the join.

use super::{KernelLoops, PlaceSet};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of places in memory, as many as a register of the kernel has bits.
pub trait PlaceMask: Copy + Debug + BitAnd<Output = Self> + Not<Output = Self> {
    /// Number of places.
    const PLACES: usize;
    /// The empty set.
    const NONE: Self;

    /// The places, 64 in a word.
    fn words(&self) -> &[u64];
    /// The places as so many words, at least `PLACES / 64`, have them; those after are
    /// ignored.
    fn of_words(words: &[u64]) -> Option<Self>;
    /// Of each 64 places the same ones.
    fn same(word: u64) -> Self;
    /// The words of up to `PLACES` halves, those without a half 0: the low 32 bits, or
    /// the `HIGH` ones. As many words as there are bits for lie side by side in a mask,
    /// the first of them and the first of the second half of them in its first 64 bits
    /// and so on.
    fn packed<const HIGH: bool>(halves: &[u64]) -> [Self; 32];
}

/// Sets of 64 places for each word. Of 64-bit words, so that the compiler puts it into
/// vectors of any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskWords<const COUNT: usize>(pub(crate) [u64; COUNT]);

impl<const COUNT: usize> PlaceMask for MaskWords<COUNT> {
    const PLACES: usize = 64 * COUNT;
    const NONE: Self = MaskWords([0; COUNT]);

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn of_words(words: &[u64]) -> Option<Self> {
        words.first_chunk().copied().map(MaskWords)
    }

    #[inline(always)]
    fn same(word: u64) -> Self {
        MaskWords([word; COUNT])
    }

    #[inline(always)]
    fn packed<const HIGH: bool>(halves: &[u64]) -> [Self; 32] {
        const LOW: u64 = u32::MAX as u64;
        let mut rows = [Self::NONE; 32];
        for (row, line) in rows.iter_mut().zip(halves.chunks(2 * COUNT)) {
            let mut last = [[0; COUNT]; 2];
            let [firsts, seconds] = match line.as_chunks() {
                ([firsts, seconds], []) => [firsts, seconds],
                _ => {
                    last.as_flattened_mut()[..line.len()].copy_from_slice(line);
                    last.each_ref()
                }
            };
            for ((word, first), second) in row.0.iter_mut().zip(firsts).zip(seconds) {
                *word = if HIGH {
                    first >> 32 | second & !LOW
                } else {
                    first & LOW | second << 32
                };
            }
        }
        rows
    }
}

impl<const COUNT: usize> BitAnd for MaskWords<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const COUNT: usize> BitOr for MaskWords<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const COUNT: usize> BitXor for MaskWords<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word ^= other;
        }
        self
    }
}

impl<const COUNT: usize> Not for MaskWords<COUNT> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ MaskWords([!0; COUNT])
    }
}

/// For each bit of a word the places whose words have it, from the words of all places:
/// the step from words side by side to bits side by side. With c words in a set, word i
/// is at place 32 (2 (i mod c) + i / c mod 2) + i / 2c.
#[inline(always)]
pub fn transposed<L: KernelLoops>(loops: L, rows: &[L::Mask; 32]) -> [L::Mask; 32] {
    let mut sets = [loops.set(&L::Mask::NONE); 32];
    for (set, row) in sets.iter_mut().zip(rows) {
        *set = loops.set(row);
    }
    exchange::<L, 16>(loops, &mut sets, 0x0000_ffff);
    exchange::<L, 8>(loops, &mut sets, 0x00ff_00ff);
    exchange::<L, 4>(loops, &mut sets, 0x0f0f_0f0f);
    exchange::<L, 2>(loops, &mut sets, 0x3333_3333);
    exchange::<L, 1>(loops, &mut sets, 0x5555_5555);
    let mut masks = [L::Mask::NONE; 32];
    for (mask, set) in masks.iter_mut().zip(sets) {
        *mask = set.mask();
    }
    masks
}

/// A step of transposing the 32 x 32 bits of each lane: blocks of `SIDE` x `SIDE` bits
/// change places over the diagonal of the block of twice the side that they lie in
/// (Warren, Hacker's Delight, 2nd ed., 7-3).
#[inline(always)]
fn exchange<L: KernelLoops, const SIDE: usize>(
    loops: L,
    rows: &mut [L::Set; 32],
    low: u64,
) {
    let low = loops.set(&L::Mask::same(low | low << 32));
    for start in (0..32).step_by(2 * SIDE) {
        for row in start..start + SIDE {
            // The bits that cross from one word into its neighbour are not low.
            let moved = rows[row].down(SIDE as u32).xor(rows[row + SIDE]).and(low);
            rows[row] = rows[row].xor(moved.up(SIDE as u32));
            rows[row + SIDE] = rows[row + SIDE].xor(moved);
        }
    }
}

/// Adds up the sizes of sets: each place counts by itself, in binary, one set for each
/// digit (Harley and Seal's carry-save adders, in Warren, Hacker's Delight, 2nd ed.,
/// 5-1).
#[derive(Clone, Copy)]
pub struct SizeSum<S> {
    ones: S,
    twos: S,
    /// Numbers, one for each word of a set.
    fours: S,
}

impl<S: PlaceSet> SizeSum<S> {
    /// Nothing added yet; `none` is the empty set.
    #[inline(always)]
    pub fn zero(none: S) -> Self {
        SizeSum {
            ones: none,
            twos: none,
            fours: none,
        }
    }

    /// Adds the sizes of four sets.
    #[inline(always)]
    pub fn add_four(&mut self, [a, b, c, d]: [S; 4]) {
        let (first, second) = (add(&mut self.ones, a, b), add(&mut self.ones, c, d));
        self.fours = self.fours.plus_sizes(add(&mut self.twos, first, second));
    }

    /// Adds the size of a set.
    #[inline(always)]
    pub fn add_one(&mut self, set: S) {
        let twos = self.ones.and(set);
        self.ones = self.ones.xor(set);
        self.fours = self.fours.plus_sizes(self.twos.and(twos));
        self.twos = self.twos.xor(twos);
    }

    /// The sum.
    #[inline(always)]
    pub fn sum(&self, none: S) -> u64 {
        let size = |set| none.plus_sizes(set).sum();
        size(self.ones) + 2 * size(self.twos) + 4 * self.fours.sum()
    }
}

/// Adds two binary digits to a third and answers the carry.
#[inline(always)]
fn add<S: PlaceSet>(digit: &mut S, a: S, b: S) -> S {
    let either = digit.xor(a);
    let carry = digit.and(a).or(either.and(b));
    *digit = either.xor(b);
    carry
}

#[cfg(test)]
mod tests {
    use super::super::{Kernel, KernelWork};
    use super::*;
    use proptest::prelude::*;
    use std::ops::Range;

    fn masks(len: Range<usize>) -> impl Strategy<Value = Vec<[u64; 8]>> {
        prop::collection::vec(any::<[u64; 8]>(), len)
    }

    /// Returns the sum of all sizes, the first `fours` times four sets four at a time.
    fn sum<const COUNT: usize>(sets: &[[u64; 8]], fours: usize) -> u64 {
        let sets: Vec<MaskWords<COUNT>> = sets
            .iter()
            .map(|set| MaskWords(*set.first_chunk().unwrap()))
            .collect();
        let mut sizes = SizeSum::zero(MaskWords::NONE);
        let (of_four, rest) = sets.split_at(sets.len().min(4 * fours));
        for sets in of_four.as_chunks().0 {
            sizes.add_four(*sets);
        }
        for &set in rest.iter().chain(of_four.as_chunks::<4>().1) {
            sizes.add_one(set);
        }
        sizes.sum(MaskWords::NONE)
    }

    proptest! {
        #[test]
        fn sizes_add_up(sets in masks(0..100), fours in 0_usize..24) {
            let ones = |words: usize| -> u64 {
                sets.iter().flat_map(|set| &set[..words]).map(|word| u64::from(word.count_ones())).sum()
            };
            prop_assert_eq!([sum::<4>(&sets, fours), sum::<8>(&sets, fours)], [ones(4), ones(8)]);
        }

        #[test]
        fn every_bit_reaches_its_place(halves in prop::collection::vec(any::<u64>(), 0..=512)) {
            /// True if each place has the bits of its half, and one without a half none.
            struct Transpose<'a>(&'a [u64]);
            impl KernelWork for Transpose<'_> {
                type Output = bool;
                fn run<L: KernelLoops>(self, loops: L) -> bool {
                    let places = L::Mask::PLACES;
                    let halves = &self.0[..self.0.len().min(places)];
                    let has = |mask: L::Mask, place: usize| mask.words()[place / 64] >> (place % 64) & 1 == 1;
                    let words = places / 64;
                    let slices = [L::Mask::packed::<false>(halves), L::Mask::packed::<true>(halves)]
                        .map(|rows| transposed(loops, &rows));
                    (0..places).all(|i| {
                        let place = 32 * (2 * (i % words) + i / words % 2) + i / (2 * words);
                        let half = halves.get(i).copied().unwrap_or(0);
                        let mut bits = slices.as_flattened().iter().enumerate();
                        bits.all(|(bit, &mask)| has(mask, place) == (half >> bit & 1 == 1))
                    })
                }
            }
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find().ok()) {
                prop_assert!(kernel.run(Transpose(&halves)));
            }
        }
    }
}
