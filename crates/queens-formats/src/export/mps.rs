//! Free MPS, column by column.

use super::board::{BoardSums, Sense};
use super::{Format, Output, Written};
use queens_model::problem::Problem;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "mps",
    name: "MPS (free), a 0-1 linear program",
    carries: "every problem with a square; q_2_7 is row 2, column 7",
    extension: "mps",
    checked_with: "HiGHS, GLPK, SCIP",
    write,
};

fn write(problem: &Problem, out: &mut Output<'_>) -> Written {
    let board = BoardSums::of(problem, out)?;
    let mut sums_of = vec![Vec::new(); board.squares];
    for (number, sum) in board.sums.iter().enumerate() {
        sum.places.iter().for_each(|&place| sums_of[place].push(number));
    }
    out.problem(problem, "* ", "")?;
    writeln!(out, "NAME queens\nROWS\n N none")?;
    for sum in &board.sums {
        let letter = match sum.sense {
            Sense::Equal => 'E',
            Sense::AtLeast => 'G',
            Sense::AtMost => 'L',
        };
        writeln!(out, " {letter} {}", sum.name)?;
    }
    writeln!(out, "COLUMNS\n MARKER 'MARKER' 'INTORG'")?;
    for (place, sums) in sums_of.iter().enumerate() {
        let name = board.name(place);
        let weight = problem.weights().map_or(0, |weights| weights[place]);
        writeln!(out, " q_{name} none {weight}")?;
        for &sum in sums {
            writeln!(out, " q_{name} {} 1", board.sums[sum].name)?;
        }
    }
    writeln!(out, " MARKER 'MARKER' 'INTEND'\nRHS")?;
    for sum in board.sums.iter().filter(|sum| sum.bound > 0) {
        writeln!(out, " RHS {} {}", sum.name, sum.bound)?;
    }
    writeln!(out, "BOUNDS")?;
    for place in 0..board.squares {
        writeln!(out, " BV BND q_{}", board.name(place))?;
    }
    writeln!(out, "ENDATA")?;
    Ok(())
}
