//! The exact counter against published values, and its parts against each other.

use proptest::prelude::*;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines::{inclusion_exclusion, join, pawns, rows, symmetric};
use queens::parallel::{self, RunOptions, RunProgress, Tally, WorkUnits};
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::simd::Kernel;
use queens::symmetry::Symmetry;
use queens::unsupported::Parameter;
use queens::{Question, Settings, ask};
use std::sync::Mutex;
use std::time::Duration;

/// The published number of all solutions (A000170).
fn published(n: u32) -> u64 {
    let problem = Problem::queens(n).expect("in range");
    narrow(reference::published(&problem))
}

fn narrow(published: Option<Published>) -> u64 {
    published
        .expect("published")
        .value
        .try_into()
        .expect("64 bits")
}

fn count(n: u32, options: &RunOptions<'_>) -> u64 {
    let report = join::queens(n, options).expect("the counter takes this size");
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.units, report.of_units);
    report.tally.count.try_into().expect("64 bits")
}

/// The kernels that this processor can run.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL
        .into_iter()
        .filter(|kernel| kernel.is_available())
}

/// Result of some work units, run in this order on so many threads.
fn run(work_units: &dyn WorkUnits, units: &[u64], threads: usize) -> Tally {
    let mut told = Tally::default();
    let options = RunOptions {
        threads,
        ..RunOptions::default()
    };
    let report = parallel::run(
        work_units,
        units.iter().copied(),
        &options,
        &mut |_, tally, _| told += tally,
    );
    let report = report.expect("the threads are there");
    assert_eq!(
        (report.outcome, report.units),
        (Outcome::Exhausted, units.len() as u64)
    );
    assert_eq!(report.tally, told);
    told
}

fn kept(n: u32, symmetry: Symmetry) -> Option<Published> {
    reference::fixed_by(&Problem::queens(n).expect("a board"), symmetry)
}

#[test]
fn small_boards_match_published_counts() {
    for kernel in kernels() {
        for n in 1..15 {
            assert_eq!(
                count(
                    n,
                    &RunOptions {
                        kernel,
                        ..RunOptions::default()
                    }
                ),
                published(n),
                "n = {n}"
            );
        }
    }
}

#[test]
#[ignore = "about 40 s, most of it n = 19: run with --release -- --ignored"]
fn large_boards_match_published_counts() {
    for n in 15..20 {
        assert_eq!(count(n, &RunOptions::default()), published(n), "n = {n}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for threads in [1, 2, 5] {
        assert_eq!(
            count(
                13,
                &RunOptions {
                    threads,
                    ..RunOptions::default()
                }
            ),
            published(13)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// In any order, together or in shares of which each is cut anew.
    #[test]
    fn units_can_be_run_in_any_order(
        kind in 0..5_usize,
        size in 7_u32..=10,
        order in prop::collection::vec(any::<u64>(), 1..50),
        shares in 1..4_usize,
    ) {
        let cut = || -> (Box<dyn WorkUnits>, u128) {
            let problem = |text: String| text.parse::<Problem>().expect("a problem");
            let queens = Problem::queens(size).expect("a board");
            let published = |published: Option<Published>| published.expect("published").value;
            match kind {
                0 => (join::work_units(size, Kernel::Auto).unwrap(), published(reference::published(&queens))),
                1 => (rows::work_units(&queens, Kernel::Auto).unwrap(), published(reference::published(&queens))),
                2 => {
                    let torus = problem(format!("torus {}", size | 1));
                    (rows::work_units(&torus, Kernel::Auto).unwrap(), published(reference::published(&torus)))
                }
                3 => {
                    let few = problem(format!("{size}\ntotal: 4"));
                    let work_units = inclusion_exclusion::work_units(&few, Kernel::Auto).unwrap();
                    (work_units, published(reference::published(&few)))
                }
                _ => (pawns::work_units(size, 1).unwrap(), published(reference::with_pawns(size, 1, false))),
            }
        };
        let (work_units, expected) = cut();
        let mut units: Vec<u64> = (0..work_units.units()).collect();
        units.sort_by_key(|&unit| order[unit as usize % order.len()].rotate_left(unit as u32));
        prop_assert_eq!(run(&*work_units, &units, shares).count, expected);
        let parts: Vec<Tally> = units.chunks(units.len().div_ceil(shares)).map(|units| run(&*cut().0, units, 1)).collect();
        prop_assert_eq!(parts.iter().sum::<Tally>().count, expected);
        let weights: f64 = units.iter().map(|&unit| work_units.weight(unit)).sum();
        prop_assert!((weights - 1.0).abs() < 1e-9);
    }
}

#[test]
fn units_are_reproducible_and_start_quickly() {
    for n in [15, 27, 31] {
        let [one, other] = [Kernel::Auto, Kernel::Baseline]
            .map(|kernel| join::work_units(n, kernel).expect("in range"));
        assert_eq!(one.units(), other.units());
        for unit in [0, one.units() / 3, one.units() - 1] {
            assert_eq!(
                (one.describe(unit), one.weight(unit)),
                (other.describe(unit), other.weight(unit))
            );
        }
    }
}

#[test]
fn symmetric_solutions_match_published_counts() {
    for n in 1..=21 {
        assert_eq!(
            symmetric::half_turn(n, &Limits::default()),
            Ok(Ok(narrow(kept(n, Symmetry::HalfTurn)))),
            "n = {n}"
        );
    }
    for n in 0..=37 {
        assert_eq!(
            symmetric::quarter_turn(n, &Limits::default()),
            Ok(Ok(narrow(kept(n, Symmetry::QuarterTurn)))),
            "n = {n}"
        );
    }
}

#[test]
#[ignore = "a minute or more, most of it n = 24: run with --release -- --ignored"]
fn symmetric_solutions_of_large_boards_match_published_counts() {
    for n in 22..=24 {
        assert_eq!(
            symmetric::half_turn(n, &Limits::default()),
            Ok(Ok(narrow(kept(n, Symmetry::HalfTurn)))),
            "n = {n}"
        );
    }
    for n in 38..=49 {
        assert_eq!(
            symmetric::quarter_turn(n, &Limits::default()),
            Ok(Ok(narrow(kept(n, Symmetry::QuarterTurn)))),
            "n = {n}"
        );
    }
}

#[test]
fn fundamental_solutions_match_published_counts() {
    for n in 2..=19 {
        let half_turn = symmetric::half_turn(n, &Limits::default())
            .expect("in range")
            .expect("no limit");
        let quarter_turn = symmetric::quarter_turn(n, &Limits::default())
            .expect("in range")
            .expect("no limit");
        let kept = |symmetries: &[Symmetry]| match symmetries {
            [Symmetry::HalfTurn] => Ok::<_, ()>(half_turn.into()),
            [Symmetry::QuarterTurn] => Ok(quarter_turn.into()),
            // Of two queens in one row or on one diagonal no mirror lets both be.
            _ => Ok(0),
        };
        let classes = symmetric::classes(published(n).into(), &Symmetry::ALL, kept)
            .expect("no error");
        let fundamental = classes.iter().map(|class| class.fundamental).sum::<u128>();
        assert_eq!(
            Some(fundamental),
            reference::fundamental(&Problem::queens(n).expect("a board"))
                .map(|published| published.value),
            "n = {n}"
        );
    }
}

#[test]
fn reports_progress_after_every_unit() {
    let told = Mutex::new(Vec::new());
    let tell =
        |progress: &RunProgress| told.lock().expect("no test panicked").push(*progress);
    count(
        12,
        &RunOptions {
            progress: Some(&tell),
            threads: 1,
            ..RunOptions::default()
        },
    );
    let told = told.into_inner().expect("no test panicked");
    assert!(
        told.iter()
            .zip(1..)
            .all(|(progress, number)| progress.units == number)
    );
    let last = told.last().expect("there are units");
    assert_eq!(last.units, last.of_units);
    assert!((last.done - 1.0).abs() < 1e-9);
}

#[test]
fn limits_leave_a_partial_answer() {
    let stopped = |limits: Limits| {
        let report = join::queens(
            14,
            &RunOptions {
                limits,
                threads: 1,
                ..RunOptions::default()
            },
        );
        let report = report.expect("a limit is no error");
        assert!(
            report.tally.count < published(14).into() && report.units < report.of_units
        );
        report.outcome
    };
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(
        stopped(Limits::default().with_cancel(cancel)),
        Outcome::Cancelled
    );
    assert_eq!(
        stopped(Limits::default().with_nodes(1000)),
        Outcome::LimitReached(Limit::Nodes)
    );
    assert_eq!(
        stopped(Limits::default().with_time(Duration::ZERO)),
        Outcome::LimitReached(Limit::Time)
    );
}

/// A count that stops in its first work unit has visited nodes all the same.
#[test]
fn nodes_of_unfinished_work_units_are_reported() {
    for (engine, text) in [
        ("join", "20"),
        ("rows", "superqueens 20"),
        ("toroidal", "torus 29"),
        ("inclusion-exclusion", "60\ntotal: 5"),
    ] {
        let problem: Problem = text.parse().expect(text);
        let limits = Limits::default().with_nodes(1_000);
        let settings = Settings::default()
            .with_engine(engine)
            .with_threads(1)
            .with_limits(limits);
        let answer = ask(&problem, Question::Count, &settings).expect(text);
        assert_eq!(
            answer.outcome,
            Outcome::LimitReached(Limit::Nodes),
            "{text}"
        );
        assert!(
            answer.statistics.expanded >= 1_000,
            "{text}: {:?}",
            answer.statistics
        );
    }
}

/// The lists of a thread: some hundreds of kilobytes for n = 20, two gigabytes for n = 28.
#[test]
fn the_join_stops_at_the_memory_limit() {
    for (n, bytes) in [(20, 100_000), (28, 64 << 20)] {
        let limits = Limits::default().with_memory(bytes);
        let report = join::queens(
            n,
            &RunOptions {
                limits,
                threads: 1,
                ..RunOptions::default()
            },
        )
        .expect("in range");
        assert_eq!(
            report.outcome,
            Outcome::LimitReached(Limit::Memory),
            "{n} queens"
        );
    }
}

#[test]
fn refuses_what_it_cannot_count() {
    let refused = join::queens(33, &RunOptions::default()).expect_err("too many");
    assert_eq!(
        (refused.engine, refused.parameter),
        ("join", Parameter::Size)
    );
    let refused = pawns::count(32, 1, &RunOptions::default()).expect_err("too large");
    assert_eq!(
        (refused.engine, refused.parameter),
        ("pawns", Parameter::Size)
    );
    for kernel in Kernel::ALL
        .into_iter()
        .filter(|kernel| !kernel.is_available())
    {
        let refused = join::queens(
            12,
            &RunOptions {
                kernel,
                ..RunOptions::default()
            },
        )
        .expect_err("not there");
        assert_eq!(
            (refused.engine, refused.parameter),
            ("join", Parameter::Kernel)
        );
    }
    let too_large = symmetric::half_turn(64, &Limits::default());
    assert!(matches!(too_large, Err(refused) if refused.parameter == Parameter::Size));
}
