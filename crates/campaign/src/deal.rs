//! The deal of units into bundles, by a keyed permutation: every bundle is a random
//! sample of all units.

use sha2::{Digest, Sha256};

/// Rounds of the Feistel network. Four turn a pseudorandom function into a pseudorandom
/// permutation (Luby and Rackoff 1988, "How to construct pseudorandom permutations from
/// pseudorandom functions").
const FEISTEL_ROUNDS: u8 = 4;

/// Units in a permuted order, dealt round-robin into bundles.
///
/// The permutation is a balanced Feistel network on the least even number of bits that
/// the unit numbers need, with SHA-256 of key, round and half as its round function.
/// Results that are not unit numbers are permuted again (cycle walking: Black and Rogaway
/// 2002, "Ciphers with arbitrary finite domains"). The key is not secret; it makes the
/// deal a part of the plan.
#[derive(Clone, Debug)]
pub(crate) struct BundleDeal {
    units: u64,
    bundles: u64,
    key: String,
    /// Bits of half a number.
    half: u32,
}

impl BundleDeal {
    /// Creates the deal; `bundles` is from 1 to `units`.
    pub(crate) fn new(units: u64, bundles: u64, key: &str) -> Self {
        let bits = 64 - units.saturating_sub(1).leading_zeros();
        BundleDeal {
            units,
            bundles: bundles.max(1),
            key: key.to_owned(),
            half: bits.div_ceil(2).max(1),
        }
    }

    /// Returns the bundle of a unit. The number must be less than that of units, or the
    /// walk may never end.
    pub(crate) fn bundle_of(&self, unit: u64) -> u64 {
        self.cycle_walk(unit, Self::permute_number) % self.bundles
    }

    /// Returns the number of units in a bundle.
    pub(crate) fn size_of(&self, bundle: u64) -> u64 {
        self.units.saturating_sub(bundle).div_ceil(self.bundles)
    }

    /// Returns the units of a bundle in the order of the deal, which is independent of
    /// their cost.
    pub(crate) fn units_of(&self, bundle: u64) -> impl Iterator<Item = u64> + Clone {
        let places = (bundle..self.units)
            .step_by(usize::try_from(self.bundles).unwrap_or(usize::MAX));
        places.map(|place| self.cycle_walk(place, Self::restore_number))
    }

    /// Applies the permutation until the result is a unit number.
    fn cycle_walk(&self, number: u64, once: fn(&Self, u64) -> u64) -> u64 {
        let mut number = once(self, number);
        while number >= self.units {
            number = once(self, number);
        }
        number
    }

    fn permute_number(&self, number: u64) -> u64 {
        let (mut left, mut right) = self.split_halves(number);
        for round in 0..FEISTEL_ROUNDS {
            (left, right) = (right, left ^ self.round_function(round, right));
        }
        left << self.half | right
    }

    fn restore_number(&self, number: u64) -> u64 {
        let (mut left, mut right) = self.split_halves(number);
        for round in (0..FEISTEL_ROUNDS).rev() {
            (left, right) = (right ^ self.round_function(round, left), left);
        }
        left << self.half | right
    }

    fn mask(&self) -> u64 {
        (1 << self.half) - 1
    }

    fn split_halves(&self, number: u64) -> (u64, u64) {
        (number >> self.half & self.mask(), number & self.mask())
    }

    fn round_function(&self, round: u8, half: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.key.as_bytes());
        hash.update([0, round]);
        hash.update(half.to_le_bytes());
        let hash = hash.finalize();
        hash.iter()
            .take(8)
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
            & self.mask()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_every_unit_once() {
        for (units, bundles) in [
            (1, 1),
            (2, 2),
            (3, 2),
            (64, 7),
            (65, 64),
            (1000, 1),
            (5000, 17),
        ] {
            let deal = BundleDeal::new(units, bundles, "some key");
            let mut seen = vec![false; units as usize];
            for bundle in 0..bundles {
                let all: Vec<u64> = deal.units_of(bundle).collect();
                assert_eq!(deal.size_of(bundle), all.len() as u64);
                assert!(
                    (units / bundles..=units.div_ceil(bundles))
                        .contains(&(all.len() as u64))
                );
                for unit in all {
                    assert_eq!(deal.bundle_of(unit), bundle, "unit {unit} of {units}");
                    assert!(
                        !std::mem::replace(&mut seen[unit as usize], true),
                        "unit {unit} of {units}"
                    );
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn deals_units_by_the_key() {
        let order = |key| BundleDeal::new(100, 1, key).units_of(0).collect::<Vec<_>>();
        assert_eq!(order("a"), order("a"));
        assert_ne!(order("a"), order("b"));
    }
}
