//! The join: how many pairs of a top half and a bottom half share no bit.
//!
//! The halves of the longer list are taken in blocks (`block`), which answer for all of them at once which ones
//! fit a half of the other. Both lists are sorted first by a key, the diagonals nearest to the centre of that direction
//! in which halves conflict most. A block has halves that agree in as many bits of the key as it can, and meets those
//! of the other list only that share none of these bits.

use super::block::Block;
use super::layout::Bits;
use crate::parallel::{Counter, SharedMeter};
use crate::simd::Loops;
use crate::simd::masks::Mask;
use control::Stop;
use std::iter;
use std::ops::Range;

/// How many tests of a half with a block, or halves that are made, go by between looks at the limits: some
/// milliseconds of work.
pub(super) const UNWATCHED: usize = 1 << 21;

/// About how many halves of the longer list are to have a key.
const WITH_A_KEY: usize = 128;

/// How many halves the shorter list has at least where the lists are sorted.
const SORTED: usize = 1536;

/// Memory of a join, used again for the next.
#[derive(Debug)]
pub(super) struct Join<M> {
    /// The bits that are tested.
    bits: Bits,
    /// The list whose words are tested one by one.
    singly: Sorter,
    /// The other, in blocks.
    blocked: Sorter,
    block: Block<M>,
    /// The halves that a block meets.
    met: Vec<u64>,
}

impl<M: Mask> Join<M> {
    pub(super) fn new(bits: Bits) -> Self {
        let (singly, blocked) = (Sorter::default(), Sorter::default());
        Join { bits, singly, blocked, block: Block::new(), met: Vec::new() }
    }

    /// Counts the pairs of a word of `top` and a word of `bottom` without a common bit.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    #[inline(always)]
    pub(super) fn count<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        top: &[u64],
        bottom: &[u64],
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let (shorter, longer) = if top.len() < bottom.len() { (top, bottom) } else { (bottom, top) };
        // To sort costs more than it saves if there is little to join. The more sorted blocks there are, the more their
        // halves agree; the others are to be few.
        if shorter.len() >= SORTED {
            let key = Key::for_lists(shorter, longer, self.bits);
            self.count_by(loops, shorter, longer, key, meter)
        } else {
            let key = Key { word: self.bits, turns: false, bits: 0 };
            self.count_by(loops, longer, shorter, key, meter)
        }
    }

    /// The same, the second list in blocks, both sorted by `key`.
    #[inline(always)]
    fn count_by<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        singly: &[u64],
        blocked: &[u64],
        key: Key,
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let all_of = |halves: &[u64]| halves.iter().fold(0, |bits, half| bits | half);
        let common = key.turned(all_of(singly) & all_of(blocked));
        let singly = self.singly.sort(singly, key);
        meter.spend(0)?;
        let blocked = self.blocked.sort(blocked, key);
        meter.spend(0)?;
        let (mut fitting, mut unwatched) = (Counter::default(), 0);
        for run in blocked.runs(2 * M::PLACES) {
            let above = self.bits.count() - run.agreeing;
            let bits = common.trailing_zeros().min(above - 1)..above;
            let met = singly.apart(&run, &bits, &mut self.met);
            for halves in blocked.words[run.words].chunks(M::PLACES) {
                self.block.fill(loops, halves, bits.clone());
                fitting.add(self.block.fitting(loops, met, bits.len() as u32), 1);
                unwatched += met.len() + M::PLACES;
                if unwatched > UNWATCHED {
                    meter.spend(0)?;
                    unwatched = 0;
                }
            }
        }
        Ok(fitting)
    }
}

/// What sorts words: their highest bits, once the direction in which they conflict more is the higher one.
#[derive(Clone, Copy, Debug)]
struct Key {
    /// The bits of the words.
    word: Bits,
    /// Whether the directions change places; never with a key of no bits, which leaves a list as it is.
    turns: bool,
    /// How many bits the key has.
    bits: u32,
}

/// How many words of a list are looked at to choose the direction.
const SAMPLE: usize = 64;

impl Key {
    /// The key for two lists of [`SORTED`] words or more, the second of which is the longer one.
    #[inline(always)]
    fn for_lists(singly: &[u64], blocked: &[u64], word: Bits) -> Self {
        let bits = (blocked.len() / WITH_A_KEY).ilog2().min(word.diagonals);
        let mut key = Key { word, turns: false, bits };
        let rising = key.conflicts(singly, blocked);
        key.turns = true;
        key.turns = key.conflicts(singly, blocked) > rising;
        key
    }

    /// How many pairs of words of a sample conflict in the bits of the key, counting each of these.
    #[inline(always)]
    fn conflicts(self, singly: &[u64], blocked: &[u64]) -> usize {
        let with = |halves: &[u64], bit: u32| {
            let sample = halves.iter().step_by(halves.len().div_ceil(SAMPLE));
            sample.filter(|&&half| self.of(self.turned(half)) >> bit & 1 == 1).count()
        };
        (0..self.bits).map(|bit| with(singly, bit) * with(blocked, bit)).sum()
    }

    /// A word without the edges, that direction first by which it is sorted.
    #[inline(always)]
    fn turned(self, word: u64) -> u64 {
        let Bits { marks, diagonals } = self.word;
        let low = ((1 << diagonals) - 1) << marks;
        if self.turns {
            word & self.word.of_marks() | (word & low) << diagonals | word >> diagonals & low
        } else {
            word & self.word.all()
        }
    }

    /// The key of a word that was turned.
    #[inline(always)]
    fn of(self, word: u64) -> usize {
        (word >> (self.word.count() - self.bits)) as usize
    }
}

/// Words of a list that agree in the leading bits of their keys.
struct Run {
    /// In how many bits.
    agreeing: u32,
    /// What they have there.
    leading: usize,
    /// Where they are.
    words: Range<usize>,
}

/// Words, sorted by key.
struct Sorted<'a> {
    key: Key,
    /// Where each key begins; one more entry than there are keys.
    offsets: &'a [u32],
    words: &'a [u64],
}

/// Memory to sort words.
#[derive(Debug, Default)]
struct Sorter {
    offsets: Vec<u32>,
    words: Vec<u64>,
}

impl Sorter {
    /// Sorts the `halves`, each turned.
    #[inline(always)]
    fn sort<'a>(&'a mut self, halves: &'a [u64], key: Key) -> Sorted<'a> {
        if key.bits == 0 {
            self.offsets.clear();
            self.offsets.extend([0, halves.len() as u32]);
            return Sorted { key, offsets: &self.offsets, words: halves };
        }
        // By code of its own for either way.
        if key.turns {
            self.deal_out(halves, Key { turns: true, ..key });
        } else {
            self.deal_out(halves, Key { turns: false, ..key });
        }
        Sorted { key, offsets: &self.offsets, words: &self.words[..halves.len()] }
    }

    /// Lists the `halves`, each turned, key by key.
    #[inline(always)]
    fn deal_out(&mut self, halves: &[u64], key: Key) {
        let keys = 1 << key.bits;
        self.offsets.clear();
        self.offsets.resize(keys + 2, 0);
        // One place further along than where the key begins, twice: counting moves the beginnings up by
        // one key, and so does handing out the places.
        let counts = &mut self.offsets[2..];
        for &half in halves {
            if let Some(count) = counts.get_mut(key.of(key.turned(half))) {
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
            let half = key.turned(half);
            let slot = &mut next[key.of(half)];
            words[*slot as usize] = half;
            *slot += 1;
        }
        self.offsets.truncate(keys + 1);
    }
}

impl Sorted<'_> {
    /// All words, in runs of at most `len`, or more that agree in all bits of their keys.
    fn runs(&self, len: usize) -> impl Iterator<Item = Run> {
        let keys = 1 << self.key.bits;
        let mut key = 0;
        iter::from_fn(move || {
            if key == keys {
                return None;
            }
            let (leading, begin) = (key, self.offsets[key] as usize);
            // As many keys as begin here with the same bits and are not too much.
            let mut free = if key == 0 { self.key.bits } else { key.trailing_zeros() };
            while free > 0 && self.offsets[key + (1 << free)] as usize - begin > len {
                free -= 1;
            }
            key += 1 << free;
            let words = begin..self.offsets[key] as usize;
            Some(Run { agreeing: self.key.bits - free, leading: leading >> free, words })
        })
    }

    /// Some `bits` of the words that share none of those in which a run of another list, with the same key, agrees.
    #[inline(always)]
    fn apart<'m>(&self, run: &Run, bits: &Range<u32>, memory: &'m mut Vec<u64>) -> &'m [u64] {
        let free = self.key.bits - run.agreeing;
        let open = !run.leading & ((1 << run.agreeing) - 1);
        let tested = u64::MAX >> (u64::BITS - bits.end);
        let (mut leading, mut len) = (0, 0);
        loop {
            let begin = |leading: usize| self.offsets[leading << free] as usize;
            let words = &self.words[begin(leading)..begin(leading + 1)];
            if memory.len() < len + words.len() {
                memory.resize(2 * (len + words.len()), 0);
            }
            for (listed, word) in memory[len..].iter_mut().zip(words) {
                *listed = (word & tested) >> bits.start;
            }
            len += words.len();
            // The next set of the open bits.
            leading = (leading | !open).wrapping_add(1) & open;
            if leading == 0 {
                return &memory[..len];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Kernel, Overlay, ROOM, Work};
    use control::Limits;
    use proptest::prelude::*;

    /// Two lists, and the key that they are to be sorted by, if not the one that the join chooses.
    struct Both<'a>(&'a [u64], &'a [u64], Bits, Option<Key>);

    impl Work for Both<'_> {
        type Output = Counter;

        fn run<L: Loops>(self, loops: L) -> Counter {
            let (limits, Both(top, bottom, bits, key)) = (Limits::default(), self);
            let (mut join, meter) = (Join::<L::Mask>::new(bits), SharedMeter::new(&limits));
            match key {
                Some(key) => join.count_by(loops, top, bottom, key, &meter),
                None => join.count(loops, top, bottom, &meter),
            }
            .expect("no limits")
        }
    }

    /// Words of so many diagonals, with two marks or four.
    fn bits(diagonals: Range<u32>) -> impl Strategy<Value = Bits> {
        let of_any = (diagonals, any::<bool>())
            .prop_map(|(diagonals, two)| Bits { marks: if two { 2 } else { 4 }, diagonals });
        prop_oneof![8 => of_any, 1 => Just(Bits { marks: 2, diagonals: 31 })]
    }

    /// Lists of such words, and an edge besides where there is room for it, with which nothing conflicts.
    fn list(bits: Bits, len: Range<usize>) -> impl Strategy<Value = Vec<u64>> {
        // Few bits, so that many pairs fit.
        let half = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>());
        let half = half.prop_map(move |(a, b, c, edge)| {
            (a & b & c & bits.all()) | if edge && bits.count() < 63 { 1 << 63 } else { 0 }
        });
        prop::collection::vec(half, len)
    }

    /// Two lists, and a key of any length and either way.
    fn keyed() -> impl Strategy<Value = (Vec<u64>, Vec<u64>, Key)> {
        let both = |word: Bits| {
            let key = (any::<bool>(), 0..=word.diagonals.min(12));
            let key = key.prop_map(move |(turns, bits)| Key { word, turns: turns && bits > 0, bits });
            (list(word, 0..900), list(word, 0..1500), key)
        };
        bits(1..30).prop_flat_map(both)
    }

    /// What every kernel makes of two lists is what pairs come to that are tried one by one.
    fn joined(top: &[u64], bottom: &[u64], bits: Bits, key: Option<Key>) -> Result<(), TestCaseError> {
        let fitting = |a: &u64| bottom.iter().filter(|&b| a & b & bits.all() == 0).count();
        let naive: usize = top.iter().map(fitting).sum();
        for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find("test").ok()) {
            prop_assert_eq!(kernel.run(Both(top, bottom, bits, key)), Counter::from(naive as u64));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn every_kernel_joins_as_the_naive_join_does((top, bottom, key) in keyed()) {
            joined(&top, &bottom, key.word, Some(key))?;
            joined(&top, &bottom, key.word, None)?;
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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

        /// Lists that are long enough for a key.
        #[test]
        fn long_lists_are_joined_by_the_key_that_is_chosen(
            (top, bottom, bits) in bits(2..30).prop_flat_map(|bits| {
                let long = || list(bits, SORTED..2 * SORTED);
                (long(), long(), Just(bits))
            }),
        ) {
            joined(&top, &bottom, bits, None)?;
        }
    }
}
