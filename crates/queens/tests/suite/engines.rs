//! The engines of the ladder beyond what `conformance` and `oracle` ask of every engine:
//! rectangles, limits, lots, formulas, and counting in parts.

use crate::common;
use proptest::prelude::*;
use queens::check;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines::ladder::{Event, construction, parts};
use queens::engines::{self, Engine, Finding, StepKind};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::square::Square;
use queens::unsupported::Parameter;
use queens::{Question, Settings, ask};
use std::ops::ControlFlow;

/// The engines that find all solutions.
const ALL: [&str; 6] = [
    "exact-cover",
    "backtracking",
    "bitmask",
    "forward-checking",
    "mac",
    "limited-discrepancy",
];

/// The engines that find one solution.
const ONE: [&str; 6] = [
    "min-conflicts",
    "construction",
    "hill-climbing",
    "annealing",
    "genetic",
    "las-vegas",
];

fn engine(id: &str) -> &'static dyn Engine {
    engines::find(id).expect(id)
}

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

fn count_in_parts(engine: &dyn Engine, problem: &Problem, threads: usize) -> Finding {
    let parts = parts::split(engine, problem, threads).unwrap();
    parts::count(
        engine,
        &parts,
        &Settings::default().with_threads(threads),
        &|_, _| {},
    )
    .unwrap()
}

fn first(
    engine: &dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> (Option<Placement>, Outcome) {
    let mut found = None;
    let report = engine.solutions(problem, settings, &mut |placement| {
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
fn engines_count_wide_and_tall_rectangles() {
    for (short, long, value) in RECTANGLES {
        let lying = Problem::builder(short, long).build().unwrap();
        let standing = Problem::builder(long, short).build().unwrap();
        for id in ALL {
            assert_eq!(
                engine(id)
                    .count(&lying, &Settings::default())
                    .unwrap()
                    .count,
                value,
                "{id}"
            );
        }
        for id in ["exact-cover", "backtracking"] {
            assert_eq!(
                engine(id)
                    .count(&standing, &Settings::default())
                    .unwrap()
                    .count,
                value,
                "{id}"
            );
        }
    }
}

/// A000170, A007705 (torus), A051223 (superqueens), A099152 (semiqueens), A172449
/// (rectangle).
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
            let engine = engine(id);
            if engine.accepts(&problem, Question::Count).is_err() {
                continue;
            }
            for threads in [1, 3] {
                let finding = count_in_parts(engine, &problem, threads);
                assert_eq!(
                    (finding.count, finding.step),
                    (Some(value), Ok(())),
                    "{id} on {text}"
                );
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
            if engine(id).accepts(&problem, Question::Count).is_ok() {
                let finding = count_in_parts(engine(id), &problem, threads);
                prop_assert_eq!(finding.count, Some(expected.len() as u128), "{} on\n{}", id, problem);
            }
        }
    }
}

#[test]
fn limits_apply_to_every_engine() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let cancelled = Settings::default().with_cancel(cancel);
    let limited = Settings::default().with_nodes(5);
    let problem = Problem::queens(12).unwrap();
    let all = ALL.map(|id| (id, Question::Count)).into_iter();
    for (id, question) in all.chain(ONE.map(|id| (id, Question::One))) {
        let answer = ask(&problem, question, &limited.clone().with_engine(id)).unwrap();
        assert_eq!(answer.outcome, Outcome::LimitReached(Limit::Nodes), "{id}");
        // An engine that enters the nodes of a row together stops before the row that
        // would be too many.
        assert!(answer.statistics.expanded <= 5, "{id}");
        let answer = ask(&problem, question, &cancelled.clone().with_engine(id)).unwrap();
        assert_eq!(
            (answer.outcome, answer.statistics.expanded),
            (Outcome::Cancelled, 0),
            "{id}"
        );
    }
}

#[test]
fn min_conflicts_repairs_any_board_and_repeats_itself() {
    let engine = engine("min-conflicts");
    for size in [4, 5, 6, 7, 8, 20, 100] {
        let problem = Problem::queens(size).unwrap();
        for seed in 0..5 {
            let settings = Settings::default().with_seed(seed);
            let (found, _) = first(engine, &problem, &settings);
            assert_eq!(
                check::solution(&problem, found.as_ref().unwrap()),
                Ok(()),
                "{size}, seed {seed}"
            );
            assert_eq!(
                first(engine, &problem, &settings).0,
                found,
                "{size}, seed {seed}"
            );
        }
    }
}

/// A000170: no solution for 2 and 3.
#[test]
fn min_conflicts_ends_on_tiny_boards_without_a_solution() {
    for text in ["2", "3", "5x4\nrows: 1\ncolumns: 0..1", "4\ngivens: a1"] {
        let (found, outcome) = first(
            engine("min-conflicts"),
            &problem(text),
            &Settings::default(),
        );
        assert_eq!((found, outcome), (None, Outcome::Exhausted), "{text}");
    }
}

#[test]
fn the_formula_solves_large_boards() {
    for size in [
        0, 1, 4, 5, 6, 7, 8, 9, 14, 15, 50_000, 50_001, 50_002, 50_003,
    ] {
        let problem = Problem::queens(size).unwrap();
        let (found, _) = first(engine("construction"), &problem, &Settings::default());
        assert_eq!(check::solution(&problem, &found.unwrap()), Ok(()), "{size}");
    }
    assert!(construction::columns(3).is_none());
    assert_eq!(
        construction::columns(u32::MAX).map(|mut columns| columns.next().is_some()),
        Some(true)
    );
}

#[test]
fn refuses_other_problems_than_exact_covers_with_the_reason() {
    for (text, parameter, words) in [
        ("kings 4", Parameter::Rows, "a1 belongs to none"),
        ("queens 4\nrows: 1..2", Parameter::Rows, "row 1 takes 1..2"),
        ("queens 4\ntotal: 3", Parameter::Total, "the board takes 3"),
    ] {
        let refusal = engine("exact-cover")
            .accepts(&problem(text), Question::Count)
            .unwrap_err();
        assert_eq!(
            (refusal.engine, refusal.parameter),
            ("exact-cover", parameter),
            "{text}"
        );
        assert!(refusal.reason.contains(words), "{refusal}");
    }
}

/// An engine is on one line of its idea at each step, and there is no line for steps that
/// it never takes.
#[test]
fn every_step_belongs_to_one_line_of_the_idea() {
    for engine in engines::registry() {
        let info = engine.info();
        let lines: Vec<StepKind> = info
            .idea
            .iter()
            .filter_map(|line| Some(line.step?.kind))
            .collect();
        assert_eq!(lines.is_empty(), !engine.is_of_the_ladder(), "{}", info.id);
        let mut taken = Vec::new();
        for size in [4, 6, 7, 8] {
            let settings =
                Settings::default().with_limits(Limits::default().with_nodes(20_000));
            let mut follow = |event: Event<'_>| {
                taken.extend(event.kind().filter(|kind| !taken.contains(kind)));
                ControlFlow::Continue(())
            };
            let problem = Problem::queens(size).unwrap();
            if engine.is_of_the_ladder()
                && engine.accepts(&problem, Question::One).is_ok()
            {
                engine.trace(&problem, &settings, &mut follow).unwrap();
            }
        }
        assert_eq!(
            lines.len(),
            taken.len(),
            "{}: {lines:?} for {taken:?}",
            info.id
        );
        assert!(
            taken.iter().all(|kind| lines.contains(kind)),
            "{}: {lines:?} for {taken:?}",
            info.id
        );
        assert!(
            info.idea.iter().all(|line| line.text.len() <= 76),
            "{}",
            info.id
        );
    }
}

/// Words of a line of pseudocode that does the step of a kind.
fn does_step(kind: StepKind, line: &str) -> bool {
    let words: &[&str] = match kind {
        StepKind::Place => &[
            "put a queen",
            "put on the queens",
            "put the queen",
            "a queen on it",
            "place its queens",
            "give each row without a queen",
            "assume it for good",
            "choose it",
            "append",
        ],
        StepKind::Remove => &[
            "queen off",
            "take it off",
            "take off",
            "take them off",
            "take the assumption back",
            "queen of the row off",
            "take it back",
            "clear",
        ],
        StepKind::Reject => &[
            ": next row",
            ": next number",
            "square: next square",
            "not a solution",
            "leave out",
            "remove each square",
            "remove the squares",
            "drop it",
        ],
        StepKind::Solution => &["is a solution", "count a solution", "else it is one"],
    };
    words.iter().any(|word| line.contains(word))
}

/// The line of a step does what the step is, and no other line does. So the line that is
/// highlighted is the line that runs.
#[test]
fn the_line_of_a_step_is_the_only_one_that_does_it() {
    for engine in engines::registry().filter(|engine| engine.is_of_the_ladder()) {
        let info = engine.info();
        for step in info.idea.iter().filter_map(|line| line.step) {
            let doing = info
                .idea
                .iter()
                .filter(|line| does_step(step.kind, line.text));
            let lines: Vec<_> = doing
                .map(|line| (line.text, line.step.map(|step| step.kind)))
                .collect();
            assert_eq!(lines.len(), 1, "{} {:?}: {lines:?}", info.id, step.kind);
            assert_eq!(lines[0].1, Some(step.kind), "{}: {lines:?}", info.id);
        }
    }
}

/// True if a piece attacks another one on an empty board with open edges, by arithmetic
/// alone.
fn attacks(piece: &str, a: Square, b: Square) -> bool {
    let (down, across) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    let in_line = down == 0 || across == 0 || down == across;
    let by_leap = (down, across) == (1, 2) || (down, across) == (2, 1);
    match piece {
        "queens" => in_line,
        "superqueens" => in_line || by_leap,
        "knights" => by_leap,
        "kings" => down.max(across) == 1,
        _ => unreachable!("{piece}"),
    }
}

/// Each step is what its event and its sentence say, on the board that the steps before
/// it leave.
#[test]
fn steps_match_their_descriptions() {
    let texts = [
        "queens 4",
        "queens 5",
        "superqueens 5",
        "knights 4",
        "knights 4\nrows: 1\ncolumns: 1",
        "kings 4\nrows: 1\ncolumns: 0..1",
    ];
    for engine in engines::registry().filter(|engine| engine.is_of_the_ladder()) {
        let id = engine.info().id;
        let sentence = |kind| {
            let steps = engine.info().idea.iter().filter_map(|line| line.step);
            steps
                .filter(|step| step.kind == kind)
                .map(|step| step.sentence)
                .next()
                .unwrap_or_default()
        };
        let finds_free = ["is free", "is open", "no warning", "free bit"];
        let places_free = finds_free
            .iter()
            .any(|words| sentence(StepKind::Place).contains(words));
        let (mut taken, mut named) = (0, 0);
        for text in texts
            .into_iter()
            .filter(|text| engine.accepts(&problem(text), Question::One).is_ok())
        {
            let piece = text.split(' ').next().unwrap();
            let rows = problem(text).rows();
            let mut board: Vec<Square> = Vec::new();
            let mut follow = |event: Event<'_>| {
                taken += 1;
                let attackers = |square| {
                    board
                        .iter()
                        .filter(|&&other| attacks(piece, other, square))
                        .count()
                };
                match event {
                    Event::Place(square) => {
                        assert!(
                            !places_free || attackers(square) == 0,
                            "{id} on {text}: {square} is not free"
                        );
                        if sentence(StepKind::Place).contains("fewer conflicts") {
                            let row =
                                (0..rows).map(|column| Square::new(square.row, column));
                            assert_eq!(
                                row.map(attackers).min(),
                                Some(attackers(square)),
                                "{id}: {square}"
                            );
                        }
                        board.push(square);
                    }
                    Event::Reject { square, attacker } => {
                        let is_full = board.len() == rows as usize;
                        assert!(
                            is_full || !sentence(StepKind::Reject).contains("full"),
                            "{id}: {square}"
                        );
                        assert_eq!(
                            is_full,
                            board.contains(&square),
                            "{id} on {text}: {square}"
                        );
                        if let Some(attacker) = attacker {
                            named += 1;
                            assert!(
                                board.contains(&attacker),
                                "{id} on {text}: nothing on {attacker}"
                            );
                            assert!(
                                attacks(piece, attacker, square),
                                "{id} on {text}: {attacker} attacks {square}"
                            );
                        }
                    }
                    Event::Remove(square) => {
                        let at = board.iter().rposition(|&queen| queen == square);
                        board.remove(at.unwrap_or_else(|| {
                            panic!("{id} on {text}: nothing on {square}")
                        }));
                    }
                    Event::Solution(placement) => {
                        let mirrored = |square: &Square| {
                            Square::new(square.row, rows - 1 - square.column)
                        };
                        let image = Placement::new(board.iter().map(mirrored).collect());
                        let stands = Placement::new(board.clone());
                        assert!(
                            *placement == stands
                                || (id == "mirrored" && *placement == image),
                            "{id} on {text}"
                        );
                    }
                    Event::State(_) => panic!("{id}: a state that was not asked for"),
                }
                ControlFlow::Continue(())
            };
            engine
                .trace(&problem(text), &Settings::default(), &mut follow)
                .unwrap();
        }
        assert!(taken > 0, "{id}");
        assert_eq!(
            named > 0,
            sentence(StepKind::Reject).contains("{attack}"),
            "{id}"
        );
    }
}
