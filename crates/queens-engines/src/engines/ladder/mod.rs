//! The ladder: many engines for one problem, the exhibit of the laboratory.
//!
//! Each engine is one short file that reads like its source. It implements [`Search`], a generic function over a
//! [`Run`]; from that follows [`super::Engine`], the face that all engines show: count, every solution, every step.
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

mod backtracking;
mod bitmask;
mod board_scan;
mod brute_force;
mod columns;
pub mod construction;
mod exact_cover;
mod flags;
mod incremental;
mod min_conflicts;
mod mirrored;
pub mod parts;
mod permutations;
mod rules;
mod run;
mod sentences;
pub mod state_space;
mod string_lists;
pub(crate) mod views;

pub(crate) use backtracking::Backtracking;
pub(crate) use bitmask::Bitmask;
pub(crate) use construction::Construction;
#[doc(hidden)]
pub use exact_cover::Items;
pub use run::{Event, MAX_TALLIES, Run, Watch};

use super::info::{Completeness, EngineInfo, FigureInfo, IdeaLine, StepKind};
use super::task::{Finding, Task};
use super::{Engine, Steps};
use crate::parallel::Progress;
use crate::question::{Figure, Question, Settings};
use control::{Limits, Silent, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{NoAnswer, Unsupported};
use run::{EachEvent, EachSolution};

/// What an engine's file writes: a view of the problem, and a search on it.
pub trait Search: Send + Sync {
    /// The problem as this engine reads it.
    type View;

    /// What one should know of the engine.
    const INFO: EngineInfo;

    /// Whether this engine can answer the problem: whether it can read it. Engines that take long to read one say so
    /// without.
    ///
    /// # Errors
    /// Why it cannot.
    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        match Self::view(problem, &Limits::default()) {
            Err(NoAnswer::Unsupported(unsupported)) => Err(unsupported),
            Ok(_) | Err(NoAnswer::Stopped(_)) => Ok(()),
        }
    }

    /// Reads the problem.
    ///
    /// # Errors
    /// Why this engine cannot answer it; the reason to stop, from `limits`.
    fn view(problem: &Problem, limits: &Limits) -> Result<Self::View, NoAnswer>;

    /// Searches; tells `run` every step.
    ///
    /// # Errors
    /// The reason to stop early, handed through from `run`.
    fn search<O: Watch>(view: &Self::View, run: &mut Run<'_, O>) -> Step;
}

impl<S: Search> Engine for S {
    fn info(&self) -> &'static EngineInfo {
        &S::INFO
    }

    fn accepts(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        S::INFO.answers(question)?;
        <S as Search>::accepts(problem).map_err(|unsupported| unsupported.by(S::INFO.id))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let (problem, settings) = (task.problem, task.settings);
        if !task.only_counts() {
            return run_with::<S, _>(
                problem,
                settings,
                EachSolution(&mut |placement: &Placement| task.take_flow(placement.clone())),
            )
            .map(|finding| Finding { count: None, ..finding });
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
                listener(&Progress { units, of_units, done, elapsed });
            }
        })
    }

    fn trace(&self, problem: &Problem, settings: &Settings, each: Steps<'_>) -> Result<Finding, Unsupported> {
        run_with::<S, _>(problem, settings, EachEvent(each))
    }

    fn is_of_the_ladder(&self) -> bool {
        true
    }
}

fn run_with<S: Search, O: Watch>(
    problem: &Problem,
    settings: &Settings,
    observer: O,
) -> Result<Finding, Unsupported> {
    let limits = settings.limits.started();
    let mut run = Run::new(&limits, settings.seed, observer);
    let step = match S::view(problem, &limits) {
        Ok(view) => S::search(&view, &mut run),
        Err(none) => Err(none.by(S::INFO.id).stop()?),
    };
    Ok(run.finish(step, S::INFO.figures))
}

/// The figures that an engine kept, under their names.
fn figures(infos: &'static [FigureInfo], tallies: &[u64]) -> impl Iterator<Item = Figure> {
    infos.iter().zip(tallies).map(|(info, &value)| Figure { name: info.name, value: value.into() })
}

/// Every engine, from the simplest to the fastest.
pub(super) static LADDER: &[&dyn Engine] = &[
    &brute_force::BruteForce,
    &permutations::Permutations,
    &board_scan::Recursive,
    &board_scan::Iterative,
    &flags::Recursive,
    &flags::OnEntry,
    &flags::Iterative,
    &incremental::Incremental,
    &mirrored::Mirrored,
    &string_lists::StringLists,
    &state_space::DEPTH_FIRST,
    &state_space::BREADTH_FIRST,
    &rules::Rules,
    &exact_cover::ExactCover,
    &backtracking::Backtracking,
    &bitmask::Bitmask,
    &min_conflicts::MinConflicts,
    &construction::Construction,
];
