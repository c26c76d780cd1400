//! The join: how many pairs of a top half and a bottom half share no bit.
//!
//! Both lists are bucketed by a key, the diagonals around the centre, which conflict most. A bucket of top
//! halves can only meet the buckets of bottom halves whose keys are disjoint from its own; these are
//! gathered digit by digit, and gathered lists are kept as long as the digits do not change. What remains
//! is to test every top half of a bucket against one contiguous list, several words at a time.

use super::kernel::Loops;
use super::layout::{self, PADDING};

/// How many words are tested at a time; every list is padded to a multiple.
pub(super) const LANES: usize = 16;

/// Words in buckets.
#[derive(Debug, Default)]
struct Buckets {
    /// Where each bucket begins; one more entry than there are buckets.
    offsets: Vec<u32>,
    /// At least `LANES` entries more than are in use.
    words: Vec<u32>,
}

impl Buckets {
    /// Sorts the low halves of `halves` into a bucket for each key, adding the bits of `added` to each.
    #[inline(always)]
    fn fill(&mut self, halves: &[u64], key_bits: u32, added: u32) {
        let buckets = 1 << key_bits;
        self.offsets.clear();
        self.offsets.resize(buckets + 2, 0);
        // One place further along than where the bucket begins, twice: counting moves the beginnings up by
        // one bucket, and so does handing out the places.
        let counts = &mut self.offsets[2..];
        for &half in halves {
            if let Some(count) = counts.get_mut(layout::key(half, key_bits)) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for offset in &mut self.offsets {
            sum += *offset;
            *offset = sum;
        }
        if self.words.len() < halves.len() + LANES {
            self.words.resize(halves.len() + LANES, 0);
        }
        let next = &mut self.offsets[1..=buckets];
        for &half in halves {
            let slot = &mut next[layout::key(half, key_bits)];
            self.words[*slot as usize] = half as u32 | added;
            *slot += 1;
        }
        self.offsets.truncate(buckets + 1);
    }

    #[inline(always)]
    fn bucket(&self, index: usize) -> &[u32] {
        &self.words[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.offsets.last().map_or(0, |&len| len as usize)
    }

    /// Takes over from `other`, whose buckets come in groups, one for each value of a digit, the buckets
    /// of each group that lie in one of the `runs`, as one bucket for each group.
    #[inline(always)]
    fn gather(&mut self, other: &Buckets, digit_bits: u32, runs: &[(u32, u32)]) {
        let groups = (other.offsets.len() - 1) >> digit_bits;
        self.offsets.resize(groups + 1, 0);
        if self.words.len() < other.len() + 2 * LANES {
            self.words.resize(other.len() + 2 * LANES, 0);
        }
        let mut len = 0;
        for group in 0..groups {
            let offsets = &other.offsets[group << digit_bits..][..(1 << digit_bits) + 1];
            for &(first, end) in runs {
                let (from, to) = (offsets[first as usize] as usize, offsets[end as usize] as usize);
                copy_block(&other.words, from, &mut self.words, len);
                let mut done = LANES;
                while done < to - from {
                    copy_block(&other.words, from + done, &mut self.words, len + done);
                    done += LANES;
                }
                len += to - from;
            }
            self.offsets[group + 1] = len as u32;
        }
    }

    /// Fills up to a multiple of `LANES` with words that no top half fits; for the last level.
    #[inline(always)]
    fn padded(&mut self) -> &[u32] {
        let len = self.len();
        self.words[len..len + LANES].fill(PADDING);
        &self.words[..len.next_multiple_of(LANES)]
    }
}

/// Copies `LANES` words.
#[inline(always)]
fn copy_block(source: &[u32], from: usize, target: &mut [u32], to: usize) {
    target[to..to + LANES].copy_from_slice(&source[from..from + LANES]);
}

/// What a join did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joined {
    /// Pairs that fit.
    pub fitting: u64,
    /// Pairs that were tested.
    pub tested: u64,
    /// Lists that were gathered for a bucket of top halves.
    pub gathered: u64,
}

/// Memory of a join, used again for the next.
#[derive(Debug)]
pub(super) struct Join {
    key_bits: u32,
    digits: Vec<u32>,
    /// For each digit and value of it: the runs of values that share no bit with it.
    runs: Vec<Vec<Vec<(u32, u32)>>>,
    top: Buckets,
    /// All bottom halves, then those that the first digit lets through, then the first two ...
    bottom: Vec<Buckets>,
}

impl Join {
    pub(super) fn new(digits: &[u32]) -> Self {
        let runs_of = |bits: u32| (0..1 << bits).map(|value| disjoint_runs(value, bits)).collect();
        Join {
            key_bits: digits.iter().sum(),
            digits: digits.to_vec(),
            runs: digits.iter().map(|&bits| runs_of(bits)).collect(),
            top: Buckets::default(),
            bottom: (0..=digits.len()).map(|_| Buckets::default()).collect(),
        }
    }

    /// Counts the pairs of a word of `top` and a word of `bottom` without a common bit below the keys and
    /// without a common bit in the keys.
    #[inline(always)]
    pub(super) fn count<L: Loops>(&mut self, loops: L, top: &[u64], bottom: &[u64]) -> Joined {
        self.top.fill(top, self.key_bits, PADDING);
        self.bottom[0].fill(bottom, self.key_bits, 0);
        let mut joined = Joined::default();
        let mut before = usize::MAX;
        for key in 0..1 << self.key_bits {
            let bucket = self.top.bucket(key);
            if bucket.is_empty() {
                continue;
            }
            let mut shift = self.key_bits;
            for (level, &bits) in self.digits.iter().enumerate() {
                shift -= bits;
                if key >> shift != before >> shift {
                    let value = (key >> shift) & ((1 << bits) - 1);
                    let (source, target) = self.bottom.split_at_mut(level + 1);
                    target[0].gather(&source[level], bits, &self.runs[level][value]);
                }
            }
            before = key;
            let list = self.bottom[self.digits.len()].padded();
            joined.fitting += loops.fitting(bucket, list.as_chunks().0);
            joined.tested += (bucket.len() * list.len()) as u64;
            joined.gathered += 1;
        }
        joined
    }
}

/// The longest runs, first value and the one behind the last, of values of `bits` bits that are disjoint
/// from `value`.
fn disjoint_runs(value: u32, bits: u32) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for other in (0..1 << bits).filter(|other| other & value == 0) {
        match runs.last_mut() {
            Some(run) if run.1 == other => run.1 += 1,
            _ => runs.push((other, other + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::super::halves::Setting;
    use super::super::kernel::{Kernel, Loops, ROOM, Work};
    use super::*;
    use proptest::prelude::*;

    const DIGITS: [u32; 3] = [2, 3, 1];

    struct Both<'a>(&'a [u64], &'a [u64]);

    impl Work for Both<'_> {
        type Output = Joined;

        fn run<L: Loops>(self, loops: L) -> Joined {
            Join::new(&DIGITS).count(loops, self.0, self.1)
        }
    }

    /// A word from the value of each digit of its key and the rest.
    fn word(digits: [u64; 3], rest: u64, top: bool) -> u64 {
        let key = if top {
            digits[0] << 4 | digits[1] << 1 | digits[2]
        } else {
            digits[2] << 5 | digits[1] << 2 | digits[0]
        };
        key << 32 | rest
    }

    fn halves() -> impl Strategy<Value = Vec<([u64; 3], u64)>> {
        // Few bits of the rest, so that many pairs fit.
        let rest = (0_u64..1 << 31, 0_u64..1 << 31).prop_map(|(a, b)| a & b);
        let digits = (0_u64..4, 0_u64..8, 0_u64..2).prop_map(|(a, b, c)| [a, b, c]);
        prop::collection::vec((digits, rest), 0..200)
    }

    proptest! {
        #[test]
        fn every_kernel_joins_as_the_naive_join_does(top in halves(), bottom in halves()) {
            let disjoint = |(a, rest_a): &([u64; 3], u64), (b, rest_b): &([u64; 3], u64)| {
                rest_a & rest_b == 0 && a.iter().zip(b).all(|(a, b)| a & b == 0)
            };
            let naive: usize = top.iter().map(|a| bottom.iter().filter(|b| disjoint(a, b)).count()).sum();
            let words = |list: &[([u64; 3], u64)], is_top: bool| -> Vec<u64> {
                list.iter().map(|&(digits, rest)| word(digits, rest, is_top)).collect()
            };
            let (top, bottom) = (words(&top, true), words(&bottom, false));
            for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.find().ok()) {
                prop_assert_eq!(kernel.run(Both(&top, &bottom)).fitting, naive as u64);
            }
        }

        #[test]
        fn every_kernel_combines_the_same_words(
            outer in prop::collection::vec(any::<u64>(), 0..12),
            inner in prop::collection::vec(any::<u64>(), 0..40),
            blocked in any::<u64>(),
            carried in any::<u64>(),
        ) {
            struct Combine<'a>(&'a [u64], &'a [u64], Setting);
            impl Work for Combine<'_> {
                type Output = Vec<u64>;
                fn run<L: Loops>(self, loops: L) -> Vec<u64> {
                    let mut combined = vec![0; self.0.len() * self.1.len() + ROOM];
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
                let setting = Setting { blocked, carried, beyond: 0 };
                prop_assert_eq!(&kernel.run(Combine(&outer, &inner, setting)), &naive);
            }
        }
    }
}
