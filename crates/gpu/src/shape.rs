//! The division of words into slots for the tables of a card.

use crate::card::{BUCKET_BITS, MODULI};
use std::fmt::Write;

/// The lanes of a warp.
pub(crate) const WARP_LANES: usize = 32;
/// The widest table, in bits: a wider one saves no reads for the words that there are.
const MAX_SLOT_BITS: u32 = 8;
/// The threads of a block.
const MAX_BLOCK_THREADS: u32 = 1024;

/// The source of the kernels, without its sizes.
const KERNEL_SOURCE: &str = include_str!("kernels.cu");

/// Some bits of a word, with a table that has a row for each value of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableSlot {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    /// Number of rows of the tables before it.
    pub(crate) first: u32,
}

impl TableSlot {
    /// The row of a word.
    pub(crate) fn row(&self, word: u64) -> usize {
        self.first as usize + ((word >> self.shift) & ((1 << self.width) - 1)) as usize
    }
}

/// Packing of the words of one board size and their division into slots, for a card with a given shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordShape {
    /// Bits of a word that the packed one has, in order; those that only quarters share come last.
    used: Vec<u64>,
    /// For each byte of a word and each value: its packed bits.
    packed: Vec<[u64; 256]>,
    /// Number of packed bits that halves can share.
    pub(crate) bits: u32,
    /// The first two are the bucket.
    pub(crate) slots: Vec<TableSlot>,
    /// Number of bottom halves for each lane.
    pub(crate) column_bits: u32,
    /// Number of threads of a block that joins.
    pub(crate) threads: u32,
}

impl WordShape {
    /// For words of the bits `used`, of which halves can have those of `common` in common (at least 16); the highest of
    /// these conflict most. A block of the card shares `shared` bytes.
    ///
    /// Of the ways to cut a word that fit, the one is taken that should be fastest. What a test of 1,024 pairs takes, by
    /// the public figures of the cards since 2017: a clock for each 128 bytes that are read, and one for each two
    /// instructions on integers by a warp, of which a slot needs two and a column about six. An estimate, not measured.
    ///
    /// # Panics
    /// Fewer than 16 common bits; less shared memory than the 48 KiB that every card has.
    #[must_use]
    pub fn new(used: u64, common: u64, shared: u32) -> Self {
        let bit = |i: &u32| 1 << i;
        let of = |set: u64| (0..u64::BITS).map(|i| bit(&i)).filter(move |bit| set & bit != 0);
        let bits = (used & common).count_ones();
        let used: Vec<u64> = of(used & common).chain(of(used & !common)).collect();
        assert!(bits >= 2 * BUCKET_BITS, "{bits} bits are too few for a join");
        let mut packed = vec![[0; 256]; 8];
        for (place, &bit) in used.iter().enumerate() {
            let (byte, bit) = (bit.trailing_zeros() / 8, bit.trailing_zeros() % 8);
            for (_, word) in (0..).zip(&mut packed[byte as usize]).filter(|(value, _)| value >> bit & 1 == 1)
            {
                *word |= 1 << place;
            }
        }
        let rest = bits - BUCKET_BITS;
        let ways = [32, 64].into_iter().flat_map(|column_bits| {
            (rest.div_ceil(MAX_SLOT_BITS)..=rest).map(move |slots| (column_bits, slots))
        });
        let (_, shape) = ways
            .map(|(column_bits, slots)| {
                let clocks = (slots * column_bits).max((slots + 3) * 32) * 64 / column_bits;
                let (used, packed) = (used.clone(), packed.clone());
                let slots = cut(bits, slots);
                (clocks, WordShape { used, packed, bits, slots, column_bits, threads: MAX_BLOCK_THREADS })
            })
            .filter(|(_, shape)| shape.shared_bytes() <= shared)
            .min_by_key(|&(clocks, _)| clocks)
            .expect("narrow tables fit every card");
        shape
    }

    /// Sets the number of threads in a block, a multiple of 32 up to 1,024.
    #[must_use]
    pub fn with_threads(self, threads: u32) -> Self {
        WordShape { threads, ..self }
    }

    /// Packs a word; the bits that halves can share are the lowest.
    #[must_use]
    pub fn pack(&self, word: u64) -> u64 {
        let bytes = word.to_le_bytes();
        self.packed.iter().zip(bytes).fold(0, |packed, (table, byte)| packed | table[usize::from(byte)])
    }

    /// Returns the bucket of a packed word.
    pub(crate) fn bucket(&self, word: u64) -> usize {
        (word >> (self.bits - BUCKET_BITS)) as usize & ((1 << BUCKET_BITS) - 1)
    }

    /// Returns the maximum number of bottom halves of a tile.
    #[must_use]
    pub fn places(&self) -> usize {
        WARP_LANES * self.column_bits as usize
    }

    /// Returns the total number of rows of all tables.
    pub(crate) fn rows(&self) -> u32 {
        self.slots.iter().map(|slot| 1 << slot.width).sum()
    }

    /// Returns the shared memory of a block in bytes: its tables and a word for each bucket, and at the end a 64-bit word for each
    /// thread.
    #[must_use]
    pub fn shared_bytes(&self) -> u32 {
        let tables = self.rows() * WARP_LANES as u32 * self.column_bits / 8 + (4 << BUCKET_BITS);
        tables.max(8 * self.threads)
    }

    /// Number of threads of a block that joins.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Returns the kernels in CUDA C, with the sizes of this shape.
    #[must_use]
    pub fn source(&self) -> String {
        let list = |number: fn(&TableSlot) -> u32| {
            self.slots.iter().map(|slot| number(slot).to_string()).collect::<Vec<_>>().join(", ")
        };
        let mut source = String::new();
        for (name, value) in [
            ("BITS", self.bits.to_string()),
            ("BUCKET_BITS", BUCKET_BITS.to_string()),
            ("COLUMN_BITS", self.column_bits.to_string()),
            ("SLOTS", self.slots.len().to_string()),
            ("SHIFTS", list(|slot| slot.shift)),
            ("WIDTHS", list(|slot| slot.width)),
            ("FIRSTS", list(|slot| slot.first)),
            ("ROWS", self.rows().to_string()),
            ("THREADS", self.threads.to_string()),
            ("MODULUS_0", format!("{}ull", MODULI[0])),
            ("MODULUS_1", format!("{}ull", MODULI[1])),
        ] {
            let _ = writeln!(source, "#define {name} {value}");
        }
        source + KERNEL_SOURCE
    }
}

/// Divides `bits` bits into slots: two for the bucket, the highest bits, and `slots` for the others, as evenly as possible.
fn cut(bits: u32, slots: u32) -> Vec<TableSlot> {
    let rest = bits - BUCKET_BITS;
    let even = |slot: u32| rest * (slot + 1) / slots - rest * slot / slots;
    let half = BUCKET_BITS / 2;
    let parts = [(rest, half), (rest + half, BUCKET_BITS - half)]
        .into_iter()
        .chain((0..slots).map(|slot| (rest * slot / slots, even(slot))));
    let mut rows = 0;
    parts
        .map(|(shift, width)| {
            let first = rows;
            rows += 1 << width;
            TableSlot { shift, width, first }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_words_bit_by_bit() {
        let (used, common) = (0x8000_1234_5678_9abc_u64, 0x7fff_ffff_ffff_ffff);
        let shape = WordShape::new(used, common, 48 << 10);
        assert_eq!(shape.bits, (used & common).count_ones());
        assert_eq!(shape.pack(used), (1 << used.count_ones()) - 1);
        assert_eq!(shape.pack(1 << 63), 1 << shape.bits);
        assert_eq!(shape.pack(!used), 0);
        let ranks = (0..63).filter(|i| used >> i & 1 == 1).map(|i| shape.pack(1 << i));
        assert_eq!(ranks.collect::<Vec<_>>(), (0..shape.bits).map(|i| 1 << i).collect::<Vec<_>>());
    }

    #[test]
    fn slots_hold_all_bits_and_fit_the_card() {
        for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
            for bits in 16..=58 {
                let shape = WordShape::new((1 << bits) - 1, u64::MAX, shared);
                assert!(shape.shared_bytes() <= shared, "{shape:?}");
                let masks = shape.slots.iter().map(|slot| ((1_u64 << slot.width) - 1) << slot.shift);
                assert_eq!(masks.clone().fold(0, |all, mask| all | mask), (1 << bits) - 1);
                assert_eq!(masks.map(u64::count_ones).sum::<u32>(), bits);
                assert!(shape.slots.windows(2).all(|two| two[1].first == two[0].first + (1 << two[0].width)));
            }
        }
    }
}
