//! The registry of engines: everything that searches or counts.
//!
//! The ladder is a collection of textbook programs, from the odometer to the bit mask;
//! the fast engines beside it carry the names that the literature gives them. All
//! implement [`Engine`]: a description ([`EngineInfo`]), the problems that the engine
//! accepts, and its answer. [`crate::ask`] decides which engine answers a question.

pub(crate) mod armies;
mod attack_lines;
pub(crate) mod coloring;
pub(crate) mod dimensions;
pub(crate) mod domination;
#[doc(hidden)]
pub mod ferrers;
#[doc(hidden)]
pub mod inclusion_exclusion;
mod info;
#[doc(hidden)]
pub mod join;
pub mod ladder;
pub mod large;
#[doc(hidden)]
pub mod maximal;
pub(crate) mod maximum;
#[doc(hidden)]
pub mod modular;
#[doc(hidden)]
pub mod pawns;
pub(crate) mod pieces;
pub(crate) mod pigeonhole;
pub(crate) mod places;
pub(crate) mod repair;
pub(crate) mod residual;
#[doc(hidden)]
pub mod rows;
pub(crate) mod sat;
mod set_orbits;
mod subtrees;
#[doc(hidden)]
pub mod symmetric;
mod task;
#[doc(hidden)]
pub mod toroidal;
#[doc(hidden)]
pub mod transfer;
pub(crate) mod uncompletable;
mod unit_masks;
#[doc(hidden)]
pub mod units;
pub(crate) mod weighted;

pub use info::{Completeness, EngineInfo, FigureInfo, IdeaLine, IdeaStep, StepKind};
pub use task::{Ask, Finding, SolutionSink, Task};

use crate::parallel::WorkUnits;
use crate::question::{Question, Settings};
use ladder::Event;
use queens_model::problem::rules::Invariance;
use queens_model::problem::{Grid, Problem};
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use std::ops::ControlFlow;

/// Callback for every step of an engine; a break ends the search.
pub type StepSink<'f> = &'f mut dyn FnMut(Event<'_>) -> ControlFlow<()>;

/// Reason of an engine that refuses rules.
const UNKNOWN_RULES: &str = "it does not know the rules of this problem: leave the engine out (see `queens engines`)";

/// A search algorithm that answers questions about problems.
pub trait Engine: Send + Sync {
    /// Returns the description of the engine.
    fn info(&self) -> &'static EngineInfo;

    /// Returns true if the engine takes problems with [rules](Problem::rules), hexagons
    /// and cubes.
    fn takes_rules(&self) -> bool {
        false
    }

    /// Checks that the engine can answer `question` about a `problem`, which has no rules
    /// and is no hexagon or cube unless it [takes them](Engine::takes_rules). By default
    /// it answers none.
    ///
    /// # Errors
    /// The parameter that it does not support, and the reason.
    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        let _ = problem;
        Err(self.info().wrong_question(question))
    }

    /// Checks that the engine can answer `question` about the rules that it knows, on the
    /// board of `plain`. By default it knows none.
    ///
    /// # Errors
    /// As [`Engine::takes`].
    #[doc(hidden)]
    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        let _ = (plain, rules, question);
        Err(Unsupported::new(
            self.info().id,
            Parameter::Rules,
            UNKNOWN_RULES,
        ))
    }

    /// Checks that the engine can answer `question` about `problem`. Only an engine that
    /// says so takes rules, hexagons or cubes, so that none can ignore them.
    ///
    /// # Errors
    /// As [`Engine::takes`].
    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if self.takes_rules() {
            return self.takes(problem, question);
        }
        if problem.rules().is_some() {
            return match known_rules(problem, question) {
                Some((plain, rules)) => self.takes_known(&plain, rules, question),
                None => Err(Unsupported::new(
                    self.info().id,
                    Parameter::Rules,
                    UNKNOWN_RULES,
                )),
            };
        }
        if problem.grid() != Grid::Square {
            let reason = "it takes boards of squares, not hexagons and cubes: choose places or sat, or leave the engine out";
            return Err(Unsupported::new(self.info().id, Parameter::Grid, reason));
        }
        self.takes(problem, question)
    }

    /// Answers the question of `task`: passes solutions to it and returns the result.
    ///
    /// # Errors
    /// As [`Engine::accepts`]. Reaching a limit is not an error.
    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        Err(self.info().wrong_question(task.question))
    }

    /// Answers the question of `task` about rules that it knows; the task has the plain
    /// problem.
    ///
    /// # Errors
    /// As [`Engine::takes_known`].
    #[doc(hidden)]
    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        Err(self.info().wrong_question(task.question))
    }

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
        Err(Unsupported::new(
            self.info().id,
            Parameter::Question,
            reason,
        ))
    }

    /// As [`Engine::trace`], and passes what the engine holds after each step:
    /// [`Event::State`].
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
    fn work_units(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn WorkUnits>, Unsupported> {
        let _ = (problem, question, kernel);
        let reason = "it cannot split its search into work units: choose one that can, or leave the engine out";
        Err(Unsupported::new(
            self.info().id,
            Parameter::Question,
            reason,
        ))
    }

    /// Returns true for an engine of the ladder: one that follows its source line by
    /// line.
    fn is_of_the_ladder(&self) -> bool {
        false
    }
}

/// Returns the rules of `problem` if there are engines that know them and answer the
/// question about them, and the plain problem that they search. On a hexagon or a cube
/// they only find one solution, on the same squares: they would count up to symmetries of
/// a square. The engine for largest sets of queens in cubes knows those.
pub(crate) fn known_rules(
    problem: &Problem,
    question: Question,
) -> Option<(Problem, KnownRules)> {
    let (plain, rules) = KnownRules::from_problem(problem)?;
    if rules == KnownRules::Most && dimensions::bare_cube(&plain).is_some() {
        return Some((plain, rules));
    }
    if !is_answered_about(rules, question) {
        return None;
    }
    if plain.grid() == Grid::Square {
        return Some((plain, rules));
    }
    let is_about_rays = match rules {
        KnownRules::Most => true,
        KnownRules::Relative(relative) => !matches!(relative, Relative::Pieces(_)),
        KnownRules::Maximal | KnownRules::Pawns(_) | KnownRules::Unchanged(_) => false,
    };
    (is_about_rays && question == Question::One).then(|| (plain.on_squares(), rules))
}

/// Returns true if the engines that know such rules answer the question about them;
/// others have the rules searched square by square.
const fn is_answered_about(rules: KnownRules, question: Question) -> bool {
    match rules {
        KnownRules::Relative(_) | KnownRules::Pawns(_) => {
            matches!(
                question,
                Question::One | Question::Count | Question::Classes
            )
        }
        KnownRules::Most => matches!(question, Question::One),
        KnownRules::Maximal => matches!(question, Question::Count),
        KnownRules::Unchanged(Invariance::Shift) => {
            matches!(question, Question::Count | Question::All)
        }
        KnownRules::Unchanged(_) => {
            matches!(question, Question::One | Question::Count | Question::All)
        }
    }
}

/// The fast engines, in the order in which lists show them. The first only counts
/// ([`Completeness::Count`]): the page takes it as the end of the ladder.
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

/// Iterates over all engines: the ladder from the simplest to the fastest, then the fast
/// engines.
pub fn registry() -> impl Iterator<Item = &'static dyn Engine> + Clone {
    ladder::LADDER.iter().chain(FAST).copied()
}

/// Returns the engine with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Engine> {
    registry().find(|engine| engine.info().id == id)
}
