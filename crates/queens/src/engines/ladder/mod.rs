//! The ladder: many methods for one problem.
//!
//! Each method is one short file that reads like its source. It implements [`Search`], a generic
//! function over a [`Run`]; from that follows [`Method`], the one face that all methods show: count,
//! every solution, every step. A method says which problems it accepts and refuses the others with a
//! [`Refusal`] that names the reason.
//!
//! ```
//! use queens::{engines::ladder, problem::Problem};
//!
//! let method = ladder::find("flags").expect("the ladder has this rung");
//! let report = method.count(&Problem::queens(8)?, &Default::default())?;
//! assert_eq!(report.solutions, 92);
//! assert_eq!(report.tallies[0], 1965); // calls
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backtracking;
mod bitmask;
mod board_scan;
mod brute_force;
mod choose;
mod columns;
pub mod construction;
mod exact_cover;
mod flags;
mod incremental;
mod min_conflicts;
mod mirrored;
pub mod parallel;
mod permutations;
mod rules;
mod run;
pub mod state_space;
mod string_lists;
mod views;

pub use choose::choose;
pub use run::{Event, MAX_TALLIES, Report, Run, Settings, Watch};
pub use views::Refusal;
pub(crate) use views::ordinary;

use crate::placement::Placement;
use crate::problem::Problem;
use run::{EachEvent, EachSolution};
use search_control::{Silent, Step};
use std::ops::ControlFlow;

/// What a method finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution, each once.
    All,
    /// One solution, if it ends at all.
    One,
}

/// One figure that a method keeps because its source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A word or two, for the head of a table.
    pub name: &'static str,
    /// What exactly is counted.
    pub words: &'static str,
}

/// What one should know of a method.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo {
    /// The word that selects it.
    pub id: &'static str,
    /// Its name in one line.
    pub title: &'static str,
    /// Year of the source.
    pub year: u16,
    /// Who wrote the source, or first described the method.
    pub author: &'static str,
    /// Title and place of the source.
    pub source: &'static str,
    /// How it works, in three lines.
    pub how: [&'static str; 3],
    /// Its own figures: what [`Report::tallies`] counts, in the same order.
    pub counts: &'static [Figure],
    /// Time as a function of the size n.
    pub time: &'static str,
    /// Memory as a function of the size n.
    pub memory: &'static str,
    /// What it finds.
    pub finds: Completeness,
    /// The largest n for which all solutions (or the one) come within some seconds.
    pub practical: u32,
    /// Whether it halves the work by the mirror symmetry of the board.
    pub mirrors: bool,
}

/// What a method's file writes: a view of the problem, and a search on it.
pub trait Search: Send + Sync {
    /// The problem as this method reads it.
    type View;

    /// What one should know of the method.
    const INFO: MethodInfo;

    /// Reads the problem.
    ///
    /// # Errors
    /// Why this method cannot answer it.
    fn view(problem: &Problem) -> Result<Self::View, Refusal>;

    /// Searches; tells `run` every step.
    ///
    /// # Errors
    /// The reason to stop early, handed through from `run`.
    fn search<O: Watch>(view: &Self::View, run: &mut Run<'_, O>) -> Step;
}

/// The face of every method.
pub trait Method: Send + Sync {
    /// What one should know of it.
    fn info(&self) -> &'static MethodInfo;

    /// Whether it can answer `problem`.
    ///
    /// # Errors
    /// Why it cannot.
    fn accepts(&self, problem: &Problem) -> Result<(), Refusal>;

    /// Counts.
    ///
    /// # Errors
    /// Why it cannot answer `problem`.
    fn count(&self, problem: &Problem, settings: &Settings) -> Result<Report, Refusal>;

    /// Hands every solution to `each`, in the method's own order, until `each` breaks off.
    ///
    /// # Errors
    /// Why it cannot answer `problem`.
    fn solutions(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: &mut dyn FnMut(&Placement) -> ControlFlow<()>,
    ) -> Result<Report, Refusal>;

    /// Hands every step to `each`, until `each` breaks off.
    ///
    /// # Errors
    /// Why it cannot answer `problem`.
    fn trace(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Report, Refusal>;
}

impl<S: Search> Method for S {
    fn info(&self) -> &'static MethodInfo {
        &S::INFO
    }

    fn accepts(&self, problem: &Problem) -> Result<(), Refusal> {
        S::view(problem).map(drop)
    }

    fn count(&self, problem: &Problem, settings: &Settings) -> Result<Report, Refusal> {
        run_with::<S, _>(problem, settings, Silent)
    }

    fn solutions(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: &mut dyn FnMut(&Placement) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        run_with::<S, _>(problem, settings, EachSolution(each))
    }

    fn trace(
        &self,
        problem: &Problem,
        settings: &Settings,
        each: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Report, Refusal> {
        run_with::<S, _>(problem, settings, EachEvent(each))
    }
}

fn run_with<S: Search, O: Watch>(
    problem: &Problem,
    settings: &Settings,
    observer: O,
) -> Result<Report, Refusal> {
    let view = S::view(problem)?;
    let mut run = Run::new(settings, observer);
    let step = S::search(&view, &mut run);
    Ok(run.finish(step))
}

/// Every method, from the simplest to the fastest.
pub static LADDER: &[&dyn Method] = &[
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

/// The method called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Method> {
    LADDER.iter().copied().find(|method| method.info().id == id)
}
