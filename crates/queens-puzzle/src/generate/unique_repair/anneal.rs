//! A repair with few changes, by simulated annealing.
//!
//! A state is a map of connected regions; its energy is the number of changes plus a
//! multiple of the logarithm of the number of known solutions that are still solutions of
//! it. A step moves a square to the region of a neighbour. On boards up to 9 x 9 with one
//! queen in each row all solutions of the rows and columns are known. On others, where at
//! most one known solution remains, the engine looks for others, which join the known ones.
//!
//! The logarithm is the right measure, because a change rules out a share of the
//! solutions: to go from 2,000 to 1,000 takes about as many changes as from 20 to 10.

use super::DrawnPuzzle;
use super::pool::SolutionPool;
use crate::generate::grow::squares_beside;
use crate::generate::known::BorderMove;
use crate::generate::repair_uniqueness::RegionFlood;
use control::{Meter, Stop};
use queens_engines::engines::units::RegionSolver;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Work of a run for each known solution, with its least and its most: visits of
/// solutions, and steps.
const WORK_PER_SOLUTION: u64 = 20_000;
const MIN_RUN_WORK: u64 = 20_000_000;
const MAX_RUN_WORK: u64 = 350_000_000;

/// Maximum work of all runs together.
const MAX_WORK: u64 = 350_000_000;

/// Work of a step beside its visits of solutions.
const WORK_PER_STEP: u64 = 20;

/// Work that one search of the engine counts as.
const WORK_PER_SEARCH: u64 = 1_500;

/// Maximum number of solutions that one search adds.
const SOLUTIONS_PER_SEARCH: usize = 20;

/// Energy of a doubling of the solutions, where a change has 1.
const ENERGY_OF_DOUBLING: f64 = 1.5;

/// Doublings that a map without a known solution counts as: worse than a few solutions,
/// better than many, so that a run can cross such maps.
const DOUBLINGS_WITHOUT_SOLUTION: f64 = 3.0;

/// Temperatures of a run, in changes.
const FIRST_TEMPERATURE: f64 = 1.5;
const LAST_TEMPERATURE: f64 = 0.3;

impl DrawnPuzzle {
    /// Replaces `best` by repairs with fewer changes, and raises `at_least`, a number of
    /// changes that every repair has, by the solutions that it sees.
    pub(super) fn anneal_borders(
        &self,
        best: &mut Option<Vec<u8>>,
        at_least: &mut usize,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let starts = self.list_starts(solver, meter)?;
        let mut annealing = BorderAnnealing::new(self);
        annealing.is_complete =
            annealing
                .pool
                .insert_all(&self.givens, &self.blocked, &self.regions);
        if !annealing.is_complete {
            for (regions, queens) in &starts {
                annealing.learn_solutions(regions, queens, solver, meter)?;
            }
        }
        annealing.start_run(&self.regions);
        *at_least = annealing.pool.least_changes().max(*at_least);
        let at_least = *at_least;
        let mut maps: Vec<&Vec<u8>> = starts.iter().map(|(map, _)| map).collect();
        maps.dedup();
        for run in 0.. {
            let is_over = annealing.work > MAX_WORK || self.most_changes(best) < at_least;
            if maps.is_empty() || is_over {
                break;
            }
            annealing.start_run(maps[run % maps.len()]);
            annealing.run_steps(best, (at_least, solver), meter)?;
        }
        Ok(())
    }

    /// Returns a number of changes that every repair has, by all placements of a board on
    /// which they are few; 0 on others.
    pub(super) fn least_changes(&self) -> usize {
        let mut pool = SolutionPool::new(self.size, self.stars);
        let is_complete = pool.insert_all(&self.givens, &self.blocked, &self.regions);
        if is_complete { pool.least_changes() } else { 0 }
    }

    /// Maximum number of changes of a repair that is better than `best`; 0 if there is
    /// none.
    pub(super) fn most_changes(&self, best: &Option<Vec<u8>>) -> usize {
        best.as_ref().map_or(self.regions.len(), |regions| {
            self.changed_squares(regions).saturating_sub(1)
        })
    }
}

/// State of the annealing.
struct BorderAnnealing<'d> {
    drawn: &'d DrawnPuzzle,
    regions: Vec<u8>,
    /// Number of squares whose region differs from the drawn one.
    changed: usize,
    pool: SolutionPool,
    /// True if the pool has every solution of the rows and columns.
    is_complete: bool,
    flood: RegionFlood,
    random: ChaCha8Rng,
    /// Work so far.
    work: u64,
}

impl<'d> BorderAnnealing<'d> {
    fn new(drawn: &'d DrawnPuzzle) -> Self {
        BorderAnnealing {
            drawn,
            regions: drawn.regions.clone(),
            changed: 0,
            pool: SolutionPool::new(drawn.size, drawn.stars),
            is_complete: false,
            flood: RegionFlood::new(drawn.regions.len()),
            random: ChaCha8Rng::seed_from_u64(0),
            work: 0,
        }
    }

    /// Adds solutions of `regions`: for each square, some with a queen there.
    fn learn_solutions(
        &mut self,
        regions: &[u8],
        queens: &[usize],
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.pool.insert_solution(queens.to_vec(), regions);
        for square in 0..regions.len() {
            if self.drawn.blocked[square] || self.drawn.givens.contains(&square) {
                continue;
            }
            let mut givens = [&self.drawn.givens[..], &[square]].concat();
            givens.sort_unstable();
            let found =
                solver.solutions(regions, &givens, SOLUTIONS_PER_SEARCH, meter)?;
            self.work += WORK_PER_SEARCH;
            for queens in found {
                self.pool.insert_solution(queens, regions);
            }
        }
        Ok(())
    }

    fn start_run(&mut self, regions: &[u8]) {
        self.regions = regions.to_vec();
        self.pool.set_regions(regions);
        self.changed = self.drawn.changed_squares(regions);
    }

    /// Makes the steps of a run, while the temperature falls with its work.
    fn run_steps(
        &mut self,
        best: &mut Option<Vec<u8>>,
        (at_least, solver): (usize, &mut dyn RegionSolver),
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut most = self.drawn.most_changes(best);
        let (before, run_work) = (self.work, self.work_of_run());
        while self.work - before < run_work && self.work <= MAX_WORK && most >= at_least {
            meter.tick()?;
            let done = (self.work - before) as f64 / run_work as f64;
            let temperature =
                FIRST_TEMPERATURE * (LAST_TEMPERATURE / FIRST_TEMPERATURE).powf(done);
            let is_candidate = self.try_step(temperature)
                && self.pool.count_alive() <= 1
                && self.changed <= most;
            if is_candidate && self.is_unique(solver, meter)? {
                most = self.changed.saturating_sub(1);
                *best = Some(self.regions.clone());
            }
        }
        Ok(())
    }

    fn work_of_run(&self) -> u64 {
        (self.pool.len() as u64 * WORK_PER_SOLUTION).clamp(MIN_RUN_WORK, MAX_RUN_WORK)
    }

    /// Tries to move a random square to the region of a random neighbour; true if that is
    /// done.
    fn try_step(&mut self, temperature: f64) -> bool {
        self.work += WORK_PER_STEP;
        let Some(change) = self.random_move() else {
            return false;
        };
        self.work += self.pool.count_on(change.square) / 3;
        let drawn = self.drawn.regions[change.square];
        let changed = self.changed + usize::from(change.from == drawn)
            - usize::from(change.to == drawn);
        let after = energy(changed, self.pool.alive_after(change));
        let worse = after - energy(self.changed, self.pool.count_alive());
        let is_taken =
            worse <= 0.0 || self.random.random::<f64>() < (-worse / temperature).exp();
        if is_taken {
            self.regions[change.square] = change.to;
            self.changed = changed;
            self.work += self.pool.apply_move(change);
        }
        is_taken
    }

    /// Returns a random move after which both regions are connected.
    fn random_move(&mut self) -> Option<BorderMove> {
        let size = self.drawn.size;
        let square = self.random.random_range(0..self.regions.len());
        let direction = self.random.random_range(0..4);
        let beside = squares_beside(size, square).nth(direction)?;
        let (from, to) = (self.regions[square], self.regions[beside]);
        if from == to {
            return None;
        }
        self.regions[square] = to;
        let is_whole = self.flood.is_connected(&self.regions, size, square, from);
        self.regions[square] = from;
        is_whole.then_some(BorderMove { square, from, to })
    }

    /// True if the map has exactly one solution; otherwise the solutions found are known
    /// afterwards.
    fn is_unique(
        &mut self,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if self.is_complete {
            return Ok(self.pool.count_alive() == 1);
        }
        let givens = &self.drawn.givens;
        let found =
            solver.solutions(&self.regions, givens, SOLUTIONS_PER_SEARCH, meter)?;
        self.work += WORK_PER_SEARCH;
        let is_unique = found.len() == 1;
        for queens in found {
            self.pool.insert_solution(queens, &self.regions);
        }
        Ok(is_unique)
    }
}

/// Returns the energy of a map with these numbers of changes and solutions.
fn energy(changed: usize, alive: usize) -> f64 {
    let doublings = match alive {
        0 => DOUBLINGS_WITHOUT_SOLUTION,
        alive => (alive as f64).log2(),
    };
    changed as f64 + ENERGY_OF_DOUBLING * doublings
}
