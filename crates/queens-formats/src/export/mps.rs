//! Free MPS, column by column.

use super::board::Sense;
use super::zero_one::ZeroOneModel;
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "mps",
    name: "MPS (free), a 0-1 linear program",
    carries: "every problem with a square, also with rules; q_2_7 is row 2, column 7",
    extension: "mps",
    checked_with: "HiGHS, GLPK, SCIP",
    write: write_program,
};

fn write_program(problem: &Problem, out: &mut Output<'_>) -> Written {
    let model = ZeroOneModel::from_problem(problem, out)?;
    let mut sums_of = vec![Vec::new(); model.names.len()];
    for (number, sum) in model.sums.iter().enumerate() {
        sum.terms
            .iter()
            .for_each(|&(factor, variable)| sums_of[variable].push((factor, number)));
    }
    let mut objective = vec![0; model.names.len()];
    let terms = model
        .objective
        .iter()
        .flat_map(|objective| &objective.terms);
    terms.for_each(|&(factor, variable)| objective[variable] = factor);
    out.write_problem(problem, "* ", "")?;
    model
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "* {remark}"))?;
    writeln!(out, "NAME queens\nROWS\n N none")?;
    for sum in &model.sums {
        let letter = match sum.sense {
            Sense::Equal => 'E',
            Sense::AtLeast => 'G',
            Sense::AtMost => 'L',
        };
        writeln!(out, " {letter} {}", sum.name)?;
    }
    writeln!(out, "COLUMNS\n MARKER 'MARKER' 'INTORG'")?;
    for ((name, factor), sums) in model.names.iter().zip(objective).zip(&sums_of) {
        writeln!(out, " {name} none {factor}")?;
        for &(factor, sum) in sums {
            writeln!(out, " {name} {} {factor}", model.sums[sum].name)?;
        }
    }
    writeln!(out, " MARKER 'MARKER' 'INTEND'\nRHS")?;
    for sum in model.sums.iter().filter(|sum| sum.bound != 0) {
        writeln!(out, " RHS {} {}", sum.name, sum.bound)?;
    }
    writeln!(out, "BOUNDS")?;
    model
        .names
        .iter()
        .try_for_each(|name| writeln!(out, " BV BND {name}"))?;
    writeln!(out, "ENDATA")?;
    Ok(())
}
