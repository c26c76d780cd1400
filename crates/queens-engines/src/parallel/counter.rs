//! Counts that carry their own check.

/// Moduli of the residues of a count: the largest primes below 2^16 and 2^31.
pub const MODULI: [u64; 2] = [65_521, 2_147_483_647];

/// A count, and beside it its residues modulo [`MODULI`]. Every number is reduced before
/// it is added, so the residues never pass through the sum: one that overflows, or in
/// which a bit flips, disagrees with them, but for one chance in 10^14.
///
/// ```
/// use queens::parallel::Counter;
///
/// let mut counter = Counter::default();
/// counter.add(92, 8);
/// counter.add(4, -2);
/// assert_eq!((counter.sum(), counter.residues(), counter.agrees()), (728, [728, 728], true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    sum: u128,
    residues: [u64; 2],
}

impl From<u64> for Counter {
    #[inline(always)]
    fn from(number: u64) -> Self {
        Counter {
            sum: number.into(),
            residues: MODULI.map(|modulus| number % modulus),
        }
    }
}

impl Counter {
    /// Adds `more` as often as `times` says; a negative number takes it off. What does
    /// not fit is lost, and then the residues disagree.
    #[inline(always)]
    pub fn add(&mut self, more: impl Into<Counter>, times: i64) {
        let more = more.into();
        // Two's complement: the product of a negative number wraps to what takes off as
        // much.
        self.sum = self
            .sum
            .wrapping_add(more.sum.wrapping_mul(i128::from(times) as u128));
        for ((residue, more), modulus) in
            self.residues.iter_mut().zip(more.residues).zip(MODULI)
        {
            *residue =
                (*residue + more * times.rem_euclid(modulus as i64) as u64) % modulus;
        }
    }

    /// The count.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The residues, as they were computed beside the count.
    #[must_use]
    pub fn residues(&self) -> [u64; 2] {
        self.residues
    }

    /// Returns true if the residues are those of the count.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.residues == residues(self.sum)
    }
}

/// A count modulo each of [`MODULI`].
pub(super) fn residues(count: u128) -> [u64; 2] {
    MODULI.map(|modulus| (count % u128::from(modulus)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn residues_match_the_sum(numbers in prop::collection::vec((any::<u64>(), 0..1000_i64), 0..20)) {
            let mut counter = Counter::default();
            let mut sum = 0_u128;
            for &(number, times) in &numbers {
                counter.add(number, times);
                sum += u128::from(number) * times as u128;
            }
            prop_assert_eq!((counter.sum(), counter.agrees()), (sum, true));
            // Half of them taken off again.
            for &(number, times) in numbers.iter().step_by(2) {
                counter.add(number, -times);
                sum -= u128::from(number) * times as u128;
            }
            prop_assert_eq!((counter.sum(), counter.agrees()), (sum, true));
        }

        #[test]
        fn detects_a_flipped_bit_and_an_overflow(number in any::<u64>(), times in 1..1000_i64, bit in 0..128) {
            let mut counter = Counter::from(number);
            counter.add(counter, times);
            let mut flipped = counter;
            flipped.sum ^= 1_u128 << bit;
            prop_assert!(!flipped.agrees());
            // As a counter of 64 bits would have it.
            let lost = Counter { sum: u128::from(counter.sum as u64), ..counter };
            prop_assert_eq!(lost.agrees(), lost.sum == counter.sum);
        }
    }
}
