//! Repair as an engine.

use super::board::RepairBoard;
use super::repair;
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use control::{Meter, Stop};
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
/// The engine `repair`.
/// The engine `repair`.
pub(crate) struct Repair;

const ID: &str = "repair";

impl Engine for Repair {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "greedy fill, then repair: one completion of a large board",
            year: 1994,
            author: "Rok Sosic, Jun Gu",
            source: "Efficient local search with conflict minimization: a case study of the n-queens problem, IEEE \
                     Transactions on Knowledge and Data Engineering 6, 1994",
            how: [
                "Free rows are filled in order, each with the first of the shuffled unused columns that is not attacked.",
                "The few rows without such a column exchange columns with random rows until there is no attack.",
                "It gives up after a number of tries, which proves nothing.",
            ],
            idea: &[],
            figures: &[],
            time: "O(n), as measured, on boards with room",
            memory: "O(n)",
            finds: Completeness::One,
            practical: Some(1_000_000),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question != Question::Random {
            self.info().answers(question)?;
        }
        RepairBoard::check(problem).map_err(|unsupported| unsupported.by(ID))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let mut meter = Meter::new(task.limits());
        let board = match RepairBoard::from_problem(task.problem, &mut meter) {
            Ok(board) => board,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics()));
            }
        };
        let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
        let step = match repair(&board, &mut random, &mut meter) {
            Ok(Some(placement)) => task.take(placement),
            Ok(None) => Err(Stop::GaveUp),
            Err(stop) => Err(stop),
        };
        Ok(Finding::new(step, meter.statistics()))
    }
}
