//! DIMACS CNF, with the squares as `c p show` of the model counting competitions.

use super::rules::{RulesModel, with_underscores};
use super::zero_one::ZeroOneModel;
use super::{Format, Output, Written};
use control::MOST_BYTES;
use queens_model::clauses::{AtMostOne, Formula};
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use queens_model::problem::rules::Rules;
use std::io::Write;

const CARRIES: &str = "every problem, also with rules but no best value; variables 1 to rows x columns are the squares, row by row, auxiliary ones follow";

pub(super) const PRODUCT: Format = Format {
    id: "dimacs",
    name: "DIMACS CNF, at-most-one by products",
    carries: CARRIES,
    extension: "cnf",
    checked_with: "CaDiCaL",
    write: |problem, out| write_problem(problem, AtMostOne::Product, out),
};

pub(super) const PAIRS: Format = Format {
    id: "dimacs-pairs",
    name: "DIMACS CNF, at-most-one by pairs",
    carries: CARRIES,
    extension: "cnf",
    checked_with: "CaDiCaL",
    write: |problem, out| write_problem(problem, AtMostOne::Pairs, out),
};

fn write_problem(
    problem: &Problem,
    at_most_one: AtMostOne,
    out: &mut Output<'_>,
) -> Written {
    let memory = out.limits().memory.unwrap_or(MOST_BYTES);
    if let Some(rules) = problem.rules() {
        return write_rules(problem, rules, at_most_one, memory, out);
    }
    let form = Constraints::within(problem, out.limits())??;
    let formula = Formula::from_constraints(&form, at_most_one, memory, out.limits())?;
    out.write_problem(problem, "c ", "")?;
    let squares = form.board();
    writeln!(
        out,
        "c variables 1 to {squares} are the squares, row by row; those above are auxiliary"
    )?;
    let by = encoding_in_words(at_most_one);
    writeln!(
        out,
        "c at most one: {by}; other numbers: cardinality networks"
    )?;
    write_formula(&formula, squares, out)
}

/// Writes the clauses of a problem with rules, which has no best value.
fn write_rules(
    problem: &Problem,
    rules: &Rules,
    at_most_one: AtMostOne,
    memory: u64,
    out: &mut Output<'_>,
) -> Written {
    let written = RulesModel::new(problem, rules, out)?;
    let formula = Formula::of_sums(&written.model, at_most_one, memory, out.limits())?;
    out.write_problem(problem, "c ", "")?;
    let ZeroOneModel { names, remarks, .. } = written.name_variables(with_underscores);
    remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "c {remark}"))?;
    writeln!(
        out,
        "c variables above {} are auxiliary; at most one: {}",
        names.len(),
        encoding_in_words(at_most_one)
    )?;
    write_formula(&formula, written.model.places.len(), out)
}

fn encoding_in_words(at_most_one: AtMostOne) -> &'static str {
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
