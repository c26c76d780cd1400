//! Sets of small numbers, a fixed number of words each.

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

/// Whether `set` holds nothing.
#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().all(|&word| word == 0)
}

/// Whether `set` holds at most one number.
#[inline(always)]
pub(super) fn at_most_one<const W: usize>(set: &Set<W>) -> bool {
    if W == 1 {
        return set[0] & set[0].wrapping_sub(1) == 0;
    }
    size(set) <= 1
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

/// The numbers of a set, descending.
#[inline(always)]
pub(super) fn members_descending(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().rev().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| 63 - left.leading_zeros() as usize)?;
            left ^= 1 << bit;
            Some(64 * at + bit)
        })
    })
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

    /// Adds one to every number, and then adds `set`.
    #[inline(always)]
    pub(super) fn shift_and_add(&mut self, set: &Set<W>) {
        let mut carry = 0;
        for word in self.words_mut() {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        self.words_mut().iter_mut().zip(set).for_each(|(word, new)| *word |= new);
    }

    /// The numbers from `shift` on, each less `shift`, as far as a [`Set`] holds them.
    #[inline(always)]
    pub(super) fn from(&self, shift: usize) -> Set<W> {
        let words = self.0.as_flattened();
        let (skip, bits) = (shift / 64, shift % 64);
        std::array::from_fn(|at| {
            let wide = u128::from(words[skip + at + 1]) << 64 | u128::from(words[skip + at]);
            (wide >> bits) as u64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_there_and_back_keeps_the_numbers() {
        let numbers = [0, 3, 63, 64, 100, 126];
        let mut set: Set<2> = [0; 2];
        numbers.iter().for_each(|&number| insert(&mut set, number));
        assert_eq!(members(&set).collect::<Vec<_>>(), numbers);
        assert!(members_descending(&set).eq(numbers.into_iter().rev()));
        assert!(contains(&set, 100) && !contains(&set, 101));
        assert_eq!(size(&set), 6);
        for shift in [0, 1, 63, 64, 65, 126] {
            let mut wide = Wide::<2>::EMPTY;
            wide.shift_and_add(&set);
            (0..shift).for_each(|_| wide.shift_and_add(&[0; 2]));
            let moved: Vec<usize> = numbers.iter().map(|number| number + shift).collect();
            assert_eq!(members(wide.words()).collect::<Vec<_>>(), moved);
            assert_eq!(wide.from(shift), set);
        }
    }

    #[test]
    fn the_mark_is_no_ordinary_set() {
        assert!(!at_most_one(&stands::<1>()));
        assert!(members(&stands::<2>()).eq([126, 127]));
        assert!(at_most_one(&[0u64; 3]) && is_empty(&[0u64; 3]));
        assert!(!at_most_one(&[1u64, 1]));
    }
}
