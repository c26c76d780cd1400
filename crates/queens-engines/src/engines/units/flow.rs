//! Lines confined to regions and regions confined to lines, any number at a time.
//!
//! The queens still to place are a flow from the units of one kind to those of another,
//! along the open squares that two units share. If the maximum flow is too small, there
//! is no solution. Squares that no maximum flow uses are closed: they join units in
//! different strong components of the residual network. For one queen in each unit this
//! is the rule of Regin (A filtering algorithm for constraints of difference in CSPs,
//! AAAI 1994), which finds all n units confined to n others, for every n at once; testing
//! each subset of units would take exponential time.
//!
//! Example: rows 1 and 2 have open squares in regions A and B only, row 3 in A, B and C.
//! Flow: 1 -> A, 2 -> B, 3 -> C. Residual arcs: 1 -> B, 2 -> A, 3 -> A, 3 -> B and back A ->
//! 1, B -> 2, C -> 3. Rows 1, 2 and regions A, B form one component, and no arc leads
//! back from it to row 3. So the squares of row 3 in A and B are closed.

use super::board::UnitsBoard;
use super::components::StrongComponents;
use super::state::{DeadEnd, UnitsState};
use queens_model::bits::{SmallSet, members};

/// Flow of queens from the units of one kind to those of another. It is kept from state
/// to state and repaired, because little changes between them; a new maximum flow for
/// each state would repeat almost all of the work.
#[derive(Clone, Debug)]
pub(super) struct QueenFlow<const N: usize> {
    from: usize,
    to: usize,
    /// Flow from each unit to each other unit.
    flow: [[u8; N]; N],
    /// Capacity, if units take more than one queen.
    capacity: [[u8; N]; N],
    /// For each unit of `from`, the units of `to` with a common open square.
    paths: [u64; N],
    /// For each unit of `from`, the units of `to` with unused capacity.
    unused: [u64; N],
    /// For each unit of `from`, the units of `to` with a positive flow.
    sends: [u64; N],
    /// For each unit of `to`, the units of `from` with a positive flow.
    gets: [u64; N],
    /// Total flow out of each unit of `from`, and into each unit of `to`.
    sent: [u8; N],
    got: [u8; N],
}

impl<const N: usize> QueenFlow<N> {
    /// Creates an empty flow.
    pub(super) fn new(from: usize, to: usize) -> Self {
        QueenFlow {
            from,
            to,
            flow: [[0; N]; N],
            capacity: [[0; N]; N],
            paths: [0; N],
            unused: [0; N],
            sends: [0; N],
            gets: [0; N],
            sent: [0; N],
            got: [0; N],
        }
    }

    /// Closes squares that no maximum flow uses; returns true if there were any.
    pub(super) fn apply<const W: usize>(
        &mut self,
        board: &UnitsBoard<W, N>,
        state: &mut UnitsState<W, N>,
    ) -> Result<bool, DeadEnd> {
        self.connect_units(board, state);
        self.reduce_flow(board, state);
        // The flow of the last position was reduced, not dropped: only what is missing is
        // searched.
        for unit in 0..board.units {
            while self.sent[unit] < state.need[self.from][unit] {
                if !self.augment_flow(board, unit, &state.need[self.to], &mut 0) {
                    return Err(DeadEnd);
                }
                self.sent[unit] += 1;
            }
        }
        let components = StrongComponents::from_edges(&self.unused, &self.gets);
        let mut closed = SmallSet::EMPTY;
        for unit in 0..board.units {
            let without_flow = self.paths[unit] & !self.sends[unit];
            for other in members(without_flow & !components.beside(unit)) {
                closed |= board.members[self.from][unit] & board.members[self.to][other];
            }
        }
        let closed = closed & state.open;
        state.close(board, closed);
        Ok(!closed.is_empty())
    }

    /// Computes paths and capacities from the open squares.
    fn connect_units<const W: usize>(
        &mut self,
        board: &UnitsBoard<W, N>,
        state: &UnitsState<W, N>,
    ) {
        self.paths = [0; N];
        let units = |square: usize| {
            let units = board.units_of[square];
            (usize::from(units[self.from]), usize::from(units[self.to]))
        };
        if board.demand == 1 {
            for square in state.open.iter() {
                let (from, to) = units(square);
                self.paths[from] |= 1 << to;
            }
            return;
        }
        // Two squares that attack each other take at most one queen, so the capacity
        // counts such pairs once. `alone` is the last square without a partner.
        let mut alone = [[u16::MAX; N]; N];
        self.capacity = [[0; N]; N];
        for square in state.open.iter() {
            let (from, to) = units(square);
            self.paths[from] |= 1 << to;
            let before = &mut alone[from][to];
            if *before != u16::MAX && board.attacks[square].contains(usize::from(*before))
            {
                *before = u16::MAX;
            } else {
                *before = square as u16;
                self.capacity[from][to] = self.capacity[from][to].saturating_add(1);
            }
        }
    }

    /// Returns the capacity from one unit to another.
    fn capacity_of<const W: usize>(
        &self,
        board: &UnitsBoard<W, N>,
        from: usize,
        to: usize,
    ) -> u8 {
        if board.demand == 1 {
            (self.paths[from] >> to & 1) as u8
        } else {
            self.capacity[from][to]
        }
    }

    /// Reduces the flow to the new demands and capacities, and computes where capacity is
    /// unused.
    fn reduce_flow<const W: usize>(
        &mut self,
        board: &UnitsBoard<W, N>,
        state: &UnitsState<W, N>,
    ) {
        for from in 0..board.units {
            for to in members(self.sends[from]) {
                // More flow than either end still needs, or than there is capacity, has
                // to go.
                let excess = (self.sent[from]
                    .saturating_sub(state.need[self.from][from]))
                .max(self.got[to].saturating_sub(state.need[self.to][to]));
                let flow = self.flow[from][to];
                let kept = flow
                    .saturating_sub(excess)
                    .min(self.capacity_of(board, from, to));
                self.sent[from] -= flow - kept;
                self.got[to] -= flow - kept;
                self.set_flow(from, to, kept);
            }
            self.unused[from] = if board.demand == 1 {
                self.paths[from] & !self.sends[from]
            } else {
                let has_unused =
                    |&to: &usize| self.flow[from][to] < self.capacity[from][to];
                members(self.paths[from])
                    .filter(has_unused)
                    .fold(0, |unused, to| unused | 1 << to)
            };
        }
    }

    fn set_flow(&mut self, from: usize, to: usize, flow: u8) {
        self.flow[from][to] = flow;
        if flow == 0 {
            self.sends[from] &= !(1 << to);
            self.gets[to] &= !(1 << from);
        } else {
            self.sends[from] |= 1 << to;
            self.gets[to] |= 1 << from;
        }
    }

    /// Augments the flow from a unit by one, if necessary along an alternating path;
    /// `tried` holds the units of `to` already visited, so that each is visited once.
    fn augment_flow<const W: usize>(
        &mut self,
        board: &UnitsBoard<W, N>,
        from: usize,
        needs: &[u8; N],
        tried: &mut u64,
    ) -> bool {
        // Units that lack queens come first: the path ends there.
        let lacks =
            members(self.unused[from] & !*tried).find(|&to| self.got[to] < needs[to]);
        if let Some(to) = lacks {
            self.got[to] += 1;
            self.add_flow(board, from, to);
            return true;
        }
        loop {
            let rest = self.unused[from] & !*tried;
            if rest == 0 {
                return false;
            }
            // Marked before the search below it, so that no path returns to it.
            let to = rest.trailing_zeros() as usize;
            *tried |= 1 << to;
            for other in members(self.gets[to]) {
                if self.augment_flow(board, other, needs, tried) {
                    let less = self.flow[other][to] - 1;
                    self.set_flow(other, to, less);
                    self.unused[other] |= 1 << to;
                    self.add_flow(board, from, to);
                    return true;
                }
            }
        }
    }

    fn add_flow<const W: usize>(
        &mut self,
        board: &UnitsBoard<W, N>,
        from: usize,
        to: usize,
    ) {
        let flow = self.flow[from][to] + 1;
        self.set_flow(from, to, flow);
        if flow >= self.capacity_of(board, from, to) {
            self.unused[from] &= !(1 << to);
        }
    }
}
