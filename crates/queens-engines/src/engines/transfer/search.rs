//! Counting the sets of a component by depth-first search, one square after the other.

use super::component::{BoardComponent, MAX_COMPONENT_SQUARES, words};
use super::{COUNT_OVERFLOW, add_count};
use control::{Meter, Step, Stop};

/// Closed squares from the next one on, number of pieces, and number of sets.
type ComponentState<'s> = (&'s [u64], usize, u128);

/// Counts the sets that continue the `states` of the squares before `at`, with a search
/// for each state.
pub(super) fn count_from_states(
    component: &BoardComponent,
    at: usize,
    states: &mut dyn Iterator<Item = ComponentState<'_>>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u128>, Stop> {
    match component.closes.len() {
        0..=64 => ComponentSearch::<1>::new(component).count_from(at, states, meter),
        65..=128 => ComponentSearch::<2>::new(component).count_from(at, states, meter),
        129..=256 => ComponentSearch::<4>::new(component).count_from(at, states, meter),
        257..=512 => ComponentSearch::<8>::new(component).count_from(at, states, meter),
        513..=1024 => ComponentSearch::<16>::new(component).count_from(at, states, meter),
        1025..=2048 => {
            ComponentSearch::<32>::new(component).count_from(at, states, meter)
        }
        2049..=4096 => {
            ComponentSearch::<64>::new(component).count_from(at, states, meter)
        }
        _ => ComponentSearch::<{ MAX_COMPONENT_SQUARES / 64 }>::new(component)
            .count_from(at, states, meter),
    }
}

/// A component with its squares in words.
struct ComponentSearch<'p, const W: usize> {
    component: &'p BoardComponent,
    closes: Vec<[u64; W]>,
    /// For each number of pieces, the squares that add it.
    kinds: Vec<(usize, [u64; W])>,
    /// Number of sets, by number of pieces.
    found: Vec<u64>,
}

impl<'p, const W: usize> ComponentSearch<'p, W> {
    fn new(component: &'p BoardComponent) -> Self {
        let closes = component.closes.iter();
        let kinds = component.squares_by_pieces();
        ComponentSearch {
            component,
            closes: closes.map(|closed| words(closed.ones())).collect(),
            kinds: kinds
                .iter()
                .map(|(pieces, squares)| (*pieces, words(squares.ones())))
                .collect(),
            found: vec![0; component.zero_counts().len()],
        }
    }

    fn count_from(
        mut self,
        at: usize,
        states: &mut dyn Iterator<Item = ComponentState<'_>>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u128>, Stop> {
        let mut counts = self.component.zero_counts();
        let later: [u64; W] = words(at..self.closes.len());
        for (closed, pieces, count) in states {
            let closed = shifted_up::<W>(closed, at);
            let open = std::array::from_fn(|i| later[i] & !closed[i]);
            self.found.fill(0);
            self.count_sets(open, pieces, meter)?;
            // Each set that continues the state continues all `count` sets that led to
            // it.
            for (sum, &found) in counts.iter_mut().zip(&self.found) {
                add_count(sum, count.checked_mul(found.into()).ok_or(COUNT_OVERFLOW)?)?;
            }
        }
        Ok(counts)
    }

    /// Counts the sets that add squares of `open` to `pieces` pieces.
    ///
    /// Squares are added in ascending order, so each set is counted once. With room for
    /// one more square, or one open square left, the sets are counted by population
    /// counts: the last level of the tree, by far the largest, takes no step for each
    /// set.
    fn count_sets(
        &mut self,
        mut open: [u64; W],
        pieces: usize,
        meter: &mut Meter<'_>,
    ) -> Step {
        self.found[pieces] += 1;
        if self.component.is_nearly_full(pieces) || count_squares(&open) <= 1 {
            self.count_last_squares(open, pieces);
            return Ok(());
        }
        meter.expand()?;
        // `open` are the open squares after the last one that was tried.
        for word in 0..W {
            while open[word] != 0 {
                let square = 64 * word + open[word].trailing_zeros() as usize;
                if !self.component.can_be_enough(pieces, square) {
                    return Ok(());
                }
                open[word] &= open[word] - 1;
                if self.component.has_room(pieces, square) {
                    let rest = std::array::from_fn(|i| open[i] & !self.closes[square][i]);
                    self.count_sets(rest, pieces + self.component.pieces[square], meter)?;
                }
            }
        }
        Ok(())
    }

    /// Counts the sets that add one square of `open` to `pieces` pieces.
    fn count_last_squares(&mut self, open: [u64; W], pieces: usize) {
        for (of_kind, squares) in &self.kinds {
            let squares = std::array::from_fn(|i| open[i] & squares[i]);
            // A set with more than the highest number of pieces has no entry.
            if let Some(found) = self.found.get_mut(pieces + of_kind) {
                *found += u64::from(count_squares::<W>(&squares));
            }
        }
    }
}

fn count_squares<const W: usize>(set: &[u64; W]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Shifts a set of squares up by `by`.
fn shifted_up<const W: usize>(words: &[u64], by: usize) -> [u64; W] {
    let (whole, bits) = (by / 64, (by % 64) as u32);
    let mut shifted = [0; W];
    for (at, word) in shifted.iter_mut().enumerate().skip(whole) {
        let low = words.get(at - whole).copied().unwrap_or(0);
        let lower = at.checked_sub(whole + 1).and_then(|at| words.get(at));
        // A shift by a whole word moves no bits between words: `>> 64` would overflow.
        let carried = lower.map_or(0, |lower| lower.unbounded_shr(64 - bits));
        *word = low << bits | carried;
    }
    shifted
}
