//! A block of bottom halves, and what fits it.
//!
//! Each half has a place in the block. For each byte of a word the block has a table: which places have no
//! bit in common with each value of that byte. One row of each table, cut with each other, answer for one
//! top half and all places. Of the key, if there is one, there are no tables: top halves of one key are
//! tested together, so that the places that their key leaves open are found once for all of them.

use super::layout::Key;
use super::pairs::Joined;
use crate::simd::masks::{Mask, Sizes, packed, transposed};
use crate::simd::{Loops, Set};
use std::array;

/// The most tables: for four bytes of diagonals and one of marks.
const TABLES: usize = 5;

/// Up to 256 bottom halves.
#[derive(Debug)]
pub(super) struct Block {
    /// How many tables are in use: of those behind, each row would be full.
    in_use: usize,
    /// The places that are taken.
    taken: Mask,
    /// For each bit of the key, the highest first: the places without it.
    without: Vec<Mask>,
    /// For each byte and each value of it: the places that share no bit with it.
    tables: Box<[[Mask; 256]; TABLES]>,
    /// For each number of bits of a key, from the highest: the places that share none of them with it.
    open: Vec<Mask>,
}

impl Block {
    pub(super) fn new(key: Key) -> Self {
        let key_bits = key.bits as usize;
        Block {
            in_use: TABLES,
            taken: Mask::NONE,
            without: vec![Mask::NONE; key_bits],
            tables: Box::new([[Mask::NONE; 256]; TABLES]),
            open: vec![Mask::NONE; key_bits + 1],
        }
    }

    /// Takes up `halves`, for top halves that have no bits but those of `bits`.
    #[inline(always)]
    pub(super) fn fill<L: Loops>(&mut self, loops: L, halves: &[u64], bits: u64) {
        self.taken = Mask::taken(halves.len());
        let mut slices = [Mask::NONE; 64];
        slices[..32].copy_from_slice(&transposed(loops, &packed::<false>(halves)));
        let bits_above = bits >> 32;
        if bits_above != 0 {
            slices[32..].copy_from_slice(&transposed(loops, &packed::<true>(halves)));
        }
        for (without, with) in self.without.iter_mut().rev().zip(&slices[8 * TABLES..]) {
            *without = !*with;
        }
        self.in_use = if bits_above as u8 == 0 { TABLES - 1 } else { TABLES };
        for (byte, table) in self.tables[..self.in_use].iter_mut().enumerate() {
            let highest = u8::BITS - ((bits >> (8 * byte)) as u8).leading_zeros();
            table[0] = Mask::ALL;
            for (bit, with) in slices[8 * byte..][..highest as usize].iter().enumerate() {
                let without = !*with;
                let (done, next) = table.split_at_mut(1 << bit);
                for (row, half) in next.iter_mut().zip(done) {
                    *row = *half & without;
                }
            }
        }
    }

    /// Counts the pairs of a half of `top` and a half of the block, where those of each key begin at its
    /// entry of `offsets`. Goes through the keys as through a binary tree, the
    /// highest bit at the root.
    #[inline(always)]
    pub(super) fn meet<L: Loops>(&mut self, loops: L, offsets: &[u32], top: &[u64]) -> Joined {
        let (key_bits, mut key, mut depth, mut masks) = (self.without.len(), 0, 0, 0);
        let none = loops.set(&Mask::NONE);
        let mut sizes = Sizes::zero(none);
        self.open[0] = self.taken;
        loop {
            let below = 1 << (key_bits - depth);
            let (from, to) = (offsets[key] as usize, offsets[key + below] as usize);
            let places = self.open[depth];
            if from < to && !places.is_empty() {
                if depth < key_bits {
                    depth += 1;
                    self.open[depth] = places;
                    continue;
                }
                let (places, halves) = (loops.set(&places), &top[from..to]);
                if self.in_use == 4 {
                    self.test::<L, 4>(loops, places, halves, &mut sizes);
                } else {
                    self.test::<L, 5>(loops, places, halves, &mut sizes);
                }
                masks += (to - from) as u64;
            }
            key += below;
            if key == 1 << key_bits {
                return Joined { fitting: sizes.sum(none).into(), masks };
            }
            depth = key_bits - key.trailing_zeros() as usize;
            self.open[depth] = self.open[depth - 1] & self.without[depth - 1];
        }
    }

    /// Adds to `sizes` the `places` that fit each of `halves`, by the first tables.
    #[inline(always)]
    fn test<L: Loops, const BYTES: usize>(
        &self,
        loops: L,
        places: L::Set,
        halves: &[u64],
        sizes: &mut Sizes<L::Set>,
    ) {
        let (eights, rest) = halves.as_chunks();
        for halves in eights {
            sizes.add_eight(self.fitting::<L, BYTES, 8>(loops, places, halves));
        }
        let (fours, rest) = rest.as_chunks();
        for halves in fours {
            sizes.add_four(self.fitting::<L, BYTES, 4>(loops, places, halves));
        }
        for half in rest {
            sizes.add_one(self.fitting::<L, BYTES, 1>(loops, places, array::from_ref(half))[0]);
        }
    }

    /// For each of `halves`: those of `places` that share no bit with it, by the first tables.
    #[inline(always)]
    fn fitting<L: Loops, const BYTES: usize, const COUNT: usize>(
        &self,
        loops: L,
        places: L::Set,
        halves: &[u64; COUNT],
    ) -> [L::Set; COUNT] {
        let mut fitting = [places; COUNT];
        for (places, half) in fitting.iter_mut().zip(halves) {
            let bytes = half.to_le_bytes();
            for (table, byte) in self.tables[..BYTES].iter().zip(bytes) {
                *places = places.and(loops.set(&table[usize::from(byte)]));
            }
        }
        fitting
    }
}
