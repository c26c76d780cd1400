//! Counting sets of pieces square by square: what has the same future is counted once.
//!
//! For problems without a least number in any line: any number of pieces, or so many on the whole board. A state
//! is what the pieces so far close of the squares to come, and their number where the board has a demand on it.
//! The squares are taken in order, a piece stands there or not, and states that have become equal are added
//! up. Kings and knights close squares of the next rows only, so that their states are few whatever the board
//! holds; bishops and others gain from the last rows. (The transfer-matrix method: Stanley, Enumerative
//! Combinatorics 1, section 4.7; Kotesovec, Non-attacking chess pieces, 2013.)
//!
//! Parts of the board that no attack joins, as the two colours for bishops, are counted for themselves, and
//! their numbers are multiplied.

use crate::general::{GeneralForm, TooManySquares};
use crate::problem::{Bounds, Problem};
use fixedbitset::FixedBitSet;
use search_control::{Limit, Limits, Meter, Outcome, Statistics, Stop};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most squares of a part.
const MOST_SQUARES: usize = 512;

/// The most bytes that states may take where the limits name none.
const MOST_BYTES: u64 = 1 << 30;

/// Why sets cannot be counted square by square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A demand that a state does not hold.
    #[error(
        "square by square only demands for at most one are kept, and one on the whole board, not {0} in a line"
    )]
    Demand(Bounds),
    /// Too many squares that hang together.
    #[error("{0} squares that attacks join are too many to count square by square: at most {MOST_SQUARES}")]
    TooLarge(usize),
    /// Too large for the general form.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
}

/// The answer of [`count`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontierReport {
    /// The solutions; 0 unless the outcome is [`Outcome::Exhausted`], for a part of the states says nothing.
    pub count: u128,
    /// Whether all was counted, or what stopped it. [`Limit::Memory`] also where the count needs more than 128 bits.
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
/// A problem with other demands, or too large.
///
/// # Complexity
/// For each square a step for each state. Kings on n x n: O(1.62^n) states without a demand on the board;
/// knights: below 4^n. The limit on memory bounds the states, at 1 GiB where there is none.
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
    let board = Board::of(problem)?;
    let mut limits = limits.clone();
    limits.memory.get_or_insert(MOST_BYTES);
    let mut meter = Meter::new(&limits);
    let counted = board.count(&mut meter);
    let (count, outcome) = match counted {
        Ok(count) => (count, Outcome::Exhausted),
        Err(stop) => (0, Err(stop).into()),
    };
    Ok(FrontierReport { count, outcome, statistics: meter.statistics() })
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
        for bounds in [demands.row, demands.column, demands.region] {
            if bounds.low() > 0 || (bounds.high() > 1 && bounds != Bounds::ANY) {
                return Err(Refusal::Demand(bounds));
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
        let total = (demands.total != Bounds::ANY).then(|| {
            let high = (demands.total.high() as usize).saturating_sub(given).min(most);
            ((demands.total.low() as usize).saturating_sub(given), high)
        });
        Ok(Board { parts, total })
    }

    fn count(&self, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let most = self.total.map_or(0, |(_, high)| high);
        // By number of pieces; in the first place all, where numbers do not matter.
        let mut counts = vec![1u128];
        for part in &self.parts {
            let of_part = match part.len() {
                0..=64 => count_part::<1>(part, self.total.map(|(_, high)| high), meter)?,
                65..=128 => count_part::<2>(part, self.total.map(|(_, high)| high), meter)?,
                129..=256 => count_part::<4>(part, self.total.map(|(_, high)| high), meter)?,
                _ => count_part::<8>(part, self.total.map(|(_, high)| high), meter)?,
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
        let least = self.total.map_or(0, |(low, _)| low);
        counts.iter().skip(least).try_fold(0u128, |sum, &count| sum.checked_add(count).ok_or(TOO_MANY))
    }
}

/// More than 128 bits hold.
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

/// Counts the sets on one part, by their number of pieces up to `most`; all in one without it.
fn count_part<const W: usize>(
    part: &[FixedBitSet],
    most: Option<usize>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u128>, Stop> {
    let step = u32::from(most.is_some());
    let mut counts = vec![0u128; most.unwrap_or(0) + 1];
    let (mut now, mut next) = (States::<W>::default(), States::<W>::default());
    let mut later = [0; W];
    (0..part.len()).for_each(|square| later[square / 64] |= 1 << (square % 64));
    // With one piece to go the squares that are left are counted: such states, the most by far, are not kept.
    let mut keep = |states: &mut States<W>, later: &[u64; W], state: State<W>, count: u128| match most {
        Some(0) => add(&mut counts[0], count),
        Some(most) if state.pieces as usize + 1 == most => {
            let left = later.iter().zip(&state.closed).map(|(later, closed)| (later & !closed).count_ones());
            add(&mut counts[most - 1], count)?;
            add(&mut counts[most], count.checked_mul(left.sum::<u32>().into()).ok_or(TOO_MANY)?)
        }
        _ => add(states.entry(state).or_insert(0), count),
    };
    keep(&mut now, &later, State { closed: [0; W], pieces: 0 }, 1)?;
    for (at, closes) in part.iter().enumerate() {
        let (word, bit) = (at / 64, 1 << (at % 64));
        let mut closing = [0; W];
        closes.ones().for_each(|square| closing[square / 64] |= 1 << (square % 64));
        later[word] &= !bit;
        for (state, count) in now.drain() {
            meter.expand()?;
            let mut without = state;
            without.closed[word] &= !bit;
            add(next.entry(without).or_insert(0), count)?;
            if state.closed[word] & bit == 0 {
                let closed = std::array::from_fn(|i| without.closed[i] | closing[i]);
                keep(&mut next, &later, State { closed, pieces: state.pieces + step }, count)?;
            }
        }
        std::mem::swap(&mut now, &mut next);
        meter.width(now.len() as u64);
        let entry = size_of::<(State<W>, u128)>() + 1;
        meter.memory(((now.capacity() + next.capacity()) * entry) as u64)?;
    }
    for (state, count) in now {
        add(&mut counts[state.pieces as usize], count)?;
    }
    Ok(counts)
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
