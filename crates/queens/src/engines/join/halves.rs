//! Halves of the board, made of two quarters that do not attack each other.

use super::quarter::Quarter;
use crate::simd::{Loops, Overlay, ROOM};

/// What stands on the board beside the two quarters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Setting {
    /// Diagonals that the quarters must leave free, and bits that every half carries.
    pub overlay: Overlay,
    /// How far from the centre a queen of the middle column has to be, at least by one more.
    pub beyond: u32,
}

/// Appends to `halves` the word of every pair of a left quarter on `left_rows` and a right quarter on
/// `right_rows` that attack neither each other nor the setting. The first `len` entries are in use; the
/// new number of those is the answer. The left quarters leave free what is blocked.
#[inline(always)]
pub(super) fn append<L: Loops>(
    loops: L,
    (left, left_rows): (&Quarter, u32),
    (right, right_rows): (&Quarter, u32),
    setting: Setting,
    halves: &mut Vec<u64>,
    len: usize,
) -> usize {
    let (left, right) = (left.on_rows(left_rows, 0), right.on_rows(right_rows, setting.beyond));
    // The longer lists fill the vectors better; which they are does not change from call to call. Only the inner
    // quarters are held against what is blocked, so that the right ones have to be those where anything is.
    let swap = setting.overlay.blocked == 0 && left_rows.count_ones() > right_rows.count_ones();
    let (outer, inner) = if swap { (right, left) } else { (left, right) };
    let room = len + outer.len() * inner.len() + ROOM;
    if halves.len() < room {
        halves.resize(2 * room + 1024, 0);
    }
    len + loops.combine(outer, inner, setting.overlay, &mut halves[len..])
}
