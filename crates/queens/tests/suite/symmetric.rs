//! Solutions that a symmetry leaves unchanged, against brute force and published numbers.

use crate::common::{all_solutions, with_rules};
use queens::control::{Limit, Outcome};
use queens::placement::Placement;
use queens::problem::rules::Invariance;
use queens::problem::{Grid, Problem};
use queens::relative::KnownRules;
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Question, Settings, ask, ask_each, check};
use std::ops::ControlFlow;

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

/// Returns the problem of the solutions that a map leaves unchanged.
fn unchanged(problem: &Problem, map: Invariance) -> Problem {
    with_rules(problem, KnownRules::Unchanged(map))
}

fn one(text: &str, map: Invariance) -> Answer {
    ask(
        &unchanged(&problem(text), map),
        Question::One,
        &Settings::default(),
    )
    .expect(text)
}

/// The maps that are symmetries of a board.
const MAPS: [Invariance; 4] = [
    Invariance::HalfTurn,
    Invariance::QuarterTurn,
    Invariance::Mirror,
    Invariance::Diagonal,
];

/// The solutions in order.
fn listed(problem: &Problem, map: Invariance, settings: &Settings) -> Vec<Placement> {
    let mut found = Vec::new();
    let answer = ask_each(
        &unchanged(problem, map),
        Question::All,
        settings,
        &mut |placement| {
            found.push(placement.clone());
            ControlFlow::Continue(())
        },
    );
    let answer = answer.expect("a small board");
    assert_eq!(
        (answer.count, answer.outcome),
        (found.len() as u128, Outcome::Exhausted)
    );
    found.sort_unstable();
    found
}

/// Also problems that the symmetry changes: with a wall, a region, a given queen or a
/// seam.
const PROBLEMS: [&str; 12] = [
    "queens 1",
    "queens 6",
    "queens 7",
    "queens 8\ngivens: d1",
    "torus 5",
    "moebius 5",
    "rooks 4\nrows: 0..2\ncolumns: any\nwalls: b2",
    "kings 4\ntotal: 3..4",
    "knights 3x4",
    "queens 5x4\ntotal: 3",
    "regions\nareas:\nAABB\nAABB\nCCDD\nCCDD",
    "5\npiece: (1,2)\nrows: 2\ncolumns: any\nholes: c3",
];

#[test]
fn lists_agree_with_brute_force() {
    for text in PROBLEMS {
        let problem = problem(text);
        let solutions = all_solutions(&problem, 1 << 20).expect(text);
        let (rows, columns) = (problem.rows(), problem.columns());
        for map in MAPS {
            let symmetry = map.symmetry(Grid::Square).expect("a symmetry");
            if symmetry.exchanges_axes() && !problem.is_square() {
                continue;
            }
            let is_fixed = |solution: &&Placement| {
                solution.image(symmetry, rows, columns) == **solution
            };
            let expected: Vec<Placement> =
                solutions.iter().filter(is_fixed).cloned().collect();
            for engine in ["symmetric", "sat"] {
                let found =
                    listed(&problem, map, &Settings::default().with_engine(engine));
                assert_eq!(found, expected, "{engine} of {text} under {symmetry}");
            }
            let one = one(text, map);
            assert_eq!(
                one.first.is_some(),
                !expected.is_empty(),
                "{text} under {symmetry}"
            );
            assert!(
                one.first.is_none_or(|first| expected.contains(&first)),
                "{text} under {symmetry}"
            );
        }
    }
}

#[test]
fn lists_are_as_long_as_published() {
    // OEIS A032522.
    let half_turn = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420];
    for (size, expected) in (1..).zip(half_turn) {
        let found = listed(
            &problem(&size.to_string()),
            Invariance::HalfTurn,
            &Settings::default(),
        );
        assert_eq!(found.len(), expected, "n = {size}");
    }
    // OEIS A033148.
    let quarter_turn = [
        1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328,
    ];
    for (size, expected) in (1..).zip(quarter_turn) {
        let found = listed(
            &problem(&size.to_string()),
            Invariance::QuarterTurn,
            &Settings::default(),
        );
        assert_eq!(found.len(), expected, "n = {size}");
    }
}

#[test]
fn one_solution_is_found_on_larger_boards() {
    for (text, map) in [
        ("40", Invariance::HalfTurn),
        ("32", Invariance::QuarterTurn),
    ] {
        let (problem, symmetry) = (
            problem(text),
            map.symmetry(Grid::Square).expect("a symmetry"),
        );
        let answer = one(text, map);
        let queens = answer.first.expect(text);
        assert_eq!((check(&problem, &queens), answer.count), (Ok(()), 1));
        assert_eq!(
            queens.image(symmetry, problem.rows(), problem.columns()),
            queens
        );
    }
}

/// The orbits of a quarter turn have four squares, or one in the centre.
#[test]
fn a_number_of_queens_that_orbits_cannot_have_is_refuted_at_once() {
    for text in [
        "98",
        "99",
        "queens 8\ntotal: 6",
        "kings 9\ntotal: 10\nrows: any\ncolumns: any",
    ] {
        let answer = one(text, Invariance::QuarterTurn);
        assert_eq!(
            (answer.count, answer.outcome),
            (0, Outcome::Exhausted),
            "{text}"
        );
        assert_eq!(
            (answer.statistics.expanded, answer.engine),
            (0, "symmetric"),
            "{text}"
        );
        assert_eq!(answer.certificate, Some(Certificate::Exhausted), "{text}");
    }
}

#[test]
fn given_queens_have_images() {
    let answer = one("8\ngivens: e1", Invariance::HalfTurn);
    let squares = answer.first.expect("a solution").squares().to_vec();
    assert!(
        ["e1", "d8"]
            .iter()
            .all(|name| squares.contains(&name.parse().unwrap()))
    );
    assert_eq!(one("8\ngivens: a1", Invariance::HalfTurn).first, None);
}

#[test]
fn arithmetic_refutes_first() {
    let answer = one("torus 12", Invariance::HalfTurn);
    assert!(
        matches!(answer.certificate, Some(Certificate::Congruence(_))),
        "{answer:?}"
    );
}

#[test]
fn unfit_boards_and_limits_are_reported() {
    let refused = ask(
        &unchanged(&problem("queens 5x4\ntotal: 3"), Invariance::Diagonal),
        Question::One,
        &Settings::default().with_engine("symmetric"),
    );
    let refused = refused.unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("symmetric", Parameter::Symmetry)
    );
    assert_eq!(
        refused.reason,
        "the exchange of rows and columns needs a square board, and this one is 5 x 4: ask for half-turn or mirror"
    );
    let turned = unchanged(&problem("20"), Invariance::HalfTurn);
    let stopped = ask(
        &turned,
        Question::All,
        &Settings::default().with_nodes(1_000),
    )
    .unwrap();
    assert_eq!(stopped.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(stopped.statistics.expanded <= 1_000);
}
