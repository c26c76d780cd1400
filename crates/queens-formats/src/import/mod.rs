//! Foreign problems and answers: problems of collections and competitions, and the
//! answers of solvers.
//!
//! The content decides the form. Problems ([`problem`]):
//!
//! | form | recognised by |
//! |---|---|
//! | whatever [`crate::export`] writes | a comment `problem: ...` |
//! | CSPLib 079 (n-queens completion), 080 (blocked n-queens), Essence' parameters | `letting n`, `init`, `blocks` |
//! | excluded diagonals of CSPLib 079 | `numdiags`, `diags` |
//! | facts of the answer set programming competitions | `block(1,4).`, `queen(2,3).`, `size(8).` or `num(1..8).` |
//! | data of the XCSP3 family BlockedQueens, and its instances | JSON with `n` and `blocks`; `<instance` |
//! | FEN | eight ranks with `/` between them |
//! | everything that [`crate::read::problem`] reads | anything else |
//! | one answer of a solver, whose queens become given ones, on a square board | `q = [2, 4, 1, 3];`, `x1 = 2;` and so on |
//!
//! Answers ([`answers`]), to models that [`crate::export`] wrote or that number squares
//! in the same way:
//!
//! | form | recognised by |
//! |---|---|
//! | SAT and pseudo-boolean solvers | lines `v 1 -2 3 0`, `v x1 -x2`; `SAT` and a line of literals |
//! | clingo | `queen(1,2)` |
//! | MiniZinc and others | `q = [2, 4, 1, 3];`, `x = array2d(..., [...])`, `{"q": [2, 4, 1, 3]}` |
//! | solution lists of integer programming solvers, models of SMT solvers | a name such as `q_2_7`, `q_2`, `x2`, `q[2]`, then its value |
//! | XCSP3 | `<instantiation>` |
//!
//! Solvers print more than their answers: solutions that a later one improves, and
//! answers in two forms. [`answers`] reads the values of an objective (`o 12`,
//! `cost='12'`, `Optimization: 12`, `_objective = 12`) and keeps the answers with the
//! last value; an answer that is repeated is one.

mod answers;
mod csplib;
mod error;
mod facts;
mod fen;
mod named;
mod run_answers;
mod xcsp3;

pub use answers::{Answers, answers};
pub use error::{ImportError, ImportFault};

use crate::read;
use queens_model::problem::{MAX_TEXT, Problem, ProblemTextError, with_line_feeds};
use queens_model::square::Square;
use std::ops::ControlFlow;

/// Starts of comments in the formats that [`crate::export`] writes.
const COMMENT_STARTS: [&str; 8] = ["c ", "* ", "\\ ", "% ", "; ", "<!-- ", "| ", "# "];

/// Reads a problem; see the [module](self) for its forms.
///
/// # Errors
/// Input that cannot be read, or that is not a problem.
///
/// # Complexity
/// Linear in the input, plus the validation of the problem.
pub fn problem(bytes: &[u8]) -> Result<Problem, ImportError> {
    if bytes.len() > MAX_TEXT {
        return Err(read::ReadError::from(ProblemTextError::TooLong(bytes.len())).into());
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(read::problem(bytes)?.problem);
    };
    let text = &*with_line_feeds(text);
    if let Some(named) = find_named(text) {
        return Ok(named.parse().map_err(read::ReadError::from)?);
    }
    let start = text.trim_start();
    if fen::is_fen(start) {
        return fen::read_problem(start);
    }
    if start.starts_with("<instance")
        || (start.starts_with("<?xml") && start.contains("<instance"))
    {
        return xcsp3::read_instance(text);
    }
    if start.starts_with('{') && start.contains("\"blocks\"") {
        return xcsp3::read_data(text);
    }
    if csplib::is_parameters(text) {
        return csplib::read_problem(text);
    }
    if facts::are_facts(text) {
        return facts::read_problem(text);
    }
    match read::problem(bytes) {
        Ok(found) => Ok(found.problem),
        Err(error) => find_answered(text).unwrap_or(Err(error.into())),
    }
}

/// Returns the board with the queens of the one answer in `text`; `None` if there is no
/// answer.
fn find_answered(text: &str) -> Option<Result<Problem, ImportError>> {
    let text = &*run_answers::without_colours(text);
    let problem = Problem::queens(named::find_side(text)?).ok()?;
    let mut found = Vec::new();
    let read = answers(&mut text.as_bytes(), &problem, &mut |_, placement| {
        found.push(placement);
        if found.len() > 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match (read, &found[..]) {
        (Ok(_), [placement]) => {
            let givens = placement.squares().iter().copied();
            Some(problem.with_givens(givens).map_err(ImportError::from))
        }
        (Ok(_), [_, _, ..]) => Some(Err(ImportError::Problem(ImportFault::Several(
            problem.rows(),
        )))),
        _ => None,
    }
}

/// Returns the text of the problem that comments name.
fn find_named(text: &str) -> Option<String> {
    let line = |line: &str| {
        let comment = COMMENT_STARTS
            .iter()
            .find_map(|open| line.strip_prefix(open))?;
        let comment = comment.strip_suffix("-->").unwrap_or(comment);
        comment
            .strip_prefix("problem:")
            .map(|words| words.trim().to_owned())
    };
    let lines: Vec<String> = text.lines().filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns queens on a square board of `size`, with blocked squares and given queens.
fn make_board(
    size: u32,
    blocked: &[Square],
    givens: &[Square],
) -> Result<Problem, ImportError> {
    let builder = Problem::builder(size, size);
    let builder = blocked
        .iter()
        .fold(builder, |builder, &square| builder.hole(square));
    Ok(givens
        .iter()
        .fold(builder, |builder, &square| builder.given(square))
        .build()?)
}

/// Returns the square in a row and a column that count from `first`.
fn make_square(row: u64, column: u64, first: u64) -> Result<Square, ImportError> {
    let from_zero = |value: u64| {
        value
            .checked_sub(first)
            .and_then(|value| u32::try_from(value).ok())
    };
    match (from_zero(row), from_zero(column)) {
        (Some(row), Some(column)) => Ok(Square::new(row, column)),
        _ => Err(ImportError::Problem(ImportFault::OffBoard {
            row,
            column,
            first,
        })),
    }
}

/// Checks the side of a board.
fn check_side(value: u64) -> Result<u32, ImportError> {
    u32::try_from(value).map_err(|_| ImportError::Problem(ImportFault::Side(value)))
}
