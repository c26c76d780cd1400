//! `queens solve --dominate`: finds a smallest dominating set.

use super::super::solve::{SolveArgs, settings, work, write_checked, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compared;
use crate::progress::ProgressDisplay;
use queens::control::Outcome;
use queens::domination::{Domination, check, published_bound, without_demands};
use queens::problem::Problem;
use queens::reference;
use queens::relative::Relative;
use queens::render::Format;
use queens::{Answer, Certificate, Detail, Question, ask};

/// Finds a smallest dominating set of `problem`.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    domination: Domination,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let board = without_demands(problem);
    let question = Question::Relative(Relative::Dominating(domination));
    let answer = ask(&board, question, &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    if let Some(queens) = &answer.first {
        check(&board, queens, domination).map_err(wrong_solution)?;
    }
    write_checked(&board, &answer, format, console)?;
    console.say(meaning(&board, domination, &answer));
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Describes the answer in one sentence.
fn meaning(board: &Problem, domination: Domination, answer: &Answer) -> String {
    match (&answer.first, answer.outcome) {
        (Some(queens), Outcome::Exhausted) => {
            let proof = answer.certificate.as_ref().map_or(String::new(), |proof| {
                let bound =
                    published_bound(board).filter(|&bound| bound > 0 && *proof == Certificate::Exhausted);
                let bound = bound.map_or(String::new(), |bound| {
                    format!(" from the published bound {bound}: Finozhenok and Weakley 2007")
                });
                format!(" (proved by {}{bound})", proof.means())
            });
            let compared =
                compared(reference::best_of(board, Relative::Dominating(domination)).as_ref(), queens.len());
            format!("{} is the minimum{proof}{compared}", queens.len())
        }
        (Some(queens), outcome) => {
            let least = if let Detail::AtLeast(least) = answer.detail { least } else { 0 };
            format!("{} found; the minimum is at least {least} ({outcome})", queens.len())
        }
        (None, Outcome::Exhausted) if domination == Domination::Independent => {
            "there is no such set: given queens attack each other".to_owned()
        }
        (None, Outcome::Exhausted) => "there is no such set: no piece can attack some square".to_owned(),
        (None, outcome) => format!("no set found yet ({outcome})"),
    }
}
