//! Masks of squares side by side, as many as an instruction takes at once.

#[cfg(any(
    all(target_arch = "x86_64", not(queens_portable)),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod orders;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm;
#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
pub(crate) mod x86;

/// A word of memory that holds one mask.
pub trait LaneWord: Copy + Default {
    /// The low bits of `mask`.
    fn of(mask: u32) -> Self;
}

impl LaneWord for u16 {
    #[inline(always)]
    fn of(mask: u32) -> u16 {
        mask as u16
    }
}

impl LaneWord for u32 {
    #[inline(always)]
    fn of(mask: u32) -> u32 {
        mask
    }
}

/// Masks side by side that go through the same steps. Only a kernel makes the first value
/// of a type, so that a value is the proof that the processor has the instructions.
pub trait MaskLanes: Copy {
    /// One mask in memory.
    type Word: LaneWord;
    /// A choice of lanes.
    type Choice: Copy;
    /// Number of masks.
    const COUNT: usize;

    /// The same mask on every lane.
    fn same(self, mask: u32) -> Self;
    /// The first masks of `from`, which has at least `COUNT`.
    fn load(self, from: &[Self::Word]) -> Self;
    /// The bits that both have.
    fn and(self, other: Self) -> Self;
    /// The bits that either has.
    fn or(self, other: Self) -> Self;
    /// The bits of `self` that `other` has not.
    fn without(self, other: Self) -> Self;
    /// Each mask's lowest bit that is set, or 0.
    fn lowest(self) -> Self;
    /// The smaller number of each two: 0 where one is 0.
    fn least(self, other: Self) -> Self;
    /// Shifted to higher bits; what leaves a mask is lost.
    fn up(self, by: u32) -> Self;
    /// Shifted to lower bits; what leaves a mask is lost.
    fn down(self, by: u32) -> Self;
    /// The low half of each product with `factor`, which has at most 32 bits, shifted to
    /// lower bits by `by`, at most 15.
    fn times(self, factor: u32, by: u32) -> Self;
    /// Returns the number of bits in all masks together.
    fn ones(self) -> u64;
    /// The lanes whose mask is not 0.
    fn occupied(self) -> Self::Choice;
    /// Returns the number of chosen lanes.
    fn len(choice: Self::Choice) -> usize;
    /// Writes the masks of the chosen lanes to the front of `to`, in order; what stands
    /// behind them there is lost. `to` has room for `COUNT` masks.
    fn pack(self, choice: Self::Choice, to: &mut [Self::Word]);
}

/// One mask at a time.
impl MaskLanes for u32 {
    type Word = u32;
    type Choice = bool;
    const COUNT: usize = 1;

    #[inline(always)]
    fn same(self, mask: u32) -> u32 {
        mask
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> u32 {
        from[0]
    }

    #[inline(always)]
    /// The bits that both have.
    fn and(self, other: u32) -> u32 {
        self & other
    }

    #[inline(always)]
    /// The bits that either has.
    fn or(self, other: u32) -> u32 {
        self | other
    }

    #[inline(always)]
    fn without(self, other: u32) -> u32 {
        self & !other
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self & self.wrapping_neg()
    }

    #[inline(always)]
    fn least(self, other: u32) -> u32 {
        self.min(other)
    }

    #[inline(always)]
    fn up(self, by: u32) -> u32 {
        self.unbounded_shl(by)
    }

    #[inline(always)]
    fn down(self, by: u32) -> u32 {
        self.unbounded_shr(by)
    }

    #[inline(always)]
    fn times(self, factor: u32, by: u32) -> u32 {
        self.wrapping_mul(factor) >> by
    }

    #[inline(always)]
    fn ones(self) -> u64 {
        self.count_ones().into()
    }

    #[inline(always)]
    fn occupied(self) -> bool {
        self != 0
    }

    #[inline(always)]
    fn len(choice: bool) -> usize {
        choice.into()
    }

    #[inline(always)]
    fn pack(self, _choice: bool, to: &mut [u32]) {
        to[0] = self;
    }
}
