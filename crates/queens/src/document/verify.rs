//! A list of solutions that was held against its problem.

use super::grouped;
use super::{Cell, Document, Table, as_words};
use crate::problem::Problem;
use crate::verify::Verifier;
use control::Outcome;
use serde::Serialize;

/// What is wrong with one solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultEntry {
    /// The line on which the solution begins, from 1.
    pub line: u64,
    /// What is wrong, in words.
    pub fault: String,
}

/// Whether the solutions of a list are solutions, different, and all there are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerifyDocument {
    /// The problem in its text form, where all solutions belong to one.
    pub problem: Option<String>,
    /// Whether nobody named that problem.
    pub assumed: bool,
    /// How many are solutions.
    pub valid: u64,
    /// How many are none.
    pub invalid: u64,
    /// How many were there before; none where there are too many solutions to tell.
    pub repeated: Option<u64>,
    /// The number of the first column, 0 or 1, by which all of them would be solutions, where none is one now.
    pub columns_from: Option<u32>,
    /// The first 20 faults.
    pub faults: Vec<FaultEntry>,
    /// How many solutions there are by what is published, in decimal digits, where these are valid and different.
    pub published: Option<String>,
    /// The sequence that holds that number.
    pub source: Option<&'static str>,
    /// All this in words.
    pub verdict: String,
    /// Whether all were read, or what stopped that.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Outcome,
}

impl VerifyDocument {
    /// The document of a list that should solve `asked`, where that was named.
    #[must_use]
    pub fn new(verifier: &Verifier, asked: Option<&Problem>, outcome: Outcome) -> Self {
        let published = verifier.published(asked);
        let fault = |(line, fault): &(u64, crate::verify::Fault)| FaultEntry {
            line: *line,
            fault: fault.to_string(),
        };
        VerifyDocument {
            problem: verifier.problem(asked).map(ToString::to_string),
            assumed: verifier.assumed().is_some(),
            valid: verifier.valid,
            invalid: verifier.invalid,
            repeated: (!verifier.forgets()).then_some(verifier.repeated),
            columns_from: verifier.columns_from(),
            faults: verifier.faults.iter().map(fault).collect(),
            published: published.as_ref().map(|known| known.value.to_string()),
            source: published.as_ref().map(|known| known.name),
            verdict: verdict(verifier, asked),
            outcome,
        }
    }
}

/// How many of each, in words.
#[must_use]
pub fn tallied(verifier: &Verifier) -> String {
    let mut words = format!("{} valid, {} invalid", grouped(verifier.valid), grouped(verifier.invalid));
    if verifier.repeated > 0 {
        words += &format!(", {} repeated", grouped(verifier.repeated));
    }
    if verifier.forgets() {
        words += " (too many to look for repetitions)";
    }
    if let Some(first) = verifier.columns_from() {
        words += &format!(" (valid if columns count from {first})");
    }
    words
}

/// The same, held against the published number where all are valid and different.
fn verdict(verifier: &Verifier, asked: Option<&Problem>) -> String {
    let valid = u128::from(verifier.valid);
    match verifier.published(asked) {
        Some(known) if known.value == 0 && valid == 0 => {
            format!("{}: no solution exists ({})", tallied(verifier), known.name)
        }
        Some(known) if known.value == 1 && valid == 1 => format!("the only solution found ({})", known.name),
        Some(known) if known.value == valid => {
            format!("all {} solutions found ({})", grouped(valid), known.name)
        }
        Some(known) if known.value > valid => {
            format!("{} of {} known solutions found ({})", grouped(valid), grouped(known.value), known.name)
        }
        _ => tallied(verifier),
    }
}

impl Document for VerifyDocument {
    const SCHEMA: &'static str = "queens/verify/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("valid", "valid").numbers("invalid", "invalid");
        let mut table = head.numbers("repeated", "repeated").words("verdict", "verdict");
        table.push([
            Cell::number(self.valid),
            Cell::number(self.invalid),
            self.repeated.map_or_else(Cell::default, Cell::number),
            Cell::words(&self.verdict),
        ]);
        table
    }

    fn ending(&self) -> Outcome {
        self.outcome
    }
}
