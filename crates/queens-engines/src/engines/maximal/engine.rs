//! Maximal sets as an engine.

use super::{ID, accepts, count};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use queens_model::problem::Problem;
use queens_model::relative::KnownRules;
use queens_model::unsupported::Unsupported;

/// The engine `maximal`.
pub(crate) struct MaximalSets;

impl Engine for MaximalSets {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "sets to which nothing can be added, by cliques of the complement",
            year: 1973,
            author: "Coen Bron, Joep Kerbosch",
            source: "Finding all cliques of an undirected graph, Communications of the ACM 16, 1973; the choice of the \
                     square after Tomita, Tanaka and Takahashi 2006",
            how: [
                "In a maximal set every square is occupied or attacked, so a square that is neither must be covered next.",
                "It branches on the square that can be covered in the fewest ways: by a piece there, or by one that attacks it.",
                "A square that was tried stays empty from then on, and must be attacked in the end.",
            ],
            idea: &[],
            figures: &[],
            time: "a few steps for each set",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(9),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if rules == KnownRules::Maximal {
            accepts(plain)
        } else {
            Err(self.info().wrong_question(question))
        }
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let report = count(task.problem, task.settings)?;
        let finding = Finding::new(report.outcome.into(), report.statistics);
        Ok(Finding {
            threads: report.threads,
            ..finding.with_count(report.count)
        })
    }
}
