//! `queens solve` for problems with rules, and their best values in words.

use super::solve::{SolveArgs, settings, work, write_one, write_proof, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use queens::control::Outcome;
use queens::problem::rules::{Cover, Goal, KindSet, Measure, Objective, Rules, Standing};
use queens::problem::{Bounds, Problem};
use queens::render::Format;
use queens::{Answer, Certificate, Detail, Question, ask, check};

/// Finds a solution by an engine that takes rules.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, Question::One, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    if let (Some(pieces), Detail::Best { value, .. }) = (&answer.first, &answer.detail)
        && check::value(problem, pieces) != *value
    {
        return Err(wrong_solution("its value is not the one that the engine found"));
    }
    write_one(problem, &answer, format, console)?;
    console.say(meaning(problem, &answer));
    console.explain(work(&answer));
    if let (Some(file), Some(Certificate::Refuted(Some(refutation)))) = (&args.proof, &answer.certificate) {
        write_proof(file, refutation, console)?;
    }
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Describes the answer in one sentence.
fn meaning(problem: &Problem, answer: &Answer) -> String {
    match (best(problem, answer), answer.outcome) {
        (Some(best), _) => best,
        (None, Outcome::Exhausted | Outcome::Found) if answer.first.is_some() => {
            "a solution; there may be others".to_owned()
        }
        (None, Outcome::Exhausted) => match &answer.certificate {
            Some(proof) => format!("there is no solution (proved by {})", proof.means()),
            None => "there is no solution".to_owned(),
        },
        (None, outcome) => format!("no solution found yet ({outcome})"),
    }
}

/// Describes the best value that was found; `None` if the rules have none, or none was found.
pub(super) fn best(problem: &Problem, answer: &Answer) -> Option<String> {
    let rules = problem.rules()?;
    let objective = rules.best.as_ref()?;
    let Detail::Best { value: Some(value), bound } = answer.detail else { return None };
    let (goal, side) = match objective.goal {
        Goal::Least => ("least", "at least"),
        Goal::Greatest => ("greatest", "at most"),
    };
    let measured = measured(rules, objective);
    Some(match answer.outcome {
        outcome if outcome.is_complete() => {
            let proof = answer
                .certificate
                .as_ref()
                .map_or(String::new(), |proof| format!(" (proved by {})", proof.means()));
            format!("{value} is the {goal} {measured}{proof}")
        }
        outcome => format!("{value} found; the {goal} {measured} is {side} {bound} ({outcome})"),
    })
}

/// Names what is measured: `number of bishops`, `value`, `number of empty squares that 0 queens attack`.
fn measured(rules: &Rules, objective: &Objective) -> String {
    match &objective.measure {
        Measure::Number(kinds) => format!("number of {}", kind_names(rules, kinds)),
        Measure::Value => "value".to_owned(),
        Measure::Sets => "number of sets".to_owned(),
        Measure::Squares(cover) => format!("number of {}", covered_squares(rules, cover)),
    }
}

fn kind_names(rules: &Rules, kinds: &KindSet) -> String {
    if *kinds == rules.all_kinds() && kinds.len() > 1 {
        return "pieces".to_owned();
    }
    let names: Vec<String> = kinds
        .iter()
        .filter_map(|&kind| rules.kinds.get(kind))
        .map(queens::problem::rules::Kind::plural)
        .collect();
    names.join(" and ")
}

fn covered_squares(rules: &Rules, cover: &Cover) -> String {
    let squares = match &cover.standing {
        Standing::Any => "squares".to_owned(),
        Standing::Empty => "empty squares".to_owned(),
        Standing::Occupied(kinds) => format!("squares with {}", kind_names(rules, kinds)),
    };
    let attackers = kind_names(rules, &cover.by);
    match cover.times {
        Bounds::AT_LEAST_ONE => format!("{squares} that {attackers} attack"),
        times if times.high() == 0 => format!("{squares} that no {attackers} attack"),
        times => format!("{squares} that {times} {attackers} attack"),
    }
}
