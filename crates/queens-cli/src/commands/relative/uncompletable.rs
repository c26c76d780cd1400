//! `queens solve --uncompletable`: finds a smallest set of queens that no solution contains.

use super::super::solve::{SolveArgs, settings, work, write_checked, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::several;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::relative::Relative;
use queens::render::Format;
use queens::{Detail, Question, ask, check};

/// Finds a smallest set of queens that no solution of `problem` contains.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let question = Question::Relative(Relative::Uncompletable);
    let answer = ask(problem, question, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    if let Some(queens) = &answer.first {
        check::consistent(problem, queens.squares()).map_err(wrong_solution)?;
    }
    write_checked(problem, &answer, format, console)?;
    console.say(match (&answer.first, answer.outcome) {
        (Some(queens), _) if queens.is_empty() => "the problem has no solution".to_owned(),
        (Some(queens), _) => format!(
            "no solution contains this set of {}; every smaller set of queens that do not attack each other can be completed",
            several(queens.len() as u64, "queen")
        ),
        (None, Outcome::Exhausted) => {
            "every set of queens that do not attack each other can be completed".to_owned()
        }
        (None, outcome) => {
            let least = if let Detail::AtLeast(least) = answer.detail { least } else { 0 };
            format!("no set found yet; the smallest has at least {} ({outcome})", several(least, "queen"))
        }
    });
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}
