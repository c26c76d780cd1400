//! A problem solver that answers as CPS does, step for step.
//!
//! CPS is the classical problem solver of the library Stilpo by Tuukka Turto (2016), with which
//! the article "n-queens puzzle solved in hy and cps" (Engineer's Journey, 2018) works. Its plan
//! goes back to Kenneth Forbus and Johan de Kleer, "Building Problem Solvers" (1993).
//!
//! It has a loop of its own beside [`crate::Search`], because it differs where its figures are
//! made: goals are looked for among the *children* of a state, so that a start which is a goal is
//! not recognised; a depth-first search tries the *last* operator first; states are compared by a
//! function instead of being equal; distances are real numbers; and ties have rules of their own.
//!
//! Every solver keeps a queue of paths and counts one iteration for each path it takes out:
//!
//! | solver | takes |
//! |---|---|
//! | [`DepthFirstSolver`] | the last path |
//! | [`BreadthFirstSolver`] | the first path |
//! | [`BestFirstSolver`] | the path that ends nearest to the goal: the last one, unless another is strictly nearer, and then the first of the nearest; a distance of exactly 0 counts as unknown and replaces nothing |
//! | [`AStarSolver`] | the path with the least sum of distances behind and ahead, the first of these (CPS chooses among them at random) |
//!
//! ```
//! use statespace::cps::{BreadthFirstSolver, Operator};
//!
//! let solver = BreadthFirstSolver {
//!     is_goal: |number: &u32| *number == 10,
//!     operators: |number: &u32| {
//!         let number = *number;
//!         vec![
//!             Operator::new("double", move |_| number * 2),
//!             Operator::new("add one", move |_| number + 1),
//!         ]
//!     },
//!     is_identical: |a: &u32, b: &u32| a == b,
//! };
//! let answer = solver.solve(1, &Default::default());
//! let path = answer.path.unwrap();
//! let numbers: Vec<u32> = path.iter().map(|step| step.state).collect();
//! assert_eq!(numbers, [1, 2, 4, 5, 10]);
//! assert_eq!(path[1].desc.as_deref(), Some("double"));
//! ```

use control::{Limits, Meter, Outcome, Statistics, Stop};

/// A way on from a state: what it does, and its description in plain words.
pub struct Operator<'a, State> {
    action: Box<dyn Fn(&State) -> State + 'a>,
    desc: String,
}

impl<'a, State> Operator<'a, State> {
    /// An operator that turns a state into `action` of it.
    pub fn new(desc: impl Into<String>, action: impl Fn(&State) -> State + 'a) -> Self {
        Operator { action: Box::new(action), desc: desc.into() }
    }
}

/// One entry of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<State> {
    /// What led here; none at the start.
    pub desc: Option<String>,
    /// Where the path is now.
    pub state: State,
}

/// What a solver answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<State> {
    /// The way from the start to the first goal that was met, both included.
    pub path: Option<Vec<Step<State>>>,
    /// How many paths were taken out of the queue.
    pub iterations: u64,
    /// Why the search ended.
    pub outcome: Outcome,
    /// What it did: a node is expanded once for each iteration.
    pub statistics: Statistics,
}

impl<State> Answer<State> {
    /// How many states the path has, the start included: one more than it has steps.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.path.as_ref().map(Vec::len)
    }
}

/// Follows the newest path first: of the operators of a state, the last.
pub struct DepthFirstSolver<Goal, Operators, Identical> {
    /// Whether a state is a goal.
    pub is_goal: Goal,
    /// The operators that can be applied to a state, in order.
    pub operators: Operators,
    /// Whether two states are the same, so that a path which meets both runs in a circle.
    pub is_identical: Identical,
}

/// Follows the oldest path first.
pub struct BreadthFirstSolver<Goal, Operators, Identical> {
    /// Whether a state is a goal.
    pub is_goal: Goal,
    /// The operators that can be applied to a state, in order.
    pub operators: Operators,
    /// Whether two states are the same, so that a path which meets both runs in a circle.
    pub is_identical: Identical,
}

/// Follows the path first whose end is nearest to the goal.
pub struct BestFirstSolver<Goal, Operators, Identical, Distance> {
    /// Whether a state is a goal.
    pub is_goal: Goal,
    /// The operators that can be applied to a state, in order.
    pub operators: Operators,
    /// Whether two states are the same, so that a path which meets both runs in a circle.
    pub is_identical: Identical,
    /// How far a state is from the goal.
    pub distance: Distance,
}

/// Follows the path first that is shortest in all: behind it and ahead of it.
pub struct AStarSolver<Goal, Operators, Identical, Distance, Between> {
    /// Whether a state is a goal.
    pub is_goal: Goal,
    /// The operators that can be applied to a state, in order.
    pub operators: Operators,
    /// Whether two states are the same, so that a path which meets both runs in a circle.
    pub is_identical: Identical,
    /// How far a state is from the goal.
    pub distance: Distance,
    /// How far a state is from the one before it: takes the new one and the old one.
    pub distance_between: Between,
}

impl<Goal, Operators, Identical> DepthFirstSolver<Goal, Operators, Identical> {
    /// Searches for a way from `start` to a goal.
    pub fn solve<'a, State: Clone>(&self, start: State, limits: &Limits) -> Answer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<Operator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
    {
        Problem {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &|_| 0.0,
            distance_between: &|_, _| 0.0,
            choose: &|_, queue| queue.len() - 1,
        }
        .solve(start, limits)
    }
}

impl<Goal, Operators, Identical> BreadthFirstSolver<Goal, Operators, Identical> {
    /// Searches for a way from `start` to a goal.
    pub fn solve<'a, State: Clone>(&self, start: State, limits: &Limits) -> Answer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<Operator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
    {
        Problem {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &|_| 0.0,
            distance_between: &|_, _| 0.0,
            choose: &|_, _| 0,
        }
        .solve(start, limits)
    }
}

impl<Goal, Operators, Identical, Distance> BestFirstSolver<Goal, Operators, Identical, Distance> {
    /// Searches for a way from `start` to a goal.
    pub fn solve<'a, State: Clone>(&self, start: State, limits: &Limits) -> Answer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<Operator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
        Distance: Fn(&State) -> f64,
    {
        Problem {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &self.distance,
            distance_between: &|_, _| 0.0,
            choose: &|nodes, queue| {
                let ahead = |place: usize| nodes[queue[place]].ahead;
                (0..queue.len()).fold(queue.len() - 1, |best, place| {
                    if ahead(place) != 0.0 && ahead(place) < ahead(best) { place } else { best }
                })
            },
        }
        .solve(start, limits)
    }
}

impl<Goal, Operators, Identical, Distance, Between>
    AStarSolver<Goal, Operators, Identical, Distance, Between>
{
    /// Searches for a way from `start` to a goal. As it looks for goals among the children, the
    /// way need not be the shortest.
    pub fn solve<'a, State: Clone>(&self, start: State, limits: &Limits) -> Answer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<Operator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
        Distance: Fn(&State) -> f64,
        Between: Fn(&State, &State) -> f64,
    {
        Problem {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &self.distance,
            distance_between: &self.distance_between,
            choose: &|nodes, queue| {
                let total = |place: usize| nodes[queue[place]].behind + nodes[queue[place]].ahead;
                (1..queue.len()).fold(0, |best, place| if total(place) < total(best) { place } else { best })
            },
        }
        .solve(start, limits)
    }
}

/// The end of a path; its parent is the place of the end of the path without its last step.
struct Node<State> {
    state: State,
    desc: Option<String>,
    parent: Option<usize>,
    depth: u64,
    behind: f64,
    ahead: f64,
}

/// Gets all nodes and the queue, which is not empty, and gives the place in the queue of the path
/// to take out.
type Choose<State> = dyn Fn(&[Node<State>], &[usize]) -> usize;

/// What the four solvers have in common.
struct Problem<'p, 'a, State> {
    is_goal: &'p dyn Fn(&State) -> bool,
    operators: &'p dyn Fn(&State) -> Vec<Operator<'a, State>>,
    is_identical: &'p dyn Fn(&State, &State) -> bool,
    distance: &'p dyn Fn(&State) -> f64,
    distance_between: &'p dyn Fn(&State, &State) -> f64,
    choose: &'p Choose<State>,
}

impl<State: Clone> Problem<'_, '_, State> {
    fn solve(&self, start: State, limits: &Limits) -> Answer<State> {
        let mut meter = Meter::new(limits);
        let mut nodes = vec![Node {
            ahead: (self.distance)(&start),
            state: start,
            desc: None,
            parent: None,
            depth: 0,
            behind: 0.0,
        }];
        let (path, outcome) = match self.search(&mut nodes, &mut meter) {
            Ok(Some(goal)) => (Some(path_to(&nodes, goal)), Outcome::Found),
            Ok(None) => (None, Outcome::Exhausted),
            Err(stop) => (None, Outcome::from(Err(stop))),
        };
        let statistics = meter.statistics();
        Answer { path, iterations: statistics.expanded, outcome, statistics }
    }

    /// Searches from the first of `nodes`, to which it adds all others, and gives the goal's place.
    fn search(&self, nodes: &mut Vec<Node<State>>, meter: &mut Meter<'_>) -> Result<Option<usize>, Stop> {
        let mut queue = vec![0];
        while !queue.is_empty() {
            meter.expand()?;
            let end = queue.remove((self.choose)(nodes, &queue));
            meter.depth(nodes[end].depth);
            let children = self.children(nodes, end, meter)?;
            meter.generate(children.len() as u64);
            if let Some(goal) = children.iter().position(|child| (self.is_goal)(&child.state)) {
                nodes.extend(children.into_iter().nth(goal));
                return Ok(Some(nodes.len() - 1));
            }
            for child in children {
                meter.tick()?;
                let is_loop =
                    lineage(nodes, end).any(|place| (self.is_identical)(&nodes[place].state, &child.state));
                if !is_loop {
                    queue.push(nodes.len());
                    nodes.push(child);
                }
            }
            meter.width(queue.len() as u64);
            meter.memory((nodes.len() * size_of::<Node<State>>()) as u64)?;
        }
        Ok(None)
    }

    /// The states that the operators make of the node at `end`, in their order.
    fn children(
        &self,
        nodes: &[Node<State>],
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Node<State>>, Stop> {
        let node = &nodes[end];
        (self.operators)(&node.state)
            .into_iter()
            .map(|operator| {
                meter.tick()?;
                let state = (operator.action)(&node.state);
                Ok(Node {
                    behind: node.behind + (self.distance_between)(&state, &node.state),
                    ahead: (self.distance)(&state),
                    state,
                    desc: Some(operator.desc),
                    parent: Some(end),
                    depth: node.depth + 1,
                })
            })
            .collect()
    }
}

/// The places of the node at `end` and of its ancestors.
fn lineage<State>(nodes: &[Node<State>], end: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(end), |place| nodes[*place].parent)
}

fn path_to<State: Clone>(nodes: &[Node<State>], end: usize) -> Vec<Step<State>> {
    let mut path: Vec<_> = lineage(nodes, end)
        .map(|place| Step { desc: nodes[place].desc.clone(), state: nodes[place].state.clone() })
        .collect();
    path.reverse();
    path
}
