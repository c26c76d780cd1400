//! The text form of a problem, with a drawn board if squares are blocked.

use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "text",
    name: "the text form, with drawn boards",
    carries: "every problem, also with rules",
    extension: "txt",
    checked_with: "our own reader",
    write: write_problem,
};

fn write_problem(problem: &Problem, out: &mut Output<'_>) -> Written {
    writeln!(out, "{problem}")?;
    Ok(())
}
