//! Repair of a drawn puzzle: the least change of borders that leaves exactly one
//! solution.

use super::border_search::{BorderSearch, broken_regions};
use super::repair_uniqueness::{BorderRepair, within_nodes};
use super::{GenerateError, GenerateSettings};
use crate::{Mark, Position, Puzzle, PuzzleError};
use control::{Limits, Meter, Outcome, Stop};
use queens_engines::engines::units::{RegionSolver, region_solver};
use queens_model::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::ops::RangeInclusive;

/// Maximum number of changes in a repair that is searched for systematically.
const MAX_SEARCHED_CHANGES: usize = 6;

/// Maximum number of changes, and of nodes, of the systematic search before the approximate ones.
const MAX_FIRST_CHANGES: usize = 4;
const MAX_FIRST_NODES: u64 = 20_000;

/// Maximum number of solutions that the approximate repair tries to keep, one at a time.
const MAX_KEPT_SOLUTIONS: usize = 6;

/// Maximum number of further changes, starting from a nearby board that has a solution.
const MAX_CHANGES_NEAR: usize = 3;

/// Number of approximate repairs for each of these solutions.
const TRIALS_PER_SOLUTION: u64 = 3;

/// A repaired puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairedPuzzle {
    /// The puzzle, with exactly one solution and connected regions.
    pub puzzle: Puzzle,
    /// Squares whose region changed, row by row.
    pub changed: Vec<Square>,
    /// Number of squares that every repair changes at least.
    pub at_least: usize,
}

impl RepairedPuzzle {
    /// True if no repair changes fewer squares.
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.changed.len() == self.at_least
    }
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
/// assert_eq!((repaired.changed.len(), repaired.is_least()), (1, true));
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
    let (mut best, mut at_least) = (None, 0);
    let mut meter = Meter::new(&limits);
    let outcome = drawn.improve_best(&mut best, &mut at_least, &mut *solver, &mut meter);
    let repaired = best
        .map(|regions| drawn.make_repaired(puzzle, &regions, at_least))
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

    /// Improves `best`, and raises `at_least`, a number of changes that every repair has;
    /// returns `Ok` if the best has no more.
    fn improve_best(
        &self,
        best: &mut Option<Vec<u8>>,
        at_least: &mut usize,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.search_up_to(0..=2, best, at_least, solver, meter)? {
            return Ok(());
        }
        *at_least = self.least_changes().max(*at_least);
        // Many drawings need a few changes, which takes less time than what follows.
        let most = meter.limits().nodes.unwrap_or(u64::MAX) / 4;
        let first = within_nodes(most.min(MAX_FIRST_NODES), meter, |meter| {
            let numbers = 3..=MAX_FIRST_CHANGES;
            self.search_up_to(numbers, best, at_least, solver, meter)
        })?;
        if first == Some(true) {
            return Ok(());
        }
        self.approximate_best(best, solver, meter)?;
        if self.most_changes(best) >= MAX_SEARCHED_CHANGES {
            self.anneal_borders(best, at_least, solver, meter)?;
            self.exchange_changes(best, solver, meter)?;
        }
        if self.search_up_to(3..=MAX_SEARCHED_CHANGES, best, at_least, solver, meter)? {
            return Ok(());
        }
        Err(Stop::GaveUp)
    }

    /// Searches for repairs with these numbers of changes; returns true if `best` is then
    /// proved to be the least.
    fn search_up_to(
        &self,
        numbers: RangeInclusive<usize>,
        best: &mut Option<Vec<u8>>,
        at_least: &mut usize,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let mut search = self.start_search(&self.regions, solver);
        search.learn_solutions(meter)?;
        *at_least = search.least_changes().max(*at_least);
        for changes in numbers {
            let is_least = best
                .as_ref()
                .is_some_and(|regions| self.changed_squares(regions) <= *at_least);
            if is_least {
                return Ok(true);
            }
            if changes < *at_least {
                continue;
            }
            if search.find_border(changes, meter)? {
                *best = Some(search.regions);
                return Ok(true);
            }
            *at_least = changes + 1;
        }
        Ok(false)
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
        at_least: usize,
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
        let credits = puzzle.credits().clone();
        let repaired = drawn.with_clues(clues)?.puzzle().clone();
        Ok(RepairedPuzzle {
            puzzle: repaired.with_credits(credits),
            changed,
            at_least,
        })
    }
}

mod anneal;
mod exchange;
mod pool;
mod starts;
#[cfg(test)]
mod tests;
