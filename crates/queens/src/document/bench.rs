//! Engines side by side on one machine.

use super::{Cell, Document, Table, Whole, as_words};
use control::Outcome;
use serde::Serialize;

/// One engine on one size.
#[derive(Clone, Debug, Serialize)]
pub struct BenchLine {
    /// The size of the board.
    pub size: u32,
    /// The engine, with its processor instructions if it has a choice.
    pub(crate) engine: String,
    /// Number of solutions it counted.
    pub solutions: Whole,
    /// Median time of its runs in seconds.
    pub(crate) seconds: f64,
    /// Speed relative to the yardstick.
    pub(crate) speed: f64,
}

/// Counting engines side by side, relative to the plain bit mask.
#[derive(Clone, Debug, Serialize)]
pub struct BenchDocument {
    /// The engine that the others are compared to.
    pub(crate) yardstick: &'static str,
    /// Number of threads of each engine.
    pub(crate) threads: usize,
    /// Number of runs of each engine.
    pub(crate) runs: u32,
    /// A line for each size and engine.
    pub lines: Vec<BenchLine>,
    /// Outcome of the last size; a size that was stopped has no lines.
    #[serde(serialize_with = "as_words")]
    pub outcome: Outcome,
}

impl Document for BenchDocument {
    const SCHEMA: &'static str = "queens/bench/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("n", "n")
            .words("engine", "engine")
            .numbers("solutions", "solutions");
        let mut table = head.numbers("time", "seconds").numbers("speed", "speed");
        for line in &self.lines {
            table.push([
                Cell::words(line.size),
                Cell::words(&line.engine),
                Cell::number(line.solutions),
                Cell::seconds(line.seconds),
                Cell::factor(Some(line.speed)),
            ]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
