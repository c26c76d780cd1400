//! A position of the search: which squares are open, how many queens each unit still takes.

use super::board::{Board, KINDS};
use queens_model::bits::{Set, members};

/// No unit can take the queens that it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dead;

/// A position. Every open square lies in units that still take queens, and is attacked by no queen.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const W: usize, const N: usize> {
    /// The squares that may take a queen.
    pub(super) open: Set<W>,
    /// The queens.
    pub(super) queens: Set<W>,
    /// How many queens are to come.
    pub(super) left: u32,
    /// How many squares of each unit are open.
    pub(super) count: [[u16; N]; KINDS],
    /// How many queens each unit still takes.
    pub(super) need: [[u8; N]; KINDS],
    /// Units that were not compared with their demands since they lost squares.
    unmet: [u64; KINDS],
    /// Units that were not looked into since they lost squares.
    pub(super) unseen: [u64; KINDS],
}

impl<const W: usize, const N: usize> State<W, N> {
    /// The empty board, with its givens.
    pub(super) fn new(board: &Board<W, N>) -> Result<Self, Dead> {
        let all = u64::MAX.checked_shr(64 - board.units as u32).unwrap_or(0);
        let mut state = State {
            open: board.free,
            queens: Set::EMPTY,
            left: board.units as u32 * board.demand,
            count: [[0; N]; KINDS],
            need: [[0; N]; KINDS],
            unmet: [all; KINDS],
            unseen: [all; KINDS],
        };
        for kind in 0..board.kinds {
            for unit in 0..board.units {
                state.count[kind][unit] = (board.members[kind][unit] & board.free).count() as u16;
                state.need[kind][unit] = board.demand as u8;
            }
        }
        board.givens.iter().try_for_each(|&square| state.place(board, square))?;
        Ok(state)
    }

    /// Puts a queen on `square`.
    #[inline(always)]
    pub(super) fn place(&mut self, board: &Board<W, N>, square: usize) -> Result<(), Dead> {
        if !self.open.contains(square) {
            return Err(Dead);
        }
        self.open.remove(square);
        self.queens.insert(square);
        self.left -= 1;
        let mut closed = board.attacks[square];
        for kind in 0..board.kinds {
            let unit = usize::from(board.units_of[square][kind]);
            self.count[kind][unit] -= 1;
            self.need[kind][unit] -= 1;
            self.unmet[kind] |= 1 << unit;
            if self.need[kind][unit] == 0 {
                closed |= board.members[kind][unit];
            }
        }
        self.close(board, closed & self.open);
        Ok(())
    }

    /// Closes open squares.
    #[inline(always)]
    pub(super) fn close(&mut self, board: &Board<W, N>, squares: Set<W>) {
        self.open -= squares;
        for square in squares.iter() {
            for kind in 0..board.kinds {
                let unit = usize::from(board.units_of[square][kind]);
                self.count[kind][unit] -= 1;
                self.unmet[kind] |= 1 << unit;
            }
        }
    }

    /// Fills the units that have no more open squares than they need, until there are none.
    #[inline(always)]
    pub(super) fn fill(&mut self, board: &Board<W, N>) -> Result<(), Dead> {
        while let Some(kind) = (0..board.kinds).find(|&kind| self.unmet[kind] != 0) {
            let units = std::mem::take(&mut self.unmet[kind]);
            self.unseen[kind] |= units;
            for unit in members(units) {
                let (count, need) = (self.count[kind][unit], u16::from(self.need[kind][unit]));
                if count < need {
                    return Err(Dead);
                }
                if count == need && need > 0 {
                    let squares = board.members[kind][unit] & self.open;
                    squares.iter().try_for_each(|square| self.place(board, square))?;
                }
            }
        }
        Ok(())
    }

    /// The squares that cannot take a queen beside one on `square`.
    #[inline(always)]
    pub(super) fn reach(&self, board: &Board<W, N>, square: usize) -> Set<W> {
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
