//! The registry of engines: everything that searches or counts.
//!
//! The ladder is a collection of textbook programs, from the odometer to the bit mask; the fast engines beside it carry
//! the names that the literature gives them. All implement [`Engine`]: a description ([`EngineInfo`]), the problems
//! that the engine accepts, and its answer. [`crate::ask`] decides which engine answers a question.

pub mod armies;
mod attack_lines;
pub mod coloring;
pub mod dimensions;
pub mod domination;
pub mod ferrers;
pub mod inclusion_exclusion;
mod info;
pub mod join;
pub mod ladder;
pub mod large;
pub mod maximal;
pub mod maximum;
pub mod modular;
pub mod pawns;
pub mod pieces;
pub mod pigeonhole;
pub mod places;
pub mod repair;
pub mod residual;
pub mod rows;
pub mod sat;
pub mod symmetric;
mod task;
pub mod toroidal;
pub mod transfer;
pub mod uncompletable;
mod unit_masks;
pub mod units;
pub mod weighted;

pub use info::{Completeness, EngineInfo, FigureInfo, IdeaLine, IdeaStep, StepKind};
pub use task::{Ask, Finding, SolutionSink, Task};

use crate::parallel::Sharded;
use crate::question::{Question, Settings};
use ladder::Event;
use queens_model::problem::{Grid, Problem, ProblemError};
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use std::ops::ControlFlow;

/// Callback for every step of an engine; a break ends the search.
pub type StepSink<'f> = &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>;

/// A search algorithm that answers questions about problems.
pub trait Engine: Send + Sync {
    /// Returns the description of the engine.
    fn info(&self) -> &'static EngineInfo;

    /// Returns true if the engine takes problems with [rules](Problem::rules), and hexagons.
    fn takes_rules(&self) -> bool {
        false
    }

    /// Checks that the engine can answer `question` about a `problem`, whose rules and grid it need not look at unless it
    /// [takes them](Engine::takes_rules).
    ///
    /// # Errors
    /// The parameter that it does not support, and the reason.
    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported>;

    /// Checks that the engine can answer `question` about `problem`. Only an engine that says so takes rules or hexagons, so that
    /// none can ignore them.
    ///
    /// # Errors
    /// As [`Engine::takes`].
    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if problem.rules().is_some() && !self.takes_rules() {
            return Err(Unsupported::new(self.info().id, Parameter::Rules, ProblemError::Rules));
        }
        if problem.grid() == Grid::Hex && !self.takes_rules() {
            let reason =
                "it takes boards of squares, not hexagons: choose places or sat, or leave the engine out";
            return Err(Unsupported::new(self.info().id, Parameter::Grid, reason));
        }
        self.takes(problem, question)
    }

    /// Answers the question of `task`: passes solutions to it and returns the result.
    ///
    /// # Errors
    /// As [`Engine::accepts`]. Reaching a limit is not an error.
    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported>;

    /// Passes every step to `each` until `each` breaks.
    ///
    /// # Errors
    /// An unsupported problem; engines outside the ladder record no steps.
    fn trace(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: StepSink<'_>,
    ) -> Result<Finding, Unsupported> {
        let _ = (problem, settings, each);
        let reason = "it has no steps to show: choose an engine of the ladder (see `queens engines`)";
        Err(Unsupported::new(self.info().id, Parameter::Question, reason))
    }

    /// As [`Engine::trace`], and passes what the engine holds after each step: [`Event::State`].
    ///
    /// # Errors
    /// As [`Engine::trace`].
    fn trace_states(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: StepSink<'_>,
    ) -> Result<Finding, Unsupported> {
        self.trace(problem, settings, each)
    }

    /// Cuts the question into work units, which can run on any machine and in any order.
    ///
    /// # Errors
    /// An unsupported question; most engines cannot be cut.
    fn shards(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn Sharded>, Unsupported> {
        let _ = (problem, question, kernel);
        let reason =
            "it cannot split its search into work units: choose one that can, or leave the engine out";
        Err(Unsupported::new(self.info().id, Parameter::Question, reason))
    }

    /// Returns true for an engine of the ladder: one that follows its source line by line.
    fn is_of_the_ladder(&self) -> bool {
        false
    }
}

/// The fast engines, in the order in which lists show them.
static FAST: &[&dyn Engine] = &[
    &join::Join,
    &rows::Rows,
    &toroidal::Toroidal,
    &transfer::Transfer,
    &ferrers::Ferrers,
    &inclusion_exclusion::InclusionExclusion,
    &residual::Residual,
    &units::ExactUnits,
    &places::AnyRules,
    &repair::Repair,
    &modular::Modular,
    &pigeonhole::PigeonholeCount,
    &sat::SatSolver,
    &large::RandomSolution,
    &maximum::MaximumSet,
    &maximal::MaximalSets,
    &domination::DominatingSets,
    &pawns::Pawns,
    &armies::PeaceableArmies,
    &pieces::MixedPieces,
    &weighted::BestSum,
    &dimensions::MoreDimensions,
    &coloring::SquareColoring,
    &uncompletable::UncompletableSets,
    &symmetric::Symmetric,
];

/// Iterates over all engines: the ladder from the simplest to the fastest, then the fast engines.
pub fn registry() -> impl Iterator<Item = &'static dyn Engine> + Clone {
    ladder::LADDER.iter().chain(FAST).copied()
}

/// Returns the engine with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Engine> {
    registry().find(|engine| engine.info().id == id)
}
