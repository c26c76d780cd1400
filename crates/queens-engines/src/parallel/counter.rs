//! Counts that carry their own check.

/// Moduli of the residues of a count: the largest primes below 2^16 and 2^31.
pub const MODULI: [u64; 2] = [65_521, 2_147_483_647];

/// A count, and its residues modulo [`MODULI`], computed beside it. Every number is
/// reduced before it is added, so the residues do not depend on the sum: if the sum
/// overflows, or a bit of it flips, they disagree, except for one chance in 10^14.
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
    /// Adds `times * more` (may be negative), wrapping on overflow; after an overflow the
    /// residues disagree.
    #[inline(always)]
    pub fn add(&mut self, more: impl Into<Counter>, times: i64) {
        let more = more.into();
        // In two's complement the wrapped product of a negative number subtracts.
        self.sum = self
            .sum
            .wrapping_add(more.sum.wrapping_mul(i128::from(times) as u128));
        for i in [0, 1] {
            let times = times.rem_euclid(MODULI[i] as i64) as u64;
            self.residues[i] = (self.residues[i] + more.residues[i] * times) % MODULI[i];
        }
    }

    /// Returns the count.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// Returns the residues, as they were computed beside the count.
    #[must_use]
    pub fn residues(&self) -> [u64; 2] {
        self.residues
    }

    /// Returns true if the residues match the count.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.residues == residues(self.sum)
    }
}

/// Returns a count modulo each of [`MODULI`].
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
            // Subtract every second number again.
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
            // The sum that a counter of 64 bits would have.
            let lost = Counter { sum: u128::from(counter.sum as u64), ..counter };
            prop_assert_eq!(lost.agrees(), lost.sum == counter.sum);
        }
    }
}
