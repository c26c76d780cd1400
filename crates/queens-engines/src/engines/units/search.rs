//! The search: branches on a square of the unit with the fewest placements.

use super::board::{UNIT_KINDS, UnitsBoard};
use super::flow::QueenFlow;
use super::placements::propagate_placements;
use super::state::{DeadEnd, UnitsState};
use control::{Meter, Stop};
use queens_model::bits::SmallSet;

/// Result of [`UnitsSearch::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitsOutcome<const W: usize> {
    /// A solution: the squares of its queens.
    Solution(SmallSet<W>),
    /// There are no more solutions.
    Exhausted,
}

/// Status of a state after propagation.
enum StateStatus {
    Solved,
    Open,
}

/// A search that can be paused after each solution. A node is a state taken from the
/// stack.
pub(super) struct UnitsSearch<'b, const W: usize, const N: usize> {
    board: &'b UnitsBoard<W, N>,
    /// States still to search.
    stack: Vec<UnitsState<W, N>>,
    flows: Vec<QueenFlow<N>>,
}

impl<'b, const W: usize, const N: usize> UnitsSearch<'b, W, N> {
    /// Creates a search at the root.
    pub(super) fn new(board: &'b UnitsBoard<W, N>) -> Self {
        let pairs = [(0, 1), (0, 2), (1, 2)]
            .into_iter()
            .filter(|&(_, to)| to < board.kinds);
        UnitsSearch {
            board,
            stack: UnitsState::new(board).into_iter().collect(),
            flows: pairs.map(|(from, to)| QueenFlow::new(from, to)).collect(),
        }
    }

    /// Advances to the next solution.
    ///
    /// # Errors
    /// A reached limit of `meter`.
    pub(super) fn advance(
        &mut self,
        meter: &mut Meter<'_>,
    ) -> Result<UnitsOutcome<W>, Stop> {
        while let Some(mut state) = self.stack.pop() {
            meter.expand()?;
            match propagate(self.board, &mut self.flows, &mut state) {
                Err(DeadEnd) => {}
                Ok(StateStatus::Solved) => {
                    return Ok(UnitsOutcome::Solution(state.queens));
                }
                Ok(StateStatus::Open) => {
                    let square = choose_square(self.board, &state);
                    let mut with = state;
                    state.close(self.board, [square].into_iter().collect());
                    // Below the state with the queen, so that it is searched later.
                    self.stack.push(state);
                    if with.place(self.board, square).is_ok() {
                        self.stack.push(with);
                    }
                }
            }
        }
        Ok(UnitsOutcome::Exhausted)
    }
}

/// Propagates until nothing changes, the cheap rules first: after each change, full and
/// tight units are checked again before the flows, which cost most.
fn propagate<const W: usize, const N: usize>(
    board: &UnitsBoard<W, N>,
    flows: &mut [QueenFlow<N>],
    state: &mut UnitsState<W, N>,
) -> Result<StateStatus, DeadEnd> {
    'restart: loop {
        state.fill(board)?;
        if state.left == 0 {
            return Ok(StateStatus::Solved);
        }
        if propagate_placements(board, state)? {
            continue;
        }
        for flow in &mut *flows {
            if flow.apply(board, state)? {
                continue 'restart;
            }
        }
        return Ok(StateStatus::Open);
    }
}

/// Chooses a square of the unit with the fewest placements.
fn choose_square<const W: usize, const N: usize>(
    board: &UnitsBoard<W, N>,
    state: &UnitsState<W, N>,
) -> usize {
    // Placements and not squares are compared: of six squares that take two queens there
    // are 15, of seven that take one 7.
    let mut best = (u32::MAX, 0, 0);
    for kind in 0..board.kinds.min(UNIT_KINDS) {
        for unit in 0..board.units {
            let (count, need) = (
                u32::from(state.count[kind][unit]),
                u32::from(state.need[kind][unit]),
            );
            if need > 0 {
                best = best.min((placements(count, need), kind, unit));
            }
        }
    }
    let (_, kind, unit) = best;
    let squares = board.members[kind][unit] & state.open;
    squares.iter().next().unwrap_or(0)
}

/// Returns the binomial coefficient of `count` over `need`, saturating.
fn placements(count: u32, need: u32) -> u32 {
    (0..need).fold(1u32, |ways, taken| {
        ways.saturating_mul(count.saturating_sub(taken)) / (taken + 1)
    })
}
