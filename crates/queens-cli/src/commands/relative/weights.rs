//! `queens solve --least` and `--greatest`: finds a solution with the best sum of weights.

use super::super::solve::{SolveArgs, settings, work, write_checked, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::relative::{Goal, Relative};
use queens::render::Format;
use queens::{Answer, Detail, Question, ask, check};

/// Finds a solution of `problem` with the best sum.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    goal: Goal,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let question = Question::Relative(Relative::Best(goal));
    let answer = ask(problem, question, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    if let (Some(queens), Detail::Sum { sum, .. }) = (&answer.first, &answer.detail) {
        check(problem, queens).map_err(wrong_solution)?;
        let added = problem.total_weight(queens.squares());
        if added != Some(*sum) {
            return Err(wrong_solution(format!("its sum is {added:?}, not {sum}")));
        }
    }
    write_checked(problem, &answer, format, console)?;
    console.say(meaning(goal, &answer));
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Describes the answer in one sentence.
fn meaning(goal: Goal, answer: &Answer) -> String {
    let (best, at_best) = match goal {
        Goal::Least => ("least", "at least"),
        Goal::Greatest => ("greatest", "at most"),
    };
    match (&answer.detail, answer.outcome) {
        (Detail::Sum { sum, .. }, Outcome::Exhausted) => {
            format!("the sum is {sum}, the {best} (proved by exhaustive search)")
        }
        (Detail::Sum { sum, bound, .. }, outcome) => {
            format!("the sum is {sum}; the {best} is {at_best} {bound} ({outcome})")
        }
        (_, Outcome::Exhausted) => answer.certificate.as_ref().map_or_else(
            || "there is no solution".to_owned(),
            |certificate| format!("there is no solution: {certificate}"),
        ),
        (_, outcome) => format!("no solution found yet ({outcome})"),
    }
}
