//! Questions about sets of queens that are not solutions of a problem: boards of more dimensions, and sets that no solution contains.

use super::solve::{SolveArgs, settings, work, write_checked, wrong_solution};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compared;
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several};
use clap::Args;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::reference;
use queens::relative::{Dimensions, Relative};
use queens::render::Format;
use queens::{Answer, Certificate, Detail, Question, ask, check};

/// Options that select such a question.
#[derive(Debug, Args)]
#[group(id = "relative", multiple = false)]
pub(crate) struct RelativeArgs {
    /// Largest sets on a board of 3, 4 or 5 dimensions
    #[arg(long, value_name = "NUMBER", hide_short_help = true, allow_negative_numbers = true)]
    dimensions: Option<Dimensions>,
    /// Smallest sets that no solution contains
    #[arg(long, hide_short_help = true)]
    uncompletable: bool,
}

impl RelativeArgs {
    /// Returns what the question is about, if one was selected.
    pub(crate) fn relative(&self) -> Option<Relative> {
        let uncompletable = self.uncompletable.then_some(Relative::Uncompletable);
        self.dimensions.map(Relative::Dimensions).or(uncompletable)
    }
}

/// Finds a set of queens.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    relative: Relative,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let options = [(args.large.random, "--random"), (args.large.binary, "--binary")];
    if let Some((_, option)) = options.into_iter().find(|(is_given, _)| *is_given) {
        let name = relative.id();
        return Err(Failure::input(format!("{option} cannot be used with --{name}: leave one of them out")));
    }
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let question = Question::Relative(relative);
    let answer = ask(problem, question, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    check_answer(problem, relative, &answer)?;
    write_checked(problem, &answer, format, console)?;
    console.say(meaning(problem, relative, &answer));
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Checks the set that was found by arithmetic that no engine shares.
fn check_answer(problem: &Problem, relative: Relative, answer: &Answer) -> Result<(), Failure> {
    let Some(queens) = &answer.first else { return Ok(()) };
    let groups = if let Detail::Groups { groups, .. } = &answer.detail { groups.as_slice() } else { &[] };
    check::relative(problem, relative, queens, groups).map_err(wrong_solution)
}

/// Describes the answer in one sentence.
fn meaning(problem: &Problem, relative: Relative, answer: &Answer) -> String {
    match relative {
        Relative::Uncompletable => uncompletable_set(answer),
        _ => largest_set(problem, relative, answer),
    }
}

fn largest_set(problem: &Problem, relative: Relative, answer: &Answer) -> String {
    let size = grouped(answer.count);
    let published = reference::best_of(problem, relative);
    match (&answer.detail, answer.outcome) {
        (_, Outcome::Exhausted) => {
            let proof = match answer.certificate {
                Some(Certificate::LineWeights) => "no line or block of cells has room for more",
                _ => "proved by exhaustive search",
            };
            let compared = compared(published.as_ref(), answer.count as usize);
            format!("{size} is the maximum ({proof}){compared}")
        }
        (Detail::Groups { bound, .. }, outcome) => {
            let known =
                published.map_or(String::new(), |known| format!(" ({} has {})", known.name, known.value));
            let why = match outcome {
                Outcome::GaveUp => "the board is too large for a proof".to_owned(),
                outcome => outcome.to_string(),
            };
            let bound = grouped(u128::from(*bound));
            format!("{size} queens found{known}; the maximum is at most {bound} ({why})")
        }
        (_, outcome) => format!("no set found yet ({outcome})"),
    }
}

fn uncompletable_set(answer: &Answer) -> String {
    match (&answer.first, answer.outcome) {
        (Some(queens), _) if queens.is_empty() => NO_SOLUTION.to_owned(),
        (Some(queens), _) => format!(
            "this set of {} breaks no rule, but no solution contains it; every smaller set that breaks no rule can be \
             completed",
            several(queens.len() as u64, "queen")
        ),
        (None, Outcome::Exhausted) => ALL_ARE_COMPLETABLE.to_owned(),
        (None, outcome) => {
            let least = if let Detail::AtLeast(least) = answer.detail { least } else { 0 };
            // That a set has at least 0 queens says nothing.
            let bound = match least {
                0 => String::new(),
                least => format!("; the smallest has at least {}", several(least, "queen")),
            };
            format!("no set found yet{bound} ({outcome})")
        }
    }
}

/// Sentence about sets that no solution contains, if there is none.
const ALL_ARE_COMPLETABLE: &str = "every set of queens that breaks no rule can be completed";

/// Sentence about the empty set that no solution contains.
const NO_SOLUTION: &str = "the problem has no solution, so no solution contains even the empty set";

/// Describes the counted sets: their number, their size, and their number up to symmetry.
pub(super) fn counted_sets(answer: &Answer) -> Option<String> {
    let (relative, _) = answer.question.relative().filter(|_| answer.is_complete())?;
    let (size, fundamental) = match answer.detail {
        Detail::Smallest { .. } if answer.count == 0 => return Some(ALL_ARE_COMPLETABLE.to_owned()),
        Detail::Smallest { queens: 0, .. } => return Some(NO_SOLUTION.to_owned()),
        Detail::Smallest { queens, fundamental } => (u128::from(queens), fundamental),
        // The engine counts one size.
        Detail::Fundamental(fundamental) => (answer.figures.first()?.value, fundamental),
        _ if relative == Relative::Uncompletable && answer.count == 0 => {
            return Some(ALL_ARE_COMPLETABLE.to_owned());
        }
        _ => return None,
    };
    let (sets, size) = (several(answer.count, "set"), several(size, "queen"));
    Some(format!("{sets} of {size}, {} up to symmetry", grouped(fundamental)))
}
