//! The exact counter against published values, and its parts against each other.

use proptest::prelude::*;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines::join::{CountError, Partial, Tables};
use queens::engines::{join, symmetric};
use queens::parallel::{Options, Progress, SharedMeter};
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::simd::Kernel;
use queens::symmetry::Symmetry;
use std::sync::Mutex;
use std::time::Duration;

/// The published number of all solutions (A000170).
fn published(n: u32) -> u64 {
    let problem = Problem::queens(n).expect("in range");
    narrow(reference::published(&problem))
}

fn narrow(published: Option<Published>) -> u64 {
    published.expect("published").value.try_into().expect("64 bits")
}

fn count(n: u32, options: &Options<'_>) -> u64 {
    let report = join::queens(n, options).expect("the counter takes this size");
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.units, report.of_units);
    report.partial.count
}

/// The kernels that this processor can run.
fn kernels() -> impl Iterator<Item = Kernel> {
    let runs = |kernel: &Kernel| Tables::new(8).expect("8 is in range").worker(*kernel).is_ok();
    Kernel::ALL.into_iter().filter(runs)
}

fn kept(n: u32, symmetry: Symmetry) -> Option<Published> {
    reference::kept(&Problem::queens(n).expect("a board"), symmetry)
}

#[test]
fn small_boards_agree_with_the_published_counts() {
    for kernel in kernels() {
        for n in 1..15 {
            assert_eq!(count(n, &Options { kernel, ..Options::default() }), published(n), "n = {n}");
        }
    }
}

#[test]
#[ignore = "about 40 s, most of it n = 19: run with --release -- --ignored"]
fn large_boards_agree_with_the_published_counts() {
    for n in 15..20 {
        assert_eq!(count(n, &Options::default()), published(n), "n = {n}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for threads in [1, 2, 5] {
        assert_eq!(count(13, &Options { threads, ..Options::default() }), published(13));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// In any order, each with tables of its own or all with the same.
    #[test]
    fn units_can_be_summed_in_any_order(
        n in 8_u32..=12,
        order in any::<prop::sample::Index>(),
        shared in any::<bool>(),
    ) {
        let mut units = join::plan(n).expect("in range").units;
        let middle = order.index(units.len());
        units.rotate_left(middle);
        units.reverse();
        let limits = Limits::default();
        let tables = Tables::new(n).expect("in range");
        let mut worker = tables.worker(Kernel::Auto).expect("auto is always there");
        let parts = units.iter().map(|unit| {
            let partial = if shared {
                worker.run(unit, &SharedMeter::new(&limits))
            } else {
                join::run(unit, Kernel::Baseline)
            };
            partial.expect("a unit of the plan")
        });
        prop_assert_eq!(parts.sum::<Partial>().count, published(n));
        let cost: f64 = units.iter().map(|unit| unit.cost).sum();
        prop_assert!((cost - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_plan_is_the_same_every_time() {
    assert_eq!(join::plan(15), join::plan(15));
}

#[test]
fn symmetric_solutions_agree_with_the_published_counts() {
    for n in 1..=21 {
        assert_eq!(
            symmetric::half_turn(n, &Limits::default()),
            Ok(narrow(kept(n, Symmetry::HalfTurn))),
            "n = {n}"
        );
    }
    for n in 0..=37 {
        assert_eq!(
            symmetric::quarter_turn(n, &Limits::default()),
            Ok(narrow(kept(n, Symmetry::QuarterTurn))),
            "n = {n}"
        );
    }
}

#[test]
#[ignore = "a minute or more, most of it n = 24: run with --release -- --ignored"]
fn symmetric_solutions_of_large_boards_agree_with_the_published_counts() {
    for n in 22..=24 {
        assert_eq!(
            symmetric::half_turn(n, &Limits::default()),
            Ok(narrow(kept(n, Symmetry::HalfTurn))),
            "n = {n}"
        );
    }
    for n in 38..=49 {
        assert_eq!(
            symmetric::quarter_turn(n, &Limits::default()),
            Ok(narrow(kept(n, Symmetry::QuarterTurn))),
            "n = {n}"
        );
    }
}

#[test]
fn fundamental_solutions_agree_with_the_published_counts() {
    for n in 2..=19 {
        let half_turn = symmetric::half_turn(n, &Limits::default()).expect("in range");
        let quarter_turn = symmetric::quarter_turn(n, &Limits::default()).expect("in range");
        let kept = |symmetries: &[Symmetry]| match symmetries {
            [Symmetry::HalfTurn] => Ok::<_, ()>(half_turn.into()),
            [Symmetry::QuarterTurn] => Ok(quarter_turn.into()),
            // Of two queens in one row or on one diagonal no mirror lets both be.
            _ => Ok(0),
        };
        let classes = symmetric::classes(published(n).into(), &Symmetry::ALL, kept).expect("no error");
        let fundamental = classes.iter().map(|class| class.fundamental).sum::<u128>();
        assert_eq!(
            Some(fundamental),
            reference::fundamental(&Problem::queens(n).expect("a board")).map(|published| published.value),
            "n = {n}"
        );
    }
}

#[test]
fn progress_is_told_of_every_unit() {
    let told = Mutex::new(Vec::new());
    let tell = |progress: &Progress| told.lock().expect("no test panicked").push(*progress);
    count(12, &Options { progress: Some(&tell), threads: 1, ..Options::default() });
    let told = told.into_inner().expect("no test panicked");
    assert!(told.iter().zip(1..).all(|(progress, number)| progress.units == number));
    let last = told.last().expect("there are units");
    assert_eq!(last.units, last.of_units);
    assert!((last.done - 1.0).abs() < 1e-9);
}

#[test]
fn limits_leave_a_part_of_the_answer() {
    let stopped = |limits: Limits| {
        let report = join::queens(14, &Options { limits, threads: 1, ..Options::default() });
        let report = report.expect("a limit is no error");
        assert!(report.partial.count < published(14) && report.units < report.of_units);
        report.outcome
    };
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(stopped(Limits::default().with_cancel(cancel)), Outcome::Cancelled);
    assert_eq!(stopped(Limits::default().with_nodes(1000)), Outcome::LimitReached(Limit::Nodes));
    assert_eq!(stopped(Limits::default().with_time(Duration::ZERO)), Outcome::LimitReached(Limit::Time));
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert_eq!(join::plan(7), Err(CountError::TooSmall { n: 7, least: 8 }));
    assert_eq!(join::plan(28), Err(CountError::TooLarge { n: 28, most: 27 }));
    assert!(join::queens(28, &Options::default()).is_err());
    assert_eq!(symmetric::half_turn(64, &Limits::default()), Err(CountError::TooLarge { n: 64, most: 63 }));
    let mut unit = join::plan(9).expect("in range").units[0];
    unit.end += 1000;
    assert_eq!(join::run(&unit, Kernel::Auto), Err(CountError::NoSuchUnit { n: 9 }));
}
