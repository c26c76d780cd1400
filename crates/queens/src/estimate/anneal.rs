//! Annealed importance sampling: from random placements to solutions, while the weight of the way is kept.
//!
//! A chain starts at a uniformly random placement and cools: at the inverse temperature b every placement x has the
//! probability exp(-b E(x)) / Z(b), where E counts attacks, and moves that keep it are made. Whenever b is raised by d,
//! the weight of the chain is multiplied by exp(-d E(x)). At the end it stays for a while, and the weight is multiplied
//! by the part of that time without an attack. The mean of such weights is the part of all placements that are
//! solutions, exactly, however short the chains are (Neal 2001); only their variance tells short ones from long ones.

use super::interval::{mean, variance};
use super::space::Space;
use crate::parallel::{NoThreads, lock, on_threads};
use crate::rng::Rng;
use control::{SharedMeter, Step, Stop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A placement that can be changed.
pub(super) trait Board {
    /// How many attacks there are.
    fn energy(&self) -> i64;

    /// As many proposals as queens, each of which leaves the distribution as it is.
    fn sweep(&mut self, rng: &mut Rng, thresholds: &Thresholds);
}

/// More attacks than a move may add are accepted as if they were this many: 64 along four lines is beyond what occurs.
const STEPS: usize = 64;

/// The probabilities with which more attacks are accepted at one temperature.
pub(super) struct Thresholds {
    pub(super) beta: f64,
    /// exp(-beta d), in units of 2^-32.
    at: [u32; STEPS],
}

impl Thresholds {
    pub(super) fn new() -> Self {
        Thresholds { beta: 0.0, at: [u32::MAX; STEPS] }
    }

    pub(super) fn cool(&mut self, beta: f64) {
        self.beta = beta;
        let (factor, mut probability) = ((-beta).exp(), f64::from(u32::MAX));
        let mut end = 0;
        while end < STEPS && probability >= 1.0 {
            self.at[end] = probability as u32;
            probability *= factor;
            end += 1;
        }
        self.at[end..].fill(0);
    }

    /// Whether so many more attacks are accepted, with `draw` uniform on 32 bits.
    #[inline(always)]
    pub(super) fn accept(&self, more: i64, draw: u32) -> bool {
        draw < self.at[more.clamp(0, STEPS as i64 - 1) as usize]
    }
}

/// How a chain cools: in stages of equal width in the inverse temperature, each with so many sweeps.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    width: f64,
    sweeps: Vec<u64>,
    /// The sweeps at the last temperature.
    stay: u64,
}

/// The stages of the first schedule.
const STAGES: usize = 24;

/// The chains of a trial.
const TRIED: u64 = 24;

/// The variance of the logarithm of weights below which a trial is good enough to tell how long chains must be.
const GOOD: f64 = 1.5;

/// The variance at which chains are aimed.
const AIM: f64 = 0.35;

/// The sweeps by which some chain must have come to a placement without attacks.
const FROZEN: u64 = 1 << 16;

/// The longest chain.
const LONGEST: u64 = 1 << 23;

impl Schedule {
    /// Where a solution is about as likely as all placements with few attacks: those with one are about `queens` times
    /// as many as the solutions.
    fn first(queens: usize) -> Self {
        let last = (queens as f64).ln() + 1.0;
        Schedule { width: last / STAGES as f64, sweeps: vec![2; STAGES], stay: 8 }
    }

    /// The last inverse temperature.
    pub(super) fn coldest(&self) -> f64 {
        self.width * self.sweeps.len() as f64
    }

    /// The sweeps of a chain.
    pub(super) fn length(&self) -> u64 {
        self.sweeps.iter().sum::<u64>() + self.stay
    }

    /// The same, so many times as long.
    fn times(&self, factor: f64) -> Self {
        let times = |&sweeps: &u64| (sweeps as f64 * factor).ceil() as u64;
        Schedule {
            width: self.width,
            sweeps: self.sweeps.iter().map(times).collect(),
            stay: times(&self.stay),
        }
    }

    /// Twice as long, the time dealt anew: if a stage of t sweeps has the variance v, it has about v t / t' with t' of
    /// them, and the sum of those is least where t' is as the root of v t. A tenth is dealt evenly.
    fn improved(&self, chains: &[Chain]) -> Self {
        let need = |variance: f64, sweeps: u64| (variance * sweeps as f64).sqrt();
        let mut needs: Vec<f64> = (0..self.sweeps.len())
            .map(|stage| need(variance(chains.iter().map(|chain| chain.stages[stage])), self.sweeps[stage]))
            .collect();
        let part = chains.iter().map(|chain| chain.part).sum::<f64>() / chains.len() as f64;
        let relative = variance(chains.iter().map(|chain| chain.part)) / part.max(0.02).powi(2);
        needs.push(need(relative, self.stay));
        // The coldest stages come and go, so that about half of the time at the end is without attacks.
        if part < 0.3 {
            needs.insert(self.sweeps.len(), needs[self.sweeps.len() - 1]);
        } else if part > 0.65 && self.sweeps.len() > 1 {
            needs.remove(self.sweeps.len() - 1);
        }
        let (all, even) = (needs.iter().sum::<f64>(), 1.0 / needs.len() as f64);
        let length = 2.0 * self.length() as f64;
        let deal = |need: &f64| {
            let share = if all > 0.0 { 0.9 * need / all + 0.1 * even } else { even };
            (share * length).ceil() as u64
        };
        let mut sweeps: Vec<u64> = needs.iter().map(deal).collect();
        let stay = sweeps.pop().unwrap_or(1);
        Schedule { width: self.width, sweeps, stay }
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
        let queens = self.space.queens().max(1) as u64;
        // The limits are looked at every some ten thousand proposals.
        let together = (16_384 / queens).max(1);
        let mut since = 0;
        let mut sweep = |board: &mut B, thresholds: &Thresholds| -> Step {
            board.sweep(rng, thresholds);
            since += 1;
            if since == together {
                since = 0;
                self.meter.spend(together * queens)?;
            }
            Ok(())
        };
        let mut thresholds = Thresholds::new();
        let mut stages = Vec::with_capacity(schedule.sweeps.len());
        for (stage, &sweeps) in schedule.sweeps.iter().enumerate() {
            let (from, step) = (stage as f64 * schedule.width, schedule.width / sweeps as f64);
            let mut energies = 0;
            for number in 1..=sweeps {
                energies += board.energy();
                thresholds.cool(from + step * number as f64);
                sweep(&mut board, &thresholds)?;
            }
            stages.push(-step * energies as f64);
        }
        let mut without = 0;
        for _ in 0..schedule.stay {
            sweep(&mut board, &thresholds)?;
            without += u64::from(board.energy() == 0);
        }
        // Chains may be shorter than that.
        self.meter.spend(since * queens)?;
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

    /// A schedule whose chains have weights that differ little: trials, each twice as long as the one before, whose
    /// weights are thrown away.
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
                return Ok(schedule.times((spread / AIM).clamp(1.0, GOOD / AIM)));
            }
            let sweeps = schedule.length();
            if (hits.is_empty() && sweeps >= FROZEN) || sweeps >= LONGEST {
                return Err(Vain::Frozen { sweeps, reached: !hits.is_empty() });
            }
            schedule = schedule.improved(&chains);
        }
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
                if schedule.length() >= LONGEST {
                    let reached = spread.is_finite();
                    return Err(Vain::Frozen { sweeps: schedule.length(), reached });
                }
                *schedule = schedule.times(2.0);
                first += 1 << 32;
                weights.clear();
            }
        }
    }
}
