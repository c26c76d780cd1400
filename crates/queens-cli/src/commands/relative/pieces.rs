//! `queens solve --pieces`: finds pieces of several kinds that do not attack each other.

use super::super::solve::{SolveArgs, settings, work, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use queens::check;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::relative::{PieceMix, Relative};
use queens::render::{Format, Summary};
use queens::{Answer, Detail, Question, ask};
use std::io::Write;

/// Finds a placement of `mix` on the board of `problem`.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    mix: PieceMix,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, Question::Relative(Relative::Pieces(mix)), &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    let groups = if let Detail::Groups { groups, .. } = &answer.detail { Some(groups) } else { None };
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    renderer.begin(&mut out)?;
    if let Some(groups) = groups {
        check::pieces(problem, mix, groups).map_err(wrong_solution)?;
        renderer.groups(groups, &mut out)?;
    }
    let summary = Summary { solutions: groups.iter().len() as u64, outcome: answer.outcome };
    renderer.end_with(&summary, &answer, &mut out)?;
    out.flush()?;
    console.say(meaning(mix, &answer));
    console.explain(work(&answer));
    Ok(answer.outcome.into())
}

/// Describes the answer in one sentence.
fn meaning(mix: PieceMix, answer: &Answer) -> String {
    let size = answer.count;
    let is_largest = mix.numbers().is_none();
    match (&answer.detail, answer.outcome) {
        (Detail::Groups { .. }, Outcome::Exhausted) if is_largest => {
            format!("{size} of each kind is the maximum (proved by exhaustive search)")
        }
        (Detail::Groups { bound, .. }, outcome) if is_largest => {
            format!("{size} of each kind found; the maximum is at most {bound} ({outcome})")
        }
        (Detail::Groups { .. }, _) => format!("{mix}: no piece attacks another"),
        (_, Outcome::Exhausted) => {
            format!("there is no placement of {mix} (proved by exhaustive search)")
        }
        (_, outcome) => format!("no placement of {mix} found yet ({outcome})"),
    }
}
