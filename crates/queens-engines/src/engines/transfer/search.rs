//! Counting the sets of a part by a search, one square after the other.

use super::part::{MOST_SQUARES, Part, words};
use super::{TOO_MANY, add};
use control::{Meter, Step, Stop};
use fixedbitset::FixedBitSet;

/// What is closed of the squares to come, the next one first; how many pieces stand; how many sets it stands for.
type State<'s> = (&'s [u64], usize, u128);

/// Counts the sets for `states` of the squares before `at`, each by a search of its own.
pub(super) fn count(
    part: &Part,
    at: usize,
    states: &mut dyn Iterator<Item = State<'_>>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u128>, Stop> {
    match part.closes.len() {
        0..=64 => Search::<1>::new(part).count(at, states, meter),
        65..=128 => Search::<2>::new(part).count(at, states, meter),
        129..=256 => Search::<4>::new(part).count(at, states, meter),
        257..=512 => Search::<8>::new(part).count(at, states, meter),
        513..=1024 => Search::<16>::new(part).count(at, states, meter),
        1025..=2048 => Search::<32>::new(part).count(at, states, meter),
        2049..=4096 => Search::<64>::new(part).count(at, states, meter),
        _ => Search::<{ MOST_SQUARES / 64 }>::new(part).count(at, states, meter),
    }
}

/// A part, its squares in so many words.
struct Search<'p, const W: usize> {
    part: &'p Part,
    closes: Vec<[u64; W]>,
    /// By number of pieces of a square, such squares.
    kinds: Vec<(usize, [u64; W])>,
    /// Sets by number of pieces.
    found: Vec<u64>,
}

impl<'p, const W: usize> Search<'p, W> {
    fn new(part: &'p Part) -> Self {
        let bits = |squares: &FixedBitSet| words(squares.ones());
        let kinds = part.squares_by_pieces();
        Search {
            part,
            closes: part.closes.iter().map(bits).collect(),
            kinds: kinds.iter().map(|(pieces, squares)| (*pieces, bits(squares))).collect(),
            found: vec![0; part.none().len()],
        }
    }

    fn count(
        mut self,
        at: usize,
        states: &mut dyn Iterator<Item = State<'_>>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u128>, Stop> {
        let mut counts = self.part.none();
        let later: [u64; W] = words(at..self.closes.len());
        for (closed, pieces, count) in states {
            let closed = up::<W>(closed, at);
            let open = std::array::from_fn(|i| later[i] & !closed[i]);
            self.found.fill(0);
            self.sets(open, pieces, meter)?;
            for (sum, &found) in counts.iter_mut().zip(&self.found) {
                add(sum, count.checked_mul(found.into()).ok_or(TOO_MANY)?)?;
            }
        }
        Ok(counts)
    }

    /// Finds the sets of squares of `open`, which go on from so many pieces.
    fn sets(&mut self, mut open: [u64; W], pieces: usize, meter: &mut Meter<'_>) -> Step {
        let size = |set: &[u64; W]| set.iter().map(|word| word.count_ones()).sum::<u32>();
        self.found[pieces] += 1;
        if self.part.is_nearly_full(pieces) || size(&open) <= 1 {
            for (of_kind, squares) in &self.kinds {
                let left = size(&std::array::from_fn(|i| open[i] & squares[i]));
                if let Some(found) = self.found.get_mut(pieces + of_kind) {
                    *found += u64::from(left);
                }
            }
            return Ok(());
        }
        meter.expand()?;
        for word in 0..W {
            while open[word] != 0 {
                let square = 64 * word + open[word].trailing_zeros() as usize;
                if !self.part.can_be_enough(pieces, square) {
                    return Ok(());
                }
                open[word] &= open[word] - 1;
                if self.part.has_room(pieces, square) {
                    let rest = std::array::from_fn(|i| open[i] & !self.closes[square][i]);
                    self.sets(rest, pieces + self.part.pieces[square], meter)?;
                }
            }
        }
        Ok(())
    }
}

/// Numbers of squares as bits, each so much larger.
fn up<const W: usize>(words: &[u64], by: usize) -> [u64; W] {
    let word = |i: usize, back: usize| i.checked_sub(back).and_then(|i| words.get(i)).copied().unwrap_or(0);
    let (whole, bits) = (by / 64, (by % 64) as u32);
    std::array::from_fn(|i| word(i, whole) << bits | word(i, whole + 1).unbounded_shr(64 - bits))
}
