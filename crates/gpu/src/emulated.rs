//! The kernels of `kernels.cu` in Rust, step by step, for machines without a card.

use crate::card::{BUCKET_COUNT, Card, CardError, HalfPiece, MODULI, Stream, StreamCapacity, Tile};
use crate::shape::{WARP_LANES, WordShape};

/// A card emulated by the processor, for tests.
#[derive(Clone, Copy, Debug)]
pub struct Emulated {
    /// Free memory that it reports, in bytes.
    pub free: u64,
    /// Shared memory of a block, in bytes.
    pub shared: u32,
}

impl Default for Emulated {
    /// The free memory of a small card, the shared memory of every card.
    fn default() -> Self {
        Emulated { free: 2 << 30, shared: 48 << 10 }
    }
}

impl Card for Emulated {
    fn name(&self) -> &str {
        "emulated card"
    }

    fn free(&self) -> Result<u64, CardError> {
        Ok(self.free)
    }

    fn shared(&self) -> u32 {
        self.shared
    }

    fn stream(&self, shape: &WordShape, _room: StreamCapacity) -> Result<Box<dyn Stream>, CardError> {
        Ok(Box::new(EmulatedStream { shape: shape.clone(), quarters: Vec::new(), halves: Vec::new() }))
    }
}

struct EmulatedStream {
    shape: WordShape,
    quarters: Vec<u64>,
    halves: Vec<u64>,
}

impl EmulatedStream {
    /// The kernel `combine`; without `halves` it only counts.
    fn combine(&self, pieces: &[HalfPiece], places: &mut [u32], mut halves: Option<&mut Vec<u64>>) {
        for piece in pieces {
            let words = |from: u32, len: u32| &self.quarters[from as usize..][..len as usize];
            for a in words(piece.left, piece.lefts) {
                for b in words(piece.right, piece.rights) {
                    if (a & b) | ((a | b) & piece.blocked) != 0 {
                        continue;
                    }
                    let half = a | b | piece.carried;
                    let place = &mut places[piece.list as usize * BUCKET_COUNT + self.shape.bucket(half)];
                    if let Some(halves) = &mut halves {
                        halves[*place as usize] = half;
                    }
                    *place += 1;
                }
            }
        }
    }

    /// The kernel `join`, for one tile.
    fn tile(&self, tile: &Tile) -> u64 {
        let WordShape { slots, column_bits, .. } = &self.shape;
        let words = |from: u32, len: u32| &self.halves[from as usize..][..len as usize];
        let bottoms = words(tile.bottom, tile.bottoms);
        let mut rows = vec![[0_u64; WARP_LANES]; self.shape.rows() as usize];
        for lane in 0..WARP_LANES {
            let column = |test: &dyn Fn(u64) -> bool| {
                let of_lane = bottoms.iter().skip(lane).step_by(WARP_LANES);
                (0..*column_bits)
                    .zip(of_lane)
                    .fold(0_u64, |bits, (i, &word)| bits | u64::from(test(word)) << i)
            };
            for (number, slot) in slots.iter().enumerate() {
                let table = &mut rows[slot.first as usize..][..1 << slot.width];
                table[0][lane] = if number == 0 { column(&|_| true) } else { u64::MAX };
                for bit in 0..slot.width {
                    let with = column(&|word| word >> (slot.shift + bit) & 1 == 1);
                    for row in 0..1 << bit {
                        table[(1 << bit) + row][lane] = table[row][lane] & !with;
                    }
                }
            }
        }
        let mut count = 0;
        for &top in words(tile.top, tile.tops) {
            let fitting =
                |lane| slots.iter().fold(u64::MAX, |fitting, slot| fitting & rows[slot.row(top)][lane]);
            count += (0..WARP_LANES).map(|lane| u64::from(fitting(lane).count_ones())).sum::<u64>();
        }
        count
    }
}

impl Stream for EmulatedStream {
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError> {
        self.quarters.resize(self.quarters.len().max(at + words.len()), 0);
        self.quarters[at..at + words.len()].copy_from_slice(words);
        Ok(())
    }

    fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
        let mut counts = vec![0; lists * BUCKET_COUNT];
        EmulatedStream::combine(self, pieces, &mut counts, None);
        Ok(counts)
    }

    fn combine(&mut self, pieces: &[HalfPiece], places: &[u32]) -> Result<(), CardError> {
        let mut halves = std::mem::take(&mut self.halves);
        let most: usize = pieces.iter().map(|piece| piece.lefts as usize * piece.rights as usize).sum();
        halves.resize(halves.len().max(most), 0);
        EmulatedStream::combine(self, pieces, &mut places.to_vec(), Some(&mut halves));
        self.halves = halves;
        Ok(())
    }

    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
        let mut sums = vec![[0; 3]; joins];
        for tile in tiles {
            let count = self.tile(tile);
            let sums = &mut sums[tile.join as usize];
            for (sum, more) in sums.iter_mut().zip([count, count % MODULI[0], count % MODULI[1]]) {
                *sum += more;
            }
        }
        Ok(sums)
    }
}
