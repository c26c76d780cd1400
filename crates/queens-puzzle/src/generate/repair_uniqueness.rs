//! Moves borders until the wanted solution is the only one.

use super::grow::squares_beside;
use super::known::{BorderMove, KnownSolutions};
use control::{Limit, Meter, Stop};
use queens_engines::engines::units::RegionSolver;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Maximum number of solutions that one search returns.
const SOLUTIONS_PER_SEARCH: usize = 10;

/// Maximum number of other solutions that are tried for a move that keeps the regions
/// connected.
const MAX_RIVALS_TRIED: usize = 4;

/// Maximum number of moves between two searches before a shake: longer sequences mostly
/// run in circles.
const MAX_MOVES_BETWEEN_SEARCHES: usize = 12;

/// Maximum number of shakes for a board.
const MAX_SHAKES: usize = 40;

/// Number of random moves that a shake tries.
const MOVES_PER_SHAKE: usize = 30;

/// Range of the random term in the choice between moves, in thousandths of the product of
/// two region sizes.
const SPREAD_NOISE: usize = 60;

/// A move, and its image on a symmetric board.
type MirroredMoves = [Option<BorderMove>; 2];

/// State of the repair of one board.
pub(super) struct BorderRepair<'m> {
    size: usize,
    stars: usize,
    is_symmetric: bool,
    /// Squares of the wanted solution, ascending.
    wanted: &'m [usize],
    pub(super) regions: Vec<u8>,
    /// Maximum number of nodes of one search.
    pub(super) nodes_per_search: Option<u64>,
    /// Number of squares in each region.
    sizes: Vec<usize>,
    known: KnownSolutions,
    flood: RegionFlood,
}

impl<'m> BorderRepair<'m> {
    /// Starts the repair of a board of `size` x `size` with the solution `wanted`,
    /// `stars` queens in each of its `regions`.
    pub(super) fn new(
        size: usize,
        stars: usize,
        is_symmetric: bool,
        wanted: &'m [usize],
        regions: Vec<u8>,
    ) -> Self {
        let mut sizes = vec![0; size];
        regions
            .iter()
            .for_each(|&region| sizes[usize::from(region)] += 1);
        let known = KnownSolutions::new(regions.len(), stars);
        let flood = RegionFlood::new(regions.len());
        BorderRepair {
            size,
            stars,
            is_symmetric,
            wanted,
            regions,
            nodes_per_search: None,
            sizes,
            known,
            flood,
        }
    }

    /// Moves borders until the wanted solution is the only one with the `givens`. Returns
    /// false if that takes too many moves or too long a search.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn repair_borders(
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
                let Some(mut found) = self.find_solutions(solver, givens, meter)? else {
                    return Ok(false);
                };
                found.retain(|queens| queens != self.wanted);
                if found.is_empty() {
                    return Ok(true);
                }
                found
                    .into_iter()
                    .for_each(|queens| self.known.insert_solution(queens, self.size));
                moved = 0;
            }
            let best = if moved < MAX_MOVES_BETWEEN_SEARCHES {
                self.best_move(random)
            } else {
                None
            };
            if let Some(moves) = best {
                moved += 1;
                self.apply_moves(moves);
            } else if shaken < MAX_SHAKES {
                (moved, shaken) = (0, shaken + 1);
                self.shake_borders(random);
            } else {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Returns some solutions, or `None` if the search takes too long.
    fn find_solutions(
        &self,
        solver: &mut dyn RegionSolver,
        givens: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Vec<usize>>>, Stop> {
        let mut search = |meter: &mut Meter<'_>| {
            solver.solutions(&self.regions, givens, SOLUTIONS_PER_SEARCH, meter)
        };
        match self.nodes_per_search {
            Some(most) => within_nodes(most, meter, search),
            None => search(meter).map(Some),
        }
    }

    fn apply_moves(&mut self, moves: MirroredMoves) {
        for change in moves.into_iter().flatten() {
            self.sizes[usize::from(change.from)] -= 1;
            self.sizes[usize::from(change.to)] += 1;
            self.regions[change.square] = change.to;
            self.known.apply_move(change);
        }
    }

    /// Returns the best move against one of the other solutions.
    fn best_move(&mut self, random: &mut ChaCha8Rng) -> Option<MirroredMoves> {
        self.known
            .alive_solutions()
            .take(MAX_RIVALS_TRIED)
            .find_map(|other| self.best_against(other, random))
    }

    /// Returns the move that leaves the fewest known solutions alive, among the moves
    /// that rule out `other`: a square of one of its queens joins a neighbouring region,
    /// and on a symmetric board so does its image. Ties prefer moves from small regions
    /// to large ones, because the number of solutions falls with the product of the
    /// sizes.
    fn best_against(
        &mut self,
        other: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<MirroredMoves> {
        let mut best: Option<((u32, usize), MirroredMoves)> = None;
        for index in 0..self.known.queens_of(other).len() {
            let square = self.known.queens_of(other)[index];
            let mut tried = [u8::MAX; 4];
            for (place, beside) in squares_beside(self.size, square).enumerate() {
                let to = self.regions[beside];
                if tried.contains(&to) {
                    continue;
                }
                tried[place] = to;
                let Some(moves) = self.mirrored_moves(square, beside) else {
                    continue;
                };
                let each = moves.into_iter().flatten();
                each.clone()
                    .for_each(|change| self.known.apply_move(change));
                let alive = self.known.count_alive();
                each.clone()
                    .rev()
                    .for_each(|change| self.known.apply_move(change.inverse_move()));
                let size_ratio: usize =
                    each.take(1).map(|change| self.size_ratio(change)).sum();
                let key = (alive, size_ratio + random.random_range(0..SPREAD_NOISE));
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, moves));
                }
            }
        }
        best.map(|(_, moves)| moves)
    }

    /// Moves random squares near the queens of another solution, so that one of these
    /// queens comes next to a border.
    fn shake_borders(&mut self, random: &mut ChaCha8Rng) {
        let Some(other) = self.known.alive_solutions().next() else {
            return;
        };
        for _ in 0..MOVES_PER_SHAKE {
            let queens = self.known.queens_of(other);
            let queen = queens[random.random_range(0..queens.len())];
            let mut beside_one =
                |square| squares_beside(self.size, square).nth(random.random_range(0..4));
            let Some(square) = beside_one(queen) else {
                continue;
            };
            let moves =
                beside_one(square).and_then(|beside| self.mirrored_moves(square, beside));
            moves.into_iter().for_each(|moves| self.apply_moves(moves));
        }
    }

    /// Returns the move of `square` to the region of `beside`, if it keeps the wanted
    /// solution and all regions connected.
    fn mirrored_moves(&mut self, square: usize, beside: usize) -> Option<MirroredMoves> {
        let step = |square: usize, beside: usize| {
            let (from, to) = (self.regions[square], self.regions[beside]);
            BorderMove { square, from, to }
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
        each.clone()
            .for_each(|change| self.regions[change.square] = change.to);
        // A region that gains a square stays connected, unless it also loses the image of
        // the square.
        let is_whole = each.clone().all(|change| {
            self.flood
                .is_connected(&self.regions, self.size, change.square, change.from)
                && (!self.is_symmetric
                    || self.flood.is_connected(
                        &self.regions,
                        self.size,
                        change.square,
                        change.to,
                    ))
        });
        each.for_each(|change| self.regions[change.square] = change.from);
        is_whole.then_some(moves)
    }

    /// Ratio of the product of the two region sizes after the move to that before, in
    /// thousandths, with a penalty if a region would become very small.
    fn size_ratio(&self, change: BorderMove) -> usize {
        let (from, to) = (
            self.sizes[usize::from(change.from)],
            self.sizes[usize::from(change.to)],
        );
        let penalty = if from <= 2 * self.stars { 1000 } else { 0 };
        penalty + 1000 * from.saturating_sub(1) * (to + 1) / (from * to).max(1)
    }
}

/// Returns the result of some work, or `None` if it takes more than `most` nodes.
///
/// # Errors
/// Another reason to stop, from `meter`.
pub(super) fn within_nodes<T>(
    most: u64,
    meter: &mut Meter<'_>,
    work: impl FnOnce(&mut Meter<'_>) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    let left = meter.limits().less_nodes(meter.statistics().expanded);
    let is_own = left.nodes.is_none_or(|nodes| most < nodes);
    let limits = if is_own { left.with_nodes(most) } else { left };
    let mut bounded = Meter::new(&limits);
    let found = work(&mut bounded);
    meter.absorb(&bounded.statistics());
    match found {
        Err(Stop::LimitReached(Limit::Nodes)) if is_own => Ok(None),
        found => found.map(Some),
    }
}

/// Buffers of a flood fill that checks whether regions are connected.
pub(super) struct RegionFlood {
    /// For each square, the generation of the flood fill that saw it last.
    seen: Vec<u32>,
    generation: u32,
    reached: Vec<usize>,
}

impl RegionFlood {
    /// Returns buffers for a board of `squares` squares.
    pub(super) fn new(squares: usize) -> Self {
        RegionFlood {
            seen: vec![0; squares],
            generation: 0,
            reached: Vec::new(),
        }
    }

    /// Returns true if `region` is connected, given that it was before it changed at
    /// `square`: it suffices that `square` and its neighbours in the region are
    /// connected.
    pub(super) fn is_connected(
        &mut self,
        regions: &[u8],
        size: usize,
        square: usize,
        region: u8,
    ) -> bool {
        let is_own = |at: &usize| regions[*at] == region;
        let (wanted, reached) = (self.generation + 1, self.generation + 2);
        self.generation = reached;
        self.reached.clear();
        let mut left = 0;
        for at in std::iter::once(square)
            .chain(squares_beside(size, square))
            .filter(is_own)
        {
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
            let Some(&at) = self.reached.get(next) else {
                return false;
            };
            next += 1;
            for other in squares_beside(size, at).filter(is_own) {
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
