//! Largest sets, sets of any number and region puzzles, against published values and the
//! naive oracle.

use crate::common;
use proptest::prelude::*;
use queens::check;
use queens::control::{Limit, Limits, Outcome, Stop};
use queens::engines::{
    ferrers, inclusion_exclusion, maximal, pawns, symmetric, transfer,
};
use queens::orbit::{Orbits, SymmetryClass};
use queens::parallel::RunOptions;
use queens::placement::Placement;
use queens::problem::{Bounds, Preset, Problem};
use queens::reference;
use queens::symmetry::Symmetry;
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Class, Question, Settings, Verdict, ask, count};
use std::ops::RangeInclusive;

/// A largest set.
fn most(problem: &Problem, settings: &Settings) -> Answer {
    queens::solve(&problem.most().expect("a problem"), settings).expect("an answer")
}

/// Upper bound of the size of any set.
fn bound(most: &Answer) -> u32 {
    most.bound()
        .and_then(|bound| u32::try_from(bound).ok())
        .unwrap_or_else(|| panic!("{most:?}"))
}

fn maximum(problem: &Problem) -> u32 {
    let most = most(problem, &Settings::default());
    assert_eq!(most.outcome, Outcome::Exhausted, "{problem}");
    let (bound, value) = (bound(&most), most.value());
    let queens = most.first.expect("a set");
    check::solution(&problem.with_total(Bounds::ANY).unwrap(), &queens)
        .expect("a right set");
    assert_eq!(value, Some(queens.len() as i64), "{problem}");
    assert!(
        queens.len() as u32 <= bound,
        "{problem}: {queens:?} and {bound}"
    );
    queens.len() as u32
}

#[test]
fn largest_sets_match_published_values() {
    // OEIS A085801, A274616, A352241, A352426, A030978.
    let ranges: [(Preset, RangeInclusive<u32>); 5] = [
        (Preset::Torus, 1..=23),
        (Preset::Triangle, 0..=18),
        (Preset::Black, 1..=16),
        (Preset::White, 1..=17),
        (Preset::Knights, 0..=12),
    ];
    for (preset, sizes) in ranges {
        for size in sizes {
            let problem = preset.problem(size, size).unwrap();
            let published = reference::maximum(&problem).expect("published");
            assert_eq!(
                u128::from(maximum(&problem)),
                published.value,
                "{preset} {size}: {}",
                published.name
            );
        }
    }
}

#[test]
fn largest_sets_match_the_textbooks() {
    // Dudeney, Amusements in Mathematics, 1917, problem 299: 2n - 2 bishops. One rook in
    // each row, and one king in each block of four squares, are no more than lines and
    // blocks there are.
    for size in [2, 7, 12, 20] {
        let of = |preset: Preset| maximum(&preset.problem(size, size).unwrap());
        assert_eq!(of(Preset::Rooks), size);
        assert_eq!(of(Preset::Bishops), 2 * size - 2);
        assert_eq!(of(Preset::Kings), size.div_ceil(2).pow(2));
    }
    // Nivasch and Lev, Nonattacking queens on a triangle, Mathematics Magazine 78, 2005:
    // (2n + 1) / 3 queens that move along the three sides.
    for size in 1..=16 {
        let grid = format!("triangle {size}\npiece: semiqueen")
            .parse()
            .unwrap();
        assert_eq!(maximum(&grid), (2 * size + 1) / 3);
    }
}

#[test]
fn all_methods_agree_on_the_maximum() {
    for text in [
        "torus 8",
        "black 7",
        "moebius 6",
        "8\ngivens: a2\nholes: d4 e5",
        "kings 5\nwalls: c3",
    ] {
        let problem: Problem = text.parse().unwrap();
        let asked = Settings::default().with_engine("backtracking");
        let searched = most(&problem, &asked);
        assert_eq!(
            searched.first.unwrap().len() as u32,
            maximum(&problem),
            "{text}"
        );
    }
    // Two on each row: branch and bound does not take this, the bound on lines does.
    let pairs: Problem = "4\npiece: none\nrows: 2\ncolumns: any".parse().unwrap();
    let most = most(&pairs, &Settings::default());
    assert_eq!(
        (bound(&most), most.certificate),
        (8, Some(Certificate::LineWeights))
    );
    assert_eq!(most.first.unwrap().len(), 8);
}

#[test]
fn a_limit_leaves_the_largest_set_so_far() {
    let problem = Preset::Black.problem(18, 18).unwrap();
    let most = most(&problem, &Settings::default().with_nodes(20_000));
    assert!(!most.is_complete());
    assert!(bound(&most) >= 13 && most.first.unwrap().len() >= 11);
}

fn sets(problem: &Problem) -> u128 {
    let report = transfer::count(problem, &Limits::default()).expect("an answer");
    assert_eq!(report.outcome, Outcome::Exhausted, "{problem}");
    report.count
}

#[test]
fn numbers_of_sets_match_published_values() {
    let of = |text: String| {
        let problem: Problem = text.parse().unwrap();
        let published = reference::published(&problem)
            .unwrap_or_else(|| panic!("{text} is not published"));
        assert_eq!(
            sets(&problem),
            published.value,
            "{text}: {}",
            published.name
        );
    };
    // OEIS A287227, A141243, A359032.
    (1..=8).for_each(|n| of(format!("queens {n}\ntotal: any")));
    (1..=8).for_each(|n| of(format!("knights {n}")));
    (0..=8).for_each(|n| of(format!("triangle {n}")));
    // OEIS A002465, A201540, A201513, A137279, A172519.
    (1..=10).for_each(|n| of(format!("bishops {n}\ntotal: {n}")));
    (1..=7).for_each(|n| of(format!("knights {n}\ntotal: {n}")));
    (1..=8).for_each(|n| of(format!("kings {n}\ntotal: {n}")));
    (1..=11u32).for_each(|n| of(format!("moebius {n}\ntotal: {}", n.div_ceil(2))));
    // OEIS A172517, A172518, A172519, A173775, A178722.
    for (total, largest) in [(2, 25), (3, 25), (4, 20), (5, 14), (6, 12)] {
        (1..=largest).for_each(|n| of(format!("torus {n}\ntotal: {total}")));
    }
    // OEIS A002464 and A063443.
    (0..=15).for_each(|n| of(format!("kings {n}\nrows: 1\ncolumns: 1")));
    (0..=16).for_each(|n| of(format!("kings {n}")));
}

/// The engine does not count the solutions of the problem, and says why.
fn refuses(text: &str, engine: &str, parameter: Parameter, words: &str) {
    let refused = count(
        &text.parse().unwrap(),
        &Settings::default().with_engine(engine),
    )
    .unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        (engine, parameter),
        "{text}: {refused}"
    );
    assert!(refused.reason.contains(words), "{text}: {refused}");
}

fn few_queens(problem: &Problem) -> u128 {
    let report =
        inclusion_exclusion::count(problem, &RunOptions::default()).expect("an answer");
    assert_eq!(report.outcome, Outcome::Exhausted, "{problem}");
    report.tally.count
}

#[test]
fn numbers_of_few_queens_match_published_values() {
    // OEIS A036464, A047659, A061994, A108792, A176186, A178721, A252593.
    for (queens, largest) in [
        (2, 39),
        (3, 31),
        (4, 25),
        (5, 20),
        (6, 14),
        (7, 11),
        (8, 10),
    ] {
        for size in queens..=largest {
            let problem: Problem = format!("{size}\ntotal: {queens}").parse().unwrap();
            let published = reference::published(&problem).expect("published");
            assert_eq!(
                few_queens(&problem),
                published.value,
                "{size}, {queens}: {}",
                published.name
            );
        }
    }
    // Landau, "Uber das Achtdamenproblem", Naturwissenschaftliche Wochenschrift 11, 1896:
    // two and three queens.
    for n in [65u128, 130, 257] {
        let two = n * (n - 1) * (n - 2) * (3 * n - 1) / 6;
        let three = match n % 2 {
            0 => n * (n - 2).pow(2) * (2 * n.pow(3) - 12 * n.pow(2) + 23 * n - 10) / 12,
            _ => {
                (n - 1)
                    * (n - 3)
                    * (2 * n.pow(4) - 12 * n.pow(3) + 25 * n.pow(2) - 14 * n + 1)
                    / 12
            }
        };
        let of =
            |queens: u32| few_queens(&format!("{n}\ntotal: {queens}").parse().unwrap());
        assert_eq!((of(2), of(3)), (two, three), "{n}");
    }
}

/// Sets, symmetric sets and sets to which nothing can be added, against every placement.
#[test]
fn symmetric_and_maximal_sets_agree_with_every_placement() {
    for text in [
        "rooks 3x4",
        "rooks 4\nholes: a1 a2 b1",
        "triangle 4\npiece: rook",
        "bishops 4",
        "bishops 3x4",
        "kings 4",
        "knights 4\ntotal: 5",
        "queens 5\ntotal: any",
        "semiqueens 5",
        "torus 5\ntotal: 3",
        "rooks 4\ntotal: 3",
        "black 5",
        "4\nholes: b2 c2 b3 c3\ntotal: any",
        // Rays that do not reach across (the weak queens of Project Euler 534).
        "5\npiece: (0,1)* + (1,0)*3 + (1,1)*3 + (1,-1)*3\nrows: 1\ncolumns: any",
        "5\npiece: (0,1)* + (1,0)*2 + (1,1)*2 + (1,-1)*2\nrows: 1\ncolumns: any",
    ] {
        let problem: Problem = text.parse().unwrap();
        let all = common::all_solutions(&problem, 1_000_000).expect("few enough");
        let orbits = Orbits::from_problem(&problem).unwrap();
        let expected = all
            .iter()
            .filter(|found| orbits.is_fundamental(found))
            .count() as u128;
        assert_eq!(fundamental(&problem, all.len() as u128), expected, "{text}");
        assert_eq!(sets(&problem), all.len() as u128, "{text}");
        let reflective = all
            .iter()
            .filter(|found| orbits.class(found) == SymmetryClass::Reflective)
            .count();
        assert_eq!(
            classes(&problem, all.len() as u128)[3].solutions,
            reflective as u128,
            "{text}"
        );
        if ferrers::accepts(&problem).is_ok() {
            assert_eq!(ferrers::count(&problem), Ok(all.len() as u128), "{text}");
        }
        if let Ok(maximal) = ferrers::maximal(&problem) {
            let grows = |set: &Placement| {
                all.iter()
                    .any(|other| other.len() > set.len() && holds(other, set))
            };
            let expected = all.iter().filter(|set| !grows(set)).count();
            assert_eq!(maximal, expected as u128, "{text}");
        }
    }
}

fn holds(large: &Placement, small: &Placement) -> bool {
    small
        .squares()
        .iter()
        .all(|square| large.squares().contains(square))
}

#[test]
fn counts_few_queens_on_boards_with_holes_and_givens() {
    for text in [
        "5x7\ntotal: 4",
        "7x5\ntotal: 4",
        "6\nholes: a1 c4 d4 f2\ntotal: 4",
        "6\ngivens: b3\ntotal: 4",
        "7\ngivens: b3 g4\nholes: a1 a2\ntotal: 6",
        "5\ntotal: 0",
        "5\ntotal: 1",
        "3\ntotal: 7",
        "0\ntotal: 0",
        "0\ntotal: 2",
    ] {
        let problem: Problem = text.parse().unwrap();
        let all = common::all_solutions(&problem, 1_000_000).expect("few enough");
        assert_eq!(few_queens(&problem), all.len() as u128, "{text}");
    }
    refuses(
        "kings 5\ntotal: 3",
        "inclusion-exclusion",
        Parameter::Piece,
        "not king",
    );
    refuses(
        "torus 5\ntotal: 3",
        "inclusion-exclusion",
        Parameter::Edges,
        "open edges",
    );
    refuses("5", "inclusion-exclusion", Parameter::Total, "add a total");
    refuses(
        "2000\ntotal: 3",
        "inclusion-exclusion",
        Parameter::Size,
        "2000",
    );
}

fn fixed_by(problem: &Problem, symmetries: &[Symmetry]) -> Result<u128, Stop> {
    symmetric::fixed_by(problem, symmetries, &Limits::default())
        .expect("a symmetry of the problem")
}

/// The classes of the solutions of `problem`, of which there are `all`.
fn classes(problem: &Problem, all: u128) -> [Class; 4] {
    let orbits = Orbits::from_problem(problem).expect("a small board");
    symmetric::classes(all, orbits.group(), |symmetries| {
        fixed_by(problem, symmetries)
    })
    .expect("an answer")
}

fn fundamental(problem: &Problem, all: u128) -> u128 {
    classes(problem, all)
        .iter()
        .map(|class| class.fundamental)
        .sum()
}

#[test]
fn symmetric_solutions_match_published_values() {
    // OEIS A352661 to A352663, A051224; A000170 and A002562 beyond the boards of the
    // symmetric searches.
    for (preset, sizes) in [(Preset::Superqueens, 2..=15), (Preset::Queens, 2..=14)] {
        for size in sizes {
            let problem = preset.problem(size, size).unwrap();
            let all = reference::published(&problem).expect("published").value;
            for class in classes(&problem, all) {
                let published = reference::fundamental_of_class(&problem, class.class)
                    .expect("published");
                assert_eq!(
                    class.fundamental, published,
                    "{preset} {size}, {}",
                    class.class
                );
            }
        }
    }
    // OEIS A000903, A037223, A037224, by formulas and by states.
    for size in 1..=33 {
        let rooks = Preset::Rooks
            .problem(size, size)
            .unwrap()
            .with_total(Bounds::exactly(size))
            .unwrap();
        let published = |symmetry| {
            reference::fixed_by(&rooks, symmetry).map(|published| published.value)
        };
        for (symmetry, most) in [(Symmetry::HalfTurn, 29), (Symmetry::QuarterTurn, 33)] {
            let fixed = fixed_by(&rooks, &[symmetry]).unwrap();
            assert!(
                size > most || Some(fixed) == published(symmetry),
                "{size} {symmetry:?}"
            );
            if size <= 9 {
                let by_states =
                    transfer::count_fixed(&rooks, &[symmetry], &Limits::default())
                        .unwrap();
                assert_eq!(by_states.count, fixed, "{size} {symmetry:?}");
            }
        }
        if size <= 23 {
            let all = ferrers::count(&rooks).unwrap();
            let published = reference::fundamental(&rooks).expect("published").value;
            assert_eq!(fundamental(&rooks, all), published, "{size} rooks");
        }
    }
    let refused = transfer::count_fixed(
        &"5x6".parse().unwrap(),
        &[Symmetry::Transpose],
        &Limits::default(),
    );
    let refused = refused.unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("transfer", Parameter::Symmetry)
    );
    assert!(
        refused
            .reason
            .contains("reflection in the diagonal does not leave"),
        "{refused}"
    );
}

#[test]
fn counts_rooks_and_bishops_by_their_lines() {
    // OEIS A002465 and A146304.
    for size in 1..=20 {
        let bishops = Preset::Bishops.problem(size, size).unwrap();
        let full = bishops.with_total(Bounds::exactly(size)).unwrap();
        if let Some(published) = reference::published(&full) {
            assert_eq!(ferrers::count(&full), Ok(published.value), "{size} bishops");
        }
        let published = reference::maximal(&bishops).expect("published");
        assert_eq!(ferrers::maximal(&bishops), Ok(published.value), "{size}");
    }
    // Dudeney 1917: 2n - 2 bishops at the most, in 2^n ways (Kotesovec, in A002465).
    for size in 2..=40u32 {
        let most: Problem = format!("bishops {size}\ntotal: {}..", 2 * size - 2)
            .parse()
            .unwrap();
        assert_eq!(ferrers::count(&most), Ok(1 << size), "{size}");
    }
    let factorial = (1..=34u128).product();
    assert_eq!(
        ferrers::count(&"rooks 34\ntotal: 34".parse().unwrap()),
        Ok(factorial)
    );
    let too_many = ferrers::count(&"rooks 35\ntotal: 35".parse().unwrap()).unwrap_err();
    assert_eq!(
        (too_many.engine, too_many.parameter),
        ("ferrers", Parameter::Answer),
        "{too_many}"
    );
    refuses("bishops 3x7", "ferrers", Parameter::Size, "not nested");
    refuses("kings 4", "ferrers", Parameter::Piece, "not king");
    refuses("rooks 4\ngivens: a1", "ferrers", Parameter::Givens, "given");
    refuses("rooks 4\nrows: 2", "ferrers", Parameter::Rows, "not 2");
}

/// The rest of a board is searched once memory holds no more states.
#[test]
fn little_memory_changes_no_count() {
    let limits = Limits::default().with_memory(1 << 16);
    for text in [
        "queens 8\ntotal: any",
        "queens 8\ntotal: 5",
        "queens 7\ntotal: 4..6",
        "triangle 10",
        "bishops 5\ntotal: 5",
        "knights 5\ntotal: 5",
        "knights 6",
        "kings 8\ntotal: 9",
        "moebius 8\ntotal: 4",
        "cylinder 6\ntotal: 3",
    ] {
        let problem = text.parse().unwrap();
        let report = transfer::count(&problem, &limits).unwrap();
        assert_eq!(
            (report.count, report.outcome),
            (sets(&problem), Outcome::Exhausted),
            "{text}"
        );
    }
}

/// Squares that shifts bring together count together: checked against every placement.
#[test]
fn shifts_count_every_set() {
    for text in [
        "torus 5\ntotal: 3",
        "torus 4x6\ntotal: 3",
        "cylinder 4x5\ntotal: 3",
        "cylinder 5x4\ntotal: 2",
        "moebius 5x4\ntotal: 3",
        "moebius 4x5\ntotal: 2",
        "moebius 5\npiece: semiqueen\ntotal: 3",
        "toroidal-semiqueens 5\ntotal: 3",
        "kings 5\nleft-right: wrap\ntotal: 3",
    ] {
        let problem: Problem = text.parse().unwrap();
        let all = common::all_solutions(&problem, 100_000).expect("few enough");
        assert_eq!(sets(&problem), all.len() as u128, "{text}");
    }
}

/// OEIS A103330, A103331, A129551 to A129554.
#[test]
fn queens_and_pawns_match_published_values() {
    for (pawns, largest) in [(0, 10), (1, 11), (2, 11), (3, 10)] {
        for size in 1..=largest {
            let report = pawns::count(size, pawns, &RunOptions::default()).unwrap();
            assert_eq!(report.outcome, Outcome::Exhausted);
            for (found, up_to_symmetry) in [
                (report.tally.count, false),
                (pawns::fundamental(&report.tally), true),
            ] {
                let published =
                    reference::with_pawns(size, pawns, up_to_symmetry).unwrap();
                assert_eq!(
                    found, published.value,
                    "{size}, {pawns}: {}",
                    published.name
                );
            }
        }
    }
    assert_eq!(
        pawns::count(0, 0, &RunOptions::default())
            .unwrap()
            .tally
            .count,
        1
    );
    let pawns = "32; pieces: 33 queens, 1 pawn".parse().unwrap();
    let refused = ask(
        &pawns,
        Question::Count,
        &Settings::default().with_engine("pawns"),
    )
    .unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("pawns", Parameter::Size)
    );
    assert!(refused.reason.contains("31 x 31, not 32 x 32"), "{refused}");
    let limits = Limits::default().with_nodes(100);
    let stopped = pawns::count(
        12,
        1,
        &RunOptions {
            limits,
            ..RunOptions::default()
        },
    )
    .unwrap();
    assert_eq!(stopped.outcome, Outcome::LimitReached(Limit::Nodes));
}

#[test]
fn maximal_sets_match_published_values() {
    // OEIS A146303, A146304.
    for (preset, largest) in [(Preset::Queens, 9), (Preset::Bishops, 6)] {
        for size in 1..=largest {
            let problem = preset
                .problem(size, size)
                .unwrap()
                .with_total(Bounds::ANY)
                .unwrap();
            let report = maximal::count(&problem, &Settings::default()).unwrap();
            let published = reference::maximal(&problem).unwrap();
            assert_eq!(
                report.count, published.value,
                "{preset} {size}: {}",
                published.name
            );
        }
    }
    for (text, parameter, words) in [
        ("bishops 30", Parameter::Answer, "2^128"),
        ("8", Parameter::Rows, "any number, not 1"),
        ("8\ntotal: 3", Parameter::Total, "any number, not 3"),
        (
            "8\ntotal: any\ngivens: a1",
            Parameter::Givens,
            "without given",
        ),
    ] {
        let refused =
            maximal::count(&text.parse().unwrap(), &Settings::default()).unwrap_err();
        assert_eq!(
            (refused.engine, refused.parameter),
            ("maximal", parameter),
            "{text}"
        );
        assert!(refused.reason.contains(words), "{text}: {refused}");
    }
}

/// A pawn is a wall: seven queens and a pawn on 6 x 6, for each of its squares (OEIS
/// A103330: 16).
#[test]
fn walls_allow_more_queens() {
    let count = |row, column| {
        sets(
            &format!("6\nwalls: {row}:{column}\ntotal: 7")
                .parse()
                .unwrap(),
        )
    };
    let squares = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    assert_eq!(
        squares
            .map(|(row, column)| count(row, column))
            .sum::<u128>(),
        16
    );
    let walled: Problem = "8\nwalls: c4".parse().unwrap();
    assert!((8..=9).contains(&maximum(&walled)));
}

#[test]
fn a_total_bounds_the_queens_of_each_line() {
    for (text, tight) in [
        ("8\ntotal: 8", "8"),
        ("torus 7\ntotal: 7", "torus 7"),
        ("8x20\ntotal: 8", "8x20"),
        ("8\ntotal: 7", "8\ntotal: 7"),
        ("8\nwalls: c4\ntotal: 8", "8\nwalls: c4\ntotal: 8"),
        ("kings 8\ntotal: 8", "kings 8\ntotal: 8"),
    ] {
        let [problem, tight]: [Problem; 2] =
            [text, tight].map(|text| text.parse().unwrap());
        assert_eq!(problem.normalized(), tight, "{text}");
    }
}

/// Ways to put kings on 12 x 12, more than 64 bits hold (OEIS A063443).
#[test]
fn counts_go_beyond_64_bits() {
    assert_eq!(
        sets(&"kings 12".parse().unwrap()),
        69_645_620_389_200_894_313
    );
}

#[test]
fn a_limit_leaves_no_count() {
    let limits = Limits::default().with_nodes(1_000);
    let report = transfer::count(&"12\ntotal: any".parse().unwrap(), &limits).unwrap();
    assert!(!report.outcome.is_complete() && report.count == 0);
    let pairs: Problem = "8\npiece: none\nrows: 2\ncolumns: any".parse().unwrap();
    let refused = transfer::accepts(&pairs).unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("transfer", Parameter::Rows)
    );
    assert!(refused.reason.contains("not 2"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_and_maxima_agree_with_the_oracle(problem in common::problems()) {
        let Some(all) = common::all_solutions(&problem, 3_000) else { return Ok(()) };
        if transfer::accepts(&problem).is_ok() {
            prop_assert_eq!(sets(&problem), all.len() as u128, "{}", problem);
        }
        if ferrers::accepts(&problem).is_ok() {
            prop_assert_eq!(ferrers::count(&problem), Ok(all.len() as u128), "{}", problem);
        }
        if let (Ok(()), Ok(orbits)) = (transfer::accepts(&problem), Orbits::from_problem(&problem)) {
            for class in classes(&problem, all.len() as u128) {
                let of_class: Vec<_> = all.iter().filter(|found| orbits.class(found) == class.class).collect();
                let fundamental = of_class.iter().filter(|found| orbits.is_fundamental(found)).count();
                let expected = (fundamental as u128, of_class.len() as u128);
                prop_assert_eq!((class.fundamental, class.solutions), expected, "{}", problem);
            }
        }
        if inclusion_exclusion::accepts(&problem).is_ok() {
            prop_assert_eq!(few_queens(&problem), all.len() as u128, "{}", problem);
        }
        let any = problem.with_any_number();
        let Some(all) = common::all_solutions(&any, 3_000) else { return Ok(()) };
        let most = most(&problem, &Settings::default());
        prop_assert_eq!(most.outcome, Outcome::Exhausted);
        let largest = all.iter().map(Placement::len).max();
        prop_assert_eq!(most.first.map(|queens| queens.len()), largest, "{}", problem);
    }
}

fn verdict(text: &str) -> Verdict {
    let answer = ask(
        &text.parse().unwrap(),
        Question::Unique,
        &Settings::default(),
    )
    .unwrap();
    answer.verdict()
}

#[test]
fn recognises_unique_region_puzzles() {
    // The two ways to put kings into every row and column of 4 x 4 (A002464) are c1 a2 d3
    // b4 and b1 d2 a3 c4.
    assert_eq!(
        verdict("regions\nareas:\nAAAA\nBBBB\nCCCC\nDDDD"),
        Verdict::AtLeast(2)
    );
    // b1 and d2 in one region: the first is left.
    assert_eq!(
        verdict("regions\nareas:\nABAA\nBBBB\nCCCC\nDDDD"),
        Verdict::OnlyOne
    );
    // c1 and a2 as well.
    assert_eq!(
        verdict("regions\nareas:\nABBA\nBBBB\nCCCC\nDDDD"),
        Verdict::None
    );
}

#[test]
fn counts_two_stars_in_every_line() {
    // Rows, columns and no touching alone: 0, 2, 664 (an independent count by rows). With
    // rows as regions no more is asked.
    for (size, value) in [(7, 0), (8, 2)] {
        let rows: Vec<String> = (0..size)
            .map(|row| char::from(b'A' + row).to_string().repeat(size.into()))
            .collect();
        let stars: Problem = format!("stars\nareas:\n{}", rows.join("\n"))
            .parse()
            .unwrap();
        let answer = count(&stars, &Settings::default()).unwrap();
        assert_eq!(answer.count, value, "{size}");
    }
}
