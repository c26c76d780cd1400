//! FEN, the notation of chess positions: the given queens of a chessboard.

use super::{Format, Output, Written, unsupported_error};
use queens_model::problem::Problem;
use queens_model::unsupported::Parameter;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    id: "fen",
    name: "FEN, a chess position",
    carries: "8 queens with given queens; row 1, the top row, comes first",
    extension: "fen",
    checked_with: "python-chess",
    write: write_position,
};

fn write_position(problem: &Problem, out: &mut Output<'_>) -> Written {
    let (rows, columns) = (problem.rows(), problem.columns());
    if (rows, columns) != (8, 8) {
        let reason =
            format!("a chessboard is 8 x 8, not {rows} x {columns}; use json or text");
        return Err(unsupported_error(Parameter::Size, reason));
    }
    super::csv::check_standard(problem)?;
    let mut givens = problem.givens().iter().peekable();
    for row in 0..rows {
        let mut empty = 0;
        let mut rank = String::new();
        for column in 0..columns {
            match givens.next_if(|given| (given.row, given.column) == (row, column)) {
                None => empty += 1,
                Some(_) => {
                    rank += &if empty > 0 {
                        empty.to_string()
                    } else {
                        String::new()
                    };
                    rank.push('Q');
                    empty = 0;
                }
            }
        }
        rank += &if empty > 0 {
            empty.to_string()
        } else {
            String::new()
        };
        write!(out, "{}{rank}", if row > 0 { "/" } else { "" })?;
    }
    writeln!(out, " w - - 0 1")?;
    Ok(())
}
