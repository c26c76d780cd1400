//! The answer to a question about a relative, in one sentence.

use crate::problem::compared;
use crate::table::{grouped, several};
use queens::control::Outcome;
use queens::domination::{Domination, published_bound};
use queens::problem::{Goal, Problem};
use queens::reference;
use queens::relative::{PieceMix, Relative};
use queens::{Answer, Certificate, Detail};
use std::num::NonZeroU16;

/// Describes the answer in one sentence.
pub(super) fn meaning(problem: &Problem, relative: Relative, answer: &Answer) -> String {
    match relative {
        Relative::Dominating(domination) => dominating_set(problem, domination, answer),
        Relative::Armies => armies(problem, answer),
        Relative::Pieces(mix) => pieces(mix, answer),
        Relative::Best(goal) => best_sum(goal, answer),
        Relative::Dimensions(_) => largest_set(problem, relative, answer),
        Relative::Coloring(wanted) => coloring(problem, wanted, answer),
        Relative::Uncompletable => uncompletable_set(answer),
    }
}

/// Returns the proof of the answer in brackets, after a blank; empty if there is none.
fn proof(answer: &Answer) -> String {
    answer.certificate.as_ref().map_or(String::new(), |proof| format!(" (proved by {})", proof.means()))
}

/// Returns the reason why there is no proof.
fn no_proof(outcome: Outcome) -> String {
    match outcome {
        Outcome::GaveUp => "the board is too large for a proof".to_owned(),
        outcome => outcome.to_string(),
    }
}

/// Compares the count of a complete answer with the published one.
fn as_published(problem: &Problem, relative: Relative, answer: &Answer) -> String {
    compared(reference::best_of(problem, relative).as_ref(), answer.count as usize)
}

/// Returns the published count in brackets, after a blank, for an answer that is not complete; empty if there is none.
fn known(problem: &Problem, relative: Relative) -> String {
    let known = reference::best_of(problem, relative);
    known.map_or(String::new(), |known| format!(" ({} has {})", known.name, known.value))
}

fn dominating_set(board: &Problem, domination: Domination, answer: &Answer) -> String {
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
            let compared = as_published(board, Relative::Dominating(domination), answer);
            format!("{} is the minimum{proof}{compared}", queens.len())
        }
        (Some(queens), outcome) => {
            let least = if let Detail::AtLeast(least) = answer.detail { least } else { 0 };
            format!("{} found; the minimum is at least {least} ({outcome})", queens.len())
        }
        (None, Outcome::Exhausted) => no_dominating_set(domination).to_owned(),
        (None, outcome) => format!("no set found yet ({outcome})"),
    }
}

fn armies(problem: &Problem, answer: &Answer) -> String {
    let size = several(answer.count, "queen");
    match (&answer.detail, answer.outcome) {
        (Detail::Groups { .. }, Outcome::Exhausted) => format!(
            "{size} of each colour is the maximum{}{}",
            proof(answer),
            as_published(problem, Relative::Armies, answer)
        ),
        (Detail::Groups { bound, .. }, outcome) => {
            let known = reference::armies_by_construction(problem);
            let known =
                known.map_or(String::new(), |known| format!(" (a known construction reaches about {known})"));
            let why = no_proof(outcome);
            format!("{size} of each colour found{known}; the maximum is at most {bound} ({why})")
        }
        (_, outcome) => format!("no armies found yet ({outcome})"),
    }
}

fn pieces(mix: PieceMix, answer: &Answer) -> String {
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
        (_, Outcome::Exhausted) => no_placement(mix),
        (_, outcome) => format!("no placement of {mix} found yet ({outcome})"),
    }
}

fn best_sum(goal: Goal, answer: &Answer) -> String {
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

fn largest_set(problem: &Problem, relative: Relative, answer: &Answer) -> String {
    let size = grouped(answer.count);
    match (&answer.detail, answer.outcome) {
        (_, Outcome::Exhausted) => {
            let proof = match answer.certificate {
                Some(Certificate::LineWeights) => "no line or block of cells has room for more",
                _ => "proved by exhaustive search",
            };
            format!("{size} is the maximum ({proof}){}", as_published(problem, relative, answer))
        }
        (Detail::Groups { bound, .. }, outcome) => {
            let (bound, why) = (grouped(u128::from(*bound)), no_proof(outcome));
            format!("{size} queens found{}; the maximum is at most {bound} ({why})", known(problem, relative))
        }
        (_, outcome) => format!("no set found yet ({outcome})"),
    }
}

fn coloring(problem: &Problem, wanted: Option<NonZeroU16>, answer: &Answer) -> String {
    let (colors, proof) = (several(answer.count, "colour"), proof(answer));
    let fewest = Relative::Coloring(None);
    match (&answer.detail, wanted, answer.outcome) {
        (Detail::Groups { .. }, None, Outcome::Exhausted) => {
            let are = if answer.count == 1 { "is" } else { "are" };
            format!("{colors} {are} the fewest{proof}{}", as_published(problem, fewest, answer))
        }
        (Detail::Groups { .. }, Some(_), Outcome::Exhausted)
            if answer.certificate.is_some() || answer.count < 2 =>
        {
            format!("{colors}; fewer are not enough{proof}")
        }
        (Detail::Groups { .. }, Some(_), Outcome::Exhausted) => format!("{colors}; fewer may be enough"),
        (Detail::Groups { bound, .. }, _, outcome) => {
            let (known, why) = (known(problem, fewest), no_proof(outcome));
            format!("{colors} found; the fewest are at least {bound}{known} ({why})")
        }
        (_, Some(wanted), Outcome::Exhausted) => {
            format!("there is no colouring with {}{proof}", several(wanted.get(), "colour"))
        }
        (_, _, outcome) => format!("no colouring found yet ({outcome})"),
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

fn no_dominating_set(domination: Domination) -> &'static str {
    match domination {
        Domination::Independent => "there is no such set: given queens attack each other",
        Domination::Any | Domination::Total => "there is no such set: no piece can attack some square",
    }
}

fn no_placement(mix: PieceMix) -> String {
    format!("there is no placement of {mix} (proved by exhaustive search)")
}

/// Describes a complete count of which a number alone says too little: there are no solutions of `relative`, or one without
/// queens.
pub(crate) fn special_count(relative: Relative, answer: &Answer) -> Option<String> {
    let size = if let Detail::Smallest { queens, .. } = answer.detail { Some(queens) } else { None };
    match (relative, answer.count, size) {
        (Relative::Dominating(domination), 0, _) => Some(no_dominating_set(domination).to_owned()),
        (Relative::Pieces(mix), 0, _) => Some(no_placement(mix)),
        (Relative::Uncompletable, 0, _) => Some(ALL_ARE_COMPLETABLE.to_owned()),
        (Relative::Uncompletable, _, Some(0)) => Some(NO_SOLUTION.to_owned()),
        _ => None,
    }
}
