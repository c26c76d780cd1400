//! The search: one loop for every strategy.

use crate::event::{Event, EventKind};
use crate::frontier::Frontier;
use crate::node::{ExpandedNodes, SearchNode};
use crate::path::Solution;
use crate::space::Space;
use crate::strategy::{LoopCheck, Strategy};
use control::{Limits, Meter, Observer, Outcome, Silent, Statistics, Step, Stop};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static UNLIMITED: LazyLock<Limits> = LazyLock::new(Limits::default);

/// Description of a search.
///
/// ```
/// use control::Outcome;
/// use statespace::problems::Jugs;
/// use statespace::{LoopCheck, Search, Strategy};
///
/// let jugs = Jugs::new(&[4, 5], 2)?;
/// let search = Search::new(&jugs, Strategy::BreadthFirst).loop_check(LoopCheck::Closed);
/// let report = search.first();
/// assert_eq!(report.outcome, Outcome::Found);
/// assert_eq!(report.solution.unwrap().steps.len(), 6);
///
/// // All solutions, one at a time: one for each state with 2 litres in a jug.
/// let ends: Vec<String> = search.solutions().map(|path| path.end().to_string()).collect();
/// assert_eq!(ends, ["(4, 2)", "(2, 5)"]);
/// # Ok::<(), statespace::problems::JugsError>(())
/// ```
#[must_use]
pub struct Search<'a, S> {
    space: &'a S,
    strategy: Strategy,
    loop_check: LoopCheck,
    limits: &'a Limits,
}

/// Result of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<Path> {
    /// Outcome of the search.
    pub outcome: Outcome,
    /// First solution, if one was found.
    pub solution: Option<Path>,
    /// Number of nodes to which the operators were applied. A goal is only tested, so it
    /// is not among them.
    pub expanded: u64,
    /// Statistics of the search. Its number of nodes includes the goal.
    pub statistics: Statistics,
    /// Number of nodes that did not fit into a beam. If there are any, an unsuccessful
    /// search ends with [`Outcome::GaveUp`], because a solution may be among them.
    pub dropped: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// Describes a search of `space` by `strategy`, with [`LoopCheck::Path`] and without
    /// limits.
    pub fn new(space: &'a S, strategy: Strategy) -> Self {
        Search {
            space,
            strategy,
            loop_check: LoopCheck::default(),
            limits: &UNLIMITED,
        }
    }

    /// Sets the loop check.
    pub fn loop_check(mut self, loop_check: LoopCheck) -> Self {
        self.loop_check = loop_check;
        self
    }

    /// Sets the limits.
    ///
    /// The memory limit counts stored nodes and closed states by the size of their types
    /// and [`Space::state_bytes`], without the overhead of the allocator.
    pub fn limits(mut self, limits: &'a Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Searches for one solution.
    ///
    /// # Complexity
    /// With b successors of each state, d steps to the solution and m steps in the
    /// longest path: depth-first O(b^m) time and O(bm) nodes, breadth-first O(b^d) both,
    /// iterative deepening O(b^d) time and O(bd) nodes, a beam of width w O(bwm) time.
    /// Uniform cost and A* hold every node that they generate; IDA* holds one path.
    /// [`LoopCheck::Closed`] adds every state in the frontier and every expanded one.
    #[must_use]
    pub fn first(&self) -> SearchReport<Solution<S>> {
        let mut solutions = self.solutions();
        let solution = solutions.next();
        let statistics = solutions.statistics();
        SearchReport {
            outcome: solutions.outcome().unwrap_or(Outcome::Found),
            expanded: statistics.expanded - u64::from(solution.is_some()),
            solution,
            statistics,
            dropped: solutions.dropped(),
        }
    }

    /// Starts a search for all solutions, which are found lazily.
    pub fn solutions(&self) -> SearchSolutions<'a, S> {
        self.observed(Silent)
    }

    /// Starts a search for all solutions with an observer.
    pub fn observed<O>(&self, observer: O) -> SearchSolutions<'a, S, O>
    where
        O: for<'e> Observer<Event<'e, S>>,
    {
        let root = SearchNode::root_node(self.space, self.strategy);
        let bound = match self.strategy {
            Strategy::IterativeDeepening | Strategy::IdaStar => Some(DepthBound {
                last: None,
                now: root.rank,
                next: None,
            }),
            _ => None,
        };
        let mut solutions = SearchSolutions {
            space: self.space,
            strategy: self.strategy,
            loop_check: self.loop_check,
            observer,
            meter: Meter::new(self.limits),
            frontier: Frontier::new(self.strategy),
            tree: ExpandedNodes(Vec::new()),
            known: HashMap::new(),
            made: 0,
            bound,
            end: None,
        };
        solutions.open_node(&root);
        solutions.frontier.append_nodes(&mut vec![root]);
        solutions
    }
}

/// Bounds on the rank in a deepening strategy: `now` in this round, `last` in the round
/// before.
struct DepthBound {
    last: Option<u64>,
    now: u64,
    /// Least rank beyond the bound in this round.
    next: Option<u64>,
}

/// Best path to a state of the open or closed list.
struct KnownState {
    /// Number of its node.
    number: u64,
    price: u64,
    /// True while the node is in the frontier.
    is_open: bool,
}

/// Decision of the loop check about a new node.
enum LoopDecision {
    Drop,
    /// Keep it instead of the node with this number, if its state is known.
    Keep {
        replaces: Option<u64>,
    },
}

/// Iterator over the solutions of a search, which are found lazily.
///
/// A solution is a path whose last state is its only goal. Each is returned once; a
/// deepening search returns it in the first round that reaches it. After the last one,
/// [`SearchSolutions::outcome`] returns the reason why the search ended.
pub struct SearchSolutions<'a, S: Space, O = Silent> {
    space: &'a S,
    strategy: Strategy,
    loop_check: LoopCheck,
    observer: O,
    meter: Meter<'a>,
    frontier: Frontier<S>,
    /// Expanded nodes; only those of the current path if the frontier is a stack.
    tree: ExpandedNodes<S>,
    /// States that are in the frontier or expanded; empty without [`LoopCheck::Closed`].
    ///
    /// Each state has one node. A node that was replaced stays in the frontier until its
    /// turn comes, because a heap has no cheap removal, but its number is no longer here.
    known: HashMap<S::State, KnownState>,
    /// Number of nodes generated besides the root.
    made: u64,
    bound: Option<DepthBound>,
    end: Option<(Outcome, Statistics)>,
}

impl<S: Space, O> SearchSolutions<'_, S, O> {
    /// Returns the outcome, or `None` while the search can continue.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|(outcome, _)| outcome)
    }

    /// Returns the statistics so far, or of the whole search after its end. Goals count
    /// as nodes.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.end
            .map_or_else(|| self.meter.statistics(), |(_, statistics)| statistics)
    }

    /// Returns the number of nodes that did not fit into a beam. See
    /// [`SearchReport::dropped`].
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.frontier.dropped_nodes()
    }

    /// Returns the observer.
    pub fn into_observer(self) -> O {
        self.observer
    }

    fn finish_search(&mut self, outcome: Outcome) {
        self.end = Some((outcome, self.meter.statistics()));
    }

    /// Estimates the size of the stores, in bytes.
    fn bytes(&self) -> u64 {
        let state = self.space.state_bytes();
        let node = size_of::<SearchNode<S>>() - size_of::<S::State>() + state;
        let known = size_of::<KnownState>() + state;
        let nodes = self.tree.0.len() + self.frontier.len();
        (nodes * node + self.known.len() * known) as u64
    }

    /// Starts the next round, if nodes lay beyond the bound of this one.
    fn deepen_limit(&mut self) -> bool {
        let Some(bound) = &mut self.bound else {
            return false;
        };
        let Some(next) = bound.next.take() else {
            return false;
        };
        *bound = DepthBound {
            last: Some(bound.now),
            now: next,
            next: None,
        };
        // Goals stay closed: each is reported once.
        self.known.retain(|state, _| self.space.is_goal(state));
        let root = SearchNode::root_node(self.space, self.strategy);
        if !self.known.contains_key(&root.state) {
            self.open_node(&root);
        }
        self.frontier.append_nodes(&mut vec![root]);
        true
    }

    /// Returns what the loop check decides about `child`, a successor of `parent`. Nodes
    /// from number `first_sibling` on are successors of the same node.
    fn check_loop(
        &self,
        parent: &SearchNode<S>,
        child: &SearchNode<S>,
        first_sibling: u64,
    ) -> LoopDecision {
        let is_loop = match self.loop_check {
            LoopCheck::None => false,
            LoopCheck::Path => self
                .tree
                .lineage_of(parent)
                .any(|ancestor| ancestor.state == child.state),
            LoopCheck::Closed => match self.known.get(&child.state) {
                None => false,
                // A stack gives the newest node its turn first, of siblings the first
                // one.
                Some(known) if known.is_open && self.strategy == Strategy::DepthFirst => {
                    known.number >= first_sibling
                }
                Some(known) => known.price <= child.price(self.strategy),
            },
        };
        if is_loop {
            return LoopDecision::Drop;
        }
        LoopDecision::Keep {
            replaces: self.known.get(&child.state).map(|known| known.number),
        }
    }

    /// Notes that `node` enters the frontier.
    fn open_node(&mut self, node: &SearchNode<S>) {
        if self.loop_check == LoopCheck::Closed {
            let known = KnownState {
                number: node.number,
                price: node.price(self.strategy),
                is_open: true,
            };
            self.known.insert(node.state.clone(), known);
        }
    }

    /// Notes that `node` has left the frontier at this price. Returns false if another
    /// node has replaced it.
    fn close_node(&mut self, node: &SearchNode<S>) -> bool {
        if self.loop_check != LoopCheck::Closed {
            return true;
        }
        match self.known.get_mut(&node.state) {
            Some(known) if known.is_open && known.number == node.number => {
                known.is_open = false;
                true
            }
            _ => false,
        }
    }

    /// Returns true if `node` lies beyond the bound of this round, and notes its rank.
    fn is_cut(&mut self, node: &SearchNode<S>) -> bool {
        match &mut self.bound {
            Some(bound) if node.rank > bound.now => {
                bound.next =
                    Some(bound.next.map_or(node.rank, |next| next.min(node.rank)));
                true
            }
            _ => false,
        }
    }

    /// Returns true if no earlier round reported the goal `node`.
    fn is_new(&self, node: &SearchNode<S>) -> bool {
        let last = self.bound.as_ref().and_then(|bound| bound.last);
        last.is_none_or(|last| node.rank > last)
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> SearchSolutions<'_, S, O> {
    /// Searches for the next solution; `None` if the search is complete.
    fn advance_search(&mut self) -> Result<Option<Solution<S>>, Stop> {
        loop {
            let known = &mut self.known;
            let forget = |state: &S::State| {
                known.remove(state);
            };
            let Some(node) = self.frontier.pop_node(forget) else {
                if self.deepen_limit() {
                    continue;
                }
                return Ok(None);
            };
            if !self.close_node(&node) {
                self.meter.tick()?;
                continue;
            }
            self.meter.expand()?;
            self.meter.depth(node.depth as u64);
            if let Frontier::Stack(_) = self.frontier {
                // Everything beyond the parent belongs to finished paths.
                self.tree.0.truncate(node.depth);
            }
            if !self.space.is_goal(&node.state) {
                self.expand_node(node)?;
                continue;
            }
            // No path to a goal is better than one that was found: it stays closed.
            if let Some(known) = self.known.get_mut(&node.state) {
                known.price = 0;
            }
            if self.is_new(&node) {
                let solution = self.tree.path_to(&node);
                if let Err(stop) = self.report_event(EventKind::Goal, &node, None) {
                    self.finish_search(Outcome::from(Err(stop)));
                }
                return Ok(Some(solution));
            }
        }
    }

    /// Moves `node` to the expanded nodes and its successors to the frontier.
    fn expand_node(&mut self, node: SearchNode<S>) -> Step {
        self.report_event(EventKind::Expand, &node, None)?;
        let place = self.tree.0.len();
        let first_child = self.made + 1;
        let mut children = Vec::new();
        for transition in self.space.successors(&node.state) {
            self.meter.tick()?;
            self.meter.generate(1);
            self.made += 1;
            let mut child = node.child_node(self.made, place, transition);
            let decision = self.check_loop(&node, &child, first_child);
            // The rank of a dropped child is only computed for an observer.
            let is_observed =
                <O as Observer<Event<'_, S>>>::DETAIL >= EventKind::Loop.detail();
            if is_observed || matches!(decision, LoopDecision::Keep { .. }) {
                child = child.with_rank(self.space, self.strategy);
            }
            match decision {
                LoopDecision::Drop => self.report_event(EventKind::Loop, &child, None)?,
                LoopDecision::Keep { .. } if self.is_cut(&child) => {
                    self.report_event(EventKind::Cut, &child, None)?;
                }
                LoopDecision::Keep { replaces } => {
                    self.open_node(&child);
                    self.report_event(EventKind::Generate, &child, replaces)?;
                    children.push(child);
                }
            }
        }
        self.tree.0.push(node);
        self.frontier.append_nodes(&mut children);
        self.meter.width(self.frontier.len() as u64);
        self.meter.memory(self.bytes())
    }

    /// Sends an event to the observer if its level of detail includes it.
    #[inline]
    fn report_event<'e>(
        &mut self,
        kind: EventKind,
        node: &'e SearchNode<S>,
        replaces: Option<u64>,
    ) -> Step {
        if <O as Observer<Event<'e, S>>>::DETAIL >= kind.detail()
            && let ControlFlow::Break(()) =
                self.observer.observe(Event::new(kind, node, replaces))
        {
            return Err(Stop::Found);
        }
        Ok(())
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> Iterator for SearchSolutions<'_, S, O> {
    type Item = Solution<S>;

    fn next(&mut self) -> Option<Solution<S>> {
        if self.end.is_some() {
            return None;
        }
        match self.advance_search() {
            Ok(Some(solution)) => return Some(solution),
            Ok(None) if self.dropped() > 0 => self.finish_search(Outcome::GaveUp),
            Ok(None) => self.finish_search(Outcome::Exhausted),
            Err(stop) => self.finish_search(Outcome::from(Err(stop))),
        }
        None
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> std::iter::FusedIterator
    for SearchSolutions<'_, S, O>
{
}
