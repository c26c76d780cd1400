//! The search: branch and bound, and neighbourhoods of the best solution so far.
//!
//! ```text
//! visit (node):
//!     raise the bound; close the squares that would raise it above the best sum
//!     take a square of the constraint with the fewest squares; then try without it
//! with more and more nodes:
//!     visit (the root), until every possibility was tried
//!     keep some queens of the best solution at random; visit the rest, with few nodes
//! ```

use super::board::WeightedBoard;
use super::bound::{NO_BOUND, Pruned, WeightNode};
use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeSet;

/// Sweeps over all constraints at the root.
const ROOT_SWEEPS: usize = 200;

/// Sweeps over all constraints at any other node.
const NODE_SWEEPS: usize = 4;

/// Squares that the sweeps at a node visit for each tick of the meter.
const SQUARES_PER_TICK: usize = 16;

/// Nodes of the first run.
const FIRST_RUN_NODES: u64 = 1_000;

/// Factor by which each run has more nodes than the run before it.
const RUN_GROWTH: u64 = 4;

/// Maximum number of nodes in one neighbourhood.
const NEIGHBOURHOOD_NODES: u64 = 300;

/// Number of neighbourhoods in a row without an improvement after which the next run
/// starts.
const MAX_IDLE_NEIGHBOURHOODS: usize = 100;

/// Number of neighbourhoods in a row without an improvement after which they grow.
const IDLE_BEFORE_GROWTH: usize = 8;

/// Least number of queens that are not kept.
const LEAST_FREED: usize = 4;

/// Reason why a run ended before every possibility was tried.
enum RunEnd {
    Stopped(Stop),
    NodesUsed,
}

impl From<Stop> for RunEnd {
    fn from(stop: Stop) -> Self {
        RunEnd::Stopped(stop)
    }
}

/// Numbers of solutions.
#[derive(Clone, Copy, Default)]
pub(super) struct SolutionCounts {
    pub(super) all: u128,
    /// Up to symmetry.
    pub(super) fundamental: u128,
}

/// A search for a solution with the least sum.
pub(super) struct WeightSearch<'b, 'm, 'l> {
    board: &'b WeightedBoard,
    meter: &'m mut Meter<'l>,
    /// Nodes that this run may still visit.
    nodes_left: u64,
    /// The best solution so far, and its sum.
    pub(super) best: Option<(i64, Vec<u32>)>,
    /// The solutions with the best sum, while they are counted.
    counter: Option<BestCounter>,
}

/// Counts of the solutions with the best sum.
struct BestCounter {
    /// Images of the squares under each symmetry that keeps the weights.
    images: Vec<Vec<usize>>,
    counts: SolutionCounts,
}

impl<'b, 'm, 'l> WeightSearch<'b, 'm, 'l> {
    pub(super) fn new(board: &'b WeightedBoard, meter: &'m mut Meter<'l>) -> Self {
        WeightSearch {
            board,
            meter,
            nodes_left: 0,
            best: None,
            counter: None,
        }
    }

    /// Creates the root: the given queens, and multipliers for a good bound. `None` if
    /// there is no solution.
    pub(super) fn build_root(
        &mut self,
        givens: &[usize],
    ) -> Result<Option<WeightNode>, Stop> {
        let mut root = WeightNode::root(self.board);
        self.meter.memory(root.bytes())?;
        for &given in givens {
            root.take(self.board, given as u32);
        }
        if root.compact().is_err() {
            return Ok(None);
        }
        for sweep in 0..=ROOT_SWEEPS {
            self.tick_times(root.work())?;
            if root.sweep(self.board, sweep < ROOT_SWEEPS).is_err() {
                return Ok(None);
            }
        }
        Ok(Some(root))
    }

    /// Finds the best solution below `root`.
    pub(super) fn find_best(
        &mut self,
        root: &WeightNode,
        random: &mut ChaCha8Rng,
    ) -> Result<(), Stop> {
        // A good solution early makes the proof short, so a run over the whole tree gives
        // way to neighbourhoods long before it ends, and starts over later.
        let mut nodes = FIRST_RUN_NODES;
        loop {
            if self.visit_within(root.clone(), nodes)? {
                return Ok(());
            }
            self.improve_best(root, nodes, random)?;
            nodes = nodes.saturating_mul(RUN_GROWTH);
        }
    }

    /// Counts the solutions with the best sum.
    pub(super) fn count_best(
        &mut self,
        root: &WeightNode,
        images: Vec<Vec<usize>>,
    ) -> (SolutionCounts, Result<(), Stop>) {
        self.counter = Some(BestCounter {
            images,
            counts: SolutionCounts::default(),
        });
        let step = self.visit_within(root.clone(), u64::MAX).map(|_| ());
        let counter = self.counter.take();
        let counts = counter.map(|counter| counter.counts).unwrap_or_default();
        (counts, step)
    }

    /// Visits `node` and all nodes below; returns false if that takes more than `nodes`
    /// nodes.
    fn visit_within(&mut self, node: WeightNode, nodes: u64) -> Result<bool, Stop> {
        self.nodes_left = nodes;
        match self.visit_node(node, 0) {
            Ok(()) => Ok(true),
            Err(RunEnd::NodesUsed) => Ok(false),
            Err(RunEnd::Stopped(stop)) => Err(stop),
        }
    }

    /// Improves the best solution, in neighbourhoods that keep some of its queens, until
    /// `nodes` nodes are used or many neighbourhoods in a row have nothing better.
    fn improve_best(
        &mut self,
        root: &WeightNode,
        nodes: u64,
        random: &mut ChaCha8Rng,
    ) -> Result<(), Stop> {
        let given = root.queens.len();
        let Some((_, queens)) = &self.best else {
            return Ok(());
        };
        let mut freed = (queens.len() - given).div_ceil(2);
        let (mut used, mut idle) = (0, 0);
        while used < nodes && idle < MAX_IDLE_NEIGHBOURHOODS {
            let Some((sum, queens)) = &self.best else {
                return Ok(());
            };
            let before = *sum;
            let movable = &queens[given..];
            freed = freed.clamp(LEAST_FREED.min(movable.len()), movable.len());
            let mut node = root.clone();
            for queen in draw_kept_queens(movable, freed, random) {
                node.take(self.board, queen);
            }
            let is_searched = self.visit_within(node, NEIGHBOURHOOD_NODES)?;
            used += NEIGHBOURHOOD_NODES - self.nodes_left;
            let is_better = self.best.as_ref().is_some_and(|(sum, _)| *sum < before);
            idle = if is_better { 0 } else { idle + 1 };
            // Smaller neighbourhoods if one takes too long; larger ones once many of this
            // size were searched in vain.
            if !is_searched {
                freed -= 1;
            } else if idle % IDLE_BEFORE_GROWTH == IDLE_BEFORE_GROWTH - 1 {
                freed += 1;
            }
        }
        Ok(())
    }

    /// Returns the largest sum that is of interest, times the scale.
    fn largest_sum(&self) -> i64 {
        // A solution as good as the best one matters only if they are counted.
        let excluded = i64::from(self.counter.is_none());
        match &self.best {
            Some((sum, _)) => (sum - excluded) * self.board.scale,
            None => NO_BOUND,
        }
    }

    /// Visits `node`, at this depth, and all nodes below.
    ///
    /// # Errors
    /// The end of the run.
    fn visit_node(&mut self, mut node: WeightNode, depth: u64) -> Result<(), RunEnd> {
        self.meter.depth(depth);
        self.meter.memory(node.bytes() * (depth + 1))?;
        loop {
            self.nodes_left = self.nodes_left.checked_sub(1).ok_or(RunEnd::NodesUsed)?;
            self.meter.expand()?;
            if self.tighten_bound(&mut node)?.is_err() {
                return Ok(());
            }
            // While solutions are counted, each is counted at its leaf: a node whose
            // demands are met may have children with the same queens.
            if self.counter.is_none() && node.is_satisfied() {
                self.record_best(&node);
            }
            let Some((square, is_forced)) = node.choice() else {
                self.count_solution(&node);
                return Ok(());
            };
            if is_forced {
                node.take(self.board, square);
                continue;
            }
            let mut child = node.clone();
            child.take(self.board, square);
            self.visit_node(child, depth + 1)?;
            // The second child is this node without the square: no copy, no recursion.
            node.close(square);
        }
    }

    /// Raises the bound of a node, and closes squares. The outer error is a limit.
    fn tighten_bound(
        &mut self,
        node: &mut WeightNode,
    ) -> Result<Result<(), Pruned>, Stop> {
        self.tick_times(node.work() / SQUARES_PER_TICK)?;
        Ok(self.sweep_node(node))
    }

    /// Ticks the meter this many times.
    fn tick_times(&mut self, times: usize) -> Result<(), Stop> {
        for _ in 0..times {
            self.meter.tick()?;
        }
        Ok(())
    }

    fn sweep_node(&self, node: &mut WeightNode) -> Result<(), Pruned> {
        let most = self.largest_sum();
        node.compact()?;
        node.close_above(most)?;
        // All sweeps but the last one centre the multipliers.
        for sweep in 0..=NODE_SWEEPS {
            node.compact()?;
            node.sweep(self.board, sweep < NODE_SWEEPS)?;
            node.close_above(most)?;
        }
        node.compact()
    }

    /// Records the solution of a node, if it is better than the best one so far.
    fn record_best(&mut self, node: &WeightNode) {
        let sum = self.board.sum_weights(&node.queens);
        if self.best.as_ref().is_none_or(|(best, _)| sum < *best) {
            self.best = Some((sum, node.queens.clone()));
        }
    }

    /// Counts the solution of a node if it has the best sum, while solutions are counted.
    fn count_solution(&mut self, node: &WeightNode) {
        let Some(BestCounter { images, counts }) = &mut self.counter else {
            return;
        };
        let sum = self.board.sum_weights(&node.queens);
        if self.best.as_ref().is_some_and(|(best, _)| sum == *best) {
            counts.all += 1;
            counts.fundamental += u128::from(is_least_image(&node.queens, images));
        }
    }
}

/// Returns the queens that stay if `freed` of them, drawn at random, go.
fn draw_kept_queens(queens: &[u32], freed: usize, random: &mut ChaCha8Rng) -> Vec<u32> {
    let mut kept = queens.to_vec();
    for _ in 0..freed {
        kept.swap_remove(random.random_range(0..kept.len()));
    }
    kept
}

/// Returns true if no image of the queens comes before them, which holds for one solution
/// of each class.
fn is_least_image(queens: &[u32], images: &[Vec<usize>]) -> bool {
    let queens: BTreeSet<usize> = queens.iter().map(|&queen| queen as usize).collect();
    images.iter().all(|images| {
        let image: BTreeSet<usize> = queens.iter().map(|&queen| images[queen]).collect();
        image >= queens
    })
}
