//! A small, fast source of pseudo-random numbers.

/// SplitMix64: one addition and a mixing function for each 64 bits.
///
/// Source: Guy L. Steele Jr., Doug Lea, Christine H. Flood, Fast splittable pseudorandom
/// number generators, OOPSLA
/// 2014. A library generator is too slow here: placing a queen takes a few nanoseconds in
///       all. The stream for a seed must never change: the random boards of
///       `queens_engines::engines::large` depend on it.
#[derive(Clone, Debug)]
pub struct Rng(u64);

/// Step of the counter: the golden ratio's fraction in 64 bits, made odd.
const COUNTER_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Rng {
    /// Creates stream number `stream` of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Rng(mix_bits(seed.wrapping_add(COUNTER_STEP))
            ^ mix_bits(stream.wrapping_mul(COUNTER_STEP)))
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(COUNTER_STEP);
        mix_bits(self.0)
    }

    /// Returns a number below `bound`, which is positive, by multiplication: the bias is
    /// below `bound` / 2^32.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Puts `items` into a random order (Fisher and Yates).
    pub fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[inline]
fn mix_bits(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of SplitMix64 from state 1234567, as in Rosetta Code's task
    /// "Pseudo-random numbers/Splitmix64".
    #[test]
    fn the_stream_is_splitmix64() {
        let mut rng = Rng(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(rng.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..1000).collect();
        Rng::new(1, 0).shuffle(&mut items);
        assert!(items.windows(2).any(|pair| pair[0] > pair[1]));
        items.sort_unstable();
        assert!(
            items
                .iter()
                .enumerate()
                .all(|(place, &item)| place == item as usize)
        );
    }
}
