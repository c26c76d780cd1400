//! Queens and pawns as an engine.

use super::{ID, first, work_units};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::WorkUnits;
use crate::question::{Detail, Question};
use control::Meter;
use queens_model::problem::Problem;
use queens_model::relative::KnownRules;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;

/// The engine `pawns`.
pub(crate) struct Pawns;

impl Engine for Pawns {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "queens with pawns between them, row by row",
            year: 2006,
            author: "R. Douglas Chatham, Gerd Fricke, R. Duane Skaggs",
            source: "The queens separation problem, Utilitas Mathematica 69, 2006",
            how: [
                "A pawn attacks nothing and stops all attacks; queens and pawns alternate in every row and column.",
                "Three words hold the columns and diagonals that are taken; a pawn removes its square from all three.",
                "The first row is searched to its middle: the mirror image of a solution is another one.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n) words for each thread",
            finds: Completeness::Special,
            practical: Some(12),
            mirrors: true,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if !matches!(rules, KnownRules::Pawns(_)) {
            return Err(self.info().wrong_question(question));
        }
        let reason = "pawns are placed on standard square boards, without givens or holes: for pawns that already \
                      stand use walls and a total";
        match plain.is_standard() {
            true => work_units(plain.rows(), 0).map(drop),
            false if !plain.givens().is_empty() => {
                Err(Unsupported::new(ID, Parameter::Givens, reason))
            }
            false => Err(Unsupported::new(ID, Parameter::Size, reason)),
        }
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let KnownRules::Pawns(pawns) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        if task.question == Question::One {
            let meter = Meter::new(task.limits());
            let (found, outcome) = first(task.problem.rows(), pawns, task.limits())?;
            let finding = Finding::new(outcome.into(), meter.statistics());
            return Ok(match found {
                Some(position) => {
                    // The set of queens is the answer; a break of who listens changes
                    // nothing.
                    let _ = task.take(position.queens);
                    finding.with_detail(Detail::Pawns(position.pawns))
                }
                None => finding,
            });
        }
        let finding = task.run_all(self, &*work_units(task.problem.rows(), pawns)?)?;
        let fundamental =
            Detail::Fundamental(finding.tally.first().map_or(0, |eighths| eighths / 8));
        Ok(finding.with_detail(fundamental))
    }

    fn work_units(
        &self,
        problem: &Problem,
        question: Question,
        _kernel: Kernel,
    ) -> Result<Box<dyn WorkUnits>, Unsupported> {
        self.accepts(problem, question)?;
        match KnownRules::from_problem(problem) {
            Some((plain, KnownRules::Pawns(pawns))) if question != Question::One => {
                work_units(plain.rows(), pawns)
            }
            _ => Err(self.info().wrong_question(question)),
        }
    }
}
