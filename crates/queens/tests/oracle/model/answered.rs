//! Engines for any rules against the definitions: the same solutions and the same best
//! value.

use super::group::{UpTo, classes};
use super::random::{is_well_formed, random_text};
use super::rules::{Label, Placement, Rules, with_sets_in_order};
use super::{grid, search, text};
use queens::placement;
use queens::problem::{Grid, Problem};
use queens::{Detail, Question, Settings, ask, ask_each};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const RANDOM_TEXTS: usize = 5_000;

/// The best value that an engine finds, and its solutions.
type Answered = (Option<i64>, BTreeSet<Placement>);

fn placement_of(pieces: &placement::Placement, grid: &grid::Grid) -> Placement {
    let mut placement = vec![None; grid.squares()];
    for (square, label) in pieces.pieces() {
        let at = grid.at_layout(square.row.into(), square.column.into());
        placement[at] = Some(Label {
            kind: label.kind,
            set: label.set as u8,
        });
    }
    // The library numbers sets in the order of its rows.
    with_sets_in_order(placement)
}

fn answered(problem: &Problem, engine: &str, name: &str) -> Option<Answered> {
    let grid = text::read(name).grid;
    let settings = Settings::default().with_engine(engine);
    let (mut solutions, mut number) = (BTreeSet::new(), 0);
    let answer = ask_each(problem, Question::All, &settings, &mut |pieces| {
        number += 1;
        solutions.insert(placement_of(pieces, &grid));
        ControlFlow::Continue(())
    });
    let answer = match answer {
        Ok(answer) => answer,
        Err(refused) => {
            assert!(
                refused.to_string().contains("a symmetry leaves unchanged"),
                "{refused}: {name}"
            );
            return None;
        }
    };
    assert!(answer.is_complete(), "{engine}: {name}");
    assert_eq!(
        (number, answer.count),
        (solutions.len(), number as u128),
        "a solution twice: {name}"
    );
    let value = if let Detail::Best { value, .. } = answer.detail {
        value
    } else {
        None
    };
    let count = ask_each(problem, Question::Count, &settings, &mut |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(
        count.map(|answer| answer.count).ok(),
        Some(answer.count),
        "{name}"
    );
    Some((value, solutions))
}

/// Compares an engine with the definitions on random problems; returns how many have a
/// solution.
fn compare(engine: &str, seed: u64, number: usize) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut solved = 0;
    for _ in 0..number {
        let text = random_text(&mut random);
        if !is_well_formed(&text) {
            continue;
        }
        let problem: Problem = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let text_problem = text::read(&text);
        let rules = Rules::new(&text_problem);
        let right = search::solve(&rules, true);
        if let Some(found) = answered(&problem, engine, &text) {
            let all: Vec<Placement> = right.solutions.iter().cloned().collect();
            let settings = Settings::default().with_engine(engine);
            let up_to_symmetry = ask(&problem, Question::Classes, &settings)
                .map(|answer| answer.fundamental());
            // Without rules, different numbers in rows and columns of a board of squares
            // may mean the same.
            let is_as_written =
                problem.rules().is_some() || problem.grid() != Grid::Square;
            let up_to = if is_as_written {
                UpTo::Symmetry
            } else {
                UpTo::Solutions
            };
            let right_number = Some(classes(&rules, &all, up_to) as u128);
            assert_eq!(
                up_to_symmetry.ok().flatten(),
                right_number,
                "{engine}: classes of {text}"
            );
            assert_eq!(found, (right.value, right.solutions), "{engine}: {text}");
            solved += usize::from(right.count > 0);
        }
    }
    solved
}

#[test]
fn sat_finds_all_solutions() {
    let solved = compare("sat", 73, RANDOM_TEXTS / 10);
    assert!(
        solved > RANDOM_TEXTS / 60,
        "{solved} of {} have a solution",
        RANDOM_TEXTS / 10
    );
}

#[test]
fn places_finds_all_solutions() {
    let solved = compare("places", 72, RANDOM_TEXTS);
    assert!(
        solved > RANDOM_TEXTS / 5,
        "{solved} of {RANDOM_TEXTS} have a solution"
    );
}
