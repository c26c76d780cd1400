//! Consequences that all placements of queens in one unit have in common.

use super::board::UnitsBoard;
use super::state::{DeadEnd, UnitsState};
use queens_model::bits::SmallSet;

/// Maximum number of open squares of a unit whose placements are enumerated, if it needs
/// two queens or more.
const MAX_OPEN_SQUARES: u16 = 24;

/// Maximum number of placements of a unit that are enumerated.
const MAX_PLACEMENTS: u32 = 160;

/// Examines the units that lost squares: closes squares that all placements of such a
/// unit rule out, and fills squares that all its placements use. Returns true if the
/// state changed.
pub(super) fn propagate_placements<const W: usize, const N: usize>(
    board: &UnitsBoard<W, N>,
    state: &mut UnitsState<W, N>,
) -> Result<bool, DeadEnd> {
    for kind in 0..board.kinds {
        while state.unseen[kind] != 0 {
            let unit = state.unseen[kind].trailing_zeros() as usize;
            state.unseen[kind] &= !(1 << unit);
            let squares = board.members[kind][unit] & state.open;
            let has_changed = match state.need[kind][unit] {
                0 => false,
                1 => close_common_reach(board, state, squares),
                need if state.count[kind][unit] <= MAX_OPEN_SQUARES => {
                    propagate_enumerated(board, state, squares, need)?
                }
                _ => false,
            };
            if has_changed {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Closes the squares that a queen on every open square of a unit rules out; the unit
/// needs one more queen.
fn close_common_reach<const W: usize, const N: usize>(
    board: &UnitsBoard<W, N>,
    state: &mut UnitsState<W, N>,
    squares: SmallSet<W>,
) -> bool {
    let mut common = state.open;
    for square in squares.iter() {
        common &= state.reach(board, square);
        if common.is_empty() {
            return false;
        }
    }
    state.close(board, common);
    true
}

/// Enumerates the placements of a unit that needs several queens: closes squares that all
/// of them rule out or none of them uses, and fills squares that all of them use.
fn propagate_enumerated<const W: usize, const N: usize>(
    board: &UnitsBoard<W, N>,
    state: &mut UnitsState<W, N>,
    squares: SmallSet<W>,
    need: u8,
) -> Result<bool, DeadEnd> {
    let mut placements = UnitPlacements {
        board,
        state,
        squares,
        all: SmallSet::EMPTY,
        common: state.open,
        taken: squares,
        left: MAX_PLACEMENTS,
    };
    let is_whole = placements.extend(squares, SmallSet::EMPTY, SmallSet::EMPTY, need);
    let UnitPlacements {
        all,
        common,
        taken,
        left,
        ..
    } = placements;
    if left == MAX_PLACEMENTS {
        return Err(DeadEnd);
    }
    if !is_whole {
        return Ok(false);
    }
    let closed = (common | (squares - all)) & state.open;
    state.close(board, closed);
    taken
        .iter()
        .try_for_each(|square| state.place(board, square))?;
    Ok(!closed.is_empty() || !taken.is_empty())
}

/// Enumeration of the placements of the queens of a unit.
struct UnitPlacements<'p, const W: usize, const N: usize> {
    board: &'p UnitsBoard<W, N>,
    state: &'p UnitsState<W, N>,
    squares: SmallSet<W>,
    /// Squares that some placement uses.
    all: SmallSet<W>,
    /// Squares that every placement rules out.
    common: SmallSet<W>,
    /// Squares that every placement uses.
    taken: SmallSet<W>,
    /// Number of placements that may still be enumerated.
    left: u32,
}

impl<const W: usize, const N: usize> UnitPlacements<'_, W, N> {
    /// Enumerates the placements of `need` more queens on `rest`; returns false if they
    /// have nothing in common or are too many.
    ///
    /// `common` and `taken` only shrink and `all` only grows, so the enumeration stops as
    /// soon as the placements so far have nothing in common; most units stop after a few
    /// placements, where a full enumeration takes a binomial number.
    fn extend(
        &mut self,
        rest: SmallSet<W>,
        queens: SmallSet<W>,
        reached: SmallSet<W>,
        need: u8,
    ) -> bool {
        if need == 0 {
            self.left -= 1;
            self.all |= queens;
            self.common &= reached - queens;
            self.taken &= queens;
            let has_nothing = self.common.is_empty()
                && self.taken.is_empty()
                && self.all == self.squares;
            return self.left > 0 && !has_nothing;
        }
        let (mut rest, mut count) = (rest, rest.count());
        for square in rest.iter() {
            if count < u32::from(need) {
                break;
            }
            rest.remove(square);
            count -= 1;
            let reach = self.state.reach(self.board, square);
            let mut queens = queens;
            queens.insert(square);
            if !self.extend(rest - reach, queens, reached | reach, need - 1) {
                return false;
            }
        }
        true
    }
}
