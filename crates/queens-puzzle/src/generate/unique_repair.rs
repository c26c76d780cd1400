//! Repair of a drawn puzzle: the least change of borders that leaves exactly one
//! solution.

use super::border_search::{BorderSearch, broken_regions};
use super::grow::squares_beside;
use super::random_solution::{self, shuffle_items};
use super::repair_uniqueness::BorderRepair;
use super::{GenerateError, GenerateSettings};
use crate::{Mark, Position, Puzzle, PuzzleError};
use control::{Limits, Meter, Outcome, Stop};
use queens_engines::engines::units::{RegionSolver, region_solver};
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Maximum number of changes in a repair that is searched for systematically.
const MAX_SEARCHED_CHANGES: usize = 6;

/// Maximum number of solutions that the approximate repair tries to keep, one at a time.
const MAX_KEPT_SOLUTIONS: usize = 6;

/// Maximum number of further changes, starting from a nearby board that has a solution.
const MAX_CHANGES_NEAR: usize = 3;

/// Number of approximate repairs for each of these solutions.
const TRIALS_PER_SOLUTION: u64 = 3;

/// Maximum number of random solutions of rows and columns that a repair tries if the
/// board has no solution.
const MAX_DRAWN_SOLUTIONS: usize = 2_000;

/// Number of nearby boards that are enough to start from.
const ENOUGH_STARTS: usize = 60;

/// Regions, and the queens of one of their solutions, ascending.
type BoardStart = (Vec<u8>, Vec<usize>);

/// A repaired puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedPuzzle {
    /// The puzzle, with exactly one solution and connected regions.
    pub puzzle: Puzzle,
    /// Squares whose region changed, row by row.
    pub changed: Vec<Square>,
    /// True if no repair changes fewer squares.
    pub is_least: bool,
}

/// Result of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueRepair {
    /// The repaired puzzle, if one was found.
    pub repaired: Option<RepairedPuzzle>,
    /// The limit that ended the search early, if any.
    pub outcome: Outcome,
}

/// Reason why a puzzle cannot be repaired.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UniqueRepairError {
    /// Regions in several parts.
    #[error("{0}: connect every region first")]
    Disconnected(String),
    /// A puzzle without a solution whatever its regions are.
    #[error(transparent)]
    Impossible(#[from] GenerateError),
}

impl From<PuzzleError> for UniqueRepairError {
    fn from(error: PuzzleError) -> Self {
        GenerateError::from(error).into()
    }
}

/// Changes the regions of as few squares as possible, so that the puzzle has exactly one
/// solution and every region is connected. Clues stay. At a limit, the result is the best
/// repair found so far.
///
/// # Errors
/// Regions that are not connected; more queens than fit on the board.
///
/// # Complexity
/// Exponential in the number of changes; one or two changes on 10 x 10 need thousands of
/// searches of the engine `units`.
///
/// ```
/// use queens::control::Limits;
/// use queens::puzzle::{Puzzle, repair_uniqueness};
///
/// let rows = (0..16).map(|square| square / 4).collect();
/// let result = repair_uniqueness(&Puzzle::new(4, 1, rows)?, &Limits::default())?;
/// let repaired = result.repaired.expect("a repair");
/// assert_eq!((repaired.changed.len(), repaired.is_least), (1, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repair_uniqueness(
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<UniqueRepair, UniqueRepairError> {
    if let Some(notice) = puzzle.notice() {
        return Err(UniqueRepairError::Disconnected(notice));
    }
    let settings = GenerateSettings {
        stars: puzzle.stars(),
        ..GenerateSettings::new(puzzle.size(), 0)
    };
    settings.check_settings()?;
    let limits = limits.started();
    let solver = region_solver(puzzle.problem(), puzzle.stars(), &limits);
    let mut solver = match solver.and_then(|solver| solver.ok_or(Stop::GaveUp)) {
        Ok(solver) => solver,
        Err(stop) => {
            return Ok(UniqueRepair {
                repaired: None,
                outcome: Err(stop).into(),
            });
        }
    };
    let drawn = DrawnPuzzle::new(puzzle);
    let mut best = None;
    let outcome = drawn.improve_best(&mut best, &mut *solver, &mut Meter::new(&limits));
    let repaired = best
        .map(|regions| drawn.make_repaired(puzzle, &regions, outcome.is_ok()))
        .transpose()?;
    Ok(UniqueRepair {
        repaired,
        outcome: outcome.into(),
    })
}

/// The puzzle as numbers of squares.
struct DrawnPuzzle {
    size: usize,
    stars: usize,
    regions: Vec<u8>,
    /// Ascending.
    givens: Vec<usize>,
    blocked: Vec<bool>,
}

impl DrawnPuzzle {
    fn new(puzzle: &Puzzle) -> Self {
        let clues: Vec<Mark> = puzzle
            .problem()
            .every_square()
            .map(|square| puzzle.clue(square))
            .collect();
        DrawnPuzzle {
            size: puzzle.size() as usize,
            stars: puzzle.stars() as usize,
            regions: puzzle
                .regions()
                .iter()
                .map(|&region| region as u8)
                .collect(),
            givens: (0..clues.len())
                .filter(|&square| clues[square] == Mark::Queen)
                .collect(),
            blocked: clues.iter().map(|&clue| clue == Mark::Cross).collect(),
        }
    }

    fn start_search<'s>(
        &'s self,
        regions: &[u8],
        solver: &'s mut dyn RegionSolver,
    ) -> BorderSearch<'s> {
        BorderSearch::new(
            (self.size, self.stars),
            regions,
            (&self.givens, &self.blocked),
            solver,
        )
    }

    /// Number of squares whose region differs.
    fn changed_squares(&self, regions: &[u8]) -> usize {
        self.regions
            .iter()
            .zip(regions)
            .filter(|(before, after)| before != after)
            .count()
    }

    /// Improves `best`; returns `Ok` if it is proved to be the least.
    fn improve_best(
        &self,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for changes in 0..=MAX_SEARCHED_CHANGES {
            if best
                .as_ref()
                .is_some_and(|regions| self.changed_squares(regions) <= changes)
            {
                return Ok(());
            }
            let mut search = self.start_search(&self.regions, solver);
            if search.find_border(changes, meter)? {
                *best = Some(search.regions);
                return Ok(());
            }
            if changes == 1 {
                self.approximate_best(best, solver, meter)?;
            }
        }
        Err(Stop::GaveUp)
    }

    /// Sets `best` to a repair that is not proved to be the least. Borders move at
    /// random, as in the generator, and each change that is not necessary is taken back.
    /// A board without a solution is also searched from the boards near it that have one.
    fn approximate_best(
        &self,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let starts = self.list_starts(solver, meter)?;
        for (regions, wanted) in &starts {
            for seed in 0..TRIALS_PER_SOLUTION {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                let mut repair = BorderRepair::new(
                    self.size,
                    self.stars,
                    false,
                    wanted,
                    regions.clone(),
                );
                if repair.repair_borders(solver, &self.givens, &mut random, meter)? {
                    self.reduce_changes(repair.regions, best, solver, meter)?;
                }
            }
        }
        for left in 0..=MAX_CHANGES_NEAR {
            for (regions, _) in starts
                .iter()
                .filter(|(regions, _)| *regions != self.regions)
            {
                let mut search = self.start_search(regions, solver);
                if search.rule_out(left, meter)? {
                    return self.reduce_changes(search.regions, best, solver, meter);
                }
            }
        }
        Ok(())
    }

    /// Boards to start from, each with connected regions and a solution to keep: the
    /// drawn one, or if it has no solution, some near it.
    fn list_starts(
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

    /// Takes back changes as long as the solution stays unique and the regions stay
    /// connected, and keeps the repair if it is the best.
    fn reduce_changes(
        &self,
        mut repaired: Vec<u8>,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut result = Ok(());
        let mut is_reduced = true;
        while is_reduced && result.is_ok() {
            is_reduced = false;
            for square in 0..repaired.len() {
                if repaired[square] == self.regions[square] {
                    continue;
                }
                let after =
                    std::mem::replace(&mut repaired[square], self.regions[square]);
                let solutions = match broken_regions(self.size, &repaired) {
                    0 => solver
                        .solutions(&repaired, &self.givens, 2, meter)
                        .map(|found| found.len()),
                    _ => Ok(0),
                };
                if solutions == Ok(1) {
                    is_reduced = true;
                } else {
                    repaired[square] = after;
                    result = result.and(solutions.map(drop));
                }
            }
        }
        if best.as_ref().is_none_or(|known| {
            self.changed_squares(&repaired) < self.changed_squares(known)
        }) {
            *best = Some(repaired);
        }
        result
    }

    fn make_repaired(
        &self,
        puzzle: &Puzzle,
        regions: &[u8],
        is_least: bool,
    ) -> Result<RepairedPuzzle, PuzzleError> {
        let squares = puzzle.problem().every_square();
        let clues: Vec<(Square, Mark)> = squares
            .map(|square| (square, puzzle.clue(square)))
            .collect();
        let changed = clues.iter().zip(regions.iter().zip(&self.regions));
        let changed = changed
            .filter(|(_, (after, before))| after != before)
            .map(|(&(square, _), _)| square);
        let changed = changed.collect();
        let map = regions.iter().map(|&region| region.into()).collect();
        let drawn = Position::new(Puzzle::new(puzzle.size(), puzzle.stars(), map)?);
        let puzzle = drawn.with_clues(clues)?.puzzle().clone();
        Ok(RepairedPuzzle {
            puzzle,
            changed,
            is_least,
        })
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

#[cfg(test)]
mod tests;
