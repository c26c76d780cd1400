//! Sets of small numbers, such as squares row by row, as words of bits: for boards whose
//! size is known at compile time.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallSet<const W: usize>([u64; W]);

impl<const W: usize> SmallSet<W> {
    /// The empty set.
    pub const EMPTY: Self = SmallSet([0; W]);

    /// Returns the set of one number.
    #[inline(always)]
    pub fn one(number: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(number);
        set
    }

    /// Adds `number`.
    #[inline(always)]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes `number`.
    #[inline(always)]
    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Returns true if `number` is in the set.
    #[inline(always)]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns true if the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the size of the set.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns true if the sets have a common number.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns true if every number of this set is in `other`.
    #[inline(always)]
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Returns the lowest number.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the numbers, ascending.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(at, word)| members(word).map(move |bit| 64 * at + bit))
    }

    /// Returns the numbers c for which c + `by` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, (by % 64) as u32);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        SmallSet(std::array::from_fn(|at| {
            word(at + words) >> bits | word(at + words + 1).unbounded_shl(64 - bits)
        }))
    }

    /// Returns the numbers c below `64 * W` for which c - `by` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, (by % 64) as u32);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        SmallSet(std::array::from_fn(|at| {
            let low = at.checked_sub(words + 1);
            word(at.checked_sub(words)) << bits | word(low).unbounded_shr(64 - bits)
        }))
    }

    /// Writes a flag for each number: 1 if it is in the set, else 0.
    #[inline(always)]
    pub fn write_flags(self, flags: &mut [u16]) {
        for (flags, word) in flags.chunks_mut(64).zip(self.0) {
            for (bit, flag) in flags.iter_mut().enumerate() {
                *flag = (word >> bit & 1) as u16;
            }
        }
    }

    #[inline(always)]
    fn zip_words(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        SmallSet(std::array::from_fn(|index| {
            join(self.0[index], other.0[index])
        }))
    }
}

/// Returns the positions of the set bits of a word, ascending.
#[inline(always)]
pub fn members(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

impl<const W: usize> BitAnd for SmallSet<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip_words(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for SmallSet<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip_words(other, |a, b| a | b)
    }
}

/// The numbers in the first set and not in the second.
impl<const W: usize> Sub for SmallSet<W> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip_words(other, |a, b| a & !b)
    }
}

impl<const W: usize> BitAndAssign for SmallSet<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for SmallSet<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> SubAssign for SmallSet<W> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const W: usize> FromIterator<usize> for SmallSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_a_standard_set() {
        let (a, b): (SmallSet<2>, SmallSet<2>) = (
            [1, 63, 64, 127].into_iter().collect(),
            [63, 100].into_iter().collect(),
        );
        assert_eq!((a & b).iter().collect::<Vec<_>>(), [63]);
        assert_eq!((a | b).count(), 5);
        assert_eq!((a - b).iter().collect::<Vec<_>>(), [1, 64, 127]);
        assert!(a.meets(&b) && !b.is_within(&a) && SmallSet::one(100).is_within(&b));
        assert!(
            a.contains(127)
                && !a.contains(126)
                && SmallSet::<2>::EMPTY.is_empty()
                && !a.is_empty()
        );
        let mut rest = a;
        rest.remove(64);
        assert!(rest.iter().eq([1, 63, 127]) && members(0b1001).eq([0, 3]));
        assert_eq!(
            (SmallSet::<2>::EMPTY.first(), SmallSet::<2>::one(70).first()),
            (None, Some(70))
        );
    }
    #[test]
    fn shifts_move_every_number_and_drop_those_outside() {
        let numbers = [0, 1, 62, 63, 64, 100, 127, 128, 191];
        let set: SmallSet<3> = numbers.into_iter().collect();
        for by in [0, 1, 5, 63, 64, 65, 128, 191, 192, 300] {
            let up = numbers
                .into_iter()
                .map(|number| number + by)
                .filter(|&number| number < 192);
            assert!(set.up(by).iter().eq(up), "up by {by}");
            let down = numbers
                .into_iter()
                .filter_map(|number| number.checked_sub(by));
            assert!(set.down(by).iter().eq(down), "down by {by}");
        }
    }

    #[test]
    fn flags_are_those_of_the_members() {
        let mut flags = [7; 70];
        let set: SmallSet<2> = [3, 69].into_iter().collect();
        set.write_flags(&mut flags);
        assert!((0..70).filter(|&number| flags[number] == 1).eq([3, 69]));
        assert!(flags.iter().all(|&flag| flag < 2));
    }
}
