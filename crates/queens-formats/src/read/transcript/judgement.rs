//! Judgements on whole lines and errors.

use super::super::json::{LONE_VALUE, NOT_JSON};
use super::super::{
    ReadError, SolutionLineError, SolutionSink, SolverVerdict, line as solution_line,
};
use queens_model::problem::ProblemTextError;

/// Returns true if lines may be the output of a program, after the strict reader refused
/// one with this error and passed on so many solutions.
pub(in crate::read) fn may_follow(error: &ReadError, passed: u64) -> bool {
    match error {
        ReadError::Io(_) => false,
        ReadError::Problem(error) => {
            matches!(
                error,
                ProblemTextError::Line { .. } | ProblemTextError::NoSize
            )
        }
        ReadError::Line {
            reason: SolutionLineError::Json { reason, .. },
            ..
        } => [NOT_JSON, LONE_VALUE].contains(&reason.as_str()),
        ReadError::Line {
            reason: SolutionLineError::Drawing(reason) | SolutionLineError::CutOff(reason),
            ..
        } if reason.contains("hexagon") => false,
        // The rest of a list whose end is missing.
        ReadError::Line {
            reason: SolutionLineError::CutOff(_),
            ..
        } => passed == 0,
        ReadError::Line { reason, .. } => !matches!(
            reason,
            SolutionLineError::NotUtf8
                | SolutionLineError::TooLong
                | SolutionLineError::TooLarge(_)
                | SolutionLineError::Problem(_)
                | SolutionLineError::Impossible(_)
                | SolutionLineError::Several
                | SolutionLineError::ForeignMarkup
                | SolutionLineError::UnknownSize
                | SolutionLineError::Grouped
                | SolutionLineError::Group(_)
                | SolutionLineError::TableLine(_)
        ),
    }
}

/// Length of the lines that MiniZinc prints below a solution and at the end.
pub(in crate::read) const RULER_LENGTH: usize = 10;

/// Returns true for the line that MiniZinc prints below a solution or at the end.
pub(super) fn is_solver_ruler(line: &str) -> bool {
    let line = line.trim();
    line.len() == RULER_LENGTH
        && ['-', '=']
            .iter()
            .any(|&sign| line.chars().all(|c| c == sign))
}

/// Returns true for a comment; a row that begins with `#` has no letters and digits.
pub(super) fn is_comment(line: &str) -> bool {
    solution_line::is_comment(line) && line.contains(char::is_alphanumeric)
}

/// Returns true if a number alone is the number of solutions of a named problem. With a
/// digit for each row it is a list.
pub(super) fn is_count(number: u32, sink: &SolutionSink<'_>) -> bool {
    let digits = number.to_string().len();
    sink.problem
        .is_some_and(|problem| problem.rows() as usize != digits)
}

/// Returns the first control character of a line.
pub(super) fn first_control(line: &str) -> char {
    line.chars()
        .find(|c| c.is_control() && *c != '\t')
        .unwrap_or(' ')
}

/// Words of solvers that prove that there is no solution, and of those that give up.
const NO_SOLUTION: [&str; 4] =
    ["UNSATISFIABLE", "UNSAT", "INFEASIBLE", "INTEGER INFEASIBLE"];
const GIVEN_UP: [&str; 4] = ["UNKNOWN", "INDETERMINATE", "UNSATORUNBOUNDED", "ERROR"];

/// Returns what a solver says in a line of its own: `=====UNSATISFIABLE=====`,
/// `s UNKNOWN`, `unsat`.
pub(in crate::read) fn verdict(line: &str) -> Option<SolverVerdict> {
    let line = line.trim();
    let words = line
        .strip_prefix("s ")
        .unwrap_or(line)
        .trim_matches('=')
        .trim();
    let is_any =
        |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(words));
    match () {
        () if is_any(&NO_SOLUTION) => Some(SolverVerdict::NoSolution),
        () if is_any(&GIVEN_UP) => Some(SolverVerdict::GivenUp),
        () => None,
    }
}
