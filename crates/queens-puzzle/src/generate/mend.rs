//! Borders are moved until one solution is left.

use super::grow::beside;
use super::known::{Known, Move};
use control::{Meter, Stop};
use queens_engines::engines::units::RegionSolver;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// How many solutions a search looks for at once.
const BATCH: usize = 10;

/// From how many solutions moves are taken, where none of the first one keeps the regions in one piece.
const MOST_TRIED: usize = 4;

/// How many moves are made between two searches before borders are shaken: they may go round in circles.
const PATIENCE: usize = 12;

/// How often borders are shaken before the board is given up.
const MOST_SHAKEN: usize = 40;

/// How many moves are tried to shake borders.
const SHAKES: usize = 30;

/// How much chance there is in the choice between regions of different sizes, in thousandths.
const LOT: usize = 60;

/// The moves of a step: one, and on a symmetric board its image.
type Moves = [Option<Move>; 2];

/// A board whose borders move.
pub(super) struct Mend<'m> {
    size: usize,
    stars: usize,
    is_symmetric: bool,
    /// The solution that is to be the only one, row by row, ascending.
    wanted: &'m [usize],
    pub(super) regions: Vec<u8>,
    /// How many squares each region has.
    sizes: Vec<usize>,
    known: Known,
    flood: Flood,
}

impl<'m> Mend<'m> {
    /// A board of `size` x `size` with the solution `wanted`, `stars` queens in each of its `regions`.
    pub(super) fn new(
        size: usize,
        stars: usize,
        is_symmetric: bool,
        wanted: &'m [usize],
        regions: Vec<u8>,
    ) -> Self {
        let mut sizes = vec![0; size];
        regions.iter().for_each(|&region| sizes[usize::from(region)] += 1);
        let known = Known::new(regions.len(), stars);
        let flood = Flood { seen: vec![0; regions.len()], now: 0, reached: Vec::new() };
        Mend { size, stars, is_symmetric, wanted, regions, sizes, known, flood }
    }

    /// Moves borders until the wanted solution is the only one with the `givens`; false where that takes too many
    /// moves.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn run(
        &mut self,
        solver: &mut dyn RegionSolver,
        givens: &[usize],
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let (mut moved, mut shaken) = (0, 0);
        for _ in 0..(40 + 30 * self.size) {
            meter.tick()?;
            if self.known.count_alive() == 0 {
                let mut found = solver.solutions(&self.regions, givens, BATCH, meter)?;
                found.retain(|queens| queens != self.wanted);
                if found.is_empty() {
                    return Ok(true);
                }
                found.into_iter().for_each(|queens| self.known.insert(queens, self.size));
                moved = 0;
            }
            let best = if moved < PATIENCE { self.best(random) } else { None };
            if let Some(moves) = best {
                moved += 1;
                self.apply(moves);
            } else if shaken < MOST_SHAKEN {
                (moved, shaken) = (0, shaken + 1);
                self.shake(random);
            } else {
                return Ok(false);
            }
        }
        Ok(false)
    }

    fn apply(&mut self, moves: Moves) {
        for change in moves.into_iter().flatten() {
            self.sizes[usize::from(change.from)] -= 1;
            self.sizes[usize::from(change.to)] += 1;
            self.regions[change.square] = change.to;
            self.known.apply(change);
        }
    }

    /// The best move against one of the other solutions.
    fn best(&mut self, random: &mut ChaCha8Rng) -> Option<Moves> {
        self.known.alive().take(MOST_TRIED).find_map(|other| self.best_against(other, random))
    }

    /// The move that leaves the fewest of the known solutions, of those that rule out `other`: one of its squares
    /// goes to a region beside it, and on a symmetric board the image of the square as well. Of equal ones squares go
    /// from small regions to large ones: the number of solutions falls with the product of the sizes.
    fn best_against(&mut self, other: usize, random: &mut ChaCha8Rng) -> Option<Moves> {
        let mut best: Option<((u32, usize), Moves)> = None;
        for index in 0..self.known.queens(other).len() {
            let square = self.known.queens(other)[index];
            let mut tried = [u8::MAX; 4];
            for (place, beside) in beside(self.size, square).enumerate() {
                let to = self.regions[beside];
                if tried.contains(&to) {
                    continue;
                }
                tried[place] = to;
                let Some(moves) = self.moves(square, beside) else { continue };
                let each = moves.into_iter().flatten();
                each.clone().for_each(|change| self.known.apply(change));
                let alive = self.known.count_alive();
                each.clone().rev().for_each(|change| self.known.apply(change.back()));
                let spread: usize = each.take(1).map(|change| self.spread(change)).sum();
                let key = (alive, spread + random.random_range(0..LOT));
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, moves));
                }
            }
        }
        best.map(|(_, moves)| moves)
    }

    /// Moves squares beside the queens of another solution, here and there: so that one of these queens comes to a
    /// border.
    fn shake(&mut self, random: &mut ChaCha8Rng) {
        let Some(other) = self.known.alive().next() else { return };
        for _ in 0..SHAKES {
            let queens = self.known.queens(other);
            let queen = queens[random.random_range(0..queens.len())];
            let mut beside_one = |square| beside(self.size, square).nth(random.random_range(0..4));
            let Some(square) = beside_one(queen) else { continue };
            let moves = beside_one(square).and_then(|beside| self.moves(square, beside));
            moves.into_iter().for_each(|moves| self.apply(moves));
        }
    }

    /// The moves that give `square` to the region of `beside`, if the wanted solution stays one and every region stays in
    /// one piece.
    fn moves(&mut self, square: usize, beside: usize) -> Option<Moves> {
        let step = |square: usize, beside: usize| {
            let (from, to) = (self.regions[square], self.regions[beside]);
            Move { square, from, to }
        };
        let mut moves = [Some(step(square, beside)), None];
        let last = self.size * self.size - 1;
        if self.is_symmetric && last - square != square {
            moves[1] = Some(step(last - square, last - beside));
        }
        let each = moves.into_iter().flatten();
        let is_move = each.clone().all(|change| change.from != change.to);
        if !is_move || self.wanted.binary_search(&square).is_ok() {
            return None;
        }
        each.clone().for_each(|change| self.regions[change.square] = change.to);
        // A region that takes a square is in one piece if it was, but for the other square of the step.
        let is_whole = each.clone().all(|change| {
            self.flood.is_connected(&self.regions, self.size, change.square, change.from)
                && (!self.is_symmetric
                    || self.flood.is_connected(&self.regions, self.size, change.square, change.to))
        });
        each.for_each(|change| self.regions[change.square] = change.from);
        is_whole.then_some(moves)
    }

    /// By which part the product of the sizes of two regions changes, in thousandths; more where a region would become
    /// very small.
    fn spread(&self, change: Move) -> usize {
        let (from, to) = (self.sizes[usize::from(change.from)], self.sizes[usize::from(change.to)]);
        let penalty = if from <= 2 * self.stars { 1000 } else { 0 };
        penalty + 1000 * from.saturating_sub(1) * (to + 1) / (from * to).max(1)
    }
}

/// Looks whether regions are in one piece.
struct Flood {
    /// For each square, when it was seen last.
    seen: Vec<u32>,
    now: u32,
    reached: Vec<usize>,
}

impl Flood {
    /// Whether a region is in one piece, if it has changed at `square` alone: whether what it has there and beside it
    /// hangs together.
    fn is_connected(&mut self, regions: &[u8], size: usize, square: usize, region: u8) -> bool {
        let is_own = |at: &usize| regions[*at] == region;
        let (wanted, reached) = (self.now + 1, self.now + 2);
        self.now = reached;
        self.reached.clear();
        let mut left = 0;
        for at in std::iter::once(square).chain(beside(size, square)).filter(is_own) {
            if self.reached.is_empty() {
                self.reached.push(at);
                self.seen[at] = reached;
            } else {
                self.seen[at] = wanted;
                left += 1;
            }
        }
        if self.reached.is_empty() {
            return false;
        }
        let mut next = 0;
        while left > 0 {
            let Some(&at) = self.reached.get(next) else { return false };
            next += 1;
            for other in beside(size, at).filter(is_own) {
                if self.seen[other] != reached {
                    left -= u32::from(self.seen[other] == wanted);
                    self.seen[other] = reached;
                    self.reached.push(other);
                }
            }
        }
        true
    }
}
