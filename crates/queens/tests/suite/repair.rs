//! Repair, and the arithmetic of diagonals on joined edges: answers checked by the rules
//! of the variants alone.

use queens::check;
use queens::problem::{Preset, Problem};
use queens::square::Square;
use queens::{Answer, Certificate, Question, Settings, ask, solve};
use std::collections::BTreeSet;

fn first(problem: &Problem) -> Answer {
    solve(problem, &Settings::default()).expect("an answer")
}

#[test]
fn repair_fills_a_large_board_around_its_givens() {
    let size = 20_000;
    let problem = Problem::queens(size).expect("a problem");
    let whole = solve(
        &problem,
        &Settings::default().with_engine("repair").with_seed(5),
    )
    .expect("an answer")
    .first
    .expect("a solution");
    let half = whole.squares().iter().step_by(2);
    let problem = half
        .fold(Problem::builder(size, size), |b, &given| b.given(given))
        .build()
        .expect("ok");
    let answer = first(&problem);
    assert_eq!(answer.engine, "repair");
    check::solution(&problem, &answer.first.expect("a solution")).expect("valid");
}

/// Polya 1918, against backtracking; semiqueens on the torus by OEIS A006717, none for
/// even sizes.
#[test]
fn arithmetic_decides_boards_with_joined_edges() {
    let backtracking = Settings::default().with_engine("backtracking");
    for preset in [Preset::Torus, Preset::Cylinder, Preset::ToroidalSemiqueens] {
        for size in 1..12 {
            let problem = preset.problem(size, size).expect("a problem");
            let searched = solve(&problem, &backtracking).expect("an answer");
            let answer =
                ask(&problem, Question::Unique, &Settings::default()).expect("an answer");
            assert_eq!(
                answer.first.is_some(),
                searched.first.is_some(),
                "{problem}"
            );
            if let Some(placement) = &answer.first {
                check::solution(&problem, placement).expect("valid");
            }
            if size > 1 {
                assert_eq!(answer.engine, "modular", "{problem}");
            }
            assert_eq!(
                answer.first.is_none(),
                matches!(answer.certificate, Some(Certificate::Congruence(_))),
                "{problem}"
            );
        }
    }
    let given = Preset::Torus
        .problem(101, 101)
        .and_then(|p| p.with_given(Square::new(7, 90)));
    let given = given.expect("a problem");
    let answer = first(&given);
    assert_eq!(answer.engine, "modular");
    check::solution(&given, &answer.first.expect("a solution")).expect("valid");
    // The rectangle and the board with a wall are others.
    for text in ["cylinder 4x6", "torus 6\nwalls: a1 b2 c3 d4 e5 f6"] {
        let problem: Problem = text.parse().expect("a problem");
        assert_ne!(first(&problem).engine, "modular", "{text}");
    }
}

/// True if two queens attack each other by the rule of the variant alone.
fn no_two_attack(queens: &[Square], attack: impl Fn(u32, u32) -> bool) -> bool {
    let pairs = queens
        .iter()
        .enumerate()
        .flat_map(|(at, a)| queens[..at].iter().map(move |b| (a, b)));
    pairs.into_iter().all(|(a, b)| {
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        rows > 0 && columns > 0 && !attack(rows, columns)
    })
}

#[test]
fn repair_places_other_pieces_and_fills_rectangles() {
    let diagonal = |rows: u32, columns: u32| rows == columns;
    let amazon = |rows: u32, columns: u32| rows == columns || rows + columns == 3;
    let leprechaun = |rows: u32, columns: u32| rows == columns || rows.max(columns) <= 3;
    let filled = |text: &str| {
        let problem: Problem = text.parse().expect("a problem");
        let answer = first(&problem);
        assert_eq!(answer.engine, "repair", "{text}");
        let placement = answer.first.expect("a solution");
        check::solution(&problem, &placement).expect("valid");
        assert_eq!(
            placement.len() as u32,
            problem.rows().min(problem.columns()),
            "{text}"
        );
        placement.squares().to_vec()
    };
    for text in [
        "superqueens 150",
        "superqueens 150\ngivens: a1 b4\nholes: c7 0:9",
    ] {
        assert!(no_two_attack(&filled(text), amazon), "{text}");
    }
    assert!(no_two_attack(&filled("leprechauns 150"), leprechaun));
    for text in ["70x90", "90x70", "300x1000\ngivens: a1"] {
        assert!(no_two_attack(&filled(text), diagonal), "{text}");
    }
    assert!(no_two_attack(
        &filled("kings 150\nrows: 1\ncolumns: 1"),
        |rows, columns| rows.max(columns) == 1
    ));
    // One of the two diagonals, and its joined form where there are fewer queens than
    // lines.
    let semiqueens = filled("semiqueens 500");
    let lines: BTreeSet<i64> = semiqueens
        .iter()
        .map(|q| i64::from(q.column) - i64::from(q.row))
        .collect();
    assert_eq!(lines.len(), 500);
    let cylinder = filled("cylinder 64x200");
    let lines = |sign: i64| -> BTreeSet<i64> {
        cylinder
            .iter()
            .map(|q| (i64::from(q.column) + sign * i64::from(q.row)).rem_euclid(200))
            .collect()
    };
    assert_eq!((lines(1).len(), lines(-1).len()), (64, 64));
}
