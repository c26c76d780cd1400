//! Sets of small numbers, a fixed number of words each.

use std::ops::Range;

/// A set of numbers below `64 * W - 2`. The two highest bits are kept for [`stands`].
pub(super) type Set<const W: usize> = [u64; W];

/// The mark of a line whose queen stands: a set of two that no attack changes.
pub(super) const fn stands<const W: usize>() -> Set<W> {
    let mut set = [0; W];
    set[W - 1] = 3 << 62;
    set
}

/// How many numbers `set` holds.
#[inline(always)]
pub(super) fn size<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The numbers of `set` that are less than `end`.
#[inline(always)]
pub(super) fn below<const W: usize>(set: &Set<W>, end: i64) -> Set<W> {
    std::array::from_fn(|word| set[word] & lowest((end - 64 * word as i64).clamp(0, 64) as usize))
}

/// The numbers of `set` that lie in `range`.
#[inline(always)]
pub(super) fn within<const W: usize>(set: &Set<W>, range: &Range<usize>) -> Set<W> {
    let end = |end: usize| end.min(64 * W) as i64;
    let (to, from) = (below(set, end(range.end)), below(set, end(range.start)));
    std::array::from_fn(|word| to[word] & !from[word])
}

/// The numbers of `set`, none of them above `last`, counted from `last` down.
#[inline(always)]
pub(super) fn turned<const W: usize>(set: &Set<W>, last: usize) -> Set<W> {
    let (skip, bits) = ((64 * W - 1 - last) / 64, (64 * W - 1 - last) % 64);
    let word = |at: usize| W.checked_sub(1 + at).map_or(0, |at| set[at].reverse_bits());
    std::array::from_fn(|at| word(at + skip) >> bits | word(at + skip + 1) << 1 << (63 - bits))
}

/// How many numbers there are, and their sum.
#[inline(always)]
pub(super) fn count_and_sum(words: &[u64]) -> (i64, i64) {
    /// The numbers with a bit, bit by bit.
    const WITH: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let (mut count, mut sum) = (0, 0);
    for (&word, first) in words.iter().zip((0..).step_by(64)) {
        let here = i64::from(word.count_ones());
        count += here;
        sum += first * here;
        for (bit, with) in WITH.iter().enumerate() {
            sum += i64::from((word & with).count_ones()) << bit;
        }
    }
    (count, sum)
}

/// Whether `set` holds nothing.
#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().all(|&word| word == 0)
}

/// The numbers of `set`, ascending.
#[inline(always)]
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * at + bit)
        })
    })
}

/// The lowest number of a set from `from` on.
#[inline(always)]
pub(super) fn next(words: &[u64], from: usize) -> Option<usize> {
    let rest = words.get(from / 64)? & (u64::MAX << (from % 64));
    if rest != 0 {
        return Some(from - from % 64 + rest.trailing_zeros() as usize);
    }
    let at = (from / 64 + 1..words.len()).find(|&at| words[at] != 0)?;
    Some(64 * at + words[at].trailing_zeros() as usize)
}

/// The highest number of a set below `to`, which is at most where its words end.
#[inline(always)]
pub(super) fn last_below(words: &[u64], to: usize) -> Option<usize> {
    let highest = |at: usize, word: u64| 64 * at + 63 - word.leading_zeros() as usize;
    let rest = words.get(to / 64).map_or(0, |word| word & lowest(to % 64));
    if rest != 0 {
        return Some(highest(to / 64, rest));
    }
    let at = (0..to / 64).rev().find(|&at| words[at] != 0)?;
    Some(highest(at, words[at]))
}

/// A word of the lowest `count` numbers, at most 64.
#[inline(always)]
pub(super) fn lowest(count: usize) -> u64 {
    // No shift by 64, which there is not.
    !(u64::MAX << (count / 2) << (count - count / 2))
}

/// Whether `number` is there.
#[inline(always)]
pub(super) fn contains(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}

/// Adds `number`.
#[inline(always)]
pub(super) fn insert(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

/// Takes `number` out.
#[inline(always)]
pub(super) fn remove(words: &mut [u64], number: usize) {
    words[number / 64] &= !(1 << (number % 64));
}

/// A set of numbers below `128 * W`: the diagonals of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide<const W: usize>([[u64; W]; 2]);

impl<const W: usize> Wide<W> {
    /// Holds nothing.
    pub(super) const EMPTY: Self = Wide([[0; W]; 2]);

    /// The words, lowest first.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.as_flattened()
    }

    /// The words, lowest first.
    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.0.as_flattened_mut()
    }

    /// Those from `low` on that are below `high`.
    #[inline(always)]
    pub(super) fn between(&self, low: usize, high: usize) -> Self {
        let mut some = *self;
        for (word, first) in some.words_mut().iter_mut().zip((0..).step_by(64)) {
            let below = |end: usize| lowest(end.saturating_sub(first).min(64));
            *word &= below(high) & !below(low);
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_from_both_sides() {
        let numbers = [0, 3, 63, 64, 100, 126];
        let mut set: Wide<1> = Wide::EMPTY;
        numbers.iter().for_each(|&number| insert(set.words_mut(), number));
        assert_eq!(members(set.words()).collect::<Vec<_>>(), numbers);
        assert!(contains(set.words(), 100) && !contains(set.words(), 101));
        assert_eq!(size(&[set.words()[0], set.words()[1]]), 6);
        for low in 0..=128 {
            assert_eq!(next(set.words(), low), numbers.into_iter().find(|&number| number >= low));
            assert_eq!(last_below(set.words(), low), numbers.into_iter().rfind(|&number| number < low));
            for high in 0..=128 {
                let some = numbers.into_iter().filter(|number| (low..high).contains(number));
                assert!(members(set.between(low, high).words()).eq(some));
            }
        }
        assert_eq!([lowest(0), lowest(1), lowest(63), lowest(64)], [0, 1, u64::MAX >> 1, u64::MAX]);
    }

    #[test]
    fn numbers_are_added_up_and_turned() {
        let numbers = [0, 3, 63, 64, 100, 125];
        let mut set = [0; 2];
        numbers.iter().for_each(|&number| insert(&mut set, number));
        assert_eq!(count_and_sum(&set), (6, 355));
        for end in -1..=130 {
            let less = numbers.into_iter().filter(|&number| (number as i64) < end);
            assert!(members(&below(&set, end)).eq(less));
            for start in 0..=end.max(0) as usize {
                let range = start..end.max(0) as usize;
                let some = numbers.into_iter().filter(|number| range.contains(number));
                assert!(members(&within(&set, &range)).eq(some));
            }
        }
        for last in 125..128 {
            assert!(members(&turned(&set, last)).eq(numbers.iter().rev().map(|number| last - number)));
        }
        assert_eq!(within(&set, &(0..usize::MAX)), set);
        assert!(members(&turned(&[0b1011], 3)).eq([0, 2, 3]));
        assert!(members(&turned(&[0b1011, 0], 5)).eq([2, 4, 5]));
    }

    #[test]
    fn the_mark_is_no_ordinary_set() {
        assert!(members(&stands::<2>()).eq([126, 127]));
        assert!(is_empty(&[0u64; 3]) && !is_empty(&stands::<3>()));
    }
}
