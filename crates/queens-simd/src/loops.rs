//! Work that is compiled once for each kernel, and the inner loop that differs between
//! kernels: [`KernelLoops::combine`].

use super::PlaceSet;
use super::masks::{MaskWords, PlaceMask};

/// Number of words after its result that [`KernelLoops::combine`] may overwrite.
pub const COMBINE_MARGIN: usize = 8;

/// Extra bits for every pair of words in [`KernelLoops::combine`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay {
    /// Bits that both words must leave free.
    pub blocked: u64,
    /// Bits that every result has besides those of its words.
    pub carried: u64,
}

/// Work that is compiled once for each kernel.
pub trait KernelWork {
    /// The result of the work.
    type Output;

    /// Runs the work. Mark it and everything it calls `#[inline(always)]`: code that is
    /// not inlined is compiled without the kernel's instructions.
    fn run<L: KernelLoops>(self, loops: L) -> Self::Output;
}

/// A step of some work that is compiled once for each kernel, as a function of its own:
/// see [`KernelLoops::call`].
pub trait KernelCall<L: KernelLoops> {
    /// The result of the step.
    type Output;

    /// Runs the step. Mark it and everything it calls `#[inline(always)]`, as for
    /// [`KernelWork::run`].
    fn run(self, loops: L) -> Self::Output;
}

/// The registers and inner loops of a kernel.
pub trait KernelLoops: Copy {
    /// A set of places in memory.
    type Mask: PlaceMask;
    /// A set of places in a register.
    type Set: PlaceSet<Mask = Self::Mask>;

    /// Runs `call` with the instructions of the kernel, in a function that is never
    /// inlined into its caller.
    ///
    /// The obvious way, everything from a work unit down to the inner loops in one
    /// function, takes LLVM longer than the rest of the crate: the join is in it once for
    /// each of its calls.
    fn call<C: KernelCall<Self>>(self, call: C) -> C::Output;

    /// Loads a set into a register.
    fn load(self, mask: &Self::Mask) -> Self::Set;

    /// Prefetches words that are needed soon, if the kernel can.
    fn prefetch(self, words: &[u64]);

    /// For each pair (a, b) of a word of `outer` and a word of `inner` with `a & b == 0`
    /// and neither hitting `blocked`, writes `a | b | carried` to the front of
    /// `combined`, in any order. Returns the number of words written.
    ///
    /// No word of `outer` hits `blocked`. `combined` has room for all pairs and
    /// [`COMBINE_MARGIN`] words more.
    fn combine(
        self,
        outer: &[u64],
        inner: &[u64],
        overlay: Overlay,
        combined: &mut [u64],
    ) -> usize;
}

/// Plain Rust. In WebAssembly with `simd128`, which a module has or has not as a whole,
/// it uses the registers.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl KernelLoops for Baseline {
    type Mask = MaskWords<4>;
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    type Set = MaskWords<4>;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    type Set = super::sets::wasm::Set128;

    #[inline(never)]
    fn call<C: KernelCall<Self>>(self, call: C) -> C::Output {
        call.run(self)
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    fn load(self, mask: &MaskWords<4>) -> MaskWords<4> {
        *mask
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn load(self, mask: &MaskWords<4>) -> Self::Set {
        Self::Set::new(mask)
    }

    #[inline(always)]
    fn prefetch(self, _words: &[u64]) {}

    #[inline(always)]
    fn combine(
        self,
        outer: &[u64],
        inner: &[u64],
        overlay: Overlay,
        combined: &mut [u64],
    ) -> usize {
        let mut len = 0;
        for &one in outer {
            let (taken, carried) = (one | overlay.blocked, one | overlay.carried);
            // Invariant: combined[..len] are the results so far. Every pair is written to
            // combined[len], and stays there if it fits: a branch would be mispredicted
            // often.
            for &other in inner {
                combined[len] = other | carried;
                len += usize::from(other & taken == 0);
            }
        }
        len
    }
}
