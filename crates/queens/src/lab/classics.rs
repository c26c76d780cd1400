//! The general problem solver on classic problems, and its steps.

use crate::document::{SearchEvent, SearchPage};
use crate::engines::ladder::state_space::QueensSpace;
use crate::problem::{Problem, ProblemError};
use crate::unsupported::Unsupported;
use control::{Detail, Limit, Limits, Observer, Outcome};
use serde::Deserialize;
use statespace::problems::{
    EightPuzzle, EightPuzzleError, Frogs, FrogsError, Jugs, JugsError, Missionaries,
    MissionariesError, Route, RouteError,
};
use statespace::{Event, EventKind, LoopCheck, Search, Space, Strategy};
use std::fmt::Display;
use std::ops::ControlFlow;

/// A classic problem with its parameters, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum Classic {
    /// Queens on a board of `size` x `size`, placed row by row.
    Queens {
        /// Side of the board.
        size: u32,
    },
    /// Water to be measured out with jugs.
    Jugs {
        /// Capacity of each jug, in litres.
        capacities: Vec<u32>,
        /// Litres that one of them must hold in the end.
        goal: u32,
    },
    /// Eight numbered tiles to slide into order.
    EightPuzzle {
        /// Tiles row by row, 0 for the gap: nine digits.
        tiles: String,
    },
    /// Missionaries and cannibals who cross a river.
    Missionaries {
        /// Number of missionaries, and of cannibals.
        pairs: u32,
        /// Number of seats in the boat.
        boat: u32,
    },
    /// Frogs and toads that swap places.
    Frogs {
        /// Number of frogs, and of toads.
        each: usize,
    },
    /// A route on the road map of Romania.
    Route {
        /// City of departure.
        start: String,
        /// City of arrival.
        goal: String,
    },
}

/// Reason why the parameters of a [`Classic`] are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum ClassicError {
    /// The board of the queens.
    Board(#[from] ProblemError),
    /// The number of the queens.
    Queens(#[from] Unsupported),
    /// The jugs, or the goal.
    Jugs(#[from] JugsError),
    /// The tiles.
    EightPuzzle(#[from] EightPuzzleError),
    /// The missionaries, the cannibals or their boat.
    Missionaries(#[from] MissionariesError),
    /// The frogs and toads.
    Frogs(#[from] FrogsError),
    /// The cities.
    Route(#[from] RouteError),
}

/// An operation on a problem with any kind of states.
pub trait Visit {
    /// Its result.
    type Output;

    /// Runs the operation.
    fn visit<S: Space<State: Display>>(self, space: &S) -> Self::Output;
}

impl Classic {
    /// Returns the name in documents.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Classic::Queens { size } => format!("queens {size}"),
            Classic::Jugs { .. } => "jugs".to_owned(),
            Classic::EightPuzzle { .. } => "eight-puzzle".to_owned(),
            Classic::Missionaries { .. } => "missionaries".to_owned(),
            Classic::Frogs { .. } => "frogs".to_owned(),
            Classic::Route { .. } => "route".to_owned(),
        }
    }

    /// Runs `visitor` on the problem.
    ///
    /// # Errors
    /// Invalid parameters.
    pub fn visit<V: Visit>(&self, visitor: V) -> Result<V::Output, ClassicError> {
        Ok(match self {
            Classic::Queens { size } => {
                visitor.visit(&QueensSpace::new(&Problem::queens(*size)?)?)
            }
            Classic::Jugs { capacities, goal } => {
                visitor.visit(&Jugs::new(capacities, *goal)?)
            }
            Classic::EightPuzzle { tiles } => {
                visitor.visit(&EightPuzzle::new(tiles.parse()?)?)
            }
            Classic::Missionaries { pairs, boat } => {
                visitor.visit(&Missionaries::new(*pairs, *boat)?)
            }
            Classic::Frogs { each } => visitor.visit(&Frogs::new(*each)?),
            Classic::Route { start, goal } => {
                visitor.visit(&Route::romania(start, goal)?)
            }
        })
    }
}

/// Selection of the steps of a search.
#[derive(Clone, Copy, Debug)]
pub struct StepsWanted<'l> {
    /// Order in which nodes are expanded.
    pub strategy: Strategy,
    /// Treatment of states that were met before.
    pub loop_check: LoopCheck,
    /// Number of steps to skip.
    pub from: u64,
    /// Largest number of steps to return.
    pub limit: usize,
    /// Limits of the search.
    pub limits: &'l Limits,
}

/// Returns the steps of a search for one solution of `problem`: the nodes that are
/// expanded, generated, and so on.
///
/// The search runs from its start each time: skipped steps cost time too.
///
/// # Errors
/// Invalid parameters.
pub fn search_steps(
    problem: &Classic,
    wanted: StepsWanted<'_>,
) -> Result<SearchPage, ClassicError> {
    problem.visit(StepVisitor {
        name: problem.name(),
        wanted,
    })
}

struct StepVisitor<'l> {
    name: String,
    wanted: StepsWanted<'l>,
}

impl Visit for StepVisitor<'_> {
    type Output = SearchPage;

    fn visit<S: Space<State: Display>>(self, space: &S) -> SearchPage {
        let StepsWanted {
            strategy,
            loop_check,
            from,
            limit,
            limits,
        } = self.wanted;
        let search = Search::new(space, strategy)
            .loop_check(loop_check)
            .limits(limits);
        let diary = StepRecorder {
            from,
            limit,
            step: 0,
            steps: Vec::new(),
            is_more: false,
            expanded: 0,
            newest: 0,
        };
        let mut solutions = search.observed(diary);
        let is_found = solutions.next().is_some();
        let outcome = solutions.outcome();
        let StepRecorder { steps, is_more, .. } = solutions.into_observer();
        let outcome = match outcome {
            _ if is_more => Outcome::LimitReached(Limit::Nodes),
            _ if is_found => Outcome::Found,
            Some(outcome) => outcome,
            None => Outcome::Found,
        };
        let end = !is_more && (outcome.is_complete() || outcome == Outcome::GaveUp);
        let (strategy, loop_check) = (strategy.to_string(), loop_check.to_string());
        SearchPage {
            problem: self.name,
            strategy,
            loop_check,
            from,
            steps,
            end,
            outcome,
        }
    }
}

/// Observer that records the selected steps.
struct StepRecorder {
    from: u64,
    limit: usize,
    step: u64,
    steps: Vec<SearchEvent>,
    is_more: bool,
    /// The node that is being expanded.
    expanded: u64,
    /// The node that was generated last.
    newest: u64,
}

impl<S: Space<State: Display>> Observer<Event<'_, S>> for StepRecorder {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        if self.steps.len() == self.limit {
            self.is_more = true;
            return ControlFlow::Break(());
        }
        self.step += 1;
        let is_made_now = event.number > self.newest;
        if is_made_now {
            self.newest = event.number;
        } else if event.kind == EventKind::Expand {
            self.expanded = event.number;
        }
        if self.step > self.from {
            self.steps.push(SearchEvent {
                step: self.step,
                event: match event.kind {
                    EventKind::Expand => "expand",
                    EventKind::Generate => "generate",
                    EventKind::Loop => "loop",
                    EventKind::Cut => "cut",
                    EventKind::Goal => "goal",
                },
                node: event.number,
                parent: is_made_now.then_some(self.expanded),
                operator: event.operator.map(ToString::to_string),
                state: event.state.to_string(),
                depth: event.depth as u64,
                cost: event.cost,
                rank: event.rank,
                replaces: event.replaces,
            });
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn steps(
        problem: &Classic,
        strategy: Strategy,
        from: u64,
        limit: usize,
    ) -> SearchPage {
        let limits = Limits::default();
        let wanted = StepsWanted {
            strategy,
            loop_check: LoopCheck::Closed,
            from,
            limit,
            limits: &limits,
        };
        search_steps(problem, wanted).unwrap()
    }

    /// The first node that waits is the next that is expanded: what is said of the open
    /// list in the guide.
    #[test]
    fn the_steps_reproduce_the_open_list() {
        let problems = [
            Classic::Queens { size: 5 },
            Classic::Jugs {
                capacities: vec![4, 5],
                goal: 2,
            },
            Classic::EightPuzzle {
                tiles: "123745086".to_owned(),
            },
            Classic::Missionaries { pairs: 3, boat: 2 },
            Classic::Frogs { each: 2 },
            Classic::Route {
                start: "Arad".to_owned(),
                goal: "Bucharest".to_owned(),
            },
        ];
        let strategies = [
            Strategy::BreadthFirst,
            Strategy::UniformCost,
            Strategy::Greedy,
            Strategy::AStar,
            Strategy::DepthFirst,
        ];
        for problem in &problems {
            for strategy in strategies {
                let page = steps(problem, strategy, 0, 100_000);
                assert!(
                    page.end && page.outcome == Outcome::Found,
                    "{problem:?} {strategy}"
                );
                let mut expanded = HashMap::from([(0, 0)]);
                let mut open = vec![((0, 0), 0)];
                let mut states = HashMap::from([(0, page.steps[0].state.clone())]);
                let mut closed = Vec::new();
                for event in &page.steps {
                    states.insert(event.node, event.state.clone());
                    match event.event {
                        "generate" => {
                            // By rank, then by age; depth-first the children of the last
                            // expanded node first.
                            let rank = match strategy {
                                Strategy::DepthFirst => {
                                    u64::MAX - expanded[&event.parent.unwrap()]
                                }
                                _ => event.rank,
                            };
                            open.retain(|(_, node)| Some(*node) != event.replaces);
                            closed.retain(|node| Some(*node) != event.replaces);
                            open.push(((rank, event.node), event.node));
                        }
                        "loop" => {}
                        taken => {
                            open.sort_unstable();
                            assert_eq!(
                                open.remove(0).1,
                                event.node,
                                "{problem:?} {strategy} {}",
                                event.step
                            );
                            if taken == "expand" {
                                expanded.insert(event.node, event.step);
                                closed.push(event.node);
                            }
                        }
                    }
                    // A state is in one list only, and there once.
                    let listed = open.iter().map(|(_, node)| node).chain(&closed);
                    let distinct: HashSet<_> =
                        listed.clone().map(|node| &states[node]).collect();
                    let lists = open.len() + closed.len();
                    assert_eq!(
                        distinct.len(),
                        lists,
                        "{problem:?} {strategy} {}",
                        event.step
                    );
                }
            }
        }
    }

    #[test]
    fn pages_join_without_gaps() {
        let river = Classic::Missionaries { pairs: 3, boat: 2 };
        let whole = steps(&river, Strategy::AStar, 0, 1_000);
        let first = steps(&river, Strategy::AStar, 0, 10);
        let rest = steps(&river, Strategy::AStar, 10, 1_000);
        assert!(!first.end && rest.end && first.steps.len() == 10);
        assert_eq!([first.steps, rest.steps].concat(), whole.steps);
    }

    /// Amarel (1968): three of each need 11 crossings.
    #[test]
    fn the_goal_has_the_published_depth() {
        let page = steps(
            &Classic::Missionaries { pairs: 3, boat: 2 },
            Strategy::BreadthFirst,
            0,
            1_000,
        );
        let goal = page.steps.last().unwrap();
        assert_eq!((goal.event, goal.depth), ("goal", 11));
    }

    #[test]
    fn refuses_unknown_problems() {
        let swapped = Classic::EightPuzzle {
            tiles: "213456780".to_owned(),
        };
        let limits = Limits::default();
        let (strategy, loop_check) = (Strategy::AStar, LoopCheck::Closed);
        let wanted = StepsWanted {
            strategy,
            loop_check,
            from: 0,
            limit: 10,
            limits: &limits,
        };
        let error = search_steps(&swapped, wanted).unwrap_err().to_string();
        assert!(error.contains("213456780"), "{error}");
    }
}
