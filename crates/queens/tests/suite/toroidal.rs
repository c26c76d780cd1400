//! The engine `toroidal`: queens on the torus by exact cover.

use queens::control::Limits;
use queens::parallel::{self, RunOptions};
use queens::problem::Problem;
use queens::simd::Kernel;
use queens::{Question, Settings, ask, reference, work_units};

/// OEIS A007705, also by the search row by row, with every kernel.
#[test]
fn counts_are_published_ones() {
    let sizes = [
        (5, 10),
        (7, 28),
        (11, 88),
        (13, 4_524),
        (17, 140_692),
        (19, 820_496),
    ];
    for (n, count) in sizes {
        for text in [
            format!("torus {n}"),
            format!("cylinder {n}"),
            format!("torus {n}\ntotal: {n}"),
        ] {
            let problem: Problem = text.parse().expect("a problem");
            for kernel in Kernel::ALL
                .into_iter()
                .filter(|kernel| kernel.is_available())
            {
                let settings = Settings::default()
                    .with_engine("toroidal")
                    .with_kernel(kernel)
                    .with_threads(1);
                let answer =
                    ask(&problem, Question::Count, &settings).expect("an answer");
                assert_eq!(
                    (answer.count, answer.is_complete()),
                    (count, true),
                    "{text} {kernel:?}"
                );
            }
            let rows = Settings::default().with_engine("rows");
            assert_eq!(
                ask(&problem, Question::Count, &rows)
                    .expect("an answer")
                    .count,
                count,
                "{text}"
            );
        }
        let torus: Problem = format!("torus {n}").parse().expect("a problem");
        assert_eq!(
            reference::published(&torus).map(|published| published.value),
            Some(count)
        );
    }
}

/// OEIS A071607: with a queen on a given square, whichever it is.
#[test]
fn a_given_queen_divides_by_the_side() {
    for (n, count) in [
        (5, 2),
        (7, 4),
        (11, 8),
        (13, 348),
        (17, 8_276),
        (19, 43_184),
    ] {
        for given in ["a1", "c2", "e5"] {
            let problem: Problem = format!("torus {n}\ngivens: {given}")
                .parse()
                .expect("a problem");
            for engine in ["toroidal", "rows"] {
                let settings = Settings::default().with_engine(engine);
                let answer =
                    ask(&problem, Question::Count, &settings).expect("an answer");
                assert_eq!(
                    (answer.count, answer.is_complete()),
                    (count, true),
                    "{n} {given} {engine}"
                );
            }
        }
    }
}

/// A side that has no solution, by the search itself: the arithmetic of `modular` is not
/// asked.
#[test]
fn sides_without_a_solution_have_none() {
    for n in [9, 15] {
        let torus: Problem = format!("torus {n}").parse().expect("a problem");
        let settings = Settings::default().with_engine("toroidal");
        let answer = ask(&torus, Question::Count, &settings).expect("an answer");
        assert_eq!(
            (answer.engine, answer.count, answer.is_complete()),
            ("toroidal", 0, true),
            "{n}"
        );
    }
}

/// Each work unit by itself, in any order: a count is cut for campaigns and forecasts.
#[test]
fn work_units_add_up() {
    let torus: Problem = "torus 17".parse().expect("a problem");
    let (_, units) =
        work_units(&torus, Question::Count, &Settings::default()).expect("units");
    assert_eq!(units.engine(), "toroidal");
    let mut count = 0;
    for unit in (0..units.units()).rev() {
        let options = RunOptions::default();
        count +=
            parallel::run(&*units, std::iter::once(unit), &options, &mut |_, _, _| {})
                .expect("a unit")
                .tally
                .count;
    }
    assert_eq!(count, 140_692);
}

#[test]
fn a_limit_leaves_a_partial_count() {
    let torus: Problem = "torus 23".parse().expect("a problem");
    let limits = Limits::default().with_nodes(100_000);
    let settings = Settings::default()
        .with_engine("toroidal")
        .with_limits(limits);
    let answer = ask(&torus, Question::Count, &settings).expect("an answer");
    assert!(
        !answer.is_complete() && answer.count < 128_850_048,
        "{answer:?}"
    );
}

#[test]
fn other_boards_are_refused_with_the_reason() {
    for (text, reason) in [
        ("8", "such as torus 23"),
        (
            "torus 7\ngivens: a1 b3",
            "nothing on it but one given queen",
        ),
        ("torus 7\nholes: a1", "nothing on it but one given queen"),
        ("torus 7\nwalls: a1", "nothing on it but one given queen"),
        (
            "superqueens 7\ntop-bottom: wrap\nleft-right: wrap",
            "queens, not",
        ),
        ("torus 8", "8 is not an odd side from 5 to 39"),
        ("torus 41", "41 is not an odd side from 5 to 39"),
        ("torus 7\ntotal: 6", "such as torus 23"),
    ] {
        let problem: Problem = text.parse().expect(text);
        let settings = Settings::default().with_engine("toroidal");
        let refused = ask(&problem, Question::Count, &settings)
            .expect_err(text)
            .to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}
