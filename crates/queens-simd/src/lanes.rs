//! Masks of squares side by side, one in each lane of a register.
//!
//! ```text
//! lane            0     1     2     3            AVX2: 16 lanes of 16 bits, or 8 of 32
//! masks          0110  0000  0011  1000          AVX-512: 32 lanes of 16 bits, or 16 of 32
//! lowest         0010  0000  0001  1000
//! nonzero         x           x     x
//! pack to memory 0110  0011  1000   ?            3 chosen; the last word is overwritten
//! ```
//!
//! A search takes one node in each lane. Packing keeps the nodes that are left side by
//! side in memory, so that the next registers are full again, and needs no branch.

#[cfg(any(
    all(target_arch = "x86_64", not(queens_portable)),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod orders;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm;
#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
pub(crate) mod x86;

/// Work on masks side by side, compiled once for each type of lanes.
pub trait LaneWork {
    /// The result of the work.
    type Output;

    /// Runs the work on lanes of the type of `empty`. Mark it and everything it calls
    /// `#[inline(always)]`, as for [`KernelWork::run`](super::KernelWork::run).
    fn run<V: MaskLanes>(self, empty: V) -> Self::Output;
}

/// A word of memory that holds one mask.
pub trait LaneWord: Copy + Default {
    /// Returns the low bits of `mask`.
    fn from_mask(mask: u32) -> Self;
}

impl LaneWord for u16 {
    #[inline(always)]
    fn from_mask(mask: u32) -> u16 {
        mask as u16
    }
}

impl LaneWord for u32 {
    #[inline(always)]
    fn from_mask(mask: u32) -> u32 {
        mask
    }
}

/// A register of masks, which all go through the same steps.
///
/// Only a kernel can make the first value of a type, so a value proves that the processor
/// has the instructions. This is why constructors such as [`MaskLanes::repeat`] take
/// `self`, whose masks they ignore.
pub trait MaskLanes: Copy {
    /// One mask in memory.
    type Word: LaneWord;
    /// A choice of lanes.
    type Choice: Copy;
    /// Number of masks.
    const COUNT: usize;

    /// Returns `mask` in every lane.
    fn repeat(self, mask: u32) -> Self;
    /// Loads the first `COUNT` masks of `from`.
    fn load(self, from: &[Self::Word]) -> Self;
    /// Returns `self & other`.
    fn and(self, other: Self) -> Self;
    /// Returns `self | other`.
    fn or(self, other: Self) -> Self;
    /// Returns `self & !other`.
    fn without(self, other: Self) -> Self;
    /// Returns the lowest set bit of each mask; 0 for an empty one.
    fn lowest(self) -> Self;
    /// Returns the smaller of the two masks of each lane, as numbers. It is 0 if and only
    /// if one of them is.
    fn min(self, other: Self) -> Self;
    /// Shifts each mask to higher bits, by any number; bits that leave a mask are lost.
    fn shift_up(self, by: u32) -> Self;
    /// Shifts each mask to lower bits, by any number; bits that leave a mask are lost.
    fn shift_down(self, by: u32) -> Self;
    /// Returns the low 32 bits of the product of each mask and `factor`, shifted down by
    /// `by`, at most 15; bits that leave a mask are lost. For a mask of one bit these are
    /// all shifts up by the set bits of `factor` at once.
    fn multiply(self, factor: u32, by: u32) -> Self;
    /// Returns the number of bits that are set in all masks together.
    fn count_ones(self) -> u64;
    /// Chooses the lanes whose mask is not 0.
    fn choose_nonzero(self) -> Self::Choice;
    /// Returns the number of chosen lanes.
    fn count_chosen(choice: Self::Choice) -> usize;
    /// Writes the masks of the chosen lanes to the front of `to`, in order. `to` must have
    /// `COUNT` words even if fewer lanes are chosen: a whole register is stored, because
    /// that needs no branch, and the words after the chosen ones are overwritten.
    fn pack(self, choice: Self::Choice, to: &mut [Self::Word]);
}

/// One mask at a time, for processors without a kernel.
impl MaskLanes for u32 {
    type Word = u32;
    type Choice = bool;
    const COUNT: usize = 1;

    #[inline(always)]
    fn repeat(self, mask: u32) -> u32 {
        mask
    }

    #[inline(always)]
    fn load(self, from: &[u32]) -> u32 {
        from[0]
    }

    #[inline(always)]
    fn and(self, other: u32) -> u32 {
        self & other
    }

    #[inline(always)]
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
    fn min(self, other: u32) -> u32 {
        Ord::min(self, other)
    }

    #[inline(always)]
    fn shift_up(self, by: u32) -> u32 {
        self.unbounded_shl(by)
    }

    #[inline(always)]
    fn shift_down(self, by: u32) -> u32 {
        self.unbounded_shr(by)
    }

    #[inline(always)]
    fn multiply(self, factor: u32, by: u32) -> u32 {
        self.wrapping_mul(factor) >> by
    }

    #[inline(always)]
    fn count_ones(self) -> u64 {
        u32::count_ones(self).into()
    }

    #[inline(always)]
    fn choose_nonzero(self) -> bool {
        self != 0
    }

    #[inline(always)]
    fn count_chosen(choice: bool) -> usize {
        choice.into()
    }

    #[inline(always)]
    fn pack(self, _choice: bool, to: &mut [u32]) {
        // Written even if it is not chosen: `count_chosen` is 0 then, so that the next
        // mask overwrites it.
        to[0] = self;
    }
}
