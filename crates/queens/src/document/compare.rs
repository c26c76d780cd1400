//! Engines side by side on one problem.

use super::{Cell, Document, Table, Whole, as_words};
use super::{CreditEntry, grouped};
use control::Outcome;
use serde::Serialize;
use serde_json::{Map, Value};

/// Result of one engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CompareLine {
    /// The id of the engine.
    pub(crate) engine: &'static str,
    /// Kind of its results: `all`, `one` or `count`.
    pub(crate) finds: &'static str,
    /// Number of solutions it found.
    pub(crate) solutions: Whole,
    /// Their value, if the problem says which solutions are best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<i64>,
    /// Outcome of the search.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
    /// Figures of the engine itself, by name.
    pub(crate) counted: Map<String, Value>,
    /// Number of nodes.
    pub(crate) nodes: u64,
    /// Number of elementary tests, as the engine defines them.
    pub(crate) checks: u64,
    /// Median time of its runs in seconds.
    pub(crate) seconds: f64,
    /// Its time divided by that of the fastest engine that counted everything.
    pub(crate) ratio: f64,
}

impl CompareLine {
    /// Returns its answer, in a word.
    #[must_use]
    pub fn answer(&self) -> String {
        match (self.finds, self.outcome, self.solutions.0) {
            (_, Outcome::Exhausted, solutions) if self.value.is_some() => {
                let value = self.value.unwrap_or_default();
                format!("{} of value {value}", grouped(solutions))
            }
            ("one", _, 1..) => "one".to_owned(),
            ("one", Outcome::Exhausted, 0) => "none".to_owned(),
            ("one", _, 0) => "none yet".to_owned(),
            (_, Outcome::Exhausted, solutions) => grouped(solutions),
            (_, _, solutions) => format!("{}+", grouped(solutions)),
        }
    }

    /// Returns the complete count, if there is one.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        (self.finds != "one" && self.outcome == Outcome::Exhausted)
            .then_some(self.solutions.0)
    }

    fn count_in_words(&self) -> String {
        let figure = |(name, value): (&String, &Value)| {
            format!(
                "{} {name}",
                value.as_u64().map_or_else(|| value.to_string(), grouped)
            )
        };
        self.counted
            .iter()
            .map(figure)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// An engine that did not run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SkippedEngine {
    /// Its id.
    pub engine: &'static str,
    /// Reason why it did not run.
    pub why: String,
}

/// Result of a program of the user.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProgramLine {
    /// The program, as the user named it.
    pub program: String,
    /// `correct`, `incomplete`, `wrong` (an invalid or repeated solution), `failed`,
    /// `timed out` or `interrupted`.
    pub verdict: &'static str,
    /// Reason of a verdict other than `correct`.
    pub reason: Option<String>,
    /// End of its standard error, if it failed.
    pub stderr: Option<String>,
    /// Number of solutions that it printed.
    pub printed: u64,
    /// Number of valid ones.
    pub valid: u64,
    /// Number of distinct valid ones.
    pub distinct: u64,
    /// Published number of solutions.
    pub published: Option<Whole>,
    /// Partial credit.
    pub credit: CreditEntry,
    /// Time from its start to its end in seconds.
    pub seconds: f64,
    /// This time divided by that of the fastest engine that counted everything, if the
    /// program is correct.
    pub ratio: Option<f64>,
}

impl ProgramLine {
    /// Returns the verdict and the numbers behind it, in words.
    fn count_in_words(&self) -> String {
        let published = self.published.map_or(String::new(), |Whole(known)| {
            format!(" of {}", grouped(known))
        });
        format!(
            "{}: {} printed, {} valid, {}{published} distinct",
            self.verdict,
            grouped(self.printed),
            grouped(self.valid),
            grouped(self.distinct),
        )
    }
}

/// Engines side by side on one problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CompareDocument {
    /// The problem in its text form.
    pub(crate) problem: String,
    /// A line for each engine that ran.
    pub engines: Vec<CompareLine>,
    /// The engines that did not run.
    pub skipped: Vec<SkippedEngine>,
    /// A line for each program of the user; absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramLine>,
}

impl CompareDocument {
    /// Adds the result of a program, with its ratio to the fastest engine.
    pub fn add_program(&mut self, mut line: ProgramLine) {
        let engine = self.engines.first().filter(|_| line.verdict == "correct");
        line.ratio =
            engine.map(|engine| line.seconds * engine.ratio / engine.seconds.max(1e-9));
        self.programs.push(line);
    }
}

impl Document for CompareDocument {
    const SCHEMA: &'static str = "queens/compare/2";

    fn table(&self) -> Table {
        let head = Table::new()
            .words("engine", "engine")
            .numbers("answer", "answer")
            .words("", "outcome");
        let head = head
            .numbers("nodes", "nodes")
            .numbers("", "checks")
            .numbers("time", "seconds");
        let mut table = head
            .numbers("ratio", "ratio")
            .words("what it counted", "counted");
        for line in &self.engines {
            table.push([
                Cell::words(line.engine),
                Cell::both(line.answer(), line.solutions),
                Cell::words(line.outcome),
                Cell::number(line.nodes),
                Cell::number(line.checks),
                Cell::seconds(line.seconds),
                Cell::factor(Some(line.ratio)),
                Cell::words(line.count_in_words()),
            ]);
        }
        for line in &self.programs {
            table.push([
                Cell::words(&line.program),
                Cell::number(line.distinct),
                Cell::words(line.verdict),
                Cell::default(),
                Cell::default(),
                Cell::seconds(line.seconds),
                Cell::factor(line.ratio),
                Cell::words(line.count_in_words()),
            ]);
        }
        table
    }
}
