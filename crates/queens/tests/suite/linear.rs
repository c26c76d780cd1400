//! Solutions on a straight line across joined edges, against all lines.

use crate::common::with_rules;
use queens::control::{Limit, Outcome};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::problem::rules::Invariance;
use queens::relative::KnownRules;
use queens::unsupported::Parameter;
use queens::{Certificate, Question, Settings, ask, ask_each, check, reference};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

/// Returns the problem of the solutions on a straight line.
fn linear(problem: &Problem) -> Problem {
    with_rules(problem, KnownRules::Unchanged(Invariance::Shift))
}

fn listed(problem: &Problem) -> BTreeSet<Placement> {
    let mut found = BTreeSet::new();
    let answer = ask_each(
        &linear(problem),
        Question::All,
        &Settings::default(),
        &mut |placement| {
            assert!(found.insert(placement.clone()), "{placement:?} twice");
            ControlFlow::Continue(())
        },
    );
    let answer = answer.expect("a torus or a cylinder");
    assert_eq!(
        (answer.count, answer.outcome),
        (found.len() as u128, Outcome::Exhausted)
    );
    found
}

/// Every solution with the queen of row x in column a x + b modulo n.
fn lines(problem: &Problem) -> BTreeSet<Placement> {
    let size = problem.rows();
    let all = (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
    let line = |(a, b)| {
        Placement::from_columns(
            &(0..size).map(|x| (a * x + b) % size).collect::<Vec<_>>(),
        )
    };
    all.map(line)
        .filter(|line| check(problem, line).is_ok())
        .collect()
}

fn counted(text: &str) -> u128 {
    let answer = ask(
        &linear(&problem(text)),
        Question::Count,
        &Settings::default(),
    )
    .expect(text);
    assert_eq!(answer.outcome, Outcome::Exhausted);
    answer.count
}

#[test]
fn lists_and_counts_agree_with_all_lines() {
    let plain = (1..=35).map(|size| format!("torus {size}"));
    let others = [
        "cylinder 7",
        "cylinder 9",
        "toroidal-semiqueens 9",
        "torus 13\ngivens: b3",
        "torus 11\ngivens: a1 c2",
        "torus 7\nholes: a1",
        "torus 11\npiece: queen+knight",
        "torus 13\npiece: queen+knight",
        "torus 5\nregions: 1\nareas:\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE",
        "torus 7\ntotal: 7",
        "torus 7\nrows: 1\ncolumns: 1\ntotal: 6",
    ];
    for text in plain.chain(others.map(str::to_owned)) {
        let problem = problem(&text);
        let expected = lines(&problem);
        assert_eq!(listed(&problem), expected, "{text}");
        assert_eq!(counted(&text), expected.len() as u128, "{text}");
        let formula = reference::linear(&problem).map(|published| published.value);
        assert!(
            formula.is_none_or(|formula| formula == expected.len() as u128),
            "{text}: {formula:?}"
        );
    }
    // By the definition of a rule: solutions that are unchanged by a shift of one row and
    // some columns.
    let unchanged = problem("torus 13; unchanged: shift");
    let all = queens::solutions(&problem("torus 13"), &Settings::default()).unwrap();
    assert_eq!(
        all.map(Result::unwrap)
            .filter(|queens| check::solution(&unchanged, queens).is_ok())
            .count(),
        130
    );
}

/// All solutions of 5, 7 and 11 are linear (OEIS A007705: 10, 28, 88), but not those of
/// 13 (4,524).
#[test]
fn small_numbers_are_those_of_all_solutions() {
    assert_eq!(
        [5, 7, 11, 13].map(|size| counted(&format!("torus {size}"))),
        [10, 28, 88, 130]
    );
}

/// n times p^(e - 1) (p - 3) for each prime power p^e of n (Polya 1918).
#[test]
fn counts_of_large_boards_follow_from_the_factors() {
    for size in [997, 1000, 625, 935] {
        let text = format!("torus {size}");
        assert_eq!(
            reference::linear(&problem(&text)).map(|published| published.value),
            Some(counted(&text))
        );
    }
    assert_eq!(counted("torus 997"), 997 * 994);
    assert_eq!(counted("torus 1000"), 0);
    assert_eq!(counted("torus 625"), 625 * (125 * 2));
    assert_eq!(counted("torus 935"), 935 * (2 * 8 * 14));
}

#[test]
fn other_boards_and_limits_are_reported() {
    let named = Settings::default().with_engine("modular");
    let refused = ask(&linear(&problem("7")), Question::All, &named).unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("modular", Parameter::Edges)
    );
    assert!(
        refused.reason.ends_with("such as torus 7"),
        "{}",
        refused.reason
    );
    let none = ask(
        &linear(&problem("torus 9")),
        Question::All,
        &Settings::default(),
    )
    .unwrap();
    assert!(matches!(none.certificate, Some(Certificate::Congruence(_))));
    let stopped = ask(
        &linear(&problem("torus 101")),
        Question::All,
        &Settings::default().with_nodes(50),
    )
    .unwrap();
    assert_eq!(
        (stopped.count, stopped.outcome),
        (50, Outcome::LimitReached(Limit::Nodes))
    );
}
