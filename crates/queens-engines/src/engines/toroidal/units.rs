//! The work units of a count: the first queens, for each class of pairs.

use super::ID;
use super::classes::{PairClass, Vector, classes};
use super::cover::{CoverSearch, Torus};
use crate::parallel::{Counter, Sharded, SharedMeter, Tally};
use control::Step;
use queens_model::problem::Problem;
use queens_simd::{DetectedKernel, Kernel};
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of queens of a work unit, unless all lines are covered, or one has no open square, before.
const QUEENS_PER_UNIT: usize = 5;

/// Number of queens of a work unit of a sample.
const QUEENS_PER_SAMPLE: usize = 7;

/// Least estimated work of all units with one third queen, as a part of that of the first third queen.
const MIN_WORK: f64 = 1.0 / 64.0;

/// A work unit: solutions with these queens, without a pair of queens whose difference is in an earlier class.
struct CoverUnit {
    class: usize,
    /// Estimated part of the whole work.
    weight: f64,
    queens: Vec<Vector>,
    /// See [`PairClass::forbidden`].
    forbidden: Arc<Vec<Vec<Vector>>>,
}

/// The work units of a torus.
pub(super) struct CoverShards {
    n: u32,
    /// Divisor of the sizes of orbits: with a given queen, the side. Solutions have n queens on n^2 squares that are all
    /// alike, so of an orbit of k solutions k / n have one on the given square.
    divisor: u64,
    classes: Vec<(PairClass, Torus)>,
    units: Vec<CoverUnit>,
    kernel: DetectedKernel,
}

impl CoverShards {
    /// Divides the count of a torus with an odd side from 5 to [`super::MAX_SIDE`] and at most one given queen.
    pub(super) fn new(problem: &Problem, kernel: DetectedKernel) -> Self {
        let n = problem.rows();
        let divisor = if problem.givens().is_empty() { 1 } else { n.into() };
        CoverShards::of(n, divisor, QUEENS_PER_UNIT, kernel)
    }

    /// Divides the count of a torus of side `n` into units of so many queens.
    fn of(n: u32, divisor: u64, queens_per_unit: usize, kernel: DetectedKernel) -> Self {
        let mut forbidden = Vec::new();
        let mut shards = CoverShards { n, divisor, classes: Vec::new(), units: Vec::new(), kernel };
        // Each third queen takes about half the work of the one before.
        let mut work = 1.0;
        for class in classes(n) {
            let torus = Torus::new(n, &forbidden);
            let number = shards.classes.len();
            let middle = torus.lines(class.middle())[0];
            let start = vec![(0, 0), class.vector];
            let thirds = torus.open(&torus.with(&start), middle).into_iter();
            for third in thirds.filter(|square| class.is_searched(square.1)) {
                let squares = Arc::new(class.forbidden(third.1));
                let mut units = vec![[&start[..], &[third]].concat()];
                for _ in 3..queens_per_unit {
                    units = units.into_iter().flat_map(|queens| with_next(&torus, queens)).collect();
                }
                let weight = work / units.len() as f64;
                work = f64::max(work / 2.0, MIN_WORK);
                shards.units.extend(units.into_iter().map(|queens| CoverUnit {
                    class: number,
                    weight,
                    queens,
                    forbidden: squares.clone(),
                }));
            }
            forbidden.extend(&class.vectors);
            shards.classes.push((class, torus));
        }
        let all: f64 = shards.units.iter().map(|unit| unit.weight).sum();
        shards.units.iter_mut().for_each(|unit| unit.weight /= all);
        shards
    }
}

/// Adds each queen on the line with the fewest open squares; nothing if all lines are covered.
fn with_next(torus: &Torus, queens: Vec<Vector>) -> Vec<Vec<Vector>> {
    let board = torus.with(&queens);
    let Some(line) = torus.fewest(&board) else { return vec![queens] };
    let squares = torus.open(&board, line).into_iter();
    squares.map(|square| queens.iter().copied().chain([square]).collect()).collect()
}

impl Sharded for CoverShards {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn weight(&self, unit: u64) -> f64 {
        self.units[unit as usize].weight
    }

    fn finer(&self) -> Option<Box<dyn Sharded>> {
        Some(Box::new(CoverShards::of(self.n, self.divisor, QUEENS_PER_SAMPLE, self.kernel)))
    }

    fn describe(&self, unit: u64) -> Value {
        let CoverUnit { class, queens, .. } = &self.units[unit as usize];
        json!({ "class": class, "queens": queens })
    }

    fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    fn work(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        while let Some(number) = next() {
            let CoverUnit { class, queens, forbidden, .. } = &self.units[number as usize];
            let (class, torus) = &self.classes[*class];
            let mut solutions = Counter::default();
            let mut found = |queens: &[Vector]| {
                if let Some(orbit) = class.orbit_of_least(queens) {
                    solutions.add(orbit / self.divisor, 1);
                }
            };
            let search = CoverSearch { torus, queens, meter, forbidden, found: &mut found };
            let nodes = self.kernel.run_counting(search)?;
            finished(number, Tally::new(solutions, nodes, &[]));
        }
        Ok(())
    }
}
