//! Each rule against all solutions.

use super::{Sample, solutions};
use crate::tests::boards::squares;
use crate::{
    Mark, Options, Position, TechniqueInfo, applications, audit, explain, explain_from,
    techniques,
};
use queens_engines::question::Settings;
use queens_model::square::Square;
use std::collections::BTreeMap;

/// Number of boards of each size; `QUEENS_BOARDS` sets another one.
fn boards(usual: usize) -> usize {
    std::env::var("QUEENS_BOARDS")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(usual)
}

/// More solutions than these are not enumerated.
const MAX_SOLUTIONS: usize = 2_000;

/// Returns true if a reason says which squares stay empty or hold queens.
fn says_what_follows(sentence: &str) -> bool {
    let endings = [
        "empty.",
        "a queen.",
        "hold queens.",
        "left.",
        "no other queen fits there.",
    ];
    endings.iter().any(|ending| sentence.ends_with(ending))
}

/// Checks every application of every rule on `position` against the solutions that agree
/// with it.
fn check(
    position: &Position,
    all: &[Vec<bool>],
    applied: &mut BTreeMap<&'static str, usize>,
) {
    let agrees =
        |solution: &&Vec<bool>| {
            position.marks().iter().zip(solution.iter()).all(
                |(mark, &queen)| match mark {
                    Mark::Open => true,
                    Mark::Cross => !queen,
                    Mark::Queen => queen,
                },
            )
        };
    let left: Vec<_> = all.iter().filter(agrees).collect();
    assert!(!left.is_empty(), "the marks are those of a solution");
    let n = position.puzzle().size();
    let index = |square: &Square| (square.row * n + square.column) as usize;
    let squares = 0..left[0].len();
    let always: Vec<bool> = squares
        .clone()
        .map(|at| left.iter().all(|solution| solution[at]))
        .collect();
    let never: Vec<bool> = squares
        .map(|at| !left.iter().any(|solution| solution[at]))
        .collect();
    for technique in techniques() {
        if technique.by_uniqueness && left.len() != 1 {
            continue;
        }
        for step in applications(position, technique.id) {
            *applied.entry(technique.id).or_default() += 1;
            assert!(!step.crosses.is_empty() || !step.queens.is_empty());
            let is_true = step.crosses.iter().all(|square| never[index(square)])
                && step.queens.iter().all(|square| always[index(square)]);
            assert!(
                is_true,
                "{step:?}\n{:?}\n{}",
                position.marks(),
                position.puzzle().problem()
            );
            assert!(
                says_what_follows(&step.sentence),
                "no conclusion: {}",
                step.sentence
            );
        }
    }
}

#[test]
fn every_step_is_true_in_every_solution() {
    let mut applied = BTreeMap::new();
    let mut positions = 0;
    let sizes = [
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 1),
        (9, 1),
        (8, 2),
        (9, 2),
        (10, 2),
    ];
    for (size, stars) in sizes {
        let mut sample = Sample::new(u64::from(10 * size + stars));
        for _ in 0..boards(10) {
            let (puzzle, solution) = sample.solved(size, stars);
            let shown = if stars == 1 { 0.0 } else { 0.15 };
            let base = sample.marks(&puzzle, &solution, 0.0, shown);
            let Some(all) = solutions(&base, MAX_SOLUTIONS) else {
                continue;
            };
            let mut position = base.clone();
            for _ in 0..12 {
                check(&position, &all, &mut applied);
                positions += 1;
                let explained = explain_from(&position, &Options::default().rules_only());
                let Some(step) = explained.steps.first() else {
                    break;
                };
                step.apply(&mut position);
            }
            for (queens, crosses) in
                [(0.1, 0.2), (0.0, 0.4), (0.3, 0.1), (0.0, 0.6), (0.1, 0.75)]
            {
                let mut position = sample.marks(&puzzle, &solution, queens, crosses);
                for (square, mark) in squares(&puzzle).zip(base.marks()) {
                    if *mark != Mark::Open {
                        position.set(square, *mark);
                    }
                }
                check(&position, &all, &mut applied);
                positions += 1;
            }
        }
    }
    println!("{positions} partial boards; steps checked: {applied:?}");
    for technique in techniques() {
        assert!(
            applied.contains_key(technique.id),
            "{} was never tried: {applied:?}",
            technique.id
        );
    }
}

#[test]
fn engines_confirm_explanations() {
    let mut sample = Sample::new(3);
    for (size, stars) in [(6, 1), (8, 1), (9, 2)] {
        for _ in 0..boards(6) {
            let puzzle = sample.puzzle(size, stars);
            let mut position = Position::new(puzzle.clone());
            for step in explain(&puzzle, &Options::default()).steps {
                audit(&position, &step, &Settings::default())
                    .unwrap_or_else(|error| panic!("{error}: {step:?}"));
                step.apply(&mut position);
            }
        }
    }
}

#[test]
fn each_example_needs_its_technique() {
    for technique in techniques() {
        let position = technique
            .position()
            .unwrap_or_else(|| panic!("{} has no example", technique.id));
        let first = match technique.by_uniqueness {
            true => applications(&position, technique.id).into_iter().next(),
            false => explain_from(&position, &Options::default().rules_only())
                .steps
                .into_iter()
                .next(),
        };
        let first = &first.unwrap_or_else(|| panic!("{} finds nothing", technique.id));
        println!("{}: {}", technique.name, first.numbered_sentence());
        assert_eq!(first.technique.id, technique.id, "{}", first.sentence);
        audit(&position, first, &Settings::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let solvable = crate::audit::is_solvable(&position, &Settings::default());
        assert_eq!(
            solvable.expect("an engine"),
            Some(true),
            "{} stands on an impossible board",
            technique.id
        );
        if technique.by_uniqueness {
            assert_eq!(solutions(&position, 1).map(|all| all.len()), Some(1));
        }
    }
}

#[test]
fn levels_never_fall_and_names_are_distinct() {
    let all: Vec<_> = techniques().collect();
    assert!(
        all.iter()
            .filter(|info| !info.by_uniqueness)
            .is_sorted_by_key(|info| info.level)
    );
    for (index, info) in all.iter().enumerate() {
        assert!((1..=8).contains(&info.level));
        let differs = |other: &&TechniqueInfo| {
            other.id != info.id
                && other.name != info.name
                && other.plain_name != info.plain_name
        };
        assert!(all[..index].iter().all(differs), "{}", info.id);
        let sentences = info.description.matches(". ").count() + 1;
        assert!(
            (2..=4).contains(&sentences),
            "{sentences} sentences: {}",
            info.description
        );
        assert!(info.description.ends_with('.'));
    }
}
