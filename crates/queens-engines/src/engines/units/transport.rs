//! Lines confined to regions and regions to lines, any number at a time.
//!
//! The queens to come are sent from the units of one kind to those of another, along the squares that they share. If
//! not all can be sent, there is no solution. What no way of sending them uses is closed: it joins two units that lie
//! in different strong components of what is left of the network. For one queen in each unit this is the rule of
//! Regin (A filtering algorithm for constraints of difference in CSPs, AAAI 1994): it finds whatever n units are
//! confined to n others.

use super::board::Board;
use super::components::Components;
use super::state::{Dead, State};
use queens_model::bits::{Set, members};

/// Queens sent from the units of one kind to those of another. Kept from position to position: most of it stays right.
#[derive(Clone, Debug)]
pub(super) struct Transport<const N: usize> {
    from: usize,
    to: usize,
    /// How many queens go from a unit to another.
    flow: [[u8; N]; N],
    /// How many can, where units take more than one.
    capacity: [[u8; N]; N],
    /// For each unit of `from`, those that it shares an open square with.
    paths: [u64; N],
    /// For each unit of `from`, those that more can be sent to.
    room: [u64; N],
    /// For each unit of `from`, those that some are sent to.
    sends: [u64; N],
    /// For each unit of `to`, those that some are sent from.
    gets: [u64; N],
    /// How many each unit of `from` sends, and each of `to` gets.
    sent: [u8; N],
    got: [u8; N],
}

impl<const N: usize> Transport<N> {
    /// Nothing is sent yet.
    pub(super) fn new(from: usize, to: usize) -> Self {
        Transport {
            from,
            to,
            flow: [[0; N]; N],
            capacity: [[0; N]; N],
            paths: [0; N],
            room: [0; N],
            sends: [0; N],
            gets: [0; N],
            sent: [0; N],
            got: [0; N],
        }
    }

    /// Closes what no way of sending the queens uses; whether there was any.
    pub(super) fn apply<const W: usize>(
        &mut self,
        board: &Board<W, N>,
        state: &mut State<W, N>,
    ) -> Result<bool, Dead> {
        self.connect(board, state);
        self.withdraw(board, state);
        for unit in 0..board.units {
            while self.sent[unit] < state.need[self.from][unit] {
                if !self.send(board, unit, &state.need[self.to], &mut 0) {
                    return Err(Dead);
                }
                self.sent[unit] += 1;
            }
        }
        let components = Components::of(&self.room, &self.gets);
        let mut closed = Set::EMPTY;
        for unit in 0..board.units {
            let unused = self.paths[unit] & !self.sends[unit];
            for other in members(unused & !components.beside(unit)) {
                closed |= board.members[self.from][unit] & board.members[self.to][other];
            }
        }
        let closed = closed & state.open;
        state.close(board, closed);
        Ok(!closed.is_empty())
    }

    /// Finds which units share open squares, and how many queens can go from one to the other.
    fn connect<const W: usize>(&mut self, board: &Board<W, N>, state: &State<W, N>) {
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
        // Of two squares that attack each other one takes a queen at the most. `alone` is the last that has no partner.
        let mut alone = [[u16::MAX; N]; N];
        self.capacity = [[0; N]; N];
        for square in state.open.iter() {
            let (from, to) = units(square);
            self.paths[from] |= 1 << to;
            let before = &mut alone[from][to];
            if *before != u16::MAX && board.attacks[square].contains(usize::from(*before)) {
                *before = u16::MAX;
            } else {
                *before = square as u16;
                self.capacity[from][to] = self.capacity[from][to].saturating_add(1);
            }
        }
    }

    /// How many queens can go from one unit to another.
    fn most<const W: usize>(&self, board: &Board<W, N>, from: usize, to: usize) -> u8 {
        if board.demand == 1 { (self.paths[from] >> to & 1) as u8 } else { self.capacity[from][to] }
    }

    /// Takes back what can no longer be sent, and finds where there is room.
    fn withdraw<const W: usize>(&mut self, board: &Board<W, N>, state: &State<W, N>) {
        for from in 0..board.units {
            for to in members(self.sends[from]) {
                let excess = (self.sent[from].saturating_sub(state.need[self.from][from]))
                    .max(self.got[to].saturating_sub(state.need[self.to][to]));
                let flow = self.flow[from][to];
                let kept = flow.saturating_sub(excess).min(self.most(board, from, to));
                self.sent[from] -= flow - kept;
                self.got[to] -= flow - kept;
                self.set_flow(from, to, kept);
            }
            self.room[from] = if board.demand == 1 {
                self.paths[from] & !self.sends[from]
            } else {
                let has_room = |&to: &usize| self.flow[from][to] < self.capacity[from][to];
                members(self.paths[from]).filter(has_room).fold(0, |room, to| room | 1 << to)
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

    /// Sends one more queen from a unit, if need be by another way for those that are sent; `tried` holds the units of
    /// `to` that were come to.
    fn send<const W: usize>(
        &mut self,
        board: &Board<W, N>,
        from: usize,
        needs: &[u8; N],
        tried: &mut u64,
    ) -> bool {
        // Those that lack queens first.
        let lacks = members(self.room[from] & !*tried).find(|&to| self.got[to] < needs[to]);
        if let Some(to) = lacks {
            self.got[to] += 1;
            self.add(board, from, to);
            return true;
        }
        loop {
            let rest = self.room[from] & !*tried;
            if rest == 0 {
                return false;
            }
            let to = rest.trailing_zeros() as usize;
            *tried |= 1 << to;
            for other in members(self.gets[to]) {
                if self.send(board, other, needs, tried) {
                    let less = self.flow[other][to] - 1;
                    self.set_flow(other, to, less);
                    self.room[other] |= 1 << to;
                    self.add(board, from, to);
                    return true;
                }
            }
        }
    }

    fn add<const W: usize>(&mut self, board: &Board<W, N>, from: usize, to: usize) {
        let flow = self.flow[from][to] + 1;
        self.set_flow(from, to, flow);
        if flow >= self.most(board, from, to) {
            self.room[from] &= !(1 << to);
        }
    }
}
