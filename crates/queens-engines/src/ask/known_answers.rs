//! Answers of engines that know the rules of a problem, turned into answers about that
//! problem.

use super::dispatch::Plan;
use crate::question::{Answer, Detail, Question};
use queens_model::check;
use queens_model::placement::{Label, Placement};
use queens_model::problem::Problem;
use queens_model::relative::pieces_of;

impl Plan {
    /// Turns an answer about the plain problem into one about the problem with rules.
    pub(super) fn stated_by_rules(&self, answer: Answer) -> Answer {
        let (problem, question) = (&self.asked, self.question);
        let first = labelled(problem, &answer);
        let is_none =
            question != Question::One && answer.is_complete() && answer.count == 0;
        let fundamental = answer.fundamental().or(is_none.then_some(0));
        let has_best = problem.rules().is_some_and(|rules| rules.best.is_some());
        let found = first
            .as_ref()
            .and_then(|pieces| check::value(problem, pieces));
        let bound = answer.bound().or_else(|| best_size(&answer)).or(found);
        // Of the best solutions that were counted, the bound is their value.
        let value =
            found.or_else(|| bound.filter(|_| answer.is_complete() && answer.count > 0));
        let detail = match (bound.or(value).filter(|_| has_best), fundamental) {
            (Some(bound), fundamental) => Detail::Best {
                value,
                bound,
                fundamental,
            },
            (None, Some(fundamental)) => Detail::Fundamental(fundamental),
            (None, None) => Detail::None,
        };
        let count = if question == Question::One {
            first.is_some().into()
        } else {
            answer.count
        };
        Answer {
            count,
            first,
            detail,
            ..answer
        }
    }
}

/// Returns the size of the best sets that were counted: the first figure of their engine.
fn best_size(answer: &Answer) -> Option<i64> {
    let size = answer.figures.first().filter(|_| answer.is_complete())?;
    match answer.detail {
        Detail::Fundamental(_) => i64::try_from(size.value).ok(),
        _ => None,
    }
}

/// Returns the first solution with the kinds of its pieces.
fn labelled(problem: &Problem, answer: &Answer) -> Option<Placement> {
    let first = answer.first.as_ref()?;
    match &answer.detail {
        Detail::Groups { groups, .. } => pieces_of(problem, groups),
        Detail::Pawns(pawns) => {
            let piece = |kind| move |&square| (square, Label { kind, set: 0 });
            let queens = first.squares().iter().map(piece(0));
            Some(Placement::labelled(
                queens.chain(pawns.iter().map(piece(1))).collect(),
            ))
        }
        _ => Some(first.clone()),
    }
}
