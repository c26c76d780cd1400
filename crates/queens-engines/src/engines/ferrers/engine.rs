//! The engine `ferrers`: its description and its answer.

use super::{ID, accepts, count};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use control::Meter;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;

/// The engine.
pub(crate) struct Ferrers;

impl Engine for Ferrers {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "rooks and bishops on Ferrers boards, by the lengths of their lines",
            year: 1946,
            author: "Irving Kaplansky, John Riordan",
            source: "The problem of the rooks and its applications, Duke Mathematical Journal 13, 1946; for bishops \
                     S. E. Arshon 1936",
            how: [
                "Rooks attack along rows and columns, bishops along two kinds of diagonals: each square lies on two lines.",
                "If the lines of one kind are nested, a piece on a shorter line blocks one square of every longer line.",
                "So the number of sets follows from the line lengths alone, one line at a time.",
            ],
            idea: &[],
            figures: &[],
            time: "O(n^2)",
            memory: "O(n^2) bits",
            finds: Completeness::Count,
            practical: Some(34),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        accepts(problem)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let meter = Meter::new(task.limits());
        let count = count(task.problem)?;
        Ok(Finding::new(Ok(()), meter.statistics()).with_count(count))
    }
}
