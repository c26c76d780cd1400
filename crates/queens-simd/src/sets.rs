//! Sets of places in registers.

use super::masks::{MaskWords, PlaceMask};

/// A set of places. Those of a kernel are made by `KernelLoops::set` alone, so that who
/// has one has the instructions.
pub trait PlaceSet: Copy {
    /// The set in memory.
    type Mask: PlaceMask;

    /// The places in both.
    fn and(self, other: Self) -> Self;
    /// The places in either.
    fn or(self, other: Self) -> Self;
    /// The places in one of both.
    fn xor(self, other: Self) -> Self;
    /// The words, each shifted to higher bits.
    fn up(self, by: u32) -> Self;
    /// The words, each shifted to lower bits.
    fn down(self, by: u32) -> Self;
    /// The set in memory.
    fn mask(self) -> Self::Mask;
    /// Words whose sum is larger by the size of `set`; it overflows only after 2^55 sets.
    fn plus_sizes(self, set: Self) -> Self;
    /// The sum of the words.
    #[inline(always)]
    fn sum(self) -> u64 {
        self.mask().words().iter().sum()
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
    fn mask(self) -> Self {
        self
    }

    #[inline(always)]
    fn plus_sizes(mut self, set: Self) -> Self {
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

    /// Two registers of WebAssembly.
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
        fn up(self, by: u32) -> Self {
            Self([u64x2_shl(self.0[0], by), u64x2_shl(self.0[1], by)])
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            Self([u64x2_shr(self.0[0], by), u64x2_shr(self.0[1], by)])
        }

        #[inline(always)]
        fn mask(self) -> MaskWords<4> {
            let [low, high] = self.0;
            let both = |set| [u64x2_extract_lane::<0>(set), u64x2_extract_lane::<1>(set)];
            let ([a, b], [c, d]) = (both(low), both(high));
            MaskWords([a, b, c, d])
        }

        // The instruction counts the bits of bytes, and only two steps add up neighbours.
        #[inline(always)]
        fn plus_sizes(self, set: Self) -> Self {
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

    /// A register as a set of places.
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
                    // SAFETY: the caller says so; a mask is as long as a register.
                    unsafe { Self($load((&raw const *mask).cast())) }
                }
            }

            // SAFETY of all that follows: who has such a set has the instructions.
            impl PlaceSet for $name {
                type Mask = MaskWords<$words>;

                instructions!(of two: and = $and, or = $or, xor = $xor; shifts: up = $up, down = $down);

                #[inline(always)]
                fn mask(self) -> Self::Mask {
                    unsafe { MaskWords(transmute::<$register, [u64; $words]>(self.0)) }
                }

                // The compiler has the instructions for it, where there are some.
                #[inline(always)]
                fn plus_sizes(self, set: Self) -> Self {
                    unsafe {
                        let sums = transmute::<$register, [u64; $words]>(self.0);
                        let words = transmute::<$register, [u64; $words]>(set.0);
                        Self(transmute::<[u64; $words], $register>(MaskWords(sums).plus_sizes(MaskWords(words)).0))
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
