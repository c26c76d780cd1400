//! Answers that are numbers.

use super::{Cell, Document, Table, Whole, as_words};
use crate::orbit::SymmetryClass;
use crate::problem::Problem;
use crate::question::{Answer, Detail};
use control::Outcome;
use serde::Serialize;

/// A count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountDocument {
    /// The problem in its text form, with words for what was asked beside it.
    pub problem: String,
    /// The id of the engine.
    pub engine: &'static str,
    /// Why this engine.
    pub why: String,
    /// How many solutions were counted.
    pub count: Whole,
    /// Whether these are all.
    pub complete: bool,
    /// The reason why it ended.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// Nodes of the search, or half boards of the join.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

impl CountDocument {
    /// The document of an answer to what is described by `problem`.
    #[must_use]
    pub fn new(problem: String, answer: &Answer) -> Self {
        CountDocument {
            problem,
            engine: answer.engine,
            why: answer.why.clone(),
            count: answer.count.into(),
            complete: answer.is_complete(),
            outcome: answer.outcome,
            nodes: answer.statistics.expanded,
            seconds: answer.statistics.elapsed.as_secs_f64(),
        }
    }
}

impl Document for CountDocument {
    const SCHEMA: &'static str = "queens/count/2";

    fn table(&self) -> Table {
        let head = Table::new().words("problem", "problem").words("engine", "engine");
        let mut table = head.numbers("solutions", "count").words("outcome", "outcome");
        table.push([
            Cell::words(self.problem.trim().replace('\n', "; ")),
            Cell::words(self.engine),
            Cell::number(self.count),
            Cell::words(self.outcome),
        ]);
        table
    }
}

/// Counts of several sizes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CountTable {
    /// A count for each size, in order.
    pub counts: Vec<CountDocument>,
    /// The sizes.
    pub sizes: Vec<u32>,
    /// Outcome of the last size; one that was stopped is not among them.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl Document for CountTable {
    const SCHEMA: &'static str = "queens/counts/2";

    fn table(&self) -> Table {
        let head = Table::new().numbers("n", "n").numbers("solutions", "count").words("engine", "engine");
        let mut table = head.numbers("time", "seconds").words("", "outcome");
        for (size, count) in self.sizes.iter().zip(&self.counts) {
            table.push([
                Cell::words(size),
                Cell::number(count.count),
                Cell::words(count.engine),
                Cell::seconds(count.seconds),
                Cell::words(count.outcome),
            ]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}

impl CountTable {
    /// The sizes and counts as a b-file of the On-Line Encyclopedia of Integer Sequences: a line for each size.
    #[must_use]
    pub fn b_file(&self) -> String {
        let complete = self.sizes.iter().zip(&self.counts).filter(|(_, count)| count.complete);
        complete.map(|(size, count)| format!("{size} {}\n", count.count)).collect()
    }
}

/// The solutions of one class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassRow {
    /// Which symmetries leave them as they are.
    pub class: String,
    /// How many there are up to symmetry.
    pub fundamental: Whole,
    /// How many there are.
    pub solutions: Whole,
}

/// Solutions by symmetry class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassesDocument {
    /// The problem in its text form.
    pub problem: String,
    /// The id of the engine.
    pub engine: &'static str,
    /// How many symmetries the problem has, the identity among them.
    pub symmetries: usize,
    /// The classes; that of reflections only where it has solutions. None if the count was stopped: a part of it says
    /// nothing about any class.
    pub classes: Vec<ClassRow>,
    /// The sum of the classes.
    pub fundamental: Whole,
    /// The sum of the classes.
    pub solutions: Whole,
    /// True if all solutions were counted; otherwise the classes are empty.
    pub complete: bool,
    /// The reason why it ended.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl ClassesDocument {
    /// The document of an answer about `problem`.
    #[must_use]
    pub fn new(problem: &Problem, answer: &Answer) -> Self {
        let (symmetries, classes) = match &answer.detail {
            Detail::Classes { symmetries, classes } => (*symmetries, classes.to_vec()),
            _ => (0, crate::question::Class::none().to_vec()),
        };
        let is_shown =
            |row: &&crate::question::Class| row.solutions > 0 || row.class != SymmetryClass::Reflective;
        let row = |class: &crate::question::Class| ClassRow {
            class: class.class.to_string(),
            fundamental: class.fundamental.into(),
            solutions: class.solutions.into(),
        };
        ClassesDocument {
            problem: problem.to_string(),
            engine: answer.engine,
            symmetries,
            fundamental: classes.iter().map(|class| class.fundamental).sum::<u128>().into(),
            solutions: classes.iter().map(|class| class.solutions).sum::<u128>().into(),
            classes: classes.iter().filter(|_| answer.is_complete()).filter(is_shown).map(row).collect(),
            complete: answer.is_complete(),
            outcome: answer.outcome,
        }
    }
}

impl Document for ClassesDocument {
    const SCHEMA: &'static str = "queens/classes/1";

    fn table(&self) -> Table {
        let head = Table::new().words("class", "class");
        let mut table = head.numbers("fundamental", "fundamental").numbers("solutions", "solutions");
        for row in &self.classes {
            table.push([Cell::words(&row.class), Cell::number(row.fundamental), Cell::number(row.solutions)]);
        }
        table
    }
}

/// The largest set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MaximumDocument {
    /// The problem in its text form.
    pub problem: String,
    /// How many queens stand.
    pub queens: u128,
    /// No set is larger than this.
    pub bound: u32,
    /// What shows that.
    pub certificate: Option<String>,
    /// The reason why it ended.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}
