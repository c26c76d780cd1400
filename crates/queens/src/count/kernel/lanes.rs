//! Words of 32 bits side by side, as many as an instruction takes at once.

/// Some words that go through the same steps. Those of a kernel are made by `Loops::words` alone, so that who
/// has some has the instructions.
pub(in super::super) trait Lanes: Copy {
    /// How many words; at most 32.
    const COUNT: usize;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that `other` has not.
    fn without(self, other: Self) -> Self;
    /// Each word's lowest bit that is set, or 0.
    fn lowest(self) -> Self;
    /// The low half of each product.
    fn times(self, other: Self) -> Self;
    /// Shifted to higher bits; by 32 and more, nothing is left.
    fn up(self, by: u32) -> Self;
    /// Shifted to lower bits; by 32 and more, nothing is left.
    fn down(self, by: u32) -> Self;
    /// Which words are not zero: a bit for each.
    fn occupied(self) -> u32;
    /// These words, with those of the lanes in `set` replaced by the first ones of `from`, in order.
    /// `from` has at least `COUNT` words.
    fn refilled(self, set: u32, from: &[u32]) -> Self;
    /// These words, with those of the lanes in `set` replaced by the same of `other`.
    fn merged(self, set: u32, other: Self) -> Self;
    /// Writes the words of the lanes in `set` to the front of `to`, in order; what stands behind them there
    /// is lost. `to` has room for `COUNT` words.
    fn pack(self, set: u32, to: &mut [u32]);
}

/// One word at a time.
impl Lanes for u32 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self.checked_shl(by).unwrap_or(0)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self.checked_shr(by).unwrap_or(0)
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        u32::from(self != 0)
    }

    #[inline(always)]
    fn refilled(self, set: u32, from: &[u32]) -> Self {
        if set == 0 { self } else { from[0] }
    }

    #[inline(always)]
    fn merged(self, set: u32, other: Self) -> Self {
        if set == 0 { self } else { other }
    }

    #[inline(always)]
    fn pack(self, _set: u32, to: &mut [u32]) {
        to[0] = self;
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::Lanes;
    use core::arch::x86_64::*;

    /// Sixteen words in a register of AVX-512.
    #[derive(Clone, Copy)]
    pub(in super::super::super) struct Words512(__m512i);

    impl Words512 {
        /// # Safety
        /// The processor has AVX-512F.
        #[inline(always)]
        pub(in super::super) unsafe fn new(word: u32) -> Self {
            // SAFETY: the caller says so.
            unsafe { Words512(_mm512_set1_epi32(word.cast_signed())) }
        }
    }

    // SAFETY of all that follows: who has such words has the instructions; slices are checked to be as long
    // as what is loaded or stored.
    impl Lanes for Words512 {
        const COUNT: usize = 16;

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            unsafe { Words512(_mm512_and_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            unsafe { Words512(_mm512_or_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            unsafe { Words512(_mm512_andnot_si512(other.0, self.0)) }
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            unsafe { Words512(_mm512_and_si512(self.0, _mm512_sub_epi32(_mm512_setzero_si512(), self.0))) }
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            unsafe { Words512(_mm512_mullo_epi32(self.0, other.0)) }
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            unsafe { Words512(_mm512_sll_epi32(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            unsafe { Words512(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn occupied(self) -> u32 {
            unsafe { _mm512_test_epi32_mask(self.0, self.0).into() }
        }

        #[inline(always)]
        fn refilled(self, set: u32, from: &[u32]) -> Self {
            let from = &from[..Self::COUNT];
            unsafe {
                let next = _mm512_loadu_si512(from.as_ptr().cast());
                Words512(_mm512_mask_expand_epi32(self.0, set as u16, next))
            }
        }

        #[inline(always)]
        fn merged(self, set: u32, other: Self) -> Self {
            unsafe { Words512(_mm512_mask_mov_epi32(self.0, set as u16, other.0)) }
        }

        #[inline(always)]
        fn pack(self, set: u32, to: &mut [u32]) {
            let to = &mut to[..Self::COUNT];
            unsafe {
                let packed = _mm512_maskz_compress_epi32(set as u16, self.0);
                _mm512_storeu_si512(to.as_mut_ptr().cast(), packed);
            }
        }
    }

    /// Eight words in a register of AVX2.
    #[derive(Clone, Copy)]
    pub(in super::super::super) struct Words256(__m256i);

    impl Words256 {
        /// # Safety
        /// The processor has AVX2.
        #[inline(always)]
        pub(in super::super) unsafe fn new(word: u32) -> Self {
            // SAFETY: the caller says so.
            unsafe { Words256(_mm256_set1_epi32(word.cast_signed())) }
        }
    }

    /// For each set of eight lanes: the lanes in it, one after the other.
    static PACKED: [[u8; 8]; 256] = {
        let mut orders = [[0; 8]; 256];
        let mut set = 0;
        while set < 256 {
            let (mut lane, mut place) = (0, 0);
            while lane < 8 {
                if set >> lane & 1 == 1 {
                    orders[set][place] = lane;
                    place += 1;
                }
                lane += 1;
            }
            set += 1;
        }
        orders
    };

    /// For each set of eight lanes: how many of the lanes in it stand before each lane.
    static SPREAD: [[u8; 8]; 256] = {
        let mut orders = [[0; 8]; 256];
        let mut set = 0;
        while set < 256 {
            let mut lane = 1;
            while lane < 8 {
                orders[set][lane] = orders[set][lane - 1] + (set >> (lane - 1) & 1) as u8;
                lane += 1;
            }
            set += 1;
        }
        orders
    };

    /// The order of a table as lanes.
    #[inline(always)]
    unsafe fn order(bytes: &[u8; 8]) -> __m256i {
        unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(bytes.as_ptr().cast())) }
    }

    impl Lanes for Words256 {
        const COUNT: usize = 8;

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            unsafe { Words256(_mm256_and_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            unsafe { Words256(_mm256_or_si256(self.0, other.0)) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            unsafe { Words256(_mm256_andnot_si256(other.0, self.0)) }
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            unsafe { Words256(_mm256_and_si256(self.0, _mm256_sub_epi32(_mm256_setzero_si256(), self.0))) }
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            unsafe { Words256(_mm256_mullo_epi32(self.0, other.0)) }
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            unsafe { Words256(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            unsafe { Words256(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(by.cast_signed()))) }
        }

        #[inline(always)]
        fn occupied(self) -> u32 {
            unsafe {
                let empty = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
                0xff & !_mm256_movemask_ps(_mm256_castsi256_ps(empty)).cast_unsigned()
            }
        }

        #[inline(always)]
        fn refilled(self, set: u32, from: &[u32]) -> Self {
            let from = &from[..Self::COUNT];
            unsafe {
                let next = _mm256_loadu_si256(from.as_ptr().cast());
                let next = _mm256_permutevar8x32_epi32(next, order(&SPREAD[set as u8 as usize]));
                self.merged(set, Words256(next))
            }
        }

        #[inline(always)]
        fn merged(self, set: u32, other: Self) -> Self {
            unsafe {
                let lanes = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
                let chosen = _mm256_and_si256(_mm256_set1_epi32(set.cast_signed()), lanes);
                Words256(_mm256_blendv_epi8(self.0, other.0, _mm256_cmpeq_epi32(chosen, lanes)))
            }
        }

        #[inline(always)]
        fn pack(self, set: u32, to: &mut [u32]) {
            let to = &mut to[..Self::COUNT];
            unsafe {
                let packed = _mm256_permutevar8x32_epi32(self.0, order(&PACKED[set as u8 as usize]));
                _mm256_storeu_si256(to.as_mut_ptr().cast(), packed);
            }
        }
    }
}
