//! Sets of squares, a fixed number of words each.

use std::ops::{BitAnd, BitOr, Not};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// Holds nothing.
    pub(super) const EMPTY: Self = Set([0; W]);

    /// Whether nothing is there.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether `number` is there.
    #[inline(always)]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds `number`.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Takes `number` out.
    #[inline(always)]
    pub(super) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// How many numbers are there.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers, ascending.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| members(word).map(move |bit| 64 * at + bit))
    }

    /// These without those of `other`.
    #[inline(always)]
    pub(super) fn without(self, other: &Self) -> Self {
        self & !*other
    }
}

/// The numbers of the bits of a word, ascending.
#[inline(always)]
pub(super) fn members(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Set(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Set(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const W: usize> Not for Set<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Set(std::array::from_fn(|at| !self.0[at]))
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Set::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let numbers = [0, 63, 64, 100, 127];
        let mut set: Set<2> = numbers.into_iter().collect();
        assert!(set.iter().eq(numbers));
        assert_eq!(set.len(), 5);
        assert!(set.contains(100) && !set.contains(101));
        set.remove(100);
        let other: Set<2> = [0, 1].into_iter().collect();
        assert!(set.without(&other).iter().eq([63, 64, 127]));
        assert!((set & other).iter().eq([0]));
        assert_eq!((set | other).len(), 5);
        assert!(!set.is_empty() && Set::<2>::EMPTY.is_empty());
    }
}
