//! Verdict on a list of solutions.

use super::{Cell, Document, Table, as_words, grouped};
use crate::Question;
use crate::problem::Problem;
use crate::reference::{self, Published};
use crate::verify::{CreditShares, Verifier};
use control::Outcome;
use serde::Serialize;

/// Fault of one solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaultEntry {
    /// Line where the solution begins, from 1.
    pub line: u64,
    /// The fault, in words.
    pub fault: String,
}

/// Partial credit for a list of solutions: shares between 0 and 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreditEntry {
    /// Valid solutions among those of the list.
    pub valid: f64,
    /// Solutions of the list that did not occur before; `null` if there were too many to
    /// find repetitions.
    pub distinct: Option<f64>,
    /// Distinct valid solutions among all that exist; `null` if that number is not
    /// published.
    pub complete: Option<f64>,
}

impl From<CreditShares> for CreditEntry {
    fn from(
        CreditShares {
            valid,
            distinct,
            complete,
        }: CreditShares,
    ) -> Self {
        CreditEntry {
            valid,
            distinct,
            complete,
        }
    }
}

/// Verdict on a list of solutions: are they valid, distinct, and complete?
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerifyDocument {
    /// The problem in its text form, if all solutions belong to one.
    pub(crate) problem: Option<String>,
    /// True if neither the caller nor the list named that problem.
    pub(crate) assumed: bool,
    /// The question, unless it is about all solutions: `fundamental`, or a relative with
    /// its parameter.
    pub(crate) question: Option<String>,
    /// Best value of a valid solution, if the rules of the problem say what is best; of a
    /// relative, the number of queens.
    pub(crate) best: Option<i64>,
    /// Number of valid solutions.
    pub(crate) valid: u64,
    /// Number of invalid solutions.
    pub(crate) invalid: u64,
    /// Number of repeated solutions; `null` if there were too many solutions to find
    /// repetitions.
    pub(crate) repeated: Option<u64>,
    /// Number of the first column, 0 or 1, that would make all of them valid, if none is
    /// valid now.
    pub(crate) columns_from: Option<u32>,
    /// Partial credit.
    pub credit: CreditEntry,
    /// The first 20 faults.
    pub faults: Vec<FaultEntry>,
    /// Published number of solutions, in decimal digits, if these are valid and distinct.
    pub(crate) published: Option<String>,
    /// Sequence of that number.
    pub(crate) source: Option<&'static str>,
    /// The verdict in words.
    pub verdict: String,
    /// Outcome of the reading: `exhausted` if the whole list was read.
    #[serde(serialize_with = "as_words")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub(crate) outcome: Outcome,
}

impl VerifyDocument {
    /// Creates the document of a list of solutions of `asked`, if that was named.
    #[must_use]
    pub fn new(verifier: &Verifier, asked: Option<&Problem>, outcome: Outcome) -> Self {
        let published = verifier.published(asked);
        let fault = |(line, fault): &(u64, crate::verify::ListFault)| FaultEntry {
            line: *line,
            fault: fault.to_string(),
        };
        VerifyDocument {
            problem: verifier.problem(asked).map(ToString::to_string),
            assumed: verifier.assumed().is_some(),
            question: Some(verifier.question())
                .filter(|&question| question != Question::All)
                .map(|question| question.to_string()),
            best: verifier.best_size(),
            valid: verifier.valid,
            invalid: verifier.invalid,
            repeated: (!verifier.forgets()).then_some(verifier.repeated),
            columns_from: verifier.columns_from(),
            credit: verifier.shares(asked).into(),
            faults: verifier.faults.iter().map(fault).collect(),
            published: published.as_ref().map(|known| known.value.to_string()),
            source: published.as_ref().map(|known| known.name),
            verdict: verdict_in_words(verifier, asked),
            outcome,
        }
    }
}

/// Writes the numbers of valid, invalid and repeated solutions in words.
#[must_use]
pub fn tallied(verifier: &Verifier) -> String {
    let mut words = format!(
        "{} valid, {} invalid",
        grouped(verifier.valid),
        grouped(verifier.invalid)
    );
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

/// Writes the best value of the solutions, compared with the published one.
fn best_size(verifier: &Verifier, asked: Option<&Problem>) -> Option<String> {
    let size = verifier.best_size()?;
    let problem = verifier.problem(asked);
    if verifier.question().is_about_sets() {
        return Some(
            "whether a solution contains them was not checked (queens solve --given ...)"
                .to_owned(),
        );
    }
    let measured = problem?.rules()?.best_in_words()?;
    Some(compare_with_known(
        format!("{measured} {size}"),
        size,
        problem.and_then(reference::best),
    ))
}

/// Compares a size in words with the published one.
fn compare_with_known(words: String, size: i64, known: Option<Published>) -> String {
    match known {
        Some(Published { name, value }) if i128::try_from(value) == Ok(size.into()) => {
            format!("{words}, as published ({name})")
        }
        Some(Published { name, value }) => {
            format!("{words}; the best has {value} ({name})")
        }
        None => words,
    }
}

/// Writes the same, compared with the published number if all are valid and distinct, or
/// with the published size of the best solutions.
fn verdict_in_words(verifier: &Verifier, asked: Option<&Problem>) -> String {
    if let Some(size) = best_size(verifier, asked) {
        return format!("{}: {size}", tallied(verifier));
    }
    let valid = u128::from(verifier.valid);
    let solutions = match verifier.question() {
        Question::Fundamental => "fundamental solutions",
        _ => "solutions",
    };
    match verifier.published(asked) {
        Some(known) if known.value == 0 && valid == 0 => {
            format!("{}: no solution exists ({})", tallied(verifier), known.name)
        }
        Some(known) if known.value == 1 && valid == 1 => {
            format!("the only solution found ({})", known.name)
        }
        Some(known) if known.value == valid => {
            format!("all {} {solutions} found ({})", grouped(valid), known.name)
        }
        Some(known) if known.value > valid => {
            format!(
                "{} of {} known {solutions} found ({})",
                grouped(valid),
                grouped(known.value),
                known.name
            )
        }
        _ => tallied(verifier),
    }
}

impl Document for VerifyDocument {
    const SCHEMA: &'static str = "queens/verify/1";

    fn table(&self) -> Table {
        let head = Table::new()
            .numbers("valid", "valid")
            .numbers("invalid", "invalid");
        let mut table = head
            .numbers("repeated", "repeated")
            .words("verdict", "verdict");
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
