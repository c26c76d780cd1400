//! Rewrites of the dispatcher change no answer: a total that fixes the lines, a count for
//! classes, a second engine that counts again. Held against the naive oracle, on the
//! problem as it was asked.

use crate::common;
use proptest::prelude::*;
use queens::engines;
use queens::orbit::Orbits;
use queens::placement::Placement;
use queens::problem::{Bounds, Edge, Edges, Piece, Preset, Problem, Units};
use queens::{Question, Settings, Verdict, ask, ask_each, count, plan};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// More sets of squares than this are too many for the oracle.
const MOST: usize = 3_000;

/// Random problems, some of them with a total of as many pieces as lines, and so with one
/// in each.
fn problems() -> impl Strategy<Value = Problem> {
    (common::problems(), 0..4u32).prop_map(|(problem, choice)| {
        let total = match choice {
            0 => problem.rows(),
            1 => problem.columns(),
            _ => return problem,
        };
        problem
            .with_total(Bounds::exactly(total))
            .unwrap_or(problem)
    })
}

/// So many pieces on bare boards with joined edges: what shifts may bring together.
fn joined_boards() -> impl Strategy<Value = Problem> {
    let sides = (1..=5u32, 1..=5u32);
    let joined =
        prop_oneof![1 => Just(Edge::Open), 1 => Just(Edge::Wrap), 2 => Just(Edge::Twist)];
    let edges = (
        prop_oneof![2 => Just(Edge::Open), 1 => common::edge()],
        joined,
    );
    (
        sides,
        common::piece(),
        edges,
        common::bounds(),
        common::bounds(),
        0..=4u32,
    )
        .prop_filter_map(
            "mirror and twist do not go together",
            |((rows, columns), piece, (top_bottom, left_right), row, column, total)| {
                let builder = Problem::builder(rows, columns).piece(piece).edges(Edges {
                    top_bottom,
                    left_right,
                });
                let units = Units {
                    row,
                    column,
                    region: Bounds::ANY,
                    total: Bounds::exactly(total),
                };
                builder
                    .units(units)
                    .build()
                    .and_then(Problem::without_clash)
                    .ok()
            },
        )
}

/// Pieces whose steps may be longer than the board, on every kind of edge: a long step
/// comes back over a joined edge or a mirror.
fn long_steps() -> impl Strategy<Value = Problem> {
    let sides = (1..=4u32, 1..=4u32, any::<bool>());
    let step = (0..=8i32, -8..=8i32, any::<bool>(), 0..4u8);
    let demands = prop_oneof![3 => Just(None), 1 => (common::bounds(), common::bounds()).prop_map(Some)];
    (sides, step, common::edge(), common::edge(), demands).prop_filter_map(
        "a step moves, and its edges go together",
        |(
            (rows, columns, square),
            (down, across, whole, beside),
            top_bottom,
            left_right,
            demands,
        )| {
            let beside = ["", "queen+", "rook+", "bishop+"][usize::from(beside)];
            let piece =
                format!("{beside}({down},{across}){}", if whole { "*" } else { "" })
                    .parse::<Piece>()
                    .ok()?;
            let builder = Problem::builder(rows, if square { rows } else { columns })
                .piece(piece)
                .edges(Edges {
                    top_bottom,
                    left_right,
                });
            match demands {
                None => builder.build().and_then(Problem::without_clash).ok(),
                Some((row, column)) => builder
                    .units(Units {
                        row,
                        column,
                        region: Bounds::ANY,
                        total: Bounds::ANY,
                    })
                    .build()
                    .and_then(Problem::without_clash)
                    .ok(),
            }
        },
    )
}

/// One of each set of `solutions` that are the same up to the symmetries of the problem
/// as it was asked.
fn representatives(problem: &Problem, solutions: &[Placement]) -> BTreeSet<Placement> {
    let symmetries = Orbits::from_problem(problem)
        .expect("a small board")
        .group()
        .to_vec();
    let images = |solution: &Placement| {
        let (rows, columns) = (problem.rows(), problem.columns());
        symmetries
            .iter()
            .map(|&symmetry| solution.image(symmetry, rows, columns))
            .min()
    };
    solutions.iter().filter_map(images).collect()
}

/// Number of solutions by an engine; `None` if it refuses or runs out of nodes.
fn counted(problem: &Problem, engine: &str) -> Option<u128> {
    let settings = Settings::default()
        .with_engine(engine)
        .with_nodes(200_000)
        .with_threads(1);
    count(problem, &settings)
        .ok()
        .filter(queens::Answer::is_complete)
        .map(|answer| answer.count)
}

fn listed(problem: &Problem, question: Question) -> Vec<Placement> {
    let mut found = Vec::new();
    let mut keep = |placement: &Placement| {
        found.push(placement.clone());
        ControlFlow::Continue(())
    };
    ask_each(problem, question, &Settings::default(), &mut keep).expect("a small board");
    found
}

/// Counts, lists and orbits of `problem` agree with `solutions`.
fn agrees(problem: &Problem, solutions: &[Placement]) -> Result<(), TestCaseError> {
    let all = solutions.len() as u128;
    let fundamental = representatives(problem, solutions);
    let ask =
        |question| ask(problem, question, &Settings::default()).expect("a small board");
    prop_assert_eq!(ask(Question::Count).count, all, "{}", problem);
    let classes = ask(Question::Classes);
    prop_assert_eq!(classes.count, all, "{}", problem);
    // Rows and columns that take different numbers may still have the same solutions: see
    // `tests/oracle`.
    if problem.units().row == problem.units().column || !problem.is_square() {
        prop_assert_eq!(
            classes.fundamental(),
            Some(fundamental.len() as u128),
            "{}",
            problem
        );
        let listed = listed(problem, Question::Fundamental);
        prop_assert_eq!(listed.len(), fundamental.len(), "{}", problem);
        prop_assert_eq!(
            representatives(problem, &listed),
            fundamental,
            "{}",
            problem
        );
    }
    let verdict = match all {
        0 => Verdict::None,
        1 => Verdict::OnlyOne,
        _ => Verdict::AtLeast(2),
    };
    prop_assert_eq!(ask(Question::Unique).verdict(), verdict, "{}", problem);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_engine_that_counts_agrees_with_the_oracle(problem in problems()) {
        let Some(solutions) = common::all_solutions(&problem, MOST) else { return Ok(()) };
        for engine in engines::registry().map(|engine| engine.info().id) {
            if let Some(count) = counted(&problem, engine) {
                prop_assert_eq!(count, solutions.len() as u128, "{} on\n{}", engine, problem);
            }
        }
    }

    #[test]
    fn every_engine_that_counts_agrees_with_the_oracle_on_joined_boards(problem in joined_boards()) {
        let Some(solutions) = common::all_solutions(&problem, 20_000) else { return Ok(()) };
        for engine in engines::registry().map(|engine| engine.info().id) {
            if let Some(count) = counted(&problem, engine) {
                prop_assert_eq!(count, solutions.len() as u128, "{} on\n{}", engine, problem);
            }
        }
    }

    #[test]
    fn every_engine_that_counts_agrees_with_the_oracle_on_long_steps(problem in long_steps()) {
        let Some(solutions) = common::all_solutions(&problem, 20_000) else { return Ok(()) };
        for engine in engines::registry().map(|engine| engine.info().id) {
            if let Some(count) = counted(&problem, engine) {
                prop_assert_eq!(count, solutions.len() as u128, "{} on\n{}", engine, problem);
            }
        }
    }

    #[test]
    fn rivals_agree_and_are_other_engines(problem in problems()) {
        let Some(solutions) = common::all_solutions(&problem, MOST) else { return Ok(()) };
        let plan = plan(&problem, Question::Count, &Settings::default()).expect("a small board");
        if let Some(rival) = plan.rival() {
            prop_assert_ne!(rival, plan.engine(), "{}", problem);
            let takes = engines::find(rival).expect("an engine").accepts(&problem, Question::Count);
            prop_assert_eq!(takes, Ok(()), "{} on\n{}", rival, problem);
            if let Some(count) = counted(&problem, rival) {
                prop_assert_eq!(count, solutions.len() as u128, "{} on\n{}", rival, problem);
            }
        }
    }

    #[test]
    fn counts_lists_and_classes_belong_to_the_original_problem(problem in problems()) {
        let Some(solutions) = common::all_solutions(&problem, MOST) else { return Ok(()) };
        agrees(&problem, &solutions)?;
        let solved: BTreeSet<_> = solutions.into_iter().collect();
        let normal = common::all_solutions(&problem.normalized(), MOST).unwrap_or_default();
        prop_assert_eq!(normal.into_iter().collect::<BTreeSet<_>>(), solved, "{}", problem);
    }
}

/// No queen may stand in any row, so that no five can; and nothing stands where none is
/// asked for.
#[test]
fn a_total_puts_no_queens_on_lines_without_any() {
    for (text, expected) in [
        ("5\nrows: 0\ncolumns: any\ntotal: 5", 0),
        ("5\nrows: 0\ncolumns: any\ntotal: 0", 1),
        ("5\nrows: any\ncolumns: 0\ntotal: 5", 0),
        ("0\nrows: 0\ncolumns: 0\ntotal: 0", 1),
    ] {
        let problem: Problem = text.parse().unwrap();
        let solutions = common::all_solutions(&problem, MOST).expect("few enough");
        assert_eq!(solutions.len(), expected, "{text}");
        agrees(&problem, &solutions).unwrap();
    }
}

/// A king or a knight more in a row that the shift over a twisted seam brings into
/// another: published nowhere, so by the oracle.
#[test]
fn rows_exchanged_by_a_twist_keep_their_numbers() {
    for text in [
        "moebius 5\npiece: king\ntotal: 2",
        "moebius 4\npiece: king\ntotal: 3",
        "moebius 5\npiece: (0,1)\ntotal: 2",
        "moebius 3x4\npiece: knight\nrows: 1\ncolumns: any\ntotal: 3",
        "moebius 4\npiece: knight\nrows: any\ntotal: 3",
    ] {
        let problem: Problem = text.parse().expect(text);
        let solutions = common::all_solutions(&problem, 100_000).expect("few enough");
        assert_eq!(
            counted(&problem, "transfer"),
            Some(solutions.len() as u128),
            "{text}"
        );
        agrees(&problem, &solutions).unwrap();
    }
}

/// Every total on small boards, also those that no board takes.
#[test]
fn counts_of_totals_agree_with_the_oracle() {
    for preset in [
        Preset::Queens,
        Preset::Torus,
        Preset::Moebius,
        Preset::Rooks,
        Preset::Kings,
    ] {
        for total in 0..=5u32 {
            for lines in [
                "",
                "\nrows: any",
                "\ncolumns: any",
                "\nrows: any\ncolumns: any",
                "\nrows: 1",
            ] {
                let text = format!("{preset} 4{lines}\ntotal: {total}");
                let problem: Problem = text.parse().expect(&text);
                let solutions =
                    common::all_solutions(&problem, 100_000).expect("few enough");
                agrees(&problem, &solutions).unwrap();
            }
        }
    }
}

/// Columns that take pieces, and no row to take them from, whichever engine is asked.
#[test]
fn boards_without_rows_or_columns_cannot_meet_demands() {
    for (board, queens) in [
        ("0x1", 1),
        ("0x1", 2),
        ("3x0", 1),
        ("3x0", 2),
        ("0x3", 0),
        ("2x0", 0),
        ("0", 2),
    ] {
        let problem: Problem =
            format!("queens {board}\nrows: {queens}\ncolumns: {queens}")
                .parse()
                .expect("a problem");
        let expected = u128::from(queens == 0 || board == "0");
        let counts =
            engines::registry().filter_map(|engine| counted(&problem, engine.info().id));
        let counts: Vec<u128> = counts.collect();
        assert!(counts.contains(&expected), "{problem}");
        assert_eq!(counts, vec![expected; counts.len()], "{problem}");
    }
}

/// Boards on which a step as long as the board counted as none. The numbers are from a
/// separate brute-force program.
#[test]
fn counts_steps_as_long_as_the_board() {
    for (text, solutions) in [
        ("torus 2\npiece: (3,1)*", 0),
        ("torus 3\npiece: (4,1)*", 3),
        ("cylinder 5\npiece: queen+(1,7)", 5),
        ("reflecting 5\npiece: queen+(5,1)", 0),
        ("torus 5\npiece: (6,1)*", 15),
        ("torus 10\npiece: rook+(11,2)*", 15_200),
    ] {
        let problem: Problem = text.parse().expect("a problem");
        let answer = count(&problem, &Settings::default()).expect("a small board");
        assert_eq!(answer.count, solutions, "{text}");
    }
}
