//! Registers of AVX2 and AVX-512, each as masks of 16 and of 32 bits.
//!
//! AVX-512 packs chosen lanes with one instruction. AVX2 has only shuffles, so the order
//! of the lanes comes from a table with a row for each choice of eight:
//!
//! ```text
//! 16 lanes of 16 bits   |  low half: 8 lanes   |  high half: 8 lanes  |
//! chosen                   2 of them              3 of them
//! each half shuffled       c c ? ? ? ? ? ?        d d d ? ? ? ? ?
//! memory, low half         c c ? ? ? ? ? ?
//! memory, high half            d d d ? ? ? ? ?      written at the number of the low ones
//! ```

use super::MaskLanes;
use super::orders::{LANE_ORDERS, SHORT_ORDERS};
use core::arch::x86_64::*;

/// The methods of [`MaskLanes`] that are one or two instructions on every register.
macro_rules! plain_steps {
    ($register:ty, $word:ty, $and:ident, $or:ident, $and_not:ident, $subtract:ident, $zero:ident, $least:ident,
     $up:ident, $down:ident, $same:ident, $load:ident) => {
        instructions!(of two: and = $and, or = $or, min = $least; shifts: shift_up = $up, shift_down = $down);

        #[inline(always)]
        fn repeat(self, mask: u32) -> Self {
            unsafe { Self($same((mask as $word).cast_signed())) }
        }

        #[inline(always)]
        fn load(self, from: &[$word]) -> Self {
            let from = &from[..Self::COUNT];
            unsafe { Self($load(from.as_ptr().cast())) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            unsafe { Self($and_not(other.0, self.0)) }
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            unsafe { Self($and(self.0, $subtract($zero(), self.0))) }
        }

        #[inline(always)]
        fn count_ones(self) -> u64 {
            // SAFETY: a register is as long as these words, and any bits are words.
            let words: [u64; size_of::<$register>() / 8] = unsafe { core::mem::transmute(self.0) };
            words.iter().map(|word| u64::from(word.count_ones())).sum()
        }
    };
}

/// A register of masks, and the function by which a kernel makes the first value.
macro_rules! register {
    ($(#[$about:meta])* $name:ident($register:ty)) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name($register);

        impl $name {
            /// Empty masks.
            ///
            /// # Safety
            /// The processor has the instructions.
            #[inline(always)]
            pub(crate) unsafe fn new() -> Self {
                // SAFETY: any bits are masks. No intrinsic, because the caller is
                // compiled without the instructions.
                unsafe { Self(core::mem::zeroed()) }
            }
        }
    };
}

register!(
    /// Sixteen masks of 16 bits in a register of AVX2.
    Short256(__m256i)
);
register!(
    /// Eight masks of 32 bits in a register of AVX2.
    Long256(__m256i)
);
register!(
    /// Thirty-two masks of 16 bits in a register of AVX-512, with VBMI2.
    Short512(__m512i)
);
register!(
    /// Sixteen masks of 32 bits in a register of AVX-512.
    Long512(__m512i)
);

/// [`LANE_ORDERS`] as lanes of 32 bits.
static LONG_ORDERS: [[u32; 8]; 256] = {
    let mut orders = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        orders[at / 8][at % 8] = LANE_ORDERS[at / 8][at % 8] as u32;
        at += 1;
    }
    orders
};

// SAFETY of all that follows: a value of these types proves that the processor has the
// instructions; slices are checked to be as long as what is loaded or stored.

/// The order that packs the chosen lanes of each half of a register.
#[derive(Clone, Copy)]
pub(crate) struct HalfOrders {
    /// Bytes of each half, as a shuffle takes them.
    order: __m256i,
    /// Number of chosen lanes of the low half: at most 8.
    low: usize,
    /// Number of chosen lanes of both halves.
    both: usize,
}

impl MaskLanes for Short256 {
    type Word = u16;
    type Choice = HalfOrders;
    const COUNT: usize = 16;

    plain_steps!(
        __m256i,
        u16,
        _mm256_and_si256,
        _mm256_or_si256,
        _mm256_andnot_si256,
        _mm256_sub_epi16,
        _mm256_setzero_si256,
        _mm256_min_epu16,
        _mm256_sll_epi16,
        _mm256_srl_epi16,
        _mm256_set1_epi16,
        _mm256_loadu_si256
    );

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        unsafe {
            // The lowest 32 bits of the product in two halves: with a factor of
            // f1 * 2^16 + f0 the lower half is lo(m * f0), the upper one
            // hi(m * f0) + lo(m * f1).
            let low_factor = _mm256_set1_epi16((factor as u16).cast_signed());
            let high_factor = _mm256_set1_epi16(((factor >> 16) as u16).cast_signed());
            let low = _mm256_mullo_epi16(self.0, low_factor);
            let carried = _mm256_mulhi_epu16(self.0, low_factor);
            let high = _mm256_add_epi16(carried, _mm256_mullo_epi16(self.0, high_factor));
            Short256(low)
                .shift_down(by)
                .or(Short256(high).shift_up(16 - by))
        }
    }

    #[inline(always)]
    fn choose_nonzero(self) -> HalfOrders {
        unsafe {
            let empty = _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256());
            // A bit for each byte of a register, so the masks are narrowed to bytes
            // first: bits 0 to 7 are the low half, bits 16 to 23 the high one.
            let chosen =
                !_mm256_movemask_epi8(_mm256_packs_epi16(empty, empty)).cast_unsigned();
            let (low, high) = (chosen as u8, (chosen >> 16) as u8);
            let order =
                |set: u8| _mm_loadu_si128(SHORT_ORDERS[usize::from(set)].as_ptr().cast());
            let order = _mm256_inserti128_si256(
                _mm256_castsi128_si256(order(low)),
                order(high),
                1,
            );
            let (low, high) = (low.count_ones() as usize, high.count_ones() as usize);
            HalfOrders {
                order,
                low,
                both: low + high,
            }
        }
    }

    #[inline(always)]
    fn count_chosen(choice: HalfOrders) -> usize {
        choice.both
    }

    #[inline(always)]
    fn pack(self, choice: HalfOrders, to: &mut [u16]) {
        let to = &mut to[..Self::COUNT];
        unsafe {
            let packed = _mm256_shuffle_epi8(self.0, choice.order);
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(packed));
            let high = _mm256_extracti128_si256(packed, 1);
            // At most 8 masks before, so there is room for 8 more.
            _mm_storeu_si128(to.as_mut_ptr().add(choice.low).cast(), high);
        }
    }
}

/// The order that packs the chosen lanes of a register of 8.
#[derive(Clone, Copy)]
pub(crate) struct PackOrder {
    /// Numbers of the chosen lanes.
    order: __m256i,
    /// Number of chosen lanes.
    len: usize,
}

impl MaskLanes for Long256 {
    type Word = u32;
    type Choice = PackOrder;
    const COUNT: usize = 8;

    plain_steps!(
        __m256i,
        u32,
        _mm256_and_si256,
        _mm256_or_si256,
        _mm256_andnot_si256,
        _mm256_sub_epi32,
        _mm256_setzero_si256,
        _mm256_min_epu32,
        _mm256_sll_epi32,
        _mm256_srl_epi32,
        _mm256_set1_epi32,
        _mm256_loadu_si256
    );

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        unsafe {
            Long256(_mm256_mullo_epi32(
                self.0,
                _mm256_set1_epi32(factor.cast_signed()),
            ))
            .shift_down(by)
        }
    }

    #[inline(always)]
    fn choose_nonzero(self) -> PackOrder {
        unsafe {
            let empty = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            let set = !_mm256_movemask_ps(_mm256_castsi256_ps(empty)) as u8;
            let order = _mm256_loadu_si256(LONG_ORDERS[usize::from(set)].as_ptr().cast());
            PackOrder {
                order,
                len: set.count_ones() as usize,
            }
        }
    }

    #[inline(always)]
    fn count_chosen(choice: PackOrder) -> usize {
        choice.len
    }

    #[inline(always)]
    fn pack(self, choice: PackOrder, to: &mut [u32]) {
        let to = &mut to[..Self::COUNT];
        unsafe {
            let packed = _mm256_permutevar8x32_epi32(self.0, choice.order);
            _mm256_storeu_si256(to.as_mut_ptr().cast(), packed);
        }
    }
}

impl MaskLanes for Short512 {
    type Word = u16;
    type Choice = u32;
    const COUNT: usize = 32;

    plain_steps!(
        __m512i,
        u16,
        _mm512_and_si512,
        _mm512_or_si512,
        _mm512_andnot_si512,
        _mm512_sub_epi16,
        _mm512_setzero_si512,
        _mm512_min_epu16,
        _mm512_sll_epi16,
        _mm512_srl_epi16,
        _mm512_set1_epi16,
        _mm512_loadu_si512
    );

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        unsafe {
            // In two halves, as for AVX2.
            let low_factor = _mm512_set1_epi16((factor as u16).cast_signed());
            let high_factor = _mm512_set1_epi16(((factor >> 16) as u16).cast_signed());
            let low = _mm512_mullo_epi16(self.0, low_factor);
            let carried = _mm512_mulhi_epu16(self.0, low_factor);
            let high = _mm512_add_epi16(carried, _mm512_mullo_epi16(self.0, high_factor));
            Short512(low)
                .shift_down(by)
                .or(Short512(high).shift_up(16 - by))
        }
    }

    #[inline(always)]
    fn choose_nonzero(self) -> u32 {
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn count_chosen(choice: u32) -> usize {
        choice.count_ones() as usize
    }

    #[inline(always)]
    fn pack(self, choice: u32, to: &mut [u16]) {
        let to = &mut to[..Self::COUNT];
        unsafe {
            _mm512_storeu_si512(
                to.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi16(choice, self.0),
            );
        }
    }
}

impl MaskLanes for Long512 {
    type Word = u32;
    type Choice = u16;
    const COUNT: usize = 16;

    plain_steps!(
        __m512i,
        u32,
        _mm512_and_si512,
        _mm512_or_si512,
        _mm512_andnot_si512,
        _mm512_sub_epi32,
        _mm512_setzero_si512,
        _mm512_min_epu32,
        _mm512_sll_epi32,
        _mm512_srl_epi32,
        _mm512_set1_epi32,
        _mm512_loadu_si512
    );

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        unsafe {
            Long512(_mm512_mullo_epi32(
                self.0,
                _mm512_set1_epi32(factor.cast_signed()),
            ))
            .shift_down(by)
        }
    }

    #[inline(always)]
    fn choose_nonzero(self) -> u16 {
        unsafe { _mm512_test_epi32_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn count_chosen(choice: u16) -> usize {
        choice.count_ones() as usize
    }

    #[inline(always)]
    fn pack(self, choice: u16, to: &mut [u32]) {
        let to = &mut to[..Self::COUNT];
        unsafe {
            _mm512_storeu_si512(
                to.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi32(choice, self.0),
            );
        }
    }
}
