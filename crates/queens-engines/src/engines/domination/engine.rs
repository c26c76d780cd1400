//! Smallest dominating sets as an engine.

use super::search::{SmallestSets, smallest_sets};
use super::{ID, MAX_SQUARES};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::Meter;
use queens_model::constraints::Constraints;
use queens_model::domination::{published_bound, without_demands};
use queens_model::problem::{Problem, SquareKind};
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine `domination`.
pub struct DominatingSets;

impl Engine for DominatingSets {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "the fewest queens that occupy or attack every square: branch and bound, once for each orbit of squares",
            year: 2026,
            author: "this project",
            source: "docs/design/domination.md; the lower bound: Finozhenok and Weakley 2007",
            how: [
                "It branches on the open square that the fewest queens can dominate, and drops each of them when it was tried.",
                "A branch ends if its best remaining queens together dominate fewer squares than are open.",
                "The first queen is only tried on one square of each orbit under the symmetries of the board.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(14),
            mirrors: false,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question.domination().is_none() {
            return Err(self.info().wrong_question(question));
        }
        let squares = problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free);
        if Constraints::check_size(problem).is_err() || squares.count() > MAX_SQUARES {
            let (rows, columns) = (problem.rows(), problem.columns());
            let reason = format!(
                "a board of {rows} x {columns} is too large for dominating sets: at most {MAX_SQUARES} squares"
            );
            return Err(Unsupported::new(ID, Parameter::Size, reason));
        }
        Ok(())
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        self.accepts(task.problem, task.question)?;
        let Some((domination, counts)) = task.question.domination() else {
            return Err(self.info().wrong_question(task.question));
        };
        let problem = without_demands(task.problem);
        let mut meter = Meter::new(task.limits());
        let form = Constraints::within(&problem, task.limits()).map_err(|error| Unsupported::from(error).by(ID))?;
        let form = form.and_then(|form| Ok((form.symmetries_within(task.limits())?, form)));
        let (symmetries, form) = match form {
            Ok(form) => form,
            Err(stop) => return Ok(Finding::new(Err(stop), meter.statistics()).with_count(0u128)),
        };
        let bound = published_bound(&problem).unwrap_or(0) as usize;
        let search = match form.squares().len() {
            0..=64 => smallest_sets::<1>,
            65..=128 => smallest_sets::<2>,
            129..=256 => smallest_sets::<4>,
            257..=512 => smallest_sets::<8>,
            _ => smallest_sets::<16>,
        };
        let (smallest, step) = search(&form, domination, &symmetries, counts, bound, &mut meter);
        let finding = Finding::new(step, meter.statistics());
        Ok(conclude(&form, smallest, counts, bound, finding))
    }
}

/// Combines the smallest sets and the outcome of their search into a result.
fn conclude(
    form: &Constraints,
    smallest: SmallestSets,
    counts: bool,
    published: usize,
    finding: Finding,
) -> Finding {
    let SmallestSets { queens, bound, sets, fundamental } = smallest;
    let proof = match queens.as_ref().is_some_and(|queens| queens.len() == published) {
        true => Certificate::DominationBound,
        false => Certificate::Exhausted,
    };
    let certificate = finding.step.is_ok().then_some(proof);
    let least = bound as u32;
    let (count, detail) = match &queens {
        Some(_) if counts => (sets, Detail::Smallest { queens: least, fundamental }),
        Some(queens) => (queens.len() as u128, Detail::AtLeast(least)),
        None => (0, Detail::None),
    };
    Finding {
        count: Some(count),
        set: queens.filter(|_| !counts).map(|queens| form.placement(queens)),
        ..finding.with_certificate(certificate).with_detail(detail)
    }
}
