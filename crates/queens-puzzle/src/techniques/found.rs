//! What a deduction finds: the first step in words, or all that follows.

use super::super::grid::Grid;
use super::super::local::Settled;
use super::super::step::Step;
use super::{Entry, TechniqueInfo};
use control::Stop;
use queens_model::bits::Set;
use std::ops::ControlFlow;

/// Goes on, or breaks off because enough is known or a limit was reached.
pub(crate) type Flow = ControlFlow<()>;

/// What is asked of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// One step, in words.
    First,
    /// Every step, in words.
    Each,
    /// All that follows of all steps, without words.
    All,
}

/// Takes what a deduction finds.
pub(crate) struct Found<const W: usize> {
    technique: &'static TechniqueInfo,
    wanted: Wanted,
    /// All that was settled.
    pub(crate) settled: Settled<W>,
    /// The steps in words.
    pub(crate) steps: Vec<Step>,
}

impl<const W: usize> Found<W> {
    /// What one deduction finds.
    ///
    /// # Errors
    /// The limit that came before it was through.
    pub(crate) fn by((technique, find): Entry<W>, wanted: Wanted, grid: &Grid<'_, W>) -> Result<Self, Stop> {
        let mut found = Found { technique, wanted, settled: Settled::NOTHING, steps: Vec::new() };
        grid.board.watch.result()?;
        let _ = find(grid, &mut found);
        grid.board.watch.result()?;
        Ok(found)
    }

    /// Takes one step, if it settles an open square: the squares and units that it read, and its sentence.
    ///
    /// Something that is settled both ways shows that the marks allow no solution; it is no step.
    pub(crate) fn step(
        &mut self,
        grid: &Grid<'_, W>,
        settled: Settled<W>,
        read: Set<W>,
        units: &[usize],
        sentence: impl FnOnce() -> String,
    ) -> Flow {
        let Settled { crosses, queens } = settled;
        let (crosses, queens) = (crosses & grid.open, queens & grid.open);
        if crosses.is_empty() && queens.is_empty() || crosses.meets(&queens) {
            return Flow::Continue(());
        }
        self.settled = self.settled.and(Settled { crosses, queens });
        if self.wanted == Wanted::All {
            return Flow::Continue(());
        }
        let board = grid.board;
        self.steps.push(Step {
            technique: self.technique,
            sentence: sentence(),
            read: board.squares(read),
            crosses: board.squares(crosses),
            queens: board.squares(queens),
            units: units.iter().map(|&unit| board.unit(unit)).collect(),
        });
        if self.wanted == Wanted::First { Flow::Break(()) } else { Flow::Continue(()) }
    }
}
