//! The kernels of x86-64.
//!
//! # Combining words
//! `combine` takes a block of 4 or 8 words of `inner` at a time and holds it in a
//! register for all words of `outer`:
//!
//! ```text
//! block            b0    b1    b2    b3       words of `inner`
//! fits             0     1     0     1        block & a == 0, and block & blocked == 0
//! permuted         b1    b3    ?     ?        those that fit, moved to the front
//! stored at len    b1|a  b3|a  ?     ?        len += 2; the next store overwrites the rest
//! ```
//!
//! AVX-512 has an instruction for the third step, AVX2 takes the order from a table of
//! 16.

use super::lanes::x86::{Long256, Long512, Short256, Short512};
use super::masks::MaskWords;
use super::sets::x86::{Set256, Set512};
use super::{
    COMBINE_MARGIN, KernelCall, KernelLoops, KernelWork, LaneWork, MaskLanes, Overlay,
};
use core::arch::x86_64::*;
use std::is_x86_feature_detected as has;

/// The kernel for AVX2: registers of 256 bits.
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
        // SAFETY: `find` has asked the processor for these features.
        unsafe { inside(self, work) }
    }

    pub fn run_lanes<W: LaneWork>(self, bits: u32, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inside<V: MaskLanes, W: LaneWork>(empty: V, work: W) -> W::Output {
            work.run(empty)
        }
        // SAFETY: `find` has asked the processor for these features.
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
        // SAFETY: `find` has asked the processor for these features.
        unsafe { inside(self, call) }
    }

    #[inline(always)]
    fn load(self, mask: &MaskWords<4>) -> Set256 {
        // SAFETY: `find` has asked the processor.
        unsafe { Set256::new(mask) }
    }

    #[inline(always)]
    fn prefetch(self, words: &[u64]) {
        prefetch_lines(words);
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
            // SAFETY: the processor has AVX2. The load masks out what lies beyond
            // `block`. A store writes 4 words from combined[len] on; `len` is at most the
            // number of pairs, and room for `COMBINE_MARGIN` words more was checked.
            unsafe {
                let loaded = _mm256_cmpgt_epi64(
                    repeat_256(block.len() as u64),
                    _mm256_set_epi64x(3, 2, 1, 0),
                );
                let inside = 0xf_usize >> (4 - block.len());
                let block = _mm256_maskload_epi64(block.as_ptr().cast(), loaded);
                let free = inside & disjoint_256(block, repeat_256(overlay.blocked));
                let carried = _mm256_or_si256(block, repeat_256(overlay.carried));
                // Invariant: combined[..len] are the results of the blocks before, and of
                // this block with the words of `outer` so far.
                for &one in outer {
                    let one = repeat_256(one);
                    let fits = free & disjoint_256(block, one);
                    let order = _mm256_loadu_si256(PACK_ORDERS[fits].as_ptr().cast());
                    let packed = _mm256_permutevar8x32_epi32(carried, order);
                    _mm256_storeu_si256(
                        combined.as_mut_ptr().add(len).cast(),
                        _mm256_or_si256(packed, one),
                    );
                    len += fits.count_ones() as usize;
                }
            }
        }
        len
    }
}

/// A register with the same word four times.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn repeat_256(word: u64) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe { _mm256_set1_epi64x(word.cast_signed()) }
}

/// Returns the bits of the lanes in which two registers share no bit.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn disjoint_256(one: __m256i, other: __m256i) -> usize {
    // SAFETY: the caller has AVX2.
    unsafe {
        let disjoint =
            _mm256_cmpeq_epi64(_mm256_and_si256(one, other), _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(disjoint)) as usize
    }
}

/// Prefetches all cache lines of `words` into the second-level cache.
#[inline(always)]
fn prefetch_lines(words: &[u64]) {
    for line in words.chunks(8) {
        // SAFETY: a prefetch does not access memory as far as the program can tell.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) };
    }
}

/// The orders that move chosen lanes to the front: for each set of four words, the
/// numbers of their halves of 32 bits, as `_mm256_permutevar8x32_epi32` takes them.
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

/// The kernel for AVX-512: registers of 512 bits, with masks of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

impl Avx512 {
    pub fn find() -> Option<Self> {
        let words =
            has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
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
        // SAFETY: `find` has asked the processor for these features.
        unsafe { inside(self, work) }
    }

    /// Runs work with VPOPCNTDQ, which counts the bits of all words of a register. Older
    /// processors with AVX-512 lack it; on these AVX2 is as fast, and the work does not
    /// have to be compiled once more.
    pub fn run_counting<W: KernelWork>(self, work: W) -> W::Output {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn inside<W: KernelWork>(loops: Avx512, work: W) -> W::Output {
            work.run(loops)
        }
        if has!("avx512vpopcntdq") {
            // SAFETY: `find` has asked the processor for all other features.
            unsafe { inside(self, work) }
        } else {
            self.0.run(work)
        }
    }

    /// Runs work on masks side by side. Masks of 16 bits need VBMI2 to be packed, which
    /// older processors with AVX-512 lack: they use AVX2.
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
            // SAFETY: `find` has asked the processor for all features except VBMI2, which
            // is asked for here.
            0..=16 if has!("avx512vbmi2") => unsafe { short(Short512::new(), work) },
            0..=16 => self.0.run_lanes(bits, work),
            // SAFETY: `find` has asked the processor for these features.
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
        // SAFETY: `find` has asked the processor for these features.
        unsafe { inside(self, call) }
    }

    #[inline(always)]
    fn load(self, mask: &MaskWords<8>) -> Set512 {
        // SAFETY: `find` has asked the processor.
        unsafe { Set512::new(mask) }
    }

    #[inline(always)]
    fn prefetch(self, words: &[u64]) {
        prefetch_lines(words);
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
            // SAFETY: the processor has AVX-512F. The load masks out what lies beyond
            // `block`. A store writes 8 words from combined[len] on; `len` is at most the
            // number of pairs, and room for `COMBINE_MARGIN` words more was checked.
            unsafe {
                let block = _mm512_maskz_loadu_epi64(loaded, block.as_ptr().cast());
                let free = _mm512_mask_testn_epi64_mask(
                    loaded,
                    block,
                    repeat_512(overlay.blocked),
                );
                let carried = _mm512_or_si512(block, repeat_512(overlay.carried));
                // Invariant: as for AVX2.
                for &one in outer {
                    let one = repeat_512(one);
                    let fits = _mm512_mask_testn_epi64_mask(free, block, one);
                    // A compressing store would need no margin, but on some processors
                    // (AMD Zen 4) it is microcode.
                    let packed =
                        _mm512_maskz_compress_epi64(fits, _mm512_or_si512(carried, one));
                    _mm512_storeu_si512(combined.as_mut_ptr().add(len).cast(), packed);
                    len += fits.count_ones() as usize;
                }
            }
        }
        len
    }
}

/// A register with the same word eight times.
///
/// # Safety
/// The processor has AVX-512F.
#[inline(always)]
unsafe fn repeat_512(word: u64) -> __m512i {
    // SAFETY: the caller has AVX-512F.
    unsafe { _mm512_set1_epi64(word.cast_signed()) }
}
