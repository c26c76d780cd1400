//! The work units of a count: the first queens, for each class of pairs.

use super::ID;
use super::classes::{PairClass, Vector, classes};
use super::cover::{CoverSearch, Torus};
use crate::parallel::{Counter, Sharded, SharedMeter, Tally};
use control::Step;
use queens_simd::{DetectedKernel, Kernel};
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of queens of a work unit, unless all lines are covered, or one has no open square, before.
const QUEENS_PER_UNIT: usize = 5;

/// A work unit: solutions with these queens, without a pair of queens whose difference is in an earlier class.
struct CoverUnit {
    class: usize,
    queens: Vec<Vector>,
    /// See [`PairClass::forbidden`].
    forbidden: Arc<Vec<Vec<Vector>>>,
}

/// The work units of a torus.
pub(super) struct CoverShards {
    classes: Vec<(PairClass, Torus)>,
    units: Vec<CoverUnit>,
    kernel: DetectedKernel,
}

impl CoverShards {
    /// Divides the torus of side `n`, which is odd and from 5 to [`super::MAX_SIDE`].
    pub(super) fn new(n: u32, kernel: DetectedKernel) -> Self {
        let mut forbidden = Vec::new();
        let mut shards = CoverShards { classes: Vec::new(), units: Vec::new(), kernel };
        for class in classes(n) {
            let torus = Torus::new(n, &forbidden);
            let number = shards.classes.len();
            let middle = torus.lines(class.middle())[0];
            let start = vec![(0, 0), class.vector];
            let thirds = torus.open(&torus.with(&start), middle).into_iter();
            for third in thirds.filter(|square| class.is_searched(square.1)) {
                let squares = Arc::new(class.forbidden(third.1));
                let mut units = vec![[&start[..], &[third]].concat()];
                for _ in 3..QUEENS_PER_UNIT {
                    units = units.into_iter().flat_map(|queens| with_next(&torus, queens)).collect();
                }
                shards.units.extend(units.into_iter().map(|queens| CoverUnit {
                    class: number,
                    queens,
                    forbidden: squares.clone(),
                }));
            }
            forbidden.extend(&class.vectors);
            shards.classes.push((class, torus));
        }
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
            let CoverUnit { class, queens, forbidden } = &self.units[number as usize];
            let (class, torus) = &self.classes[*class];
            let mut solutions = Counter::default();
            let mut found = |queens: &[Vector]| {
                if let Some(orbit) = class.orbit_of_least(queens) {
                    solutions.add(orbit, 1);
                }
            };
            let search = CoverSearch { torus, queens, meter, forbidden, found: &mut found };
            let nodes = self.kernel.run_counting(search)?;
            finished(number, Tally::new(solutions, nodes, &[]));
        }
        Ok(())
    }
}
