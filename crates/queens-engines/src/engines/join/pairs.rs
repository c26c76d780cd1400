//! The join: counts the pairs of a top half and a bottom half that share no bit.
//!
//! Bits that only one list has cannot conflict, so they are dropped from all words first,
//! which leaves fewer bits to test. The halves of one list are put in blocks (`block`),
//! each of which is tested against a half of the other list at once.
//!
//! If the lists are long, the longer one is put in blocks, and both are sorted by a key:
//! the diagonals nearest to the centre, of the direction in which halves conflict more. A
//! block then holds halves that agree in the leading bits of their keys, and is tested
//! only against halves of the other list that have none of these bits. If its keys start
//! with 101, the other list contributes the keys that start with 000 and with 010: a
//! quarter of all keys, in two ranges.
//!
//! If a block would still meet many more halves than pay for filling it, a second key is
//! chosen (`two_keys`).

use super::block::HalfBlock;
use super::half_sorter::HalfSorter;
use super::layout::SharedBits;
use super::part::Part;
use super::sorted::{KeyRun, SortKey, WordCut, WordList, cut_run};
use super::two_keys::{MAX_PART_HALVES, TwoKeyJoin, TwoKeys};
use crate::parallel::{Counter, SharedMeter};
use control::Stop;
use queens_simd::masks::PlaceMask;
use queens_simd::{KernelCall, KernelLoops};
use std::ops::Range;

/// Number of halves that are tested with a block, or made, between two checks of the
/// limits: some milliseconds of work.
pub(super) const WORK_PER_CHECK: usize = 1 << 21;

/// Approximate number of halves of the longer list for each key.
const HALVES_PER_KEY: usize = 128;

/// Maximum number of bits of the key: more keys than places in the second-level cache
/// take longer to sort by.
const MAX_KEY_BITS: u32 = 15;

/// Minimum length of the shorter list, in halves, for the lists to be sorted.
const MIN_SORTED_HALVES: usize = 1536;

/// Number of lanes in which halves are sorted as they were made.
const SORT_LANES: usize = 4;

/// Memory of a join, reused by the next one.
#[derive(Debug)]
pub(super) struct PairJoin<M> {
    /// The bits in which halves can conflict.
    bits: SharedBits,
    /// Sorts the list whose words are tested one by one.
    singly: HalfSorter<SORT_LANES>,
    /// Sorts the list that is put in blocks.
    blocked: HalfSorter<SORT_LANES>,
    block: HalfBlock<M>,
    one_key: OneKeyJoin,
    two_keys: TwoKeyJoin,
}

impl<M: PlaceMask> PairJoin<M> {
    pub(super) fn new(bits: SharedBits) -> Self {
        let (singly, blocked) = (HalfSorter::default(), HalfSorter::default());
        let (one_key, two_keys) = (OneKeyJoin::default(), TwoKeyJoin::default());
        PairJoin {
            bits,
            singly,
            blocked,
            block: HalfBlock::new(),
            one_key,
            two_keys,
        }
    }

    /// Counts the pairs of a word of `top` and a word of `bottom` without a common bit,
    /// and leaves both lists packed.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn count<L: KernelLoops<Mask = M>>(
        &mut self,
        loops: L,
        top: &mut [u64],
        bottom: &mut [u64],
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let (shorter, longer) = if top.len() < bottom.len() {
            (top, bottom)
        } else {
            (bottom, top)
        };
        // Sorting costs more than it saves if there is little to join. The more halves
        // are in blocks, the more of a block's halves agree, so a sorted join takes
        // blocks of the longer list. Unsorted, blocks only cost time to fill, so the
        // shorter list makes fewer.
        let (singly, blocked, order) = if shorter.len() >= MIN_SORTED_HALVES {
            let order = JoinOrder::for_lists(shorter, longer, self.bits);
            (shorter, longer, order)
        } else {
            (longer, shorter, JoinOrder::default())
        };
        loops.call(OrderedJoin {
            join: self,
            singly,
            blocked,
            order,
            meter,
        })
    }
}

/// The join of two lists in a given order.
struct OrderedJoin<'j, 'm, M> {
    join: &'j mut PairJoin<M>,
    singly: &'j mut [u64],
    blocked: &'j mut [u64],
    order: JoinOrder,
    meter: &'j SharedMeter<'m>,
}

impl<M: PlaceMask, L: KernelLoops<Mask = M>> KernelCall<L> for OrderedJoin<'_, '_, M> {
    type Output = Result<Counter, Stop>;

    #[inline(always)]
    fn run(self, loops: L) -> Result<Counter, Stop> {
        let OrderedJoin {
            join,
            singly,
            blocked,
            order,
            meter,
        } = self;
        // A bit that no word of one list has cannot cause a conflict: of the 34 bits for
        // 16 queens, usually 25 to 32 remain.
        let common = union_of_words(singly) & union_of_words(blocked);
        for halves in [&mut *singly, &mut *blocked] {
            pack(halves, join.bits, order.by_falling, common);
            meter.spend(0)?;
        }
        let count = (common & join.bits.all()).count_ones();
        let key = SortKey {
            word: count,
            bits: order.bits.min(count),
        };
        let singly = join.singly.sort_list(singly, key);
        meter.spend(0)?;
        let blocked = join.blocked.sort_list(blocked, key);
        meter.spend(0)?;
        // Parts, because whether two keys pay depends on what a part allows, and so that
        // copies stay small. `fitting` is the count of the parts so far.
        let mut fitting = Counter::default();
        for keys in cut_run(
            blocked.offsets,
            &KeyRun::all_keys(key.bits),
            MAX_PART_HALVES,
        ) {
            let part = Part {
                bits: count - keys.agreeing,
                keys,
                blocked: &blocked,
                singly: &singly,
            };
            let of_part = match TwoKeys::for_part::<M>(&part) {
                Some(keys) => {
                    join.two_keys
                        .count(loops, &part, &keys, &mut join.block, meter)?
                }
                None => join.one_key.count(loops, &part, &mut join.block, meter)?,
            };
            fitting.add(of_part, 1);
        }
        Ok(fitting)
    }
}

/// Returns the bits that are set in any of the words.
#[inline(always)]
fn union_of_words(words: &[u64]) -> u64 {
    let mut union = 0;
    for word in words {
        union |= word;
    }
    union
}

/// Memory of a join by one key, reused by the next one.
#[derive(Debug, Default)]
struct OneKeyJoin {
    /// The halves that a block is tested against.
    tested: WordList,
    /// Number of tests, and places in blocks, since the limits were checked.
    unchecked: usize,
}

impl OneKeyJoin {
    /// Counts the pairs of a half of the part and one that it allows that share no bit.
    #[inline(always)]
    fn count<L: KernelLoops>(
        &mut self,
        loops: L,
        part: &Part<'_>,
        block: &mut HalfBlock<L::Mask>,
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        let mut fitting = Counter::default();
        // Up to two blocks agree in leading bits: these are compared once, and not in
        // tables.
        for run in cut_run(part.blocked.offsets, &part.keys, 2 * L::Mask::PLACES) {
            let words = part.blocked.range(run.keys());
            if words.is_empty() {
                continue;
            }
            // The leading bits are settled by the choice of `tested`, so the block tests
            // only the lower ones.
            let bits = part.bits + part.keys.agreeing - run.agreeing;
            let tested = if run.agreeing == 0 {
                part.singly.words
            } else {
                self.tested.copy(
                    loops,
                    part.singly,
                    run.disjoint(),
                    WordCut::lowest(bits),
                );
                self.tested.listed()
            };
            // Each half of the run is in one block, and each block meets all of `tested`.
            for halves in words.chunks(L::Mask::PLACES) {
                fitting.add(block.count(loops, halves, tested, bits), 1);
                self.unchecked += tested.len() + L::Mask::PLACES;
                if self.unchecked > WORK_PER_CHECK {
                    meter.spend(0)?;
                    self.unchecked = 0;
                }
            }
        }
        Ok(fitting)
    }
}

/// Number of words that are packed at a time: few enough to stay in the L1 cache.
pub(super) const WORDS_PER_PACK: usize = 256;

/// Moves the bits of the words that are in `common` together at the low end, in their
/// order; the others are lost. If `by_falling`, the falling diagonals change places with
/// the rising ones first, so that they are the higher ones.
#[inline(always)]
fn pack(words: &mut [u64], bits: SharedBits, by_falling: bool, common: u64) {
    let common = common & bits.all();
    let kept = if by_falling {
        swap_directions(common, bits)
    } else {
        common
    };
    // Chunks stay in the first-level cache while one gap after the other is closed.
    for words in words.chunks_mut(WORDS_PER_PACK) {
        if by_falling {
            for word in &mut *words {
                *word = swap_directions(*word, bits) & kept;
            }
        } else {
            for word in &mut *words {
                *word &= kept;
            }
        }
        close_gaps(words, kept);
    }
}

/// Exchanges the falling and the rising diagonals of a word.
#[inline(always)]
fn swap_directions(word: u64, bits: SharedBits) -> u64 {
    let SharedBits { marks, diagonals } = bits;
    let falling = ((1 << diagonals) - 1) << marks;
    word & bits.mark_bits() | (word & falling) << diagonals | word >> diagonals & falling
}

/// Moves the `kept` bits of each word together at the low end, one gap after the other.
///
/// Invariant: the words have no bits outside `kept`. With `kept` 110010, the bits move to
/// 11001, then to 111.
#[inline(always)]
fn close_gaps(words: &mut [u64], mut kept: u64) {
    while kept & kept.wrapping_add(1) != 0 {
        // The lowest gap of `kept`: `len` zeros from bit `begin` on.
        let begin = kept.trailing_ones();
        let below = (1 << begin) - 1;
        let len = (kept & !below).trailing_zeros() - begin;
        for word in &mut *words {
            *word = *word & below | (*word & !below) >> len;
        }
        kept = kept & below | (kept & !below) >> len;
    }
}

/// The order in which words are joined: by the diagonals of one direction that are
/// nearest to the centre. By default none.
#[derive(Clone, Copy, Debug, Default)]
struct JoinOrder {
    /// True for falling diagonals, false for rising ones.
    by_falling: bool,
    /// Number of these diagonals in the key.
    bits: u32,
}

/// Maximum number of words of a list that are sampled to choose the direction.
const SAMPLED_WORDS: usize = 64;

impl JoinOrder {
    /// Chooses the order of two lists of [`MIN_SORTED_HALVES`] words or more, the second
    /// of which is the longer one.
    fn for_lists(singly: &[u64], blocked: &[u64], word: SharedBits) -> Self {
        let bits = (blocked.len() / HALVES_PER_KEY)
            .ilog2()
            .min(word.diagonals)
            .min(MAX_KEY_BITS);
        // In each direction, the diagonals nearest to the centre are the highest bits.
        let rising = word.count();
        let falling = rising - word.diagonals;
        JoinOrder {
            by_falling: count_conflicts(singly, blocked, falling - bits..falling)
                > count_conflicts(singly, blocked, rising - bits..rising),
            bits,
        }
    }
}

/// Estimates, up to a factor, how often two words of the lists have one of these bits in
/// common, from samples.
fn count_conflicts(singly: &[u64], blocked: &[u64], bits: Range<u32>) -> usize {
    bits.map(|bit| count_in_sample(singly, bit) * count_in_sample(blocked, bit))
        .sum()
}

/// Returns the number of words of a sample that have a bit.
fn count_in_sample(words: &[u64], bit: u32) -> usize {
    words
        .iter()
        .step_by(words.len().div_ceil(SAMPLED_WORDS))
        .filter(|&&word| word >> bit & 1 == 1)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;
    use proptest::prelude::*;
    use queens_simd::{COMBINE_MARGIN, Kernel, KernelWork, Overlay};

    /// Two lists and the order in which they are joined; if there is none, the join
    /// chooses it.
    struct TwoLists<'a>(&'a [u64], &'a [u64], SharedBits, Option<JoinOrder>);

    impl KernelWork for TwoLists<'_> {
        type Output = Counter;

        fn run<L: KernelLoops>(self, loops: L) -> Counter {
            let (limits, TwoLists(top, bottom, bits, order)) = (Limits::default(), self);
            let (mut join, meter) =
                (PairJoin::<L::Mask>::new(bits), SharedMeter::new(&limits));
            let (top, bottom) = (&mut top.to_vec(), &mut bottom.to_vec());
            match order {
                Some(order) => {
                    let (join, singly, blocked, meter) =
                        (&mut join, top.as_mut_slice(), bottom.as_mut_slice(), &meter);
                    loops.call(OrderedJoin {
                        join,
                        singly,
                        blocked,
                        order,
                        meter,
                    })
                }
                None => join.count(loops, top, bottom, &meter),
            }
            .expect("no limits")
        }
    }

    /// Layouts with this range of diagonals, and with two marks or four.
    fn bits(diagonals: Range<u32>) -> impl Strategy<Value = SharedBits> {
        let of_any = (diagonals, any::<bool>()).prop_map(|(diagonals, two)| SharedBits {
            marks: if two { 2 } else { 4 },
            diagonals,
        });
        prop_oneof![8 => of_any, 1 => Just(SharedBits { marks: 2, diagonals: 31 })]
    }

    /// Lists of words, some with the edge bit if there is room for it. The join ignores
    /// that bit.
    fn list(bits: SharedBits, len: Range<usize>) -> impl Strategy<Value = Vec<u64>> {
        // Few bits, so that many pairs fit.
        let half = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>());
        let half = half.prop_map(move |(a, b, c, edge)| {
            (a & b & c & bits.all())
                | if edge && bits.count() < 63 {
                    1 << 63
                } else {
                    0
                }
        });
        // Some bits are in no word.
        let of_list = (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b);
        (prop::collection::vec(half, len), of_list).prop_map(|(halves, of_list)| {
            halves.into_iter().map(|half| half & of_list).collect()
        })
    }

    /// Two lists, and an order by a key of any length and direction.
    fn ordered() -> impl Strategy<Value = (Vec<u64>, Vec<u64>, SharedBits, JoinOrder)> {
        let both = |word: SharedBits| {
            let order = (any::<bool>(), 0..=word.diagonals.min(12));
            let order =
                order.prop_map(move |(by_falling, bits)| JoinOrder { by_falling, bits });
            (list(word, 0..900), list(word, 0..1500), Just(word), order)
        };
        bits(1..30).prop_flat_map(both)
    }

    /// Compares every kernel with a test of all pairs.
    fn joined(
        top: &[u64],
        bottom: &[u64],
        bits: SharedBits,
        order: Option<JoinOrder>,
    ) -> Result<(), TestCaseError> {
        let fitting =
            |a: &u64| bottom.iter().filter(|&b| a & b & bits.all() == 0).count();
        let naive: usize = top.iter().map(fitting).sum();
        for kernel in Kernel::ALL
            .into_iter()
            .filter_map(|kernel| kernel.find().ok())
        {
            prop_assert_eq!(
                kernel.run(TwoLists(top, bottom, bits, order)),
                Counter::from(naive as u64)
            );
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn every_kernel_agrees_with_the_naive_join((top, bottom, bits, order) in ordered()) {
            joined(&top, &bottom, bits, Some(order))?;
            joined(&top, &bottom, bits, None)?;
        }

        #[test]
        fn packs_the_common_bits_in_order(
            (words, _, bits, JoinOrder { by_falling, .. }) in ordered(),
            common in any::<u64>(),
        ) {
            let (falling, rising) = (bits.marks..bits.marks + bits.diagonals, bits.marks + bits.diagonals..bits.count());
            let (lower, upper) = if by_falling { (rising, falling) } else { (falling, rising) };
            let kept: Vec<u32> =
                (0..bits.marks).chain(lower).chain(upper).filter(|bit| common >> bit & 1 == 1).collect();
            let of = |word: u64| kept.iter().rev().fold(0, |packed, bit| packed << 1 | word >> bit & 1);
            let mut packed = words.clone();
            pack(&mut packed, bits, by_falling, common);
            prop_assert_eq!(packed, words.into_iter().map(of).collect::<Vec<u64>>());
        }

        #[test]
        fn every_kernel_combines_the_same_words(
            outer in prop::collection::vec(any::<u64>(), 0..12),
            inner in prop::collection::vec(any::<u64>(), 0..40),
            blocked in any::<u64>(),
            carried in any::<u64>(),
        ) {
            struct Combine<'a>(&'a [u64], &'a [u64], Overlay);
            impl KernelWork for Combine<'_> {
                type Output = Vec<u64>;
                fn run<L: KernelLoops>(self, loops: L) -> Vec<u64> {
                    let mut combined = vec![0; self.0.len() * self.1.len() + COMBINE_MARGIN];
                    let len = loops.combine(self.0, self.1, self.2, &mut combined);
                    combined.truncate(len);
                    combined.sort_unstable();
                    combined
                }
            }
            let sparse = |word: u64| word & word.rotate_left(7) & word.rotate_left(31);
            let blocked = sparse(blocked);
            let outer: Vec<u64> = outer.into_iter().map(|word| sparse(word) & !blocked).collect();
            let inner: Vec<u64> = inner.into_iter().map(sparse).collect();
            let pairs = outer.iter().flat_map(|a| inner.iter().map(move |b| (a, b)));
            let fitting = pairs.filter(|&(a, b)| a & b == 0 && b & blocked == 0);
            let mut naive: Vec<u64> = fitting.map(|(a, b)| a | b | carried).collect();
            naive.sort_unstable();
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find().ok()) {
                let setting = Overlay { blocked, carried };
                prop_assert_eq!(&kernel.run(Combine(&outer, &inner, setting)), &naive);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

        /// Lists that are long enough for a key.
        #[test]
        fn long_lists_are_joined_in_the_chosen_order(
            (top, bottom, bits) in bits(2..30).prop_flat_map(|bits| {
                let long = || list(bits, MIN_SORTED_HALVES..2 * MIN_SORTED_HALVES);
                (long(), long(), Just(bits))
            }),
        ) {
            joined(&top, &bottom, bits, None)?;
        }
    }
}
