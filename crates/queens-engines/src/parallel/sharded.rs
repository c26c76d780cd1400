//! The interface of engines whose work can be cut: numbered work units that are
//! independent of each other.

use super::counter::residues;
use super::{Counter, MODULI, SharedMeter};
use control::Step;
use queens_simd::Kernel;
use serde_json::Value;
use std::iter::Sum;
use std::ops::{AddAssign, Range};

/// A question about a problem, cut by one engine into work units, each to be run by
/// itself, anywhere, in any order. Their results add up to the answer.
///
/// The same question is cut into the same units on every machine, whatever its
/// instructions: a unit is named by its number from 0 to [`Sharded::units`]. Where the
/// engine can tell, those with the most work come first, by and large.
///
/// ```
/// use queens::{engines::join, parallel, simd::Kernel};
///
/// let shards = join::shards(10, Kernel::Auto)?;
/// // The second of three shares.
/// let share = (1..shards.units()).step_by(3);
/// let mut counts = Vec::new();
/// let options = Default::default();
/// let report = parallel::run(&*shards, share, &options, &mut |_unit, tally, _time| counts.push(tally.count))?;
/// assert_eq!(report.tally.count, counts.iter().sum::<u128>());
/// # Ok::<(), queens::unsupported::Unsupported>(())
/// ```
pub trait Sharded: Send + Sync {
    /// The id of the engine that cuts.
    fn engine(&self) -> &'static str;

    /// The version of the way in which it cuts: units of different versions do not belong
    /// together.
    fn decomposition(&self) -> u32 {
        1
    }

    /// Returns the number of work units.
    fn units(&self) -> u64;

    /// The estimated work of a unit as a part of the whole; over all units these add up
    /// to 1. Where nothing better is known all are alike.
    fn weight(&self, _unit: u64) -> f64 {
        1.0 / self.units() as f64
    }

    /// Returns the numbers of the segments of a unit, in order: parts that
    /// [`Sharded::work`] runs one after the other, so that a long unit can be continued.
    /// Most engines have none; the only segment of a unit then has its number.
    fn segments(&self, unit: u64) -> Range<u64> {
        unit..unit + 1
    }

    /// The unit in which a place lies, from 0 to 1, if the work of all units is laid out
    /// in their order; none where the engine knows that only by walking over them.
    fn unit_at(&self, _place: f64) -> Option<u64> {
        None
    }

    /// The same work in units short enough for a sample, where the engine can cut it so.
    /// They take a little longer together, and are never recorded. If they are too many
    /// to be listed, they are only drawn by [`Sharded::unit_at`]: several numbers then
    /// name the same unit, and its weight is the probability that it is drawn.
    fn finer(&self) -> Option<Box<dyn Sharded>> {
        None
    }

    /// Returns the number of images of itself that the work unit stands for under the
    /// symmetries by which its engine searches one of each class, if the engine reports
    /// it: over all work units these add up to the whole.
    fn stands_for(&self, _unit: u64) -> Option<u64> {
        None
    }

    /// Returns a description of the work unit, as a small JSON object.
    fn describe(&self, unit: u64) -> Value;

    /// Returns the memory that a process with so many threads needs, in bytes, if the
    /// engine knows it: the process itself, what its threads share, and what each has for
    /// itself.
    fn memory_bytes(&self, _threads: usize) -> Option<u64> {
        None
    }

    /// The names of [`Tally::figures`], in their order; most engines have none.
    fn figures(&self) -> Vec<String> {
        Vec::new()
    }

    /// The instructions that are used.
    fn kernel(&self) -> Kernel;

    /// Runs segments of units on one thread: asks `next` for the number of one after the
    /// other, or for several at a time, until there is none, and tells `finished` what
    /// each came to.
    ///
    /// # Errors
    /// The reason to stop, from `meter`; segments that were begun and not finished leave
    /// nothing.
    fn work(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step;
}

/// Result of one work unit, or of several together. Tallies are added up, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Solutions, with all that stand for others by symmetry.
    pub count: u128,
    /// The count modulo each of [`MODULI`], computed beside it.
    pub residues: [u64; 2],
    /// Nodes, as the engine counts them; one may stand for several by symmetry.
    pub nodes: u64,
    /// The other figures of the engine, by [`Sharded::figures`]; missing ones are 0.
    pub figures: Vec<u128>,
    /// Each figure modulo each of [`MODULI`], computed beside it.
    pub figure_residues: Vec<[u64; 2]>,
}

impl Tally {
    /// Makes the tally of a count, with its nodes and figures.
    #[must_use]
    pub fn new(counter: Counter, nodes: u64, figures: &[Counter]) -> Self {
        Tally {
            count: counter.sum(),
            residues: counter.residues(),
            nodes,
            figures: figures.iter().map(Counter::sum).collect(),
            figure_residues: figures.iter().map(Counter::residues).collect(),
        }
    }

    /// Returns true if the residues are those of the count and of the figures, and every
    /// figure has some.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let of_figures = self.figures.iter().map(|&figure| residues(figure));
        self.residues == residues(self.count)
            && of_figures.eq(self.figure_residues.iter().copied())
    }

    /// Returns the sum of both; none if a number does not fit.
    ///
    /// ```
    /// use queens::parallel::{Counter, Tally};
    ///
    /// let tally = |count: u64, nodes, figures: &[u64]| {
    ///     let figures: Vec<Counter> = figures.iter().map(|&figure| figure.into()).collect();
    ///     Tally::new(count.into(), nodes, &figures)
    /// };
    /// let one = tally(4, 7, &[1]);
    /// assert_eq!(one.checked_add(&tally(40, 70, &[10, 100])), Some(tally(44, 77, &[11, 100])));
    /// assert_eq!(Tally { count: u128::MAX, ..one }.checked_add(&tally(1, 0, &[])), None);
    /// ```
    #[must_use]
    pub fn checked_add(&self, other: &Tally) -> Option<Tally> {
        let figure = |tally: &Tally, i: usize| tally.figures.get(i).copied().unwrap_or(0);
        let both = |one: [u64; 2], other: [u64; 2]| {
            [0, 1].map(|i| (one[i] + other[i]) % MODULI[i])
        };
        let residue = |tally: &Tally, i: usize| {
            tally.figure_residues.get(i).copied().unwrap_or_default()
        };
        let figures = 0..self.figures.len().max(other.figures.len());
        Some(Tally {
            count: self.count.checked_add(other.count)?,
            residues: both(self.residues, other.residues),
            nodes: self.nodes.checked_add(other.nodes)?,
            figure_residues: figures
                .clone()
                .map(|i| both(residue(self, i), residue(other, i)))
                .collect(),
            figures: figures
                .map(|i| figure(self, i).checked_add(figure(other, i)))
                .collect::<Option<_>>()?,
        })
    }
}

impl AddAssign<&Tally> for Tally {
    /// # Panics
    /// If a number does not fit: nothing that was counted one by one comes near.
    fn add_assign(&mut self, other: &Tally) {
        *self = self
            .checked_add(other)
            .expect("what was counted one by one fits");
    }
}

impl<'t> Sum<&'t Tally> for Tally {
    fn sum<I: Iterator<Item = &'t Tally>>(tallies: I) -> Self {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}
