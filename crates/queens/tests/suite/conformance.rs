//! Every engine against every published value that it can answer in a moment.
//!
//! The values come from `reference/published.csv`, which names the source of each; none
//! of them was computed here.

use queens::check;
use queens::control::Outcome;
use queens::engines::{self, Completeness, Engine};
use queens::problem::{Preset, Problem};
use queens::{Settings, reference};
use std::ops::ControlFlow;

/// The largest size for engines that are practical beyond it.
const LARGEST: u32 = 10;

/// The most solutions that every engine is asked to count.
const MOST_SOLUTIONS: u128 = 5_000;

/// Engines are run to a size below the one at which they take seconds.
const MARGIN: u32 = 2;

/// The engines of the ladder that find so much.
fn ladder(finds: Completeness) -> impl Iterator<Item = &'static dyn Engine> {
    engines::registry()
        .filter(move |engine| engine.is_of_the_ladder() && engine.info().finds == finds)
}

/// The problems with a published count, up to the size that suits `engine`.
fn problems(engine: &dyn Engine) -> impl Iterator<Item = (Problem, u128, String)> {
    let practical = engine
        .info()
        .practical
        .expect("the engines of the ladder have been timed");
    let largest = practical.saturating_sub(MARGIN).min(LARGEST);
    let sizes = move |preset: Preset| {
        (0..=largest).filter_map(move |size| {
            let problem = preset.problem(size, size).ok()?;
            let published =
                reference::published(&problem).filter(|p| p.value <= MOST_SOLUTIONS)?;
            Some((
                problem,
                published.value,
                format!("{} {size} ({})", preset.id(), published.name),
            ))
        })
    };
    Preset::ALL.into_iter().flat_map(sizes)
}

#[test]
fn counts_match_published_values() {
    for engine in ladder(Completeness::All) {
        let id = engine.info().id;
        let mut answered = 0;
        for (problem, value, name) in problems(engine) {
            let Ok(answer) = engine.count(&problem, &Settings::default()) else {
                continue;
            };
            assert_eq!(answer.outcome, Outcome::Exhausted, "{id} on {name}");
            assert_eq!(answer.count, value, "{id} on {name}");
            answered += 1;
        }
        assert!(
            answered >= 5,
            "{id} answered {answered} published problems only"
        );
    }
}

#[test]
fn lists_every_solution_once_and_nothing_else() {
    for engine in ladder(Completeness::All) {
        let id = engine.info().id;
        for (problem, value, name) in
            problems(engine).filter(|(_, value, _)| *value <= 1000)
        {
            let mut all = Vec::new();
            let listed =
                engine.solutions(&problem, &Settings::default(), &mut |placement| {
                    all.push(placement.clone());
                    ControlFlow::Continue(())
                });
            if listed.is_err() {
                continue;
            }
            assert_eq!(all.len() as u128, value, "{id} on {name}");
            for placement in &all {
                assert_eq!(
                    check::solution(&problem, placement),
                    Ok(()),
                    "{id} on {name}"
                );
            }
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len() as u128, value, "{id} repeats itself on {name}");
        }
    }
}

#[test]
fn engines_for_one_solution_find_it_if_there_is_one() {
    for engine in ladder(Completeness::One) {
        let id = engine.info().id;
        for (problem, value, name) in problems(engine) {
            let mut found = None;
            let answer =
                engine.solutions(&problem, &Settings::default(), &mut |placement| {
                    found = Some(placement.clone());
                    ControlFlow::Break(())
                });
            if answer.is_err() {
                continue;
            }
            match found {
                Some(placement) => {
                    assert_eq!(
                        check::solution(&problem, &placement),
                        Ok(()),
                        "{id} on {name}"
                    );
                }
                None => assert_eq!(value, 0, "{id} on {name}"),
            }
        }
    }
}
