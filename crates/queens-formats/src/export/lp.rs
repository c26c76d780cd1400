//! LP, the format of CPLEX, which integer programming solvers read.

use super::zero_one::ZeroOneModel;
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "lp",
    name: "LP, a 0-1 linear program",
    carries: "every problem with a square, also with rules; q_2_7 is row 2, column 7; the sum of weights is minimised",
    extension: "lp",
    checked_with: "HiGHS, GLPK, SCIP",
    write: write_program,
};

/// Number of terms on a line: readers bound the length of lines.
const TERMS_PER_LINE: usize = 20;

fn write_program(problem: &Problem, out: &mut Output<'_>) -> Written {
    let model = ZeroOneModel::from_problem(problem, out)?;
    out.write_problem(problem, "\\ ", "")?;
    model
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "\\ {remark}"))?;
    // An objective needs a term, and no variable twice.
    let (name, terms) = match &model.objective {
        Some(objective) => (objective.name, objective.terms.as_slice()),
        None => ("none", &[][..]),
    };
    let terms = if terms.is_empty() { &[(0, 0)] } else { terms };
    write!(out, "Minimize\n {name}:")?;
    for (number, &(factor, variable)) in terms.iter().enumerate() {
        let (newline, sign) = (newline_before(number), sign_before(number, factor));
        write!(
            out,
            "{newline}{sign} {} {}",
            factor.unsigned_abs(),
            model.names[variable]
        )?;
    }
    write!(out, "\nSubject To\n")?;
    for sum in &model.sums {
        write!(out, " {}:", sum.name)?;
        for (number, &(factor, variable)) in sum.terms.iter().enumerate() {
            write!(
                out,
                "{}{} ",
                newline_before(number),
                sign_before(number, factor)
            )?;
            if factor.unsigned_abs() != 1 {
                write!(out, "{} ", factor.unsigned_abs())?;
            }
            write!(out, "{}", model.names[variable])?;
        }
        writeln!(out, " {} {}", sum.sense.sign(), sum.bound)?;
    }
    writeln!(out, "Binary")?;
    model
        .names
        .iter()
        .try_for_each(|name| writeln!(out, " {name}"))?;
    writeln!(out, "End")?;
    Ok(())
}

/// Returns the sign before the term with this number, from 0.
fn sign_before(number: usize, factor: i64) -> &'static str {
    match (number, factor < 0) {
        (0, false) => "",
        (_, false) => " +",
        (_, true) => " -",
    }
}

/// Returns the line feed before the term with this number, from 0, if it begins a line.
fn newline_before(number: usize) -> &'static str {
    if number > 0 && number.is_multiple_of(TERMS_PER_LINE) {
        "\n "
    } else {
        ""
    }
}
