//! Largest sets of squares that do not clash: a local search, then branch and bound.
//!
//! The local search places a queen where she attacks the fewest others and removes those.
//! A removed queen may not return for some moves (tabu search: Glover 1989).
//!
//! Branch and bound covers the open squares greedily by cliques. A set takes at most one
//! square of each clique, so a branch whose queens and cliques are together no more than
//! the incumbent is pruned (Tomita and Seki, "An efficient branch-and-bound algorithm for
//! finding a maximum clique", 2003, in the complement of our graph).
//!
//! Queens on 3 x 3, with an incumbent of two: the greedy cover is {(0,0), (0,1), (0,2),
//! (1,1)}, {(1,0), (1,2), (2,1)} and {(2,0), (2,2)}. Only a set with a square of the
//! third clique can have three. (2,2) leaves (0,1) and (1,0), which clash, so the branch
//! has at most two queens and is pruned. (2,0) leaves (0,1) and (1,2), which clash, too.
//! The other squares are two cliques: the largest set has two queens.

use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Moves without a larger set before the local search ends, per open square.
const IDLE_MOVES_PER_SQUARE: usize = 1_000;

/// Moves without a larger set before the local search ends, on any board.
const MAX_IDLE_MOVES: usize = 300_000;

/// The set of a local search.
struct TrialSet {
    queens: FixedBitSet,
    /// Number of queens that attack each square, kept up to date: counting them anew would
    /// take a pass over the board for each square.
    attackers: Vec<u32>,
    /// Step until which each square takes no queen.
    tabu_until: Vec<usize>,
}

impl TrialSet {
    /// Chooses the square with the fewest attackers (minimum conflicts), at random among
    /// equals; `None` if all are tabu.
    fn choose_square(
        &self,
        open: &[usize],
        step: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<usize> {
        let (mut chosen, mut fewest, mut ties) = (None, u32::MAX, 0u32);
        // `chosen` is each of the `ties` best squares so far with the same probability.
        for &square in open {
            if self.queens.contains(square) || self.tabu_until[square] >= step {
                continue;
            }
            if self.attackers[square] < fewest {
                (chosen, fewest, ties) = (Some(square), self.attackers[square], 0);
            }
            if self.attackers[square] == fewest {
                ties += 1;
                if random.random_range(0..ties) == 0 {
                    chosen = Some(square);
                }
            }
        }
        chosen
    }

    fn add_queen(&mut self, square: usize, attacked: &FixedBitSet) {
        self.queens.insert(square);
        for other in attacked.ones() {
            self.attackers[other] += 1;
        }
    }

    fn remove_queen(&mut self, square: usize, attacked: &FixedBitSet) {
        self.queens.remove(square);
        for other in attacked.ones() {
            self.attackers[other] -= 1;
        }
    }
}

/// The open squares of a problem where every demand is at most one, and their clashes.
pub(super) struct ClashGraph {
    clashes: Vec<FixedBitSet>,
    open: FixedBitSet,
    givens: Vec<usize>,
}

impl ClashGraph {
    /// Reads `form`; `None` if it has other demands.
    pub(super) fn from_constraints(form: &Constraints) -> Option<Self> {
        for unit in form.units() {
            if unit.bounds.low() > 0 || unit.bounds.high() > 1 {
                return None;
            }
        }
        let clashes = form.clashes();
        let mut open = FixedBitSet::with_capacity(clashes.len());
        open.insert_range(..);
        for unit in form.units().iter().filter(|unit| unit.bounds.high() == 0) {
            unit.squares.iter().for_each(|&square| open.remove(square));
        }
        for &given in form.givens() {
            open.difference_with(&clashes[given]);
            open.remove(given);
        }
        Some(ClashGraph {
            clashes,
            open,
            givens: form.givens().to_vec(),
        })
    }

    /// Returns the number of squares of the board.
    pub(super) fn len(&self) -> usize {
        self.clashes.len()
    }

    /// Lists the squares that can take a queen besides the givens.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        self.open.ones()
    }

    /// Lists the open squares that clash with `square`.
    pub(super) fn with(&self, square: usize) -> impl Iterator<Item = usize> {
        self.clashes[square].intersection(&self.open)
    }

    /// Returns the squares of the givens.
    pub(super) fn givens(&self) -> &[usize] {
        &self.givens
    }

    /// Finds a large set by local search, givens included; ends early at `most` queens.
    ///
    /// # Errors
    /// The reason to stop, from `meter`, beside the best set so far.
    pub(super) fn local_search(
        &self,
        most: usize,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> (Vec<usize>, Result<(), Stop>) {
        let open: Vec<usize> = self.open.ones().collect();
        let given = self.givens.len();
        let mut trial = TrialSet {
            queens: FixedBitSet::with_capacity(self.clashes.len()),
            attackers: vec![0; self.clashes.len()],
            tabu_until: vec![0; self.clashes.len()],
        };
        let mut best = trial.queens.clone();
        let max_idle = (IDLE_MOVES_PER_SQUARE * open.len()).min(MAX_IDLE_MOVES);
        let (mut step, mut last_gain) = (0, 0);
        let mut result = Ok(());
        while given + best.count_ones(..) < most && step <= last_gain + max_idle {
            step += 1;
            if let Err(stop) = meter.expand() {
                result = Err(stop);
                break;
            }
            // Without a choice every square is tabu, which passes with the steps.
            let Some(square) = trial.choose_square(&open, step, random) else {
                continue;
            };
            let attacked: Vec<usize> =
                self.clashes[square].intersection(&trial.queens).collect();
            for removed in attacked {
                trial.remove_queen(removed, &self.clashes[removed]);
                trial.tabu_until[removed] = step + random.random_range(2..10);
            }
            trial.add_queen(square, &self.clashes[square]);
            if trial.queens.count_ones(..) > best.count_ones(..) {
                best.clone_from(&trial.queens);
                last_gain = step;
            }
        }
        let mut set: Vec<usize> =
            self.givens.iter().copied().chain(best.ones()).collect();
        set.sort_unstable();
        (set, result)
    }

    /// Searches for sets larger than `set`, up to `most` queens, and leaves the largest
    /// in `set`.
    ///
    /// # Errors
    /// The reason to stop, from `meter`; `set` is then the largest so far.
    pub(super) fn enlarge(
        &self,
        set: &mut Vec<usize>,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut queens = self.givens.clone();
        self.branch(self.open.clone(), &mut queens, set, most, meter)
    }

    fn branch(
        &self,
        mut open: FixedBitSet,
        queens: &mut Vec<usize>,
        best: &mut Vec<usize>,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        // Each queen on the path keeps a list of the squares that were open.
        meter.memory((queens.len() * self.len() * size_of::<(usize, usize)>()) as u64)?;
        if queens.len() > best.len() {
            best.clone_from(queens);
            best.sort_unstable();
        }
        // From the last clique down: once the bound holds for a square, it holds for all
        // squares before it, which lie in no later clique.
        let covered = self.clique_cover(open.clone());
        for &(square, cliques) in covered.iter().rev() {
            if queens.len() + cliques <= best.len() || best.len() >= most {
                return Ok(());
            }
            let mut left = open.clone();
            left.difference_with(&self.clashes[square]);
            left.remove(square);
            queens.push(square);
            self.branch(left, queens, best, most, meter)?;
            queens.pop();
            open.remove(square);
        }
        Ok(())
    }

    /// Covers the squares of `open` greedily by cliques; returns each with the number of
    /// cliques up to its own.
    fn clique_cover(&self, mut open: FixedBitSet) -> Vec<(usize, usize)> {
        let mut covered = Vec::with_capacity(open.count_ones(..));
        let mut candidates = open.clone();
        // Each clique takes one queen at most. `open` are the squares that no clique has
        // yet.
        for cliques in 1.. {
            candidates.clone_from(&open);
            let Some(mut square) = candidates.minimum() else {
                break;
            };
            loop {
                covered.push((square, cliques));
                open.remove(square);
                candidates.intersect_with(&self.clashes[square]);
                match candidates.minimum() {
                    Some(next) => square = next,
                    None => break,
                }
            }
        }
        covered
    }

    /// Returns an upper bound on the size of a set, givens included.
    pub(super) fn bound(&self) -> usize {
        self.givens.len()
            + self
                .clique_cover(self.open.clone())
                .last()
                .map_or(0, |&(_, cliques)| cliques)
    }
}
