//! OPB, the format of pseudo-boolean solvers.

use super::board::{BoardSums, Sense, objective};
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "opb",
    name: "OPB, pseudo-boolean constraints",
    carries: "every problem with a square; x1, x2, ... are the squares, row by row; the sum of weights is minimised",
    extension: "opb",
    checked_with: "SCIP",
    write,
};

fn write(problem: &Problem, out: &mut Output<'_>) -> Written {
    let board = BoardSums::of(problem, out)?;
    writeln!(out, "* #variable= {} #constraint= {}", board.squares, board.sums.len())?;
    out.problem(problem, "* ", "")?;
    if problem.weights().is_some() {
        write!(out, "min:")?;
        for (place, weight) in objective(problem) {
            write!(out, " {weight:+} x{}", place + 1)?;
        }
        writeln!(out, " ;")?;
    }
    for sum in &board.sums {
        // The competitions allow = and >= only.
        let (sign, relation, minus) = match sum.sense {
            Sense::Equal => ('+', "=", ""),
            Sense::AtLeast => ('+', ">=", ""),
            Sense::AtMost => ('-', ">=", if sum.bound > 0 { "-" } else { "" }),
        };
        for place in &sum.places {
            write!(out, "{sign}1 x{} ", place + 1)?;
        }
        writeln!(out, "{relation} {minus}{} ;", sum.bound)?;
    }
    Ok(())
}
