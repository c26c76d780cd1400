//! Repair of a drawn puzzle: the least change of borders that leaves exactly one solution.

use super::border_search::{BorderSearch, broken_regions};
use super::random_solution::shuffle;
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

/// Maximum number of solutions that are kept by turns in the approximate repair.
const MAX_KEPT_SOLUTIONS: usize = 6;

/// Number of approximate repairs for each of these solutions.
const TRIALS_PER_SOLUTION: u64 = 3;

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

/// Changes the regions of as few squares as possible, so that the puzzle has exactly one solution and every region is
/// connected. Clues stay. At a limit, the result is the best repair found so far.
///
/// # Errors
/// Regions that are not connected; more queens than fit on the board.
///
/// # Complexity
/// Exponential in the number of changes; one or two changes on 10 x 10 need thousands of searches of the engine `units`.
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
pub fn repair_uniqueness(puzzle: &Puzzle, limits: &Limits) -> Result<UniqueRepair, UniqueRepairError> {
    if let Some(notice) = puzzle.notice() {
        return Err(UniqueRepairError::Disconnected(notice));
    }
    let settings = GenerateSettings { stars: puzzle.stars(), ..GenerateSettings::new(puzzle.size(), 0) };
    settings.check()?;
    let limits = limits.started();
    let nothing = |stop: Stop| UniqueRepair { repaired: None, outcome: Err(stop).into() };
    let mut solver = match region_solver(puzzle.problem(), puzzle.stars(), &limits) {
        Ok(Some(solver)) => solver,
        Ok(None) => return Ok(nothing(Stop::GaveUp)),
        Err(stop) => return Ok(nothing(stop)),
    };
    let drawn = DrawnPuzzle::new(puzzle);
    let mut best = None;
    let outcome = drawn.improve(&mut best, &mut *solver, &mut Meter::new(&limits));
    let repaired = best.map(|regions| drawn.repaired(puzzle, &regions, outcome.is_ok())).transpose()?;
    Ok(UniqueRepair { repaired, outcome: outcome.into() })
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
        let clues: Vec<Mark> = puzzle.problem().every_square().map(|square| puzzle.clue(square)).collect();
        DrawnPuzzle {
            size: puzzle.size() as usize,
            stars: puzzle.stars() as usize,
            regions: puzzle.regions().iter().map(|&region| region as u8).collect(),
            givens: (0..clues.len()).filter(|&square| clues[square] == Mark::Queen).collect(),
            blocked: clues.iter().map(|&clue| clue == Mark::Cross).collect(),
        }
    }

    fn search<'s>(&'s self, solver: &'s mut dyn RegionSolver) -> BorderSearch<'s> {
        BorderSearch::new((self.size, self.stars), &self.regions, (&self.givens, &self.blocked), solver)
    }

    /// Number of squares whose region differs.
    fn distance(&self, regions: &[u8]) -> usize {
        self.regions.iter().zip(regions).filter(|(before, after)| before != after).count()
    }

    /// Sets `best` to better and better repairs. Returns normally if the last one is proved to be the least.
    fn improve(
        &self,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for changes in 0..=MAX_SEARCHED_CHANGES {
            if best.as_ref().is_some_and(|regions| self.distance(regions) <= changes) {
                return Ok(());
            }
            let mut search = self.search(solver);
            if search.run(changes, meter)? {
                *best = Some(search.regions);
                return Ok(());
            }
            if changes == 1 {
                self.approximate(best, solver, meter)?;
            }
        }
        Err(Stop::GaveUp)
    }

    /// Sets `best` to a repair that is not proved to be the least: borders move at random, as in the generator, and each
    /// change that is not necessary is taken back.
    fn approximate(
        &self,
        best: &mut Option<Vec<u8>>,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for (regions, wanted) in self.starts(solver, meter)? {
            for seed in 0..TRIALS_PER_SOLUTION {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                let mut repair = BorderRepair::new(self.size, self.stars, false, &wanted, regions.clone());
                if !repair.run(solver, &self.givens, &mut random, meter)? {
                    continue;
                }
                let mut repaired = repair.regions;
                let result = self.take_back(&mut repaired, solver, &mut random, meter);
                if best.as_ref().is_none_or(|known| self.distance(&repaired) < self.distance(known)) {
                    *best = Some(repaired);
                }
                result?;
            }
        }
        Ok(())
    }

    /// Boards with connected regions and a solution that is to stay: the drawn one, or those nearest to it if it has no
    /// solution.
    fn starts(
        &self,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Vec<u8>, Vec<usize>)>, Stop> {
        let found = solver.solutions(&self.regions, &self.givens, MAX_KEPT_SOLUTIONS, meter)?;
        let mut starts: Vec<_> = found.into_iter().map(|queens| (self.regions.clone(), queens)).collect();
        for count in 1..=2 {
            if !starts.is_empty() {
                break;
            }
            self.search(solver).with_queens(
                (0, count, 0),
                &mut Vec::new(),
                meter,
                &mut |search, queens, _| {
                    if broken_regions(self.size, &search.regions) == 0 {
                        starts.push((search.regions.clone(), queens.to_vec()));
                    }
                    Ok(starts.len() == MAX_KEPT_SOLUTIONS)
                },
            )?;
        }
        Ok(starts)
    }

    /// Takes back changes as long as the solution stays unique and the regions stay connected.
    fn take_back(
        &self,
        repaired: &mut [u8],
        solver: &mut dyn RegionSolver,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        loop {
            let before = self.distance(repaired);
            let mut changed: Vec<usize> =
                (0..repaired.len()).filter(|&square| repaired[square] != self.regions[square]).collect();
            shuffle(&mut changed, random);
            for square in changed {
                let after = std::mem::replace(&mut repaired[square], self.regions[square]);
                if broken_regions(self.size, repaired) > 0
                    || solver.solutions(repaired, &self.givens, 2, meter)?.len() != 1
                {
                    repaired[square] = after;
                }
            }
            if self.distance(repaired) == before {
                return Ok(());
            }
        }
    }

    fn repaired(
        &self,
        puzzle: &Puzzle,
        regions: &[u8],
        is_least: bool,
    ) -> Result<RepairedPuzzle, PuzzleError> {
        let squares = puzzle.problem().every_square();
        let clues: Vec<(Square, Mark)> = squares.map(|square| (square, puzzle.clue(square))).collect();
        let changed = clues.iter().zip(regions.iter().zip(&self.regions));
        let changed = changed.filter(|(_, (after, before))| after != before).map(|(&(square, _), _)| square);
        let changed = changed.collect();
        let map = regions.iter().map(|&region| region.into()).collect();
        let drawn = Position::new(Puzzle::new(puzzle.size(), puzzle.stars(), map)?);
        let puzzle = drawn.with_clues(clues)?.puzzle().clone();
        Ok(RepairedPuzzle { puzzle, changed, is_least })
    }
}

#[cfg(test)]
mod tests;
