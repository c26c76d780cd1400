//! The work units of a count, for the pool and for campaigns.

use super::ID;
use super::board::{FirstQueenUnit, OpenBoard};
use super::search::FewQueensSearch;
use crate::parallel::{Counter, SharedMeter, Tally, WorkUnits};
use control::Step;
use queens_model::problem::Problem;
use queens_simd::{DetectedKernel, Kernel};
use serde_json::{Value, json};

/// A board and its work units.
pub(super) struct FewQueensWorkUnits<const W: usize> {
    board: OpenBoard<W>,
    units: Vec<FirstQueenUnit>,
    detected: DetectedKernel,
}

impl<const W: usize> FewQueensWorkUnits<W> {
    /// Cuts the count of `problem`, which the engine must accept, into work units.
    pub(super) fn new(problem: &Problem, detected: DetectedKernel) -> Self {
        let board = OpenBoard::from_problem(problem);
        FewQueensWorkUnits {
            units: board.units(),
            board,
            detected,
        }
    }
}

impl<const W: usize> WorkUnits for FewQueensWorkUnits<W> {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        Some(self.units[unit as usize].weight.into())
    }

    fn describe(&self, unit: u64) -> Value {
        let unit = &self.units[unit as usize];
        let first = unit.first.map(|square| [square.row, square.column]);
        json!({ "first": first, "weight": unit.weight })
    }

    fn kernel(&self) -> Kernel {
        self.detected.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let mut search = FewQueensSearch::new(&self.board, self.detected, meter);
        while let Some(number) = next() {
            let unit = &self.units[number as usize];
            let counted = search.count_unit(unit)?;
            let mut count = Counter::default();
            count.add(counted.sets, unit.weight.into());
            finished(number, Tally::new(count, counted.nodes, &[]));
        }
        Ok(())
    }
}
