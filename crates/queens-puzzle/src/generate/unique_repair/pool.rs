//! Solutions of maps seen so far, kept up to date while borders move: many, where
//! [`KnownSolutions`](crate::generate::known::KnownSolutions) holds a few.

use crate::generate::known::BorderMove;
use std::collections::HashSet;

/// Maximum number of solutions: all placements of one queen in each row and column of
/// 9 x 9, no two touching, are 47,622 (A002464).
const MAX_POOLED: usize = 50_000;

/// Largest board whose placements all fit.
const MAX_COMPLETE_SIZE: usize = 9;

/// Solutions of the rows and columns. A solution is alive if it is a solution of the
/// regions too.
pub(super) struct SolutionPool {
    size: usize,
    stars: u8,
    /// Squares of the queens of each solution.
    solutions: Vec<Vec<usize>>,
    /// The same solutions, to find one.
    known: HashSet<Vec<usize>>,
    /// For each solution, `size` numbers: the queens in each region.
    counts: Vec<u8>,
    /// For each solution, the number of regions without exactly `stars` queens.
    wrong: Vec<u8>,
    /// For each square, the solutions with a queen there.
    on: Vec<Vec<u32>>,
    /// The solutions alive, in any order.
    alive: Vec<u32>,
    /// For each solution alive, its place in `alive`.
    places: Vec<u32>,
}

impl SolutionPool {
    /// Returns an empty pool for a board of `size` x `size` with `stars` queens in each
    /// region.
    pub(super) fn new(size: usize, stars: usize) -> Self {
        SolutionPool {
            size,
            stars: stars as u8,
            solutions: Vec::new(),
            known: HashSet::new(),
            counts: Vec::new(),
            wrong: Vec::new(),
            on: vec![Vec::new(); size * size],
            alive: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Adds every placement of one queen in each row and column, no two touching, with the
    /// givens and without the blocked squares; false if there may be too many.
    pub(super) fn insert_all(
        &mut self,
        givens: &[usize],
        blocked: &[bool],
        regions: &[u8],
    ) -> bool {
        if self.stars != 1 || self.size > MAX_COMPLETE_SIZE {
            return false;
        }
        let mut queens = Vec::new();
        self.extend_placement(&mut queens, givens, blocked, regions);
        true
    }

    /// Adds the placements that begin with these queens, one in each of the first rows.
    fn extend_placement(
        &mut self,
        queens: &mut Vec<usize>,
        givens: &[usize],
        blocked: &[bool],
        regions: &[u8],
    ) {
        let (size, row) = (self.size, queens.len());
        if row == size {
            if givens.iter().all(|given| queens.contains(given)) {
                self.insert_solution(queens.clone(), regions);
            }
            return;
        }
        for column in 0..size {
            let touches = queens
                .last()
                .is_some_and(|queen| (queen % size).abs_diff(column) <= 1);
            let is_taken = queens.iter().any(|queen| queen % size == column);
            let square = row * size + column;
            if !touches && !is_taken && !blocked[square] {
                queens.push(square);
                self.extend_placement(queens, givens, blocked, regions);
                queens.pop();
            }
        }
    }

    /// Number of solutions.
    pub(super) fn len(&self) -> usize {
        self.solutions.len()
    }

    /// Number of solutions with a queen on a square.
    pub(super) fn count_on(&self, square: usize) -> u64 {
        self.on[square].len() as u64
    }

    /// Number of solutions that a move would leave alive.
    pub(super) fn alive_after(&self, change: BorderMove) -> usize {
        let (from, to) = (usize::from(change.from), usize::from(change.to));
        let mut alive = self.alive.len();
        for &solution in &self.on[change.square] {
            let solution = solution as usize;
            match self.wrong[solution] {
                0 => alive -= 1,
                // Both regions are wrong now, one queen too many and one too few.
                2 => {
                    let first = solution * self.size;
                    let is_cured = self.counts[first + from] == self.stars + 1
                        && self.counts[first + to] + 1 == self.stars;
                    alive += usize::from(is_cured);
                }
                _ => {}
            }
        }
        alive
    }

    /// Number of solutions alive.
    pub(super) fn count_alive(&self) -> usize {
        self.alive.len()
    }

    /// Returns a number of changes without which more than one of the solutions stays alive.
    ///
    /// A change rules out only solutions with a queen on its square. So the squares that
    /// hold queens of the most solutions together must hold queens of all except one.
    pub(super) fn least_changes(&self) -> usize {
        let mut counts = vec![0; self.on.len()];
        for &solution in &self.alive {
            for &queen in &self.solutions[solution as usize] {
                counts[queen] += 1;
            }
        }
        counts.sort_unstable_by(|one: &usize, other| other.cmp(one));
        let (mut changes, mut reached) = (0, 1);
        for count in counts {
            if reached >= self.alive.len() {
                break;
            }
            changes += 1;
            reached += count;
        }
        changes
    }

    /// Adds a solution of the rows and columns, unless it is known or the pool is full.
    pub(super) fn insert_solution(&mut self, queens: Vec<usize>, regions: &[u8]) {
        if self.solutions.len() == MAX_POOLED || !self.known.insert(queens.clone()) {
            return;
        }
        let number = self.solutions.len() as u32;
        for &queen in &queens {
            self.on[queen].push(number);
        }
        self.solutions.push(queens);
        self.counts.resize(self.counts.len() + self.size, 0);
        self.wrong.push(0);
        self.places.push(0);
        self.count_queens(self.solutions.len() - 1, regions);
    }

    /// Replaces the regions.
    pub(super) fn set_regions(&mut self, regions: &[u8]) {
        self.counts.fill(0);
        self.alive.clear();
        for solution in 0..self.solutions.len() {
            self.count_queens(solution, regions);
        }
    }

    /// Counts the queens of a solution in each region, from zero.
    fn count_queens(&mut self, solution: usize, regions: &[u8]) {
        let first = solution * self.size;
        let counts = &mut self.counts[first..first + self.size];
        for &queen in &self.solutions[solution] {
            counts[usize::from(regions[queen])] += 1;
        }
        let wrong = counts.iter().filter(|&&count| count != self.stars).count();
        self.wrong[solution] = wrong as u8;
        if wrong == 0 {
            self.places[solution] = self.alive.len() as u32;
            self.alive.push(solution as u32);
        }
    }

    /// Updates all solutions after a move; returns the number of solutions with a queen on
    /// the square.
    pub(super) fn apply_move(&mut self, change: BorderMove) -> u64 {
        let stars = self.stars;
        let (from, to) = (usize::from(change.from), usize::from(change.to));
        let solutions = &self.on[change.square];
        for &solution in solutions {
            let solution = solution as usize;
            let first = solution * self.size;
            let counts = &mut self.counts[first..first + self.size];
            let wrong_before =
                u8::from(counts[from] != stars) + u8::from(counts[to] != stars);
            counts[from] -= 1;
            counts[to] += 1;
            let wrong_after =
                u8::from(counts[from] != stars) + u8::from(counts[to] != stars);
            let before = self.wrong[solution];
            let after = before + wrong_after - wrong_before;
            self.wrong[solution] = after;
            if after == 0 && before != 0 {
                self.places[solution] = self.alive.len() as u32;
                self.alive.push(solution as u32);
            } else if before == 0 && after != 0 {
                let place = self.places[solution];
                self.alive.swap_remove(place as usize);
                if let Some(&last) = self.alive.get(place as usize) {
                    self.places[last as usize] = place;
                }
            }
        }
        solutions.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of solutions with one queen in each region, counted from scratch.
    fn count_all(solutions: &[Vec<usize>], regions: &[u8]) -> usize {
        let has_each = |queens: &&Vec<usize>| {
            (0..3).all(|region| queens.iter().any(|&queen| regions[queen] == region))
        };
        solutions.iter().filter(has_each).count()
    }

    /// Solutions die, come back and join while squares move.
    #[test]
    fn moves_keep_the_number_alive() {
        let solutions: Vec<Vec<usize>> = [[0, 4, 8], [0, 5, 7], [1, 3, 8], [2, 4, 6]]
            .map(Vec::from)
            .to_vec();
        let mut regions: Vec<u8> = (0..9).map(|square| square / 3).collect();
        let mut pool = SolutionPool::new(3, 1);
        let mut numbers = Vec::new();
        for step in 0..200u8 {
            // 9 and 5 have no common divisor: each square joins each region.
            let square = usize::from(step) * 7 % 9;
            let (from, to) = (regions[square], step % 5 % 3);
            regions[square] = to;
            let change = BorderMove { square, from, to };
            let expected = pool.alive_after(change);
            pool.apply_move(change);
            if from != to {
                assert_eq!(pool.count_alive(), expected, "{step}");
            }
            if let Some(queens) = solutions.get(usize::from(step / 20)) {
                pool.insert_solution(queens.clone(), &regions);
            }
            let known = &solutions[..solutions.len().min(usize::from(step / 20) + 1)];
            assert_eq!(pool.count_alive(), count_all(known, &regions), "{step}");
            numbers.push(pool.count_alive());
            for &alive in &pool.alive {
                let queens = [pool.solutions[alive as usize].clone()];
                assert_eq!(count_all(&queens, &regions), 1, "{step}");
            }
        }
        assert!(numbers.contains(&0) && numbers.iter().any(|&alive| alive > 1));
        pool.set_regions(&[0, 0, 0, 1, 1, 1, 2, 2, 2]);
        assert_eq!(pool.count_alive(), 4);
        // One change rules out at most two of these four, and one may stay.
        assert_eq!(pool.least_changes(), 2);
    }

    /// A002464 of the OEIS: permutations without neighbours side by side.
    #[test]
    fn all_placements_are_as_many_as_published() {
        for (size, number) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
            let mut pool = SolutionPool::new(size, 1);
            let rows: Vec<u8> = (0..size * size).map(|at| (at / size) as u8).collect();
            assert!(pool.insert_all(&[], &vec![false; size * size], &rows));
            assert_eq!((pool.len(), pool.count_alive()), (number, number));
        }
        let mut pool = SolutionPool::new(6, 1);
        let mut blocked = vec![false; 36];
        blocked[7] = true;
        assert!(pool.insert_all(&[1], &blocked, &[0; 36]));
        assert!(
            pool.solutions
                .iter()
                .all(|queens| queens[0] == 1 && queens[1] != 7)
        );
        assert!(!SolutionPool::new(10, 1).insert_all(&[], &[false; 100], &[0; 100]));
    }
}
