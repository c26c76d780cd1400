//! What all ways to fill one unit have in common.

use super::board::Board;
use super::state::{Dead, State};
use queens_model::bits::Set;

/// The most open squares of a unit whose placements are looked at, where it needs two queens or more.
const MOST_SQUARES: u16 = 24;

/// The most placements of a unit that are looked at.
const MOST_PLACEMENTS: u32 = 160;

/// Looks into the units that lost squares: closes squares beside which such a unit cannot be filled, and fills squares
/// that all its placements take. Whether there was any.
pub(super) fn look<const W: usize, const N: usize>(
    board: &Board<W, N>,
    state: &mut State<W, N>,
) -> Result<bool, Dead> {
    for kind in 0..board.kinds {
        while state.unseen[kind] != 0 {
            let unit = state.unseen[kind].trailing_zeros() as usize;
            state.unseen[kind] &= !(1 << unit);
            let squares = board.members[kind][unit] & state.open;
            let has_changed = match state.need[kind][unit] {
                0 => false,
                1 => of_one(board, state, squares),
                need if state.count[kind][unit] <= MOST_SQUARES => of_more(board, state, squares, need)?,
                _ => false,
            };
            if has_changed {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// A unit that takes one more queen: closes what every square of it reaches.
fn of_one<const W: usize, const N: usize>(
    board: &Board<W, N>,
    state: &mut State<W, N>,
    squares: Set<W>,
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

/// A unit that takes more: closes what every placement of its queens reaches, and what none of them takes; fills what
/// all of them take.
fn of_more<const W: usize, const N: usize>(
    board: &Board<W, N>,
    state: &mut State<W, N>,
    squares: Set<W>,
    need: u8,
) -> Result<bool, Dead> {
    let mut placements = Placements {
        board,
        state,
        squares,
        all: Set::EMPTY,
        common: state.open,
        taken: squares,
        left: MOST_PLACEMENTS,
    };
    let is_whole = placements.extend(squares, Set::EMPTY, Set::EMPTY, need);
    let Placements { all, common, taken, left, .. } = placements;
    if left == MOST_PLACEMENTS {
        return Err(Dead);
    }
    if !is_whole {
        return Ok(false);
    }
    let closed = (common | (squares - all)) & state.open;
    state.close(board, closed);
    taken.iter().try_for_each(|square| state.place(board, square))?;
    Ok(!closed.is_empty() || !taken.is_empty())
}

/// The ways to put the queens of a unit.
struct Placements<'p, const W: usize, const N: usize> {
    board: &'p Board<W, N>,
    state: &'p State<W, N>,
    squares: Set<W>,
    /// What some placement takes.
    all: Set<W>,
    /// What every placement reaches.
    common: Set<W>,
    /// What every placement takes.
    taken: Set<W>,
    /// How many placements may still be looked at.
    left: u32,
}

impl<const W: usize, const N: usize> Placements<'_, W, N> {
    /// Goes through the placements of `need` more queens on `rest`; false where they have nothing in common, or are
    /// too many.
    fn extend(&mut self, rest: Set<W>, queens: Set<W>, reached: Set<W>, need: u8) -> bool {
        if need == 0 {
            self.left -= 1;
            self.all |= queens;
            self.common &= reached - queens;
            self.taken &= queens;
            let has_nothing = self.common.is_empty() && self.taken.is_empty() && self.all == self.squares;
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
