//! Events of a search.

use crate::node::SearchNode;
use crate::space::Space;
use control::Detail;

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The node is expanded.
    Expand,
    /// The node was generated and put into the frontier.
    Generate,
    /// The loop check dropped the node when it was generated.
    Loop,
    /// The node lies beyond the bound of this round and waits for a later one.
    Cut,
    /// The node is a goal, and the path to it is a new solution.
    Goal,
}

impl EventKind {
    /// Returns the level of detail of this kind of event.
    #[must_use]
    pub fn detail(self) -> Detail {
        match self {
            EventKind::Goal => Detail::Solutions,
            _ => Detail::Steps,
        }
    }
}

/// Event at a node of the search.
pub struct Event<'a, S: Space> {
    /// Kind of the event.
    pub kind: EventKind,
    /// Number of nodes generated before this one; 0 for the start. A node keeps its
    /// number, so that its generation and its expansion can be matched. A deepening
    /// search continues the numbers from round to round; each round begins with the
    /// start.
    pub number: u64,
    /// State of the node.
    pub state: &'a S::State,
    /// Operator that led to it; `None` at the start.
    pub operator: Option<&'a S::Operator>,
    /// Number of steps from the start.
    pub depth: usize,
    /// Cost of these steps.
    pub cost: u64,
    /// Rank by which the strategy orders nodes, least first: depth, cost, heuristic or
    /// the sum of cost and heuristic; 0 in a depth-first search.
    pub rank: u64,
    /// Number of the node with the same state that this node replaces when it is
    /// generated: one in the frontier, or an expanded one to which this path is better.
    /// Always `None` without [`LoopCheck::Closed`](crate::LoopCheck::Closed).
    pub replaces: Option<u64>,
}

impl<'a, S: Space> Event<'a, S> {
    pub(crate) fn new(
        kind: EventKind,
        node: &'a SearchNode<S>,
        replaces: Option<u64>,
    ) -> Self {
        Event {
            kind,
            number: node.number,
            state: &node.state,
            operator: node.arrival.as_ref().map(|(operator, _)| operator),
            depth: node.depth,
            cost: node.cost,
            rank: node.rank,
            replaces,
        }
    }
}
