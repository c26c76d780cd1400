//! The first solution in the order of words, and the weights of lines that rule out what
//! comes before it.

use crate::common::{all_solutions, problems};
use proptest::prelude::*;
use queens::control::{Limits, Outcome};
use queens::problem::{Problem, SquareKind};
use queens::square::Square;
use queens::{Certificate, LineBound, Settings, count, export, lexicographic, solve};
use std::collections::BTreeMap;

/// Columns of the first solution, from 1.
fn columns(n: u32) -> Vec<u32> {
    let answer =
        lexicographic(&Problem::queens(n).unwrap(), &Settings::default()).unwrap();
    answer.first.map_or(Vec::new(), |first| {
        first
            .squares()
            .iter()
            .map(|square| square.column + 1)
            .collect()
    })
}

/// OEIS A141843, rows 8, 12 and 13, of which it has the beginning (oeis/oeisdata,
/// seq/A141/A141843.seq).
#[test]
fn finds_the_published_rows() {
    assert_eq!(columns(8), [1, 5, 8, 6, 3, 7, 2, 4]);
    assert_eq!(columns(12), [1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]);
    assert_eq!(columns(13)[..7], [1, 3, 5, 2, 9, 12, 10]);
    assert!(columns(3).is_empty() && columns(0).is_empty());
}

#[test]
fn a_limit_leaves_the_certain_rows() {
    let problem = Problem::queens(40).unwrap();
    let answer =
        lexicographic(&problem, &Settings::default().with_nodes(20_000)).unwrap();
    assert!(
        matches!(answer.outcome, Outcome::LimitReached(_)),
        "{answer:?}"
    );
    let certain = answer.figure("certain queens").unwrap() as usize;
    let first = answer.first.unwrap();
    assert!(first.len() == 40 && certain < 40);
    // The board of 39 has the same beginning (A141843), and so has that of 40.
    let known = [1, 3, 5, 2, 4, 9, 11, 13, 15, 6];
    let agree = first
        .squares()
        .iter()
        .zip(known)
        .take(certain)
        .all(|(square, known)| square.column + 1 == known);
    assert!(agree, "{certain}: {first:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The first of all solutions, as lists of squares.
    #[test]
    fn finds_the_first_of_all_solutions(problem in problems()) {
        if let Some(all) = all_solutions(&problem, 20_000) {
            let first = all.iter().map(|solution| solution.squares().to_vec()).min();
            let answer = lexicographic(&problem, &Settings::default()).unwrap();
            prop_assert!(answer.is_complete());
            prop_assert_eq!(answer.first.map(|first| first.squares().to_vec()), first);
        }
    }
}

/// A beginning of the board of 53 queens that takes a search seconds, and that lines with
/// weights rule out.
fn begun() -> Problem {
    let columns = [
        0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 6, 21, 9, 24, 26, 28, 30, 32, 34,
    ];
    let givens = (0..)
        .zip(columns)
        .map(|(row, column)| Square::new(row, column));
    Problem::queens(53).unwrap().with_givens(givens).unwrap()
}

/// A beginning of the board of 42 queens whose smaller corner has no room. HiGHS and
/// CP-SAT say so too (docs/lab/peers.md); by the line with the fewest squares alone it
/// takes four million nodes.
#[test]
fn searches_a_tight_corner_first() {
    let columns = [0, 2, 4, 1, 3, 8, 10, 12, 14, 5, 7, 18, 20, 22, 24, 29];
    let givens = (0..)
        .zip(columns)
        .map(|(row, column)| Square::new(row, column));
    let problem = Problem::queens(42).unwrap().with_givens(givens).unwrap();
    let answer = count(&problem, &Settings::default().with_nodes(100_000)).unwrap();
    assert!(answer.is_complete() && answer.count == 0, "{answer:?}");
}

/// Adds up, from the problem alone.
fn holds(problem: &Problem, bound: &LineBound) -> bool {
    let numbers = |square: Square| {
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        [row, column, row + column, column - row]
    };
    let lists = [&bound.rows, &bound.columns, &bound.sums, &bound.differences];
    let weights =
        lists.map(|lines| lines.iter().copied().collect::<BTreeMap<i64, u64>>());
    let is_open = |square: &Square| {
        let struck = |given: &Square| {
            numbers(*given)
                .iter()
                .zip(numbers(*square))
                .any(|(&one, other)| one == other)
        };
        problem.kind(*square) == SquareKind::Free && !problem.givens().iter().any(struck)
    };
    let weight = |square: Square| {
        let of = numbers(square);
        (0..4)
            .map(|kind| weights[kind].get(&of[kind]).copied().unwrap_or(0))
            .sum::<u64>()
    };
    let all: u64 = weights.iter().flat_map(|lines| lines.values()).sum();
    problem
        .every_square()
        .filter(is_open)
        .all(|square| weight(square) >= bound.one)
        && bound.queens == u64::from(problem.rows()) - problem.givens().len() as u64
        && bound.all == all
        && all < bound.queens * bound.one
}

#[test]
fn line_weights_add_up() {
    let problem = begun();
    let answer = solve(&problem, &Settings::default()).unwrap();
    let Some(Certificate::Lines(bound)) = answer.certificate else {
        panic!("{answer:?}")
    };
    assert!(holds(&problem, &bound), "{bound:?}");
    let lighter = LineBound {
        all: bound.all - 1,
        ..bound.clone()
    };
    assert!(!holds(&problem, &lighter));
    let mut proof = Vec::new();
    export::write_cutting_planes(&problem, Some(&bound), &Limits::default(), &mut proof)
        .unwrap();
    let mut constraints = Vec::new();
    let opb = export::find("opb").unwrap();
    export::write(&problem, opb, &Limits::default(), &mut constraints).unwrap();
    let [constraints, proof] =
        [constraints, proof].map(|bytes| String::from_utf8(bytes).unwrap());
    crate::cutting_planes::check(&constraints, &proof);
}
