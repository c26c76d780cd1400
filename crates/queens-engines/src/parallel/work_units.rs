//! The interface of engines that can cut a count into work units, and the results of
//! units.

use super::counter::residues;
use super::{Counter, MODULI, SharedMeter};
use control::Step;
use queens_simd::Kernel;
use serde_json::Value;
use std::iter::Sum;
use std::ops::{AddAssign, Range};

/// A question about a problem, cut by one engine into work units. Each unit can run on
/// its own, on any machine, in any order; the results of all units add up to the answer.
///
/// A unit has a number from 0 to [`WorkUnits::units`] - 1. Every machine cuts the same
/// question into the same units, whatever its instructions. Engines that can estimate
/// work number large units first.
///
/// ```
/// use queens::{engines::join, parallel, simd::Kernel};
///
/// let work_units = join::work_units(10, Kernel::Auto)?;
/// // The second of three shares.
/// let share = (1..work_units.units()).step_by(3);
/// let mut counts = Vec::new();
/// let options = Default::default();
/// let report = parallel::run(&*work_units, share, &options, &mut |_unit, tally, _time| counts.push(tally.count))?;
/// assert_eq!(report.tally.count, counts.iter().sum::<u128>());
/// # Ok::<(), queens::unsupported::Unsupported>(())
/// ```
pub trait WorkUnits: Send + Sync {
    /// Returns the id of the engine that cuts the question.
    fn engine(&self) -> &'static str;

    /// Returns the version of the decomposition. Units of different versions must not be
    /// added up.
    fn decomposition(&self) -> u32 {
        1
    }

    /// Returns the number of work units.
    fn units(&self) -> u64;

    /// Returns the estimated fraction of all work that is in a unit; the weights of all
    /// units add up to 1. Default: all units weigh the same.
    fn weight(&self, _unit: u64) -> f64 {
        1.0 / self.units() as f64
    }

    /// Returns the numbers of the segments of a unit, in the order in which
    /// [`WorkUnits::run_segments`] runs them. A stopped unit can be continued after its
    /// last finished segment. Default: one segment, with the number of the unit.
    fn segments(&self, unit: u64) -> Range<u64> {
        unit..unit + 1
    }

    /// Lays out the work of all units in order from 0 to 1, and returns the unit at
    /// `place`; none if the engine would have to add up the weights of all units for
    /// that.
    fn unit_at(&self, _place: f64) -> Option<u64> {
        None
    }

    /// Returns the same work in units short enough to be sampled, if the engine can cut
    /// it so. All of them together take a little longer, and they are never recorded.
    ///
    /// Where there are too many to list, they are only drawn by [`WorkUnits::unit_at`].
    /// Several numbers then name the same unit, and its weight is the probability that it
    /// is drawn.
    fn finer(&self) -> Option<Box<dyn WorkUnits>> {
        None
    }

    /// Returns the number of symmetric parts of the search that a unit counts for, itself
    /// included, if the engine reports it. The sum over all units is the number of parts
    /// without symmetry, which an audit can compute in another way.
    fn stands_for(&self, _unit: u64) -> Option<u64> {
        None
    }

    /// Returns a description of a unit, as a small JSON object.
    fn describe(&self, unit: u64) -> Value;

    /// Returns the memory of a process with this many threads, in bytes, if the engine
    /// can estimate it: the program, the tables that its threads share, and the lists of
    /// each thread.
    fn memory_bytes(&self, _threads: usize) -> Option<u64> {
        None
    }

    /// Returns the names of [`Tally::figures`], in their order; most engines have none.
    fn figures(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the instructions that the units use.
    fn kernel(&self) -> Kernel;

    /// Runs segments on the calling thread until `next` returns none. Calls
    /// `finished(segment, tally)` after each. May ask for several segments before it
    /// finishes the first.
    ///
    /// # Errors
    /// The reason to stop, from `meter`. Segments that were begun and not finished are
    /// lost.
    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step;
}

/// Result of one work unit, or of several together. Tallies can be added up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of solutions, including the images that a solution stands for.
    pub count: u128,
    /// The count modulo each of [`MODULI`], computed beside it.
    pub residues: [u64; 2],
    /// Number of nodes, as the engine counts them; one may stand for several by symmetry.
    pub nodes: u64,
    /// Other figures of the engine, named by [`WorkUnits::figures`]; missing ones are 0.
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

    /// Returns true if the residues match the count and the figures, and every figure has
    /// residues.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let expected = self.figures.iter().map(|&figure| residues(figure));
        self.residues == residues(self.count)
            && expected.eq(self.figure_residues.iter().copied())
    }

    /// Returns the sum of both; none if a number overflows.
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
        let mut sum = Tally {
            count: self.count.checked_add(other.count)?,
            residues: add_residues(self.residues, other.residues),
            nodes: self.nodes.checked_add(other.nodes)?,
            ..Tally::default()
        };
        for number in 0..self.figures.len().max(other.figures.len()) {
            let (figure, residues) = self.figure(number);
            let (other_figure, other_residues) = other.figure(number);
            sum.figures.push(figure.checked_add(other_figure)?);
            sum.figure_residues
                .push(add_residues(residues, other_residues));
        }
        Some(sum)
    }

    /// Returns a figure and its residues; 0 if it is missing.
    fn figure(&self, number: usize) -> (u128, [u64; 2]) {
        let figure = self.figures.get(number).copied();
        let residues = self.figure_residues.get(number).copied();
        (figure.unwrap_or_default(), residues.unwrap_or_default())
    }
}

fn add_residues(one: [u64; 2], other: [u64; 2]) -> [u64; 2] {
    [0, 1].map(|i| (one[i] + other[i]) % MODULI[i])
}

impl AddAssign<&Tally> for Tally {
    /// # Panics
    /// If a number overflows: solutions that were counted one by one are far too few for
    /// that.
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
