//! Boards near the drawn one from which an approximate repair starts.

use super::{DrawnPuzzle, MAX_KEPT_SOLUTIONS};
use crate::generate::border_search::broken_regions;
use crate::generate::grow::squares_beside;
use crate::generate::random_solution::{self, shuffle_items};
use control::{Meter, Stop};
use queens_engines::engines::units::RegionSolver;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Maximum number of random solutions of rows and columns that a repair tries if the
/// board has no solution.
const MAX_DRAWN_SOLUTIONS: usize = 2_000;

/// Number of nearby boards that are enough to start from.
const ENOUGH_STARTS: usize = 60;

/// Regions, and the queens of one of their solutions, ascending.
pub(super) type BoardStart = (Vec<u8>, Vec<usize>);

impl DrawnPuzzle {
    /// Boards to start from, each with connected regions and a solution to keep: the
    /// drawn one, or if it has no solution, some near it.
    pub(super) fn list_starts(
        &self,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<BoardStart>, Stop> {
        let found =
            solver.solutions(&self.regions, &self.givens, MAX_KEPT_SOLUTIONS, meter)?;
        let mut starts: Vec<_> = found
            .into_iter()
            .map(|queens| (self.regions.clone(), queens))
            .collect();
        if !starts.is_empty() {
            return Ok(starts);
        }
        let mut random = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..MAX_DRAWN_SOLUTIONS {
            meter.tick()?;
            starts.extend(self.balanced_start(&mut random, meter)?);
            if starts.len() == ENOUGH_STARTS {
                break;
            }
        }
        starts.sort_by_key(|(regions, _)| self.changed_squares(regions));
        starts.truncate(MAX_KEPT_SOLUTIONS);
        Ok(starts)
    }

    /// Draws a solution of the rows and columns. Regions with too few of its queens grow
    /// along a shortest path to a queen of a region with too many, unless that cuts a
    /// region. `None` if some still have too few.
    fn balanced_start(
        &self,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<BoardStart>, Stop> {
        let queens =
            random_solution::draw_solution(self.size, self.stars, false, random, meter)?;
        Ok(queens.and_then(|queens| self.balanced_for(queens, random)))
    }

    /// Gives each region its number of `queens`, if that can be done.
    fn balanced_for(
        &self,
        queens: Vec<usize>,
        random: &mut ChaCha8Rng,
    ) -> Option<BoardStart> {
        let has_clues = self.givens.iter().all(|given| queens.contains(given));
        if !has_clues || queens.iter().any(|&queen| self.blocked[queen]) {
            return None;
        }
        let mut regions = self.regions.clone();
        let mut order = queens.clone();
        shuffle_items(&mut order, random);
        for queen in order {
            let counts = self.count_queens(&queens, &regions);
            if counts[usize::from(regions[queen])] <= self.stars {
                continue;
            }
            let Some(path) = self.shortest_path(queen, &queens, |at| {
                counts[usize::from(regions[at])] < self.stars
            }) else {
                continue;
            };
            let mut grown = regions.clone();
            let to = regions[*path.last()?];
            path.into_iter().for_each(|square| grown[square] = to);
            if broken_regions(self.size, &grown) == 0 {
                regions = grown;
            }
        }
        let counts = self.count_queens(&queens, &regions);
        counts
            .iter()
            .all(|&count| count == self.stars)
            .then_some((regions, queens))
    }

    /// Number of queens in each region.
    fn count_queens(&self, queens: &[usize], regions: &[u8]) -> Vec<usize> {
        let mut counts = vec![0; self.size];
        for &queen in queens {
            counts[usize::from(regions[queen])] += 1;
        }
        counts
    }

    /// A shortest path from `first` to a square that `is_end` accepts, over squares
    /// without `queens`.
    fn shortest_path(
        &self,
        first: usize,
        queens: &[usize],
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut before = vec![usize::MAX; self.regions.len()];
        before[first] = first;
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            next += 1;
            for near in squares_beside(self.size, square) {
                if before[near] == usize::MAX
                    && (is_end(near) || queens.binary_search(&near).is_err())
                {
                    before[near] = square;
                    reached.push(near);
                    if is_end(near) {
                        return Some(path_to(near, &before));
                    }
                }
            }
        }
        None
    }
}

/// The path to a square, from `before`, the square before each one; the first square is
/// before itself.
fn path_to(last: usize, before: &[usize]) -> Vec<usize> {
    let mut path = vec![last];
    let mut at = last;
    while before[at] != at {
        at = before[at];
        path.push(at);
    }
    path.reverse();
    path
}
