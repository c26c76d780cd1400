//! Largest sets, sets of any number and region puzzles, against published values and the naive oracle.

mod common;

use proptest::prelude::*;
use queens::check;
use queens::completion::{self, Engine, Question, Settings, Shown, Verdict};
use queens::control::{Limits, Outcome};
use queens::count::frontier;
use queens::placement::Placement;
use queens::problem::{Bounds, Preset, Problem};
use queens::reference;
use std::ops::RangeInclusive;

fn maximum(problem: &Problem) -> u32 {
    let most = completion::maximum(problem, &Settings::default()).expect("an answer");
    assert_eq!(most.outcome, Outcome::Exhausted, "{problem}");
    let queens = most.queens.expect("a set");
    check::solution(&problem.with_total(Bounds::ANY).unwrap(), &queens).expect("a right set");
    assert!(queens.len() as u32 <= most.bound, "{problem}: {queens:?} and {}", most.bound);
    queens.len() as u32
}

#[test]
fn largest_sets_are_as_published() {
    // OEIS A085801, A274616, A352241, A352426, A030978.
    let ranges: [(Preset, RangeInclusive<u32>); 5] = [
        (Preset::Torus, 1..=9),
        (Preset::Triangle, 0..=18),
        (Preset::Black, 1..=9),
        (Preset::White, 1..=9),
        (Preset::Knights, 0..=12),
    ];
    for (preset, sizes) in ranges {
        for size in sizes {
            let problem = preset.problem(size, size).unwrap();
            let published = reference::maximum(&problem).expect("published");
            assert_eq!(u128::from(maximum(&problem)), published.value, "{preset} {size}: {}", published.name);
        }
    }
}

#[test]
fn largest_sets_are_those_of_the_textbooks() {
    // Yaglom and Yaglom, Challenging Mathematical Problems: n rooks, 2n - 2 bishops, a king in each block of four.
    for size in [2, 7, 12, 20] {
        let of = |preset: Preset| maximum(&preset.problem(size, size).unwrap());
        assert_eq!(of(Preset::Rooks), size);
        assert_eq!(of(Preset::Bishops), 2 * size - 2);
        assert_eq!(of(Preset::Kings), size.div_ceil(2).pow(2));
    }
    // Nivasch and Lev 2005: (2n + 1) / 3 on the grid of triangles.
    for size in 1..=16 {
        let grid = format!("triangle {size}\npiece: semiqueen").parse().unwrap();
        assert_eq!(maximum(&grid), (2 * size + 1) / 3);
    }
}

#[test]
fn every_way_to_the_maximum_agrees() {
    for text in ["torus 8", "black 7", "moebius 6", "8\ngivens: a2\nholes: d4 e5", "kings 5\nwalls: c3"] {
        let problem: Problem = text.parse().unwrap();
        let asked = Settings { engine: Some(Engine::General), ..Settings::default() };
        let general = completion::maximum(&problem, &asked).unwrap();
        assert_eq!(general.queens.unwrap().len() as u32, maximum(&problem), "{text}");
    }
    // Two on each row: branch and bound does not take this, the bound on lines does.
    let pairs: Problem = "4\npiece: none\nrows: 2\ncolumns: any".parse().unwrap();
    let most = completion::maximum(&pairs, &Settings::default()).unwrap();
    assert_eq!((most.queens.unwrap().len(), most.shown, most.bound), (8, Shown::Bound, 8));
}

#[test]
fn a_limit_leaves_the_largest_set_so_far() {
    let problem = Preset::Torus.problem(15, 15).unwrap();
    let limits = Limits::default().with_nodes(20_000);
    let most = completion::maximum(&problem, &Settings { limits, ..Settings::default() }).unwrap();
    assert!(!most.outcome.is_complete());
    assert!(most.queens.unwrap().len() >= 11 && most.bound == 15);
}

fn sets(problem: &Problem) -> u128 {
    let report = frontier::count(problem, &Limits::default()).expect("an answer");
    assert_eq!(report.outcome, Outcome::Exhausted, "{problem}");
    report.count
}

#[test]
fn numbers_of_sets_are_as_published() {
    let of = |text: String| {
        let problem: Problem = text.parse().unwrap();
        let published = reference::published(&problem).unwrap_or_else(|| panic!("{text} is not published"));
        assert_eq!(sets(&problem), published.value, "{text}: {}", published.name);
    };
    // OEIS A287227, A141243, A359032.
    (1..=8).for_each(|n| of(format!("queens {n}\ntotal: any")));
    (1..=8).for_each(|n| of(format!("knights {n}")));
    (0..=8).for_each(|n| of(format!("triangle {n}")));
    // OEIS A002465, A201540, A201513, A137279, A172519.
    (1..=10).for_each(|n| of(format!("bishops {n}\ntotal: {n}")));
    (1..=7).for_each(|n| of(format!("knights {n}\ntotal: {n}")));
    (1..=8).for_each(|n| of(format!("kings {n}\ntotal: {n}")));
    (1..=9u32).for_each(|n| of(format!("moebius {n}\ntotal: {}", n.div_ceil(2))));
    (1..=9).for_each(|n| of(format!("torus {n}\ntotal: 4")));
}

/// Ways to put kings on 12 x 12, more than 64 bits hold (OEIS A063443).
#[test]
fn counts_go_beyond_64_bits() {
    assert_eq!(sets(&"kings 12".parse().unwrap()), 69_645_620_389_200_894_313);
}

#[test]
fn too_many_states_are_a_limit() {
    let limits = Limits { memory: Some(1 << 16), ..Limits::default() };
    let report = frontier::count(&"12\ntotal: any".parse().unwrap(), &limits).unwrap();
    assert!(!report.outcome.is_complete() && report.count == 0);
    let refused = frontier::accepts(&"8".parse().unwrap()).unwrap_err().to_string();
    assert!(refused.contains("not 1 in a line"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_and_maxima_agree_with_the_oracle(problem in common::problems()) {
        let Some(all) = common::all_solutions(&problem, 3_000) else { return Ok(()) };
        if frontier::accepts(&problem).is_ok() {
            prop_assert_eq!(sets(&problem), all.len() as u128, "{}", problem);
        }
        let any = problem.with_total(Bounds::ANY).unwrap();
        let Some(all) = common::all_solutions(&any, 3_000) else { return Ok(()) };
        let most = completion::maximum(&problem, &Settings::default()).unwrap();
        prop_assert_eq!(most.outcome, Outcome::Exhausted);
        let largest = all.iter().map(Placement::len).max();
        prop_assert_eq!(most.queens.map(|queens| queens.len()), largest, "{}", problem);
    }
}

fn verdict(text: &str) -> Verdict {
    let answer = completion::solve(&text.parse().unwrap(), Question::Unique, &Settings::default()).unwrap();
    answer.verdict()
}

#[test]
fn region_puzzles_are_told_unique() {
    // The two ways to put kings into every row and column of 4 x 4 (A002464) are c1 a2 d3 b4 and b1 d2 a3 c4.
    assert_eq!(verdict("regions\nareas:\nAAAA\nBBBB\nCCCC\nDDDD"), Verdict::AtLeast(2));
    // b1 and d2 in one region: the first is left.
    assert_eq!(verdict("regions\nareas:\nABAA\nBBBB\nCCCC\nDDDD"), Verdict::OnlyOne);
    // c1 and a2 as well.
    assert_eq!(verdict("regions\nareas:\nABBA\nBBBB\nCCCC\nDDDD"), Verdict::None);
}

#[test]
fn two_stars_in_every_line_are_counted() {
    // Rows, columns and no touching alone: 0, 2, 664 (an independent count by rows). With rows as regions no more
    // is asked.
    for (size, count) in [(7, 0), (8, 2)] {
        let rows: Vec<String> =
            (0..size).map(|row| char::from(b'A' + row).to_string().repeat(size.into())).collect();
        let stars: Problem = format!("stars\nareas:\n{}", rows.join("\n")).parse().unwrap();
        let answer = completion::solve(&stars, Question::Count, &Settings::default()).unwrap();
        assert_eq!(answer.solutions, count, "{size}");
    }
}
