//! The frontier: generated nodes that are not yet expanded. The strategies differ in its
//! order.

use crate::node::SearchNode;
use crate::space::Space;
use crate::strategy::Strategy;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

/// Nodes in the order of a strategy.
pub(crate) enum Frontier<S: Space> {
    /// The latest first; of the children of one node the first.
    Stack(Vec<SearchNode<S>>),
    /// The earliest first.
    Queue(VecDeque<SearchNode<S>>),
    /// The least rank first, among equals the earliest.
    Heap(BinaryHeap<RankedNode<S>>),
    /// A layer, then the best `width` of all their children.
    Layers {
        layer: VecDeque<SearchNode<S>>,
        next: Vec<SearchNode<S>>,
        width: usize,
        dropped: u64,
    },
}

impl<S: Space> Frontier<S> {
    pub(crate) fn new(strategy: Strategy) -> Self {
        match strategy {
            Strategy::DepthFirst | Strategy::IterativeDeepening | Strategy::IdaStar => {
                Frontier::Stack(Vec::new())
            }
            Strategy::BreadthFirst => Frontier::Queue(VecDeque::new()),
            Strategy::UniformCost | Strategy::Greedy | Strategy::AStar => {
                Frontier::Heap(BinaryHeap::new())
            }
            Strategy::Beam(width) => Frontier::Layers {
                layer: VecDeque::new(),
                next: Vec::new(),
                width: width.get(),
                dropped: 0,
            },
        }
    }

    /// Adds all `children` of one node, which are in the order of their operators.
    pub(crate) fn append_nodes(&mut self, children: &mut Vec<SearchNode<S>>) {
        match self {
            Frontier::Stack(stack) => stack.extend(children.drain(..).rev()),
            Frontier::Queue(queue) => queue.extend(children.drain(..)),
            Frontier::Heap(heap) => heap.extend(children.drain(..).map(RankedNode)),
            Frontier::Layers { next, .. } => next.append(children),
        }
    }

    /// Removes and returns the next node. Calls `forget` with the state of each node that
    /// does not fit into a beam.
    pub(crate) fn pop_node(
        &mut self,
        mut forget: impl FnMut(&S::State),
    ) -> Option<SearchNode<S>> {
        match self {
            Frontier::Stack(stack) => stack.pop(),
            Frontier::Queue(queue) => queue.pop_front(),
            Frontier::Heap(heap) => heap.pop().map(|RankedNode(node)| node),
            Frontier::Layers {
                layer,
                next,
                width,
                dropped,
            } => {
                if layer.is_empty() {
                    next.sort_by_key(|node| node.rank);
                    for node in next.drain((*width).min(next.len())..) {
                        forget(&node.state);
                        *dropped += 1;
                    }
                    layer.extend(next.drain(..));
                }
                layer.pop_front()
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Frontier::Stack(stack) => stack.len(),
            Frontier::Queue(queue) => queue.len(),
            Frontier::Heap(heap) => heap.len(),
            Frontier::Layers { layer, next, .. } => layer.len() + next.len(),
        }
    }

    /// Returns the number of nodes that did not fit into a beam.
    pub(crate) fn dropped_nodes(&self) -> u64 {
        match self {
            Frontier::Layers { dropped, .. } => *dropped,
            _ => 0,
        }
    }
}

/// Node in a heap; the greatest is next.
pub(crate) struct RankedNode<S: Space>(SearchNode<S>);

impl<S: Space> Ord for RankedNode<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.0.rank, other.0.number).cmp(&(self.0.rank, self.0.number))
    }
}

impl<S: Space> PartialOrd for RankedNode<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Space> PartialEq for RankedNode<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<S: Space> Eq for RankedNode<S> {}
