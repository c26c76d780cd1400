//! `queens solve --armies`: finds a largest pair of peaceable armies.

use super::super::solve::{SolveArgs, settings, work, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compared;
use crate::progress::ProgressDisplay;
use queens::check;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::reference;
use queens::relative::Relative;
use queens::render::{Format, Summary};
use queens::{Detail, Question, ask};
use std::io::Write;

/// Finds a largest pair of peaceable armies on the board of `problem`.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, Question::Relative(Relative::Armies), &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    let pair =
        if let Detail::Groups { groups, bound } = &answer.detail { Some((groups, *bound)) } else { None };
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    renderer.begin(&mut out)?;
    if let Some((groups, _)) = pair {
        check::armies(problem, [&groups[0].placement, &groups[1].placement]).map_err(wrong_solution)?;
        renderer.groups(groups, &mut out)?;
    }
    let summary = Summary { solutions: pair.iter().len() as u64, outcome: answer.outcome };
    renderer.end_with(&summary, &answer, &mut out)?;
    out.flush()?;
    let size = answer.count as usize;
    console.say(match (pair, answer.outcome) {
        (Some(_), Outcome::Exhausted) => {
            let compared = compared(reference::best_of(problem, Relative::Armies).as_ref(), size);
            format!("{size} queens of each colour is the maximum (proved by exhaustive search){compared}")
        }
        (Some((_, bound)), outcome) => {
            let why = match outcome {
                Outcome::GaveUp => "the board is too large for a proof".to_owned(),
                outcome => outcome.to_string(),
            };
            let known = reference::armies_by_construction(problem);
            let known =
                known.map_or(String::new(), |known| format!(" (a known construction reaches about {known})"));
            format!("{size} queens of each colour found{known}; the maximum is at most {bound} ({why})")
        }
        (None, outcome) => format!("no armies found yet ({outcome})"),
    });
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}
