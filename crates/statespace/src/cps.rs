//! A problem solver with the same steps and answers as CPS.
//!
//! CPS is the classical problem solver of the library Stilpo by Tuukka Turto (2016), with
//! which the article "n-queens puzzle solved in hy and cps" (Engineer's Journey, 2018)
//! works. Its plan goes back to Kenneth Forbus and Johan de Kleer, "Building PathSearch
//! Solvers" (1993).
//!
//! It does not use [`crate::Search`], because it differs in details that change its
//! figures: goals are looked for among the *children* of a state, so that a start which
//! is a goal is not recognised; depth-first search tries the *last* operator first;
//! states are compared by a function; distances are real numbers; and ties have their own
//! rules.
//!
//! Every solver keeps a queue of paths and counts one iteration for each path that it
//! removes:
//!
//! | solver | next path |
//! |---|---|
//! | [`DepthFirstSolver`] | the last path |
//! | [`BreadthFirstSolver`] | the first path |
//! | [`BestFirstSolver`] | the path that ends nearest to the goal: the last one, unless another is strictly nearer, and then the first of the nearest; a distance of exactly 0 counts as unknown and replaces nothing |
//! | [`AStarSolver`] | the path with the least sum of distances behind and ahead, the first of these (CPS chooses among them at random) |
//!
//! ```
//! use statespace::cps::{BreadthFirstSolver, CpsOperator};
//!
//! let solver = BreadthFirstSolver {
//!     is_goal: |number: &u32| *number == 10,
//!     operators: |number: &u32| {
//!         let number = *number;
//!         vec![
//!             CpsOperator::new("double", move |_| number * 2),
//!             CpsOperator::new("add one", move |_| number + 1),
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

/// Operator of a state, with its description in plain words.
pub struct CpsOperator<'a, State> {
    action: Box<dyn Fn(&State) -> State + 'a>,
    desc: String,
}

impl<'a, State> CpsOperator<'a, State> {
    /// Creates an operator that turns a state into the result of `action`.
    pub fn new(desc: impl Into<String>, action: impl Fn(&State) -> State + 'a) -> Self {
        CpsOperator {
            action: Box::new(action),
            desc: desc.into(),
        }
    }
}

/// One entry of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpsStep<State> {
    /// Description of the operator that led here; `None` at the start.
    pub desc: Option<String>,
    /// State at this point of the path.
    pub state: State,
}

/// Answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpsAnswer<State> {
    /// Path from the start to the first goal found, both included.
    pub path: Option<Vec<CpsStep<State>>>,
    /// Number of paths removed from the queue.
    pub iterations: u64,
    /// Outcome of the search.
    pub outcome: Outcome,
    /// Statistics of the search; each iteration expands a node.
    pub statistics: Statistics,
}

impl<State> CpsAnswer<State> {
    /// Returns the number of states on the path, the start included: one more than it has
    /// steps.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.path.as_ref().map(Vec::len)
    }
}

/// Solver that follows the newest path first; of the operators of a state, the last.
pub struct DepthFirstSolver<Goal, Operators, Identical> {
    /// Returns true for a goal.
    pub is_goal: Goal,
    /// Returns the operators of a state, in order.
    pub operators: Operators,
    /// Returns true if two states are the same, so that a path through both is a loop.
    pub is_identical: Identical,
}

/// Solver that follows the oldest path first.
pub struct BreadthFirstSolver<Goal, Operators, Identical> {
    /// Returns true for a goal.
    pub is_goal: Goal,
    /// Returns the operators of a state, in order.
    pub operators: Operators,
    /// Returns true if two states are the same, so that a path through both is a loop.
    pub is_identical: Identical,
}

/// Solver that follows the path whose end is nearest to the goal.
pub struct BestFirstSolver<Goal, Operators, Identical, Distance> {
    /// Returns true for a goal.
    pub is_goal: Goal,
    /// Returns the operators of a state, in order.
    pub operators: Operators,
    /// Returns true if two states are the same, so that a path through both is a loop.
    pub is_identical: Identical,
    /// Returns the distance from a state to the goal.
    pub distance: Distance,
}

/// Solver that follows the path with the least sum of its length and the distance to the
/// goal.
pub struct AStarSolver<Goal, Operators, Identical, Distance, Between> {
    /// Returns true for a goal.
    pub is_goal: Goal,
    /// Returns the operators of a state, in order.
    pub operators: Operators,
    /// Returns true if two states are the same, so that a path through both is a loop.
    pub is_identical: Identical,
    /// Returns the distance from a state to the goal.
    pub distance: Distance,
    /// Returns the distance between two successive states, of which the later one comes
    /// first.
    pub distance_between: Between,
}

impl<Goal, Operators, Identical> DepthFirstSolver<Goal, Operators, Identical> {
    /// Searches for a path from `start` to a goal.
    pub fn solve<'a, State: Clone>(
        &self,
        start: State,
        limits: &Limits,
    ) -> CpsAnswer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<CpsOperator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
    {
        PathSearch {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &|_| 0.0,
            distance_between: &|_, _| 0.0,
            choose: &|_, queue| queue.len() - 1,
        }
        .solve_from(start, limits)
    }
}

impl<Goal, Operators, Identical> BreadthFirstSolver<Goal, Operators, Identical> {
    /// Searches for a path from `start` to a goal.
    pub fn solve<'a, State: Clone>(
        &self,
        start: State,
        limits: &Limits,
    ) -> CpsAnswer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<CpsOperator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
    {
        PathSearch {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &|_| 0.0,
            distance_between: &|_, _| 0.0,
            choose: &|_, _| 0,
        }
        .solve_from(start, limits)
    }
}

impl<Goal, Operators, Identical, Distance>
    BestFirstSolver<Goal, Operators, Identical, Distance>
{
    /// Searches for a path from `start` to a goal.
    pub fn solve<'a, State: Clone>(
        &self,
        start: State,
        limits: &Limits,
    ) -> CpsAnswer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<CpsOperator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
        Distance: Fn(&State) -> f64,
    {
        PathSearch {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &self.distance,
            distance_between: &|_, _| 0.0,
            choose: &|nodes, queue| {
                let ahead = |place: usize| nodes[queue[place]].ahead;
                (0..queue.len()).fold(queue.len() - 1, |best, place| {
                    if ahead(place) != 0.0 && ahead(place) < ahead(best) {
                        place
                    } else {
                        best
                    }
                })
            },
        }
        .solve_from(start, limits)
    }
}

impl<Goal, Operators, Identical, Distance, Between>
    AStarSolver<Goal, Operators, Identical, Distance, Between>
{
    /// Searches for a path from `start` to a goal. Because goals are looked for among
    /// the children, the path need not be the shortest.
    pub fn solve<'a, State: Clone>(
        &self,
        start: State,
        limits: &Limits,
    ) -> CpsAnswer<State>
    where
        Goal: Fn(&State) -> bool,
        Operators: Fn(&State) -> Vec<CpsOperator<'a, State>>,
        Identical: Fn(&State, &State) -> bool,
        Distance: Fn(&State) -> f64,
        Between: Fn(&State, &State) -> f64,
    {
        PathSearch {
            is_goal: &self.is_goal,
            operators: &self.operators,
            is_identical: &self.is_identical,
            distance: &self.distance,
            distance_between: &self.distance_between,
            choose: &|nodes, queue| {
                let total =
                    |place: usize| nodes[queue[place]].behind + nodes[queue[place]].ahead;
                (1..queue.len()).fold(0, |best, place| {
                    if total(place) < total(best) {
                        place
                    } else {
                        best
                    }
                })
            },
        }
        .solve_from(start, limits)
    }
}

/// End of a path; `parent` is the index of the end of the path without its last step.
struct CpsNode<State> {
    state: State,
    desc: Option<String>,
    parent: Option<usize>,
    depth: u64,
    behind: f64,
    ahead: f64,
}

/// Takes all nodes and the queue, which is not empty, and returns the position in the
/// queue of the path to remove.
type ChoosePath<State> = dyn Fn(&[CpsNode<State>], &[usize]) -> usize;

/// Common part of the four solvers.
struct PathSearch<'p, 'a, State> {
    is_goal: &'p dyn Fn(&State) -> bool,
    operators: &'p dyn Fn(&State) -> Vec<CpsOperator<'a, State>>,
    is_identical: &'p dyn Fn(&State, &State) -> bool,
    distance: &'p dyn Fn(&State) -> f64,
    distance_between: &'p dyn Fn(&State, &State) -> f64,
    choose: &'p ChoosePath<State>,
}

impl<State: Clone> PathSearch<'_, '_, State> {
    fn solve_from(&self, start: State, limits: &Limits) -> CpsAnswer<State> {
        let mut meter = Meter::new(limits);
        let mut nodes = vec![CpsNode {
            ahead: (self.distance)(&start),
            state: start,
            desc: None,
            parent: None,
            depth: 0,
            behind: 0.0,
        }];
        let (path, outcome) = match self.search_paths(&mut nodes, &mut meter) {
            Ok(Some(goal)) => (Some(path_to(&nodes, goal)), Outcome::Found),
            Ok(None) => (None, Outcome::Exhausted),
            Err(stop) => (None, Outcome::from(Err(stop))),
        };
        let statistics = meter.statistics();
        CpsAnswer {
            path,
            iterations: statistics.expanded,
            outcome,
            statistics,
        }
    }

    /// Searches from the first of `nodes`, to which it adds all others, and returns the
    /// index of the goal.
    fn search_paths(
        &self,
        nodes: &mut Vec<CpsNode<State>>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Stop> {
        let mut queue = vec![0];
        while !queue.is_empty() {
            meter.expand()?;
            let end = queue.remove((self.choose)(nodes, &queue));
            meter.depth(nodes[end].depth);
            let children = self.list_children(nodes, end, meter)?;
            meter.generate(children.len() as u64);
            if let Some(goal) = children
                .iter()
                .position(|child| (self.is_goal)(&child.state))
            {
                nodes.extend(children.into_iter().nth(goal));
                return Ok(Some(nodes.len() - 1));
            }
            for child in children {
                meter.tick()?;
                let is_loop = lineage_of(nodes, end)
                    .any(|place| (self.is_identical)(&nodes[place].state, &child.state));
                if !is_loop {
                    queue.push(nodes.len());
                    nodes.push(child);
                }
            }
            meter.width(queue.len() as u64);
            meter.memory((nodes.len() * size_of::<CpsNode<State>>()) as u64)?;
        }
        Ok(None)
    }

    /// Returns the children of the node at `end`, in the order of the operators.
    fn list_children(
        &self,
        nodes: &[CpsNode<State>],
        end: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<CpsNode<State>>, Stop> {
        let node = &nodes[end];
        (self.operators)(&node.state)
            .into_iter()
            .map(|operator| {
                meter.tick()?;
                let state = (operator.action)(&node.state);
                Ok(CpsNode {
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

/// Returns the indices of the node at `end` and of its ancestors.
fn lineage_of<State>(
    nodes: &[CpsNode<State>],
    end: usize,
) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(end), |place| nodes[*place].parent)
}

fn path_to<State: Clone>(nodes: &[CpsNode<State>], end: usize) -> Vec<CpsStep<State>> {
    let mut path: Vec<_> = lineage_of(nodes, end)
        .map(|place| CpsStep {
            desc: nodes[place].desc.clone(),
            state: nodes[place].state.clone(),
        })
        .collect();
    path.reverse();
    path
}
