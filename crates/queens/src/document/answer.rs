//! Documents of answers that are numbers.

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
    /// The problem in its text form.
    pub(crate) problem: String,
    /// The question: `count`, or `classes` for the number up to symmetry.
    pub(crate) question: String,
    /// The id of the engine.
    pub(crate) engine: &'static str,
    /// Reason for this engine.
    pub(crate) why: String,
    /// Number of solutions that were counted; up to symmetry if that is the question.
    pub(crate) count: Whole,
    /// Number of solutions up to symmetry, if it is known.
    pub(crate) fundamental: Option<Whole>,
    /// True if these are all solutions.
    pub(crate) complete: bool,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
    /// Value of the counted solutions, if only the best are counted.
    pub(crate) value: Option<i64>,
    /// Bound on the best value; the same if the count is complete.
    pub(crate) bound: Option<i64>,
    /// Proof that there is no better value, or no solution.
    pub(crate) certificate: Option<String>,
    /// Number of nodes of the search, or of half boards of the engine `join`.
    pub(crate) nodes: u64,
    /// Wall-clock time in seconds.
    pub(crate) seconds: f64,
}

impl CountDocument {
    /// Creates the document of an answer about `problem`.
    #[must_use]
    pub fn new(problem: &Problem, answer: &Answer) -> Self {
        CountDocument {
            problem: problem.to_string(),
            question: answer.question.to_string(),
            engine: answer.engine,
            why: answer.why.clone(),
            count: answer.count.into(),
            fundamental: answer.fundamental().map(Whole::from),
            complete: answer.is_complete(),
            outcome: answer.outcome,
            value: answer.value(),
            bound: answer.bound(),
            certificate: answer.certificate.as_ref().map(ToString::to_string),
            nodes: answer.statistics.expanded,
            seconds: answer.statistics.elapsed.as_secs_f64(),
        }
    }

    /// Returns the document with another number, such as the number up to symmetry.
    #[must_use]
    pub fn with_count(self, count: u128) -> Self {
        CountDocument {
            count: count.into(),
            ..self
        }
    }
}

impl Document for CountDocument {
    const SCHEMA: &'static str = "queens/count/2";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("problem", "problem")
            .words("engine", "engine");
        let mut table = head
            .numbers("solutions", "count")
            .words("outcome", "outcome");
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
    /// Outcome of the last size; a size that was stopped is not in the table.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl Document for CountTable {
    const SCHEMA: &'static str = "queens/counts/2";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("n", "n")
            .numbers("solutions", "count")
            .words("engine", "engine");
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
    /// Returns sizes and counts as a b-file of the On-Line Encyclopedia of Integer
    /// Sequences: a line for each size.
    #[must_use]
    pub fn b_file(&self) -> String {
        let complete = self
            .sizes
            .iter()
            .zip(&self.counts)
            .filter(|(_, count)| count.complete);
        complete
            .map(|(size, count)| format!("{size} {}\n", count.count))
            .collect()
    }
}

/// Solutions of one symmetry class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ClassRow {
    /// The symmetries that leave them unchanged.
    pub(crate) class: String,
    /// Number of solutions up to symmetry.
    pub(crate) fundamental: Whole,
    /// Number of solutions.
    pub(crate) solutions: Whole,
}

/// Solutions by symmetry class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassesDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// The id of the engine.
    pub(crate) engine: &'static str,
    /// Reason for the engine. `symmetric` counts all solutions with the engine that was
    /// requested.
    pub(crate) why: String,
    /// Number of symmetries of the problem, the identity included.
    pub(crate) symmetries: usize,
    /// The classes; the class of reflections only if it has solutions. Empty if the count
    /// was stopped, because a part of it shows nothing about any class.
    pub(crate) classes: Vec<ClassRow>,
    /// Sum of the fundamental solutions of all classes.
    pub fundamental: Whole,
    /// Sum of the solutions of all classes.
    pub solutions: Whole,
    /// True if all solutions were counted; otherwise the classes are empty.
    pub(crate) complete: bool,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl ClassesDocument {
    /// Creates the document of an answer about `problem`.
    #[must_use]
    pub fn new(problem: &Problem, answer: &Answer) -> Self {
        let (symmetries, classes) = match &answer.detail {
            Detail::Classes {
                symmetries,
                classes,
            } => (*symmetries, classes.to_vec()),
            _ => (0, crate::question::Class::none().to_vec()),
        };
        let is_shown = |row: &&crate::question::Class| {
            row.solutions > 0 || row.class != SymmetryClass::Reflective
        };
        let row = |class: &crate::question::Class| ClassRow {
            class: class.class.to_string(),
            fundamental: class.fundamental.into(),
            solutions: class.solutions.into(),
        };
        ClassesDocument {
            problem: problem.to_string(),
            engine: answer.engine,
            why: answer.why.to_string(),
            symmetries,
            fundamental: classes
                .iter()
                .map(|class| class.fundamental)
                .sum::<u128>()
                .into(),
            solutions: classes
                .iter()
                .map(|class| class.solutions)
                .sum::<u128>()
                .into(),
            classes: classes
                .iter()
                .filter(|_| answer.is_complete())
                .filter(is_shown)
                .map(row)
                .collect(),
            complete: answer.is_complete(),
            outcome: answer.outcome,
        }
    }
}

impl Document for ClassesDocument {
    const SCHEMA: &'static str = "queens/classes/1";

    fn table(&self) -> Table {
        let head = Table::new().words("class", "class");
        let mut table = head
            .numbers("fundamental", "fundamental")
            .numbers("solutions", "solutions");
        for row in &self.classes {
            table.push([
                Cell::words(&row.class),
                Cell::number(row.fundamental),
                Cell::number(row.solutions),
            ]);
        }
        table
    }
}

/// The end of a command that has no other document: it was stopped before there was a
/// result, or its question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoAnswerDocument {
    /// `bad input`, `no answer`, or the limit or interruption that stopped the command.
    pub(crate) outcome: String,
    /// The reason in one sentence.
    pub(crate) reason: String,
}

impl NoAnswerDocument {
    /// Creates the document of bad input.
    #[must_use]
    pub fn bad_input(reason: impl std::fmt::Display) -> Self {
        NoAnswerDocument {
            outcome: "bad input".to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Creates the document of a question without an answer.
    #[must_use]
    pub fn none(reason: impl std::fmt::Display) -> Self {
        NoAnswerDocument {
            outcome: "no answer".to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Creates the document of a command that `stop` ended.
    #[must_use]
    pub fn stopped(stop: control::Stop, reason: impl std::fmt::Display) -> Self {
        NoAnswerDocument {
            outcome: Outcome::from(Err(stop)).to_string(),
            reason: reason.to_string(),
        }
    }
}

impl Document for NoAnswerDocument {
    const SCHEMA: &'static str = "queens/no-answer/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("outcome", "outcome")
            .words("reason", "reason");
        table.push([Cell::words(&self.outcome), Cell::words(&self.reason)]);
        table
    }
}
