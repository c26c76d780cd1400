//! Best sums as an engine.

use super::{BestSolution, ID, best_solution};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::Meter;
use queens_model::instance::Instance;
use queens_model::problem::Problem;
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine `weighted`.
pub(crate) struct BestSum;

impl Engine for BestSum {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "solutions with the least or greatest sum of weights: branch and bound with Lagrangian multipliers",
            year: 2026,
            author: "this project",
            source: "docs/design/weights.md; the bound: min-sum diffusion, see T. Werner, A linear programming approach to \
                     max-sum problem, IEEE Trans. PAMI 29, 2007",
            how: [
                "Each row, column, region and diagonal has a multiplier; together they give a bound on every sum.",
                "At each node the multipliers are improved, and squares that no better solution can have are closed.",
                "It branches on the unit with the fewest squares, and searches neighbourhoods of the best solution first.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n^3)",
            finds: Completeness::Special,
            practical: Some(30),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if !matches!(rules, KnownRules::Relative(Relative::Best(_))) {
            return Err(self.info().wrong_question(question));
        }
        if plain.weights().is_none() {
            let reason = "the problem has no weights: give a number for each square (--weights FILE, or `weights:` in the \
                          text form)";
            return Err(Unsupported::new(ID, Parameter::Question, reason));
        }
        Instance::check_size(plain).map_err(|error| Unsupported::from(error).by(ID))
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let KnownRules::Relative(Relative::Best(goal)) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        let counts = task.question.wants_all();
        let meter = Meter::new(task.limits());
        let found = match best_solution(task, goal, counts) {
            Ok(found) => found,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        let BestSolution {
            solution,
            bound,
            counts: counted,
            step,
            mut statistics,
        } = found;
        statistics.elapsed = meter.statistics().elapsed;
        let finding = Finding::new(step, statistics);
        let certificate = step.is_ok().then_some(Certificate::Exhausted);
        let Some((sum, placement)) = solution else {
            return Ok(finding.with_count(0u128).with_certificate(certificate));
        };
        let fundamental = counts.then_some(counted.fundamental);
        let finding = finding.with_detail(Detail::Best {
            value: Some(sum),
            bound,
            fundamental,
        });
        if counts {
            return Ok(finding.with_count(counted.all));
        }
        let finding = finding.with_count(1u128).with_certificate(certificate);
        Ok(Finding {
            set: Some(placement),
            ..finding
        })
    }
}
