//! The engine `inclusion-exclusion`: its description and its answer.

use super::{ID, accepts, work_units};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::WorkUnits;
use crate::question::Question;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use queens_simd::Kernel;

/// The engine.
pub(crate) struct InclusionExclusion;

impl Engine for InclusionExclusion {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "few queens on a large board, the last three by inclusion and exclusion",
            year: 2013,
            author: "Vaclav Kotesovec, after Edmund Landau",
            source: "Non-attacking chess pieces, 6th ed., 2013",
            how: [
                "All queens but three are placed, each on a row below the one before.",
                "The last three are counted from the number of open squares on each line: all triples, less those with an attack.",
                "Triples that attack each other all round are counted for whole rows at once, by bit shifts.",
            ],
            idea: &[],
            figures: &[],
            time: "O(n^2) for each way to place all but three of the queens",
            memory: "O(n^2) bits",
            finds: Completeness::Count,
            practical: Some(24),
            mirrors: true,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        accepts(problem)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        task.run_units(self)
    }

    fn work_units(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn WorkUnits>, Unsupported> {
        self.accepts(problem, question)?;
        work_units(problem, kernel)
    }
}
