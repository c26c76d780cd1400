//! Collects the applications of a deduction: steps with their reasons, or only the squares that they determine.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::super::step::PuzzleStep;
use super::{TechniqueEntry, TechniqueInfo};
use control::Stop;
use queens_model::bits::SmallSet;
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

    /// Adds one application, if it determines an open square: its conclusion, the squares and units that the reason refers
    /// to, and the reason.
    ///
    /// A square determined both ways means that the marks allow no solution; such an application is not a step.
    pub(crate) fn add(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        settled: Conclusion<W>,
        read: SmallSet<W>,
        units: &[usize],
        sentence: impl FnOnce() -> String,
    ) -> SearchFlow {
        let Conclusion { crosses, queens } = settled;
        let (crosses, queens) = (crosses & grid.open, queens & grid.open);
        if crosses.is_empty() && queens.is_empty() || crosses.meets(&queens) {
            return SearchFlow::Continue(());
        }
        self.settled = self.settled.and(Conclusion { crosses, queens });
        if self.wanted == CollectMode::All {
            return SearchFlow::Continue(());
        }
        self.push(grid, Conclusion { crosses, queens }, read, units, sentence())
    }

    /// Adds a step. A function of its own, because [`StepCollector::add`] is compiled for each reason.
    #[inline(never)]
    fn push(
        &mut self,
        grid: &CandidateGrid<'_, W>,
        Conclusion { crosses, queens }: Conclusion<W>,
        read: SmallSet<W>,
        units: &[usize],
        sentence: String,
    ) -> SearchFlow {
        let board = grid.board;
        self.steps.push(PuzzleStep {
            technique: self.technique,
            sentence,
            read: board.squares(read),
            ruled_out: Vec::new(),
            crosses: board.squares(crosses),
            queens: board.squares(queens),
            units: units.iter().map(|&unit| board.unit(unit)).collect(),
        });
        if self.wanted == CollectMode::First { SearchFlow::Break(()) } else { SearchFlow::Continue(()) }
    }
}
