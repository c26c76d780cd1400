//! The engine for exact units against engines of other kinds.

use proptest::prelude::*;
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::{Bounds, Edge, Edges, Piece, Problem, SquareKind, Units};
use queens::square::Square;
use queens::{Question, Settings, ask, ask_each};
use std::ops::ControlFlow;

fn with(engine: &str) -> Settings {
    Settings::default().with_engine(engine).with_threads(1)
}

/// All solutions that `engine` finds, in order; `None` if they take more than so many
/// nodes.
fn all(problem: &Problem, engine: &str, nodes: u64) -> Option<Vec<Placement>> {
    let mut found = Vec::new();
    let answer = ask_each(
        problem,
        Question::All,
        &with(engine).with_nodes(nodes),
        &mut |placement| {
            found.push(placement.clone());
            ControlFlow::Continue(())
        },
    );
    let answer = answer.expect("it takes the problem");
    found.sort_unstable();
    (answer.outcome == Outcome::Exhausted).then_some(found)
}

/// Region maps of `side` x `side` with `side` regions: grown square by square from seeds,
/// or drawn at random.
fn map(side: u32, is_grown: bool, lots: &[u32]) -> Vec<u32> {
    let squares = (side * side) as usize;
    let mut lots = lots.iter().copied().cycle();
    let mut lot = |below: usize| (lots.next().unwrap_or(0) as usize) % below;
    let mut map = vec![u32::MAX; squares];
    for region in 0..side {
        let mut at = lot(squares);
        while map[at] != u32::MAX {
            at = (at + 1) % squares;
        }
        map[at] = region;
    }
    let side = side as usize;
    while map.contains(&u32::MAX) {
        let start = lot(squares);
        for at in (start..squares).chain(0..start) {
            let near = |other: &usize| {
                (at / side).abs_diff(other / side) + (at % side).abs_diff(other % side)
                    == 1
            };
            let known: Vec<u32> = (0..squares)
                .filter(near)
                .map(|other| map[other])
                .filter(|&region| region != u32::MAX)
                .collect();
            if map[at] == u32::MAX && !is_grown {
                map[at] = lot(side) as u32;
            } else if map[at] == u32::MAX && !known.is_empty() {
                map[at] = known[lot(known.len())];
                break;
            }
        }
    }
    map
}

fn piece() -> impl Strategy<Value = Piece> {
    let leap = Piece::new([queens::problem::Ray {
        rows: 1,
        columns: 1,
        range: 1,
    }])
    .expect("a piece");
    prop_oneof![
        6 => Just(Piece::king()),
        2 => Just(Piece::queen()),
        1 => Just(Piece::knight()),
        1 => Just(Piece::rook()),
        2 => Just(leap),
    ]
}

/// Problems that demand exactly one or two in each unit of one kind at least.
fn exact_problems() -> impl Strategy<Value = Problem> {
    let demands = prop_oneof![4 => Just((true, true, true)), 1 => (any::<bool>(), any::<bool>(), any::<bool>())];
    let edges = prop_oneof![6 => Just(Edge::Open), 1 => Just(Edge::Wrap)];
    (
        (
            1..=7u32,
            any::<bool>(),
            proptest::collection::vec(0..1000u32, 60),
        ),
        piece(),
        (demands, 1..=2u32),
        edges,
        proptest::collection::vec(((0..49u32), any::<bool>()), 0..4),
        proptest::collection::vec(0..49u32, 0..3),
    )
        .prop_filter_map(
            "a problem",
            |((side, is_grown, lots), piece, (demands, stars), edge, blocked, givens)| {
                let bounds = |demands| {
                    if demands {
                        Bounds::exactly(stars)
                    } else {
                        Bounds::ANY
                    }
                };
                let (row, column, region) =
                    (bounds(demands.0), bounds(demands.1), bounds(demands.2));
                if [row, column, region]
                    .iter()
                    .all(|&bounds| bounds == Bounds::ANY)
                {
                    return None;
                }
                let square = |at: u32| Square::new(at / side % side, at % side);
                let mut builder = Problem::builder(side, side)
                    .piece(piece)
                    .edges(Edges {
                        top_bottom: Edge::Open,
                        left_right: edge,
                    })
                    .units(Units {
                        row,
                        column,
                        region,
                        total: Bounds::ANY,
                    })
                    .regions(map(side, is_grown, &lots));
                for (at, is_hole) in blocked {
                    builder = builder.square(
                        square(at),
                        if is_hole {
                            SquareKind::Hole
                        } else {
                            SquareKind::Wall
                        },
                    );
                }
                let given = |problem: Problem, at| {
                    problem.with_given(square(at)).unwrap_or(problem)
                };
                Some(givens.into_iter().fold(builder.build().ok()?, given))
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solutions_match_backtracking(problem in exact_problems()) {
        let Some(expected) = all(&problem, "backtracking", 300_000) else { return Ok(()) };
        prop_assert_eq!(all(&problem, "units", u64::MAX), Some(expected.clone()), "{}", problem);
        let count = ask(&problem, Question::Count, &with("units")).unwrap();
        prop_assert_eq!(count.count, expected.len() as u128, "{}", problem);
        let unique = ask(&problem, Question::Unique, &with("units")).unwrap();
        prop_assert_eq!(unique.count, expected.len().min(2) as u128, "{}", problem);
    }
}

/// Problems of kings and others in exactly two or three of each line, without regions.
fn lines() -> impl Strategy<Value = Problem> {
    let flat = |rays: &[(i32, i32)]| {
        let ray = |&(rows, columns)| queens::problem::Ray {
            rows,
            columns,
            range: 1,
        };
        Piece::new(rays.iter().map(ray)).expect("a piece")
    };
    let piece = prop_oneof![
        4 => Just(Piece::king()),
        2 => Just(flat(&[(0, 1), (1, -1)])),
        1 => Just(flat(&[(1, 0)])),
        1 => Just(flat(&[(1, 2), (0, -1)])),
        1 => Just(Piece::knight()),
    ];
    (
        1..=8u32,
        piece,
        prop_oneof![4 => Just(2..=2u32), 1 => Just(3..=3u32)],
        prop_oneof![4 => Just(Edge::Open), 1 => Just(Edge::Wrap)],
        proptest::collection::vec(((0..64u32), any::<bool>()), 0..6),
        proptest::collection::vec(0..64u32, 0..3),
    )
        .prop_filter_map(
            "a problem",
            |(side, piece, demand, edge, blocked, givens)| {
                let exactly = Bounds::exactly(*demand.start());
                let square = |at: u32| Square::new(at / side % side, at % side);
                let mut builder = Problem::builder(side, side)
                    .piece(piece)
                    .edges(Edges {
                        top_bottom: Edge::Open,
                        left_right: edge,
                    })
                    .units(Units {
                        row: exactly,
                        column: exactly,
                        region: Bounds::ANY,
                        total: Bounds::ANY,
                    });
                for (at, is_hole) in blocked {
                    let kind = if is_hole {
                        SquareKind::Hole
                    } else {
                        SquareKind::Wall
                    };
                    builder = builder.square(square(at), kind);
                }
                let given = |problem: Problem, at| {
                    problem.with_given(square(at)).unwrap_or(problem)
                };
                Some(givens.into_iter().fold(builder.build().ok()?, given))
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Row by row as many as one by one.
    #[test]
    fn lines_with_more_queens_agree_with_a_count_by_rows(problem in lines()) {
        let Some(expected) = all(&problem, "units", 20_000) else { return Ok(()) };
        let Ok(count) = ask(&problem, Question::Count, &with("transfer")) else {
            prop_assert!(problem.piece() == &Piece::knight(), "{}", problem);
            return Ok(());
        };
        prop_assert_eq!((count.outcome, count.count), (Outcome::Exhausted, expected.len() as u128), "{}", problem);
    }
}

/// Two kings in each line: Star Battle without regions. The smaller ones visited one by
/// one, by the engine above.
#[test]
fn counts_two_kings_in_each_line() {
    let problem = |side: u32| {
        format!("{side}\npiece: king\nrows: 2\ncolumns: 2")
            .parse::<Problem>()
            .unwrap()
    };
    for side in 4..=9 {
        let one_by_one = ask(&problem(side), Question::Count, &with("units")).unwrap();
        let answer = ask(&problem(side), Question::Count, &Settings::default()).unwrap();
        assert_eq!(
            (answer.engine, answer.count),
            ("transfer", one_by_one.count),
            "{side}"
        );
    }
    let limited = ask(
        &problem(12),
        Question::Count,
        &with("transfer").with_nodes(1_000),
    )
    .unwrap();
    assert!(!limited.is_complete() && limited.count == 0);
}
