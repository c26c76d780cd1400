//! The search: smallest unit first, a queen on one of its squares or none.

use super::board::{Board, KINDS};
use super::inside;
use super::state::{Dead, State};
use super::transport::Transport;
use control::{Meter, Stop};
use queens_model::bits::Set;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress<const W: usize> {
    /// A solution: the squares of its queens.
    Solution(Set<W>),
    /// There is none beyond those that were found.
    Exhausted,
}

/// What is known of a position.
enum Settled {
    Solved,
    Open,
}

/// A search that can be paused. A node is a position whose next square is to be chosen.
pub(super) struct Search<'b, const W: usize, const N: usize> {
    board: &'b Board<W, N>,
    /// Positions, each with a queen more than the one before it.
    stack: Vec<State<W, N>>,
    transports: Vec<Transport<N>>,
}

impl<'b, const W: usize, const N: usize> Search<'b, W, N> {
    /// Stands before the first node.
    pub(super) fn new(board: &'b Board<W, N>) -> Self {
        let pairs = [(0, 1), (0, 2), (1, 2)].into_iter().filter(|&(_, to)| to < board.kinds);
        Search {
            board,
            stack: State::new(board).into_iter().collect(),
            transports: pairs.map(|(from, to)| Transport::new(from, to)).collect(),
        }
    }

    /// Goes on to the next solution.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<Progress<W>, Stop> {
        while let Some(mut state) = self.stack.pop() {
            meter.expand()?;
            match settle(self.board, &mut self.transports, &mut state) {
                Err(Dead) => {}
                Ok(Settled::Solved) => return Ok(Progress::Solution(state.queens)),
                Ok(Settled::Open) => {
                    let square = choose(self.board, &state);
                    let mut with = state;
                    state.close(self.board, [square].into_iter().collect());
                    self.stack.push(state);
                    if with.place(self.board, square).is_ok() {
                        self.stack.push(with);
                    }
                }
            }
        }
        Ok(Progress::Exhausted)
    }
}

/// Draws every conclusion, the cheap ones first.
fn settle<const W: usize, const N: usize>(
    board: &Board<W, N>,
    transports: &mut [Transport<N>],
    state: &mut State<W, N>,
) -> Result<Settled, Dead> {
    'again: loop {
        state.fill(board)?;
        if state.left == 0 {
            return Ok(Settled::Solved);
        }
        if inside::look(board, state)? {
            continue;
        }
        for transport in &mut *transports {
            if transport.apply(board, state)? {
                continue 'again;
            }
        }
        return Ok(Settled::Open);
    }
}

/// A square of the unit with the fewest placements.
fn choose<const W: usize, const N: usize>(board: &Board<W, N>, state: &State<W, N>) -> usize {
    let mut best = (u32::MAX, 0, 0);
    for kind in 0..board.kinds.min(KINDS) {
        for unit in 0..board.units {
            let (count, need) = (u32::from(state.count[kind][unit]), u32::from(state.need[kind][unit]));
            if need > 0 {
                best = best.min((placements(count, need), kind, unit));
            }
        }
    }
    let (_, kind, unit) = best;
    let squares = board.members[kind][unit] & state.open;
    squares.iter().next().unwrap_or(0)
}

/// In how many ways `need` of `count` squares can be taken.
fn placements(count: u32, need: u32) -> u32 {
    (0..need).fold(1u32, |ways, taken| ways.saturating_mul(count.saturating_sub(taken)) / (taken + 1))
}
