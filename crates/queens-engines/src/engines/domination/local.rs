//! Local search for small dominating sets.
//!
//! While every square is dominated, the queen that the fewest squares depend on is
//! removed. Otherwise a queen is swapped: one is removed in the same way, and a queen is
//! put where she dominates a certain open square, and most others. A square weighs one
//! more for each move that left it open, so that the search leaves local optima. A queen
//! that has just moved stays for some moves (tabu search: Glover 1989).

use super::alternate_lines::alternate_line_queens;
use super::search::CoverOptions;
use control::{Meter, Step};
use fixedbitset::FixedBitSet;
use queens_model::domination::Domination;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The squares that a queen dominates from each square.
pub(super) struct CoverLists {
    /// For each square, those that a queen on it dominates.
    dominated: Vec<Vec<u32>>,
    /// For each square, those from which a queen dominates it; `None` if they are the
    /// same.
    dominating: Option<Vec<Vec<u32>>>,
}

impl CoverLists {
    /// Creates the lists of a board on which `attacks` has the squares that a queen
    /// attacks from each square.
    pub(super) fn new(attacks: &[FixedBitSet], domination: Domination) -> Self {
        let mut dominated = Vec::with_capacity(attacks.len());
        let mut is_mutual = true;
        for (square, attacked) in attacks.iter().enumerate() {
            let others = attacked.ones().filter(|&other| other != square);
            let own = (domination != Domination::Total).then_some(square);
            let covered = others.chain(own).map(|other| other as u32);
            dominated.push(covered.collect::<Vec<u32>>());
            is_mutual &= attacked.ones().all(|other| attacks[other].contains(square));
        }
        // If all attacks are mutual, both lists are the same: no second copy.
        let dominating = (!is_mutual).then(|| transpose_lists(&dominated));
        CoverLists {
            dominated,
            dominating,
        }
    }

    fn squares(&self) -> usize {
        self.dominated.len()
    }

    /// Returns the squares that a queen on `square` dominates.
    fn dominated_from(&self, square: usize) -> &[u32] {
        &self.dominated[square]
    }

    /// Returns for each square whether the queens on `given` leave it open.
    fn left_open(&self, given: &[usize]) -> Vec<bool> {
        let mut is_open = vec![true; self.squares()];
        for &square in given.iter().flat_map(|&queen| self.dominated_from(queen)) {
            is_open[square as usize] = false;
        }
        is_open
    }

    /// Returns the number of squares that the queens on `given` leave open.
    pub(super) fn open_beside(&self, given: &[usize]) -> usize {
        self.left_open(given)
            .into_iter()
            .filter(|&is_open| is_open)
            .count()
    }

    /// Returns the number of these squares that a queen on each square dominates.
    pub(super) fn gains_beside(&self, given: &[usize]) -> Vec<usize> {
        let is_open = self.left_open(given);
        let mut gains = Vec::with_capacity(self.squares());
        for dominated in &self.dominated {
            let open = dominated.iter().filter(|&&square| is_open[square as usize]);
            gains.push(open.count());
        }
        gains
    }

    /// Returns the squares from which a queen dominates `square`.
    fn dominating(&self, square: usize) -> &[u32] {
        &self.dominating.as_ref().unwrap_or(&self.dominated)[square]
    }
}

/// Returns for each square those whose list has it.
fn transpose_lists(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut transposed = vec![Vec::new(); lists.len()];
    for (square, list) in (0..).zip(lists) {
        list.iter()
            .for_each(|&other| transposed[other as usize].push(square));
    }
    transposed
}

/// Returns the lists for queens on an open board of `size` x `size`, row by row.
pub(super) fn queen_cover_lists(size: u32, domination: Domination) -> CoverLists {
    let mut dominated = Vec::with_capacity((size * size) as usize);
    // No general form is built for boards of this size: attacks follow from the
    // coordinates.
    for square in 0..size * size {
        let (row, column) = (square / size, square % size);
        let mut covered = Vec::new();
        for other in 0..size * size {
            let down = (other / size).abs_diff(row);
            let right = (other % size).abs_diff(column);
            let is_on_line = down == 0 || right == 0 || down == right;
            if is_on_line && (other != square || domination != Domination::Total) {
                covered.push(other);
            }
        }
        dominated.push(covered);
    }
    CoverLists {
        dominated,
        dominating: None,
    }
}

/// Work without a smaller set before a short search ends, in squares visited.
pub(super) const SHORT_IDLE_WORK: usize = 100_000_000;

/// A set of queens on a board, and the squares that it dominates.
pub(super) struct LocalSearch<'c> {
    covers: &'c CoverLists,
    /// Number of givens, which come first in `queens`.
    given: usize,
    queens: Vec<usize>,
    is_queen: Vec<bool>,
    /// For each square, the number of queens that dominate it.
    dominators: Vec<u32>,
    /// Number of moves that left each square open, and one.
    weight: Vec<u32>,
    /// For each square, the first move in which its queen may be removed, or a queen may
    /// be put there.
    free_from: Vec<usize>,
}

impl<'c> LocalSearch<'c> {
    /// Starts from the greedy set; on an open square board of queens, from
    /// [`alternate_line_queens`] if they lead to a smaller set. The set is `None` if no
    /// queens dominate the board.
    ///
    /// # Errors
    /// The reason to stop, beside the set so far.
    pub(super) fn start(
        covers: &'c CoverLists,
        given: &[usize],
        options: &CoverOptions,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> (Option<Self>, Step) {
        let (mut smallest, mut step) = (Self::greedy(covers, given, &[]), Ok(()));
        let Some(size) = options.side else {
            return (smallest, step);
        };
        // The mirror image of a board of even size exchanges the parities.
        for parity in 0..1 + size % 2 {
            let is_met = smallest
                .as_ref()
                .is_some_and(|set| set.queens.len() <= options.bound);
            if step.is_err() || is_met {
                break;
            }
            let queens;
            (queens, step) = alternate_line_queens(size, parity, random, meter);
            let completed = Self::greedy(covers, &[], &queens);
            smallest = [smallest, completed]
                .into_iter()
                .flatten()
                .min_by_key(|set| set.queens.len());
        }
        (smallest, step)
    }

    /// Starts from the `given` queens and others, and adds the queen that dominates most
    /// open squares until none is open. `None` if that is impossible.
    pub(super) fn greedy(
        covers: &'c CoverLists,
        given: &[usize],
        others: &[usize],
    ) -> Option<Self> {
        let squares = covers.squares();
        let mut search = LocalSearch {
            covers,
            given: given.len(),
            queens: Vec::new(),
            is_queen: vec![false; squares],
            dominators: vec![0; squares],
            weight: vec![1; squares],
            free_from: vec![0; squares],
        };
        given
            .iter()
            .chain(others)
            .for_each(|&queen| search.put(queen));
        // Squares that a queen on each square would dominate besides those that are
        // dominated.
        let mut gain: Vec<usize> = (0..squares)
            .map(|square| covers.dominated_from(square).len())
            .collect();
        let mut is_known = vec![false; squares];
        loop {
            for (square, is_known) in is_known.iter_mut().enumerate() {
                if search.dominators[square] > 0 && !*is_known {
                    *is_known = true;
                    covers
                        .dominating(square)
                        .iter()
                        .for_each(|&other| gain[other as usize] -= 1);
                }
            }
            if is_known.iter().all(|&known| known) {
                return Some(search);
            }
            let best = (0..squares).max_by_key(|&square| gain[square]);
            search.put(best.filter(|&square| gain[square] > 0)?);
        }
    }

    /// Improves the set until it has `bound` queens, or until `idle_work` squares were
    /// visited without a gain; returns the smallest one.
    ///
    /// # Errors
    /// The reason to stop, beside the smallest set so far.
    pub(super) fn improve(
        mut self,
        bound: usize,
        idle_work: usize,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> (Vec<usize>, Step) {
        let mut smallest = self.queens.clone();
        let (mut now, mut last_gain) = (0, 0);
        let work_per_move = 4 * self.covers.squares();
        while smallest.len() > bound.max(self.given)
            && (now - last_gain) * work_per_move < idle_work
        {
            now += 1;
            if let Err(stop) = meter.expand() {
                return (smallest, Err(stop));
            }
            let Some(open) = self.open_square(random) else {
                if self.queens.len() < smallest.len() {
                    smallest.clone_from(&self.queens);
                    last_gain = now;
                }
                self.remove_least_needed(0, random);
                continue;
            };
            if let Some(removed) = self.remove_least_needed(now, random) {
                self.free_from[removed] = now + random.random_range(4..8);
            }
            // The removed queen may have dominated others, so another open square is as
            // good.
            let square = self.best_dominator(open, now, random);
            self.put(square);
            self.free_from[square] =
                now + random.random_range(2..3 + self.queens.len() / 2);
            for (weight, &dominators) in self.weight.iter_mut().zip(&self.dominators) {
                *weight += u32::from(dominators == 0);
            }
        }
        (smallest, Ok(()))
    }

    fn put(&mut self, square: usize) {
        self.queens.push(square);
        self.is_queen[square] = true;
        self.covers
            .dominated_from(square)
            .iter()
            .for_each(|&other| self.dominators[other as usize] += 1);
    }

    /// Returns an open square at random.
    fn open_square(&self, random: &mut ChaCha8Rng) -> Option<usize> {
        let open =
            (0..self.dominators.len()).filter(|&square| self.dominators[square] == 0);
        pick_least(open.map(|square| (0, square)), random)
    }

    /// Removes the queen on whom the least weight of squares depends; returns her square.
    fn remove_least_needed(
        &mut self,
        now: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<usize> {
        let queens = self.queens.iter().enumerate().skip(self.given);
        let free =
            queens.filter(|&(_, &square)| now == 0 || self.free_from[square] <= now);
        let at = pick_least(
            free.map(|(at, &square)| (u64::from(self.sum_weights(square, 1)), at)),
            random,
        )?;
        let square = self.queens.swap_remove(at);
        self.is_queen[square] = false;
        self.covers
            .dominated_from(square)
            .iter()
            .for_each(|&other| self.dominators[other as usize] -= 1);
        Some(square)
    }

    /// Returns the square from which a queen dominates `open` and the most weight of open
    /// squares.
    fn best_dominator(&self, open: usize, now: usize, random: &mut ChaCha8Rng) -> usize {
        let dominating = self.covers.dominating(open).iter();
        let squares = dominating.map(|&square| square as usize);
        let ranked = squares
            .filter(|&square| !self.is_queen[square])
            .map(|square| {
                // If each is tabu, the first one that becomes free.
                let wait = self.free_from[square].saturating_sub(now) as u64;
                let rank =
                    (wait << 32) + u64::from(u32::MAX - self.sum_weights(square, 0));
                (rank, square)
            });
        pick_least(ranked, random).unwrap_or(open)
    }

    /// Returns the weight of the squares that a queen on `square` dominates and that have
    /// so many dominators now: 0 if they are open, 1 if they depend on this queen.
    fn sum_weights(&self, square: usize, dominators: u32) -> u32 {
        let dominated = self.covers.dominated_from(square).iter();
        dominated
            .map(|&other| other as usize)
            .filter(|&other| self.dominators[other] == dominators)
            .map(|other| self.weight[other])
            .sum()
    }
}

/// Returns an item of least rank, at random among equals.
fn pick_least(
    items: impl Iterator<Item = (u64, usize)>,
    random: &mut ChaCha8Rng,
) -> Option<usize> {
    let (mut least, mut chosen, mut ties) = (u64::MAX, None, 0u32);
    // `chosen` is each of the `ties` items of least rank so far with the same
    // probability, so one pass without a list is enough.
    for (rank, item) in items {
        if rank < least || chosen.is_none() {
            (least, chosen, ties) = (rank, Some(item), 0);
        }
        if rank == least {
            ties += 1;
            if random.random_range(0..ties) == 0 {
                chosen = Some(item);
            }
        }
    }
    chosen
}
