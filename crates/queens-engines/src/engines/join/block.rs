//! A block of halves that are tested at once.
//!
//! Each half has a place in the block. The tested bits of a word are divided into fields,
//! each with a table: for each value of the field, the places that share no bit with it.
//! For one half of the other list, the intersection of one row of each table is the set
//! of the places that fit it.

use queens_simd::masks::{PlaceMask, SizeSum, transpose};
use queens_simd::{KernelCall, KernelLoops, PlaceSet};
use std::array;

/// Maximum number of bits of a field.
const MAX_FIELD_BITS: u32 = 8;

/// Maximum number of fields of a word.
const MAX_FIELDS: usize = 8;

/// The table of a field: for each value, the places that share no bit with it. No row
/// crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct FieldTable<M>([M; 1 << MAX_FIELD_BITS]);

/// A block of halves, at most as many as a mask has places.
#[derive(Debug)]
pub(super) struct HalfBlock<M> {
    /// Number of empty places.
    empty: usize,
    /// A table for each field.
    tables: Vec<FieldTable<M>>,
}

/// Returns the number of fields and the bits of each, for a test of `bits` bits. There is
/// code for these pairs only. Tables with more places have narrower fields, so that they
/// fit into the first-level cache, too.
fn fields<M: PlaceMask>(bits: u32) -> (usize, u32) {
    let long = M::PLACES > 256;
    match bits {
        0..=24 if long => (4, 6),
        0..=28 => (4, 7),
        29..=30 if long => (5, 6),
        31..=32 if long => (5, 7),
        29..=32 => (4, 8),
        33..=35 => (5, 7),
        36..=40 => (5, 8),
        41..=48 => (6, 8),
        _ => (8, 8),
    }
}

impl<M: PlaceMask> HalfBlock<M> {
    pub(super) fn new() -> Self {
        // A vector, because without optimisation a box is first built on the stack: 128
        // KiB.
        HalfBlock {
            empty: M::PLACES,
            tables: vec![FieldTable([M::NONE; 1 << MAX_FIELD_BITS]); MAX_FIELDS],
        }
    }

    /// Counts the pairs of one of `halves`, at most as many as there are places, and one
    /// of `tested` that share none of the lowest `bits` bits.
    #[inline(always)]
    pub(super) fn count<L: KernelLoops<Mask = M>>(
        &mut self,
        loops: L,
        halves: &[u64],
        tested: &[u64],
        bits: u32,
    ) -> u64 {
        loops.call(BlockCount {
            block: self,
            halves,
            tested,
            bits,
        })
    }

    /// Fills the block with `halves`, at most as many as there are places, and the tables
    /// for the lowest `bits` of their words.
    ///
    /// Invariant: once bit b of a field is done, row v of its table, for v < 2^(b + 1),
    /// is the set of the places that have none of the bits of v: row v + 2^b is row v
    /// without the places that have bit b. So each row costs one AND; the obvious
    /// version, each row from the bits of its value, costs as many as the value has bits.
    #[inline(always)]
    fn fill<L: KernelLoops<Mask = M>>(&mut self, loops: L, halves: &[u64], bits: u32) {
        self.empty = M::PLACES - halves.len();
        let (count, width) = fields::<M>(bits);
        let mut slices = [M::NONE; 64];
        slices[..32].copy_from_slice(&transpose(loops, &M::pack_halves::<false>(halves)));
        if bits > 32 {
            slices[32..]
                .copy_from_slice(&transpose(loops, &M::pack_halves::<true>(halves)));
        }
        let mut slices = &slices[..bits as usize];
        // `slices` are the bits that have no table yet, each as the places whose halves
        // have it.
        for table in &mut self.tables[..count] {
            let of_field;
            (of_field, slices) = slices.split_at(slices.len().min(width as usize));
            let (first, others) = of_field.split_at(of_field.len().min(3));
            // The rows of the first three bits, in registers: a loop over so few rows
            // takes longer than the rows.
            let mut rows = [loops.load(&!M::NONE); 8];
            for bit in 0..3 {
                let without = loops.load(&!first.get(bit).copied().unwrap_or(M::NONE));
                for row in 0..1 << bit {
                    rows[row + (1 << bit)] = rows[row].and(without);
                }
            }
            let (eights, _) = table.0.as_chunks_mut::<8>();
            // Loops instead of `map`, whose closure is compiled as a function without the
            // instructions of the kernel.
            for (row, set) in eights[0].iter_mut().zip(rows) {
                *row = set.to_mask();
            }
            for (bit, with) in others.iter().enumerate() {
                let without = loops.load(&!*with);
                let (done, next) = eights.split_at_mut(1 << bit);
                for (rows, halves) in next.iter_mut().zip(done) {
                    for (row, half) in rows.iter_mut().zip(halves) {
                        *row = loops.load(half).and(without).to_mask();
                    }
                }
            }
        }
    }

    /// Counts the pairs of a half in `halves` and a half in the block that share none of
    /// the lowest `bits` bits.
    #[inline(always)]
    fn fitting<L: KernelLoops<Mask = M>>(
        &self,
        loops: L,
        halves: &[u64],
        bits: u32,
    ) -> u64 {
        match fields::<M>(bits) {
            (4, 6) => self.with::<L, 4, 6>(loops, halves),
            (4, 7) => self.with::<L, 4, 7>(loops, halves),
            (4, _) => self.with::<L, 4, 8>(loops, halves),
            (5, 6) => self.with::<L, 5, 6>(loops, halves),
            (5, 7) => self.with::<L, 5, 7>(loops, halves),
            (5, _) => self.with::<L, 5, 8>(loops, halves),
            (6, _) => self.with::<L, 6, 8>(loops, halves),
            _ => self.with::<L, 8, 8>(loops, halves),
        }
    }

    #[inline(always)]
    fn with<L: KernelLoops<Mask = M>, const COUNT: usize, const WIDTH: u32>(
        &self,
        loops: L,
        halves: &[u64],
    ) -> u64 {
        let Some(tables) = self.tables.first_chunk::<COUNT>() else {
            unreachable!("there are `MAX_FIELDS` tables")
        };
        // The AND of one row of each table is the set of the places that share no bit
        // with the half. Testing one place at a time takes as many tests as the block has
        // places. Sets are added up in binary, four at a time, because counting the bits
        // of each costs more than the test.
        let none = loops.load(&M::NONE);
        let mut sizes = SizeSum::zero(none);
        let (fours, rest) = halves.as_chunks();
        for halves in fours {
            sizes.add_four(places::<L, COUNT, WIDTH, 4>(loops, tables, halves));
        }
        // At most three halves are left.
        for half in rest {
            sizes.add_one(
                places::<L, COUNT, WIDTH, 1>(loops, tables, array::from_ref(half))[0],
            );
        }
        // An empty place fits every half.
        sizes.sum(none) - (self.empty * halves.len()) as u64
    }
}

/// The count of a block, in a function of its own: by one key and by two it is the same,
/// and its tables of bits take more of the stack than all else.
struct BlockCount<'a, M> {
    block: &'a mut HalfBlock<M>,
    halves: &'a [u64],
    tested: &'a [u64],
    bits: u32,
}

impl<M: PlaceMask, L: KernelLoops<Mask = M>> KernelCall<L> for BlockCount<'_, M> {
    type Output = u64;

    #[inline(always)]
    fn run(self, loops: L) -> u64 {
        self.block.fill(loops, self.halves, self.bits);
        self.block.fitting(loops, self.tested, self.bits)
    }
}

/// Returns, for each of `halves`, the places that share no bit with it.
#[inline(always)]
fn places<L: KernelLoops, const COUNT: usize, const WIDTH: u32, const HALVES: usize>(
    loops: L,
    tables: &[FieldTable<L::Mask>; COUNT],
    halves: &[u64; HALVES],
) -> [L::Set; HALVES] {
    let mut places = [loops.load(&!L::Mask::NONE); HALVES];
    for (places, half) in places.iter_mut().zip(halves) {
        for (i, table) in (0..).zip(tables) {
            let value = (half >> (i * WIDTH)) as usize % (1 << WIDTH);
            *places = places.and(loops.load(&table.0[value]));
        }
    }
    places
}
