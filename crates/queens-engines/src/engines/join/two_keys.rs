//! The join of long lists by two keys.
//!
//! By one key, a block of halves meets all halves of the other list that its key allows:
//! with lists of tens of millions some 100,000, though about 1,000 pay for filling the
//! block. Here both lists give up pairs to a key. A *part* of the blocked list, and the
//! halves that its leading bits allow, are sorted by a few more bits of the first key and
//! by a second key: the bits in which they conflict most. A *run* of the part agrees in
//! bits of the first key. A *stretch* of the halves that the run allows agrees in bits of
//! the second key, and blocks are filled with what the stretch allows of the run:
//!
//! ```text
//! for each run of the part:
//!     for each stretch of the other halves that share no bit of the run's first key:
//!         for each block of the halves of the run that share no bit of the stretch's second key:
//!             test the stretch
//! ```
//!
//! `docs/design/join.md` derives the sizes and when this pays.

use super::block::HalfBlock;
use super::half_sorter::HalfSorter;
use super::pairs::{WORDS_PER_PACK, WORK_PER_CHECK};
use super::part::{Conflicts, MAX_STRETCH_HALVES, Part, costs};
use super::sorted::{KeyRun, SortKey, SortedHalves, WordCut, WordList, cut_run, lowest};
use crate::parallel::{Counter, SharedMeter};
use control::Stop;
use queens_simd::KernelLoops;
use queens_simd::masks::PlaceMask;
use std::iter;
use std::ops::Range;

/// Maximum number of halves of a part.
pub(super) const MAX_PART_HALVES: usize = 1 << 20;

/// Maximum number of halves, of those that a part allows, that are sorted at a time: 128
/// MiB. A part without leading bits allows the whole list, and a copy of it would take as
/// much memory again.
const MAX_ALLOWED_HALVES: usize = 1 << 24;

/// Maximum number of full blocks in a run.
const RUN_BLOCKS: usize = 64;

/// Fewest halves that a part must allow for a second key: fewer cannot pay, and the
/// samples would take longer than they save.
const MIN_ALLOWED_HALVES: usize = 16_384;

/// Share of the cost by one key that two keys may cost: what they cost is estimated with
/// less certainty.
const MAX_COST_SHARE: f64 = 0.75;

/// Two keys for the halves of a part, and the sizes of what they cut.
#[derive(Debug)]
pub(super) struct TwoKeys {
    /// Number of bits of a word.
    word: u32,
    /// Number of bits of the first key: the highest ones.
    first: u32,
    /// Number of bits of the second key: those after them, once bits have changed places.
    second: u32,
    /// Pairs of bits that change places in each word, so that the second key follows the
    /// first.
    exchanges: Vec<(u32, u32)>,
    /// Maximum number of halves of a run.
    run_halves: usize,
    /// Maximum number of halves of a stretch.
    stretch_halves: usize,
    /// Maximum number of allowed halves that are sorted at a time.
    allowed_halves: usize,
}

impl TwoKeys {
    /// Chooses keys for a part; `None` if one key costs less.
    pub(super) fn for_part<M: PlaceMask>(part: &Part<'_>) -> Option<TwoKeys> {
        let (halves, allowed) = part.lens();
        if allowed < MIN_ALLOWED_HALVES || halves < M::PLACES {
            return None;
        }
        let by_one = part.cost_by_one_key(M::PLACES);
        if by_one < costs::SORT * (halves + allowed) as f64 {
            return None;
        }
        let run_halves = RUN_BLOCKS * M::PLACES;
        let runs = part.runs(run_halves);
        // Two bits more than runs of equal length need.
        let first = (halves / run_halves)
            .checked_ilog2()
            .map_or(0, |bits| bits + 2)
            .min(part.keys.free);
        let end = part.bits - first;
        let conflicts = Conflicts::sample(part);
        let mut bits = conflicts.sorted_below(end);
        bits.truncate(runs.second_bits() as usize);
        let keys = TwoKeys {
            word: part.bits,
            first,
            second: bits.len() as u32,
            exchanges: choose_exchanges(&bits, end),
            run_halves,
            stretch_halves: MAX_STRETCH_HALVES,
            allowed_halves: MAX_ALLOWED_HALVES,
        };
        let by_two = runs.cost(conflicts.kept(&bits), M::PLACES)
            + keys.sort_cost(halves + allowed);
        (keys.second > 0 && by_two < MAX_COST_SHARE * by_one).then_some(keys)
    }

    /// Estimates the cost of sorting so many halves by both keys.
    fn sort_cost(&self, halves: usize) -> f64 {
        costs::SORT * halves as f64
            + costs::KEY * f64::from(1 << (self.first + self.second))
    }

    /// Returns the key by which both lists are sorted: the first, then the second.
    fn both_keys(&self) -> SortKey {
        SortKey {
            word: self.word,
            bits: self.first + self.second,
        }
    }

    /// Returns the words with their bits exchanged, so that the second key follows the
    /// first. The bits by which the part was cut are lost.
    #[inline(always)]
    fn exchange_bits<'c>(&self, words: &[u64], chunk: &'c mut WordChunk) -> &'c [u64] {
        let exchanged = &mut chunk[..words.len()];
        for (exchanged, word) in exchanged.iter_mut().zip(words) {
            *exchanged = word & lowest(self.word);
        }
        // XOR with their difference exchanges two bits, in all words at a time.
        for &(one, other) in &self.exchanges {
            let (up, low) = (one.abs_diff(other), 1_u64 << one.min(other));
            for word in &mut *exchanged {
                let differing = (*word ^ *word >> up) & low;
                *word ^= differing | differing << up;
            }
        }
        exchanged
    }

    /// Returns the bits of a word to test within a run and a stretch: all but the leading
    /// bits of both keys, in which the halves of each agree. What is left of the first
    /// key moves down.
    fn cut_words(&self, run: &KeyRun, stretch: &KeyRun) -> (u32, WordCut) {
        let below = self.word - self.first - self.second + stretch.free;
        let cut = WordCut {
            low: lowest(below),
            down: stretch.agreeing,
            high: lowest(run.free) << below,
        };
        (below + run.free, cut)
    }

    /// Returns the values of both keys with this first one and these second ones.
    fn range(&self, first: usize, second: &Range<usize>) -> Range<usize> {
        let of_first = first << self.second;
        of_first + second.start..of_first + second.end
    }
}

/// Returns the pairs of bits to exchange so that those of `chosen`, all below `end`, come
/// to lie directly below it.
fn choose_exchanges(chosen: &[u32], end: u32) -> Vec<(u32, u32)> {
    let places = end - chosen.len() as u32..end;
    let vacant = places.clone().filter(|place| !chosen.contains(place));
    let moved = chosen.iter().copied().filter(|bit| !places.contains(bit));
    vacant.zip(moved).collect()
}

/// A few words, with bits exchanged.
type WordChunk = [u64; WORDS_PER_PACK];

/// Memory of a join by two keys, reused by the next one.
#[derive(Debug, Default)]
pub(super) struct TwoKeyJoin {
    blocked: HalfSorter<1>,
    singly: HalfSorter<1>,
    /// Start of each value of the first key in the part.
    firsts: Vec<u32>,
    allowed: AllowedKeys,
    lists: StretchLists,
}

/// The halves that a run allows, by their keys.
#[derive(Debug, Default)]
struct AllowedKeys {
    /// Values of the first key.
    firsts: Vec<usize>,
    /// Start of each value of the second key, if these halves were sorted by it.
    seconds: Vec<u32>,
}

impl AllowedKeys {
    #[inline(always)]
    fn find(&mut self, keys: &TwoKeys, run: &KeyRun, singly: &SortedHalves<'_>) {
        self.firsts.clear();
        self.firsts.extend(run.disjoint().flatten());
        self.seconds.clear();
        self.seconds.resize((1 << keys.second) + 1, 0);
        // Invariant: `seconds[v]` is the number of halves with a second key below v and
        // one of the first keys so far.
        for &first in &self.firsts {
            let offsets =
                &singly.offsets[first << keys.second..=(first + 1) << keys.second];
            for (start, &offset) in self.seconds.iter_mut().zip(offsets) {
                *start += offset - offsets[0];
            }
        }
    }
}

/// The halves that are joined at a time.
#[derive(Debug, Default)]
struct StretchLists {
    stretch: WordList,
    /// The halves of the run that the stretch allows.
    run: WordList,
}

impl StretchLists {
    /// Returns the halves of the run in blocks of equal length: each is filled as well as
    /// the others.
    fn blocks(&self, places: usize) -> impl Iterator<Item = &[u64]> {
        let halves = self.run.listed();
        let blocks = halves.len().div_ceil(places).max(1);
        halves.chunks(halves.len().div_ceil(blocks).max(1))
    }
}

/// Sorts a copy of the words in some ranges of a list by both keys.
///
/// Both passes of the sort exchange the bits anew, a chunk at a time: a copy of millions
/// of words would take longer to write and to read again.
#[inline(always)]
fn sort_by_both<'s>(
    sorter: &'s mut HalfSorter<1>,
    list: &SortedHalves<'_>,
    ranges: impl Iterator<Item = Range<usize>> + Clone,
    keys: &TwoKeys,
) -> SortedHalves<'s> {
    let (key, mut chunk) = (keys.both_keys(), [0; WORDS_PER_PACK]);
    sorter.begin(key);
    for words in ranges
        .clone()
        .flat_map(|range| list.range(range).chunks(WORDS_PER_PACK))
    {
        sorter.count(keys.exchange_bits(words, &mut chunk), key);
    }
    sorter.make_room();
    for words in ranges.flat_map(|range| list.range(range).chunks(WORDS_PER_PACK)) {
        sorter.place(keys.exchange_bits(words, &mut chunk), key);
    }
    sorter.sorted()
}

impl TwoKeyJoin {
    /// Counts the pairs of a half of the part and one that it allows that share no bit.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    #[inline(always)]
    pub(super) fn count<L: KernelLoops>(
        &mut self,
        loops: L,
        part: &Part<'_>,
        keys: &TwoKeys,
        block: &mut HalfBlock<L::Mask>,
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let TwoKeyJoin {
            blocked,
            singly,
            firsts,
            allowed,
            lists,
        } = self;
        let blocked =
            sort_by_both(blocked, part.blocked, iter::once(part.keys.keys()), keys);
        meter.spend(0)?;
        firsts.clear();
        firsts.extend(blocked.offsets.iter().step_by(1 << keys.second));
        // Groups bound the sorted copy of what the part allows to 128 MiB.
        let mut fitting = Counter::default();
        for group in part.allowed_groups(keys.allowed_halves) {
            let singly = sort_by_both(singly, part.singly, group.iter().cloned(), keys);
            meter.spend(0)?;
            for run in cut_run(firsts, &KeyRun::all_keys(keys.first), keys.run_halves) {
                allowed.find(keys, &run, &singly);
                let lists = &mut *lists;
                let run = RunJoin {
                    keys,
                    run,
                    blocked: &blocked,
                    singly: &singly,
                    allowed,
                    lists,
                };
                fitting.add(run.count(loops, block, meter)?, 1);
            }
        }
        Ok(fitting)
    }
}

/// The join of a run and what it allows.
struct RunJoin<'j> {
    keys: &'j TwoKeys,
    run: KeyRun,
    blocked: &'j SortedHalves<'j>,
    singly: &'j SortedHalves<'j>,
    allowed: &'j AllowedKeys,
    lists: &'j mut StretchLists,
}

impl RunJoin<'_> {
    #[inline(always)]
    fn count<L: KernelLoops>(
        self,
        loops: L,
        block: &mut HalfBlock<L::Mask>,
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let RunJoin {
            keys,
            run,
            blocked,
            singly,
            allowed,
            lists,
        } = self;
        let (mut fitting, mut unchecked) = (Counter::default(), 0);
        // Each pair of the run meets in one stretch: the one with its second key.
        for stretch in cut_run(
            &allowed.seconds,
            &KeyRun::all_keys(keys.second),
            keys.stretch_halves,
        ) {
            let (bits, cut) = keys.cut_words(&run, &stretch);
            let ranges = allowed
                .firsts
                .iter()
                .map(|&first| keys.range(first, &stretch.keys()));
            lists.stretch.copy(loops, singly, ranges, cut);
            if lists.stretch.listed().is_empty() {
                continue;
            }
            let ranges = run.keys().flat_map(|first| {
                stretch
                    .disjoint()
                    .map(move |seconds| keys.range(first, &seconds))
            });
            lists.run.copy(loops, blocked, ranges, cut);
            let tested = lists.stretch.listed();
            // Each half of the run that the stretch allows is in one block, and meets the
            // whole stretch.
            for halves in lists.blocks(L::Mask::PLACES) {
                fitting.add(block.count(loops, halves, tested, bits), 1);
                unchecked += tested.len() + L::Mask::PLACES;
            }
            // The limits are checked by work, not by stretch: stretches differ a lot in
            // length.
            if unchecked > WORK_PER_CHECK {
                meter.spend(0)?;
                unchecked = 0;
            }
        }
        Ok(fitting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;
    use proptest::prelude::*;
    use queens_simd::{Kernel, KernelWork};

    /// Two lists of words of so many bits, and keys of any length for them.
    #[derive(Clone, Debug)]
    struct Lists {
        word: u32,
        blocked: Vec<u64>,
        singly: Vec<u64>,
        /// Number of bits of the key by which the lists are sorted.
        key: u32,
        /// Maximum number of halves of a part.
        part: usize,
        first: u32,
        /// Bits of the second key. A bit of the first key is not used.
        second: Vec<u32>,
        run: usize,
        stretch: usize,
        /// Maximum number of allowed halves that are sorted at a time.
        allowed: usize,
    }

    fn lists() -> impl Strategy<Value = Lists> {
        // Few bits, so that many pairs fit.
        let words = || {
            prop::collection::vec(
                (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
                0..1200,
            )
        };
        let sizes = (
            2_u32..=44,
            1_u32..=8,
            1_usize..600,
            0_u32..=6,
            1_usize..400,
            1_usize..200,
            1_usize..800,
        );
        let second = prop::collection::vec(0_u32..44, 0..6);
        (words(), words(), sizes, second).prop_map(|(blocked, singly, sizes, second)| {
            let (word, key, part, first, run, stretch, allowed) = sizes;
            let of = |words: Vec<u64>| {
                words
                    .into_iter()
                    .map(|word_| word_ & lowest(word))
                    .collect()
            };
            let (blocked, singly) = (of(blocked), of(singly));
            Lists {
                word,
                blocked,
                singly,
                key: key.min(word),
                part,
                first,
                second,
                run,
                stretch,
                allowed,
            }
        })
    }

    impl Lists {
        /// Returns the keys for a part, without a choice by costs.
        fn keys(&self, part: &Part<'_>) -> TwoKeys {
            let (word, first) = (part.bits, self.first.min(part.keys.free));
            let mut bits = self.second.clone();
            bits.retain(|&bit| bit < word - first);
            bits.sort_unstable();
            bits.dedup();
            let (second, exchanges) =
                (bits.len() as u32, choose_exchanges(&bits, word - first));
            TwoKeys {
                word,
                first,
                second,
                exchanges,
                run_halves: self.run,
                stretch_halves: self.stretch,
                allowed_halves: self.allowed,
            }
        }
    }

    impl KernelWork for &Lists {
        type Output = u64;

        fn run<L: KernelLoops>(self, loops: L) -> u64 {
            let (mut blocked, mut singly) =
                (HalfSorter::<1>::default(), HalfSorter::<1>::default());
            let key = SortKey {
                word: self.word,
                bits: self.key,
            };
            let (blocked, singly) = (
                blocked.sort(&self.blocked, key),
                singly.sort(&self.singly, key),
            );
            let (mut join, mut block) =
                (TwoKeyJoin::default(), HalfBlock::<L::Mask>::new());
            let (limits, mut fitting) = (Limits::default(), Counter::default());
            for keys in cut_run(blocked.offsets, &KeyRun::all_keys(key.bits), self.part) {
                let bits = self.word - keys.agreeing;
                let part = Part {
                    bits,
                    keys,
                    blocked: &blocked,
                    singly: &singly,
                };
                let (keys, meter) = (self.keys(&part), SharedMeter::new(&limits));
                fitting.add(
                    join.count(loops, &part, &keys, &mut block, &meter)
                        .expect("no limits"),
                    1,
                );
            }
            fitting.sum() as u64
        }
    }

    proptest! {
        #[test]
        fn any_two_keys_find_the_pairs_that_fit(lists in lists()) {
            let fits = |a: &u64| lists.singly.iter().filter(|&b| a & b == 0).count() as u64;
            let naive: u64 = lists.blocked.iter().map(fits).sum();
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find().ok()) {
                prop_assert_eq!(kernel.run(&lists), naive);
            }
        }

        #[test]
        fn exchanged_bits_lie_below_the_first_key(
            chosen in prop::collection::btree_set(0_u32..40, 0..12),
            word in any::<u64>(),
            end in 40_u32..=48,
        ) {
            let chosen: Vec<u32> = chosen.into_iter().collect();
            let second = chosen.len() as u32;
            let keys = TwoKeys {
                word: end, first: 0, second, exchanges: choose_exchanges(&chosen, end), run_halves: 1, stretch_halves: 1, allowed_halves: 1,
            };
            let (word, mut chunk) = (word & lowest(end), [0; WORDS_PER_PACK]);
            let moved = keys.exchange_bits(&[word], &mut chunk);
            let of_chosen = chosen.iter().filter(|&bit| word >> bit & 1 == 1).count() as u32;
            prop_assert_eq!((moved[0] >> (end - second)).count_ones(), of_chosen);
            prop_assert_eq!(moved[0].count_ones(), word.count_ones());
        }
    }

    /// Halves as on large boards: dense near the centre of both directions, so that a
    /// second key pays.
    #[test]
    fn long_lists_are_joined_by_two_keys() {
        let mut state = 1_u64;
        let mut random = || {
            // Marsaglia's xorshift.
            for by in [13, -7, 17_i32] {
                state ^= if by > 0 { state << by } else { state >> -by };
            }
            state
        };
        let mut list = |len: usize| -> Vec<u64> {
            let dense = lowest(12) << 10 | lowest(12) << 32;
            let word = |a: u64, b: u64, c: u64| {
                lowest(44) & (a & b & c | a & b & dense | a & c & dense)
            };
            (0..len)
                .map(|_| word(random(), random(), random()))
                .collect()
        };
        let (blocked, singly) = (list(40_000), list(60_000));
        let fits = |a: &u64| singly.iter().filter(|&b| a & b == 0).count() as u64;
        let naive: u64 = blocked.iter().map(fits).sum();
        struct ByChoice<'a>(&'a [u64], &'a [u64]);
        impl KernelWork for ByChoice<'_> {
            type Output = Option<u64>;
            fn run<L: KernelLoops>(self, loops: L) -> Option<u64> {
                let (mut blocked, mut singly) =
                    (HalfSorter::<1>::default(), HalfSorter::<1>::default());
                let key = SortKey { word: 44, bits: 8 };
                let (blocked, singly) =
                    (blocked.sort(self.0, key), singly.sort(self.1, key));
                let part = Part {
                    bits: 44,
                    keys: KeyRun::all_keys(8),
                    blocked: &blocked,
                    singly: &singly,
                };
                let keys = TwoKeys::for_part::<L::Mask>(&part)?;
                let (limits, mut block) =
                    (Limits::default(), HalfBlock::<L::Mask>::new());
                let meter = SharedMeter::new(&limits);
                let fitting =
                    TwoKeyJoin::default().count(loops, &part, &keys, &mut block, &meter);
                Some(fitting.expect("no limits").sum() as u64)
            }
        }
        for kernel in Kernel::ALL
            .into_iter()
            .filter_map(|kernel| kernel.find().ok())
        {
            assert_eq!(
                kernel.run(ByChoice(&blocked, &singly)),
                Some(naive),
                "{kernel:?}"
            );
        }
    }
}
