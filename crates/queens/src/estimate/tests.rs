//! Estimates against published numbers, at fixed seeds.

use super::*;
use crate::problem::{Bounds, Preset};
use crate::reference;
use control::{CancelToken, Limit, Limits};

fn settings(seed: u64) -> Settings {
    Settings::default().with_threads(1).with_seed(seed)
}

fn parsed(text: &str) -> Problem {
    text.parse().unwrap()
}

/// Returns the mean and the variance of the deviations from the published number, in
/// standard errors.
fn deviations(problem: &Problem, published: u128, error: f64, seeds: u64) -> (f64, f64) {
    let ln = (published as f64).ln();
    let deviations: Vec<f64> = (0..seeds)
        .map(|seed| {
            let estimate = solutions(problem, error, &settings(seed)).unwrap();
            assert_eq!(estimate.how, How::Annealed);
            (estimate.interval.ln - ln) / estimate.interval.error
        })
        .collect();
    (
        deviations.iter().sum::<f64>() / seeds as f64,
        interval::sample_variance(deviations.iter().copied()),
    )
}

/// Checks ten seeds: the mean of ten standard normal numbers is almost never beyond 1.3
/// (4 sigma).
fn fits(text: &str, published: u128, error: f64) {
    let (mean, variance) = deviations(&parsed(text), published, error, 10);
    assert!(
        mean.abs() < 1.4,
        "{text}: {mean} standard errors off in the mean"
    );
    assert!(variance < 4.0, "{text}: variance {variance}");
}

#[test]
fn permutations_match_published_counts() {
    for size in [12, 14] {
        let problem = Problem::queens(size).unwrap();
        fits(
            &size.to_string(),
            reference::published(&problem).unwrap().value,
            0.1,
        );
    }
}

#[test]
fn variants_match_published_counts() {
    // A099152, A006717.
    for text in ["semiqueens 12", "toroidal-semiqueens 11"] {
        fits(
            text,
            reference::published(&parsed(text)).unwrap().value,
            0.15,
        );
    }
}

/// Unpublished numbers come from engines that share no code with annealing.
#[test]
fn other_starts_match_exact_counts() {
    for text in [
        "9x13",
        "13x10",
        "10\ntotal: 6",
        "16\ngivens: b1 f2 i3",
        "12\nholes: a1 c5 h8 d4",
        "kings 8\ntotal: 8",
        "bishops 8\ntotal: 9",
        "11\nwalls: d4 h9",
    ] {
        let problem = parsed(text);
        let exact = crate::count(&problem, &settings(0)).unwrap();
        assert!(exact.is_complete());
        fits(text, exact.count, 0.15);
    }
}

#[test]
fn the_same_seed_repeats_the_figures_on_any_number_of_threads() {
    let problem = Problem::queens(16).unwrap();
    let at = |threads, seed| {
        solutions(&problem, 0.2, &settings(seed).with_threads(threads))
            .unwrap()
            .interval
    };
    assert_eq!(at(1, 7), at(3, 7));
    assert_ne!(at(1, 7), at(1, 8));
}

#[test]
fn small_spaces_are_counted() {
    for (size, count) in [(0, 1), (1, 1), (2, 0), (3, 0), (4, 2), (8, 92)] {
        let estimate =
            solutions(&Problem::queens(size).unwrap(), DEFAULT_ERROR, &settings(0))
                .unwrap();
        assert_eq!(
            (estimate.how, estimate.counted),
            (How::Counted, Some(count)),
            "{size}"
        );
    }
    // More queens than lines: none.
    let many = Problem::queens(9)
        .unwrap()
        .with_total(Bounds::exactly(10))
        .unwrap();
    assert_eq!(
        solutions(&many, DEFAULT_ERROR, &settings(0))
            .unwrap()
            .counted,
        Some(0)
    );
}

/// A007705. The sample has fixed draws: it is the same with any number of threads.
#[test]
fn a_torus_is_counted_or_sampled() {
    let counted = solutions(&parsed("torus 23"), DEFAULT_ERROR, &settings(0)).unwrap();
    assert_eq!(
        (counted.how, counted.counted),
        (How::Counted, Some(128_850_048))
    );
    let sampled = |threads| {
        solutions(&parsed("torus 29"), 0.5, &settings(0).with_threads(threads)).unwrap()
    };
    let estimate = sampled(2);
    assert_eq!(
        (estimate.how, estimate.counted, estimate.outcome),
        (How::Sampled, None, Outcome::Found)
    );
    assert!(
        estimate.interval.reach() <= 0.5
            && estimate.interval.holds(605_917_055_356_f64.ln()),
        "{estimate:?}"
    );
    assert_eq!(sampled(1).interval, estimate.interval);
}

#[test]
fn counts_or_refuses_frozen_spaces_and_spaces_without_a_start() {
    // The torus has no solution if 2 or 3 divides its side (A007705).
    // Nothing is searched.
    let limited = settings(0).with_limits(Limits::default().with_nodes(1_000));
    for text in [
        "torus 12",
        "torus 21",
        "torus 27",
        "torus 33",
        "cylinder 39",
    ] {
        assert_eq!(
            solutions(&parsed(text), DEFAULT_ERROR, &limited)
                .unwrap()
                .counted,
            Some(0),
            "{text}"
        );
    }
    let open = solutions(
        &Preset::Kings.problem(200, 200).unwrap(),
        DEFAULT_ERROR,
        &settings(0),
    )
    .unwrap_err();
    assert_eq!(open.code, RefusalCode::OpenTotal);
    let large = solutions(
        &Problem::queens(1_000_000).unwrap(),
        DEFAULT_ERROR,
        &settings(0),
    )
    .unwrap_err();
    assert_eq!(large.code, RefusalCode::TooLarge);
}

#[test]
fn limits_apply() {
    let problem = Problem::queens(40).unwrap();
    let none = settings(0).with_nodes(1_000);
    assert_eq!(
        solutions(&problem, DEFAULT_ERROR, &none).unwrap_err().code,
        RefusalCode::Stopped
    );
    // After the trials some chains are enough for an interval.
    let some = solutions(&problem, 1e-6, &settings(0).with_nodes(40_000_000)).unwrap();
    assert_eq!(some.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(some.interval.reach() > 1e-6);
    let cancel = CancelToken::new();
    cancel.cancel();
    let refusal = solutions(
        &problem,
        DEFAULT_ERROR,
        &settings(0).with_cancel(cancel.clone()),
    )
    .unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Stopped);
    let refusal =
        nodes(&problem, DEFAULT_ERROR, &settings(0).with_cancel(cancel)).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Stopped);
}

/// A319283, at fixed seeds: of 60 intervals of 95 percent about 57 contain the number;
/// fewer than 50 do with a probability below one in a hundred thousand.
#[test]
fn node_intervals_contain_the_published_numbers() {
    let mut held = 0;
    for size in 8..=12 {
        let published = reference::tree_nodes(size).unwrap().value as f64;
        for seed in 0..12 {
            let estimate =
                nodes(&Problem::queens(size).unwrap(), 0.05, &settings(seed)).unwrap();
            held += u32::from(estimate.nodes.holds(published.ln()));
        }
    }
    assert!(held >= 50, "{held} of 60");
}
