//! The tree of sets of one size: the first queen on one square of each orbit, each other
//! one on a square that dominates the open square that the fewest can dominate.

use super::MAX_SQUARES;
use super::search::{CoverSearch, Groups};
use crate::engines::subtrees::{TreeEffort, TreeResult, TreeSearch};
use control::{Limit, Meter, Step, Stop};
use queens_model::bits::SmallSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Properties of a set that was found, from which the number of its images follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SetKind {
    /// Number of symmetries that leave the set unchanged.
    pub(super) kept: usize,
    /// Number of squares of its first orbit.
    pub(super) squares: usize,
    /// Number of its queens there.
    pub(super) shared: usize,
}

/// A search for dominating sets of one size.
pub(super) struct SizedCovers<'s, const W: usize> {
    board: &'s CoverSearch<W>,
    groups: &'s Groups,
    /// Number of queens, givens included.
    size: usize,
}

/// Sets that were found.
pub(super) struct FoundCovers {
    /// The first one.
    pub(super) first: Option<Vec<usize>>,
    /// Number of sets of each kind.
    pub(super) kinds: BTreeMap<SetKind, u128>,
    /// `Ok` if the whole tree was visited, [`Stop::Found`] after the first set if one is
    /// enough, else the reason to stop.
    pub(super) step: Step,
    /// Number of threads.
    pub(super) threads: usize,
}

/// A set that is not complete.
#[derive(Clone)]
pub(super) struct CoverNode<const W: usize> {
    /// Squares that no queen dominates.
    open: SmallSet<W>,
    /// Squares that can take a queen.
    candidates: SmallSet<W>,
    /// The givens, and the queens so far.
    queens: Vec<usize>,
    /// The orbit of the first queen besides the givens.
    orbit: Option<usize>,
}

/// The sets below a node.
#[derive(Default)]
pub(super) struct CoversBelow {
    first: Option<Vec<usize>>,
    kinds: BTreeMap<SetKind, u128>,
}

impl<'s, const W: usize> SizedCovers<'s, W> {
    /// Returns the search for sets of `size` queens, if none is smaller.
    pub(super) fn new(
        board: &'s CoverSearch<W>,
        groups: &'s Groups,
        size: usize,
    ) -> Self {
        SizedCovers {
            board,
            groups,
            size,
        }
    }

    /// Finds the first set, or all if they are counted. With `few_nodes` the search gives
    /// up after that many.
    pub(super) fn search(
        &self,
        few_nodes: Option<u64>,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> FoundCovers {
        let root = CoverNode {
            open: self.board.open,
            candidates: self.board.candidates,
            queens: self.board.givens.clone(),
            orbit: None,
        };
        let mut used = 1;
        let result = match few_nodes {
            Some(nodes) => self.search_few_nodes(root, nodes, meter),
            None => {
                let mut effort = TreeEffort::new(meter, threads);
                let result = effort.search(self, root);
                used = effort.used();
                result
            }
        };
        let mut all = FoundCovers {
            first: None,
            kinds: BTreeMap::new(),
            step: result.step,
            threads: used,
        };
        for below in result.found {
            all.first = all.first.or(below.first);
            for (kind, sets) in below.kinds {
                *all.kinds.entry(kind).or_default() += sets;
            }
        }
        all
    }

    /// Searches at most `nodes` nodes below `root`; gives up after them.
    fn search_few_nodes(
        &self,
        root: CoverNode<W>,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> TreeResult<CoversBelow> {
        let left = meter.limits().less_nodes(meter.statistics().expanded);
        let is_fewer = left.nodes.is_none_or(|left| nodes < left);
        let few = if is_fewer {
            left.with_nodes(nodes)
        } else {
            left
        };
        let mut few_meter = Meter::new(&few);
        let mut result = TreeEffort::new(&mut few_meter, 1).search(self, root);
        meter.absorb(&few_meter.statistics());
        if is_fewer && result.step == Err(Stop::LimitReached(Limit::Nodes)) {
            result.step = Err(Stop::GaveUp);
        }
        result
    }

    /// Returns the number of queens that a node lacks.
    fn count_missing(&self, node: &CoverNode<W>) -> usize {
        self.size - node.queens.len()
    }

    /// Passes each square of the next queen to `visit`, with the node that it leads to.
    /// `node` lacks a queen.
    #[inline(always)]
    fn visit_children(
        &self,
        node: &mut CoverNode<W>,
        visit: impl FnMut(&mut CoverNode<W>) -> Step,
    ) -> Step {
        if node.orbit.is_none() {
            self.visit_orbits(node, visit)
        } else if self.count_missing(node) == 1 {
            self.visit_last_queens(node, visit)
        } else {
            self.visit_scarcest(node, visit)
        }
    }

    /// The first queen: one square of each orbit; later sets have none of its squares.
    fn visit_orbits(
        &self,
        node: &mut CoverNode<W>,
        mut visit: impl FnMut(&mut CoverNode<W>) -> Step,
    ) -> Step {
        let mut candidates = node.candidates;
        for (number, orbit) in self.groups.orbits.iter().enumerate() {
            let square = orbit[0];
            candidates.remove(square);
            self.visit_child(node, square, candidates, Some(number), &mut visit)?;
            orbit.iter().for_each(|&square| candidates.remove(square));
        }
        Ok(())
    }

    /// The last queen dominates every open square.
    fn visit_last_queens(
        &self,
        node: &mut CoverNode<W>,
        mut visit: impl FnMut(&mut CoverNode<W>) -> Step,
    ) -> Step {
        let dominators = self.board.dominators();
        let last = node
            .open
            .iter()
            .fold(node.candidates, |last, square| last & dominators[square]);
        let (candidates, orbit) = (node.candidates, node.orbit);
        for square in last.iter() {
            self.visit_child(node, square, candidates, orbit, &mut visit)?;
        }
        Ok(())
    }

    /// Another queen: it dominates the open square that the fewest can dominate. A square
    /// that was tried takes no later queen.
    #[inline(always)]
    fn visit_scarcest(
        &self,
        node: &mut CoverNode<W>,
        mut visit: impl FnMut(&mut CoverNode<W>) -> Step,
    ) -> Step {
        let (open, orbit, missing) = (node.open, node.orbit, self.count_missing(node));
        let mut candidates = node.candidates;
        let left = open.count() as usize;
        let gain = |square: usize| (self.board.covers[square] & open).count() as usize;
        // Counted by gain instead of sorted: gains are small numbers.
        let mut by_gain = [0usize; MAX_SQUARES + 1];
        let mut best = 0;
        for square in candidates.iter() {
            by_gain[gain(square)] += 1;
            best = best.max(gain(square));
        }
        if most_dominated(&by_gain[..=best], missing) < left {
            return Ok(());
        }
        let dominators = self.board.dominators();
        // Every smaller number of queens was tried before, so a square is open.
        let Some(scarcest) = open
            .iter()
            .min_by_key(|&square| (dominators[square] & candidates).count())
        else {
            return Ok(());
        };
        let mut choices: Vec<(usize, usize)> = (dominators[scarcest] & candidates)
            .iter()
            .map(|square| (gain(square), square))
            .collect();
        choices.sort_unstable_by_key(|&(gain, _)| Reverse(gain));
        // Best gain first, so that the loop can end at the first one that is too small:
        // the others would be, too.
        for (gain, square) in choices {
            if gain + (missing - 1) * best < left {
                break;
            }
            candidates.remove(square);
            self.visit_child(node, square, candidates, orbit, &mut visit)?;
        }
        Ok(())
    }

    /// Passes `node` to `visit` with a queen on `square`, and takes the queen back.
    #[inline(always)]
    fn visit_child(
        &self,
        node: &mut CoverNode<W>,
        square: usize,
        candidates: SmallSet<W>,
        orbit: Option<usize>,
        visit: &mut impl FnMut(&mut CoverNode<W>) -> Step,
    ) -> Step {
        let before = (node.open, node.candidates, node.orbit);
        node.open -= self.board.covers[square];
        node.candidates = candidates - self.board.excludes[square];
        node.orbit = orbit;
        node.queens.push(square);
        let step = visit(node);
        node.queens.pop();
        (node.open, node.candidates, node.orbit) = before;
        step
    }

    /// Visits all below a node, and adds the sets to `below`.
    fn search_below(
        &self,
        node: &mut CoverNode<W>,
        below: &mut CoversBelow,
        meter: &mut Meter<'_>,
    ) -> Step {
        meter.expand()?;
        if self.count_missing(node) > 0 {
            return self
                .visit_children(node, |child| self.search_below(child, below, meter));
        }
        if node.open.is_empty() {
            self.take(node, below)
        } else {
            Ok(())
        }
    }

    /// Adds a set.
    fn take(&self, node: &CoverNode<W>, below: &mut CoversBelow) -> Step {
        let mut queens = node.queens.clone();
        queens.sort_unstable();
        if !self.board.counts {
            below.first = Some(queens);
            return Err(Stop::Found);
        }
        let kind = self.kind_of_set(&queens, node.orbit);
        *below.kinds.entry(kind).or_default() += 1;
        below.first.get_or_insert(queens);
        Ok(())
    }

    /// Returns the kind of a set of queens, in order, whose first orbit is `orbit`; `None`
    /// if it has only givens.
    fn kind_of_set(&self, queens: &[usize], orbit: Option<usize>) -> SetKind {
        let images = self.groups.images.iter();
        let kept = images.filter(|image| keeps_set(image, queens)).count();
        let Some(orbit) = orbit.map(|number| &self.groups.orbits[number]) else {
            return SetKind {
                kept,
                squares: 1,
                shared: 1,
            };
        };
        let shared = orbit
            .iter()
            .filter(|square| queens.binary_search(square).is_ok());
        SetKind {
            kept,
            squares: orbit.len(),
            shared: shared.count(),
        }
    }
}

/// Returns true if the images of `queens`, in order, are the same squares.
fn keeps_set(image: &[usize], queens: &[usize]) -> bool {
    let mut moved: Vec<usize> = queens.iter().map(|&queen| image[queen]).collect();
    moved.sort_unstable();
    moved == queens
}

impl<const W: usize> TreeSearch for SizedCovers<'_, W> {
    type Node = CoverNode<W>;
    type Found = CoversBelow;

    fn children(&self, node: &CoverNode<W>) -> Option<Vec<CoverNode<W>>> {
        if self.count_missing(node) == 0 {
            return None;
        }
        let mut children = Vec::new();
        let visited = self.visit_children(&mut node.clone(), |child| {
            children.push(child.clone());
            Ok(())
        });
        visited.ok().map(|()| children)
    }

    fn search(
        &self,
        node: &CoverNode<W>,
        below: &mut CoversBelow,
        meter: &mut Meter<'_>,
    ) -> Step {
        self.search_below(&mut node.clone(), below, meter)
    }
}

/// Returns the most squares that `queens` candidates dominate together: `by_gain[g]` of
/// them dominate g open squares. A square that two of them dominate counts twice.
fn most_dominated(by_gain: &[usize], mut queens: usize) -> usize {
    let mut most = 0;
    for (gain, &candidates) in by_gain.iter().enumerate().rev() {
        let taken = candidates.min(queens);
        most += taken * gain;
        queens -= taken;
        if queens == 0 {
            break;
        }
    }
    most
}
