//! A repair with few changes, by simulated annealing.
//!
//! A state is a map of connected regions; its energy is the logarithm of the number of
//! known solutions that are still solutions of it. A step takes back a change, makes one,
//! or does both. The number of changes stays below the best repair, so most steps near the
//! end exchange one change for another. Where at most one known solution remains, the
//! engine looks for others, and those that it finds join the known ones.
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

/// Number of steps of a run from a drawn map, from the first temperature to the last.
const STEPS_FROM_DRAWN: u32 = 20_000;

/// Number of steps of a run from the best repair.
const STEPS_FROM_BEST: u32 = 8_000;

/// Maximum work of all runs together: updates of solutions, and steps.
const MAX_WORK: u64 = 250_000_000;

/// Work that one search of the engine counts as.
const WORK_PER_SEARCH: u64 = 1_500;

/// Maximum number of solutions that one search adds.
const SOLUTIONS_PER_SEARCH: usize = 20;

/// First temperature: half the solutions are worth .7.
const FIRST_TEMPERATURE: f64 = 0.3;

/// Last temperature.
const LAST_TEMPERATURE: f64 = 0.01;

/// Energy of a map without a known solution: worse than a few solutions, better than many,
/// so that a run can cross such maps.
const ENERGY_WITHOUT_SOLUTION: f64 = 2.5;

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
        for (regions, queens) in &starts {
            annealing.learn_solutions(regions, queens, solver, meter)?;
        }
        annealing.start_run(&self.regions);
        *at_least = annealing.pool.least_changes().max(*at_least);
        let at_least = *at_least;
        let mut maps: Vec<&Vec<u8>> = starts.iter().map(|(map, _)| map).collect();
        maps.dedup();
        for run in 0.. {
            let most = self.most_changes(best);
            if maps.is_empty() || annealing.work > MAX_WORK || most < at_least {
                break;
            }
            if run % 2 == 0 {
                annealing.start_run(maps[run / 2 % maps.len()]);
                annealing.run_steps(STEPS_FROM_DRAWN, best, (at_least, solver), meter)?;
            } else if let Some(regions) = best.clone() {
                annealing.start_run(&regions);
                annealing.run_steps(STEPS_FROM_BEST, best, (at_least, solver), meter)?;
            }
        }
        Ok(())
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
    /// Squares whose region differs from the drawn one, in any order.
    changed: Vec<usize>,
    pool: SolutionPool,
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
            changed: Vec::new(),
            pool: SolutionPool::new(drawn.size, drawn.stars),
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
        self.changed = (0..regions.len())
            .filter(|&square| regions[square] != self.drawn.regions[square])
            .collect();
    }

    /// Makes the steps of a run.
    fn run_steps(
        &mut self,
        steps: u32,
        best: &mut Option<Vec<u8>>,
        (at_least, solver): (usize, &mut dyn RegionSolver),
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut most = self.drawn.most_changes(best);
        let cooling = (LAST_TEMPERATURE / FIRST_TEMPERATURE).powf(1.0 / f64::from(steps));
        let mut temperature = FIRST_TEMPERATURE;
        for _ in 0..steps {
            meter.tick()?;
            temperature *= cooling;
            let is_candidate = self.try_step(most, temperature)
                && self.pool.count_alive() <= 1
                && self.changed.len() <= most;
            if is_candidate && self.is_unique(solver, meter)? {
                most = self.changed.len().saturating_sub(1);
                *best = Some(self.regions.clone());
            }
            if self.work > MAX_WORK || most < at_least {
                break;
            }
        }
        Ok(())
    }

    /// Tries a random step; true if it is taken. It leaves at most `most` changes, or no
    /// more than before.
    fn try_step(&mut self, most: usize, temperature: f64) -> bool {
        let (before, changes) = (self.energy(), self.changed.len());
        let (is_back, is_forth) =
            [(true, false), (true, true), (false, true)][self.random.random_range(0..3)];
        let mut moves = [None, None];
        if is_back && !self.changed.is_empty() {
            let square = self.changed[self.random.random_range(0..self.changed.len())];
            moves[0] = self.move_square(square, self.drawn.regions[square]);
            if moves[0].is_none() {
                return false;
            }
        }
        if is_forth {
            moves[1] = self.move_at_random();
        }
        let is_allowed = self.changed.len() <= most.max(changes);
        let worse = self.energy() - before;
        let is_taken = is_allowed
            && (worse <= 0.0
                || self.random.random::<f64>() < (-worse / temperature).exp());
        if !is_taken {
            for change in moves.into_iter().rev().flatten() {
                self.apply_move(change.inverse_move());
            }
        }
        is_taken && moves != [None, None]
    }

    fn energy(&self) -> f64 {
        match self.pool.count_alive() {
            0 => ENERGY_WITHOUT_SOLUTION,
            alive => (alive as f64).ln(),
        }
    }

    /// Moves a random square to the region of a random neighbour: in half of the steps a
    /// queen's of a known solution, which the move rules out.
    fn move_at_random(&mut self) -> Option<BorderMove> {
        let alive = self.pool.count_alive();
        let square = if alive > 0 && self.random.random_range(0..2) == 0 {
            let place = self.random.random_range(0..alive);
            let queens = self.pool.alive_queens(place);
            queens[self.random.random_range(0..queens.len())]
        } else {
            self.random.random_range(0..self.regions.len())
        };
        let direction = self.random.random_range(0..4);
        let beside = squares_beside(self.drawn.size, square).nth(direction)?;
        self.move_square(square, self.regions[beside])
    }

    /// Moves a square to region `to`, if both regions stay connected.
    fn move_square(&mut self, square: usize, to: u8) -> Option<BorderMove> {
        let size = self.drawn.size;
        let from = self.regions[square];
        let touches =
            squares_beside(size, square).any(|beside| self.regions[beside] == to);
        if from == to || !touches {
            return None;
        }
        self.regions[square] = to;
        let is_whole = self.flood.is_connected(&self.regions, size, square, from);
        self.regions[square] = from;
        let change = BorderMove { square, from, to };
        is_whole.then(|| self.apply_move(change));
        is_whole.then_some(change)
    }

    fn apply_move(&mut self, change: BorderMove) {
        let BorderMove { square, from, to } = change;
        self.regions[square] = to;
        self.work += 1 + self.pool.apply_move(change);
        let drawn = self.drawn.regions[square];
        if from == drawn {
            self.changed.push(square);
        } else if to == drawn {
            self.changed.retain(|&other| other != square);
        }
    }

    /// True if the map has exactly one solution; otherwise the solutions found are known
    /// afterwards.
    fn is_unique(
        &mut self,
        solver: &mut dyn RegionSolver,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
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
