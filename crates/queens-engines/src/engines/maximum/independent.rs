//! Largest sets of squares that do not clash: a local search to find one, branch and bound to show that it is.
//!
//! The local search puts a queen where she strikes the fewest others, which go; a queen that went stays away for
//! some moves (tabu search: Glover 1989). Branch and bound covers the squares that are open by sets that clash
//! throughout, greedily: of each such set one square can be used (Tomita and Seki, "An efficient
//! branch-and-bound algorithm for finding a maximum clique", 2003, in the complement of our graph).

use control::{Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::Bounds;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Moves of the local search since it last found a larger set, for each open square.
const MOVES_PER_SQUARE: usize = 1_000;

/// Moves since then on any board.
const MOST_MOVES: usize = 300_000;

/// The open squares of a problem without demands but for at most one, and which of them clash.
pub(super) struct Clashes {
    clashes: Vec<FixedBitSet>,
    open: FixedBitSet,
    givens: Vec<usize>,
}

impl Clashes {
    /// Reads `form`; `None` where it has other demands.
    pub(super) fn of(form: &Constraints) -> Option<Self> {
        let fits = |bounds: Bounds| bounds.low() == 0 && bounds.high() <= 1;
        if !form.units().iter().all(|unit| fits(unit.bounds)) {
            return None;
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
        Some(Clashes { clashes, open, givens: form.givens().to_vec() })
    }

    /// How many squares the board has.
    pub(super) fn len(&self) -> usize {
        self.clashes.len()
    }

    /// The squares that can take a queen beside the givens.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        self.open.ones()
    }

    /// The open squares that clash with `square`.
    pub(super) fn with(&self, square: usize) -> impl Iterator<Item = usize> {
        self.clashes[square].intersection(&self.open)
    }

    /// The squares that have a queen.
    pub(super) fn givens(&self) -> &[usize] {
        &self.givens
    }

    /// A large set, the givens included; ends early at `most` queens.
    ///
    /// # Errors
    /// The reason to stop, from `meter`, and the best set so far.
    pub(super) fn large_set(
        &self,
        most: usize,
        lots: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> (Vec<usize>, Result<(), Stop>) {
        let open: Vec<usize> = self.open.ones().collect();
        let given = self.givens.len();
        let mut queens = FixedBitSet::with_capacity(self.clashes.len());
        let mut struck_by = vec![0u32; self.clashes.len()];
        let mut away_until = vec![0usize; self.clashes.len()];
        let mut best = queens.clone();
        let patience = (MOVES_PER_SQUARE * open.len()).min(MOST_MOVES);
        let (mut step, mut last) = (0, 0);
        let mut result = Ok(());
        while given + best.count_ones(..) < most && step <= last + patience {
            step += 1;
            if let Err(stop) = meter.expand() {
                result = Err(stop);
                break;
            }
            // The square with the fewest attackers, of equals any.
            let (mut chosen, mut fewest, mut equals) = (None, u32::MAX, 0u32);
            for &square in
                open.iter().filter(|&&square| !queens.contains(square) && away_until[square] < step)
            {
                if struck_by[square] < fewest {
                    (chosen, fewest, equals) = (Some(square), struck_by[square], 0);
                }
                if struck_by[square] == fewest {
                    equals += 1;
                    if lots.random_range(0..equals) == 0 {
                        chosen = Some(square);
                    }
                }
            }
            let Some(square) = chosen else { continue };
            for gone in self.clashes[square].intersection(&queens).collect::<Vec<_>>() {
                queens.remove(gone);
                self.clashes[gone].ones().for_each(|other| struck_by[other] -= 1);
                away_until[gone] = step + lots.random_range(2..10);
            }
            queens.insert(square);
            self.clashes[square].ones().for_each(|other| struck_by[other] += 1);
            if queens.count_ones(..) > best.count_ones(..) {
                best.clone_from(&queens);
                last = step;
            }
        }
        let mut set: Vec<usize> = self.givens.iter().copied().chain(best.ones()).collect();
        set.sort_unstable();
        (set, result)
    }

    /// Looks for sets that are larger than `set`, up to `most` queens, and leaves the largest there.
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
        // Each queen on the way keeps a list of the squares that were open.
        meter.memory((queens.len() * self.len() * size_of::<(usize, usize)>()) as u64)?;
        if queens.len() > best.len() {
            best.clone_from(queens);
            best.sort_unstable();
        }
        // Squares of the last sets first: what is left lies in the sets before them.
        let covered = self.cover(open.clone());
        for &(square, sets) in covered.iter().rev() {
            if queens.len() + sets <= best.len() || best.len() >= most {
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

    /// The squares of `open`, cut into sets that clash throughout: each with the number of sets up to its own.
    fn cover(&self, mut open: FixedBitSet) -> Vec<(usize, usize)> {
        let mut covered = Vec::with_capacity(open.count_ones(..));
        let mut candidates = open.clone();
        for sets in 1.. {
            candidates.clone_from(&open);
            let Some(mut square) = candidates.minimum() else { break };
            loop {
                covered.push((square, sets));
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

    /// A number that no set exceeds, the givens included.
    pub(super) fn bound(&self) -> usize {
        self.givens.len() + self.cover(self.open.clone()).last().map_or(0, |&(_, sets)| sets)
    }
}
