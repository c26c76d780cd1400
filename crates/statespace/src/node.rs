//! The nodes of the search tree, and how a strategy values them.

use crate::path::{Path, Solution};
use crate::space::{Space, TransitionOf};
use crate::strategy::Strategy;

/// A state together with the way that led to it.
pub(crate) struct Node<S: Space> {
    pub(crate) state: S::State,
    /// How many nodes were made before it; 0 for the root.
    pub(crate) number: u64,
    /// The operator that was applied, and the place of the node it was applied to; none at the root.
    pub(crate) arrival: Option<(S::Operator, usize)>,
    pub(crate) depth: usize,
    pub(crate) cost: u64,
    /// Less is sooner; for the bounded strategies, what the bound bounds.
    pub(crate) rank: u64,
}

impl<S: Space> Node<S> {
    pub(crate) fn root(space: &S, strategy: Strategy) -> Self {
        let root = Node { state: space.start(), number: 0, arrival: None, depth: 0, cost: 0, rank: 0 };
        root.ranked(space, strategy)
    }

    /// The node of this `number` that `transition` leads to from this one, which is kept at `place`; not ranked yet.
    pub(crate) fn child(&self, number: u64, place: usize, transition: TransitionOf<S>) -> Self {
        Node {
            state: transition.state,
            number,
            arrival: Some((transition.operator, place)),
            depth: self.depth + 1,
            cost: self.cost.saturating_add(transition.cost),
            rank: self.rank,
        }
    }

    /// This node with its own rank in place of its parent's.
    ///
    /// What a path must cost at least cannot fall along it, so that a child's sum is at least its
    /// parent's (Mero 1984, "A heuristic search algorithm with modifiable estimate").
    pub(crate) fn ranked(mut self, space: &S, strategy: Strategy) -> Self {
        let heuristic = || space.heuristic(&self.state);
        self.rank = match strategy {
            Strategy::DepthFirst => 0,
            Strategy::BreadthFirst | Strategy::IterativeDeepening => self.depth as u64,
            Strategy::UniformCost => self.cost,
            Strategy::Greedy | Strategy::Beam(_) => heuristic(),
            Strategy::AStar | Strategy::IdaStar => self.rank.max(self.cost.saturating_add(heuristic())),
        };
        self
    }

    /// What a closed state must beat to be opened again; 0 where first come is first served.
    pub(crate) fn price(&self, strategy: Strategy) -> u64 {
        match strategy {
            Strategy::DepthFirst | Strategy::Greedy | Strategy::Beam(_) => 0,
            Strategy::BreadthFirst | Strategy::IterativeDeepening => self.depth as u64,
            Strategy::UniformCost | Strategy::AStar | Strategy::IdaStar => self.cost,
        }
    }
}

/// The expanded nodes: each can find its ancestors here.
pub(crate) struct Tree<S: Space>(pub(crate) Vec<Node<S>>);

impl<S: Space> Tree<S> {
    /// `node` and its ancestors up to the root.
    pub(crate) fn lineage<'t>(&'t self, node: &'t Node<S>) -> impl Iterator<Item = &'t Node<S>> {
        std::iter::successors(Some(node), |node| node.arrival.as_ref().map(|(_, parent)| &self.0[*parent]))
    }

    /// The way from the root to `node`.
    pub(crate) fn path_to(&self, node: &Node<S>) -> Solution<S> {
        let mut steps = Vec::with_capacity(node.depth);
        let mut start = node.state.clone();
        for node in self.lineage(node) {
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
