//! Words sorted by a key, their highest bits, and the ranges of them that a join needs.
//!
//! ```text
//! word        | key             | lower bits           |
//!             | leading  | free |                         keys that agree in `leading` are
//!                                                         a run: an aligned range of keys
//! offsets     |  0 |  3 |  3 |  8 | ...                   start of each key in `words`
//! words       | w w w | w w w w w | ...                   sorted by key, in any order
//!               key 0   key 2                             within a key
//! ```

use queens_simd::masks::PlaceMask;
use queens_simd::{KernelLoops, PlaceSet};
use std::iter;
use std::mem;
use std::ops::Range;

/// The sort key of a word: its highest bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortKey {
    /// Number of bits of a word.
    pub(super) word: u32,
    /// Number of bits of the key.
    pub(super) bits: u32,
}

impl SortKey {
    /// Returns the key of a word; `bits` must not be 0.
    #[inline(always)]
    fn key_of(self, word: u64) -> usize {
        (word >> (self.word - self.bits)) as usize
    }
}

/// Keys that agree in their leading bits: an aligned range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyRun {
    /// Number of leading bits in which they agree.
    pub(super) agreeing: u32,
    /// Value of these bits.
    pub(super) leading: usize,
    /// Number of bits that follow.
    pub(super) free: u32,
}

impl KeyRun {
    /// Returns all keys of this many bits.
    pub(super) fn all_keys(bits: u32) -> Self {
        KeyRun {
            agreeing: 0,
            leading: 0,
            free: bits,
        }
    }

    /// Returns the range of the keys.
    pub(super) fn keys(&self) -> Range<usize> {
        self.leading << self.free..(self.leading + 1) << self.free
    }

    /// Lists the ranges of keys of the other list that share none of the leading bits
    /// with the run, in ascending order.
    #[inline(always)]
    pub(super) fn disjoint(&self) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        let (free, open) = (self.free, !self.leading & ((1 << self.agreeing) - 1));
        let mut subset = Some(0);
        iter::from_fn(move || {
            let leading: usize = subset?;
            // The next subset of `open`: with all other bits set, adding 1 carries over
            // them.
            subset = (leading != open).then(|| (leading | !open).wrapping_add(1) & open);
            Some(leading << free..(leading + 1) << free)
        })
    }
}

/// Cuts a run of keys into runs with at most `most` entries, as few as possible; a key
/// that has more is a run of its own. `offsets` are the places at which the entries of
/// each key start, and the end of the last.
#[inline(always)]
pub(super) fn cut_run<'o>(
    offsets: &'o [u32],
    run: &KeyRun,
    most: usize,
) -> impl Iterator<Item = KeyRun> + use<'o> {
    let (keys, bits) = (run.keys(), run.agreeing + run.free);
    let (mut key, longest) = (keys.start, run.free);
    iter::from_fn(move || {
        if key == keys.end {
            return None;
        }
        let (first, begin) = (key, offsets[key] as usize);
        let mut free = key.trailing_zeros().min(longest);
        while free > 0 && offsets[key + (1 << free)] as usize - begin > most {
            free -= 1;
        }
        key += 1 << free;
        Some(KeyRun {
            agreeing: bits - free,
            leading: first >> free,
            free,
        })
    })
}

/// Words sorted by key.
pub(super) struct SortedHalves<'a> {
    /// Start of each key in the list; one more entry than there are keys.
    pub(super) offsets: &'a [u32],
    pub(super) words: &'a [u64],
}

/// Number of words behind a [`WordList`] that may be written: what a register of a kernel
/// holds.
const WORD_MARGIN: usize = 8;

/// Bits that are kept of a word: low ones, and some higher ones that move down to follow
/// them.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordCut {
    pub(super) low: u64,
    /// Number of bits by which the higher bits move.
    pub(super) down: u32,
    /// The higher bits, where they arrive.
    pub(super) high: u64,
}

impl WordCut {
    /// Keeps the lowest `bits` bits, fewer than 64.
    pub(super) fn lowest(bits: u32) -> Self {
        WordCut {
            low: lowest(bits),
            down: 0,
            high: 0,
        }
    }
}

/// Returns the word of the lowest `bits` bits, fewer than 64.
#[inline(always)]
pub(super) fn lowest(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// Words that are listed again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct WordList {
    words: Vec<u64>,
    len: usize,
}

impl WordList {
    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(super) fn listed(&self) -> &[u64] {
        &self.words[..self.len]
    }

    /// Lists what `cut` keeps of each word whose key is in one of the `ranges`, instead
    /// of what was listed.
    #[inline(always)]
    pub(super) fn copy<L: KernelLoops>(
        &mut self,
        loops: L,
        sorted: &SortedHalves<'_>,
        ranges: impl Iterator<Item = Range<usize>>,
        cut: WordCut,
    ) {
        self.clear();
        for keys in ranges {
            self.append(loops, sorted, keys, cut);
        }
    }

    /// Appends what `cut` keeps of each word with one of these keys.
    ///
    /// Whole registers are copied, with some words that follow the range; the next range
    /// is written over these. Most ranges are short, so that words one by one at their
    /// ends would take longer than the ranges.
    #[inline(always)]
    fn append<L: KernelLoops>(
        &mut self,
        loops: L,
        sorted: &SortedHalves<'_>,
        keys: Range<usize>,
        cut: WordCut,
    ) {
        let (begin, end) = (
            sorted.offsets[keys.start] as usize,
            sorted.offsets[keys.end] as usize,
        );
        let len = end - begin;
        if self.words.len() < self.len + len + WORD_MARGIN {
            let room = self.len + len;
            self.words.resize(room + room / 8 + WORD_MARGIN, 0);
        }
        let per_set = L::Mask::PLACES / 64;
        let [low, high] =
            [cut.low, cut.high].map(|bits| loops.load(&L::Mask::repeat(bits)));
        let source = &sorted.words[begin..];
        let listed = &mut self.words[self.len..self.len + len + WORD_MARGIN];
        let mut copied = 0;
        while copied < len
            && let Some(words) = L::Mask::from_words(&source[copied..])
        {
            let words = loops.load(&words);
            let kept = words.and(low).or(words.shift_down(cut.down).and(high));
            listed[copied..copied + per_set].copy_from_slice(kept.to_mask().words());
            copied += per_set;
        }
        // At the end of the list no register is filled.
        for at in copied..len {
            listed[at] = source[at] & cut.low | source[at] >> cut.down & cut.high;
        }
        self.len += len;
    }
}

/// Maximum length of a list, in halves, that is copied to be sorted.
const MAX_COPIED_HALVES: usize = 1 << 22;

/// Number of leading bits of a key by which a long list is sorted first: as many buckets
/// as there are lines at hand in the first-level cache.
const BUCKET_BITS: u32 = 8;

/// Memory to sort words by counting, in some *lanes*: word i belongs to lane i mod
/// `LANES`, and each lane has its own places for each key.
///
/// Successive halves, as they are made, often have the same key. With one lane, each
/// would wait until the place of the one before is written. Words that are sorted already
/// and get another key take one lane, whose places take less of the caches.
#[derive(Debug)]
pub(super) struct HalfSorter<const LANES: usize> {
    offsets: Vec<u32>,
    /// For each key and lane, the number of words; then the place of the next word.
    next: Vec<[u32; LANES]>,
    words: Vec<u64>,
    /// Number of words that are sorted: `words` may be longer.
    len: usize,
}

impl<const LANES: usize> Default for HalfSorter<LANES> {
    fn default() -> Self {
        HalfSorter {
            offsets: Vec::new(),
            next: Vec::new(),
            words: Vec::new(),
            len: 0,
        }
    }
}

impl<const LANES: usize> HalfSorter<LANES> {
    /// Sorts the `halves` by key, in linear time; leaves them as they are if the key has
    /// no bits. Long lists are sorted in place, which takes longer and half of the
    /// memory.
    #[inline(always)]
    pub(super) fn sort_list<'a>(
        &'a mut self,
        halves: &'a mut [u64],
        key: SortKey,
    ) -> SortedHalves<'a> {
        if halves.len() <= MAX_COPIED_HALVES || key.bits == 0 {
            self.sort(halves, key)
        } else {
            self.sort_in_place(halves, key)
        }
    }

    /// Sorts the `halves` by key within their own memory, in two steps.
    ///
    /// First by the leading bits of the key: a word that is in the wrong place takes the
    /// next place of its bucket, and the word that was there goes on (McIlroy, Bostic and
    /// McIlroy, Engineering radix sort, 1993). Then each bucket is copied, and its words
    /// go to their places by the other bits.
    #[inline(always)]
    fn sort_in_place<'a>(
        &'a mut self,
        halves: &'a mut [u64],
        key: SortKey,
    ) -> SortedHalves<'a> {
        self.offsets.clear();
        self.offsets.resize((1 << key.bits) + 1, 0);
        for &half in &*halves {
            self.offsets[key.key_of(half) + 1] += 1;
        }
        // From counts to starts: each key begins where all lower ones end.
        let mut sum = 0;
        for offset in &mut self.offsets {
            sum += *offset;
            *offset = sum;
        }
        let leading = SortKey {
            word: key.word,
            bits: key.bits.min(BUCKET_BITS),
        };
        let per_bucket = 1 << (key.bits - leading.bits);
        let starts: Vec<u32> = self.offsets.iter().copied().step_by(per_bucket).collect();
        let mut next = starts.clone();
        // `next[b]` is the first place of bucket b that may hold a word of another
        // bucket. One pass by all bits of the key would miss the caches at most steps:
        // 138 ns a half for 89 million.
        for bucket in 0..1 << leading.bits {
            while next[bucket] < starts[bucket + 1] {
                let place = next[bucket] as usize;
                let (mut half, mut of_half) =
                    (halves[place], leading.key_of(halves[place]));
                while of_half != bucket {
                    let to = &mut next[of_half];
                    mem::swap(&mut halves[*to as usize], &mut half);
                    *to += 1;
                    of_half = leading.key_of(half);
                }
                halves[place] = half;
                next[bucket] += 1;
            }
        }
        // A bucket fits the caches, so each word can go to the place of its whole key.
        let mut next = self.offsets.clone();
        for bucket in starts.windows(2) {
            self.words.clear();
            self.words
                .extend_from_slice(&halves[bucket[0] as usize..bucket[1] as usize]);
            for &half in &self.words {
                let place = &mut next[key.key_of(half)];
                halves[*place as usize] = half;
                *place += 1;
            }
        }
        SortedHalves {
            offsets: &self.offsets,
            words: halves,
        }
    }

    /// Sorts a copy of the `halves` by key, in linear time; leaves them as they are if
    /// the key has no bits.
    #[inline(always)]
    pub(super) fn sort<'a>(
        &'a mut self,
        halves: &'a [u64],
        key: SortKey,
    ) -> SortedHalves<'a> {
        if key.bits == 0 {
            self.offsets.clear();
            self.offsets.extend([0, halves.len() as u32]);
            return SortedHalves {
                offsets: &self.offsets,
                words: halves,
            };
        }
        self.begin(key);
        self.count(halves, key);
        self.make_room();
        self.place(halves, key);
        self.sorted()
    }

    /// Begins to sort words by `key`: all are [counted](Self::count), room is
    /// [made](Self::make_room), and all are [placed](Self::place), in the same slices as
    /// they were counted.
    #[inline(always)]
    pub(super) fn begin(&mut self, key: SortKey) {
        self.next.clear();
        self.next.resize(1 << key.bits, [0; LANES]);
    }

    /// Counts words for each key.
    #[inline(always)]
    pub(super) fn count(&mut self, words: &[u64], key: SortKey) {
        let next = self.next.as_mut_slice();
        for_each_in_lanes::<LANES>(words, |lane, word| {
            if let Some(count) = next.get_mut(key.key_of(word)) {
                count[lane] += 1;
            }
        });
    }

    /// Finds the places of the words of each key.
    #[inline(always)]
    pub(super) fn make_room(&mut self) {
        self.offsets.clear();
        let mut sum = 0;
        for lanes in &mut self.next {
            self.offsets.push(sum);
            for place in lanes {
                (*place, sum) = (sum, sum + *place);
            }
        }
        self.offsets.push(sum);
        self.len = sum as usize;
        if self.words.len() < self.len {
            self.words.resize(self.len, 0);
        }
    }

    /// Puts words in their places.
    #[inline(always)]
    pub(super) fn place(&mut self, words: &[u64], key: SortKey) {
        let (next, sorted) = (self.next.as_mut_slice(), self.words.as_mut_slice());
        for_each_in_lanes::<LANES>(words, |lane, word| {
            let place = &mut next[key.key_of(word)][lane];
            sorted[*place as usize] = word;
            *place += 1;
        });
    }

    /// Returns the words in their places.
    #[inline(always)]
    pub(super) fn sorted(&self) -> SortedHalves<'_> {
        SortedHalves {
            offsets: &self.offsets,
            words: &self.words[..self.len],
        }
    }
}

/// Calls `with` for each word and its lane.
#[inline(always)]
fn for_each_in_lanes<const LANES: usize>(
    words: &[u64],
    mut with: impl FnMut(usize, u64),
) {
    let (groups, rest) = words.as_chunks::<LANES>();
    for group in groups {
        for (lane, &word) in group.iter().enumerate() {
            with(lane, word);
        }
    }
    for (lane, &word) in rest.iter().enumerate() {
        with(lane, word);
    }
}

impl<'a> SortedHalves<'a> {
    /// Returns the words with these keys.
    #[inline(always)]
    pub(super) fn range(&self, keys: Range<usize>) -> &'a [u64] {
        &self.words[self.offsets[keys.start] as usize..self.offsets[keys.end] as usize]
    }

    /// Returns the number of words with these keys.
    #[inline(always)]
    pub(super) fn count(&self, keys: Range<usize>) -> usize {
        (self.offsets[keys.end] - self.offsets[keys.start]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_is_sorted_within_its_memory(
            mut halves in prop::collection::vec(0_u64..1 << 20, 0..3000),
            bits in 1_u32..=14,
        ) {
            let key = SortKey { word: 20, bits };
            let (mut copying, mut in_place) = (HalfSorter::<4>::default(), HalfSorter::<4>::default());
            let copied = copying.sort(&halves, key);
            let offsets = copied.offsets.to_vec();
            let mut of_keys: Vec<Vec<u64>> = (0..1 << bits).map(|key| copied.range(key..key + 1).to_vec()).collect();
            let sorted = in_place.sort_in_place(&mut halves, key);
            prop_assert_eq!(sorted.offsets, &offsets);
            for (key, expected) in of_keys.iter_mut().enumerate() {
                let mut words = sorted.range(key..key + 1).to_vec();
                words.sort_unstable();
                expected.sort_unstable();
                prop_assert_eq!(&words, &*expected);
                prop_assert!(words.iter().all(|&word| (word >> (20 - bits)) as usize == key));
            }
        }

        #[test]
        fn disjoint_keys_share_no_leading_bit(agreeing in 0_u32..=8, leading in 0_usize..256, free in 0_u32..=3) {
            let run = KeyRun { agreeing, leading: leading & ((1 << agreeing) - 1), free };
            let listed: Vec<usize> = run.disjoint().flatten().collect();
            let expected = (0..1 << (agreeing + free)).filter(|key| (key >> free) & run.leading == 0);
            prop_assert_eq!(listed, expected.collect::<Vec<_>>());
        }
    }
}
