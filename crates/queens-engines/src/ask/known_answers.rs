//! Answers of engines that know the rules of a problem, turned into answers about that
//! problem.

use super::dispatch::Plan;
use crate::question::{Answer, Detail, Question};
use queens_model::check;
use queens_model::placement::{Label, Placement};
use queens_model::problem::Problem;
use queens_model::relative::pieces_of;
use queens_model::square::Square;

impl Plan {
    /// Turns an answer about the plain problem into one about the problem with rules.
    pub(super) fn state_by_rules(&self, answer: Answer) -> Answer {
        let first = label_first_solution(&self.asked, &answer);
        let detail = self.state_detail(&answer, first.as_ref());
        // Asked for one solution, an engine for largest sets reports the size of its set.
        let count = if self.question == Question::One {
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

    /// Returns the best value and its bound if the rules say what is best, and the number
    /// of solutions up to symmetry.
    fn state_detail(&self, answer: &Answer, first: Option<&Placement>) -> Detail {
        let fundamental = self.count_up_to_symmetry(answer);
        let has_best = self.asked.rules().is_some_and(|rules| rules.best.is_some());
        let found = first.and_then(|pieces| check::value(&self.asked, pieces));
        // From the best source to the poorest: a proved bound, the size of the sets that
        // were counted, the value of the solution at hand.
        let bound = answer.bound().or_else(|| best_size(answer)).or(found);
        let Some(bound) = bound.filter(|_| has_best) else {
            return fundamental.map_or(Detail::None, Detail::Fundamental);
        };
        // A complete count is of the best solutions, so their value is the bound, even if
        // none of them was kept.
        let are_best_counted = answer.is_complete() && answer.count > 0;
        Detail::Best {
            value: found.or(are_best_counted.then_some(bound)),
            bound,
            fundamental,
        }
    }

    /// Returns the number of solutions up to symmetry: the engine's own, or 0 if it
    /// counted and found none.
    fn count_up_to_symmetry(&self, answer: &Answer) -> Option<u128> {
        let has_none =
            self.question != Question::One && answer.is_complete() && answer.count == 0;
        answer.fundamental().or(has_none.then_some(0))
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
fn label_first_solution(problem: &Problem, answer: &Answer) -> Option<Placement> {
    let first = answer.first.as_ref()?;
    match &answer.detail {
        Detail::Groups { groups, .. } => pieces_of(problem, groups),
        Detail::Pawns(pawns) => Some(label_pawns(first, pawns)),
        _ => Some(first.clone()),
    }
}

/// Returns queens and pawns as pieces of the first two kinds.
fn label_pawns(queens: &Placement, pawns: &[Square]) -> Placement {
    let mut pieces = Vec::with_capacity(queens.squares().len() + pawns.len());
    for (kind, squares) in [(0, queens.squares()), (1, pawns)] {
        for &square in squares {
            pieces.push((square, Label { kind, set: 0 }));
        }
    }
    Placement::labelled(pieces)
}
