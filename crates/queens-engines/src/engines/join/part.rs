//! A part of two lists that are joined by two keys: what it allows, and what each way to
//! join it would cost.

use super::sorted::{KeyRun, SortedHalves, cut_run};
use std::mem;
use std::ops::Range;

/// Maximum number of halves of a stretch.
pub(super) const MAX_STRETCH_HALVES: usize = 1_400;

/// Maximum number of bits of the second key. With more, the ranges that are copied to a
/// run hold few halves each.
const MAX_SECOND_BITS: u32 = 11;

/// Number of words of each list that are sampled to choose the second key.
const SAMPLED_WORDS: usize = 256;

/// Share of a block's places that are filled, with one key.
const FILLED_BY_ONE: f64 = 0.75;

/// Of so many runs by one key one is sampled for its number of tests.
const RUNS_PER_SAMPLE: u32 = 8;

/// Number of halves of a stretch on average: four fifths of the most.
const MEAN_STRETCH_HALVES: f64 = 0.8 * MAX_STRETCH_HALVES as f64;

/// Costs of the steps of a join; the unit is one test of a half against a block. All are
/// measured (docs/lab/join.md) except `KEY`.
pub(super) mod costs {
    /// Fill a block.
    pub(in crate::engines::join) const FILL: f64 = 340.0;
    /// Sort a half of a part, or one that the part allows, by both keys.
    pub(in crate::engines::join) const SORT: f64 = 5.0;
    /// Clear and add up the places of words with one value of both keys: an estimate.
    pub(in crate::engines::join) const KEY: f64 = 3.0;
    /// Copy a half to a run, to a stretch or to the halves that a block meets.
    pub(in crate::engines::join) const COPY: f64 = 0.45;
}

/// A part of the blocked list, and the other list, both sorted by the first key.
pub(super) struct Part<'a> {
    /// Number of bits that are left to test.
    pub(super) bits: u32,
    /// The keys of the part.
    pub(super) keys: KeyRun,
    pub(super) blocked: &'a SortedHalves<'a>,
    pub(super) singly: &'a SortedHalves<'a>,
}

/// The runs into which a part is cut, and what they allow.
pub(super) struct PartRuns {
    count: f64,
    /// The sum of the numbers of halves that they allow.
    met: f64,
    /// The same for pairs of a half of a run and one that it allows.
    pairs: f64,
}

impl Part<'_> {
    /// Returns the number of halves of the part, and of those that it allows.
    pub(super) fn lens(&self) -> (usize, usize) {
        (
            self.blocked.count(self.keys.keys()),
            self.met_by(&self.keys),
        )
    }

    /// Lists the keys of the halves that the part allows, in groups of at most `most`
    /// halves; a key that has more is a group of its own.
    pub(super) fn allowed_groups(&self, most: usize) -> Vec<Vec<Range<usize>>> {
        let (mut groups, mut group, mut halves) =
            (Vec::new(), Vec::<Range<usize>>::new(), 0);
        for key in self.keys.disjoint().flatten() {
            let of_key = self.singly.count(key..key + 1);
            if halves > 0 && halves + of_key > most {
                groups.push(mem::take(&mut group));
                halves = 0;
            }
            halves += of_key;
            match group.last_mut() {
                Some(range) if range.end == key => range.end += 1,
                _ => group.push(key..key + 1),
            }
        }
        groups.push(group);
        groups
    }

    /// Returns the number of halves that a run of the part allows.
    fn met_by(&self, run: &KeyRun) -> usize {
        run.disjoint().map(|keys| self.singly.count(keys)).sum()
    }

    /// Estimates the number of tests by one key, from some of the runs that would be put
    /// into blocks.
    fn tests_by_one_key(&self, places: usize) -> f64 {
        let (mut tests, mut sampled, mut runs) = (0, 0, 0);
        for run in cut_run(self.blocked.offsets, &self.keys, 2 * places) {
            runs += 1;
            if runs % RUNS_PER_SAMPLE == 1 {
                tests +=
                    self.blocked.count(run.keys()).div_ceil(places) * self.met_by(&run);
                sampled += 1;
            }
        }
        tests as f64 / f64::from(sampled) * f64::from(runs)
    }

    /// Estimates the cost of the join by one key.
    pub(super) fn cost_by_one_key(&self, places: usize) -> f64 {
        let (halves, _) = self.lens();
        let blocks = halves as f64 / (FILLED_BY_ONE * places as f64);
        // Two blocks meet the halves that are copied once.
        self.tests_by_one_key(places) * (1.0 + costs::COPY / 2.0) + costs::FILL * blocks
    }

    /// Cuts the part into runs of at most `most` halves.
    pub(super) fn runs(&self, most: usize) -> PartRuns {
        let mut runs = PartRuns {
            count: 0.0,
            met: 0.0,
            pairs: 0.0,
        };
        for run in cut_run(self.blocked.offsets, &self.keys, most) {
            let met = self.met_by(&run) as f64;
            runs.count += 1.0;
            runs.met += met;
            runs.pairs += self.blocked.count(run.keys()) as f64 * met;
        }
        runs
    }
}

impl PartRuns {
    /// Returns the number of bits of the second key that cut what a run allows into
    /// stretches: one more than stretches of equal length need.
    pub(super) fn second_bits(&self) -> u32 {
        let stretches = self.met / self.count / MEAN_STRETCH_HALVES;
        (stretches.log2().ceil() as u32 + 1).min(MAX_SECOND_BITS)
    }

    /// Estimates the cost of joining the runs with their stretches, of which the second
    /// key leaves this share of the pairs.
    pub(super) fn cost(&self, kept: f64, places: usize) -> f64 {
        let (pairs, stretches) = (self.pairs * kept, self.met / MEAN_STRETCH_HALVES);
        // What a stretch allows fills half a block more than it needs.
        let blocks = pairs / MEAN_STRETCH_HALVES / places as f64 + stretches / 2.0;
        let copied = self.met + pairs / MEAN_STRETCH_HALVES;
        blocks * (costs::FILL + MEAN_STRETCH_HALVES) + costs::COPY * copied
    }
}

/// The share of the pairs of two lists that conflict in each bit, by samples.
pub(super) struct Conflicts([f64; 64]);

impl Conflicts {
    pub(super) fn sample(part: &Part<'_>) -> Self {
        let (halves, allowed) = part.lens();
        let blocked = part.blocked.range(part.keys.keys()).iter();
        let blocked = bit_shares(blocked.step_by(sample_step(halves)));
        let singly = part
            .keys
            .disjoint()
            .flat_map(|keys| part.singly.range(keys));
        let singly = bit_shares(singly.step_by(sample_step(allowed)));
        let mut conflicts = blocked;
        for (conflict, share) in conflicts.iter_mut().zip(singly) {
            *conflict *= share;
        }
        Conflicts(conflicts)
    }

    /// Returns the share of the pairs that have no conflict in these bits.
    pub(super) fn kept(&self, bits: &[u32]) -> f64 {
        bits.iter().map(|&bit| 1.0 - self.0[bit as usize]).product()
    }

    /// Lists the bits below `end`, those with the most conflicts first.
    pub(super) fn sorted_below(&self, end: u32) -> Vec<u32> {
        let mut bits: Vec<u32> = (0..end).collect();
        bits.sort_by(|&a, &b| self.0[b as usize].total_cmp(&self.0[a as usize]));
        bits
    }
}

/// Returns the distance between the words of a sample.
fn sample_step(len: usize) -> usize {
    len.div_ceil(SAMPLED_WORDS).max(1)
}

/// Returns, for each bit, the share of the words that have it.
fn bit_shares<'w>(words: impl Iterator<Item = &'w u64>) -> [f64; 64] {
    let (mut counts, mut all) = ([0_u32; 64], 0);
    for word in words {
        for (bit, count) in (0..).zip(&mut counts) {
            *count += (word >> bit & 1) as u32;
        }
        all += 1;
    }
    counts.map(|count| f64::from(count) / f64::from(all.max(1)))
}
