//! The search: one loop for every strategy.

use crate::event::{Event, EventKind};
use crate::frontier::Frontier;
use crate::node::{Node, Tree};
use crate::path::Solution;
use crate::space::Space;
use crate::strategy::{LoopCheck, Strategy};
use control::{Limits, Meter, Observer, Outcome, Silent, Statistics, Step, Stop};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static UNLIMITED: LazyLock<Limits> = LazyLock::new(Limits::default);

/// A search that has been described but not begun.
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

/// How a search for one solution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<Path> {
    /// Why it ended.
    pub outcome: Outcome,
    /// The first solution, if there was time to find one.
    pub solution: Option<Path>,
    /// What the search did.
    pub statistics: Statistics,
    /// How many nodes a beam was too narrow for. If any, a beam that runs dry ends with
    /// [`Outcome::GaveUp`], for a solution may be among them.
    pub dropped: u64,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search of `space` by `strategy`, with [`LoopCheck::Path`] and no limits.
    pub fn new(space: &'a S, strategy: Strategy) -> Self {
        Search { space, strategy, loop_check: LoopCheck::default(), limits: &UNLIMITED }
    }

    /// The same search with another loop check.
    pub fn loop_check(mut self, loop_check: LoopCheck) -> Self {
        self.loop_check = loop_check;
        self
    }

    /// The same search within `limits`.
    ///
    /// The memory limit goes by the nodes and closed states that are held and the size of their
    /// types, with [`Space::state_bytes`]; what the allocator adds is not seen.
    pub fn limits(mut self, limits: &'a Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Searches for one solution.
    ///
    /// # Complexity
    /// With b successors to each state, d steps to the solution and m steps in the longest path:
    /// depth-first O(b^m) time and O(bm) nodes, breadth-first O(b^d) both, iterative deepening
    /// O(b^d) time and O(bd) nodes, a beam of width w O(bwm) time. Uniform cost and A* hold every
    /// node that they make; IDA* holds one path. [`LoopCheck::Closed`] adds every expanded state.
    #[must_use]
    pub fn first(&self) -> Report<Solution<S>> {
        let mut solutions = self.solutions();
        let solution = solutions.next();
        Report {
            outcome: solutions.outcome().unwrap_or(Outcome::Found),
            solution,
            statistics: solutions.statistics(),
            dropped: solutions.dropped(),
        }
    }

    /// Begins a search for all solutions, found one by one as they are asked for.
    pub fn solutions(&self) -> Solutions<'a, S> {
        self.observed(Silent)
    }

    /// Begins a search for all solutions that `observer` watches.
    pub fn observed<O>(&self, observer: O) -> Solutions<'a, S, O>
    where
        O: for<'e> Observer<Event<'e, S>>,
    {
        let root = Node::root(self.space, self.strategy);
        let bound = match self.strategy {
            Strategy::IterativeDeepening | Strategy::IdaStar => {
                Some(Bound { last: None, now: root.rank, next: None })
            }
            _ => None,
        };
        let mut frontier = Frontier::new(self.strategy, self.loop_check);
        frontier.append(&mut vec![root]);
        Solutions {
            space: self.space,
            strategy: self.strategy,
            loop_check: self.loop_check,
            observer,
            meter: Meter::new(self.limits),
            frontier,
            tree: Tree(Vec::new()),
            closed: HashMap::new(),
            made: 0,
            bound,
            end: None,
        }
    }
}

/// The rounds of the strategies that deepen: this one goes to `now`, the one before went to `last`.
struct Bound {
    last: Option<u64>,
    now: u64,
    /// The least rank that lay beyond the bound in this round.
    next: Option<u64>,
}

/// The solutions of a search, found one by one as they are asked for.
///
/// A solution is a path whose last state is a goal and none before it is. Each is given once; a
/// deepening search gives it in the first round that reaches it. After the last, `next` gives
/// none for ever and [`Solutions::outcome`] says why.
pub struct Solutions<'a, S: Space, O = Silent> {
    space: &'a S,
    strategy: Strategy,
    loop_check: LoopCheck,
    observer: O,
    meter: Meter<'a>,
    frontier: Frontier<S>,
    /// The expanded nodes; where the frontier is a stack, only those of the current path.
    tree: Tree<S>,
    /// The expanded states with the price of the best path to each; empty unless asked for.
    closed: HashMap<S::State, u64>,
    /// How many nodes were made beside the root.
    made: u64,
    bound: Option<Bound>,
    end: Option<(Outcome, Statistics)>,
}

impl<S: Space, O> Solutions<'_, S, O> {
    /// How the search ended; none while it can go on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|(outcome, _)| outcome)
    }

    /// What the search did up to now, or up to its end.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.end.map_or_else(|| self.meter.statistics(), |(_, statistics)| statistics)
    }

    /// How many nodes a beam was too narrow for. See [`Report::dropped`].
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.frontier.dropped()
    }

    /// Gives the observer back.
    pub fn into_observer(self) -> O {
        self.observer
    }

    fn finish(&mut self, outcome: Outcome) {
        self.end = Some((outcome, self.meter.statistics()));
    }

    /// About how many bytes the stores take.
    fn bytes(&self) -> u64 {
        let state = self.space.state_bytes();
        let node = size_of::<Node<S>>() - size_of::<S::State>() + state;
        let closed = size_of::<u64>() + state;
        let nodes = self.tree.0.len() + self.frontier.len();
        (nodes * node + self.closed.len() * closed) as u64
    }

    /// Begins the next round, if nodes were put off in this one.
    fn deepen(&mut self) -> bool {
        let Some(bound) = &mut self.bound else {
            return false;
        };
        let Some(next) = bound.next.take() else {
            return false;
        };
        *bound = Bound { last: Some(bound.now), now: next, next: None };
        // Goals stay closed: each is reported once.
        self.closed.retain(|state, _| self.space.is_goal(state));
        let root = Node::root(self.space, self.strategy);
        self.frontier.append(&mut vec![root]);
        true
    }

    /// Whether the loop check drops `child`, a successor of `parent`.
    fn is_loop(&self, parent: &Node<S>, child: &Node<S>) -> bool {
        match self.loop_check {
            LoopCheck::None => false,
            LoopCheck::Path => self.tree.lineage(parent).any(|ancestor| ancestor.state == child.state),
            LoopCheck::Closed => self.is_closed(child),
        }
    }

    /// Whether the state of `node` has been expanded by a path that was no worse.
    fn is_closed(&self, node: &Node<S>) -> bool {
        self.closed.get(&node.state).is_some_and(|price| *price <= node.price(self.strategy))
    }

    fn close(&mut self, node: &Node<S>, price: u64) {
        if self.loop_check == LoopCheck::Closed {
            self.closed.insert(node.state.clone(), price);
        }
    }

    /// Whether this round puts `node` off, which it notes.
    fn is_cut(&mut self, node: &Node<S>) -> bool {
        match &mut self.bound {
            Some(bound) if node.rank > bound.now => {
                bound.next = Some(bound.next.map_or(node.rank, |next| next.min(node.rank)));
                true
            }
            _ => false,
        }
    }

    /// Whether no earlier round has reported the goal `node`.
    fn is_new(&self, node: &Node<S>) -> bool {
        let last = self.bound.as_ref().and_then(|bound| bound.last);
        last.is_none_or(|last| node.rank > last)
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> Solutions<'_, S, O> {
    /// Goes on to the next solution; none if everything was searched.
    fn advance(&mut self) -> Result<Option<Solution<S>>, Stop> {
        loop {
            let Some(node) = self.frontier.pop() else {
                if self.deepen() {
                    continue;
                }
                return Ok(None);
            };
            // A better path to the same state may have overtaken this one in the frontier.
            if self.is_closed(&node) {
                self.meter.tick()?;
                self.tell(EventKind::Loop, &node)?;
                continue;
            }
            self.meter.expand()?;
            self.meter.depth(node.depth as u64);
            if let Frontier::Stack(_) = self.frontier {
                // What lies beyond the parent belongs to paths that are done with.
                self.tree.0.truncate(node.depth);
            }
            if !self.space.is_goal(&node.state) {
                self.close(&node, node.price(self.strategy));
                self.expand(node)?;
                continue;
            }
            self.close(&node, 0);
            if self.is_new(&node) {
                let solution = self.tree.path_to(&node);
                if let Err(stop) = self.tell(EventKind::Goal, &node) {
                    self.finish(Outcome::from(Err(stop)));
                }
                return Ok(Some(solution));
            }
        }
    }

    /// Moves `node` to the expanded nodes and its successors to the frontier.
    fn expand(&mut self, node: Node<S>) -> Step {
        self.tell(EventKind::Expand, &node)?;
        let place = self.tree.0.len();
        let mut children = Vec::new();
        for transition in self.space.successors(&node.state) {
            self.meter.tick()?;
            self.meter.generate(1);
            self.made += 1;
            let child = node.child(self.made, place, transition);
            let is_loop = self.is_loop(&node, &child);
            // The heuristic of a state that is dropped is asked for only if somebody watches.
            let is_told = <O as Observer<Event<'_, S>>>::DETAIL >= EventKind::Loop.detail();
            let child = if is_loop && !is_told { child } else { child.ranked(self.space, self.strategy) };
            let fate = if is_loop {
                EventKind::Loop
            } else if self.is_cut(&child) {
                EventKind::Cut
            } else {
                EventKind::Generate
            };
            self.tell(fate, &child)?;
            if fate == EventKind::Generate {
                children.push(child);
            }
        }
        self.tree.0.push(node);
        self.frontier.append(&mut children);
        self.meter.width(self.frontier.len() as u64);
        self.meter.memory(self.bytes())
    }

    /// Tells the observer, if it wants to hear of it.
    #[inline]
    fn tell<'e>(&mut self, kind: EventKind, node: &'e Node<S>) -> Step {
        if <O as Observer<Event<'e, S>>>::DETAIL >= kind.detail()
            && let ControlFlow::Break(()) = self.observer.observe(Event::new(kind, node))
        {
            return Err(Stop::Found);
        }
        Ok(())
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> Iterator for Solutions<'_, S, O> {
    type Item = Solution<S>;

    fn next(&mut self) -> Option<Solution<S>> {
        if self.end.is_some() {
            return None;
        }
        match self.advance() {
            Ok(Some(solution)) => return Some(solution),
            Ok(None) if self.dropped() > 0 => self.finish(Outcome::GaveUp),
            Ok(None) => self.finish(Outcome::Exhausted),
            Err(stop) => self.finish(Outcome::from(Err(stop))),
        }
        None
    }
}

impl<S: Space, O: for<'e> Observer<Event<'e, S>>> std::iter::FusedIterator for Solutions<'_, S, O> {}
