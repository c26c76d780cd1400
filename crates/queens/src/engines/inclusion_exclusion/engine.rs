//! Few queens as an engine.

use super::{Partial, Refusal, accepts, count};
use crate::engines::{Completeness, Engine, Finding, MethodInfo, Task};
use crate::problem::Problem;
use crate::question::Question;
use crate::unsupported::{Parameter, Unsupported};
use search_control::Statistics;

/// The engine.
pub struct InclusionExclusion;

const ID: &str = "inclusion-exclusion";

impl Engine for InclusionExclusion {
    fn info(&self) -> &'static MethodInfo {
        &MethodInfo {
            id: ID,
            title: "few queens on a large board, the last three by inclusion and exclusion",
            year: 2013,
            author: "Vaclav Kotesovec, after Edmund Landau",
            source: "Non-attacking chess pieces, 6th ed., 2013",
            how: [
                "All queens but three are placed, each on a row below the one before.",
                "The last three are counted by the open squares of each line: threes, less those with an attack in them.",
                "Triangles of three that attack each other are counted for whole rows at once, by shifts.",
            ],
            figures: &[],
            time: "O(n^2) for each way to place all but three of the queens",
            memory: "O(n^2) bits",
            finds: Completeness::Count,
            practical: 24,
            mirrors: true,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        accepts(problem).map_err(unsupported)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let report = task.in_units(|options| count(task.problem, options)).map_err(unsupported)?;
        let Partial { count, nodes } = report.partial;
        let statistics = Statistics { expanded: nodes, elapsed: report.elapsed, ..Statistics::default() };
        Ok(Finding::new(report.outcome.into(), statistics).with_count(count).in_units(&report))
    }
}

fn unsupported(refusal: Refusal) -> Unsupported {
    let parameter = match &refusal {
        Refusal::Piece(_) => Parameter::Piece,
        Refusal::Board => Parameter::Edges,
        Refusal::Demand => Parameter::Total,
        Refusal::TooLarge(_) => Parameter::Size,
        Refusal::Kernel(_) => Parameter::Kernel,
    };
    Unsupported::new(ID, parameter, refusal)
}
