//! Sets of squares as words of bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of squares, by their number row by row; `W` words of 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// No square.
    pub(crate) const EMPTY: Self = Set([0; W]);

    /// One square.
    #[inline]
    pub(crate) fn one(square: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    #[inline]
    pub(crate) fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether some square is in both.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The square with the lowest number.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The squares in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(64 * index + bit as usize)
            })
        })
    }

    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Set(std::array::from_fn(|index| join(self.0[index], other.0[index])))
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

/// What is in the first and not in the second.
impl<const W: usize> Sub for Set<W> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl<const W: usize> BitAndAssign for Set<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Set<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> SubAssign for Set<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_do_what_sets_do() {
        let (a, b): (Set<2>, Set<2>) =
            ([1, 63, 64, 127].into_iter().collect(), [63, 100].into_iter().collect());
        assert_eq!((a & b).iter().collect::<Vec<_>>(), [63]);
        assert_eq!((a | b).count(), 5);
        assert_eq!((a - b).iter().collect::<Vec<_>>(), [1, 64, 127]);
        assert!(a.meets(&b) && !b.is_within(&a) && Set::one(100).is_within(&b));
        assert_eq!((Set::<2>::EMPTY.first(), Set::<2>::one(70).first()), (None, Some(70)));
    }
}
