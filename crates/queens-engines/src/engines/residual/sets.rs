//! Sets of small numbers in a fixed number of words.

use std::ops::Range;

/// A set of numbers below `64 * W - 2`. The two highest bits are reserved for [`filled`].
pub(super) type LineSet<const W: usize> = [u64; W];

/// Returns the mark of a filled line: a set of two numbers that no attack changes.
pub(super) const fn filled<const W: usize>() -> LineSet<W> {
    let mut set = [0; W];
    set[W - 1] = 3 << 62;
    set
}

/// Returns the number of members.
#[inline(always)]
pub(super) fn size<const W: usize>(set: &LineSet<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Returns the members below `end`.
#[inline(always)]
pub(super) fn below<const W: usize>(set: &LineSet<W>, end: i64) -> LineSet<W> {
    std::array::from_fn(|word| set[word] & word_below(end, word))
}

/// Returns word `word` of the set of all numbers below `end`.
#[inline(always)]
pub(super) fn word_below(end: i64, word: usize) -> u64 {
    lowest((end - 64 * word as i64).clamp(0, 64) as usize)
}

/// Returns the members in `range`.
#[inline(always)]
pub(super) fn within<const W: usize>(
    set: &LineSet<W>,
    range: &Range<usize>,
) -> LineSet<W> {
    let [start, end] = [range.start, range.end].map(|end| end.min(64 * W) as i64);
    let (to, from) = (below(set, end), below(set, start));
    std::array::from_fn(|word| to[word] & !from[word])
}

/// Maps each member `m` to `last - m`; no member is above `last`.
#[inline(always)]
pub(super) fn turned<const W: usize>(set: &LineSet<W>, last: usize) -> LineSet<W> {
    let (skip, bits) = ((64 * W - 1 - last) / 64, (64 * W - 1 - last) % 64);
    std::array::from_fn(|at| {
        let low = reversed_word(set, at + skip) >> bits;
        // Two shifts, because a shift by 64 is not defined.
        low | reversed_word(set, at + skip + 1) << 1 << (63 - bits)
    })
}

/// Returns word `at` of the reversed set; 0 beyond its end.
#[inline(always)]
fn reversed_word<const W: usize>(set: &LineSet<W>, at: usize) -> u64 {
    W.checked_sub(1 + at).map_or(0, |at| set[at].reverse_bits())
}

/// Returns the number of members and their sum.
///
/// Counts the members with each bit of their number, which takes seven population counts
/// a word; a loop over the members takes a step for each and branches.
#[inline(always)]
pub(super) fn count_and_sum(words: &[u64]) -> (i64, i64) {
    /// Members with each bit set, for bits 0 to 5.
    const MEMBERS_WITH_BIT: [u64; 6] = [
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
        // Each member adds 2^bit for each bit of its number.
        for (bit, members) in MEMBERS_WITH_BIT.iter().enumerate() {
            sum += i64::from((word & members).count_ones()) << bit;
        }
    }
    (count, sum)
}

/// True if `set` has no member.
#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &LineSet<W>) -> bool {
    set.iter().all(|&word| word == 0)
}

/// Lists the members in ascending order.
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

/// Returns the lowest member from `from` on.
#[inline(always)]
pub(super) fn next(words: &[u64], from: usize) -> Option<usize> {
    let rest = words.get(from / 64)? & (u64::MAX << (from % 64));
    if rest != 0 {
        return Some(from - from % 64 + rest.trailing_zeros() as usize);
    }
    let at = (from / 64 + 1..words.len()).find(|&at| words[at] != 0)?;
    Some(64 * at + words[at].trailing_zeros() as usize)
}

/// Returns the highest member below `to`, which is at most the capacity.
#[inline(always)]
pub(super) fn last_below(words: &[u64], to: usize) -> Option<usize> {
    let rest = words.get(to / 64).map_or(0, |word| word & lowest(to % 64));
    if rest != 0 {
        return Some(64 * (to / 64) + rest.ilog2() as usize);
    }
    let at = (0..to / 64).rev().find(|&at| words[at] != 0)?;
    Some(64 * at + words[at].ilog2() as usize)
}

/// Returns a word of the lowest `count` numbers, at most 64.
#[inline(always)]
pub(super) fn lowest(count: usize) -> u64 {
    // Two shifts, because a shift by 64 is not defined.
    !(u64::MAX << (count / 2) << (count - count / 2))
}

/// True if `number` is a member.
#[inline(always)]
pub(super) fn contains(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}

/// Adds `number`.
#[inline(always)]
pub(super) fn insert(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

/// Removes `number`.
#[inline(always)]
pub(super) fn remove(words: &mut [u64], number: usize) {
    words[number / 64] &= !(1 << (number % 64));
}

/// A set of numbers below `128 * W`: the diagonals of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiagonalSet<const W: usize>([[u64; W]; 2]);

impl<const W: usize> DiagonalSet<W> {
    /// The empty set.
    pub(super) const EMPTY: Self = DiagonalSet([[0; W]; 2]);

    /// Returns the words, lowest first.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        self.0.as_flattened()
    }

    /// Returns the words, lowest first.
    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.0.as_flattened_mut()
    }

    /// Returns the members from `low` on below `high`.
    #[inline(always)]
    pub(super) fn between(&self, low: usize, high: usize) -> Self {
        let mut some = *self;
        for (word, first) in some.words_mut().iter_mut().zip((0..).step_by(64)) {
            let [below_low, below_high] =
                [low, high].map(|end| lowest(end.saturating_sub(first).min(64)));
            *word &= below_high & !below_low;
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_members_from_both_ends() {
        let numbers = [0, 3, 63, 64, 100, 126];
        let mut set: DiagonalSet<1> = DiagonalSet::EMPTY;
        numbers
            .iter()
            .for_each(|&number| insert(set.words_mut(), number));
        assert_eq!(members(set.words()).collect::<Vec<_>>(), numbers);
        assert!(contains(set.words(), 100) && !contains(set.words(), 101));
        assert_eq!(size(&[set.words()[0], set.words()[1]]), 6);
        for low in 0..=128 {
            assert_eq!(
                next(set.words(), low),
                numbers.into_iter().find(|&number| number >= low)
            );
            assert_eq!(
                last_below(set.words(), low),
                numbers.into_iter().rfind(|&number| number < low)
            );
            for high in 0..=128 {
                let some = numbers
                    .into_iter()
                    .filter(|number| (low..high).contains(number));
                assert!(members(set.between(low, high).words()).eq(some));
            }
        }
        assert_eq!(
            [lowest(0), lowest(1), lowest(63), lowest(64)],
            [0, 1, u64::MAX >> 1, u64::MAX]
        );
    }

    #[test]
    fn sums_and_reverses_members() {
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
            assert!(
                members(&turned(&set, last))
                    .eq(numbers.iter().rev().map(|number| last - number))
            );
        }
        assert_eq!(within(&set, &(0..usize::MAX)), set);
        assert!(members(&turned(&[0b1011], 3)).eq([0, 2, 3]));
        assert!(members(&turned(&[0b1011, 0], 5)).eq([2, 4, 5]));
    }

    #[test]
    fn the_mark_is_not_an_ordinary_set() {
        assert!(members(&filled::<2>()).eq([126, 127]));
        assert!(is_empty(&[0u64; 3]) && !is_empty(&filled::<3>()));
    }
}
