//! JSON: the document of a problem, see [`ProblemDocument`].

use super::{Format, Output, Written};
use crate::document::{Document, ProblemDocument};
use queens_model::problem::Problem;

pub(super) const FORMAT: Format = Format {
    id: "json",
    name: "JSON, the document queens/problem/1",
    carries: "every problem up to 16,384 squares",
    extension: "json",
    checked_with: "our own reader",
    write: write_object,
};

fn write_object(problem: &Problem, out: &mut Output<'_>) -> Written {
    ProblemDocument::new(problem)?.write_json(out)?;
    Ok(())
}
