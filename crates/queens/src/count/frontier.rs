//! Counting sets of pieces square by square: what has the same future is counted once.
//!
//! For any number of pieces, so many on the whole board, or one in each line. A state is what the pieces so far close of the squares to come, and their number where the board has a demand on it.
//! The squares are taken in order, a piece stands there or not, and states that have become equal are added
//! up. Kings and knights close squares of the next rows only, so that their states are few whatever the board
//! holds; bishops and others gain from the last rows. (The transfer-matrix method: Stanley, Enumerative
//! Combinatorics 1, section 4.7; Kotesovec, Non-attacking chess pieces, 2013.)
//!
//! Parts of the board that no attack joins, as the two colours for bishops, are counted for themselves, and
//! their numbers are multiplied. Of k pieces on a torus one is put on a1, and on a cylinder or a Moebius strip one
//! on each square of the first column: every set is met so k times, once for each of its pieces.
//!
//! Where the states are more than memory holds, what is left of the board is searched for each of them.

use crate::board::Square;
use crate::general::{GeneralForm, TooManySquares};
use crate::problem::{Bounds, Edge, Edges, Problem, Ray};
use fixedbitset::FixedBitSet;
use search_control::{Limit, Limits, Meter, Outcome, Statistics, Stop};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most squares of a part.
const MOST_SQUARES: usize = 1024;

/// The most bytes that states may take where the limits name none.
const MOST_BYTES: u64 = 1 << 30;

/// Where pieces strike far, about so many sets at the most are searched at once.
const MOST_SEARCHED: f64 = 1e9;

/// Why sets cannot be counted square by square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A demand that a state does not hold.
    #[error("square by square a line takes one, at most one, or any number, not {0}")]
    Demand(Bounds),
    /// Too many squares that hang together.
    #[error("{0} squares that attacks join are too many to count square by square: at most {MOST_SQUARES}")]
    TooLarge(usize),
    /// The count does not fit.
    #[error(
        "there are 2^128 solutions or more, which is as far as counts go: ask for a smaller board or for sets of one size (--total 5)"
    )]
    TooMany,
    /// Too large for the general form.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
}

/// The answer of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontierReport {
    /// The solutions; 0 unless the outcome is [`Outcome::Exhausted`], for a part of the states says nothing.
    pub count: u128,
    /// Whether all was counted, or what stopped it.
    pub outcome: Outcome,
    /// The books: nodes are states, the widest is the most of them for one square.
    pub statistics: Statistics,
}

/// Whether sets for `problem` can be counted square by square. Says nothing about the number of states.
///
/// # Errors
/// Why they cannot.
pub fn accepts(problem: &Problem) -> Result<(), Refusal> {
    Board::of(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// # Errors
/// A problem with other demands, or too large; a count of more than 128 bits.
///
/// # Complexity
/// For each square a step for each state. Kings on n x n: O(1.62^n) states without a demand on the board;
/// knights: below 4^n. The limit on memory bounds the states, at 1 GiB where there is none; beyond it the time
/// grows with the number of sets.
///
/// ```
/// use queens::count::frontier;
/// use queens::problem::Problem;
///
/// // OEIS A063443: the ways to put any number of kings on 8 x 8.
/// let kings: Problem = "kings 8".parse()?;
/// assert_eq!(frontier::count(&kings, &Default::default())?.count, 1_355_115_601);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem, limits: &Limits) -> Result<FrontierReport, Refusal> {
    let mut limits = limits.clone();
    let memory = *limits.memory.get_or_insert(MOST_BYTES);
    let mut meter = Meter::new(&limits);
    let counted = match shifted(problem) {
        None => Board::of(problem)?.count(memory, &mut meter),
        Some((pieces, boards)) => {
            let mut sum = Ok(0u128);
            for (images, moved) in boards {
                let board = Board::of(&moved)?;
                sum = sum.and_then(|sum| {
                    let count = board.count(memory, &mut meter)?;
                    count.checked_mul(images).and_then(|more| sum.checked_add(more)).ok_or(TOO_MANY)
                });
            }
            sum.map(|sum| sum / u128::from(pieces))
        }
    };
    let (count, outcome) = match counted {
        Ok(count) => (count, Outcome::Exhausted),
        Err(TOO_MANY) => return Err(Refusal::TooMany),
        Err(stop) => (0, Err(stop).into()),
    };
    Ok(FrontierReport { count, outcome, statistics: meter.statistics() })
}

/// For so many pieces on a board that can be shifted along joined edges: their number, and for each class of
/// squares that shifts bring together how many they are, and the problem with a piece on one of them.
fn shifted(problem: &Problem) -> Option<(u32, Vec<(u128, Problem)>)> {
    let (rows, columns, total) = (problem.rows(), problem.columns(), problem.units().total);
    let is_plain = problem.all_free() && problem.region_count() == 0 && problem.givens().is_empty();
    if !is_plain || total.low() == 0 || total.low() != total.high() {
        return None;
    }
    let rays = problem.piece().rays();
    let is_mirrored = rays.iter().all(|&ray| rays.contains(&Ray { columns: -ray.columns, ..ray }));
    // Shifted over a twisted seam, row r comes out as row `rows` - 1 - r.
    let (classes, is_twisted) = match problem.edges() {
        Edges { top_bottom: Edge::Wrap, left_right: Edge::Wrap } => (1, false),
        Edges { top_bottom: Edge::Open, left_right: Edge::Wrap } => (rows, false),
        Edges { top_bottom: Edge::Open, left_right: Edge::Twist } if is_mirrored => (rows.div_ceil(2), true),
        _ => return None,
    };
    let board = |row: u32| {
        let images = match (classes, is_twisted) {
            (1, false) => rows,
            (_, true) if 2 * row + 1 != rows => 2,
            _ => 1,
        };
        let moved = problem.with_given(Square::new(row, 0)).ok()?;
        Some((u128::from(images) * u128::from(columns), moved))
    };
    Some((total.low(), (0..classes).map(board).collect::<Option<_>>()?))
}

/// The open squares in parts, and what the whole board demands besides the givens.
struct Board {
    /// Of each part, for each of its squares the later ones that it closes.
    parts: Vec<Vec<FixedBitSet>>,
    /// How many pieces to add to the givens; `None` without a demand.
    total: Option<(usize, usize)>,
}

impl Board {
    fn of(problem: &Problem) -> Result<Self, Refusal> {
        let demands = problem.units();
        let mut total = demands.total;
        for (bounds, lines) in [
            (demands.row, problem.rows()),
            (demands.column, problem.columns()),
            (demands.region, problem.region_count()),
        ] {
            match (bounds.low(), bounds.high()) {
                (0, 0 | 1) => {}
                // At most one in each, and as many as there are lines.
                (1, 1) => total = total.and(Bounds::exactly(lines)).unwrap_or(NONE),
                _ if bounds == Bounds::ANY => {}
                _ => return Err(Refusal::Demand(bounds)),
            }
        }
        let form = GeneralForm::of(problem)?;
        let clashes = form.clashes();
        let mut open = FixedBitSet::with_capacity(form.squares().len());
        open.insert_range(..);
        for &given in form.givens() {
            open.difference_with(&clashes[given]);
            open.remove(given);
        }
        for unit in form.units().iter().filter(|unit| unit.bounds.high() == 0) {
            unit.squares.iter().for_each(|&square| open.remove(square));
        }
        let mut parts = Vec::new();
        while let Some(first) = open.minimum() {
            let part = joined(first, &clashes, &mut open);
            if part.len() > MOST_SQUARES {
                return Err(Refusal::TooLarge(part.len()));
            }
            parts.push(closed_by(&part, &clashes));
        }
        let given = form.givens().len();
        let most = parts.iter().map(Vec::len).sum();
        let total = (total != Bounds::ANY).then(|| {
            let high = (total.high() as usize).saturating_sub(given).min(most);
            ((total.low() as usize).saturating_sub(given), high)
        });
        Ok(Board { parts, total })
    }

    /// Counts with states of so many bytes at the most.
    fn count(&self, memory: u64, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let (least, most) = self.total.unwrap_or((0, 0));
        let squares: usize = self.parts.iter().map(Vec::len).sum();
        // By number of pieces; in the first place all, where numbers do not matter.
        let mut counts = vec![1u128];
        for part in &self.parts {
            // The other parts take as many as they have squares.
            let least = least.saturating_sub(squares - part.len());
            let total = self.total.map(|_| (least, most));
            let of_part = match part.len() {
                0..=64 => Part::<1>::new(part, total).count(memory, meter)?,
                65..=128 => Part::<2>::new(part, total).count(memory, meter)?,
                129..=256 => Part::<4>::new(part, total).count(memory, meter)?,
                257..=512 => Part::<8>::new(part, total).count(memory, meter)?,
                _ => Part::<16>::new(part, total).count(memory, meter)?,
            };
            let mut product = vec![0u128; (counts.len() + of_part.len() - 1).min(most + 1)];
            for (a, &left) in counts.iter().enumerate() {
                for (b, &right) in of_part.iter().enumerate().take((most + 1).saturating_sub(a)) {
                    let more = left.checked_mul(right).and_then(|more| product[a + b].checked_add(more));
                    product[a + b] = more.ok_or(TOO_MANY)?;
                }
            }
            counts = product;
        }
        counts.iter().skip(least).try_fold(0u128, |sum, &count| sum.checked_add(count).ok_or(TOO_MANY))
    }
}

/// More pieces than any board has squares.
const NONE: Bounds = Bounds::exactly(u32::MAX);

/// More than 128 bits hold: the tables of states stay below the limit on memory, so that nothing else stops for it.
const TOO_MANY: Stop = Stop::LimitReached(Limit::Memory);

/// Takes out of `open` the squares that attacks join to `first`, in order.
fn joined(first: usize, clashes: &[FixedBitSet], open: &mut FixedBitSet) -> Vec<usize> {
    let mut part = vec![first];
    open.remove(first);
    let mut at = 0;
    while let Some(&square) = part.get(at) {
        part.extend(clashes[square].intersection(open));
        open.difference_with(&clashes[square]);
        at += 1;
    }
    part.sort_unstable();
    part
}

/// For each square of `part` the later ones that a piece on it closes, by their place in the part.
fn closed_by(part: &[usize], clashes: &[FixedBitSet]) -> Vec<FixedBitSet> {
    let later = |at: usize| {
        let mut closed = FixedBitSet::with_capacity(part.len());
        closed.extend((at + 1..part.len()).filter(|&other| clashes[part[at]].contains(part[other])));
        closed
    };
    (0..part.len()).map(later).collect()
}

/// The squares of a part that are closed, and how many pieces stand, where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<const W: usize> {
    closed: [u64; W],
    pieces: u32,
}

type States<const W: usize> = HashMap<State<W>, u128, BuildHasherDefault<Mix>>;

/// A part of the board, and its sets by number of pieces.
struct Part<const W: usize> {
    /// For each square the later ones that a piece on it closes.
    closes: Vec<[u64; W]>,
    /// For each square it and the later ones; beyond the last one none.
    later: Vec<[u64; W]>,
    /// How many pieces those take at the most.
    room: Vec<usize>,
    /// The least and the highest number of pieces, where numbers matter.
    total: Option<(usize, usize)>,
    counts: Vec<u128>,
}

impl<const W: usize> Part<W> {
    fn new(part: &[FixedBitSet], total: Option<(usize, usize)>) -> Self {
        let closes: Vec<_> = part.iter().map(|closed| words(closed.ones())).collect();
        let later: Vec<_> = (0..=closes.len()).map(|at| words(at..closes.len())).collect();
        let room = match total {
            Some((1.., _)) => later.iter().map(|&open| room(&closes, open)).collect(),
            _ => vec![usize::MAX; later.len()],
        };
        Part { closes, later, room, total, counts: vec![0; total.map_or(0, |(_, most)| most) + 1] }
    }

    /// Counts the sets by their number of pieces; all in one where numbers do not matter.
    fn count(mut self, memory: u64, meter: &mut Meter<'_>) -> Result<Vec<u128>, Stop> {
        let step = u32::from(self.total.is_some());
        let (mut now, mut next) = (States::<W>::default(), States::<W>::default());
        self.keep(&mut now, 0, State { closed: [0; W], pieces: 0 }, 1)?;
        if self.is_soon_searched() {
            return self.search(0, now, meter);
        }
        for at in 0..self.closes.len() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            for (state, count) in now.drain() {
                meter.expand()?;
                let mut without = state;
                without.closed[word] &= !bit;
                if state.closed[word] & bit == 0 {
                    let closed = std::array::from_fn(|i| without.closed[i] | self.closes[at][i]);
                    self.keep(&mut next, at + 1, State { closed, pieces: state.pieces + step }, count)?;
                }
                self.keep_without(&mut next, at + 1, without, count)?;
            }
            std::mem::swap(&mut now, &mut next);
            meter.width(now.len() as u64);
            let entry = size_of::<(State<W>, u128)>() + 1;
            let bytes = ((now.capacity() + next.capacity()) * entry) as u64;
            // The next square may double both tables.
            if bytes > memory / 2 {
                drop(next);
                return self.search(at + 1, now, meter);
            }
            meter.memory(bytes)?;
        }
        for (state, count) in now {
            add(&mut self.counts[state.pieces as usize], count)?;
        }
        Ok(self.counts)
    }

    /// Keeps a state with a new piece. With one piece to go the squares that are left are counted: such states,
    /// the most by far, are not kept.
    fn keep(&mut self, states: &mut States<W>, at: usize, state: State<W>, count: u128) -> Result<(), Stop> {
        match self.total {
            Some((_, 0)) => add(&mut self.counts[0], count),
            Some((_, most)) if state.pieces as usize + 1 == most => {
                let open = self.open(at, &state);
                let left: u32 = open.iter().map(|word| word.count_ones()).sum();
                add(&mut self.counts[most - 1], count)?;
                add(&mut self.counts[most], count.checked_mul(left.into()).ok_or(TOO_MANY)?)
            }
            _ => self.keep_without(states, at, state, count),
        }
    }

    /// Keeps a state, if the squares from `at` on have room enough.
    fn keep_without(
        &self,
        states: &mut States<W>,
        at: usize,
        state: State<W>,
        count: u128,
    ) -> Result<(), Stop> {
        let least = self.total.map_or(0, |(least, _)| least);
        if self.room[at].saturating_add(state.pieces as usize) < least {
            return Ok(());
        }
        add(states.entry(state).or_insert(0), count)
    }

    /// The squares from `at` on that `state` leaves open.
    fn open(&self, at: usize, state: &State<W>) -> [u64; W] {
        std::array::from_fn(|i| self.later[at][i] & !state.closed[i])
    }

    /// Whether pieces strike so far, and there are so few sets of less than the most pieces, that states do not pay:
    /// hardly any two are equal.
    fn is_soon_searched(&self) -> bool {
        let (mut closed, mut farthest) = (0, 0);
        for (at, words) in self.closes.iter().enumerate() {
            closed += 2 * words.iter().map(|word| word.count_ones()).sum::<u32>();
            let last = words.iter().rposition(|&word| word != 0);
            let last = last.map_or(at, |word| 64 * word + words[word].ilog2() as usize);
            farthest = farthest.max(last - at);
        }
        // Each piece leaves the same share of the squares open to the next one.
        let squares = self.closes.len() as f64;
        let share = 1.0 - (f64::from(closed) / squares + 1.0) / squares;
        let most = self.total.map_or(self.closes.len(), |(_, most)| most);
        let (mut all, mut sets, mut open) = (1.0, 1.0, squares);
        for pieces in 1..most {
            sets *= open / pieces as f64;
            all += sets;
            open *= share;
        }
        2.0 * farthest as f64 > squares && all < MOST_SEARCHED
    }

    /// Counts the sets for `states` of the squares before `at`, each by a search of its own.
    fn search(mut self, at: usize, states: States<W>, meter: &mut Meter<'_>) -> Result<Vec<u128>, Stop> {
        let mut found = vec![0u64; self.counts.len()];
        for (state, count) in states {
            found.fill(0);
            self.sets(self.open(at, &state), state.pieces as usize, &mut found, meter)?;
            for (sum, &found) in self.counts.iter_mut().zip(&found) {
                add(sum, count.checked_mul(found.into()).ok_or(TOO_MANY)?)?;
            }
        }
        Ok(self.counts)
    }

    /// Adds to `found` the sets of squares of `open`, which go on from so many pieces.
    fn sets(
        &self,
        mut open: [u64; W],
        pieces: usize,
        found: &mut [u64],
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let left: u32 = open.iter().map(|word| word.count_ones()).sum();
        let (least, step) = self.total.map_or((0, 0), |(least, _)| (least, 1));
        if pieces + (left as usize) < least {
            return Ok(());
        }
        found[pieces] += 1;
        // All numbers are one place without a total; there a last square is one set more.
        if left <= 1 || self.total.is_some_and(|(_, most)| pieces + 1 == most) {
            found[pieces + step] += u64::from(left);
            return Ok(());
        }
        meter.expand()?;
        for word in 0..W {
            while open[word] != 0 {
                let square = 64 * word + open[word].trailing_zeros() as usize;
                open[word] &= open[word] - 1;
                let rest = std::array::from_fn(|i| open[i] & !self.closes[square][i]);
                self.sets(rest, pieces + step, found, meter)?;
            }
        }
        Ok(())
    }
}

/// Numbers of squares as bits.
fn words<const W: usize>(squares: impl Iterator<Item = usize>) -> [u64; W] {
    let mut words = [0; W];
    squares.for_each(|square| words[square / 64] |= 1 << (square % 64));
    words
}

/// How many pieces the squares of `open` take at the most: as many as there are sets that clash throughout, where
/// each is filled in order.
fn room<const W: usize>(closes: &[[u64; W]], mut open: [u64; W]) -> usize {
    let lowest = |words: &[u64; W]| {
        let word = words.iter().position(|&word| word != 0)?;
        Some(64 * word + words[word].trailing_zeros() as usize)
    };
    let mut sets = 0;
    while let Some(first) = lowest(&open) {
        sets += 1;
        let (mut candidates, mut next) = (open, Some(first));
        while let Some(square) = next {
            open[square / 64] &= !(1 << (square % 64));
            candidates = std::array::from_fn(|i| candidates[i] & closes[square][i]);
            next = lowest(&candidates);
        }
    }
    sets
}

fn add(sum: &mut u128, count: u128) -> Result<(), Stop> {
    *sum = sum.checked_add(count).ok_or(TOO_MANY)?;
    Ok(())
}

/// Mixes the words of a state: multiplication by an odd constant, folded (after the 128-bit fold of wyhash).
#[derive(Default)]
struct Mix(u64);

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
