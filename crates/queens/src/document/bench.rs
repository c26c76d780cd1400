//! Engines side by side on one machine.

use super::{Cell, Document, Table, Whole, as_words};
use control::Outcome;
use serde::Serialize;

/// One engine on one size.
#[derive(Clone, Debug, Serialize)]
pub struct BenchLine {
    /// The size of the board.
    pub size: u32,
    /// The engine, with the instructions that it uses where it has a choice.
    pub engine: String,
    /// What it counted.
    pub solutions: Whole,
    /// The median of all runs.
    pub seconds: f64,
    /// How many times faster than the yardstick.
    pub speed: f64,
}

/// Counting engines side by side, as ratios to the plain bit mask.
#[derive(Clone, Debug, Serialize)]
pub struct BenchDocument {
    /// The engine that the others are compared to.
    pub yardstick: &'static str,
    /// How many threads each had.
    pub threads: usize,
    /// How often each ran.
    pub runs: u32,
    /// A line for each size and engine.
    pub lines: Vec<BenchLine>,
    /// Outcome of the last size; one that was stopped has no lines.
    #[serde(serialize_with = "as_words")]
    pub outcome: Outcome,
}

impl Document for BenchDocument {
    const SCHEMA: &'static str = "queens/bench/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("n", "n").words("engine", "engine").numbers("solutions", "solutions");
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
