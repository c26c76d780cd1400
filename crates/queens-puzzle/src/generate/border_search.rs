//! The least change of borders that leaves exactly one solution, by iterative deepening.
//!
//! ```text
//! rule_out(left):
//!     if no solution: fail
//!     if one solution, and all regions are connected: found
//!     if one solution: candidates = all squares except its queens
//!     otherwise: candidates = the queens of two solutions
//!     for each candidate square, and each region that it can join:
//!         change it; rule_out(left - 1); change it back; never try this change again below this node
//! ```
//!
//! At most one of two solutions stays, and the other one is ruled out only by a change on
//! one of its own squares, so one of the candidates is part of every repair. A change on
//! a square of the solution that stays can come first, because the order of changes is
//! free. So each level first changes some squares that hold queens of a common solution
//! (`with_queens`), and then drops every board without a solution.
//!
//! Solutions of which no two share a square that can still change need a change each,
//! except one. So the search keeps many solutions and gives up a node when such a set,
//! chosen greedily, has more than `left + 1` of them. It also gives up a node when the
//! squares that hold queens of the most solutions hold too few: each change rules out only
//! solutions with a queen on its square, and may bring back others. Of the solutions known
//! it branches on the two that have the most squares in common, because they have the
//! fewest candidates.
//!
//! Example: the four rows of 4 x 4 as regions have two solutions, b1 d2 a3 c4 and c1 a2
//! d3 b4. The candidates are these eight squares. If b1 joins the region below, the first
//! row falls apart. If d2 joins the region above, this region has two queens of the first
//! solution and the region of row 2 has none, so only the second solution is left: found,
//! with one change.

use super::grow::squares_beside;
use super::known::{BorderMove, KnownSolutions};
use control::{Meter, Stop};
use queens_engines::engines::units::RegionSolver;

/// Maximum decrease of the number of broken regions by one change: the square joins four
/// parts of its new region, and was a part of its old one.
const MAX_FIXED_BY_CHANGE: usize = 4;

/// Number of solutions of which the two with the most squares in common are chosen.
const MAX_PAIRED_SOLUTIONS: usize = 24;

/// Board of the search; its regions change and change back.
pub(super) struct BorderSearch<'s> {
    size: usize,
    stars: usize,
    solver: &'s mut dyn RegionSolver,
    /// Squares of the given queens, ascending.
    givens: &'s [usize],
    /// For each square, true if a clue blocks it.
    blocked: &'s [bool],
    pub(super) regions: Vec<u8>,
    is_changed: Vec<bool>,
    /// For each square and region, true if the change was tried before.
    is_tried: Vec<bool>,
    known: KnownSolutions,
}

impl<'s> BorderSearch<'s> {
    /// Starts a search on a board of `size` x `size` with `stars` queens in each of its
    /// `regions`.
    pub(super) fn new(
        (size, stars): (usize, usize),
        regions: &[u8],
        (givens, blocked): (&'s [usize], &'s [bool]),
        solver: &'s mut dyn RegionSolver,
    ) -> Self {
        let squares = size * size;
        BorderSearch {
            size,
            stars,
            solver,
            givens,
            blocked,
            regions: regions.to_vec(),
            is_changed: vec![false; squares],
            is_tried: vec![false; squares * size],
            known: KnownSolutions::new(squares, stars),
        }
    }

    /// Adds solutions that differ much: for each square, one with a queen there.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn learn_solutions(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        for square in 0..self.regions.len() {
            if self.blocked[square] || self.givens.contains(&square) {
                continue;
            }
            let mut givens = [self.givens, &[square]].concat();
            givens.sort_unstable();
            for queens in self.solver.solutions(&self.regions, &givens, 1, meter)? {
                let is_known = |&known: &usize| self.known.queens_of(known) == queens;
                if !self.known.alive_solutions().any(|known| is_known(&known)) {
                    self.known.insert_solution(queens, self.size);
                }
            }
        }
        Ok(())
    }

    /// Returns a number of changes that every repair has at least.
    pub(super) fn least_changes(&self) -> usize {
        let most = self.regions.len();
        let by_reach = (0..most).find(|&left| !self.has_too_many(left));
        by_reach.unwrap_or(most)
    }

    /// Counts known solutions of which no two share a square that can still change, up to
    /// `most`: greedily, those with the fewest such squares first.
    fn count_apart(&self, most: usize) -> usize {
        let mut open: Vec<Vec<usize>> = self
            .known
            .alive_solutions()
            .map(|solution| self.open_squares(solution))
            .collect();
        open.sort_by_key(Vec::len);
        let mut is_taken = vec![false; self.regions.len()];
        let mut count = 0;
        for squares in open {
            if count < most && squares.iter().all(|&square| !is_taken[square]) {
                squares.iter().for_each(|&square| is_taken[square] = true);
                count += 1;
            }
        }
        count
    }

    /// Returns the squares of a solution that can still change.
    fn open_squares(&self, solution: usize) -> Vec<usize> {
        let queens = self.known.queens_of(solution).iter().copied();
        queens.filter(|&square| !self.is_changed[square]).collect()
    }

    /// Returns true if more solutions than `left` changes can rule out are known.
    fn has_too_many(&self, left: usize) -> bool {
        let alive = self.known.count_alive() as usize;
        alive > left + 1
            && (alive > self.count_within_reach(left) + 1
                || self.count_apart(left + 2) > left + 1)
    }

    /// Returns a bound on the number of known solutions that `left` changes rule out: the
    /// sum over the squares that can still change and hold queens of the most solutions.
    fn count_within_reach(&self, left: usize) -> usize {
        let mut counts = vec![0; self.regions.len()];
        for solution in self.known.alive_solutions() {
            for &queen in self.known.queens_of(solution) {
                counts[queen] += usize::from(!self.is_changed[queen]);
            }
        }
        counts.sort_unstable_by(|one, other| other.cmp(one));
        counts.iter().take(left).sum()
    }

    /// Searches for a repair with at most `left` changes; true if `regions` is one.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn find_border(
        &mut self,
        left: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        for chosen in 0..=left {
            if self.with_queens((0, chosen, left - chosen), &mut Vec::new(), meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Changes `count` squares from `first` on that hold `queens` of a common solution,
    /// and then up to `left` others.
    fn with_queens(
        &mut self,
        (first, count, left): (usize, usize, usize),
        queens: &mut Vec<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.tick()?;
        if self.has_too_many(count + left) {
            return Ok(false);
        }
        if count == 0 {
            let mut givens = [self.givens, queens].concat();
            givens.sort_unstable();
            givens.dedup();
            let is_possible = queens.is_empty()
                || !self
                    .solver
                    .solutions(&self.regions, &givens, 1, meter)?
                    .is_empty();
            return if is_possible {
                self.rule_out(left, meter)
            } else {
                Ok(false)
            };
        }
        for square in first..self.size * self.size {
            if self.blocked[square] || !self.agrees_with(square, queens) {
                continue;
            }
            queens.push(square);
            for to in 0..self.size as u8 {
                if !self.can_join(square, to, left + count - 1)
                    || self.is_full(to, queens)
                {
                    continue;
                }
                let change = BorderMove {
                    square,
                    from: self.regions[square],
                    to,
                };
                self.apply_move(change);
                if self.with_queens((square + 1, count - 1, left), queens, meter)? {
                    return Ok(true);
                }
                self.take_back(change);
            }
            queens.pop();
        }
        Ok(false)
    }

    /// Rules out all solutions except one with at most `left` changes of squares without
    /// its queens; true if `regions` is then a repair.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn rule_out(
        &mut self,
        left: usize,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.tick()?;
        if self.has_too_many(left) {
            return Ok(false);
        }
        let broken = broken_regions(self.size, &self.regions);
        if broken > MAX_FIXED_BY_CHANGE * left {
            return Ok(false);
        }
        let solutions = self.two_solutions(meter)?;
        if solutions.len() == 1 && broken == 0 {
            return Ok(true);
        }
        if solutions.is_empty() || left == 0 {
            return Ok(false);
        }
        let mut squares: Vec<usize> = match &solutions[..] {
            [only] => (0..self.regions.len())
                .filter(|square| only.binary_search(square).is_err())
                .collect(),
            several => several.concat(),
        };
        squares.sort_unstable();
        squares.dedup();
        let mut tried = Vec::new();
        for square in squares {
            for to in 0..self.size as u8 {
                let place = square * self.size + usize::from(to);
                if self.is_tried[place] || !self.can_join(square, to, left - 1) {
                    continue;
                }
                let change = BorderMove {
                    square,
                    from: self.regions[square],
                    to,
                };
                self.apply_move(change);
                if self.rule_out(left - 1, meter)? {
                    return Ok(true);
                }
                self.take_back(change);
                self.is_tried[place] = true;
                tried.push(place);
            }
        }
        tried
            .into_iter()
            .for_each(|place| self.is_tried[place] = false);
        Ok(false)
    }

    fn apply_move(&mut self, change: BorderMove) {
        self.is_changed[change.square] = true;
        self.regions[change.square] = change.to;
        self.known.apply_move(change);
    }

    fn take_back(&mut self, change: BorderMove) {
        self.is_changed[change.square] = false;
        self.regions[change.square] = change.from;
        self.known.apply_move(change.inverse_move());
    }

    /// Up to two solutions.
    fn two_solutions(&mut self, meter: &mut Meter<'_>) -> Result<Vec<Vec<usize>>, Stop> {
        let mut alive: Vec<Vec<usize>> = Vec::new();
        if let Some((one, other)) = self.nearest_solutions() {
            for solution in [one, other] {
                alive.push(self.known.queens_of(solution).to_vec());
            }
            return Ok(alive);
        }
        for solution in self.known.alive_solutions() {
            alive.push(self.known.queens_of(solution).to_vec());
        }
        let found = self
            .solver
            .solutions(&self.regions, self.givens, 2, meter)?;
        for queens in found.iter().filter(|queens| !alive.contains(queens)) {
            self.known.insert_solution(queens.clone(), self.size);
        }
        Ok(found)
    }

    /// Returns two known solutions that have the most squares in common.
    fn nearest_solutions(&self) -> Option<(usize, usize)> {
        let known: Vec<usize> = self
            .known
            .alive_solutions()
            .take(MAX_PAIRED_SOLUTIONS)
            .collect();
        let mut nearest = None;
        let mut most_shared = 0;
        for (place, &one) in known.iter().enumerate() {
            let queens = self.known.queens_of(one);
            for &other in &known[place + 1..] {
                let shared = self
                    .known
                    .queens_of(other)
                    .iter()
                    .filter(|queen| queens.binary_search(queen).is_ok())
                    .count();
                if nearest.is_none() || shared > most_shared {
                    (nearest, most_shared) = (Some((one, other)), shared);
                }
            }
        }
        nearest
    }

    /// True if `square` may join region `to`, so that `left` further changes can connect
    /// it.
    fn can_join(&self, square: usize, to: u8, left: usize) -> bool {
        if self.is_changed[square] || self.regions[square] == to {
            return false;
        }
        if left == 0 {
            return squares_beside(self.size, square)
                .any(|near| self.regions[near] == to);
        }
        let mut count = 0;
        for (other, &region) in self.regions.iter().enumerate() {
            if region == to {
                let distance = (square / self.size).abs_diff(other / self.size)
                    + (square % self.size).abs_diff(other % self.size);
                if distance <= left + 1 {
                    return true;
                }
                count += 1;
            }
        }
        // A small region can move away from all its squares.
        count <= left
    }

    /// True if a queen on `square` breaks no rule of rows, columns and neighbours
    /// together with `queens`.
    fn agrees_with(&self, square: usize, queens: &[usize]) -> bool {
        let size = self.size;
        let givens = self.givens.iter().filter(|given| !queens.contains(given));
        let (row, column) = (square / size, square % size);
        let (mut in_row, mut in_column) = (0, 0);
        for &other in givens.chain(queens).filter(|&&other| other != square) {
            let (rows, columns) =
                (row.abs_diff(other / size), column.abs_diff(other % size));
            if rows <= 1 && columns <= 1 {
                return false;
            }
            in_row += usize::from(rows == 0);
            in_column += usize::from(columns == 0);
        }
        in_row < self.stars && in_column < self.stars
    }

    /// True if the last of `queens` is one too many for region `to`.
    fn is_full(&self, to: u8, queens: &[usize]) -> bool {
        let (last, before) = queens
            .split_last()
            .map_or((usize::MAX, &[][..]), |(&last, before)| (last, before));
        let givens = self
            .givens
            .iter()
            .filter(|&&given| given != last && !before.contains(&given));
        givens
            .chain(before)
            .filter(|&&queen| self.regions[queen] == to)
            .count()
            >= self.stars
    }
}

/// Number of parts beyond the first of each region, plus the number of regions without a
/// square.
pub(super) fn broken_regions(size: usize, regions: &[u8]) -> usize {
    let mut parts = vec![0usize; size];
    let mut is_seen = vec![false; regions.len()];
    let mut reached = Vec::new();
    for (first, &region) in regions.iter().enumerate() {
        if std::mem::replace(&mut is_seen[first], true) {
            continue;
        }
        parts[usize::from(region)] += 1;
        reached.push(first);
        while let Some(square) = reached.pop() {
            for near in
                squares_beside(size, square).filter(|&near| regions[near] == region)
            {
                if !std::mem::replace(&mut is_seen[near], true) {
                    reached.push(near);
                }
            }
        }
    }
    parts.into_iter().map(|parts| parts.abs_diff(1)).sum()
}
