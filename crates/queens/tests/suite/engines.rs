//! The engines of the ladder beyond what `conformance` and `oracle` ask of every method: rectangles,
//! limits, lots, formulas, and counting in parts.

use crate::common;
use proptest::prelude::*;
use queens::check;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines::ladder::{Event, construction, parts};
use queens::engines::{self, Engine, Finding, StepKind};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::unsupported::Parameter;
use queens::{Question, Settings, ask};
use std::ops::ControlFlow;

/// The engines that find all solutions.
const ALL: [&str; 3] = ["exact-cover", "backtracking", "bitmask"];

fn method(id: &str) -> &'static dyn Engine {
    engines::find(id).expect(id)
}

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

fn count_in_parts(method: &dyn Engine, problem: &Problem, threads: usize) -> Finding {
    let parts = parts::split(method, problem, threads).unwrap();
    parts::count(method, &parts, &Settings::default().with_threads(threads), &|_, _| {}).unwrap()
}

fn first(method: &dyn Engine, problem: &Problem, settings: &Settings) -> (Option<Placement>, Outcome) {
    let mut found = None;
    let report = method.solutions(problem, settings, &mut |placement| {
        found = Some(placement.clone());
        ControlFlow::Break(())
    });
    (found, report.unwrap().outcome)
}

/// A061989 (3 x n), A061990 (4 x n), A061991 (5 x n), A172449 (8 x n).
const RECTANGLES: [(u32, u32, u128); 9] = [
    (3, 4, 4),
    (3, 8, 140),
    (4, 6, 46),
    (4, 8, 344),
    (5, 6, 40),
    (5, 7, 164),
    (5, 8, 568),
    (8, 8, 92),
    (8, 9, 1066),
];

#[test]
fn rectangles_lie_and_stand() {
    for (short, long, value) in RECTANGLES {
        let lying = Problem::builder(short, long).build().unwrap();
        let standing = Problem::builder(long, short).build().unwrap();
        for id in ALL {
            assert_eq!(method(id).count(&lying, &Settings::default()).unwrap().count, value, "{id}");
        }
        for id in ["exact-cover", "backtracking"] {
            assert_eq!(method(id).count(&standing, &Settings::default()).unwrap().count, value, "{id}");
        }
    }
}

/// A000170, A007705 (torus), A051223 (superqueens), A099152 (semiqueens), A172449 (rectangle).
#[test]
fn parts_add_up_to_the_published_counts() {
    let cases = [
        ("queens 1", 1),
        ("queens 2", 0),
        ("queens 3", 0),
        ("queens 4", 2),
        ("queens 5", 10),
        ("queens 6", 4),
        ("queens 7", 40),
        ("queens 8", 92),
        ("queens 9", 352),
        ("queens 10", 724),
        ("torus 7", 28),
        ("torus 11", 88),
        ("superqueens 10", 4),
        ("semiqueens 8", 2113),
        ("8x9", 1066),
        ("9x8", 1066),
        ("0", 1),
    ];
    for (text, value) in cases {
        let problem = problem(text);
        for id in ALL.into_iter().chain(["flags", "mirrored"]) {
            let method = method(id);
            if method.accepts(&problem, Question::Count).is_err() {
                continue;
            }
            for threads in [1, 3] {
                let finding = count_in_parts(method, &problem, threads);
                assert_eq!((finding.count, finding.step), (Some(value), Ok(())), "{id} on {text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_share_no_solution_and_miss_none(problem in common::problems(), threads in 1..4usize) {
        let Some(expected) = common::all_solutions(&problem, 3_000) else { return Ok(()) };
        for id in ALL {
            if method(id).accepts(&problem, Question::Count).is_ok() {
                let finding = count_in_parts(method(id), &problem, threads);
                prop_assert_eq!(finding.count, Some(expected.len() as u128), "{} on\n{}", id, problem);
            }
        }
    }
}

#[test]
fn limits_hold_for_every_engine() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let cancelled = Settings::default().with_cancel(cancel);
    let limited = Settings::default().with_nodes(5);
    let problem = Problem::queens(12).unwrap();
    let all = ALL.map(|id| (id, Question::Count)).into_iter();
    for (id, question) in all.chain(["min-conflicts", "construction"].map(|id| (id, Question::One))) {
        let answer = ask(&problem, question, &limited.clone().with_engine(id)).unwrap();
        assert_eq!(answer.outcome, Outcome::LimitReached(Limit::Nodes), "{id}");
        // A method that enters the nodes of a row together stops before the row that would be too many.
        assert!(answer.statistics.expanded <= 5, "{id}");
        let answer = ask(&problem, question, &cancelled.clone().with_engine(id)).unwrap();
        assert_eq!((answer.outcome, answer.statistics.expanded), (Outcome::Cancelled, 0), "{id}");
    }
}

#[test]
fn min_conflicts_repairs_any_board_and_repeats_itself() {
    let method = method("min-conflicts");
    for size in [4, 5, 6, 7, 8, 20, 100] {
        let problem = Problem::queens(size).unwrap();
        for seed in 0..5 {
            let settings = Settings::default().with_seed(seed);
            let (found, _) = first(method, &problem, &settings);
            assert_eq!(check::solution(&problem, found.as_ref().unwrap()), Ok(()), "{size}, seed {seed}");
            assert_eq!(first(method, &problem, &settings).0, found, "{size}, seed {seed}");
        }
    }
}

/// A000170: no solution for 2 and 3.
#[test]
fn min_conflicts_ends_where_there_is_no_solution_on_a_tiny_board() {
    for text in ["2", "3", "5x4\nrows: 1\ncolumns: 0..1", "4\ngivens: a1"] {
        let (found, outcome) = first(method("min-conflicts"), &problem(text), &Settings::default());
        assert_eq!((found, outcome), (None, Outcome::Exhausted), "{text}");
    }
}

#[test]
fn the_formula_serves_large_boards() {
    for size in [0, 1, 4, 5, 6, 7, 8, 9, 14, 15, 50_000, 50_001, 50_002, 50_003] {
        let problem = Problem::queens(size).unwrap();
        let (found, _) = first(method("construction"), &problem, &Settings::default());
        assert_eq!(check::solution(&problem, &found.unwrap()), Ok(()), "{size}");
    }
    assert!(construction::columns(3).is_none());
    assert_eq!(construction::columns(u32::MAX).map(|mut columns| columns.next().is_some()), Some(true));
}

#[test]
fn what_is_no_exact_cover_is_refused_with_the_reason() {
    for (text, parameter, words) in [
        ("kings 4", Parameter::Rows, "a1 belongs to none"),
        ("queens 4\nrows: 1..2", Parameter::Rows, "row 1 takes 1..2"),
        ("queens 4\ntotal: 3", Parameter::Total, "the board takes 3"),
    ] {
        let refusal = method("exact-cover").accepts(&problem(text), Question::Count).unwrap_err();
        assert_eq!((refusal.engine, refusal.parameter), ("exact-cover", parameter), "{text}");
        assert!(refusal.reason.contains(words), "{refusal}");
    }
}

/// A method is on one line of its idea at each step, and there is no line for steps that it never takes.
#[test]
fn every_step_happens_on_one_line_of_the_idea() {
    for engine in engines::registry() {
        let info = engine.info();
        let lines: Vec<StepKind> = info.idea.iter().filter_map(|line| line.step).collect();
        assert_eq!(lines.is_empty(), !engine.is_of_the_ladder(), "{}", info.id);
        let mut taken = Vec::new();
        for size in [4, 6, 7, 8] {
            let settings = Settings::default().with_limits(Limits::default().with_nodes(20_000));
            let mut follow = |event: Event<'_>| {
                if !taken.contains(&event.kind()) {
                    taken.push(event.kind());
                }
                ControlFlow::Continue(())
            };
            if engine.is_of_the_ladder() {
                engine.trace(&Problem::queens(size).unwrap(), &settings, &mut follow).unwrap();
            }
        }
        assert_eq!(lines.len(), taken.len(), "{}: {lines:?} for {taken:?}", info.id);
        assert!(taken.iter().all(|kind| lines.contains(kind)), "{}: {lines:?} for {taken:?}", info.id);
        assert!(info.idea.iter().all(|line| line.text.len() <= 76), "{}", info.id);
    }
}
