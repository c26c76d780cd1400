//! Annealed importance sampling: from random placements to solutions, while the weight of the way is kept.
//!
//! A chain starts at a uniformly random placement and cools: at the inverse temperature b every placement x has the
//! probability exp(-b E(x)) / Z(b), where E counts attacks, and moves that keep it are made. Whenever b is raised by d,
//! the weight of the chain is multiplied by exp(-d E(x)). At the end it stays for a while, and the weight is multiplied
//! by the part of that time without an attack. The mean of such weights is the part of all placements that are
//! solutions, exactly, however short the chains are (Neal 2001); only their variance tells short ones from long ones.

#[cfg(test)]
mod backward;

use super::interval::{mean, variance};
use super::space::Space;
use crate::parallel::{NoThreads, lock, on_threads};
use control::{SharedMeter, Step, Stop};
use queens_model::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A placement that can be changed.
pub(super) trait Board {
    /// How many attacks there are, or how many queens are too many.
    fn energy(&self) -> i64;

    /// The most energy that a move adds, up to [`STEPS`].
    fn steps(&self) -> usize;

    /// Some proposals, each of which leaves the distribution as it is.
    fn propose(&mut self, proposals: usize, rng: &mut Rng, odds: &Odds);
}

/// A move that adds more energy is accepted as if it were this much, which is beyond what occurs where odds differ from 0.
pub(super) const STEPS: usize = 63;

/// How much less likely a placement with more energy is, at one inverse temperature.
pub(super) struct Odds {
    beta: f64,
    /// exp(-beta d) for d from -[`STEPS`] to [`STEPS`], in units of 2^-32.
    of: [f64; 2 * STEPS + 1],
}

impl Odds {
    pub(super) fn new() -> Self {
        Odds { beta: 0.0, of: [UNIT; 2 * STEPS + 1] }
    }

    pub(super) fn beta(&self) -> f64 {
        self.beta
    }

    /// For moves that add or take up to `steps`.
    pub(super) fn cool(&mut self, beta: f64, steps: usize) {
        self.beta = beta;
        let less = (-beta).exp();
        let more = less.recip();
        let (mut down, mut up) = (UNIT, UNIT);
        for step in 1..=steps {
            (down, up) = (down * less, up * more);
            (self.of[STEPS + step], self.of[STEPS - step]) = (down, up);
        }
    }

    /// exp(-beta d) in units of 2^-32, where `more` is d.
    #[inline(always)]
    pub(super) fn of(&self, more: i64) -> f64 {
        self.of[(more + STEPS as i64).clamp(0, 2 * STEPS as i64) as usize]
    }

    /// Whether so much more energy is accepted, with `draw` uniform on 32 bits.
    #[inline(always)]
    pub(super) fn accept(&self, more: i64, draw: u32) -> bool {
        f64::from(draw) < self.of(more)
    }
}

/// 1 in the units of [`Odds`].
const UNIT: f64 = 4_294_967_296.0;

/// The proposals between which chains cool. The temperature falls a little after each block, so that energies are added up
/// as often as they change.
const BLOCK: usize = 32;

/// The proposals after which limits are looked at.
const OFTEN: u64 = 16_384;

/// How a chain cools: in stages of equal width in the inverse temperature, each with a number of blocks of proposals.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    width: f64,
    blocks: Vec<u64>,
    /// The blocks at the last temperature.
    stay: u64,
}

/// The stages of the first schedule.
const STAGES: usize = 24;

/// The chains of a trial.
const TRIED: u64 = 16;

/// The variance of the logarithm of weights below which a trial is good enough to tell how long chains must be.
const GOOD: f64 = 1.5;

/// The variance at which chains are aimed.
const AIM: f64 = 0.2;

/// The sweeps by which some chain must have come to a placement without attacks.
const FROZEN: u64 = 1 << 16;

/// The sweeps of the longest chain that is ever tried.
pub(super) const LONGEST: u64 = 1 << 23;

impl Schedule {
    /// Where a solution is about as likely as all placements with few attacks: those with one are about `queens` times
    /// as many as the solutions.
    fn first(queens: usize) -> Self {
        let last = (queens as f64).ln() + 1.0;
        let two_sweeps = (2 * queens).div_ceil(BLOCK) as u64;
        Schedule { width: last / STAGES as f64, blocks: vec![two_sweeps; STAGES], stay: 4 * two_sweeps }
    }

    /// The last inverse temperature.
    pub(super) fn coldest(&self) -> f64 {
        self.width * self.blocks.len() as f64
    }

    /// The proposals of a chain.
    pub(super) fn length(&self) -> u64 {
        (self.blocks.iter().sum::<u64>() + self.stay) * BLOCK as u64
    }

    /// The same, so many times as long.
    fn times(&self, factor: f64) -> Self {
        let times = |&blocks: &u64| (blocks as f64 * factor).ceil() as u64;
        Schedule {
            width: self.width,
            blocks: self.blocks.iter().map(times).collect(),
            stay: times(&self.stay),
        }
    }

    /// So many times as long, the time dealt anew: if a stage of t blocks has the variance v, it has about v t / t' with
    /// t' of them, and the sum of those is least where t' is as the root of v t. A tenth is dealt evenly. Of few chains a
    /// variance is known badly, so that each stage takes the mean of v t over itself and its neighbours.
    fn improved(&self, chains: &[Chain], factor: f64) -> Self {
        let variance_of = |stage: usize| variance(chains.iter().map(|chain| chain.stages[stage]));
        let rates: Vec<f64> =
            self.blocks.iter().enumerate().map(|(stage, &t)| variance_of(stage) * t as f64).collect();
        let around = |stage: usize| &rates[stage.saturating_sub(1)..(stage + 2).min(rates.len())];
        let mut needs: Vec<f64> = (0..rates.len())
            .map(|stage| (around(stage).iter().sum::<f64>() / around(stage).len() as f64).sqrt())
            .collect();
        let part = chains.iter().map(|chain| chain.part).sum::<f64>() / chains.len() as f64;
        let relative = variance(chains.iter().map(|chain| chain.part)) / part.max(0.02).powi(2);
        needs.push((relative * self.stay as f64).sqrt());
        // The coldest stages come and go, so that about half of the time at the end is without attacks.
        if part < 0.3 {
            needs.insert(self.blocks.len(), needs[self.blocks.len() - 1]);
        } else if part > 0.65 && self.blocks.len() > 1 {
            needs.remove(self.blocks.len() - 1);
        }
        let (all, even) = (needs.iter().sum::<f64>(), 1.0 / needs.len() as f64);
        let length = factor * (self.blocks.iter().sum::<u64>() + self.stay) as f64;
        let deal = |need: &f64| {
            let share = if all > 0.0 { 0.9 * need / all + 0.1 * even } else { even };
            (share * length).ceil() as u64
        };
        let mut blocks: Vec<u64> = needs.iter().map(deal).collect();
        let stay = blocks.pop().unwrap_or(1);
        Schedule { width: self.width, blocks, stay }
    }
}

/// What one chain came to.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// What each stage adds to the logarithm of the weight.
    stages: Vec<f64>,
    /// The part of the stay without attacks.
    part: f64,
}

impl Chain {
    /// The logarithm of the weight.
    fn ln_weight(&self) -> f64 {
        self.stages.iter().sum::<f64>() + self.part.ln()
    }
}

/// A run of chains: a space, a seed, threads, and the meter that they share.
pub(super) struct Annealing<'a> {
    pub(super) space: &'a Space,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) meter: &'a SharedMeter<'a>,
    /// The sweeps of the longest chain.
    pub(super) longest: u64,
}

/// Why chains came to nothing.
pub(super) enum Vain {
    /// No chain came to a placement without attacks, or their weights differ too much.
    Frozen { sweeps: u64, reached: bool },
    /// A limit came first.
    Stopped(Stop),
    /// The system has no room for the threads.
    Threads(NoThreads),
}

impl Annealing<'_> {
    /// One chain, with random numbers of its own.
    fn chain(&self, schedule: &Schedule, number: u64) -> Result<Chain, Stop> {
        let mut rng = Rng::new(self.seed, number);
        match self.space {
            Space::Lines(lines) => self.cool(schedule, lines.random(&mut rng), &mut rng),
            Space::General(general) => self.cool(schedule, general.random(&mut rng), &mut rng),
        }
    }

    fn cool<B: Board>(&self, schedule: &Schedule, mut board: B, rng: &mut Rng) -> Result<Chain, Stop> {
        let (mut since, steps) = (0, board.steps());
        let mut propose = |board: &mut B, odds: &Odds| -> Step {
            board.propose(BLOCK, rng, odds);
            since += BLOCK as u64;
            if since >= OFTEN {
                self.meter.spend(std::mem::take(&mut since))?;
            }
            Ok(())
        };
        let mut odds = Odds::new();
        let mut stages = Vec::with_capacity(schedule.blocks.len());
        for (stage, &blocks) in schedule.blocks.iter().enumerate() {
            let (from, step) = (stage as f64 * schedule.width, schedule.width / blocks as f64);
            let mut energies = 0;
            for number in 1..=blocks {
                energies += board.energy();
                odds.cool(from + step * number as f64, steps);
                propose(&mut board, &odds)?;
            }
            stages.push(-step * energies as f64);
        }
        let mut without = 0;
        for _ in 0..schedule.stay {
            propose(&mut board, &odds)?;
            without += u64::from(board.energy() == 0);
        }
        // Chains may be shorter than that.
        self.meter.spend(since)?;
        Ok(Chain { stages, part: without as f64 / schedule.stay as f64 })
    }

    /// The chains with these numbers, in order; where a limit comes, those that were finished, and what stopped them.
    fn chains(
        &self,
        schedule: &Schedule,
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
                let chain = self.chain(schedule, number)?;
                lock(&done).push((number, chain));
            }
        })?;
        let mut done = std::mem::take(&mut *lock(&done));
        done.sort_by_key(|&(number, _)| number);
        Ok((done.into_iter().map(|(_, chain)| chain).collect(), steps.into_iter().collect()))
    }

    /// A schedule whose chains have weights that differ little: trials, each two to four times as long as the one before,
    /// whose weights are thrown away.
    pub(super) fn schedule(&self) -> Result<Schedule, Vain> {
        let mut schedule = Schedule::first(self.space.queens().max(2));
        // Numbers that no chain of the estimate itself has.
        let mut number = 1 << 40;
        loop {
            let trial = self.chains(&schedule, number..number + TRIED).map_err(Vain::Threads)?;
            let (chains, step) = trial;
            step.map_err(Vain::Stopped)?;
            number += TRIED;
            let hits: Vec<f64> = chains.iter().map(Chain::ln_weight).filter(|ln| ln.is_finite()).collect();
            let spread = variance(hits.iter().copied());
            if 10 * hits.len() as u64 >= 9 * TRIED && spread <= GOOD {
                return Ok(schedule.improved(&chains, (spread / AIM).clamp(1.0, GOOD / AIM)));
            }
            let sweeps = self.sweeps(&schedule);
            if (hits.is_empty() && sweeps >= FROZEN) || sweeps >= self.longest {
                return Err(Vain::Frozen { sweeps, reached: !hits.is_empty() });
            }
            // A variance falls as the length grows, once chains hold on to the way at all.
            schedule = schedule.improved(&chains, (spread / GOOD).clamp(2.0, 4.0));
        }
    }

    /// The sweeps of a chain: in one, as many moves are proposed as there are queens.
    pub(super) fn sweeps(&self, schedule: &Schedule) -> u64 {
        schedule.length().div_ceil(self.space.queens().max(1) as u64)
    }

    /// Chains until `is_enough` of the logarithms of their weights, which is asked now and then and says how many more
    /// there should be; or until a limit.
    pub(super) fn estimate(
        &self,
        schedule: &mut Schedule,
        more: &dyn Fn(&[f64]) -> u64,
    ) -> Result<(Vec<f64>, Step), Vain> {
        let (mut weights, mut first) = (Vec::new(), 0);
        loop {
            let wanted = more(&weights);
            if wanted == 0 {
                return Ok((weights, Ok(())));
            }
            let from = first + weights.len() as u64;
            let (chains, step) = self.chains(schedule, from..from + wanted).map_err(Vain::Threads)?;
            weights.extend(chains.iter().map(Chain::ln_weight));
            if step.is_err() {
                return Ok((weights, step));
            }
            // Chains that the trials took for longer than they are: all anew, twice as long.
            let spread = mean(&weights).map_or(f64::INFINITY, |(_, variance)| variance);
            if spread > 4.0 * GOOD {
                if self.sweeps(schedule) >= self.longest {
                    let reached = spread.is_finite();
                    return Err(Vain::Frozen { sweeps: self.sweeps(schedule), reached });
                }
                *schedule = schedule.times(2.0);
                first += 1 << 32;
                weights.clear();
            }
        }
    }
}
