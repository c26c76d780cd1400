//! The search for all queens but the last three.

use super::COUNTED_TOGETHER;
use super::board::{ColumnSet, FirstQueenUnit, OpenBoard, without_attacked};
use super::last_queens::{LastQueens, LineCounts};
use crate::parallel::{Counter, SharedMeter};
use control::{Step, Stop};
use queens_simd::DetectedKernel;
use std::mem;

/// Approximate number of words of a row updated between two checks of the limits.
const WORDS_PER_POLL: u64 = 1 << 20;

/// Search of one thread: places the first queens and counts the last ones in closed form.
pub(super) struct FewQueensSearch<'a, const W: usize> {
    /// Number of queens to place.
    queens: usize,
    /// Open squares of every row, for each number of queens placed.
    open: Vec<Vec<ColumnSet<W>>>,
    lines: LineCounts,
    /// Sets of this work unit so far.
    sets: Counter,
    /// Nodes of this work unit that the meter knows of.
    nodes: u64,
    /// Nodes that the meter does not know of yet.
    unreported: u64,
    /// Nodes between two checks of the limits.
    nodes_per_poll: u64,
    detected: DetectedKernel,
    meter: &'a SharedMeter<'a>,
}

/// Result of one work unit.
pub(super) struct CountedUnit {
    /// Number of sets.
    pub(super) sets: Counter,
    /// Number of queens placed.
    pub(super) nodes: u64,
}

impl<'a, const W: usize> FewQueensSearch<'a, W> {
    /// Prepares a search of the units of `board`.
    pub(super) fn new(
        board: &OpenBoard<W>,
        detected: DetectedKernel,
        meter: &'a SharedMeter<'a>,
    ) -> Self {
        let levels = board.queens.saturating_sub(COUNTED_TOGETHER) as usize + 1;
        let lines = LineCounts::new(board.open.len(), board.columns as usize);
        // The triangles of each node take all pairs of rows.
        let words_per_node = (board.open.len() * board.open.len() * W) as u64;
        FewQueensSearch {
            queens: board.queens as usize,
            open: vec![board.open.clone(); levels],
            lines,
            sets: Counter::default(),
            nodes: 0,
            unreported: 0,
            nodes_per_poll: (WORDS_PER_POLL / words_per_node.max(1)).clamp(1, 1 << 8),
            detected,
            meter,
        }
    }

    /// Counts the sets of one work unit.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn count_unit(
        &mut self,
        unit: &FirstQueenUnit,
    ) -> Result<CountedUnit, Stop> {
        match unit.first {
            None => self.count_below(0, 0)?,
            Some(first) => self.place_queen(0, first.row as usize, first.column)?,
        }
        self.report_nodes()?;
        Ok(CountedUnit {
            sets: mem::take(&mut self.sets),
            nodes: mem::take(&mut self.nodes),
        })
    }

    /// Reports new nodes to the meter, which checks the limits.
    fn report_nodes(&mut self) -> Step {
        self.nodes += self.unreported;
        self.meter.spend(mem::take(&mut self.unreported))
    }

    /// Counts the placements of the remaining queens, after the first `placed`, on the
    /// rows from `row` on.
    fn count_below(&mut self, placed: usize, row: usize) -> Step {
        let open = &self.open[placed][row..];
        let sets: u64 = match self.queens - placed {
            0 => 1,
            1 => open.iter().map(|row| u64::from(row.count())).sum(),
            left @ (2 | 3) => self.detected.run(LastQueens {
                open,
                lines: &mut self.lines,
                is_three: left == 3,
                meter: self.meter,
            })?,
            _ => return self.count_by_first(placed, row),
        };
        self.sets.add(sets, 1);
        Ok(())
    }

    /// Counts the placements of four or more remaining queens, by the first of them.
    fn count_by_first(&mut self, placed: usize, row: usize) -> Step {
        // The other queens need a row each below the first one.
        let left = self.queens - placed;
        let end = (self.open[placed].len() + 1).saturating_sub(left);
        for row in row..end {
            for column in self.open[placed][row].iter() {
                self.place_queen(placed, row, column as u32)?;
            }
        }
        Ok(())
    }

    /// Counts the placements of the remaining queens with the first of them on the given
    /// square.
    fn place_queen(&mut self, placed: usize, row: usize, column: u32) -> Step {
        self.unreported += 1;
        if self.unreported == self.nodes_per_poll {
            self.report_nodes()?;
        }
        let (before, after) = self.open.split_at_mut(placed + 1);
        // Only rows below the queen can take later ones, so only they are updated. The
        // level before is kept, so that taking the queen back costs nothing.
        let below = before[placed][row + 1..]
            .iter()
            .zip(&mut after[0][row + 1..]);
        for (distance, (&open, left)) in (1..).zip(below) {
            *left = without_attacked(open, column, distance);
        }
        self.count_below(placed + 1, row + 1)
    }
}
