//! Borders are moved until one solution is left.

use super::grow::beside;
use crate::engines::units::Again;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use search_control::{Meter, Stop};

/// How many solutions a search looks for at once.
const BATCH: usize = 6;

/// The most other solutions that are kept in mind.
const MOST_KNOWN: usize = 160;

/// From how many solutions moves are taken, where none of the first one keeps the regions in one piece.
const MOST_TRIED: usize = 4;

/// How much chance there is in the choice between regions of different sizes, in thousandths.
const LOT: usize = 60;

/// A solution of the rows and columns.
struct Known {
    queens: Vec<usize>,
    /// For each square, whether one of them stands there.
    stands: Vec<bool>,
    /// How many of its queens stand in each region.
    count: Vec<u8>,
    /// Whether each region has its number.
    is_alive: bool,
}

/// A board whose borders move.
pub(super) struct Mend<'m> {
    pub(super) size: usize,
    pub(super) stars: usize,
    pub(super) is_symmetric: bool,
    /// The solution that is to be the only one, row by row, ascending.
    pub(super) wanted: &'m [usize],
    pub(super) regions: Vec<u8>,
    /// How many squares each region has.
    pub(super) sizes: Vec<usize>,
}

/// A square that goes from one region to another.
#[derive(Clone, Copy, Debug)]
struct Move {
    square: usize,
    from: u8,
    to: u8,
}

impl Mend<'_> {
    /// Moves borders until the wanted solution is the only one; false where no move is left, or after too many.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn run(
        &mut self,
        again: &mut dyn Again,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let stars = self.stars as u8;
        let mut known: Vec<Known> = Vec::new();
        for _ in 0..(40 + 30 * self.size) {
            if !known.iter().any(|known| known.is_alive) {
                let mut found = again.solutions(&self.regions, BATCH, meter)?;
                found.retain(|queens| queens != self.wanted);
                if found.is_empty() {
                    return Ok(true);
                }
                known.extend(found.into_iter().map(|queens| self.known(queens)));
                let excess = known.len().saturating_sub(MOST_KNOWN);
                known.drain(..excess);
            }
            let alive = known.iter().rev().filter(|known| known.is_alive).take(MOST_TRIED);
            let Some(moves) = alive.filter_map(|other| self.best(&other.queens, &known, random)).next()
            else {
                return Ok(false);
            };
            for change in moves {
                self.sizes[usize::from(change.from)] -= 1;
                self.sizes[usize::from(change.to)] += 1;
                self.regions[change.square] = change.to;
                for known in known.iter_mut().filter(|known| known.stands[change.square]) {
                    known.count[usize::from(change.from)] -= 1;
                    known.count[usize::from(change.to)] += 1;
                    known.is_alive = known.count.iter().all(|&count| count == stars);
                }
            }
        }
        Ok(false)
    }

    fn known(&self, queens: Vec<usize>) -> Known {
        let mut count = vec![0; self.size];
        queens.iter().for_each(|&queen| count[usize::from(self.regions[queen])] += 1);
        let mut stands = vec![false; self.regions.len()];
        queens.iter().for_each(|&queen| stands[queen] = true);
        let is_alive = count.iter().all(|&count| usize::from(count) == self.stars);
        Known { queens, stands, count, is_alive }
    }

    /// The move that leaves the fewest of the `known` solutions, of those that rule out `other`: one of its squares
    /// goes to a region beside it, and on a symmetric board the image of the square as well. Of equal ones squares go
    /// from small regions to large ones: the number of solutions falls with the product of the sizes.
    fn best(&mut self, other: &[usize], known: &[Known], random: &mut ChaCha8Rng) -> Option<Vec<Move>> {
        let mut best: Option<((usize, usize), Vec<Move>)> = None;
        for &square in other.iter().filter(|square| self.wanted.binary_search(square).is_err()) {
            let mut tried = [u8::MAX; 4];
            for (place, beside) in beside(self.size, square).enumerate() {
                let to = self.regions[beside];
                if to == self.regions[square] || tried.contains(&to) {
                    continue;
                }
                tried[place] = to;
                let Some(moves) = self.moves(square, beside) else { continue };
                let alive = known.iter().filter(|known| self.is_alive_after(known, &moves)).count();
                let key = (alive, self.spread(moves[0]) + random.random_range(0..LOT));
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, moves));
                }
            }
        }
        best.map(|(_, moves)| moves)
    }

    /// The moves that give `square` to the region of `beside`, if every region stays in one piece.
    fn moves(&mut self, square: usize, beside: usize) -> Option<Vec<Move>> {
        let step = |square: usize, beside: usize| {
            let (from, to) = (self.regions[square], self.regions[beside]);
            Move { square, from, to }
        };
        let mut moves = vec![step(square, beside)];
        let last = self.size * self.size - 1;
        if self.is_symmetric && last - square != square {
            moves.push(step(last - square, last - beside));
        }
        let is_move = moves.iter().all(|change| change.from != change.to);
        moves.iter().for_each(|change| self.regions[change.square] = change.to);
        let is_whole = is_move
            && moves.iter().all(|change| {
                self.is_connected(change.square, change.from) && self.is_connected(change.square, change.to)
            });
        moves.iter().for_each(|change| self.regions[change.square] = change.from);
        is_whole.then_some(moves)
    }

    /// By which part the product of the sizes of two regions changes, in thousandths; more where a region would become
    /// very small.
    fn spread(&self, change: Move) -> usize {
        let (from, to) = (self.sizes[usize::from(change.from)], self.sizes[usize::from(change.to)]);
        let penalty = if from <= 2 * self.stars { 1000 } else { 0 };
        penalty + 1000 * from.saturating_sub(1) * (to + 1) / (from * to).max(1)
    }

    fn is_alive_after(&self, known: &Known, moves: &[Move]) -> bool {
        if moves.iter().all(|change| !known.stands[change.square]) {
            return known.is_alive;
        }
        let mut count = known.count.clone();
        for change in moves.iter().filter(|change| known.stands[change.square]) {
            count[usize::from(change.from)] -= 1;
            count[usize::from(change.to)] += 1;
        }
        count.iter().all(|&count| usize::from(count) == self.stars)
    }

    /// Whether a region is in one piece; it has changed at `square`, or beside it.
    fn is_connected(&self, square: usize, region: u8) -> bool {
        let is_own = |at: &usize| self.regions[*at] == region;
        let near: Vec<usize> =
            std::iter::once(square).chain(beside(self.size, square)).filter(is_own).collect();
        let Some(&first) = near.first() else { return false };
        let mut reached = vec![first];
        let mut seen = vec![false; self.regions.len()];
        seen[first] = true;
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            for other in beside(self.size, at).filter(is_own) {
                if !std::mem::replace(&mut seen[other], true) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        near.iter().all(|&at| seen[at])
    }
}
