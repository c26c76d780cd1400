//! SMT-LIB 2: distinct integers if rows have one queen each, else Booleans and sums.

use super::board::BoardSums;
use super::columns::{ColumnModel, Leap};
use super::{Format, Output, Written, check_squares};
use queens_model::problem::{Bounds, Problem};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    id: "smtlib",
    name: "SMT-LIB 2 (QF_LIA)",
    carries: "every problem with a square; q_2 is the column in row 2 where rows have one queen each, else q_2_7 is true \
              or false",
    extension: "smt2",
    checked_with: "Z3",
    write: write_script,
};

fn write_script(problem: &Problem, out: &mut Output<'_>) -> Written {
    check_squares(problem)?;
    // The logic has no remainders, which joined edges need.
    match ColumnModel::from_problem(problem)
        .filter(|model| !model.wraps && model.region == Bounds::ANY)
    {
        Some(model) => Ok(by_columns(&model, out)?),
        None => by_squares(problem, out),
    }
}

/// Returns a whole number as a term.
fn signed_number(value: i64) -> String {
    if value < 0 {
        format!("(- {})", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

fn write_head(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    out.write_problem(problem, "; ", "")?;
    writeln!(out, "(set-logic QF_LIA)")
}

fn by_columns(model: &ColumnModel<'_>, out: &mut Output<'_>) -> io::Result<()> {
    let (problem, rows) = (model.problem, model.problem.rows());
    write_head(problem, out)?;
    for row in 1..=rows {
        writeln!(
            out,
            "(declare-const q_{row} Int)\n(assert (<= 1 q_{row} {}))",
            problem.columns()
        )?;
    }
    for family in model.families.iter().filter(|_| rows > 1) {
        write!(out, "(assert (distinct")?;
        for row in 1..=i64::from(rows) {
            match family.slope {
                0 => write!(out, " q_{row}")?,
                slope => write!(
                    out,
                    " (+ q_{row} {})",
                    signed_number(i64::from(slope) * row)
                )?,
            }
        }
        writeln!(out, "))")?;
    }
    for &Leap {
        rows: down,
        columns: across,
        range,
    } in &model.leaps
    {
        for times in 1..=range {
            for row in 1..=rows.saturating_sub(down * times) {
                let across = signed_number(i64::from(across) * i64::from(times));
                writeln!(
                    out,
                    "(assert (distinct q_{} (+ q_{row} {across})))",
                    row + down * times
                )?;
            }
        }
    }
    for square in problem.givens() {
        writeln!(
            out,
            "(assert (= q_{} {}))",
            square.row + 1,
            square.column + 1
        )?;
    }
    for square in model.blocked_squares() {
        writeln!(
            out,
            "(assert (distinct q_{} {}))",
            square.row + 1,
            square.column + 1
        )?;
    }
    write_end(out)
}

fn by_squares(problem: &Problem, out: &mut Output<'_>) -> Written {
    let board = BoardSums::from_problem(problem, out)?;
    write_head(problem, out)?;
    for place in 0..board.squares {
        writeln!(out, "(declare-const q_{} Bool)", board.variable_name(place))?;
    }
    for sum in &board.sums {
        write!(out, "(assert ({} (+ 0", sum.sense.sign())?;
        for &place in &sum.places {
            write!(out, " (ite q_{} 1 0)", board.variable_name(place))?;
        }
        writeln!(out, ") {}))", sum.bound)?;
    }
    Ok(write_end(out)?)
}

fn write_end(out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "(check-sat)\n(get-model)")
}
