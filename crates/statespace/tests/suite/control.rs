//! Orders, limits, observers and outcomes.

use control::{CancelToken, Detail, Limit, Limits, Observer, Outcome};
use statespace::{
    Event, EventKind, LoopCheck, Search, Space, Strategy, Transition, TransitionOf,
};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

/// The binary tree: n has the children 2n and 2n + 1. Infinite unless it has a depth.
struct Binary {
    leaves_from: u64,
    goals: fn(u64) -> bool,
}

impl Space for Binary {
    type State = u64;
    type Operator = &'static str;

    fn start(&self) -> u64 {
        1
    }
    fn is_goal(&self, number: &u64) -> bool {
        (self.goals)(*number)
    }
    fn successors(&self, number: &u64) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let is_leaf = *number >= self.leaves_from;
        let children = if is_leaf {
            vec![]
        } else {
            vec![("left", 0), ("right", 1)]
        };
        let number = *number;
        children
            .into_iter()
            .map(move |(name, bit)| Transition::new(name, number.wrapping_mul(2) + bit))
    }
}

const INFINITE: Binary = Binary {
    leaves_from: u64::MAX,
    goals: |_| false,
};

const FINITE: Binary = Binary {
    leaves_from: 8,
    goals: |_| false,
};

/// Notes what happens to which number.
#[derive(Default)]
struct Diary(Vec<(EventKind, u64)>);

impl Observer<Event<'_, Binary>> for Diary {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_, Binary>) -> ControlFlow<()> {
        self.0.push((event.kind, *event.state));
        ControlFlow::Continue(())
    }
}

fn expanded(space: &Binary, strategy: Strategy) -> Vec<u64> {
    let mut solutions = Search::new(space, strategy).observed(Diary::default());
    assert!(solutions.by_ref().next().is_none());
    let diary = solutions.into_observer().0;
    let expanded = diary.iter().filter(|(kind, _)| *kind == EventKind::Expand);
    expanded.map(|(_, number)| *number).collect()
}

#[test]
fn each_strategy_has_its_order() {
    let by_layer: Vec<u64> = (1..16).collect();
    let preorder = [1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15];
    assert_eq!(expanded(&FINITE, Strategy::DepthFirst), preorder);
    assert_eq!(expanded(&FINITE, Strategy::BreadthFirst), by_layer);
    // All steps cost 1 and all estimates are 0: ties go to the node that was generated
    // first.
    assert_eq!(expanded(&FINITE, Strategy::UniformCost), by_layer);
    assert_eq!(expanded(&FINITE, Strategy::AStar), by_layer);
    assert_eq!(expanded(&FINITE, Strategy::Greedy), by_layer);
    let rounds = [&[1][..], &[1, 2, 3], &[1, 2, 4, 5, 3, 6, 7], &preorder];
    assert_eq!(
        expanded(&FINITE, Strategy::IterativeDeepening),
        rounds.concat()
    );
    assert_eq!(expanded(&FINITE, Strategy::IdaStar), rounds.concat());
    let narrow = Strategy::Beam(NonZeroUsize::MIN);
    assert_eq!(expanded(&FINITE, narrow), [1, 2, 4, 8]);
}

#[test]
fn a_narrow_beam_reports_dropped_states() {
    let seeks_15 = Binary {
        goals: |number| number == 15,
        ..FINITE
    };
    let report = Search::new(&seeks_15, Strategy::Beam(NonZeroUsize::MIN)).first();
    assert_eq!((report.outcome, report.dropped), (Outcome::GaveUp, 3));
    assert!(report.solution.is_none());
    let report = Search::new(&seeks_15, "beam:8".parse().unwrap()).first();
    assert_eq!((report.outcome, report.dropped), (Outcome::Found, 0));
}

#[test]
fn many_paths_to_one_state_do_not_crowd_a_beam_with_a_closed_set() {
    /// Two ways lead from 0 to the dead end 1, and a third to 2, behind which the goal
    /// lies.
    struct Crowd;
    impl Space for Crowd {
        type State = u8;
        type Operator = char;
        fn start(&self) -> u8 {
            0
        }
        fn is_goal(&self, state: &u8) -> bool {
            *state == 3
        }
        fn successors(&self, state: &u8) -> impl IntoIterator<Item = TransitionOf<Self>> {
            match state {
                0 => vec![
                    Transition::new('a', 1),
                    Transition::new('b', 1),
                    Transition::new('c', 2),
                ],
                2 => vec![Transition::new('d', 3)],
                _ => vec![],
            }
        }
    }
    let found = |check| {
        let search = Search::new(&Crowd, "beam:2".parse().unwrap()).loop_check(check);
        search.first().solution.is_some()
    };
    assert!(!found(LoopCheck::Path));
    assert!(found(LoopCheck::Closed));
}

#[test]
fn a_start_that_is_a_goal_is_a_solution_of_no_steps() {
    let all = Binary {
        goals: |_| true,
        ..INFINITE
    };
    for strategy in Strategy::ALL {
        let mut solutions = Search::new(&all, strategy).solutions();
        assert_eq!(solutions.outcome(), None);
        assert!(solutions.next().unwrap().steps.is_empty(), "{strategy}");
        assert!(solutions.next().is_none());
        assert!(solutions.next().is_none());
        assert_eq!(solutions.outcome(), Some(Outcome::Exhausted));
        assert_eq!(solutions.statistics().expanded, 1);
    }
}

#[test]
fn finds_solutions_on_demand() {
    let seeks_powers = Binary {
        leaves_from: 1 << 40,
        goals: |number| number > 4 && number.is_power_of_two(),
    };
    for strategy in [Strategy::BreadthFirst, Strategy::IterativeDeepening] {
        let mut solutions = Search::new(&seeks_powers, strategy).solutions();
        assert_eq!(*solutions.next().unwrap().end(), 8);
        assert!(solutions.statistics().expanded < 30);
    }
}

/// From every number to the next, and to one far away: never ends, and holds many
/// detours.
struct Endless;

impl Space for Endless {
    type State = u64;
    type Operator = &'static str;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn successors(&self, number: &u64) -> impl IntoIterator<Item = TransitionOf<Self>> {
        [
            Transition::new("step", number + 1),
            Transition::new("leap", number + 1_000_000),
        ]
    }
}

#[test]
fn every_limit_stops_every_strategy() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let cases = [
        (
            Limits::default().with_nodes(5_000),
            Outcome::LimitReached(Limit::Nodes),
        ),
        (
            Limits::default().with_memory(100_000),
            Outcome::LimitReached(Limit::Memory),
        ),
        (
            Limits::default().with_time(Duration::ZERO),
            Outcome::LimitReached(Limit::Time),
        ),
        (
            Limits::default().with_time(Duration::from_millis(20)),
            Outcome::LimitReached(Limit::Time),
        ),
        (Limits::default().with_cancel(cancel), Outcome::Cancelled),
    ];
    for (limits, outcome) in &cases {
        for check in LoopCheck::ALL {
            for strategy in Strategy::ALL {
                // Deepening searches would take for ever to fill the memory with one
                // path.
                let deepens =
                    matches!(strategy, Strategy::IterativeDeepening | Strategy::IdaStar);
                if deepens && limits.memory.is_some() && check != LoopCheck::Closed {
                    continue;
                }
                let search = Search::new(&Endless, strategy)
                    .loop_check(check)
                    .limits(limits);
                let report = search.first();
                assert_eq!(report.outcome, *outcome, "{strategy} {check}");
                assert!(report.solution.is_none());
                if let Some(nodes) = limits.nodes {
                    assert_eq!(report.statistics.expanded, nodes);
                }
            }
        }
    }
}

/// Every number is a neighbour of every other; the search is cancelled while it hears of
/// them.
struct Boundless {
    cancel: CancelToken,
}

impl Space for Boundless {
    type State = u64;
    type Operator = &'static str;
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn successors(&self, _: &u64) -> impl IntoIterator<Item = TransitionOf<Self>> {
        (1..).map(|number| {
            self.cancel.cancel();
            Transition::new("jump", number)
        })
    }
}

#[test]
fn a_state_with_endless_successors_can_be_left() {
    for check in LoopCheck::ALL {
        for strategy in Strategy::ALL {
            let space = Boundless {
                cancel: CancelToken::new(),
            };
            let limits = Limits::default().with_cancel(space.cancel.clone());
            let report = Search::new(&space, strategy)
                .loop_check(check)
                .limits(&limits)
                .first();
            assert_eq!(
                (report.outcome, report.statistics.expanded),
                (Outcome::Cancelled, 1)
            );
        }
    }
}

#[test]
fn depth_first_search_holds_a_single_path() {
    let deep = Binary {
        leaves_from: 1 << 16,
        goals: |_| false,
    };
    // 131,071 nodes are expanded; 16 levels of one expanded and one waiting node are
    // held.
    let limits = Limits::default().with_memory(64 * 100);
    for strategy in [Strategy::DepthFirst, Strategy::IterativeDeepening] {
        let report = Search::new(&deep, strategy).limits(&limits).first();
        assert_eq!(report.outcome, Outcome::Exhausted);
        assert_eq!(report.statistics.deepest, 16);
    }
}

#[test]
fn the_statistics_are_right_on_a_tree() {
    let statistics = Search::new(&FINITE, Strategy::BreadthFirst)
        .first()
        .statistics;
    assert_eq!((statistics.expanded, statistics.generated), (15, 14));
    assert_eq!((statistics.deepest, statistics.widest), (3, 8));
}

#[test]
fn reports_loops() {
    /// Two states, each the other's neighbour.
    struct Pair;
    impl Space for Pair {
        type State = bool;
        type Operator = &'static str;
        fn start(&self) -> bool {
            false
        }
        fn is_goal(&self, _: &bool) -> bool {
            false
        }
        fn successors(
            &self,
            state: &bool,
        ) -> impl IntoIterator<Item = TransitionOf<Self>> {
            [Transition::new("turn", !state)]
        }
    }
    struct Loops(u32);
    impl Observer<Event<'_, Pair>> for Loops {
        const DETAIL: Detail = Detail::Steps;
        fn observe(&mut self, event: Event<'_, Pair>) -> ControlFlow<()> {
            if event.kind == EventKind::Loop {
                assert_eq!(
                    (event.depth, event.cost, event.operator),
                    (2, 2, Some(&"turn"))
                );
                self.0 += 1;
            }
            ControlFlow::Continue(())
        }
    }
    for check in [LoopCheck::Path, LoopCheck::Closed] {
        let search = Search::new(&Pair, Strategy::DepthFirst).loop_check(check);
        let mut solutions = search.observed(Loops(0));
        assert!(solutions.next().is_none());
        assert_eq!(solutions.outcome(), Some(Outcome::Exhausted));
        assert_eq!(solutions.into_observer().0, 1);
    }
}

#[test]
fn an_observer_can_end_the_search() {
    /// Wants to see goals, and one only.
    struct One;
    impl Observer<Event<'_, Binary>> for One {
        const DETAIL: Detail = Detail::Solutions;
        fn observe(&mut self, event: Event<'_, Binary>) -> ControlFlow<()> {
            assert_eq!((event.kind, *event.state), (EventKind::Goal, 4));
            ControlFlow::Break(())
        }
    }
    let seeks_layer = Binary {
        goals: |number| number >= 4,
        ..INFINITE
    };
    let mut solutions = Search::new(&seeks_layer, Strategy::DepthFirst).observed(One);
    assert_eq!(*solutions.next().unwrap().end(), 4);
    assert!(solutions.next().is_none());
    assert_eq!(solutions.outcome(), Some(Outcome::Found));
}
