//! Sets of places in memory, a bit for each, and the transposition that makes them.
//!
//! # Bits of words to sets of places
//! A block of the join holds one half board, a word, at each of 256 or 512 places. It is
//! tested by the sets of places whose words have a bit. So a matrix of words by bits is
//! transposed:
//!
//! ```text
//! words side by side              bits side by side
//! place 0: b31 ... b1 b0          set of bit 0:  p255 ... p1 p0
//! place 1: b31 ... b1 b0   --->   set of bit 1:  p255 ... p1 p0
//! ...                             ...
//! ```
//!
//! [`PlaceMask::pack_halves`] writes the words into 32 rows, each as long as a register,
//! and [`transpose`] exchanges bits in each of its lanes of 32 bits.

use super::{KernelLoops, PlaceSet};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of places in memory: as many as a register of the kernel has bits.
pub trait PlaceMask: Copy + Debug + BitAnd<Output = Self> + Not<Output = Self> {
    /// Number of places.
    const PLACES: usize;
    /// The empty set.
    const NONE: Self;

    /// Returns the places as words, 64 in each.
    fn words(&self) -> &[u64];
    /// Reads a set from the first `PLACES / 64` words; none if there are fewer.
    fn from_words(words: &[u64]) -> Option<Self>;
    /// Returns a mask that repeats `word` in every 64-bit lane.
    fn repeat(word: u64) -> Self;
    /// Packs the low 32 bits of up to `PLACES` words, or the `HIGH` ones, into 32 rows;
    /// missing words are 0.
    ///
    /// With c words in a mask, row r holds the words 2cr to 2cr + 2c - 1: lane i has word
    /// 2cr + i in its lower half and word 2cr + c + i in its upper half.
    fn pack_halves<const HIGH: bool>(halves: &[u64]) -> [Self; 32];
}

/// A set of 64 places for each word. Plain words, so that the compiler can use vectors of
/// any width.
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
    fn from_words(words: &[u64]) -> Option<Self> {
        words.first_chunk().copied().map(MaskWords)
    }

    #[inline(always)]
    fn repeat(word: u64) -> Self {
        MaskWords([word; COUNT])
    }

    #[inline(always)]
    fn pack_halves<const HIGH: bool>(halves: &[u64]) -> [Self; 32] {
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

/// Transposes 32 x LANES bits: `result[i]` has bit p set iff the word at place p has
/// bit i.
///
/// With c words in a mask, word i of [`PlaceMask::pack_halves`] gets the place
/// 32 (2 (i mod c) + i / c mod 2) + i / 2c. The order does not matter to the join, and
/// keeping it would take another pass.
#[inline(always)]
pub fn transpose<L: KernelLoops>(loops: L, rows: &[L::Mask; 32]) -> [L::Mask; 32] {
    let mut sets = [loops.load(&L::Mask::NONE); 32];
    for (set, row) in sets.iter_mut().zip(rows) {
        *set = loops.load(row);
    }
    exchange_halves::<L, 16>(loops, &mut sets, 0x0000_ffff);
    exchange_halves::<L, 8>(loops, &mut sets, 0x00ff_00ff);
    exchange_halves::<L, 4>(loops, &mut sets, 0x0f0f_0f0f);
    exchange_halves::<L, 2>(loops, &mut sets, 0x3333_3333);
    exchange_halves::<L, 1>(loops, &mut sets, 0x5555_5555);
    let mut masks = [L::Mask::NONE; 32];
    for (mask, set) in masks.iter_mut().zip(sets) {
        *mask = set.to_mask();
    }
    masks
}

/// A step of transposing the 32 x 32 bits of each lane (Warren, Hacker's Delight, 2nd
/// ed., 7-3). It exchanges blocks of `SIDE` x `SIDE` bits:
///
/// ```text
///  row ..             | A B |      | A C |
///  row + SIDE ..      | C D |  ->  | B D |
/// ```
///
/// After the steps for 16, 8, 4, 2 and 1, every bit is on the other side of the diagonal.
/// `low` has the bits of the columns of A and C.
#[inline(always)]
fn exchange_halves<L: KernelLoops, const SIDE: usize>(
    loops: L,
    rows: &mut [L::Set; 32],
    low: u64,
) {
    let low = loops.load(&L::Mask::repeat(low | low << 32));
    for start in (0..32).step_by(2 * SIDE) {
        for row in start..start + SIDE {
            // The shift moves bits of one 32-bit lane into its neighbour; `low` masks
            // them out.
            let moved = rows[row]
                .shift_down(SIDE as u32)
                .xor(rows[row + SIDE])
                .and(low);
            rows[row] = rows[row].xor(moved.shift_up(SIDE as u32));
            rows[row + SIDE] = rows[row + SIDE].xor(moved);
        }
    }
}

/// The sum of the sizes of sets.
///
/// Each place has a counter of its own, in binary: `ones`, `twos` and `fours` hold the
/// digits of all places (Harley and Seal's carry-save adders, in Warren, Hacker's
/// Delight, 2nd ed., 5-1). Counting the bits of every set takes an instruction or more
/// for each; here the bits of one set in four are counted.
#[derive(Clone, Copy)]
pub struct SizeSum<S> {
    ones: S,
    twos: S,
    /// The number of fours carried so far, as one sum for each word of a set.
    fours: S,
}

impl<S: PlaceSet> SizeSum<S> {
    /// Makes an empty sum; `none` is the empty set.
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
        let first_twos = add_digits(&mut self.ones, a, b);
        let second_twos = add_digits(&mut self.ones, c, d);
        let fours = add_digits(&mut self.twos, first_twos, second_twos);
        self.fours = self.fours.add_sizes(fours);
    }

    /// Adds the size of a set.
    #[inline(always)]
    pub fn add_one(&mut self, set: S) {
        let twos = self.ones.and(set);
        self.ones = self.ones.xor(set);
        self.fours = self.fours.add_sizes(self.twos.and(twos));
        self.twos = self.twos.xor(twos);
    }

    /// Returns the sum.
    #[inline(always)]
    pub fn sum(&self, none: S) -> u64 {
        let size = |set| none.add_sizes(set).sum();
        size(self.ones) + 2 * size(self.twos) + 4 * self.fours.sum()
    }
}

/// Adds two binary digits to a third, at every place, and returns the carry.
#[inline(always)]
fn add_digits<S: PlaceSet>(digit: &mut S, a: S, b: S) -> S {
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
                    let slices = [L::Mask::pack_halves::<false>(halves), L::Mask::pack_halves::<true>(halves)]
                        .map(|rows| transpose(loops, &rows));
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
