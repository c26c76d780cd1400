//! `queens solve --coloring`: finds a colouring.

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
use queens::{Answer, Detail, Question, ask};
use std::io::Write;
use std::num::NonZeroU16;

/// Finds a colouring of the board of `problem` with at most `wanted` colours, or with as few as possible.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    wanted: Option<NonZeroU16>,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let question = Question::Relative(Relative::Coloring(wanted));
    let answer = ask(problem, question, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    renderer.begin(&mut out)?;
    let groups = if let Detail::Groups { groups, .. } = &answer.detail { Some(groups) } else { None };
    if let Some(groups) = groups {
        check::coloring(problem, groups.iter().map(|group| &group.placement)).map_err(wrong_solution)?;
        renderer.groups(groups, &mut out)?;
    }
    let summary = Summary { solutions: groups.iter().len() as u64, outcome: answer.outcome };
    renderer.end_with(&summary, &answer, &mut out)?;
    out.flush()?;
    console.say(meaning(problem, wanted, &answer));
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Describes the answer in one sentence.
fn meaning(problem: &Problem, wanted: Option<NonZeroU16>, answer: &Answer) -> String {
    let proof =
        answer.certificate.as_ref().map_or(String::new(), |proof| format!(" (proved by {})", proof.means()));
    match (&answer.detail, wanted, answer.outcome) {
        (Detail::Groups { groups, .. }, None, Outcome::Exhausted) => {
            let compared =
                compared(reference::best_of(problem, Relative::Coloring(None)).as_ref(), groups.len());
            format!("{} colours are the fewest{proof}{compared}", groups.len())
        }
        (Detail::Groups { groups, .. }, Some(_), Outcome::Exhausted) if answer.certificate.is_some() => {
            format!("{} colours; fewer are not enough{proof}", groups.len())
        }
        (Detail::Groups { groups, .. }, Some(_), Outcome::Exhausted) => {
            format!("{} colours; fewer may be enough", groups.len())
        }
        (Detail::Groups { groups, bound }, _, outcome) => {
            let known = reference::best_of(problem, Relative::Coloring(None));
            let known = known.map_or(String::new(), |known| format!(" ({} has {})", known.name, known.value));
            let why = match outcome {
                Outcome::GaveUp => "the board is too large for a proof".to_owned(),
                outcome => outcome.to_string(),
            };
            format!("{} colours found; the fewest are at least {bound}{known} ({why})", groups.len())
        }
        (_, Some(wanted), Outcome::Exhausted) => {
            format!("there is no colouring with {wanted} colours{proof}")
        }
        (_, _, outcome) => format!("no colouring found yet ({outcome})"),
    }
}
