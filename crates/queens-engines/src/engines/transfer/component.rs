//! Counts the sets of one component: by states, and by a search if there are too many
//! states.
//!
//! A set is decided square by square. What the earlier squares mean for the later ones is
//! a *state*: which later squares are closed, and the number of pieces if it matters.
//! Sets with equal states have the same continuations, so one number for each state is
//! enough. A piece closes squares up to a certain distance only; the closed squares fit a
//! window of that length.

use super::search;
use super::{COUNT_OVERFLOW, add_count};
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Maximum number of squares of a component.
pub(super) const MAX_COMPONENT_SQUARES: usize = 8192;

/// Estimated number of sets up to which far-reaching pieces are searched from the start.
const MAX_SEARCHED_SETS: f64 = 1e9;

/// The same limit if each clique, such as a row, must take a piece: most sets soon leave
/// one without an open square.
const MAX_SEARCHED_FILLINGS: f64 = 1e11;

/// Number of classes up to which states are always tried. A class is a group of later
/// squares that the same earlier squares close, so that few classes make few states: see
/// [`super::order`].
const FEW_CLASSES: usize = 30;

/// A component: squares that attacks connect, or orbits of squares, in order.
pub(super) struct BoardComponent {
    /// For each square, the later squares that a piece on it closes.
    pub closes: Vec<FixedBitSet>,
    /// For each square, the pieces that it adds; 0 if the number of pieces does not
    /// matter.
    pub pieces: Vec<usize>,
    /// Smallest of these numbers.
    lightest: usize,
    /// For each square, an upper bound on the number of pieces on it and the later ones.
    room: Vec<usize>,
    /// Sizes of the cliques of a cover: groups of squares that take one piece at most.
    cover: Vec<usize>,
    /// Highest number of classes of later squares, over the places of the order.
    classes: usize,
    /// Lowest and highest number of pieces; 0 if the number does not matter.
    least: usize,
    most: usize,
}

impl BoardComponent {
    pub(super) fn new(
        closes: Vec<FixedBitSet>,
        pieces: Vec<usize>,
        least: usize,
        most: usize,
        classes: usize,
    ) -> Self {
        let lightest = pieces.iter().copied().min().unwrap_or(0);
        let (room, cover) = bound_room(&closes, &pieces);
        BoardComponent {
            closes,
            pieces,
            lightest,
            room,
            cover,
            classes,
            least,
            most,
        }
    }

    /// True if the squares from `at` on can bring `pieces` to the lowest number.
    pub(super) fn can_be_enough(&self, pieces: usize, at: usize) -> bool {
        self.room[at] + pieces >= self.least
    }

    /// True if at most one more square fits beside `pieces`, within the highest number.
    pub(super) fn is_nearly_full(&self, pieces: usize) -> bool {
        self.lightest > 0 && pieces + 2 * self.lightest > self.most
    }

    /// True if `square` fits beside `pieces`, within the highest number.
    pub(super) fn has_room(&self, pieces: usize, square: usize) -> bool {
        pieces + self.pieces[square] <= self.most
    }

    /// Returns counts of zero, by number of pieces.
    pub(super) fn zero_counts(&self) -> Vec<u128> {
        vec![0; self.most + 1]
    }

    /// Groups the squares by their numbers of pieces.
    pub(super) fn squares_by_pieces(&self) -> Vec<(usize, FixedBitSet)> {
        let mut kinds: Vec<(usize, FixedBitSet)> = Vec::new();
        for (square, &pieces) in self.pieces.iter().enumerate() {
            let known = kinds.iter().position(|&(of_kind, _)| of_kind == pieces);
            let kind = known.unwrap_or_else(|| {
                kinds.push((pieces, FixedBitSet::with_capacity(self.pieces.len())));
                kinds.len() - 1
            });
            kinds[kind].1.insert(square);
        }
        kinds
    }

    /// Counts the sets by number of pieces; all at index 0 if the number does not matter.
    /// Entries below the lowest number are incomplete.
    pub(super) fn count_sets(
        &self,
        memory: u64,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u128>, Stop> {
        let farthest = (0..self.closes.len())
            .map(|at| self.farthest_closed(at) - at)
            .max()
            .unwrap_or(0);
        let is_far = 2 * farthest > self.closes.len() && self.classes > FEW_CLASSES;
        // States hardly ever merge if pieces reach far and are few, so nothing is gained
        // by keeping them.
        if is_far && self.is_faster_to_search() {
            let mut start = std::iter::once((&[][..], 0, 1));
            return search::count_from_states(self, 0, &mut start, meter);
        }
        match farthest {
            0..=64 => FrontierCount::<1>::new(self, limits)?.count_sets(memory, meter),
            65..=128 => FrontierCount::<2>::new(self, limits)?.count_sets(memory, meter),
            129..=256 => FrontierCount::<4>::new(self, limits)?.count_sets(memory, meter),
            257..=512 => FrontierCount::<8>::new(self, limits)?.count_sets(memory, meter),
            513..=1024 => {
                FrontierCount::<16>::new(self, limits)?.count_sets(memory, meter)
            }
            _ => FrontierCount::<{ MAX_COMPONENT_SQUARES / 64 }>::new(self, limits)?
                .count_sets(memory, meter),
        }
    }

    /// Returns the farthest square that a piece on `at` closes.
    fn farthest_closed(&self, at: usize) -> usize {
        self.closes[at].maximum().unwrap_or(at)
    }

    /// True if, by estimate, there are so few sets below the highest number that a search
    /// is faster than states, which hardly ever merge if pieces reach far.
    fn is_faster_to_search(&self) -> bool {
        let squares = self.closes.len() as f64;
        let closed: usize = self
            .closes
            .iter()
            .map(|closed| 2 * closed.count_ones(..))
            .sum();
        let closed = closed as f64 / squares;
        let (mut all, mut sets) = (1.0, 1.0);
        if self.least > 0 && self.room[0] == self.least {
            // Each clique of the cover, such as a row, takes a piece, which leaves the
            // same share of the others open.
            let mean_size = squares / self.cover.len() as f64;
            let share = 1.0
                - (closed + 1.0 - mean_size).max(0.0) / (squares - mean_size).max(1.0);
            for (pieces, &size) in (0..).zip(&self.cover[1..]) {
                sets *= size as f64 * share.powi(pieces);
                all += sets;
            }
            return all < MAX_SEARCHED_FILLINGS;
        }
        // Each piece leaves the same share of the squares open to the next one.
        let share = 1.0 - (closed + 1.0) / squares;
        let most = self
            .most
            .checked_div(self.lightest)
            .unwrap_or(self.closes.len());
        let mut open = squares;
        // `sets` is the estimated number of sets with so many pieces: the order of the
        // pieces does not matter, hence the division.
        for pieces in 1..most {
            sets *= open / pieces as f64;
            all += sets;
            open *= share;
        }
        all < MAX_SEARCHED_SETS
    }
}

/// The closed squares among the later ones, with the next square at bit 0, and the number
/// of pieces if it matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct FrontierState<const W: usize> {
    closed: [u64; W],
    pieces: u32,
}

type FrontierStates<const W: usize> =
    HashMap<FrontierState<W>, u128, BuildHasherDefault<StateHasher>>;

/// Squares of one kind ahead: those within the window of a state, with the next one at
/// bit 0, and the number of those beyond.
type SquaresAhead<const W: usize> = ([u64; W], u64);

/// The count by states with a window of `64 * W` squares. Invariant: no piece closes
/// squares beyond it, so those are open.
struct FrontierCount<'p, const W: usize> {
    component: &'p BoardComponent,
    /// For each square, the later squares that a piece on it closes, with the next one at
    /// bit 0.
    closes: Vec<[u64; W]>,
    /// For each number of pieces, the squares that add it, as seen from each place.
    kinds: Vec<(usize, Vec<SquaresAhead<W>>)>,
    /// Sets that are complete, by number of pieces.
    counts: Vec<u128>,
}

impl<'p, const W: usize> FrontierCount<'p, W> {
    fn new(component: &'p BoardComponent, limits: &Limits) -> Result<Self, Stop> {
        let mut meter = Meter::new(limits);
        let len = component.closes.len();
        let closes = (0..len)
            .map(|at| words(component.closes[at].ones().map(|other| other - at - 1)))
            .collect();
        let kinds = if component.lightest == 0 {
            Vec::new()
        } else {
            component.squares_by_pieces()
        };
        let mut kinds_ahead = Vec::with_capacity(kinds.len());
        for (pieces, squares) in kinds {
            let mut ahead = Vec::with_capacity(len + 1);
            // Computed once for each place; a state would pay for it each time.
            for at in 0..=len {
                meter.tick()?;
                ahead.push(squares_ahead(&squares, at, len));
            }
            kinds_ahead.push((pieces, ahead));
        }
        Ok(FrontierCount {
            component,
            closes,
            kinds: kinds_ahead,
            counts: component.zero_counts(),
        })
    }

    fn count_sets(
        mut self,
        memory: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u128>, Stop> {
        let (mut now, mut next) = (
            FrontierStates::<W>::default(),
            FrontierStates::<W>::default(),
        );
        self.add_with_piece(
            &mut now,
            0,
            FrontierState {
                closed: [0; W],
                pieces: 0,
            },
            1,
        )?;
        for at in 0..self.closes.len() {
            // Invariant: `now` has for each state the number of sets of the squares
            // before `at` that lead to it, and `counts` has the sets whose state is not
            // stored.
            for (state, count) in now.drain() {
                meter.expand()?;
                let without = FrontierState {
                    closed: shifted_down(&state.closed),
                    ..state
                };
                let pieces = state.pieces as usize;
                if state.closed[0] & 1 == 0 && self.component.has_room(pieces, at) {
                    let closed =
                        std::array::from_fn(|i| without.closed[i] | self.closes[at][i]);
                    let pieces = (pieces + self.component.pieces[at]) as u32;
                    self.add_with_piece(
                        &mut next,
                        at + 1,
                        FrontierState { closed, pieces },
                        count,
                    )?;
                }
                self.add_state(&mut next, at + 1, without, count)?;
            }
            std::mem::swap(&mut now, &mut next);
            meter.width(now.len() as u64);
            let entry = size_of::<(FrontierState<W>, u128)>() + 1;
            let bytes = ((now.capacity() + next.capacity()) * entry) as u64;
            // The next square may double both tables.
            if bytes > memory / 2 {
                drop(next);
                let mut states = now.iter().map(|(state, &count)| {
                    (&state.closed[..], state.pieces as usize, count)
                });
                let searched = search::count_from_states(
                    self.component,
                    at + 1,
                    &mut states,
                    meter,
                )?;
                for (sum, count) in self.counts.iter_mut().zip(searched) {
                    add_count(sum, count)?;
                }
                return Ok(self.counts);
            }
            meter.memory(bytes)?;
        }
        for (state, count) in now {
            add_count(&mut self.counts[state.pieces as usize], count)?;
        }
        Ok(self.counts)
    }

    /// Adds a state after a new piece. If at most one more square fits, counts the set
    /// and its extensions by one open square right away: by far the most states are of
    /// this kind, and none of them is stored.
    fn add_with_piece(
        &mut self,
        states: &mut FrontierStates<W>,
        at: usize,
        state: FrontierState<W>,
        count: u128,
    ) -> Result<(), Stop> {
        let pieces = state.pieces as usize;
        if !self.component.is_nearly_full(pieces) {
            return self.add_state(states, at, state, count);
        }
        add_count(&mut self.counts[pieces], count)?;
        // One population count for each kind stands for as many sets as there are open
        // squares.
        for (of_kind, squares) in &self.kinds {
            if pieces + of_kind <= self.component.most {
                let (in_sight, beyond) = squares[at];
                let open = in_sight
                    .iter()
                    .zip(state.closed)
                    .map(|(squares, closed)| squares & !closed);
                let left =
                    beyond + open.map(|word| u64::from(word.count_ones())).sum::<u64>();
                let more = count.checked_mul(left.into()).ok_or(COUNT_OVERFLOW)?;
                add_count(&mut self.counts[pieces + of_kind], more)?;
            }
        }
        Ok(())
    }

    /// Adds a state if the squares from `at` on can bring its pieces to the lowest
    /// number.
    fn add_state(
        &self,
        states: &mut FrontierStates<W>,
        at: usize,
        state: FrontierState<W>,
        count: u128,
    ) -> Result<(), Stop> {
        if !self.component.can_be_enough(state.pieces as usize, at) {
            return Ok(());
        }
        add_count(states.entry(state).or_insert(0), count)
    }
}

/// Returns those of `squares` that are ahead of place `at`, of `len` places.
fn squares_ahead<const W: usize>(
    squares: &FixedBitSet,
    at: usize,
    len: usize,
) -> SquaresAhead<W> {
    let end = (at + 64 * W).min(len);
    let in_window = squares.ones().filter(|square| (at..end).contains(square));
    let window = words(in_window.map(|square| square - at));
    (window, squares.count_ones(end..len) as u64)
}

/// Returns a set of squares as words.
pub(super) fn words<const W: usize>(squares: impl Iterator<Item = usize>) -> [u64; W] {
    let mut words = [0; W];
    squares.for_each(|square| words[square / 64] |= 1 << (square % 64));
    words
}

/// Shifts the window by one square.
fn shifted_down<const W: usize>(words: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| words[i] >> 1 | words.get(i + 1).map_or(0, |next| next << 63))
}

/// Returns for each square an upper bound on the number of pieces on it and the later
/// ones, and the sizes of the cliques of a greedy cover. The squares of a clique close
/// each other, so at most one of them is taken; the bound adds the largest number of
/// pieces that each clique has left.
fn bound_room(closes: &[FixedBitSet], pieces: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut open = FixedBitSet::with_capacity(closes.len());
    open.insert_range(..);
    let mut clique_of = vec![0; closes.len()];
    let mut sizes = Vec::new();
    while let Some(first) = open.minimum() {
        let (mut candidates, mut next, mut size) = (open.clone(), Some(first), 0);
        // `candidates` are the later open squares that all squares of the clique close.
        while let Some(square) = next {
            clique_of[square] = sizes.len();
            size += 1;
            open.remove(square);
            candidates.intersect_with(&closes[square]);
            next = candidates.minimum();
        }
        sizes.push(size);
    }
    let mut best_of = vec![0; sizes.len()];
    let mut room = vec![0; closes.len() + 1];
    // best_of[clique] = most pieces on one of its squares from `square` on; their sum is
    // room[square].
    for square in (0..closes.len()).rev() {
        let most = &mut best_of[clique_of[square]];
        let more = pieces[square].saturating_sub(*most);
        *most += more;
        room[square] = room[square + 1] + more;
    }
    (room, sizes)
}

/// Hashes the words of a state: multiplication by an odd constant, folded (after the
/// 128-bit fold of wyhash).
#[derive(Default)]
pub(super) struct StateHasher(u64);

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xA24B_AED4_963E_E407;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
