//! The engine `gpu`: its description and its answer.

use super::{ID, shards_on};
use crate::engines::join::{self, MIN_JOINED_SIZE};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::Sharded;
use crate::question::Question;
use ::gpu::{CardError, Cuda};
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use std::sync::{Arc, OnceLock};

/// The engine.
pub struct Gpu;

/// Returns the card of this machine, which is detected once.
fn card() -> Result<Arc<Cuda>, Unsupported> {
    static CARD: OnceLock<Result<Arc<Cuda>, CardError>> = OnceLock::new();
    let card = CARD.get_or_init(|| Cuda::open().map(Arc::new));
    card.clone().map_err(|error| Unsupported::new(ID, Parameter::Engine, error))
}

impl Engine for Gpu {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "half boards, joined on a graphics card",
            year: 2026,
            author: "this project",
            source: "docs/design/gpu.md; the algorithm is that of the engine join",
            how: [
                "The work units are those of the engine join; the card builds the halves of each from lists of quarters.",
                "A block of threads holds tables of 1,024 or 2,048 bottom halves in shared memory, in which each top half is looked up.",
                "While the card works, the processor recounts some of the work units; a difference stops the run.",
            ],
            idea: &[],
            figures: &join::FIGURES,
            time: "as join",
            memory: "of the card: lists of quarters and halves, cut to fit",
            finds: Completeness::Count,
            practical: None,
            mirrors: true,
        }
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        join::check_standard(problem).map_err(|error| error.by(ID))?;
        if problem.rows() < MIN_JOINED_SIZE {
            let reason = format!("it counts boards of {MIN_JOINED_SIZE} rows and more: leave the engine out");
            return Err(Unsupported::new(ID, Parameter::Size, reason));
        }
        card().map(drop)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        Ok(Finding { kernel: None, ..task.run_units(self)? })
    }

    fn shards(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn Sharded>, Unsupported> {
        self.accepts(problem, question)?;
        shards_on(card()?, problem.rows(), kernel)
    }
}
