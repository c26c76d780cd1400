//! OPB, the format of pseudo-boolean solvers.

use super::board::Sense;
use super::zero_one::ZeroOneModel;
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "opb",
    name: "OPB, pseudo-boolean constraints",
    carries: "every problem with a square, also with rules; x1, x2, ... are the squares, row by row; the sum of weights is minimised",
    extension: "opb",
    checked_with: "SCIP",
    write: write_constraints,
};

fn write_constraints(problem: &Problem, out: &mut Output<'_>) -> Written {
    let model = ZeroOneModel::from_problem(problem, out)?;
    writeln!(
        out,
        "* #variable= {} #constraint= {}",
        model.names.len(),
        model.sums.len()
    )?;
    out.write_problem(problem, "* ", "")?;
    model
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "* {remark}"))?;
    if let Some(objective) = &model.objective {
        write!(out, "min:")?;
        for &(factor, variable) in &objective.terms {
            write!(out, " {factor:+} x{}", variable + 1)?;
        }
        writeln!(out, " ;")?;
    }
    for sum in &model.sums {
        // The competitions allow = and >= only.
        let (sign, relation) = match sum.sense {
            Sense::Equal => (1, "="),
            Sense::AtLeast => (1, ">="),
            Sense::AtMost => (-1, ">="),
        };
        for &(factor, variable) in &sum.terms {
            write!(out, "{:+} x{} ", sign * factor, variable + 1)?;
        }
        writeln!(out, "{relation} {} ;", sign * sum.bound)?;
    }
    Ok(())
}
