//! DIMACS CNF, with the squares as `c p show` of the model counting competitions.

use super::zero_one::ZeroOneModel;
use super::{Format, Output, Written};
use control::MOST_BYTES;
use queens_model::clauses::{AtMostOne, Formula};
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use std::io::Write;

const CARRIES: &str =
    "every problem; variables 1 to rows x columns are the squares, row by row, auxiliary ones follow";

pub(super) const PRODUCT: Format = Format {
    id: "dimacs",
    name: "DIMACS CNF, at-most-one by products",
    carries: CARRIES,
    extension: "cnf",
    checked_with: "CaDiCaL",
    write: |problem, out| write(problem, AtMostOne::Product, out),
};

pub(super) const PAIRS: Format = Format {
    id: "dimacs-pairs",
    name: "DIMACS CNF, at-most-one by pairs",
    carries: CARRIES,
    extension: "cnf",
    checked_with: "CaDiCaL",
    write: |problem, out| write(problem, AtMostOne::Pairs, out),
};

fn write(problem: &Problem, at_most_one: AtMostOne, out: &mut Output<'_>) -> Written {
    let form = Constraints::within(problem, out.limits())??;
    let memory = out.limits().memory.unwrap_or(MOST_BYTES);
    let formula = Formula::of(&form, at_most_one, memory, out.limits())?;
    out.problem(problem, "c ", "")?;
    let squares = form.board();
    writeln!(out, "c variables 1 to {squares} are the squares, row by row; those above are auxiliary")?;
    let by = words(at_most_one);
    writeln!(out, "c at most one: {by}; other numbers: cardinality networks")?;
    write_formula(&formula, squares, out)
}

/// Writes the clauses of a relative; the sets take at most one true literal each.
pub(super) fn write_clauses(
    problem: &Problem,
    model: &ZeroOneModel,
    (clauses, sets): (Vec<Vec<i32>>, Vec<Vec<i32>>),
    at_most_one: AtMostOne,
    out: &mut Output<'_>,
) -> Written {
    let memory = out.limits().memory.unwrap_or(MOST_BYTES);
    let variables = model.names.len();
    let formula = Formula::of_clauses(variables as i32, &clauses, &sets, at_most_one, memory, out.limits())?;
    out.problem(problem, "c ", "")?;
    model.remarks.iter().try_for_each(|remark| writeln!(out, "c {remark}"))?;
    writeln!(out, "c variables above {variables} are auxiliary; at most one: {}", words(at_most_one))?;
    write_formula(&formula, variables, out)
}

fn words(at_most_one: AtMostOne) -> &'static str {
    match at_most_one {
        AtMostOne::Product => "the product of Chen (2010)",
        AtMostOne::Pairs => "pairs",
    }
}

/// Writes a formula, of which the first variables are shown.
fn write_formula(formula: &Formula, shown: usize, out: &mut Output<'_>) -> Written {
    write!(out, "c p show")?;
    for variable in 1..=shown {
        write!(out, " {variable}")?;
    }
    writeln!(out, " 0\np cnf {} {}", formula.variables(), formula.len())?;
    for clause in formula.clauses() {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}
