//! Sets of 256 places in registers.

use super::masks::Mask;

/// A set of places. Those of a kernel are made by `Loops::set` alone, so that who has one has the instructions.
pub(crate) trait Set: Copy {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The four words, each shifted to higher bits.
    fn up(self, by: u32) -> Self;
    /// The four words, each shifted to lower bits.
    fn down(self, by: u32) -> Self;
    /// The set in memory.
    fn mask(self) -> Mask;
    /// These four words, each with the size of its quarter of `set` added.
    fn plus_sizes(self, set: Self) -> Self;
    /// The sum of the four words.
    fn sum(self) -> u64;
}

impl Set for Mask {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn up(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word <<= by;
        }
        self
    }

    #[inline(always)]
    fn down(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word >>= by;
        }
        self
    }

    #[inline(always)]
    fn mask(self) -> Mask {
        self
    }

    #[inline(always)]
    fn plus_sizes(mut self, set: Self) -> Self {
        for (sum, word) in self.0.iter_mut().zip(set.0) {
            *sum += u64::from(word.count_ones());
        }
        self
    }

    #[inline(always)]
    fn sum(self) -> u64 {
        self.0.iter().sum()
    }
}

#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
pub(crate) mod x86 {
    use super::{Mask, Set};
    use core::arch::x86_64::*;

    /// A register of AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Set256(__m256i);

    impl Set256 {
        /// # Safety
        /// The processor has AVX2.
        #[inline(always)]
        pub(crate) unsafe fn new(mask: &Mask) -> Self {
            // SAFETY: the caller says so; a mask has 256 bits.
            unsafe { Set256(_mm256_load_si256((&raw const *mask).cast())) }
        }
    }

    // SAFETY of all that follows: who has such a set has the instructions.
    impl Set for Set256 {
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            unsafe { Set256(_mm256_and_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            unsafe { Set256(_mm256_or_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            unsafe { Set256(_mm256_xor_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            unsafe { Set256(_mm256_sll_epi64(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            unsafe { Set256(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn mask(self) -> Mask {
            unsafe { Mask(core::mem::transmute::<__m256i, [u64; 4]>(self.0)) }
        }

        #[inline(always)]
        fn plus_sizes(self, set: Self) -> Self {
            unsafe {
                // The sizes of all sets of four bits (Mula's method).
                let sizes = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                ));
                let nibble = _mm256_set1_epi8(15);
                let low = _mm256_and_si256(set.0, nibble);
                let high = _mm256_and_si256(_mm256_srli_epi32::<4>(set.0), nibble);
                let bytes =
                    _mm256_add_epi8(_mm256_shuffle_epi8(sizes, low), _mm256_shuffle_epi8(sizes, high));
                let words = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
                Set256(_mm256_add_epi64(self.0, words))
            }
        }

        #[inline(always)]
        fn sum(self) -> u64 {
            let words: [u64; 4] = unsafe { core::mem::transmute(self.0) };
            words.iter().sum()
        }
    }
}
