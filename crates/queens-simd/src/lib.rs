//! Registers and inner loops for AVX2, AVX-512, WebAssembly and any other processor: sets
//! of places for the join and the residual engine, masks side by side for the search by
//! rows.
//!
//! # Layers
//! ```text
//! Kernel            a name: auto, baseline, avx2, avx512
//!    | find         asks the processor
//! DetectedKernel    a proof that the processor has the instructions
//!    | run, run_lanes
//! KernelWork        portable source, compiled once for each kernel; uses
//!                     KernelLoops + PlaceSet    sets of 256 or 512 places (`sets`, `masks`)
//! LaneWork          the same for
//!                     MaskLanes                 1 to 32 masks of 16 or 32 bits (`lanes`)
//! ```
//!
//! Only this crate has `unsafe` code. It is sound because a value of a kernel's type,
//! such as `x86::Avx2`, can only come from `Kernel::find`, which has asked the processor,
//! and a register can only be made from such a value.
//!
//! # Inlining
//! `#[target_feature]` applies to one function and to what is inlined into it. So the
//! functions that begin a work have it, and everything that they call is
//! `#[inline(always)]`: code that is not inlined is compiled without the kernel's
//! instructions. That includes closures: where the compiler would not inline one, a loop
//! stands in its place.

#![cfg_attr(
    any(
        all(target_arch = "x86_64", not(queens_portable)),
        all(target_arch = "wasm32", target_feature = "simd128")
    ),
    expect(
        unsafe_code,
        reason = "vector instructions, behind types that prove that the processor has them"
    )
)]

/// Methods of one instruction each, for a type that wraps a register. A value of such a
/// type proves that the processor has the instructions.
#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
macro_rules! instructions {
    (of two: $($step:ident = $of_two:ident),+; shifts: $($shift:ident = $shifted:ident),+) => {
        $(
            #[inline(always)]
            fn $step(self, other: Self) -> Self {
                // SAFETY: `self` proves that the processor has the instructions.
                unsafe { Self($of_two(self.0, other.0)) }
            }
        )+
        $(
            #[inline(always)]
            fn $shift(self, by: u32) -> Self {
                // SAFETY: as above.
                unsafe { Self($shifted(self.0, core::arch::x86_64::_mm_cvtsi32_si128(by.cast_signed()))) }
            }
        )+
    };
}

mod lanes;
mod loops;
pub mod masks;
mod sets;
#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
mod x86;

pub use lanes::{LaneWord, LaneWork, MaskLanes};
pub use loops::{Baseline, COMBINE_MARGIN, KernelCall, KernelLoops, KernelWork, Overlay};
pub use sets::PlaceSet;

use std::fmt;

/// The instructions that vector code uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The best kernel that the processor supports.
    #[default]
    Auto,
    /// The instructions that every processor of the target has.
    Baseline,
    /// x86-64 with AVX2: registers of 256 bits.
    Avx2,
    /// x86-64 with AVX-512 (F, BW, DQ, VL): registers of 512 bits, and masks of lanes.
    Avx512,
}

impl Kernel {
    /// All kernels that can be named.
    pub const ALL: [Kernel; 4] =
        [Kernel::Auto, Kernel::Baseline, Kernel::Avx2, Kernel::Avx512];

    /// Returns the name of the kernel.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Auto => "auto",
            Kernel::Baseline => "baseline",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Returns true if this processor supports the kernel.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.find().is_ok()
    }

    /// Detects whether this processor supports the kernel; for [`Kernel::Auto`], finds
    /// the best one.
    ///
    /// # Errors
    /// The processor does not support it.
    pub fn find(self) -> Result<DetectedKernel, MissingKernel> {
        let missing = Err(MissingKernel(self));
        match self {
            Kernel::Baseline => Ok(DetectedKernel::Baseline),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            Kernel::Avx2 => {
                x86::Avx2::find().map_or(missing, |loops| Ok(DetectedKernel::Avx2(loops)))
            }
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            Kernel::Avx512 => x86::Avx512::find()
                .map_or(missing, |loops| Ok(DetectedKernel::Avx512(loops))),
            #[cfg(not(all(target_arch = "x86_64", not(queens_portable))))]
            Kernel::Avx2 | Kernel::Avx512 => missing,
            Kernel::Auto => Ok(Kernel::Avx512
                .find()
                .or_else(|_| Kernel::Avx2.find())
                .unwrap_or(DetectedKernel::Baseline)),
        }
    }
}

/// A kernel that this processor does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingKernel(pub Kernel);

impl fmt::Display for MissingKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this processor has no {}: choose another kernel, or auto",
            self.0.name()
        )
    }
}

impl std::error::Error for MissingKernel {}

/// A kernel that this processor supports.
#[derive(Clone, Copy, Debug)]
pub enum DetectedKernel {
    /// Portable code.
    Baseline,
    /// AVX2.
    #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
    Avx2(x86::Avx2),
    /// AVX-512.
    #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
    Avx512(x86::Avx512),
}

impl DetectedKernel {
    /// Returns the kernel by which this one is named.
    pub fn kernel(self) -> Kernel {
        match self {
            DetectedKernel::Baseline => Kernel::Baseline,
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(_) => Kernel::Avx2,
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(_) => Kernel::Avx512,
        }
    }

    /// Runs the work with the instructions of this kernel.
    pub fn run<W: KernelWork>(self, work: W) -> W::Output {
        match self {
            DetectedKernel::Baseline => work.run(Baseline),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(loops) => loops.run(work),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(loops) => loops.run(work),
        }
    }

    /// Runs work that counts the bits of many words, with instructions for that if the
    /// processor has them.
    pub fn run_counting<W: KernelWork>(self, work: W) -> W::Output {
        // Not `self.run(work)` for the others: that would compile the work for AVX-512 a
        // second time.
        match self {
            DetectedKernel::Baseline => work.run(Baseline),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(loops) => loops.run(work),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(loops) => loops.run_counting(work),
        }
    }

    /// Runs work on masks of at least `bits` bits, at most 32: as many side by side as a
    /// register of this kernel holds.
    pub fn run_lanes<W: LaneWork>(self, bits: u32, work: W) -> W::Output {
        debug_assert!(bits <= u32::BITS, "masks of {bits} bits");
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            DetectedKernel::Baseline => work.run(0_u32),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            DetectedKernel::Baseline if bits <= 16 => {
                work.run(lanes::wasm::Short128::EMPTY)
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            DetectedKernel::Baseline => work.run(lanes::wasm::Long128::EMPTY),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(loops) => loops.run_lanes(bits, work),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(loops) => loops.run_lanes(bits, work),
        }
    }
}
