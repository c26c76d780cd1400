//! The transfer matrix as an engine.

use super::{ID, accepts, count, lines};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;

/// The engine `transfer`.
pub(crate) struct Transfer;

impl Engine for Transfer {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "square by square: states with the same future are counted once",
            year: 1986,
            author: "Richard P. Stanley",
            source: "Enumerative Combinatorics 1, section 4.7: the transfer-matrix method",
            how: [
                "A state is the set of squares to come that the pieces so far close, and their number if it matters.",
                "Each square in turn has a piece or not, and the counts of equal states are added up.",
                "Components of the board that no attack connects are counted separately, and their numbers are multiplied.",
            ],
            idea: &[],
            figures: &[],
            time: "a step for each square and state: kings O(1.62^n) states, knights below 4^n",
            memory: "the states, within the memory limit (1 GiB)",
            finds: Completeness::Count,
            practical: Some(14),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        accepts(problem).or_else(|refused| {
            if lines::accepts(problem) {
                Ok(())
            } else {
                Err(refused)
            }
        })
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let report = count(task.problem, task.limits())?;
        Ok(Finding::new(report.outcome.into(), report.statistics)
            .with_count(report.count))
    }
}
