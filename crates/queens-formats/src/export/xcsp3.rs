//! XCSP3: `allDifferent` on the columns of the rows if these have one queen each, else
//! sums of 0 and 1.

use super::board::{BoardSums, Sense};
use super::columns::{ColumnModel, Leap};
use super::{Format, Output, Written, check_squares};
use fixedbitset::FixedBitSet;
use queens_model::problem::{Bounds, Problem};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    id: "xcsp3",
    name: "XCSP3",
    carries: "every problem with a square; q[1] is the column in the second row, from 0, where rows have one queen each, \
              else x[1][6] is 0 or 1",
    extension: "xml",
    checked_with: "ACE",
    write: write_instance,
};

fn write_instance(problem: &Problem, out: &mut Output<'_>) -> Written {
    check_squares(problem)?;
    match ColumnModel::from_problem(problem).filter(|model| model.region == Bounds::ANY) {
        Some(model) => Ok(by_columns(&model, out)?),
        None => by_squares(problem, out),
    }
}

fn write_head(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "<instance format=\"XCSP3\" type=\"CSP\">")?;
    out.write_problem(problem, "<!-- ", " -->")
}

fn write_end(out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "</constraints>\n</instance>")
}

/// Leaves a variable free: solvers omit variables without a constraint.
fn write_anything(variable: &str, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "<intension> ge({variable},0) </intension>")
}

fn by_columns(model: &ColumnModel<'_>, out: &mut Output<'_>) -> io::Result<()> {
    let problem = model.problem;
    let (rows, last) = (problem.rows(), problem.columns() - 1);
    write_head(problem, out)?;
    writeln!(
        out,
        "<variables>\n<array id=\"q\" size=\"[{rows}]\"> 0..{last} </array>\n</variables>\n<constraints>"
    )?;
    for family in model.families.iter().filter(|_| rows > 1) {
        write!(out, "<allDifferent>")?;
        for row in 0..rows {
            // No term is negative, because remainders of negative numbers differ between
            // solvers.
            match (family.slope, model.wraps) {
                (0, _) => write!(out, " q[{row}]")?,
                (1, false) => write!(out, " add(q[{row}],{row})")?,
                (1, true) => write!(out, " mod(add(q[{row}],{row}),{rows})")?,
                (_, false) => write!(out, " add(q[{row}],{})", rows - 1 - row)?,
                (_, true) => {
                    write!(out, " mod(add(q[{row}],{}),{rows})", rows - 1 - row)?;
                }
            }
        }
        writeln!(out, " </allDifferent>")?;
    }
    if model.families.is_empty() || rows == 1 {
        (0..rows).try_for_each(|row| write_anything(&format!("q[{row}]"), out))?;
    }
    for &Leap {
        rows: down,
        columns: across,
        range,
    } in &model.leaps
    {
        for times in 1..=range {
            for row in 0..rows.saturating_sub(down * times) {
                let (other, distance) =
                    (row + down * times, across.unsigned_abs() * times);
                let (left, right) = if across < 0 {
                    (row, other)
                } else {
                    (other, row)
                };
                writeln!(
                    out,
                    "<intension> ne(q[{left}],add(q[{right}],{distance})) </intension>"
                )?;
            }
        }
    }
    for square in problem.givens() {
        writeln!(
            out,
            "<intension> eq(q[{}],{}) </intension>",
            square.row, square.column
        )?;
    }
    for square in model.blocked_squares() {
        writeln!(
            out,
            "<intension> ne(q[{}],{}) </intension>",
            square.row, square.column
        )?;
    }
    write_end(out)
}

fn by_squares(problem: &Problem, out: &mut Output<'_>) -> Written {
    let board = BoardSums::from_problem(problem, out)?;
    write_head(problem, out)?;
    let (rows, columns) = (problem.rows(), problem.columns());
    writeln!(
        out,
        "<variables>\n<array id=\"x\" size=\"[{rows}][{columns}]\"> 0 1 </array>\n</variables>"
    )?;
    writeln!(out, "<constraints>")?;
    let name = |place: usize| {
        let square = board.square_of(place);
        format!("x[{}][{}]", square.row, square.column)
    };
    let mut free = FixedBitSet::with_capacity(board.squares);
    free.insert_range(..);
    for sum in &board.sums {
        sum.places.iter().for_each(|&place| free.remove(place));
        let relation = match sum.sense {
            Sense::Equal => "eq",
            Sense::AtLeast => "ge",
            Sense::AtMost => "le",
        };
        if let [place] = sum.places[..] {
            writeln!(
                out,
                "<intension> {relation}({},{}) </intension>",
                name(place),
                sum.bound
            )?;
            continue;
        }
        write!(out, "<sum> <list>")?;
        for &place in &sum.places {
            write!(out, " {}", name(place))?;
        }
        writeln!(
            out,
            " </list> <condition> ({relation},{}) </condition> </sum>",
            sum.bound
        )?;
    }
    for place in free.ones() {
        write_anything(&name(place), out)?;
    }
    Ok(write_end(out)?)
}
