//! The search by rows as an engine.

use super::{ID, accepts_problem, profile_work_units, work_units};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::WorkUnits;
use crate::question::{Detail, Question};
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use queens_simd::Kernel;

/// The engine.
pub(crate) struct Rows;

impl Engine for Rows {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "row by row, many boards side by side in vectors",
            year: 1997,
            author: "Martin Richards; Zongyan Qiu 1988",
            source: "Backtracking algorithms in MCPL using bit patterns and recursion, University of Cambridge, 1997; \
                     Bit-vector encoding of n-queen problem, ACM SIGPLAN Notices 37 (2), 2002",
            how: [
                "Three words per board say which columns and diagonals of the next row are taken.",
                "Boards of one depth lie side by side in a vector register; a board that has no square left drops out.",
                "The standard board is split by the four queens on its border, of whose eight images one is searched.",
            ],
            idea: &[],
            figures: &[],
            time: "one cycle for each queen with AVX-512, two with AVX2, some fifteen without",
            memory: "a bounded list of boards for each row and thread",
            finds: Completeness::Count,
            practical: Some(17),
            mirrors: true,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question != Question::Profile {
            self.info().answers(question)?;
        }
        accepts_problem(problem)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let mut finding = task.run_units(self)?;
        if task.question == Question::Profile {
            finding.detail = Detail::Profile(std::mem::take(&mut finding.tally));
        }
        Ok(finding)
    }

    fn work_units(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn WorkUnits>, Unsupported> {
        self.accepts(problem, question)?;
        if question == Question::Profile {
            profile_work_units(problem, kernel)
        } else {
            work_units(problem, kernel)
        }
    }
}
