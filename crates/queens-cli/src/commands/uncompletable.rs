//! Smallest sets of queens that break no rule and that no solution contains.

use super::solve::{
    SolveArgs, search_settings, work_in_words, write_checked, wrong_solution,
};
use crate::args::UNCOMPLETABLE_WORD;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several};
use queens::control::Outcome;
use queens::problem::Problem;
use queens::render::Format;
use queens::{Answer, Detail, Question, ask, check};

/// Finds a set of queens.
pub(super) fn solve_uncompletable(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let options = [
        (args.large.random, "--random"),
        (args.first, "--first"),
        (args.order.is_some(), "--order"),
        (args.proof.is_some(), "--proof"),
    ];
    if let Some((_, option)) = options.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::input(format!(
            "{UNCOMPLETABLE_WORD} asks for a set, not for a solution: leave out {option}"
        )));
    }
    let progress = ProgressDisplay::start_spinner(console, "searching".to_owned());
    let answer = ask(
        problem,
        Question::Uncompletable,
        &search_settings(args, console, &progress),
    )
    .map_err(Failure::input)?;
    drop(progress);
    if let Some(queens) = &answer.first {
        check::breaks_no_rule(problem, queens).map_err(wrong_solution)?;
    }
    write_checked(problem, &answer, format, console)?;
    console.say(found_set(&answer));
    console.explain_choice(work_in_words(&answer));
    Ok(if answer.is_complete() {
        Exit::Answered
    } else {
        answer.outcome.into()
    })
}

/// Describes the answer in one sentence.
fn found_set(answer: &Answer) -> String {
    match (&answer.first, answer.outcome) {
        (Some(queens), _) if queens.is_empty() => NO_SOLUTION.to_owned(),
        (Some(queens), _) => format!(
            "this set of {} breaks no rule, but no solution contains it; every smaller set that breaks no rule can be \
             completed",
            several(queens.len() as u64, "queen")
        ),
        (None, Outcome::Exhausted) => ALL_ARE_COMPLETABLE.to_owned(),
        (None, outcome) => {
            let least = if let Detail::AtLeast(least) = answer.detail {
                least
            } else {
                0
            };
            // That a set has at least 0 queens says nothing.
            let bound = match least {
                0 => String::new(),
                least => {
                    format!("; the smallest has at least {}", several(least, "queen"))
                }
            };
            format!("no set found yet{bound} ({outcome})")
        }
    }
}

/// Sentence about sets that no solution contains, if there is none.
const ALL_ARE_COMPLETABLE: &str =
    "every set of queens that breaks no rule can be completed";

/// Sentence about the empty set that no solution contains.
const NO_SOLUTION: &str =
    "the problem has no solution, so no solution contains even the empty set";

/// Describes the counted sets: their number, their size, and their number up to symmetry.
pub(super) fn counted_sets(answer: &Answer) -> Option<String> {
    if answer.question != Question::CountUncompletable || !answer.is_complete() {
        return None;
    }
    Some(match answer.detail {
        _ if answer.count == 0 => ALL_ARE_COMPLETABLE.to_owned(),
        Detail::Smallest { queens: 0, .. } => NO_SOLUTION.to_owned(),
        Detail::Smallest {
            queens,
            fundamental,
        } => {
            let (sets, size) = (several(answer.count, "set"), several(queens, "queen"));
            format!("{sets} of {size}, {} up to symmetry", grouped(fundamental))
        }
        _ => return None,
    })
}
