//! Every strategy against engines that share nothing with it, on random small graphs.

use crate::common::distances;
use control::{Detail, Observer};
use proptest::prelude::*;
use statespace::{
    Event, EventKind, LoopCheck, MinimizedMeasure, Outcome, Search, Solution, Space,
    Strategy, Transition, TransitionOf,
};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

const NODES: usize = 7;

/// A directed graph. The operator of an edge is its number, so that parallel edges
/// differ.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<(usize, usize, u64)>,
    goals: Vec<bool>,
    estimates: Vec<u64>,
}

impl Space for Graph {
    type State = usize;
    type Operator = usize;

    fn start(&self) -> usize {
        0
    }
    fn is_goal(&self, node: &usize) -> bool {
        self.goals[*node]
    }
    fn successors(&self, node: &usize) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let edges = self.edges.iter().enumerate();
        edges
            .filter(|(_, edge)| edge.0 == *node)
            .map(|(number, edge)| Transition::with_cost(number, edge.1, edge.2))
    }
    fn heuristic(&self, node: &usize) -> u64 {
        self.estimates[*node]
    }
}

impl Graph {
    /// The same graph with every edge of length 1.
    fn unweighted(&self) -> Graph {
        let mut graph = self.clone();
        for edge in &mut graph.edges {
            edge.2 = 1;
        }
        graph
    }

    /// All ways from `path` on that meet no node twice and end at their first goal.
    fn extend(
        &self,
        node: usize,
        met: &[usize],
        path: &[usize],
        all: &mut Vec<Vec<usize>>,
    ) {
        if self.goals[node] {
            all.push(path.to_vec());
            return;
        }
        for (number, &(from, to, _)) in self.edges.iter().enumerate() {
            if from == node && !met.contains(&to) {
                self.extend(to, &[met, &[to]].concat(), &[path, &[number]].concat(), all);
            }
        }
    }

    fn all_ways(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        self.extend(0, &[0], &[], &mut all);
        all.sort();
        all
    }
}

prop_compose! {
    /// Edges may cost nothing. Estimates are a random share of the true distance:
    /// admissible, but as inconsistent as can be; where no goal can be reached they are
    /// anything.
    fn graphs(least_cost: u64)(
        edges in prop::collection::vec((0..NODES, 0..NODES, least_cost..12), 0..16),
        goals in prop::collection::vec(prop::bool::weighted(0.25), NODES),
        shares in prop::collection::vec(0..=4u64, NODES),
    ) -> Graph {
        let mut graph = Graph { edges, goals, estimates: vec![0; NODES] };
        let distances = distances(&graph);
        for (node, share) in shares.into_iter().enumerate() {
            graph.estimates[node] = distances.get(&node).unwrap_or(&20) * share / 4;
        }
        graph
    }
}

/// Checks that a state is in the open or the closed list, and there once.
#[derive(Default)]
struct OneNodePerState {
    /// For each state the number of its node, and whether it is open.
    lists: HashMap<usize, (u64, bool)>,
    goals: HashSet<usize>,
    expansions: usize,
}

impl Observer<Event<'_, Graph>> for OneNodePerState {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_, Graph>) -> ControlFlow<()> {
        let known = self.lists.get(event.state).copied();
        match event.kind {
            EventKind::Generate => {
                assert_eq!(event.replaces, known.map(|(number, _)| number));
                self.lists.insert(*event.state, (event.number, true));
            }
            EventKind::Expand | EventKind::Goal => {
                let is_root = event.operator.is_none();
                assert!(is_root || known == Some((event.number, true)));
                // Each round of a deepening search begins with the goals of earlier
                // rounds.
                if is_root {
                    self.lists.retain(|state, _| self.goals.contains(state));
                }
                self.lists.insert(*event.state, (event.number, false));
                if event.kind == EventKind::Goal {
                    self.goals.insert(*event.state);
                } else {
                    self.expansions += 1;
                }
            }
            EventKind::Loop => assert!(known.is_some() && event.replaces.is_none()),
            EventKind::Cut => assert!(event.replaces.is_none()),
        }
        ControlFlow::Continue(())
    }
}

/// All strategies, with a beam that is wide enough for everything.
fn thorough() -> impl Iterator<Item = Strategy> {
    Strategy::ALL.into_iter().map(|strategy| match strategy {
        Strategy::Beam(_) => Strategy::Beam(NonZeroUsize::MAX),
        other => other,
    })
}

fn assert_is_way(graph: &Graph, solution: &Solution<Graph>) {
    let mut node = solution.start;
    assert_eq!(node, 0);
    for step in &solution.steps {
        assert!(!graph.goals[node], "goals are not expanded");
        assert_eq!(graph.edges[step.operator], (node, step.state, step.cost));
        node = step.state;
    }
    assert!(graph.goals[node]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_first_solution_has_the_promised_quality(graph in graphs(0)) {
        let cheapest = distances(&graph).get(&0).copied();
        let shortest = distances(&graph.unweighted()).get(&0).copied();
        for strategy in thorough() {
            for check in [LoopCheck::Path, LoopCheck::Closed] {
                let report = Search::new(&graph, strategy).loop_check(check).first();
                let Some(solution) = report.solution else {
                    prop_assert_eq!(cheapest, None, "{} {}", strategy, check);
                    prop_assert_eq!(report.outcome, Outcome::Exhausted);
                    continue;
                };
                assert_is_way(&graph, &solution);
                prop_assert_eq!(report.outcome, Outcome::Found);
                match strategy.minimises() {
                    Some(MinimizedMeasure::Cost) => prop_assert_eq!(Some(solution.cost()), cheapest, "{} {}", strategy, check),
                    Some(MinimizedMeasure::Steps) => prop_assert_eq!(Some(solution.steps.len() as u64), shortest, "{} {}", strategy, check),
                    None => (),
                }
            }
        }
    }

    #[test]
    fn complete_strategies_need_no_loop_check(graph in graphs(4)) {
        let Some(cheapest) = distances(&graph).get(&0).copied() else { return Ok(()) };
        let shortest = distances(&graph.unweighted())[&0];
        // Paths of more steps take too long without a loop check: that is what loop
        // checks are for.
        prop_assume!(cheapest <= 24 && shortest <= 5);
        for strategy in Strategy::ALL.into_iter().filter(|strategy| strategy.is_complete()) {
            let report = Search::new(&graph, strategy).loop_check(LoopCheck::None).first();
            let solution = report.solution.unwrap();
            match strategy.minimises() {
                Some(MinimizedMeasure::Cost) => prop_assert_eq!(solution.cost(), cheapest, "{}", strategy),
                _ => prop_assert_eq!(solution.steps.len() as u64, shortest, "{}", strategy),
            }
        }
    }

    #[test]
    fn path_checking_finds_all_paths_with_every_strategy(graph in graphs(0)) {
        let ways = graph.all_ways();
        for strategy in thorough() {
            let mut solutions = Search::new(&graph, strategy).solutions();
            let found: Vec<_> = solutions.by_ref().collect();
            prop_assert_eq!(solutions.outcome(), Some(Outcome::Exhausted));
            match strategy.minimises() {
                Some(MinimizedMeasure::Cost) => prop_assert!(found.is_sorted_by_key(Solution::<Graph>::cost), "{}", strategy),
                Some(MinimizedMeasure::Steps) => prop_assert!(found.is_sorted_by_key(|way| way.steps.len()), "{}", strategy),
                None => (),
            }
            let mut found: Vec<Vec<usize>> = found.iter().map(|way| way.operators().copied().collect()).collect();
            found.sort();
            prop_assert_eq!(&found, &ways, "{}", strategy);
        }
    }

    #[test]
    fn a_closed_set_finds_each_goal_once_with_every_strategy(graph in graphs(0)) {
        let ways = graph.all_ways();
        let end = |way: &Vec<usize>| way.last().map_or(0, |edge| graph.edges[*edge].1);
        let goals: HashSet<usize> = ways.iter().map(end).collect();
        for strategy in thorough() {
            let search = Search::new(&graph, strategy).loop_check(LoopCheck::Closed);
            let found: Vec<usize> = search.solutions().map(|way| *way.end()).collect();
            prop_assert_eq!(found.len(), goals.len(), "{}", strategy);
            prop_assert_eq!(&found.into_iter().collect::<HashSet<_>>(), &goals, "{}", strategy);
        }
    }

    #[test]
    fn a_closed_set_keeps_one_node_of_each_state(graph in graphs(0)) {
        for strategy in thorough() {
            let search = Search::new(&graph, strategy).loop_check(LoopCheck::Closed);
            let mut solutions = search.observed(OneNodePerState::default());
            let goals = solutions.by_ref().count();
            let nodes = solutions.statistics().expanded;
            let lists = solutions.into_observer();
            prop_assert_eq!((lists.expansions + goals) as u64, nodes, "{}", strategy);
        }
    }

    #[test]
    fn loop_checks_change_nothing_on_a_tree(parents in prop::collection::vec((any::<prop::sample::Index>(), 0..9u64), 1..25), goal in 2..5usize) {
        let edges: Vec<_> = parents.iter().enumerate()
            .map(|(number, (parent, cost))| (parent.index(number + 1), number + 1, *cost))
            .collect();
        let nodes = edges.len() + 1;
        let goals = (0..nodes).map(|node| node % goal == 1).collect();
        let tree = Graph { edges, goals, estimates: vec![0; nodes] };
        for strategy in thorough() {
            let found = LoopCheck::ALL.map(|check| {
                Search::new(&tree, strategy).loop_check(check).solutions().collect::<Vec<_>>()
            });
            prop_assert_eq!(&found[0], &found[1], "{}", strategy);
            prop_assert_eq!(&found[0], &found[2], "{}", strategy);
            let mut found: Vec<Vec<usize>> = found[0].iter().map(|way| way.operators().copied().collect()).collect();
            found.sort();
            prop_assert_eq!(&found, &tree.all_ways(), "{}", strategy);
        }
    }
}

#[test]
fn a_cheaper_path_reopens_a_closed_state() {
    // 2 is closed at cost 3 before 1, whose true estimate is high, shows a way to it that
    // costs 2.
    let graph = Graph {
        edges: vec![(0, 1, 1), (0, 2, 3), (1, 2, 1), (2, 3, 10)],
        goals: vec![false, false, false, true],
        estimates: vec![0, 11, 0, 0],
    };
    for strategy in [Strategy::AStar, Strategy::IdaStar, Strategy::UniformCost] {
        let search = Search::new(&graph, strategy).loop_check(LoopCheck::Closed);
        assert_eq!(search.first().solution.unwrap().cost(), 12, "{strategy}");
    }
}

#[test]
fn the_goal_is_tested_on_expansion() {
    // The goal is first generated at cost 10 and later at cost 2.
    let graph = Graph {
        edges: vec![(0, 2, 10), (0, 1, 1), (1, 2, 1)],
        goals: vec![false, false, true],
        estimates: vec![0; 3],
    };
    for strategy in [Strategy::AStar, Strategy::UniformCost] {
        assert_eq!(
            Search::new(&graph, strategy)
                .first()
                .solution
                .unwrap()
                .cost(),
            2
        );
    }
}
