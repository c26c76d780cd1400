//! Annealed importance sampling: estimates the fraction of placements that are solutions.
//!
//! A chain starts at a uniformly random placement and cools. At the inverse temperature b
//! a placement x has probability exp(-b E(x)) / Z(b), where E counts attacks, and
//! Metropolis moves keep that distribution. Each time b rises by d, the weight of the
//! chain is multiplied by exp(-d E(x)). At the last temperature the chain stays for a
//! while, and the weight is multiplied by the fraction of that time without an attack.
//! The expected weight is exactly the fraction of all placements that are solutions, for
//! chains of any length (Neal 2001): up to the stay it is Z(b) / Z(0), and at b the
//! solutions have the probability (number of solutions) / Z(b). Short chains only have a
//! larger variance.
//!
//! ```text
//! chain(schedule):
//!     x = random placement, ln_weight = 0
//!     for each block of the schedule: ln_weight -= d E(x); b += d; propose moves at b
//!     stay at the last b: ln_weight += ln(fraction of blocks with E(x) = 0)
//! estimate = placements x mean(exp(ln_weight)); its variance is measured
//! ```
//!
//! Example: 4 queens have 4! = 24 placements in different rows and columns, of which 2
//! are solutions. If b rises to infinity in a single step, a chain has the weight 1 with
//! probability 2 / 24, else 0: the estimate is 24 x 2 / 24 = 2. Many small steps have the
//! same mean and a far smaller variance, because the moves between them keep the chain
//! near the distribution of each temperature.

#[cfg(test)]
mod backward;

use super::interval::{mean_and_variance, sample_variance};
use super::space::PlacementSpace;
use crate::parallel::{NoThreads, on_threads};
use control::{SharedMeter, Step, Stop, lock};
use queens_model::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A placement that a chain changes.
pub(super) trait AnnealingBoard {
    /// Returns the energy: the number of attacks, or of queens too many on their lines.
    fn energy(&self) -> i64;

    /// Returns an upper bound of the energy change of a move, or [`MAX_ENERGY_STEP`] if
    /// there is none below it.
    fn max_energy_step(&self) -> usize;

    /// Proposes moves. Each one keeps the distribution at the temperature of `odds`.
    fn propose_moves(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds);
}

/// Maximum energy change in the table of odds. The odds of larger changes are computed.
pub(super) const MAX_ENERGY_STEP: usize = 63;

/// Acceptance probabilities at one inverse temperature.
pub(super) struct Odds {
    beta: f64,
    /// exp(-beta d) for d from -[`MAX_ENERGY_STEP`] to [`MAX_ENERGY_STEP`], in units of
    /// 2^-32. A table, so that a proposal needs no exponential.
    of: [f64; 2 * MAX_ENERGY_STEP + 1],
}

impl Odds {
    pub(super) fn new() -> Self {
        Odds {
            beta: 0.0,
            of: [ODDS_UNIT; 2 * MAX_ENERGY_STEP + 1],
        }
    }

    pub(super) fn beta(&self) -> f64 {
        self.beta
    }

    /// Sets the inverse temperature, for energy changes of up to `max_step`; entries of
    /// the table beyond are not used.
    pub(super) fn set_beta(&mut self, beta: f64, max_step: usize) {
        self.beta = beta;
        let less = (-beta).exp();
        let more = less.recip();
        let (mut down, mut up) = (ODDS_UNIT, ODDS_UNIT);
        for step in 1..=max_step {
            (down, up) = (down * less, up * more);
            (
                self.of[MAX_ENERGY_STEP + step],
                self.of[MAX_ENERGY_STEP - step],
            ) = (down, up);
        }
    }

    /// Returns exp(-beta `more`) in units of 2^-32.
    #[inline(always)]
    pub(super) fn odds_of(&self, more: i64) -> f64 {
        // Below the table the index wraps around to a number beyond it.
        match self.of.get((more + MAX_ENERGY_STEP as i64) as usize) {
            Some(&odds) => odds,
            None => self.beyond_table(more),
        }
    }

    #[cold]
    fn beyond_table(&self, more: i64) -> f64 {
        ODDS_UNIT * (-self.beta * more as f64).exp()
    }

    /// Returns true if a move that adds `more` energy is accepted, with `draw` uniform on
    /// 32 bits.
    #[inline(always)]
    pub(super) fn accepts_move(&self, more: i64, draw: u32) -> bool {
        f64::from(draw) < self.odds_of(more)
    }
}

/// The value 1 in the units of [`Odds`].
const ODDS_UNIT: f64 = 4_294_967_296.0;

/// Number of proposals in a block. The temperature falls a little after each block,
/// because at low temperatures the energy changes within a small part of a sweep.
const BLOCK_PROPOSALS: usize = 32;

/// Number of proposals between two checks of the limits.
const POLL_INTERVAL: u64 = 16_384;

/// Cooling schedule of a chain: stages of equal width in the inverse temperature, each
/// with a number of blocks.
#[derive(Clone, Debug)]
pub(super) struct CoolingSchedule {
    /// Width of a stage in the inverse temperature.
    width: f64,
    /// Number of blocks of each stage.
    blocks: Vec<u64>,
    /// Number of blocks at the last temperature.
    stay: u64,
}

/// Number of stages of the first schedule.
const FIRST_STAGES: usize = 24;

/// Number of chains in a trial.
const TRIAL_CHAINS: u64 = 16;

/// Maximum variance of the logarithms of the weights at which a trial is accepted.
const MAX_TRIAL_LOG_VARIANCE: f64 = 1.5;

/// Target variance of the logarithms of the weights, which determines the length of the
/// chains.
const TARGET_LOG_VARIANCE: f64 = 0.2;

/// Length of chains, in sweeps, from which a trial without any solution ends the search
/// for a schedule.
const FROZEN_SWEEPS: u64 = 1 << 16;

/// Maximum number of sweeps of a chain.
pub(super) const MAX_SWEEPS: u64 = 1 << 23;

impl CoolingSchedule {
    /// Creates a short first schedule. There are about `queens` times as many placements
    /// with one attack as solutions. At the last inverse temperature b = ln `queens` + 1
    /// each is 1 / (e `queens`) times as likely as a solution, so that a good part of the
    /// stay is without attacks.
    fn for_pilot_chains(queens: usize) -> Self {
        let last = (queens as f64).ln() + 1.0;
        let two_sweeps = (2 * queens).div_ceil(BLOCK_PROPOSALS) as u64;
        CoolingSchedule {
            width: last / FIRST_STAGES as f64,
            blocks: vec![two_sweeps; FIRST_STAGES],
            stay: 4 * two_sweeps,
        }
    }

    /// Returns the last inverse temperature.
    pub(super) fn coldest_beta(&self) -> f64 {
        self.width * self.blocks.len() as f64
    }

    /// Returns the number of proposals of a chain.
    pub(super) fn total_sweeps(&self) -> u64 {
        (self.blocks.iter().sum::<u64>() + self.stay) * BLOCK_PROPOSALS as u64
    }

    /// Returns the schedule with all stages longer by `factor`.
    fn scale_sweeps(&self, factor: f64) -> Self {
        let times = |&blocks: &u64| (blocks as f64 * factor).ceil() as u64;
        CoolingSchedule {
            width: self.width,
            blocks: self.blocks.iter().map(times).collect(),
            stay: times(&self.stay),
        }
    }

    /// Returns a schedule longer by `factor`, with the blocks reallocated across stages.
    /// A stage with t blocks and variance v has a variance of about v t / t' with t'
    /// blocks. For a given total, the sum of variances is least if t' is proportional to
    /// the square root of v t (Cauchy-Schwarz). A tenth of the blocks is divided evenly.
    /// The variance of few chains is imprecise, so each stage uses the mean of v t over
    /// itself and its neighbours.
    fn improve_from_chains(&self, chains: &[Chain], factor: f64) -> Self {
        let mut rates = Vec::with_capacity(self.blocks.len());
        for (stage, &blocks) in self.blocks.iter().enumerate() {
            let variance =
                sample_variance(chains.iter().map(|chain| chain.stages[stage]));
            rates.push(variance * blocks as f64);
        }
        let mut needs = Vec::with_capacity(rates.len() + 1);
        for stage in 0..rates.len() {
            let around = &rates[stage.saturating_sub(1)..(stage + 2).min(rates.len())];
            needs.push((around.iter().sum::<f64>() / around.len() as f64).sqrt());
        }
        let hits = chains.iter().map(|chain| chain.hit_fraction).sum::<f64>()
            / chains.len() as f64;
        // The last need is that of the stay. The variance of a logarithm is about the
        // relative variance.
        let relative = sample_variance(chains.iter().map(|chain| chain.hit_fraction))
            / hits.max(0.02).powi(2);
        needs.push((relative * self.stay as f64).sqrt());
        // Add or drop the coldest stage, so that about half of the stay is without
        // attacks.
        if hits < 0.3 {
            needs.insert(self.blocks.len(), needs[self.blocks.len() - 1]);
        } else if hits > 0.65 && self.blocks.len() > 1 {
            needs.remove(self.blocks.len() - 1);
        }
        let (all, even) = (needs.iter().sum::<f64>(), 1.0 / needs.len() as f64);
        let length = factor * (self.blocks.iter().sum::<u64>() + self.stay) as f64;
        let mut blocks = Vec::with_capacity(needs.len());
        for need in needs {
            let share = if all > 0.0 {
                0.9 * need / all + 0.1 * even
            } else {
                even
            };
            blocks.push((share * length).ceil() as u64);
        }
        let stay = blocks.pop().unwrap_or(1);
        CoolingSchedule {
            width: self.width,
            blocks,
            stay,
        }
    }
}

/// Result of one chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Contribution of each stage to the logarithm of the weight, without the stay.
    stages: Vec<f64>,
    /// Fraction of the stay without attacks.
    hit_fraction: f64,
}

impl Chain {
    /// Returns the logarithm of the weight: minus infinity if no solution was found.
    fn ln_weight(&self) -> f64 {
        self.stages.iter().sum::<f64>() + self.hit_fraction.ln()
    }
}

/// Runs chains on several threads.
pub(super) struct Annealing<'a> {
    pub(super) space: &'a PlacementSpace,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) meter: &'a SharedMeter<'a>,
    /// Maximum number of sweeps of a chain.
    pub(super) max_sweeps: u64,
}

/// Reason why annealing failed.
pub(super) enum AnnealingFailure {
    /// No chain found a solution (`reached` is false), or their weights differ too much.
    Frozen { sweeps: u64, reached: bool },
    /// A limit was reached first.
    Stopped(Stop),
    /// The threads could not be started.
    Threads(NoThreads),
}

impl Annealing<'_> {
    /// Runs one chain, with its own stream of random numbers.
    fn run_chain(&self, schedule: &CoolingSchedule, number: u64) -> Result<Chain, Stop> {
        let mut rng = Rng::new(self.seed, number);
        match self.space {
            PlacementSpace::Diagonals(lines) => {
                self.cool_board(schedule, lines.random_board(&mut rng), &mut rng)
            }
            PlacementSpace::General(general) => {
                self.cool_board(schedule, general.random_board(&mut rng), &mut rng)
            }
        }
    }

    /// Cools `board` along the schedule.
    fn cool_board<B: AnnealingBoard>(
        &self,
        schedule: &CoolingSchedule,
        mut board: B,
        rng: &mut Rng,
    ) -> Result<Chain, Stop> {
        let (mut since, max_step) = (0, board.max_energy_step());
        let mut propose = |board: &mut B, odds: &Odds| -> Step {
            board.propose_moves(BLOCK_PROPOSALS, rng, odds);
            since += BLOCK_PROPOSALS as u64;
            if since >= POLL_INTERVAL {
                self.meter.spend(std::mem::take(&mut since))?;
            }
            Ok(())
        };
        let mut odds = Odds::new();
        let mut stages = Vec::with_capacity(schedule.blocks.len());
        for (stage, &blocks) in schedule.blocks.iter().enumerate() {
            let (from, step) = (
                stage as f64 * schedule.width,
                schedule.width / blocks as f64,
            );
            let mut energies = 0;
            for number in 1..=blocks {
                energies += board.energy();
                odds.set_beta(from + step * number as f64, max_step);
                propose(&mut board, &odds)?;
            }
            stages.push(-step * energies as f64);
        }
        let mut hits = 0;
        for _ in 0..schedule.stay {
            propose(&mut board, &odds)?;
            hits += u64::from(board.energy() == 0);
        }
        // Proposals since the last check.
        self.meter.spend(since)?;
        Ok(Chain {
            stages,
            hit_fraction: hits as f64 / schedule.stay as f64,
        })
    }

    /// Runs the chains with these numbers and returns them in order; after a limit, the
    /// finished ones and the reason to stop.
    fn run_chains(
        &self,
        schedule: &CoolingSchedule,
        numbers: std::ops::Range<u64>,
    ) -> Result<(Vec<Chain>, Step), NoThreads> {
        let next = AtomicU64::new(numbers.start);
        let done = Mutex::new(Vec::new());
        let steps = on_threads(self.threads.min(numbers.clone().count()), || -> Step {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    return Ok(());
                }
                let chain = self.run_chain(schedule, number)?;
                lock(&done).push((number, chain));
            }
        })?;
        let mut done = std::mem::take(&mut *lock(&done));
        done.sort_by_key(|&(number, _)| number);
        Ok((
            done.into_iter().map(|(_, chain)| chain).collect(),
            steps.into_iter().collect(),
        ))
    }

    /// Finds a schedule whose weights have about the target variance, by trials that are
    /// each two to four times as long as the one before. The weights of trials are
    /// discarded: the schedule depends on them, so they would bias the estimate.
    pub(super) fn find_schedule(&self) -> Result<CoolingSchedule, AnnealingFailure> {
        let mut schedule = CoolingSchedule::for_pilot_chains(self.space.queens().max(2));
        // Numbers that the chains of the estimate do not use.
        let mut number = 1 << 40;
        loop {
            let trial = self
                .run_chains(&schedule, number..number + TRIAL_CHAINS)
                .map_err(AnnealingFailure::Threads)?;
            let (chains, step) = trial;
            step.map_err(AnnealingFailure::Stopped)?;
            number += TRIAL_CHAINS;
            let finite: Vec<f64> = chains
                .iter()
                .map(Chain::ln_weight)
                .filter(|ln| ln.is_finite())
                .collect();
            let spread = sample_variance(finite.iter().copied());
            if 10 * finite.len() as u64 >= 9 * TRIAL_CHAINS
                && spread <= MAX_TRIAL_LOG_VARIANCE
            {
                return Ok(schedule.improve_from_chains(
                    &chains,
                    (spread / TARGET_LOG_VARIANCE)
                        .clamp(1.0, MAX_TRIAL_LOG_VARIANCE / TARGET_LOG_VARIANCE),
                ));
            }
            let sweeps = self.sweeps_per_chain(&schedule);
            if (finite.is_empty() && sweeps >= FROZEN_SWEEPS) || sweeps >= self.max_sweeps
            {
                return Err(AnnealingFailure::Frozen {
                    sweeps,
                    reached: !finite.is_empty(),
                });
            }
            // Once chains stay near equilibrium, the variance is inversely proportional
            // to their length.
            schedule = schedule.improve_from_chains(
                &chains,
                (spread / MAX_TRIAL_LOG_VARIANCE).clamp(2.0, 4.0),
            );
        }
    }

    /// Returns the number of sweeps of a chain; a sweep is one proposal for each queen.
    pub(super) fn sweeps_per_chain(&self, schedule: &CoolingSchedule) -> u64 {
        schedule
            .total_sweeps()
            .div_ceil(self.space.queens().max(1) as u64)
    }

    /// Runs chains until `more`, which gets the logarithms of the weights so far and
    /// returns the number of further chains, returns 0, or until a limit is reached.
    pub(super) fn run_until_enough(
        &self,
        schedule: &mut CoolingSchedule,
        more: &dyn Fn(&[f64]) -> u64,
    ) -> Result<(Vec<f64>, Step), AnnealingFailure> {
        let (mut weights, mut first) = (Vec::new(), 0);
        loop {
            let wanted = more(&weights);
            if wanted == 0 {
                return Ok((weights, Ok(())));
            }
            let from = first + weights.len() as u64;
            let (chains, step) = self
                .run_chains(schedule, from..from + wanted)
                .map_err(AnnealingFailure::Threads)?;
            weights.extend(chains.iter().map(Chain::ln_weight));
            if step.is_err() {
                return Ok((weights, step));
            }
            // If the trials underestimated the length, start over with chains twice as
            // long and new random numbers.
            let spread = mean_and_variance(&weights)
                .map_or(f64::INFINITY, |(_, variance)| variance);
            if spread > 4.0 * MAX_TRIAL_LOG_VARIANCE {
                if self.sweeps_per_chain(schedule) >= self.max_sweeps {
                    let reached = spread.is_finite();
                    return Err(AnnealingFailure::Frozen {
                        sweeps: self.sweeps_per_chain(schedule),
                        reached,
                    });
                }
                *schedule = schedule.scale_sweeps(2.0);
                first += 1 << 32;
                weights.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the exponential of the standard library. A queen that moves on a board of
    /// any pieces may leave or join more conflicts than the table has entries.
    #[test]
    fn odds_are_exponential_for_any_energy_change() {
        let mut odds = Odds::new();
        for beta in [0.0, 0.01, 0.7, 3.0] {
            odds.set_beta(beta, MAX_ENERGY_STEP);
            for more in -200..=200 {
                let expected = (-beta * more as f64).exp() * 2_f64.powi(32);
                assert!(
                    (odds.odds_of(more) / expected - 1.0).abs() < 1e-12,
                    "{beta}, {more}"
                );
            }
        }
    }
}
