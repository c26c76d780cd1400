//! Registers of WebAssembly, as masks of 16 and of 32 bits.

use super::MaskLanes;
use super::orders::{SHORT_ORDERS, byte_orders};
use core::arch::wasm32::*;

/// The methods of [`MaskLanes`] that are a few instructions for both widths.
macro_rules! plain_steps {
    ($word:ty, $negative:ident, $least:ident, $up:ident, $down:ident, $same:ident) => {
        #[inline(always)]
        fn repeat(self, mask: u32) -> Self {
            Self($same(mask as $word))
        }

        #[inline(always)]
        fn load(self, from: &[$word]) -> Self {
            let from = &from[..Self::COUNT];
            // SAFETY: there are as many words as lanes; the address may be any.
            unsafe { Self(v128_load(from.as_ptr().cast())) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(v128_and(self.0, other.0))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(v128_or(self.0, other.0))
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(v128_andnot(self.0, other.0))
        }

        #[inline(always)]
        fn lowest(self) -> Self {
            Self(v128_and(self.0, $negative(self.0)))
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Self($least(self.0, other.0))
        }

        // The instructions shift by `by` modulo the width, which for a long shift is
        // wrong.
        #[inline(always)]
        fn shift_up(self, by: u32) -> Self {
            if by < <$word>::BITS {
                Self($up(self.0, by))
            } else {
                Self::EMPTY
            }
        }

        #[inline(always)]
        fn shift_down(self, by: u32) -> Self {
            if by < <$word>::BITS {
                Self($down(self.0, by))
            } else {
                Self::EMPTY
            }
        }

        #[inline(always)]
        fn count_ones(self) -> u64 {
            let sizes = u16x8_extadd_pairwise_u8x16(u8x16_popcnt(self.0));
            let sizes = u32x4_extadd_pairwise_u16x8(sizes);
            let halves = u64x2_add(u64x2_shr(sizes, 32), sizes);
            (u64x2_extract_lane::<0>(halves) + u64x2_extract_lane::<1>(halves))
                & u64::from(u32::MAX)
        }

        #[inline(always)]
        fn count_chosen(choice: PackOrder) -> usize {
            choice.len
        }

        #[inline(always)]
        fn pack(self, choice: PackOrder, to: &mut [$word]) {
            let to = &mut to[..Self::COUNT];
            // SAFETY: there are as many words as lanes; the address may be any.
            unsafe {
                v128_store(to.as_mut_ptr().cast(), u8x16_swizzle(self.0, choice.order))
            }
        }
    };
}

/// The bytes of lanes of 32 bits.
static LONG_ORDERS: [[u8; 16]; 16] = byte_orders::<4, 16>();

/// The order that packs the chosen lanes: their bytes, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct PackOrder {
    order: v128,
    len: usize,
}

impl PackOrder {
    #[inline(always)]
    fn from_bytes(order: &[u8; 16], chosen: u8) -> Self {
        // SAFETY: the array is as long as a register; the address may be any.
        let order = unsafe { v128_load(order.as_ptr().cast()) };
        PackOrder {
            order,
            len: chosen.count_ones() as usize,
        }
    }
}

/// Eight masks of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Short128(v128);

impl Short128 {
    pub(crate) const EMPTY: Self = Short128(u16x8(0, 0, 0, 0, 0, 0, 0, 0));
}

impl MaskLanes for Short128 {
    type Word = u16;
    type Choice = PackOrder;
    const COUNT: usize = 8;

    plain_steps!(u16, i16x8_neg, u16x8_min, u16x8_shl, u16x8_shr, u16x8_splat);

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        let factor = u32x4_splat(factor);
        let product = |masks| u32x4_shr(i32x4_mul(masks, factor), by);
        let low = product(u32x4_extend_low_u16x8(self.0));
        let high = product(u32x4_extend_high_u16x8(self.0));
        // The low 16 bits of all eight products.
        Short128(u16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(low, high))
    }

    #[inline(always)]
    fn choose_nonzero(self) -> PackOrder {
        let chosen = u16x8_bitmask(u16x8_ne(self.0, Self::EMPTY.0));
        PackOrder::from_bytes(&SHORT_ORDERS[usize::from(chosen)], chosen)
    }
}

/// Four masks of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Long128(v128);

impl Long128 {
    pub(crate) const EMPTY: Self = Long128(u32x4(0, 0, 0, 0));
}

impl MaskLanes for Long128 {
    type Word = u32;
    type Choice = PackOrder;
    const COUNT: usize = 4;

    plain_steps!(u32, i32x4_neg, u32x4_min, u32x4_shl, u32x4_shr, u32x4_splat);

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> Self {
        Long128(u32x4_shr(i32x4_mul(self.0, u32x4_splat(factor)), by))
    }

    #[inline(always)]
    fn choose_nonzero(self) -> PackOrder {
        let chosen = u32x4_bitmask(u32x4_ne(self.0, Self::EMPTY.0));
        PackOrder::from_bytes(&LONG_ORDERS[usize::from(chosen)], chosen)
    }
}
