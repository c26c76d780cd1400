//! The number of wrong marks, for players who want no square named.

use super::{Mark, Options, Position};
use control::{Outcome, Step, Stop, counted};
use queens_engines::question::{Question, Settings, Verdict};
use queens_engines::{ask, ask_each};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;
use std::ops::ControlFlow;

/// Maximum number of solutions with which marks are compared.
const MAX_COMPARED_SOLUTIONS: u64 = 1_000;

/// Knowledge about the marks of a player, without naming any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkCheck {
    /// A solution has all marks.
    Right,
    /// No solution has all marks: the least number of marks that have to go, or `None` if
    /// there are too many solutions to compare the marks with all of them.
    Wrong(Option<u32>),
    /// There is no solution, whatever the marks are.
    NoSolution,
    /// A limit was reached first.
    Stopped(Stop),
}

impl MarkCheck {
    /// The result in one sentence.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            MarkCheck::Right => "No mark is wrong so far.".to_owned(),
            MarkCheck::Wrong(Some(1)) => "1 mark is wrong.".to_owned(),
            MarkCheck::Wrong(Some(marks)) => {
                format!("{} are wrong.", counted(marks, "mark"))
            }
            MarkCheck::Wrong(None) => {
                "At least 1 mark is wrong: no solution has all of them.".to_owned()
            }
            MarkCheck::NoSolution => "The puzzle has no solution.".to_owned(),
            MarkCheck::Stopped(stop) => format!("The marks are not checked: {stop}."),
        }
    }
}

/// Returns the number of wrong marks of `position`: the least number that have to go so
/// that a solution has the others. In a puzzle with exactly one solution, these are the
/// marks that differ from it.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// One question to an engine if all marks are right, else also a list of up to 1,000
/// solutions.
pub fn check_marks(
    position: &Position,
    options: &Options,
) -> Result<MarkCheck, Unsupported> {
    let marked = |mark| position.marked(mark).map(move |square| (square, mark));
    let marks: Vec<(Square, Mark)> =
        marked(Mark::Queen).chain(marked(Mark::Cross)).collect();
    let left = position.problem().ok();
    check_against(
        position.puzzle().problem(),
        left.as_ref(),
        &marks,
        &options.settings,
    )
}

/// Checks `marks` against the solutions of `problem`. `left` is the problem that the
/// marks leave; `None` if they break a rule.
pub(crate) fn check_against(
    problem: &Problem,
    left: Option<&Problem>,
    marks: &[(Square, Mark)],
    settings: &Settings,
) -> Result<MarkCheck, Unsupported> {
    if let Some(left) = left {
        let answer = ask(left, Question::One, settings)?;
        match answer.verdict() {
            Verdict::None => {}
            Verdict::Unknown => return Ok(stopped_check(answer.outcome)),
            Verdict::OnlyOne | Verdict::Exactly(_) | Verdict::AtLeast(_) => {
                return Ok(MarkCheck::Right);
            }
        }
    }
    let (mut compared, mut least) = (0, u32::MAX);
    let answer = ask_each(problem, Question::All, settings, &mut |solution| {
        compared += 1;
        least = least.min(count_differing(solution, marks));
        match compared < MAX_COMPARED_SOLUTIONS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })?;
    Ok(match (answer.outcome, compared) {
        (Outcome::Exhausted, 0) => MarkCheck::NoSolution,
        (Outcome::Exhausted, _) => MarkCheck::Wrong(Some(least)),
        // The problem itself may have no solution.
        (outcome, 0) => stopped_check(outcome),
        _ => MarkCheck::Wrong(None),
    })
}

fn stopped_check(outcome: Outcome) -> MarkCheck {
    MarkCheck::Stopped(Step::from(outcome).err().unwrap_or(Stop::GaveUp))
}

/// Returns the number of marks that `solution` contradicts.
fn count_differing(solution: &Placement, marks: &[(Square, Mark)]) -> u32 {
    let queens = solution.squares();
    let differs = |&&(square, mark): &&(Square, Mark)| {
        queens.contains(&square) != (mark == Mark::Queen)
    };
    marks.iter().filter(differs).count() as u32
}
