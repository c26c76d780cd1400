//! Sorting by counting: the memory, and the steps for lists at hand and for words that
//! come slice by slice.

use super::sorted::{SortKey, SortedHalves};
use std::mem;

/// Maximum length of a list, in halves, that is copied to be sorted.
const MAX_COPIED_HALVES: usize = 1 << 22;

/// Number of leading bits of a key by which a long list is sorted first: 256 buckets, so
/// that the cache lines at which they are filled fit into the first-level cache.
const BUCKET_BITS: u32 = 8;

/// Memory to sort words by counting, in some *lanes*: word i belongs to lane i mod
/// `LANES`, and each lane has its own places for each key.
///
/// Successive halves, as they are made, often have the same key. With one lane, each
/// would wait until the next place is written after the half before it. Words that are
/// sorted already and get another key need only one lane, whose places take less room in
/// the caches.
///
/// Two ways lead to the sorted words: [`HalfSorter::sort_list`] for a list at hand, and
/// for words that come slice by slice [`HalfSorter::begin`], [`HalfSorter::count`] for
/// all slices, [`HalfSorter::make_room`], [`HalfSorter::place`] for the same slices, and
/// [`HalfSorter::sorted`].
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
        self.find_offsets(halves, key);
        let leading = SortKey {
            word: key.word,
            bits: key.bits.min(BUCKET_BITS),
        };
        let keys_per_bucket = 1 << (key.bits - leading.bits);
        let starts: Vec<u32> = self
            .offsets
            .iter()
            .copied()
            .step_by(keys_per_bucket)
            .collect();
        // One pass by all bits of the key would miss the caches at most steps: 138 ns a
        // half for 89 million.
        move_to_buckets(halves, &starts, leading);
        self.sort_buckets(halves, &starts, key);
        SortedHalves {
            offsets: &self.offsets,
            words: halves,
        }
    }

    /// Counts the words of each key, and finds where each key begins: where all lower
    /// ones end.
    #[inline(always)]
    fn find_offsets(&mut self, halves: &[u64], key: SortKey) {
        self.offsets.clear();
        self.offsets.resize((1 << key.bits) + 1, 0);
        for &half in halves {
            self.offsets[key.key_of(half) + 1] += 1;
        }
        let mut sum = 0;
        for offset in &mut self.offsets {
            sum += *offset;
            *offset = sum;
        }
    }

    /// Moves the words of each bucket to the places of their keys. A bucket fits into the
    /// caches, so a copy of it can be read in order and written anywhere.
    #[inline(always)]
    fn sort_buckets(&mut self, halves: &mut [u64], starts: &[u32], key: SortKey) {
        let mut next = self.offsets.clone();
        for bucket in starts.windows(2) {
            self.words.clear();
            self.words
                .extend_from_slice(&halves[bucket[0] as usize..bucket[1] as usize]);
            // `next[k]` is the place of the next word of key k.
            for &half in &self.words {
                let place = &mut next[key.key_of(half)];
                halves[*place as usize] = half;
                *place += 1;
            }
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

    /// Begins to sort words by `key`.
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

    /// Turns the counts into places: for each key one lane after the other.
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

    /// Puts words in their places. They must come in the same slices as they were
    /// counted, because the lane of a word follows from its position in the slice.
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

/// Moves each word to its bucket, the `leading` bits of its key. `starts` are the places
/// at which the buckets start, and the end of the last.
///
/// A word in the wrong bucket is exchanged with the first unsettled one of its own, until
/// a word comes along that belongs where the walk began.
#[inline(always)]
fn move_to_buckets(halves: &mut [u64], starts: &[u32], leading: SortKey) {
    let mut next = starts.to_vec();
    // `next[b]` is the first place of bucket b that may hold a word of another bucket.
    for bucket in 0..1 << leading.bits {
        while next[bucket] < starts[bucket + 1] {
            let place = next[bucket] as usize;
            let mut half = halves[place];
            let mut target = leading.key_of(half);
            while target != bucket {
                let to = &mut next[target];
                mem::swap(&mut halves[*to as usize], &mut half);
                *to += 1;
                target = leading.key_of(half);
            }
            halves[place] = half;
            next[bucket] += 1;
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
    }
}
