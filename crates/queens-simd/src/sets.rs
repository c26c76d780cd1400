//! Sets of places in registers.

use super::masks::{MaskWords, PlaceMask};

/// A set of places in a register. The ones of a kernel are made only by
/// `KernelLoops::load`, so a value proves that the processor has the instructions.
pub trait PlaceSet: Copy {
    /// The set in memory.
    type Mask: PlaceMask;

    /// Returns the intersection.
    fn and(self, other: Self) -> Self;
    /// Returns the union.
    fn or(self, other: Self) -> Self;
    /// Returns the places in one of both sets only.
    fn xor(self, other: Self) -> Self;
    /// Shifts each word of 64 bits to higher bits.
    fn shift_up(self, by: u32) -> Self;
    /// Shifts each word of 64 bits to lower bits.
    fn shift_down(self, by: u32) -> Self;
    /// Stores the set.
    fn to_mask(self) -> Self::Mask;
    /// Takes the words as numbers, and adds the size of `set` to their sum, in any
    /// division among the words. No word overflows before 2^55 sets.
    fn add_sizes(self, set: Self) -> Self;
    /// Returns the sum of the words.
    #[inline(always)]
    fn sum(self) -> u64 {
        self.to_mask().words().iter().sum()
    }
}

impl<const COUNT: usize> PlaceSet for MaskWords<COUNT> {
    type Mask = Self;

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
    fn shift_up(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word <<= by;
        }
        self
    }

    #[inline(always)]
    fn shift_down(mut self, by: u32) -> Self {
        for word in &mut self.0 {
            *word >>= by;
        }
        self
    }

    #[inline(always)]
    fn to_mask(self) -> Self {
        self
    }

    #[inline(always)]
    fn add_sizes(mut self, set: Self) -> Self {
        for (sum, word) in self.0.iter_mut().zip(set.0) {
            *sum += u64::from(word.count_ones());
        }
        self
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm {
    use super::{MaskWords, PlaceSet};
    use core::arch::wasm32::*;

    /// A set of 256 places in two registers of WebAssembly.
    #[derive(Clone, Copy)]
    pub struct Set128([v128; 2]);

    impl Set128 {
        #[inline(always)]
        pub fn new(mask: &MaskWords<4>) -> Self {
            let [a, b, c, d] = mask.0;
            Self([u64x2(a, b), u64x2(c, d)])
        }

        #[inline(always)]
        fn of_two(self, other: Self, step: impl Fn(v128, v128) -> v128) -> Self {
            Self([step(self.0[0], other.0[0]), step(self.0[1], other.0[1])])
        }
    }

    impl PlaceSet for Set128 {
        type Mask = MaskWords<4>;

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            self.of_two(other, |one, other| v128_and(one, other))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            self.of_two(other, |one, other| v128_or(one, other))
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            self.of_two(other, |one, other| v128_xor(one, other))
        }

        #[inline(always)]
        fn shift_up(self, by: u32) -> Self {
            Self([u64x2_shl(self.0[0], by), u64x2_shl(self.0[1], by)])
        }

        #[inline(always)]
        fn shift_down(self, by: u32) -> Self {
            Self([u64x2_shr(self.0[0], by), u64x2_shr(self.0[1], by)])
        }

        #[inline(always)]
        fn to_mask(self) -> MaskWords<4> {
            let [low, high] = self.0;
            let both = |set| [u64x2_extract_lane::<0>(set), u64x2_extract_lane::<1>(set)];
            let ([a, b], [c, d]) = (both(low), both(high));
            MaskWords([a, b, c, d])
        }

        // There is an instruction that counts the bits of each byte, and two that add up
        // neighbours: 8 bits to 16 to 32. The last step, to 64, is by hand.
        #[inline(always)]
        fn add_sizes(self, set: Self) -> Self {
            let bytes = u8x16_add(u8x16_popcnt(set.0[0]), u8x16_popcnt(set.0[1]));
            let parts = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(bytes));
            let sizes = u64x2_add(
                u64x2_shr(parts, 32),
                v128_and(parts, u64x2_splat(u64::from(u32::MAX))),
            );
            Self([u64x2_add(self.0[0], sizes), self.0[1]])
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
pub(crate) mod x86 {
    use super::{MaskWords, PlaceSet};
    use core::arch::x86_64::*;
    use core::mem::transmute;

    /// Makes a set of places of a register.
    macro_rules! register {
        ($(#[$about:meta])* $name:ident($register:ty), $words:literal, $load:ident, $and:ident, $or:ident, $xor:ident,
         $up:ident, $down:ident) => {
            $(#[$about])*
            #[derive(Clone, Copy)]
            pub struct $name($register);

            impl $name {
                /// # Safety
                /// The processor has the instructions.
                #[inline(always)]
                pub unsafe fn new(mask: &MaskWords<$words>) -> Self {
                    // SAFETY: the caller has the instructions; a mask is as long as a
                    // register.
                    unsafe { Self($load((&raw const *mask).cast())) }
                }
            }

            // SAFETY of all that follows: a set proves that the processor has the
            // instructions.
            impl PlaceSet for $name {
                type Mask = MaskWords<$words>;

                instructions!(of two: and = $and, or = $or, xor = $xor; shifts: shift_up = $up, shift_down = $down);

                #[inline(always)]
                fn to_mask(self) -> Self::Mask {
                    unsafe { MaskWords(transmute::<$register, [u64; $words]>(self.0)) }
                }

                // Written on words: the compiler uses the instructions that count bits
                // where the kernel has them.
                #[inline(always)]
                fn add_sizes(self, set: Self) -> Self {
                    unsafe {
                        let sums = transmute::<$register, [u64; $words]>(self.0);
                        let words = transmute::<$register, [u64; $words]>(set.0);
                        Self(transmute::<[u64; $words], $register>(MaskWords(sums).add_sizes(MaskWords(words)).0))
                    }
                }
            }
        };
    }

    register!(
        /// A register of AVX2.
        Set256(__m256i),
        4, _mm256_loadu_si256, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_sll_epi64,
        _mm256_srl_epi64
    );
    register!(
        /// A register of AVX-512.
        Set512(__m512i),
        8, _mm512_loadu_si512, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_sll_epi64,
        _mm512_srl_epi64
    );
}
