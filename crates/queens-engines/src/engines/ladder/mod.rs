//! The ladder: many engines for one problem, from the simplest to the fastest.
//!
//! Each engine is one short file that follows its source. It implements [`LadderEngine`],
//! a search that is generic over the observer of an [`EngineRun`]; [`super::Engine`] is
//! implemented for all of them: counts, solutions, single steps.
//!
//! Engines share these modules:
//!
//! | module | content |
//! |---|---|
//! | `views` | the boards that most engines take, and refusals of other problems |
//! | `row_board` | queens row by row, with a flag for each line |
//! | `columns` | a search column by column |
//! | `domains` | the columns left for each row, for engines that look ahead |
//! | `complete_states` | a queen in each row, for local search |
//! | `sentences` | sentences for steps |
//! | `run`, `state` | what an engine reports: steps, figures, what it holds |
//! | `parts` | counts on several threads, for all engines |
//!
//! ```
//! use queens::{Settings, engines, problem::Problem};
//!
//! let flags = engines::find("flags").expect("the ladder has this rung");
//! let answer = flags.count(&Problem::queens(8)?, &Settings::default())?;
//! assert_eq!(answer.count, 92);
//! assert_eq!(answer.figure("calls"), Some(1965));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annealing;
mod arc_consistency;
mod backtracking;
mod bitmask;
mod board_scan;
mod brute_force;
mod columns;
mod complete_states;
#[doc(hidden)]
pub mod construction;
mod domains;
mod exact_cover;
mod flags;
mod forward_checking;
mod genetic;
mod hill_climbing;
mod incremental;
mod las_vegas;
mod limited_discrepancy;
mod min_conflicts;
mod mirrored;
#[doc(hidden)]
pub mod parts;
mod permutations;
mod row_board;
mod rules;
mod run;
mod sentences;
mod state;
#[doc(hidden)]
pub mod state_space;
mod string_lists;
pub(crate) mod views;

pub(crate) use backtracking::Backtracking;
pub(crate) use bitmask::Bitmask;
pub(crate) use construction::Construction;
#[doc(hidden)]
pub use exact_cover::CoverItems;
pub use run::{EngineRun, Event, MAX_TALLIES, StepObserver};
pub use state::{StateVariable, VariableValue};

use super::info::{Completeness, EngineInfo, FigureInfo, IdeaLine, StepKind};
use super::task::{Finding, Task};
use super::{Engine, StepSink};
use crate::parallel::RunProgress;
use crate::question::{Figure, Question, Settings};
use control::{Limits, Silent, Step};
use queens_model::placement::Placement;
use queens_model::problem::{Grid, Problem};
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};
use run::{EachEvent, EachSolution, EachState};

/// An engine of the ladder: a view of the problem and a search on it.
pub trait LadderEngine: Send + Sync {
    /// The problem in the form that the search uses.
    type View;

    /// Description of the engine.
    const INFO: EngineInfo;

    /// Checks that the engine can answer the problem. The default builds the view; an
    /// engine whose view is expensive overrides it.
    ///
    /// # Errors
    /// The parameter that it does not support, and the reason.
    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        match Self::view(problem, &Limits::default()) {
            Err(NoAnswer::Unsupported(unsupported)) => Err(unsupported),
            Ok(_) | Err(NoAnswer::Stopped(_)) => Ok(()),
        }
    }

    /// Builds the view of the problem.
    ///
    /// # Errors
    /// An unsupported problem; a reached limit.
    fn view(problem: &Problem, limits: &Limits) -> Result<Self::View, NoAnswer>;

    /// Searches, and reports every step to `run`: the root ([`EngineRun::node`]), queens
    /// placed and removed, squares rejected, solutions, and after a step what the engine
    /// holds now ([`EngineRun::state`]).
    ///
    /// # Errors
    /// The reason to stop early, as returned by `run`.
    fn search<O: StepObserver>(view: &Self::View, run: &mut EngineRun<'_, O>) -> Step;
}

impl<S: LadderEngine> Engine for S {
    fn info(&self) -> &'static EngineInfo {
        &S::INFO
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        S::INFO.answers(question)?;
        <S as LadderEngine>::accepts(problem)
            .map_err(|unsupported| unsupported.by(S::INFO.id))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let (problem, settings) = (task.problem, task.settings);
        if !task.only_counts() {
            return run_with::<S, _>(
                problem,
                settings,
                EachSolution(&mut |placement: &Placement| {
                    task.take_flow(placement.clone())
                }),
            )
            .map(|finding| Finding {
                count: None,
                ..finding
            });
        }
        if settings.threads <= 1 {
            return run_with::<S, _>(problem, settings, Silent);
        }
        let parts = parts::split(self, problem, settings.threads)?;
        let listener = settings.progress.as_deref();
        parts::count(self, &parts, settings, &|done, elapsed| {
            let (units, of_units) = (done, parts.len());
            let done = done as f64 / of_units.max(1) as f64;
            if let Some(listener) = listener {
                let (units, of_units) = (units as u64, of_units as u64);
                listener(&RunProgress {
                    units,
                    of_units,
                    done,
                    elapsed,
                });
            }
        })
    }

    fn trace(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: StepSink<'_>,
    ) -> Result<Finding, Unsupported> {
        check_traced_grid(problem, S::INFO.id)?;
        run_with::<S, _>(problem, settings, EachEvent(each))
    }

    fn trace_states(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: StepSink<'_>,
    ) -> Result<Finding, Unsupported> {
        check_traced_grid(problem, S::INFO.id)?;
        run_with::<S, _>(problem, settings, EachState(each))
    }

    fn is_of_the_ladder(&self) -> bool {
        true
    }
}

/// Refuses hexagons and cubes, whose steps would be drawn on squares.
fn check_traced_grid(problem: &Problem, id: &'static str) -> Result<(), Unsupported> {
    let reason = "steps are shown on boards of squares, not on hexagons and cubes: solve, list or count this problem";
    let refused = || Unsupported::new(id, Parameter::Grid, reason);
    if problem.grid() == Grid::Square {
        Ok(())
    } else {
        Err(refused())
    }
}

fn run_with<S: LadderEngine, O: StepObserver>(
    problem: &Problem,
    settings: &Settings,
    observer: O,
) -> Result<Finding, Unsupported> {
    let limits = settings.limits.started();
    let mut run = EngineRun::new(&limits, settings.seed, observer);
    let step = match S::view(problem, &limits) {
        Ok(view) => S::search(&view, &mut run),
        Err(none) => Err(none.by(S::INFO.id).stop()?),
    };
    Ok(run.finish(step, S::INFO.figures))
}

/// Names the statistics of an engine.
fn figures(
    infos: &'static [FigureInfo],
    tallies: &[u64],
) -> impl Iterator<Item = Figure> {
    infos.iter().zip(tallies).map(|(info, &value)| Figure {
        name: info.name,
        value: value.into(),
    })
}

/// All engines of the ladder, from the simplest to the fastest. None has
/// [`Completeness::Count`]: on the page, the first engine with it ends the ladder.
pub(super) static LADDER: &[&dyn Engine] = &[
    &brute_force::BruteForce,
    &permutations::Permutations,
    &board_scan::BoardScan,
    &board_scan::BoardScanIterative,
    &flags::Flags,
    &flags::FlagsOnEntry,
    &flags::FlagsIterative,
    &incremental::Incremental,
    &mirrored::Mirrored,
    &string_lists::StringLists,
    &state_space::DEPTH_FIRST,
    &state_space::BREADTH_FIRST,
    &rules::RuleBacktracking,
    &limited_discrepancy::LimitedDiscrepancy,
    &forward_checking::ForwardChecking,
    &arc_consistency::ArcConsistency,
    &exact_cover::ExactCover,
    &backtracking::Backtracking,
    &bitmask::Bitmask,
    &las_vegas::LasVegas,
    &genetic::Genetic,
    &hill_climbing::HillClimbing,
    &annealing::Annealing,
    &min_conflicts::MinConflicts,
    &construction::Construction,
];
