//! `queens solve` for problems with rules, and their best values in words.

use super::solve::{
    SolveArgs, exit_status, meaning_in_words, say_if_empty, search_settings,
    work_in_words, write_one, write_proof, wrong_solution,
};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compare_with_published;
use crate::progress::ProgressDisplay;
use queens::control::Outcome;
use queens::domination::published_bound;
use queens::problem::Problem;
use queens::problem::rules::Goal;
use queens::reference;
use queens::relative::{KnownRules, Relative};
use queens::render::Format;
use queens::{Answer, Certificate, Detail, Question, ask, check};
use std::time::Duration;

/// Finds a solution, `within` this time unless there is another limit.
pub(super) fn solve_rules(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    within: Option<Duration>,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start_spinner(console, "searching".to_owned());
    let mut settings = search_settings(args, console, &progress);
    settings.limits.time = settings.limits.time.or(within);
    let answer = ask(problem, Question::One, &settings).map_err(Failure::input)?;
    drop(progress);
    if let (Some(pieces), Detail::Best { value, .. }) = (&answer.first, &answer.detail)
        && check::value(problem, pieces) != *value
    {
        return Err(wrong_solution(
            "its value is not the one that the engine found",
        ));
    }
    write_one(problem, &answer, format, console)?;
    let words = best_in_words(problem, &answer)
        .unwrap_or_else(|| meaning_in_words(reference::published(problem), &answer));
    console.say_lines(&words);
    if problem.rules().is_some_and(|rules| rules.best.is_none()) {
        say_if_empty(&answer, problem, console);
    }
    console.explain_choice(work_in_words(&answer));
    if let (Some(file), Some(Certificate::Refuted(Some(refutation)))) =
        (&args.proof, &answer.certificate)
    {
        write_proof(file, refutation, console)?;
    }
    Ok(exit_status(args, &answer))
}

/// Describes the best value that was found; `None` if the rules have none, or none was
/// found.
pub(super) fn best_in_words(problem: &Problem, answer: &Answer) -> Option<String> {
    let rules = problem.rules()?;
    let goal = rules.best.as_ref()?.goal;
    let measured = rules.best_in_words()?;
    let Detail::Best {
        value: Some(value),
        bound,
        ..
    } = answer.detail
    else {
        return None;
    };
    let published = reference::best(problem);
    if answer.is_complete() {
        let proof = answer
            .certificate
            .as_ref()
            .map_or(String::new(), |proof| proved_by(problem, proof));
        let compared = compare_with_published(
            published.as_ref(),
            usize::try_from(value).unwrap_or_default(),
        );
        return Some(format!("{value} is the {measured}{proof}{compared}"));
    }
    let known = published.map_or(String::new(), |known| {
        format!(" ({} has {})", known.name, known.value)
    });
    let side = if goal == Goal::Least {
        "at least"
    } else {
        "at most"
    };
    let why = match answer.outcome {
        Outcome::GaveUp => "the board is too large for a proof".to_owned(),
        outcome => outcome.to_string(),
    };
    Some(format!(
        "{value} found{known}; the {measured} is {side} {bound} ({why})"
    ))
}

/// Describes the proof in brackets, after a blank.
fn proved_by(problem: &Problem, proof: &Certificate) -> String {
    let dominating = match KnownRules::from_problem(problem) {
        Some((plain, KnownRules::Relative(Relative::Dominating(_)))) => Some(plain),
        _ => None,
    };
    // A search for a smallest dominating set of queens begins at a published bound.
    let bound = dominating.as_ref().and_then(published_bound);
    let bound = bound.filter(|&bound| bound > 0 && *proof == Certificate::Exhausted);
    let bound = bound.map_or(String::new(), |bound| {
        format!(" from the published bound {bound}: Finozhenok and Weakley 2007")
    });
    format!(" (proved by {}{bound})", proof.means())
}
