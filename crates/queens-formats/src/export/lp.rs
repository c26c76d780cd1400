//! LP, the format of CPLEX, which integer programming solvers read.

use super::board::{BoardSums, Sense, objective};
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "lp",
    name: "LP, a 0-1 linear program",
    carries: "every problem with a square; q_2_7 is row 2, column 7; the sum of weights is minimised",
    extension: "lp",
    checked_with: "HiGHS, GLPK, SCIP",
    write,
};

/// Number of terms on a line: readers bound the length of lines.
const TERMS_PER_LINE: usize = 20;

fn write(problem: &Problem, out: &mut Output<'_>) -> Written {
    let board = BoardSums::of(problem, out)?;
    out.problem(problem, "\\ ", "")?;
    // An objective needs a term, and no variable twice.
    let terms: Vec<(usize, i64)> = objective(problem).collect();
    let terms = if terms.is_empty() { vec![(0, 0)] } else { terms };
    write!(out, "Minimize\n {}:", if problem.weights().is_some() { "weights" } else { "none" })?;
    for (number, (place, weight)) in terms.into_iter().enumerate() {
        let newline = if number > 0 && number % TERMS_PER_LINE == 0 { "\n " } else { "" };
        let sign = match (number, weight < 0) {
            (0, false) => "",
            (_, false) => " +",
            (_, true) => " -",
        };
        write!(out, "{newline}{sign} {} q_{}", weight.unsigned_abs(), board.name(place))?;
    }
    write!(out, "\nSubject To\n")?;
    for sum in &board.sums {
        write!(out, " {}:", sum.name)?;
        for (number, &place) in sum.places.iter().enumerate() {
            let newline = if number > 0 && number % TERMS_PER_LINE == 0 { "\n " } else { "" };
            let plus = if number > 0 { " +" } else { "" };
            write!(out, "{newline}{plus} q_{}", board.name(place))?;
        }
        let relation = match sum.sense {
            Sense::Equal => "=",
            Sense::AtLeast => ">=",
            Sense::AtMost => "<=",
        };
        writeln!(out, " {relation} {}", sum.bound)?;
    }
    writeln!(out, "Binary")?;
    for place in 0..board.squares {
        writeln!(out, " q_{}", board.name(place))?;
    }
    writeln!(out, "End")?;
    Ok(())
}
