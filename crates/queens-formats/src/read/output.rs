//! The output of a program in place of a problem: its only solution gives the queens.

use super::{
    ReadError, ReadNotes, ReadProblem, Solution, SolutionLineError, read_solutions,
};
use control::counted;
use queens_model::placement::Placement;
use queens_model::problem::{Problem, ProblemTextError};
use queens_model::square::Square;
use std::ops::ControlFlow;

/// Fewest rows of a solution that is read in place of a problem: smaller ones may be
/// something else.
const MIN_WHOLE: u32 = 4;

/// Returns true for one queen in each row and each column, of four or more.
fn is_permutation(placement: &Placement, problem: &Problem) -> bool {
    let squares = placement.squares();
    let mut columns: Vec<u32> = squares.iter().map(|square| square.column).collect();
    columns.sort_unstable();
    let is_each = |(at, square): (u32, &Square)| square.row == at;
    problem.rows() >= MIN_WHOLE
        && squares.len() == problem.rows() as usize
        && (0..).zip(squares).all(is_each)
        && (0..problem.columns()).eq(columns)
}

/// A board or list that an output has first.
struct FirstSolution {
    line: u64,
    queens: usize,
    /// The problem that it gives; `None` if it has not one queen in each row and column.
    problem: Option<ReadProblem>,
}

impl FirstSolution {
    fn from_solution(solution: &Solution<'_>) -> Self {
        let (placement, problem) = (&solution.placement, solution.problem);
        let given = problem.with_any_givens(placement.squares().iter().copied());
        let is_whole = is_permutation(placement, problem);
        FirstSolution {
            line: solution.line,
            queens: placement.squares().len(),
            problem: given.ok().filter(|_| is_whole).map(|problem| ReadProblem {
                problem,
                from_solution: true,
                assumed: solution.assumed,
            }),
        }
    }
}

/// Reads the only solution in the output of a program, with a queen in each row and
/// column, as given queens. The strict reader refused the text with `error`.
///
/// # Errors
/// `error` for a text that is no output; else what is wrong with the solution, or a second
/// one.
pub(super) fn problem(bytes: &[u8], error: ReadError) -> Result<ReadProblem, ReadError> {
    if needs_size(&error) {
        return Err(error);
    }
    let mut found: Vec<FirstSolution> = Vec::new();
    let mut rest = bytes;
    let (read, notes) = read_solutions(&mut rest, None, &mut |solution| {
        found.push(FirstSolution::from_solution(&solution));
        if found.len() > 1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let mut found = found.into_iter();
    let bad = |line, reason| Err(ReadError::Line { line, reason });
    // Words around a board show that the text is an output.
    let is_text_form = states_a_problem(&error, bytes);
    let is_output = notes.ignored > 0 && !is_text_form;
    match (found.next(), found.next(), read) {
        (Some(first), None, Ok(())) if first.problem.is_some() => {
            first.problem.ok_or(error)
        }
        (Some(first), None, Ok(())) if is_output => {
            bad(first.line, incomplete(first.queens, &notes))
        }
        (Some(_), Some(second), _) => bad(second.line, SolutionLineError::Several),
        (_, None, Err(broken)) if is_output || is_about_a_board(&broken) => {
            Err(if is_text_form { error } else { broken })
        }
        (None, _, Ok(())) => match notes.verdict {
            Some((line, _)) => bad(line, SolutionLineError::NoSolution),
            None => Err(error),
        },
        _ => Err(error),
    }
}

/// Returns true if only the size of the board is missing.
fn needs_size(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Line {
            reason: SolutionLineError::UnknownSize,
            ..
        }
    )
}

/// Returns true if the error of the strict reader is about a problem in its text form: the
/// text has another key of one.
fn states_a_problem(error: &ReadError, bytes: &[u8]) -> bool {
    let is_text_form = matches!(error, ReadError::Problem(ProblemTextError::Line { .. }));
    is_text_form && String::from_utf8_lossy(bytes).lines().any(states_a_size)
}

/// Returns true for an error about a board or an array, which no text form has.
fn is_about_a_board(error: &ReadError) -> bool {
    matches!(
        error,
        ReadError::Line {
            reason: SolutionLineError::Drawing(_) | SolutionLineError::CutOff(_),
            ..
        }
    )
}

/// Returns true for the size or the board of a problem in its text form.
fn states_a_size(line: &str) -> bool {
    let line = line.trim();
    line == "board:" || line.starts_with("size:") || line.starts_with("variant:")
}

/// Returns the reason why a board with so many queens is no problem.
fn incomplete(queens: usize, notes: &ReadNotes) -> SolutionLineError {
    let queens = counted(queens, "queen");
    let lines = counted(notes.ignored, "line");
    SolutionLineError::Incomplete { queens, lines }
}
