//! Collects the applications of a deduction: steps with their reasons, or only the squares that they determine.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::super::premise::Premise;
use super::super::reason::{Facts, Sentence};
use super::super::step::PuzzleStep;
use super::{TechniqueEntry, TechniqueInfo};
use control::Stop;
use std::ops::ControlFlow;

/// Continue, or break because enough is known or a limit was reached.
pub(crate) type SearchFlow = ControlFlow<()>;

/// Applications that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CollectMode {
    /// The first step, with its reason.
    First,
    /// Every step, with its reason.
    Each,
    /// The squares that all steps together determine, without reasons.
    All,
}

/// Receiver of the applications of one deduction.
pub(crate) struct StepCollector<const W: usize> {
    technique: &'static TechniqueInfo,
    wanted: CollectMode,
    /// Squares that the applications determine.
    pub(crate) settled: Conclusion<W>,
    /// The steps.
    pub(crate) steps: Vec<PuzzleStep>,
}

impl<const W: usize> StepCollector<W> {
    /// Runs one deduction.
    ///
    /// # Errors
    /// The limit that was reached before the end.
    pub(crate) fn collect(
        (technique, find): TechniqueEntry<W>,
        wanted: CollectMode,
        grid: &CandidateGrid<'_, W>,
    ) -> Result<Self, Stop> {
        let mut found =
            StepCollector { technique, wanted, settled: Conclusion::NO_CONCLUSION, steps: Vec::new() };
        grid.board.watch.result()?;
        let _ = find(grid, &mut found);
        grid.board.watch.result()?;
        Ok(found)
    }

    /// Adds one application, if it determines an open square: its conclusion, the units that prove it, and the sentence,
    /// which names these units in the order of their use. Units that the proof does not need are left out; those that a
    /// reader would rather do without come first.
    ///
    /// A square determined both ways means that the marks allow no solution; such an application is not a step.
    pub(crate) fn add(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
        write: impl FnOnce(&mut Sentence<'_, W>),
    ) -> SearchFlow {
        self.add_step(grid, settled, write, |facts, settled| facts.needed_units(units, settled))
    }

    /// Like [`StepCollector::add`], for a reason that is no proof by the units alone: it needs all of them.
    pub(crate) fn add_with_all(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
        write: impl FnOnce(&mut Sentence<'_, W>),
    ) -> SearchFlow {
        self.add_step(grid, settled, write, |_, _| units.to_vec())
    }

    fn add_step(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        write: impl FnOnce(&mut Sentence<'_, W>),
        needed_units: impl FnOnce(&Facts<'_, W>, Conclusion<W>) -> Vec<usize>,
    ) -> SearchFlow {
        let settled = settled.within(grid.open);
        if settled.is_empty() || settled.crosses.meets(&settled.queens) {
            return SearchFlow::Continue(());
        }
        self.settled = self.settled.and(settled);
        if self.wanted == CollectMode::All {
            return SearchFlow::Continue(());
        }
        let facts = grid.facts();
        let needed = needed_units(&facts, settled);
        let (sentence, premises) = Sentence::compose(&facts, &needed, settled, write);
        self.push(grid, settled, sentence, premises)
    }

    /// Adds the application that `settled`, one square, follows from `units`, because they contradict its opposite.
    pub(crate) fn add_refuted(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
    ) -> SearchFlow {
        // No words: the general sentence is a refutation.
        self.add(grid, settled, units, |_| {})
    }

    /// Adds a step. A function of its own, because [`StepCollector::add`] is compiled for each reason.
    #[inline(never)]
    fn push(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        Conclusion { crosses, queens }: Conclusion<W>,
        sentence: String,
        premises: Vec<Premise>,
    ) -> SearchFlow {
        let board = grid.board;
        self.steps.push(PuzzleStep {
            technique: self.technique,
            sentence,
            premises,
            ruled_out: Vec::new(),
            crosses: board.squares(crosses),
            queens: board.squares(queens),
        });
        if self.wanted == CollectMode::First { SearchFlow::Break(()) } else { SearchFlow::Continue(()) }
    }
}
