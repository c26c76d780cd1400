//! Every engine against a naive oracle, and the oracle against published values.

use crate::common;
use proptest::prelude::*;
use queens::control::{Limits, Outcome};
use queens::engines::{self, Completeness, Engine};
use queens::placement::Placement;
use queens::problem::{Preset, Problem};
use queens::{Settings, reference};
use std::ops::ControlFlow;

/// More sets of squares than this are too many for the oracle.
const MOST: usize = 30_000;

fn agrees_with_published(problem: &Problem) -> bool {
    let (Some(published), Some(solutions)) = (
        reference::published(problem),
        common::all_solutions(problem, MOST),
    ) else {
        return false;
    };
    assert_eq!(
        solutions.len() as u128,
        published.value,
        "{problem}: {}",
        published.name
    );
    true
}

#[test]
fn presets_match_published_counts() {
    for preset in [
        Preset::Queens,
        Preset::Torus,
        Preset::Cylinder,
        Preset::Superqueens,
        Preset::Leprechauns,
        Preset::Semiqueens,
        Preset::ToroidalSemiqueens,
        Preset::Reflecting,
        Preset::Knights,
        Preset::Triangle,
    ] {
        let sizes = (0..=7)
            .filter(|&size| agrees_with_published(&preset.problem(size, size).unwrap()));
        let sizes: Vec<u32> = sizes.collect();
        assert!(sizes.len() >= 3, "{preset}: only {sizes:?}");
    }
}

#[test]
fn rectangles_match_published_counts() {
    let agreeing = (1..=6)
        .flat_map(|rows| (1..=6).map(move |columns| (rows, columns)))
        .filter(|&(rows, columns)| {
            agrees_with_published(&Preset::Queens.problem(rows, columns).unwrap())
        });
    assert_eq!(agreeing.count(), 36);
}

#[test]
fn fixed_numbers_of_pieces_match_published_counts() {
    let mut agreeing = 0;
    for preset in [
        Preset::Queens,
        Preset::Torus,
        Preset::Moebius,
        Preset::Bishops,
        Preset::Knights,
        Preset::Kings,
    ] {
        for size in 1..=5 {
            for total in 1..=5 {
                let text =
                    format!("{preset} {size}\nrows: any\ncolumns: any\ntotal: {total}");
                agreeing += u32::from(agrees_with_published(&text.parse().unwrap()));
            }
        }
    }
    assert!(agreeing > 80, "{agreeing}");
}

#[test]
fn kings_in_every_row_and_column_are_hertzsprungs_problem() {
    for size in 0..=6 {
        let kings = format!("kings {size}\nrows: 1\ncolumns: 1");
        assert!(agrees_with_published(&kings.parse().unwrap()), "{kings}");
    }
}

fn ladder() -> impl Iterator<Item = &'static dyn Engine> {
    engines::registry().filter(|engine| engine.is_of_the_ladder())
}

/// Answer of an engine within its node budget.
fn found(
    engine: &dyn Engine,
    problem: &Problem,
    settings: &Settings,
) -> Option<(Vec<Placement>, Outcome)> {
    let mut placements = Vec::new();
    let mut keep = |placement: &Placement| {
        placements.push(placement.clone());
        ControlFlow::Continue(())
    };
    let answer = engine.solutions(problem, settings, &mut keep).ok()?;
    assert_eq!(
        answer.count,
        placements.len() as u128,
        "{}",
        engine.info().id
    );
    placements.sort_unstable();
    Some((placements, answer.outcome))
}

fn agrees(
    engine: &dyn Engine,
    problem: &Problem,
    expected: &[Placement],
) -> Result<(), TestCaseError> {
    let id = engine.info().id;
    let settings = Settings::default()
        .with_limits(Limits::default().with_nodes(200_000))
        .with_seed(1);
    let Some((placements, outcome)) = found(engine, problem, &settings) else {
        return Ok(());
    };
    if let Some(wrong) = placements
        .iter()
        .find(|&placement| !expected.contains(placement))
    {
        return Err(TestCaseError::fail(format!(
            "{id} finds {wrong:?}, which is no solution of\n{problem}"
        )));
    }
    let (some, all) = (placements.len(), expected.len());
    if engine.info().finds == Completeness::One {
        let misses = outcome == Outcome::Exhausted && some == 0 && all > 0;
        prop_assert!(
            some <= 1 && !misses,
            "{} finds {} of {} solutions of\n{}",
            id,
            some,
            all,
            problem
        );
        return Ok(());
    }
    if outcome == Outcome::Exhausted {
        prop_assert!(
            placements == expected,
            "{} finds {} of {} solutions of\n{}",
            id,
            some,
            all,
            problem
        );
        let count = engine
            .count(problem, &settings)
            .expect("it accepted the problem")
            .count;
        prop_assert_eq!(count, all as u128, "{} counts wrongly for\n{}", id, problem);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_engine_agrees_with_the_oracle_on_random_problems(problem in common::problems()) {
        let Some(expected) = common::all_solutions(&problem, 3_000) else { return Ok(()) };
        for engine in ladder() {
            agrees(engine, &problem, &expected)?;
        }
    }
}

#[test]
fn every_engine_agrees_with_the_oracle_on_small_boards() {
    for size in 0..=6 {
        let problem = Problem::queens(size).unwrap();
        let expected = common::all_solutions(&problem, MOST).unwrap();
        for engine in ladder() {
            agrees(engine, &problem, &expected).unwrap();
        }
    }
}
