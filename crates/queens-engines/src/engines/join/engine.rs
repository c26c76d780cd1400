//! The join as an engine.

use super::run::check_size;
use super::{ID, cut, work_units};
use crate::engines::{Completeness, Engine, EngineInfo, FigureInfo, Finding, Task};
use crate::parallel::WorkUnits;
use crate::question::Question;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use queens_simd::Kernel;

/// The engine.
pub(crate) struct Join;

/// Returns true if no engine that splits a count is faster than the join for `problem`,
/// which it takes.
pub(crate) fn is_fastest(problem: &Problem) -> bool {
    problem.is_standard() || cut::is_faster_than_rows(problem)
}

/// Figures of a work unit beside its solutions: the same on every machine, so that work
/// units of different machines agree in them.
const FIGURES: [FigureInfo; 1] = [FigureInfo {
    name: "pairs",
    words: "pairs of a top and a bottom half that were joined",
}];

impl Engine for Join {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "half boards, joined",
            year: 2026,
            author: "this project",
            source: "docs/design/join.md; joins of two halves of a search: Horowitz and Sahni, Computing partitions \
                     with applications to the knapsack problem, Journal of the ACM 21, 1974",
            how: [
                "The board is cut between its middle rows; a half is one word with a bit for each diagonal it takes.",
                "Two halves on different columns fit when the AND of their words is zero: blocks of 256, or 512 with AVX-512, are tested at once.",
                "Only one solution of each symmetry class is counted, as often as it has images.",
            ],
            idea: &[],
            figures: &FIGURES,
            time: "grows 25 to 100 times for each two sizes",
            memory: "the lists of one pair of halves for each thread",
            finds: Completeness::Count,
            practical: Some(18),
            mirrors: true,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        if problem.is_standard() {
            check_size(problem.rows())
        } else {
            cut::accepts_problem(problem)
        }
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
        if problem.is_standard() {
            work_units(problem.rows(), kernel)
        } else {
            cut::work_units(problem, kernel)
        }
    }
}
