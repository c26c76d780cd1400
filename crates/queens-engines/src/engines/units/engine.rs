//! The engine `units`: its description and its answer.

use super::{ID, SolutionListener, demand, run};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use control::{Meter, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;

/// The engine.
pub(crate) struct ExactUnits;

impl Engine for ExactUnits {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "smallest unit first, over rows, columns and regions alike",
            year: 2026,
            author: "this project",
            source: "docs/design/units.md; units confined to others: J.-C. Regin, A filtering algorithm for \
                     constraints of difference in CSPs, AAAI 1994",
            how: [
                "The search branches in the row, column or region with the fewest placements.",
                "It closes squares that every placement of a unit attacks, and squares needed by units confined to others.",
                "One flow of queens between two kinds of units finds all n units that are confined to n others, for every n.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential; region puzzles with one solution take few nodes",
            memory: "O(n^2) bits for each queen",
            finds: Completeness::All,
            practical: Some(18),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        demand(problem).map(drop)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let demand = demand(task.problem)?;
        let (problem, limits) = (task.problem, task.limits());
        let mut meter = Meter::new(limits);
        if task.only_counts() {
            let mut count = SolutionCounter(0);
            let step = run(problem, demand, limits, &mut meter, &mut count);
            return Ok(Finding::new(step, meter.statistics()).with_count(count.0));
        }
        let step = run(problem, demand, limits, &mut meter, &mut TaskListener(task));
        Ok(Finding::new(step, meter.statistics()))
    }
}

/// Counts solutions.
struct SolutionCounter(u128);

impl SolutionListener for SolutionCounter {
    fn take(&mut self, _: &dyn Fn() -> Placement) -> Step {
        self.0 += 1;
        Ok(())
    }
}

/// Passes solutions to a task.
struct TaskListener<'a, 't>(&'a mut Task<'t>);

impl SolutionListener for TaskListener<'_, '_> {
    fn take(&mut self, placement: &dyn Fn() -> Placement) -> Step {
        self.0.take(placement())
    }
}
