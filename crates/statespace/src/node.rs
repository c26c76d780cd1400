//! The nodes of the search tree and their ranks.

use crate::path::{Path, Solution};
use crate::space::{Space, TransitionOf};
use crate::strategy::Strategy;

/// A state with the path that led to it.
pub(crate) struct SearchNode<S: Space> {
    pub(crate) state: S::State,
    /// Number of nodes generated before it; 0 for the root.
    pub(crate) number: u64,
    /// Last operator and index of the parent; `None` at the root.
    pub(crate) arrival: Option<(S::Operator, usize)>,
    pub(crate) depth: usize,
    pub(crate) cost: u64,
    /// Rank, least first; deepening strategies bound it.
    pub(crate) rank: u64,
}

impl<S: Space> SearchNode<S> {
    pub(crate) fn root_node(space: &S, strategy: Strategy) -> Self {
        let root = SearchNode {
            state: space.start(),
            number: 0,
            arrival: None,
            depth: 0,
            cost: 0,
            rank: 0,
        };
        root.with_rank(space, strategy)
    }

    /// Returns the child with this `number` by `transition`; `place` is the index of this
    /// node. The rank is still that of the parent.
    pub(crate) fn child_node(
        &self,
        number: u64,
        place: usize,
        transition: TransitionOf<S>,
    ) -> Self {
        SearchNode {
            state: transition.state,
            number,
            arrival: Some((transition.operator, place)),
            depth: self.depth + 1,
            cost: self.cost.saturating_add(transition.cost),
            rank: self.rank,
        }
    }

    /// Replaces the parent's rank by its own.
    ///
    /// A lower bound of the cost of a path never falls along it, so a child's sum is at
    /// least its parent's (Mero 1984, "A heuristic search algorithm with modifiable
    /// estimate").
    pub(crate) fn with_rank(mut self, space: &S, strategy: Strategy) -> Self {
        let heuristic = || space.heuristic(&self.state);
        self.rank = match strategy {
            Strategy::DepthFirst => 0,
            Strategy::BreadthFirst | Strategy::IterativeDeepening => self.depth as u64,
            Strategy::UniformCost => self.cost,
            Strategy::Greedy | Strategy::Beam(_) => heuristic(),
            Strategy::AStar | Strategy::IdaStar => {
                self.rank.max(self.cost.saturating_add(heuristic()))
            }
        };
        self
    }

    /// Returns the price that a new path to a closed state must beat to reopen it; 0 if a
    /// state is never reopened.
    pub(crate) fn price(&self, strategy: Strategy) -> u64 {
        match strategy {
            Strategy::DepthFirst | Strategy::Greedy | Strategy::Beam(_) => 0,
            Strategy::BreadthFirst | Strategy::IterativeDeepening => self.depth as u64,
            Strategy::UniformCost | Strategy::AStar | Strategy::IdaStar => self.cost,
        }
    }
}

/// Expanded nodes, which hold the ancestors of each node.
pub(crate) struct ExpandedNodes<S: Space>(pub(crate) Vec<SearchNode<S>>);

impl<S: Space> ExpandedNodes<S> {
    /// Returns `node` and its ancestors up to the root.
    pub(crate) fn lineage_of<'t>(
        &'t self,
        node: &'t SearchNode<S>,
    ) -> impl Iterator<Item = &'t SearchNode<S>> {
        std::iter::successors(Some(node), |node| {
            node.arrival.as_ref().map(|(_, parent)| &self.0[*parent])
        })
    }

    /// Returns the path from the root to `node`.
    pub(crate) fn path_to(&self, node: &SearchNode<S>) -> Solution<S> {
        let mut steps = Vec::with_capacity(node.depth);
        let mut start = node.state.clone();
        for node in self.lineage_of(node) {
            match &node.arrival {
                None => start = node.state.clone(),
                Some((operator, parent)) => steps.push(TransitionOf::<S>::with_cost(
                    operator.clone(),
                    node.state.clone(),
                    node.cost - self.0[*parent].cost,
                )),
            }
        }
        steps.reverse();
        Path { start, steps }
    }
}
