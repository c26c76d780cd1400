//! Counting the sets of one part: by states, and by a search where those are too many.

use super::search;
use super::{TOO_MANY, add};
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most squares of a part.
pub(super) const MOST_SQUARES: usize = 8192;

/// Where pieces strike far, about so many sets at the most are searched at once.
const MOST_SEARCHED: f64 = 1e9;

/// So many where each row or the like takes one: most of them soon leave a row without an open square.
const MOST_FILLED: f64 = 1e11;

/// With so few classes of squares to come the states are fewer than those sets.
const FEW_CLASSES: usize = 30;

/// Squares that attacks join, in the order in which they are taken; or orbits of squares.
pub(super) struct Part {
    /// For each the later ones that a piece on it closes.
    pub closes: Vec<FixedBitSet>,
    /// How many pieces a piece on it counts for; nothing where numbers do not matter.
    pub pieces: Vec<usize>,
    /// The lowest of these numbers.
    lightest: usize,
    /// How many pieces it and the later ones take at the most.
    room: Vec<usize>,
    /// How many squares each of the sets has that clash throughout and cover all.
    cover: Vec<usize>,
    /// The most classes of squares to come at any place.
    classes: usize,
    /// The least and the highest number of pieces; 0 where numbers do not matter.
    least: usize,
    most: usize,
}

impl Part {
    pub(super) fn new(
        closes: Vec<FixedBitSet>,
        pieces: Vec<usize>,
        least: usize,
        most: usize,
        classes: usize,
    ) -> Self {
        let lightest = pieces.iter().copied().min().unwrap_or(0);
        let (room, cover) = room(&closes, &pieces);
        Part { closes, pieces, lightest, room, cover, classes, least, most }
    }

    /// Whether `pieces` on the squares before `at` can come to enough.
    pub(super) fn can_be_enough(&self, pieces: usize, at: usize) -> bool {
        self.room[at] + pieces >= self.least
    }

    /// Whether `pieces` leave room for one square more at the most.
    pub(super) fn is_nearly_full(&self, pieces: usize) -> bool {
        self.lightest > 0 && pieces + 2 * self.lightest > self.most
    }

    /// Whether a square may be added.
    pub(super) fn has_room(&self, pieces: usize, square: usize) -> bool {
        pieces + self.pieces[square] <= self.most
    }

    /// No sets, by number of pieces.
    pub(super) fn none(&self) -> Vec<u128> {
        vec![0; self.most + 1]
    }

    /// The different numbers of pieces of squares, each with its squares.
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

    /// Counts the sets by their number of pieces; all in one where numbers do not matter.
    pub(super) fn count(
        &self,
        memory: u64,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u128>, Stop> {
        let farthest = (0..self.closes.len()).map(|at| self.farthest(at) - at).max().unwrap_or(0);
        let is_far = 2 * farthest > self.closes.len() && self.classes > FEW_CLASSES;
        if is_far && self.is_soon_searched() {
            let mut start = std::iter::once((&[][..], 0, 1));
            return search::count(self, 0, &mut start, meter);
        }
        match farthest {
            0..=64 => Transfer::<1>::new(self, limits)?.count(memory, meter),
            65..=128 => Transfer::<2>::new(self, limits)?.count(memory, meter),
            129..=256 => Transfer::<4>::new(self, limits)?.count(memory, meter),
            257..=512 => Transfer::<8>::new(self, limits)?.count(memory, meter),
            513..=1024 => Transfer::<16>::new(self, limits)?.count(memory, meter),
            _ => Transfer::<{ MOST_SQUARES / 64 }>::new(self, limits)?.count(memory, meter),
        }
    }

    /// The farthest square that one at `at` closes.
    fn farthest(&self, at: usize) -> usize {
        self.closes[at].maximum().unwrap_or(at)
    }

    /// Whether there are so few sets of less than the most pieces, by estimate, that states do not pay where pieces
    /// strike far: hardly any two are equal.
    fn is_soon_searched(&self) -> bool {
        let squares = self.closes.len() as f64;
        let closed: usize = self.closes.iter().map(|closed| 2 * closed.count_ones(..)).sum();
        let closed = closed as f64 / squares;
        let (mut all, mut sets) = (1.0, 1.0);
        if self.least > 0 && self.room[0] == self.least {
            // Each set of the cover, as a row, takes a piece, which leaves the same share of the others open.
            let of_others = squares / self.cover.len() as f64;
            let share = 1.0 - (closed + 1.0 - of_others).max(0.0) / (squares - of_others).max(1.0);
            for (pieces, &size) in (0..).zip(&self.cover[1..]) {
                sets *= size as f64 * share.powi(pieces);
                all += sets;
            }
            return all < MOST_FILLED;
        }
        // Each piece leaves the same share of the squares open to the next one.
        let share = 1.0 - (closed + 1.0) / squares;
        let most = self.most.checked_div(self.lightest).unwrap_or(self.closes.len());
        let mut open = squares;
        for pieces in 1..most {
            sets *= open / pieces as f64;
            all += sets;
            open *= share;
        }
        all < MOST_SEARCHED
    }
}

/// The squares to come that are closed, the next one first, and how many pieces stand, where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<const W: usize> {
    closed: [u64; W],
    pieces: u32,
}

type States<const W: usize> = HashMap<State<W>, u128, BuildHasherDefault<Mix>>;

/// Squares in sight from some place on, the next one first, and how many more lie beyond.
type Seen<const W: usize> = ([u64; W], u64);

/// The count by states that look `64 * W` squares ahead: no piece closes what lies farther.
struct Transfer<'p, const W: usize> {
    part: &'p Part,
    /// For each square those behind it that a piece on it closes, the next one first.
    closes: Vec<[u64; W]>,
    /// By number of pieces of a square, such squares as each place sees them.
    kinds: Vec<(usize, Vec<Seen<W>>)>,
    counts: Vec<u128>,
}

impl<'p, const W: usize> Transfer<'p, W> {
    fn new(part: &'p Part, limits: &Limits) -> Result<Self, Stop> {
        let mut meter = Meter::new(limits);
        let len = part.closes.len();
        let closes = (0..len).map(|at| words(part.closes[at].ones().map(|other| other - at - 1))).collect();
        let kinds = if part.lightest == 0 { Vec::new() } else { part.squares_by_pieces() };
        let mut seen_from = |squares: &FixedBitSet, at: usize| {
            meter.tick()?;
            let end = (at + 64 * W).min(len);
            let in_sight = words(squares.ones().filter(|square| (at..end).contains(square)).map(|s| s - at));
            Ok((in_sight, squares.count_ones(end..len) as u64))
        };
        let kinds = kinds.into_iter().map(|(pieces, squares)| {
            let seen = (0..=len).map(|at| seen_from(&squares, at)).collect::<Result<_, Stop>>()?;
            Ok((pieces, seen))
        });
        let kinds = kinds.collect::<Result<_, Stop>>()?;
        Ok(Transfer { part, closes, kinds, counts: part.none() })
    }

    fn count(mut self, memory: u64, meter: &mut Meter<'_>) -> Result<Vec<u128>, Stop> {
        let (mut now, mut next) = (States::<W>::default(), States::<W>::default());
        self.keep(&mut now, 0, State { closed: [0; W], pieces: 0 }, 1)?;
        for at in 0..self.closes.len() {
            for (state, count) in now.drain() {
                meter.expand()?;
                let without = State { closed: down(&state.closed), ..state };
                let pieces = state.pieces as usize;
                if state.closed[0] & 1 == 0 && self.part.has_room(pieces, at) {
                    let closed = std::array::from_fn(|i| without.closed[i] | self.closes[at][i]);
                    let pieces = (pieces + self.part.pieces[at]) as u32;
                    self.keep(&mut next, at + 1, State { closed, pieces }, count)?;
                }
                self.keep_on(&mut next, at + 1, without, count)?;
            }
            std::mem::swap(&mut now, &mut next);
            meter.width(now.len() as u64);
            let entry = size_of::<(State<W>, u128)>() + 1;
            let bytes = ((now.capacity() + next.capacity()) * entry) as u64;
            // The next square may double both tables.
            if bytes > memory / 2 {
                drop(next);
                let mut states =
                    now.iter().map(|(state, &count)| (&state.closed[..], state.pieces as usize, count));
                let searched = search::count(self.part, at + 1, &mut states, meter)?;
                for (sum, count) in self.counts.iter_mut().zip(searched) {
                    add(sum, count)?;
                }
                return Ok(self.counts);
            }
            meter.memory(bytes)?;
        }
        for (state, count) in now {
            add(&mut self.counts[state.pieces as usize], count)?;
        }
        Ok(self.counts)
    }

    /// Keeps a state with a new piece. Where one square more is all that there is room for, those that are left are
    /// counted: such states, the most by far, are not kept.
    fn keep(&mut self, states: &mut States<W>, at: usize, state: State<W>, count: u128) -> Result<(), Stop> {
        let pieces = state.pieces as usize;
        if !self.part.is_nearly_full(pieces) {
            return self.keep_on(states, at, state, count);
        }
        add(&mut self.counts[pieces], count)?;
        for (of_kind, squares) in &self.kinds {
            if pieces + of_kind <= self.part.most {
                let (in_sight, beyond) = squares[at];
                let open = in_sight.iter().zip(state.closed).map(|(squares, closed)| squares & !closed);
                let left = beyond + open.map(|word| u64::from(word.count_ones())).sum::<u64>();
                let more = count.checked_mul(left.into()).ok_or(TOO_MANY)?;
                add(&mut self.counts[pieces + of_kind], more)?;
            }
        }
        Ok(())
    }

    /// Keeps a state, if the squares from `at` on have room enough.
    fn keep_on(&self, states: &mut States<W>, at: usize, state: State<W>, count: u128) -> Result<(), Stop> {
        if !self.part.can_be_enough(state.pieces as usize, at) {
            return Ok(());
        }
        add(states.entry(state).or_insert(0), count)
    }
}

/// Numbers of squares as bits.
pub(super) fn words<const W: usize>(squares: impl Iterator<Item = usize>) -> [u64; W] {
    let mut words = [0; W];
    squares.for_each(|square| words[square / 64] |= 1 << (square % 64));
    words
}

/// The squares from the second one on.
fn down<const W: usize>(words: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|i| words[i] >> 1 | words.get(i + 1).map_or(0, |next| next << 63))
}

/// For each square how many pieces it and the later ones take at the most: of each set of squares that clash
/// throughout one; the sets are filled in order. And how many squares each of them has.
fn room(closes: &[FixedBitSet], pieces: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut open = FixedBitSet::with_capacity(closes.len());
    open.insert_range(..);
    let mut set_of = vec![0; closes.len()];
    let mut sizes = Vec::new();
    while let Some(first) = open.minimum() {
        let (mut candidates, mut next, mut size) = (open.clone(), Some(first), 0);
        while let Some(square) = next {
            set_of[square] = sizes.len();
            size += 1;
            open.remove(square);
            candidates.intersect_with(&closes[square]);
            next = candidates.minimum();
        }
        sizes.push(size);
    }
    let mut of_set = vec![0; sizes.len()];
    let mut room = vec![0; closes.len() + 1];
    for square in (0..closes.len()).rev() {
        let most = &mut of_set[set_of[square]];
        let more = pieces[square].saturating_sub(*most);
        *most += more;
        room[square] = room[square + 1] + more;
    }
    (room, sizes)
}

/// Mixes the words of a state: multiplication by an odd constant, folded (after the 128-bit fold of wyhash).
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xA24B_AED4_963E_E407;
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
