//! The join: how many pairs of a top half and a bottom half share no bit.
//!
//! Bottom halves are taken in blocks of 256 (`block`), which answer for all of them at once which ones fit a
//! top half. On large boards both lists are sorted first by a key, the diagonals around the centre, which
//! conflict most: as neighbours in a block then agree in most bits of their keys, most keys of top halves
//! that conflict with one of them conflict with all, and are passed by.

use super::block::Block;
use super::layout::{COMMON, Key};
use crate::parallel::{Counter, SharedMeter};
use crate::simd::Loops;
use crate::simd::masks::PLACES;
use control::Stop;

/// What a join did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joined {
    /// Pairs that fit.
    pub fitting: Counter,
    /// Pairs of a top half and a block of bottom halves that were tested, those with padding among them.
    pub masks: u64,
}

/// How many tests of a top half with a block, or halves that are made, go by between looks at the limits: some
/// milliseconds of work.
pub(super) const UNWATCHED: usize = 1 << 21;

/// Memory of a join, used again for the next.
#[derive(Debug)]
pub(super) struct Join {
    key: Key,
    top: Sorted,
    bottom: Sorted,
    block: Block,
}

impl Join {
    pub(super) fn new(key: Key) -> Self {
        Join { key, top: Sorted::default(), bottom: Sorted::default(), block: Block::new(key) }
    }

    /// Counts the pairs of a word of `top` and a word of `bottom` without a common bit.
    #[inline(always)]
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn count<L: Loops>(
        &mut self,
        loops: L,
        top: &[u64],
        bottom: &[u64],
        meter: &SharedMeter<'_>,
    ) -> Result<Joined, Stop> {
        let bits = COMMON & top.iter().fold(0, |bits, half| bits | half);
        let (offsets, top, bottom): (&[u32], &[u64], &[u64]) = if self.key.bits == 0 {
            (&[0, top.len() as u32], top, bottom)
        } else {
            self.top.fill(top, self.key);
            meter.spend(0)?;
            self.bottom.fill(bottom, self.key);
            meter.spend(0)?;
            (&self.top.offsets, &self.top.words, &self.bottom.words[..bottom.len()])
        };
        let mut joined = Joined::default();
        for blocks in bottom.chunks(PLACES * (UNWATCHED / top.len().max(1)).clamp(1, 64)) {
            for halves in blocks.chunks(PLACES) {
                self.block.fill(loops, halves, bits);
                let met = self.block.meet(loops, offsets, top);
                joined.fitting.add(met.fitting, 1);
                joined.masks += met.masks;
            }
            meter.spend(0)?;
        }
        Ok(joined)
    }
}

/// Words, sorted by key.
#[derive(Debug, Default)]
struct Sorted {
    /// Where each key begins; one more entry than there are keys.
    offsets: Vec<u32>,
    words: Vec<u64>,
}

impl Sorted {
    /// Sorts the `halves`.
    #[inline(always)]
    fn fill(&mut self, halves: &[u64], key: Key) {
        let keys = 1 << key.bits;
        self.offsets.clear();
        self.offsets.resize(keys + 2, 0);
        // One place further along than where the key begins, twice: counting moves the beginnings up by
        // one key, and so does handing out the places.
        let counts = &mut self.offsets[2..];
        for &half in halves {
            if let Some(count) = counts.get_mut(key.of(half)) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for offset in &mut self.offsets {
            sum += *offset;
            *offset = sum;
        }
        if self.words.len() < halves.len() {
            self.words.resize(halves.len(), 0);
        }
        let (next, words) = (&mut self.offsets[1..=keys], self.words.as_mut_slice());
        for &half in halves {
            let slot = &mut next[key.of(half)];
            words[*slot as usize] = half;
            *slot += 1;
        }
        self.offsets.truncate(keys + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Kernel, Overlay, ROOM, Work};
    use control::Limits;
    use proptest::prelude::*;

    struct Both<'a>(&'a [u64], &'a [u64], Key);

    impl Work for Both<'_> {
        type Output = Joined;

        fn run<L: Loops>(self, loops: L) -> Joined {
            let limits = Limits::default();
            Join::new(self.2).count(loops, self.0, self.1, &SharedMeter::new(&limits)).expect("no limits")
        }
    }

    fn halves() -> impl Strategy<Value = Vec<u64>> {
        // Few bits, so that many pairs fit.
        let half = (any::<u64>(), any::<u64>(), any::<u64>());
        prop::collection::vec(half.prop_map(|(a, b, c)| a & b & c & ((1 << 45) - 1)), 0..900)
    }

    proptest! {
        #[test]
        fn every_kernel_joins_as_the_naive_join_does(top in halves(), bottom in halves()) {
            let fitting = |a: &u64| bottom.iter().filter(|&b| a & b == 0).count();
            let naive: usize = top.iter().map(fitting).sum();
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find("test").ok()) {
                // What lies above the marks is the key, or nothing.
                let (bits, marks) = (5, (1 << 40) - 1);
                prop_assert_eq!(kernel.run(Both(&top, &bottom, Key { bits })).fitting, Counter::from(naive as u64));
                let (top, bottom): (Vec<_>, Vec<_>) =
                    (top.iter().map(|a| a & marks).collect(), bottom.iter().map(|b| b & marks).collect());
                let naive: usize = top.iter().map(|a| bottom.iter().filter(|&b| a & b == 0).count()).sum();
                prop_assert_eq!(kernel.run(Both(&top, &bottom, Key { bits: 0 })).fitting, Counter::from(naive as u64));
            }
        }

        #[test]
        fn every_kernel_combines_the_same_words(
            outer in prop::collection::vec(any::<u64>(), 0..12),
            inner in prop::collection::vec(any::<u64>(), 0..40),
            blocked in any::<u64>(),
            carried in any::<u64>(),
        ) {
            struct Combine<'a>(&'a [u64], &'a [u64], Overlay);
            impl Work for Combine<'_> {
                type Output = Vec<u64>;
                fn run<L: Loops>(self, loops: L) -> Vec<u64> {
                    let mut combined = vec![0; self.0.len() * self.1.len() + ROOM];
                    let len = loops.combine(self.0, self.1, self.2, &mut combined);
                    combined.truncate(len);
                    combined.sort_unstable();
                    combined
                }
            }
            let sparse = |word: u64| word & word.rotate_left(7) & word.rotate_left(31);
            let blocked = sparse(blocked);
            let outer: Vec<u64> = outer.into_iter().map(|word| sparse(word) & !blocked).collect();
            let inner: Vec<u64> = inner.into_iter().map(sparse).collect();
            let pairs = outer.iter().flat_map(|a| inner.iter().map(move |b| (a, b)));
            let fitting = pairs.filter(|&(a, b)| a & b == 0 && b & blocked == 0);
            let mut naive: Vec<u64> = fitting.map(|(a, b)| a | b | carried).collect();
            naive.sort_unstable();
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find("test").ok()) {
                let setting = Overlay { blocked, carried };
                prop_assert_eq!(&kernel.run(Combine(&outer, &inner, setting)), &naive);
            }
        }
    }
}
