//! The engines: everything that searches or counts, in one registry.
//!
//! The ladder is the exhibit, from the odometer to the bit mask; the fast engines beside it carry the names of the
//! literature. All show one face, [`Engine`]: what it is ([`EngineInfo`]), what it takes, what it answers. Which one
//! answers a question is decided in [`crate::ask`], not here.

pub mod ferrers;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod inclusion_exclusion;
mod info;
pub mod join;
pub mod ladder;
pub mod large;
pub mod maximal;
pub mod maximum;
pub mod modular;
pub mod pawns;
pub mod pigeonhole;
pub mod repair;
pub mod residual;
pub mod rows;
pub mod sat;
pub mod symmetric;
mod task;
pub mod transfer;
pub mod units;

pub use info::{Completeness, EngineInfo, FigureInfo, IdeaLine, IdeaStep, StepKind};
pub use task::{Ask, Finding, Sink, Task};

use crate::parallel::Sharded;
use crate::question::{Question, Settings};
use ladder::Event;
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use std::ops::ControlFlow;

/// Hears of every step of an engine; a break ends it.
pub type Steps<'f> = &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>;

/// The face of every engine.
pub trait Engine: Send + Sync {
    /// What one should know of it.
    fn info(&self) -> &'static EngineInfo;

    /// Whether it can answer `question` about `problem`.
    ///
    /// # Errors
    /// Why it cannot.
    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported>;

    /// Answers the question of `task`: hands it the solutions, and says how it ended.
    ///
    /// # Errors
    /// Why it cannot. A limit is no error.
    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported>;

    /// Hands every step to `each`, until `each` breaks off.
    ///
    /// # Errors
    /// Why it cannot answer `problem`; engines outside the ladder have no steps to show.
    fn trace(&self, problem: &Problem, settings: &Settings, each: Steps<'_>) -> Result<Finding, Unsupported> {
        let _ = (problem, settings, each);
        let reason = "it has no steps to show: choose an engine of the ladder (see `queens engines`)";
        Err(Unsupported::new(self.info().id, Parameter::Question, reason))
    }

    /// Cuts the question into work units, to be run anywhere, in any order.
    ///
    /// # Errors
    /// Why it cannot: most engines work in one piece.
    fn shards(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn Sharded>, Unsupported> {
        let _ = (problem, question, kernel);
        let reason = "it works in one piece: choose an engine that works in units, or leave the engine out";
        Err(Unsupported::new(self.info().id, Parameter::Question, reason))
    }

    /// Whether it is an engine of the ladder: one that reads like its source and works as its source does.
    fn is_of_the_ladder(&self) -> bool {
        false
    }
}

/// The fast engines, those for the most problems first.
static FAST: &[&dyn Engine] = &[
    &join::Join,
    #[cfg(feature = "gpu")]
    &gpu::Gpu,
    &rows::Rows,
    &transfer::Transfer,
    &ferrers::Ferrers,
    &inclusion_exclusion::InclusionExclusion,
    &residual::Residual,
    &units::ExactUnits,
    &repair::Repair,
    &modular::Modular,
    &pigeonhole::PigeonholeCount,
    &sat::SatSolver,
    &large::RandomSolution,
    &maximum::MaximumSet,
    &maximal::MaximalSets,
    &pawns::Pawns,
    &symmetric::Symmetric,
];

/// Every engine: the ladder from the simplest engine to the fastest, then the fast engines.
pub fn registry() -> impl Iterator<Item = &'static dyn Engine> + Clone {
    ladder::LADDER.iter().chain(FAST).copied()
}

/// The engine called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Engine> {
    registry().find(|engine| engine.info().id == id)
}
