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
    pub(super) fn key_of(self, word: u64) -> usize {
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
        let free = self.free;
        // The leading bits that the other list may have.
        let open = !self.leading & ((1 << self.agreeing) - 1);
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

/// Cuts a run of keys into as few runs as possible with at most `most` entries each; a
/// key with more entries is a run of its own. `offsets` holds the place at which the
/// entries of each key start, and after them the end of the last.
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
        // A run is aligned, so the zeros at the end of its first key bound its length.
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

/// Number of words after the end of a [`WordList`] that may be written: as many as the
/// widest register holds.
const WORD_MARGIN: usize = 8;

/// Bits that are kept of a word: low ones, and some higher ones that move down to follow
/// them.
///
/// ```text
/// word   | ... | high bits | dropped | low bits |
/// kept             | high bits, `down` places lower | low bits |
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct WordCut {
    /// The low bits.
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

    /// Replaces the list by what `cut` keeps of each word whose key is in one of the
    /// `ranges`.
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
    /// overwrites these. Most ranges are short, so copying the words at their ends one by
    /// one would take longer than copying the rest.
    #[inline(always)]
    fn append<L: KernelLoops>(
        &mut self,
        loops: L,
        sorted: &SortedHalves<'_>,
        keys: Range<usize>,
        cut: WordCut,
    ) {
        let begin = sorted.offsets[keys.start] as usize;
        let len = sorted.offsets[keys.end] as usize - begin;
        let new_len = self.len + len;
        if self.words.len() < new_len + WORD_MARGIN {
            // An eighth more, so that a list that grows is moved only now and then.
            self.words.resize(new_len + new_len / 8 + WORD_MARGIN, 0);
        }
        let per_set = L::Mask::PLACES / 64;
        let [low, high] =
            [cut.low, cut.high].map(|bits| loops.load(&L::Mask::repeat(bits)));
        let source = &sorted.words[begin..];
        let listed = &mut self.words[self.len..new_len + WORD_MARGIN];
        let mut copied = 0;
        // The first `copied` words of the range are listed; the source may go on after
        // the range.
        while copied < len
            && let Some(words) = L::Mask::from_words(&source[copied..])
        {
            let words = loops.load(&words);
            let kept = words.and(low).or(words.shift_down(cut.down).and(high));
            listed[copied..copied + per_set].copy_from_slice(kept.to_mask().words());
            copied += per_set;
        }
        // The last words of the source do not fill a register.
        for at in copied..len {
            listed[at] = source[at] & cut.low | source[at] >> cut.down & cut.high;
        }
        self.len = new_len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn disjoint_keys_share_no_leading_bit(agreeing in 0_u32..=8, leading in 0_usize..256, free in 0_u32..=3) {
            let run = KeyRun { agreeing, leading: leading & ((1 << agreeing) - 1), free };
            let listed: Vec<usize> = run.disjoint().flatten().collect();
            let expected = (0..1 << (agreeing + free)).filter(|key| (key >> free) & run.leading == 0);
            prop_assert_eq!(listed, expected.collect::<Vec<_>>());
        }
    }
}
