//! Collects the applications of a deduction: steps with their reasons, or only the
//! squares that they determine.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::super::reason::{Sentence, WrittenReason};
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
    pub(crate) fn collect_steps(
        (technique, find): TechniqueEntry<W>,
        wanted: CollectMode,
        grid: &CandidateGrid<'_, W>,
    ) -> Result<Self, Stop> {
        let mut found = StepCollector {
            technique,
            wanted,
            settled: Conclusion::NO_CONCLUSION,
            steps: Vec::new(),
        };
        grid.board.watch.result()?;
        let _ = find(grid, &mut found);
        grid.board.watch.result()?;
        Ok(found)
    }

    /// Adds one application, if it determines an open square: its conclusion, the units
    /// that prove it, and the sentence, which names these units in the order of their
    /// use. Units that the proof does not need are left out; those that a reader would
    /// rather do without come first.
    ///
    /// If the sentence does not name the units that are needed, the step is a refutation,
    /// of one square only.
    ///
    /// A square determined both ways means that the marks allow no solution; such an
    /// application is not a step.
    pub(crate) fn add_step(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
        write: impl FnOnce(&mut Sentence<'_, W>),
    ) -> SearchFlow {
        let Some(settled) = self.take_new(grid, settled) else {
            return SearchFlow::Continue(());
        };
        self.push_step(
            grid,
            WrittenReason::new(&grid.facts(), settled, units, write),
        )
    }

    /// Like [`StepCollector::add_step`], for a reason that is no proof by the units alone: it
    /// needs all of them.
    pub(crate) fn add_with_all(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
        write: impl FnOnce(&mut Sentence<'_, W>),
    ) -> SearchFlow {
        let Some(settled) = self.take_new(grid, settled) else {
            return SearchFlow::Continue(());
        };
        match Sentence::compose(&grid.facts(), units, write) {
            Some((sentence, premises)) => self.push_step(
                grid,
                WrittenReason {
                    settled,
                    sentence,
                    premises,
                },
            ),
            None => SearchFlow::Continue(()),
        }
    }

    /// Adds a conclusion to the squares that are determined. Returns its open squares if
    /// a step with a reason is wanted.
    fn take_new(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
    ) -> Option<Conclusion<W>> {
        let settled = settled.restrict_to(grid.open);
        if settled.is_empty() || settled.crosses.meets(&settled.queens) {
            return None;
        }
        self.settled = self.settled.join_with(settled);
        (self.wanted != CollectMode::All).then_some(settled)
    }

    /// Adds the application that `settled`, one square, follows from `units`, because
    /// they contradict its opposite.
    pub(crate) fn add_refuted(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
    ) -> SearchFlow {
        // No words: a refutation takes their place.
        self.add_step(grid, settled, units, |_| {})
    }

    /// Adds a step. A function of its own, because [`StepCollector::add_step`] is compiled for
    /// each reason.
    #[inline(never)]
    fn push_step(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        WrittenReason {
            settled,
            sentence,
            premises,
        }: WrittenReason<W>,
    ) -> SearchFlow {
        let (board, Conclusion { crosses, queens }) = (grid.board, settled);
        self.steps.push(PuzzleStep {
            technique: self.technique,
            sentence,
            premises,
            ruled_out: Vec::new(),
            crosses: board.list_squares(crosses),
            queens: board.list_squares(queens),
        });
        if self.wanted == CollectMode::First {
            SearchFlow::Break(())
        } else {
            SearchFlow::Continue(())
        }
    }
}
