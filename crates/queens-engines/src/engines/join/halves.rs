//! Halves of the board, made of two quarters that do not attack each other.

use super::quarter::Quarter;
use queens_simd::{COMBINE_MARGIN, KernelLoops, Overlay};

/// Maximum number of halves for which a list grows beyond what it needs.
const MAX_GROWTH: usize = 1 << 20;

/// Appends to `halves` the word of every pair of a left quarter on `left_rows` and a
/// right quarter on `right_rows` that attack neither each other nor what is blocked. The
/// first `len` entries are in use; the new number of those is the answer. The left
/// quarters leave free what is blocked.
#[inline(always)]
pub(super) fn append<L: KernelLoops>(
    loops: L,
    (left, left_rows): (&Quarter, u32),
    (right, right_rows): (&Quarter, u32),
    overlay: Overlay,
    halves: &mut Vec<u64>,
    len: usize,
) -> usize {
    // The longer lists fill the vectors better; which they are does not change from call
    // to call. Only the inner quarters are held against what is blocked, so that the
    // right ones have to be those where anything is.
    let swap = overlay.blocked == 0 && left.words().len() > right.words().len();
    let (left, right) = (left.on_rows(left_rows), right.on_rows(right_rows));
    let (outer, inner) = if swap { (right, left) } else { (left, right) };
    let room = len + outer.len() * inner.len() + COMBINE_MARGIN;
    if halves.len() < room {
        // Lists take most of the memory of a large board: they grow by little. Long ones
        // are moved by their pages.
        halves.resize(room + (room / 8).min(MAX_GROWTH) + 1024, 0);
    }
    len + loops.combine(outer, inner, overlay, &mut halves[len..])
}
