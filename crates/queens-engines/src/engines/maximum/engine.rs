//! The largest set as an engine.

use super::{ID, maximum};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Detail, Question};
use control::Meter;
use queens_model::instance::Instance;
use queens_model::problem::Problem;
use queens_model::relative::KnownRules;
use queens_model::unsupported::Unsupported;

/// The engine `maximum`.
pub(crate) struct MaximumSet;

impl Engine for MaximumSet {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "a largest set of queens that do not attack each other: matching, weighted lines, branch and bound",
            year: 2026,
            author: "this project",
            source: "docs/design/maximum.md; matchings: Denes Konig 1931; sums on a torus: Polya 1918, Monsky 1989",
            how: [
                "If squares of one colour never attack each other, or pieces attack along two kinds of lines, a matching gives a largest set.",
                "Otherwise lines get weights, so that the lines through any square weigh at least one together: their sum is an upper bound.",
                "A local search ends if it reaches the bound; otherwise branch and bound tries all larger sets.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential if the bound is not met",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(20),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if rules != KnownRules::Most || question != Question::One {
            return Err(self.info().wrong_question(question));
        }
        Instance::check_size(plain).map_err(|error| Unsupported::from(error).by(ID))
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let meter = Meter::new(task.limits());
        let mut most = match maximum(task) {
            Ok(most) => most,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        most.statistics.elapsed = meter.statistics().elapsed;
        let count = most
            .queens
            .as_ref()
            .map_or(0, queens_model::placement::Placement::len);
        Ok(Finding {
            count: Some(count as u128),
            set: most.queens,
            ..Finding::new(most.step, most.statistics)
                .with_certificate(Some(most.certificate))
                .with_detail(Detail::Bound(most.bound))
        })
    }
}
