//! What an observer of a search hears.

use crate::node::Node;
use crate::space::Space;
use control::Detail;

/// What happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The search stands on it and makes its successors.
    Expand,
    /// It was made and now waits for its turn.
    Generate,
    /// It was dropped: the loop check knows its state already.
    Loop,
    /// It was put off to a later round: it lies beyond the bound of this one.
    Cut,
    /// It is a goal, and the path to it a new solution.
    Goal,
}

impl EventKind {
    /// The level of detail that this event belongs to.
    #[must_use]
    pub fn detail(self) -> Detail {
        match self {
            EventKind::Goal => Detail::Solutions,
            _ => Detail::Steps,
        }
    }
}

/// Something happened to a node of the search.
pub struct Event<'a, S: Space> {
    /// What it was.
    pub kind: EventKind,
    /// Which node it was: how many were made before it, 0 for the start. A node keeps its number while it waits, so
    /// that a node that is expanded can be known from when it was made. A search that deepens counts on from round to
    /// round, and begins each with the start.
    pub number: u64,
    /// The node's state.
    pub state: &'a S::State,
    /// The operator that led to it; none at the start.
    pub operator: Option<&'a S::Operator>,
    /// How many steps led to it.
    pub depth: usize,
    /// What they cost.
    pub cost: u64,
    /// What the strategy goes by, least first: the depth, the cost, the heuristic or the sum of
    /// cost and heuristic; 0 for a depth-first search.
    pub rank: u64,
}

impl<'a, S: Space> Event<'a, S> {
    pub(crate) fn new(kind: EventKind, node: &'a Node<S>) -> Self {
        Event {
            kind,
            number: node.number,
            state: &node.state,
            operator: node.arrival.as_ref().map(|(operator, _)| operator),
            depth: node.depth,
            cost: node.cost,
            rank: node.rank,
        }
    }
}
