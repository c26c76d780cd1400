//! The inner loops and registers of the join, the masks side by side of the search by
//! rows and the loops over lines of the residual engine, in plain Rust and for the
//! instruction sets where they pay.
//!
//! All else is one portable source that is compiled once for each instruction set,
//! `KernelWork::run`: a value of a kernel's type is the proof that the processor has the
//! instructions, and can only be had from `Kernel::find`.

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

/// Steps of one instruction each, of a type that wraps a register and that only who has
/// the instructions can have.
#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
macro_rules! instructions {
    (of two: $($step:ident = $of_two:ident),+; shifts: $($shift:ident = $shifted:ident),+) => {
        $(
            #[inline(always)]
            fn $step(self, other: Self) -> Self {
                // SAFETY: who has this value has the instructions.
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
pub mod masks;
mod sets;

pub use lanes::{LaneWord, MaskLanes};
pub use sets::PlaceSet;

use masks::{MaskWords, PlaceMask};
use std::fmt;

/// Words that [`KernelLoops::combine`] may write behind its result.
pub const COMBINE_MARGIN: usize = 8;

/// Extra bits for every pair of words in [`KernelLoops::combine`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay {
    /// Bits that both words must leave free.
    pub blocked: u64,
    /// Bits that every result carries besides those of its words.
    pub carried: u64,
}

/// The instructions that vector code uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The best that the processor has.
    #[default]
    Auto,
    /// The instructions that every processor of the target has.
    Baseline,
    /// x86-64 with AVX2: words of 256 bits.
    Avx2,
    /// x86-64 with AVX-512 (F, BW, DQ, VL): words of 512 bits and masks.
    Avx512,
}

impl Kernel {
    /// All that can be named.
    pub const ALL: [Kernel; 4] =
        [Kernel::Auto, Kernel::Baseline, Kernel::Avx2, Kernel::Avx512];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Auto => "auto",
            Kernel::Baseline => "baseline",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Returns true if this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.find().is_ok()
    }

    /// Detects whether this processor supports the kernel; for [`Kernel::Auto`] the best
    /// one.
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

/// A kernel whose instructions this processor does not have.
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

/// A kernel that this processor can run.
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
    /// The kernel by its name.
    pub fn kernel(self) -> Kernel {
        match self {
            DetectedKernel::Baseline => Kernel::Baseline,
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(_) => Kernel::Avx2,
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(_) => Kernel::Avx512,
        }
    }

    /// Does the work with these instructions.
    pub fn run<W: KernelWork>(self, work: W) -> W::Output {
        match self {
            DetectedKernel::Baseline => work.run(Baseline),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(loops) => loops.run(work),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(loops) => loops.run(work),
        }
    }

    /// Does work that counts the bits of many words, with instructions for that if the
    /// processor has them.
    pub fn run_counting<W: KernelWork>(self, work: W) -> W::Output {
        // Each kernel by itself: `run` would compile the work for AVX-512 a second time.
        match self {
            DetectedKernel::Baseline => work.run(Baseline),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx2(loops) => loops.run(work),
            #[cfg(all(target_arch = "x86_64", not(queens_portable)))]
            DetectedKernel::Avx512(loops) => loops.run_counting(work),
        }
    }

    /// Does the work with as many masks side by side as this kernel has, of at least
    /// `bits` bits, at most 32.
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

/// Work that is compiled once for each kernel.
pub trait KernelWork {
    /// The result of it.
    type Output;

    /// Does it. To be inlined, with all that it calls: what is not is compiled for every
    /// processor.
    fn run<L: KernelLoops>(self, loops: L) -> Self::Output;
}

/// A step of some work that is compiled once for each kernel, as a function of its own.
pub trait KernelCall<L: KernelLoops> {
    /// The result of it.
    type Output;

    /// Does the step. To be inlined, with all that it calls, as [`KernelWork::run`] is.
    fn run(self, loops: L) -> Self::Output;
}

/// Work on masks side by side, compiled once for each type of lanes.
pub trait LaneWork {
    /// The result of it.
    type Output;

    /// Does it with such masks as `empty`. To be inlined, as `KernelWork::run` is.
    fn run<V: MaskLanes>(self, empty: V) -> Self::Output;
}

/// The registers and inner loops of the join.
pub trait KernelLoops: Copy {
    /// A set of places in memory.
    type Mask: PlaceMask;
    /// A set of places in a register.
    type Set: PlaceSet<Mask = Self::Mask>;

    /// Runs `call` with the instructions of the kernel, in a function of its own: never
    /// inlined into its caller, which needs none of these instructions and is compiled
    /// for every processor. Everything from a work unit down to the inner loops in one
    /// function, once for each of its joins, took LLVM longer than the rest of the crate.
    fn call<C: KernelCall<Self>>(self, call: C) -> C::Output;

    /// Returns the places of a mask.
    fn set(self, mask: &Self::Mask) -> Self::Set;

    /// Prefetches words that are needed soon, if the kernel can.
    fn fetch(self, words: &[u64]);

    /// Writes to the front of `combined` the OR of every word of `outer` and word of
    /// `inner` that share no bit with each other or with what is blocked, each with what
    /// is carried, and says how many they are. `outer` does not touch what is blocked.
    /// `combined` has room for all pairs and `COMBINE_MARGIN` words more.
    fn combine(
        self,
        outer: &[u64],
        inner: &[u64],
        overlay: Overlay,
        combined: &mut [u64],
    ) -> usize;
}

/// Plain Rust; in WebAssembly with `simd128`, which the whole module then has, its
/// registers.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl KernelLoops for Baseline {
    type Mask = MaskWords<4>;
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    type Set = MaskWords<4>;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    type Set = sets::wasm::Set128;

    #[inline(never)]
    fn call<C: KernelCall<Self>>(self, call: C) -> C::Output {
        call.run(self)
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    fn set(self, mask: &MaskWords<4>) -> MaskWords<4> {
        *mask
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn set(self, mask: &MaskWords<4>) -> Self::Set {
        Self::Set::new(mask)
    }

    #[inline(always)]
    fn fetch(self, _words: &[u64]) {}

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
            for &other in inner {
                combined[len] = other | carried;
                len += usize::from(other & taken == 0);
            }
        }
        len
    }
}

#[cfg(all(target_arch = "x86_64", not(queens_portable)))]
mod x86 {
    use super::lanes::x86::{Long256, Long512, Short256, Short512};
    use super::sets::x86::{Set256, Set512};
    use super::{
        COMBINE_MARGIN, KernelCall, KernelLoops, KernelWork, LaneWork, MaskLanes,
        MaskWords, Overlay,
    };
    use core::arch::x86_64::*;
    use std::is_x86_feature_detected as has;

    /// Words of 256 bits.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx2(());

    impl Avx2 {
        pub fn find() -> Option<Self> {
            let found = has!("avx2")
                && has!("bmi1")
                && has!("bmi2")
                && has!("lzcnt")
                && has!("popcnt");
            found.then_some(Avx2(()))
        }

        pub fn run<W: KernelWork>(self, work: W) -> W::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn inside<W: KernelWork>(loops: Avx2, work: W) -> W::Output {
                work.run(loops)
            }
            // SAFETY: `find` asked the processor for these features.
            unsafe { inside(self, work) }
        }

        pub fn run_lanes<W: LaneWork>(self, bits: u32, work: W) -> W::Output {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn inside<V: MaskLanes, W: LaneWork>(empty: V, work: W) -> W::Output {
                work.run(empty)
            }
            // SAFETY: `find` asked the processor for these features.
            unsafe {
                match bits {
                    0..=16 => inside(Short256::new(), work),
                    _ => inside(Long256::new(), work),
                }
            }
        }
    }

    impl KernelLoops for Avx2 {
        type Mask = MaskWords<4>;
        type Set = Set256;

        fn call<C: KernelCall<Self>>(self, call: C) -> C::Output {
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn inside<C: KernelCall<Avx2>>(loops: Avx2, call: C) -> C::Output {
                call.run(loops)
            }
            // SAFETY: `find` asked the processor for these features.
            unsafe { inside(self, call) }
        }

        #[inline(always)]
        fn set(self, mask: &MaskWords<4>) -> Set256 {
            // SAFETY: `find` asked the processor.
            unsafe { Set256::new(mask) }
        }

        #[inline(always)]
        fn fetch(self, words: &[u64]) {
            fetch_lines(words);
        }

        #[inline(always)]
        fn combine(
            self,
            outer: &[u64],
            inner: &[u64],
            overlay: Overlay,
            combined: &mut [u64],
        ) -> usize {
            assert!(
                combined.len() >= outer.len() * inner.len() + COMBINE_MARGIN,
                "room for all pairs"
            );
            let mut len = 0;
            for block in inner.chunks(4) {
                // SAFETY: the processor has AVX2; what lies outside `block` is masked
                // out; of the words written so far there are at most as many as pairs, so
                // that another `COMBINE_MARGIN` fit in.
                unsafe {
                    let spread = |word: u64| _mm256_set1_epi64x(word.cast_signed());
                    let apart = |one, other| {
                        let disjoint = _mm256_cmpeq_epi64(
                            _mm256_and_si256(one, other),
                            _mm256_setzero_si256(),
                        );
                        _mm256_movemask_pd(_mm256_castsi256_pd(disjoint)) as usize
                    };
                    let loaded = _mm256_cmpgt_epi64(
                        spread(block.len() as u64),
                        _mm256_set_epi64x(3, 2, 1, 0),
                    );
                    let inside = 0xf_usize >> (4 - block.len());
                    let block = _mm256_maskload_epi64(block.as_ptr().cast(), loaded);
                    let free = inside & apart(block, spread(overlay.blocked));
                    let carried = _mm256_or_si256(block, spread(overlay.carried));
                    for &one in outer {
                        let one = spread(one);
                        let fits = free & apart(block, one);
                        let order = _mm256_loadu_si256(PACK_ORDERS[fits].as_ptr().cast());
                        let together = _mm256_or_si256(
                            _mm256_permutevar8x32_epi32(carried, order),
                            one,
                        );
                        _mm256_storeu_si256(
                            combined.as_mut_ptr().add(len).cast(),
                            together,
                        );
                        len += fits.count_ones() as usize;
                    }
                }
            }
            len
        }
    }

    /// Asks for all lines of the cache that `words` lie in, into its second level.
    #[inline(always)]
    fn fetch_lines(words: &[u64]) {
        for line in words.chunks(8) {
            // SAFETY: nothing is read.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) };
        }
    }

    /// For each set of four words of 64 bits: the halves of those in the set, one after
    /// the other.
    const PACK_ORDERS: [[u32; 8]; 16] = {
        let mut orders = [[0; 8]; 16];
        let mut set = 0;
        while set < 16 {
            let (mut word, mut place) = (0, 0);
            while word < 4 {
                if set >> word & 1 == 1 {
                    orders[set][place] = 2 * word;
                    orders[set][place + 1] = 2 * word + 1;
                    place += 2;
                }
                word += 1;
            }
            set += 1;
        }
        orders
    };

    /// Words of 512 bits, with masks.
    #[derive(Clone, Copy, Debug)]
    pub struct Avx512(Avx2);

    impl Avx512 {
        pub fn find() -> Option<Self> {
            let words = has!("avx512f")
                && has!("avx512bw")
                && has!("avx512dq")
                && has!("avx512vl");
            if words {
                Avx2::find().map(Avx512)
            } else {
                None
            }
        }

        pub fn run<W: KernelWork>(self, work: W) -> W::Output {
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn inside<W: KernelWork>(loops: Avx512, work: W) -> W::Output {
                work.run(loops)
            }
            // SAFETY: `find` asked the processor for these features.
            unsafe { inside(self, work) }
        }

        /// Bits are counted side by side by VPOPCNTDQ, which came after the rest. Without
        /// it AVX2 has as much to offer, and the work is not compiled once more.
        pub fn run_counting<W: KernelWork>(self, work: W) -> W::Output {
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn inside<W: KernelWork>(loops: Avx512, work: W) -> W::Output {
                work.run(loops)
            }
            if has!("avx512vpopcntdq") {
                // SAFETY: `find` asked the processor for all other features.
                unsafe { inside(self, work) }
            } else {
                self.0.run(work)
            }
        }

        /// Masks of 16 bits are packed by VBMI2, which came after the rest.
        pub fn run_lanes<W: LaneWork>(self, bits: u32, work: W) -> W::Output {
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn long<W: LaneWork>(empty: Long512, work: W) -> W::Output {
                work.run(empty)
            }
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn short<W: LaneWork>(empty: Short512, work: W) -> W::Output {
                work.run(empty)
            }
            match bits {
                // SAFETY: `find` asked the processor for all features but VBMI2, which is
                // asked for here.
                0..=16 if has!("avx512vbmi2") => unsafe { short(Short512::new(), work) },
                0..=16 => self.0.run_lanes(bits, work),
                // SAFETY: `find` asked the processor for these features.
                _ => unsafe { long(Long512::new(), work) },
            }
        }
    }

    impl KernelLoops for Avx512 {
        type Mask = MaskWords<8>;
        type Set = Set512;

        fn call<C: KernelCall<Self>>(self, call: C) -> C::Output {
            #[inline(never)]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn inside<C: KernelCall<Avx512>>(loops: Avx512, call: C) -> C::Output {
                call.run(loops)
            }
            // SAFETY: `find` asked the processor for these features.
            unsafe { inside(self, call) }
        }

        #[inline(always)]
        fn set(self, mask: &MaskWords<8>) -> Set512 {
            // SAFETY: `find` asked the processor.
            unsafe { Set512::new(mask) }
        }

        #[inline(always)]
        fn fetch(self, words: &[u64]) {
            fetch_lines(words);
        }

        #[inline(always)]
        fn combine(
            self,
            outer: &[u64],
            inner: &[u64],
            overlay: Overlay,
            combined: &mut [u64],
        ) -> usize {
            assert!(
                combined.len() >= outer.len() * inner.len() + COMBINE_MARGIN,
                "room for all pairs"
            );
            let mut len = 0;
            for block in inner.chunks(COMBINE_MARGIN) {
                let loaded = 0xff >> (COMBINE_MARGIN - block.len());
                // SAFETY: the processor has AVX-512F; what lies outside `block` is masked
                // out; of the words written so far there are at most as many as pairs, so
                // that another `COMBINE_MARGIN` fit in.
                unsafe {
                    let spread = |word: u64| _mm512_set1_epi64(word.cast_signed());
                    let block = _mm512_maskz_loadu_epi64(loaded, block.as_ptr().cast());
                    let free = _mm512_mask_testn_epi64_mask(
                        loaded,
                        block,
                        spread(overlay.blocked),
                    );
                    let carried = _mm512_or_si512(block, spread(overlay.carried));
                    for &one in outer {
                        let one = spread(one);
                        let fits = _mm512_mask_testn_epi64_mask(free, block, one);
                        let together = _mm512_maskz_compress_epi64(
                            fits,
                            _mm512_or_si512(carried, one),
                        );
                        _mm512_storeu_si512(
                            combined.as_mut_ptr().add(len).cast(),
                            together,
                        );
                        len += fits.count_ones() as usize;
                    }
                }
            }
            len
        }
    }
}
