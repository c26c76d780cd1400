//! The nodes that were generated and wait for their turn. Here the strategies differ.

use crate::node::Node;
use crate::space::Space;
use crate::strategy::{LoopCheck, Strategy};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet, VecDeque};

/// Holds nodes and decides which one is next.
pub(crate) enum Frontier<S: Space> {
    /// The latest first; of the children of one node the first.
    Stack(Vec<Node<S>>),
    /// The earliest first.
    Queue(VecDeque<Node<S>>),
    /// The least rank first, among equals the earliest.
    Heap(BinaryHeap<Ranked<S>>),
    /// A layer, then the best `width` of all their children.
    Layers { layer: VecDeque<Node<S>>, next: Vec<Node<S>>, width: usize, is_distinct: bool, dropped: u64 },
}

impl<S: Space> Frontier<S> {
    pub(crate) fn new(strategy: Strategy, loop_check: LoopCheck) -> Self {
        match strategy {
            Strategy::DepthFirst | Strategy::IterativeDeepening | Strategy::IdaStar => {
                Frontier::Stack(Vec::new())
            }
            Strategy::BreadthFirst => Frontier::Queue(VecDeque::new()),
            Strategy::UniformCost | Strategy::Greedy | Strategy::AStar => Frontier::Heap(BinaryHeap::new()),
            Strategy::Beam(width) => Frontier::Layers {
                layer: VecDeque::new(),
                next: Vec::new(),
                width: width.get(),
                is_distinct: loop_check == LoopCheck::Closed,
                dropped: 0,
            },
        }
    }

    /// Takes over all `children` of one node, which are in the order of their operators.
    pub(crate) fn append(&mut self, children: &mut Vec<Node<S>>) {
        match self {
            Frontier::Stack(stack) => stack.extend(children.drain(..).rev()),
            Frontier::Queue(queue) => queue.extend(children.drain(..)),
            Frontier::Heap(heap) => heap.extend(children.drain(..).map(Ranked)),
            Frontier::Layers { next, .. } => next.append(children),
        }
    }

    /// Gives the next node away.
    pub(crate) fn pop(&mut self) -> Option<Node<S>> {
        match self {
            Frontier::Stack(stack) => stack.pop(),
            Frontier::Queue(queue) => queue.pop_front(),
            Frontier::Heap(heap) => heap.pop().map(|Ranked(node)| node),
            Frontier::Layers { layer, next, width, is_distinct, dropped } => {
                if layer.is_empty() {
                    if *is_distinct {
                        let mut seen = HashSet::new();
                        next.retain(|node| seen.insert(node.state.clone()));
                    }
                    next.sort_by_key(|node| node.rank);
                    *dropped += next.len().saturating_sub(*width) as u64;
                    next.truncate(*width);
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

    /// How many nodes a beam was too narrow for.
    pub(crate) fn dropped(&self) -> u64 {
        match self {
            Frontier::Layers { dropped, .. } => *dropped,
            _ => 0,
        }
    }
}

/// A node in a heap: greater means sooner.
pub(crate) struct Ranked<S: Space>(Node<S>);

impl<S: Space> Ord for Ranked<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.0.rank, other.0.number).cmp(&(self.0.rank, self.0.number))
    }
}

impl<S: Space> PartialOrd for Ranked<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Space> PartialEq for Ranked<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<S: Space> Eq for Ranked<S> {}
