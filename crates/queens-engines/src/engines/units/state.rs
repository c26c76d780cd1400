//! The state of the search: open squares, and the queens that each unit still needs.

use super::board::{UNIT_KINDS, UnitsBoard};
use queens_model::bits::{SmallSet, members};

/// Error of a state without solution: a unit cannot take the queens that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeadEnd;

/// A state of the search. Every open square is in units that still need queens, and no
/// queen attacks it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitsState<const W: usize, const N: usize> {
    /// Open squares: those that can take a queen.
    pub(super) open: SmallSet<W>,
    /// Squares with a queen.
    pub(super) queens: SmallSet<W>,
    /// Number of queens still to place.
    pub(super) left: u32,
    /// Number of open squares of each unit.
    pub(super) count: [[u16; N]; UNIT_KINDS],
    /// Number of queens that each unit still needs.
    pub(super) need: [[u8; N]; UNIT_KINDS],
    /// Units that lost squares since `fill` last checked them.
    unchecked: [u64; UNIT_KINDS],
    /// Units that lost squares since their placements were last examined.
    pub(super) unseen: [u64; UNIT_KINDS],
}

impl<const W: usize, const N: usize> UnitsState<W, N> {
    /// Creates the state with the givens of the board.
    pub(super) fn new(board: &UnitsBoard<W, N>) -> Result<Self, DeadEnd> {
        let all = u64::MAX.checked_shr(64 - board.units as u32).unwrap_or(0);
        let mut state = UnitsState {
            open: board.free,
            queens: SmallSet::EMPTY,
            left: board.units as u32 * board.demand,
            count: [[0; N]; UNIT_KINDS],
            need: [[0; N]; UNIT_KINDS],
            unchecked: [all; UNIT_KINDS],
            unseen: [all; UNIT_KINDS],
        };
        for kind in 0..board.kinds {
            for unit in 0..board.units {
                state.count[kind][unit] =
                    (board.members[kind][unit] & board.free).count() as u16;
                state.need[kind][unit] = board.demand as u8;
            }
        }
        board
            .givens
            .iter()
            .try_for_each(|&square| state.place(board, square))?;
        Ok(state)
    }

    /// Places a queen on `square`.
    #[inline(always)]
    pub(super) fn place(
        &mut self,
        board: &UnitsBoard<W, N>,
        square: usize,
    ) -> Result<(), DeadEnd> {
        if !self.open.contains(square) {
            return Err(DeadEnd);
        }
        self.open.remove(square);
        self.queens.insert(square);
        self.left -= 1;
        let mut closed = board.attacks[square];
        for kind in 0..board.kinds {
            let unit = usize::from(board.units_of[square][kind]);
            self.count[kind][unit] -= 1;
            self.need[kind][unit] -= 1;
            self.unchecked[kind] |= 1 << unit;
            if self.need[kind][unit] == 0 {
                closed |= board.members[kind][unit];
            }
        }
        self.close(board, closed & self.open);
        Ok(())
    }

    /// Closes open squares. The counts of their units are updated here, so that tests for
    /// full and tight units take O(1) instead of an intersection for each unit.
    #[inline(always)]
    pub(super) fn close(&mut self, board: &UnitsBoard<W, N>, squares: SmallSet<W>) {
        self.open -= squares;
        for square in squares.iter() {
            for kind in 0..board.kinds {
                let unit = usize::from(board.units_of[square][kind]);
                self.count[kind][unit] -= 1;
                self.unchecked[kind] |= 1 << unit;
            }
        }
    }

    /// Fills units with exactly as many open squares as queens needed, until there are
    /// none. Only units that lost squares since the last call are checked.
    #[inline(always)]
    pub(super) fn fill(&mut self, board: &UnitsBoard<W, N>) -> Result<(), DeadEnd> {
        while let Some(kind) = (0..board.kinds).find(|&kind| self.unchecked[kind] != 0) {
            let units = std::mem::take(&mut self.unchecked[kind]);
            self.unseen[kind] |= units;
            for unit in members(units) {
                let (count, need) =
                    (self.count[kind][unit], u16::from(self.need[kind][unit]));
                if count < need {
                    return Err(DeadEnd);
                }
                if count == need && need > 0 {
                    let squares = board.members[kind][unit] & self.open;
                    squares
                        .iter()
                        .try_for_each(|square| self.place(board, square))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the squares that a queen on `square` rules out.
    #[inline(always)]
    pub(super) fn reach(&self, board: &UnitsBoard<W, N>, square: usize) -> SmallSet<W> {
        if board.demand == 1 {
            return board.reach[square];
        }
        let units = board.units_of[square];
        let mut reach = board.attacks[square];
        for (kind, &unit) in units.iter().enumerate().take(board.kinds) {
            if self.need[kind][usize::from(unit)] == 1 {
                reach |= board.members[kind][usize::from(unit)];
            }
        }
        reach.remove(square);
        reach
    }
}
