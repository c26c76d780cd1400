//! Generated puzzles against an engine of another kind.

use super::*;
use crate::RatingWord;
use queens_engines::ask;
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::symmetry::Symmetry;

fn check(settings: &GenerateSettings) {
    let new = generate(settings).expect("a puzzle");
    let puzzle = &new.puzzle;
    assert_eq!((puzzle.size(), puzzle.stars()), (settings.size, settings.stars));
    assert!(puzzle.is_connected(), "{}", puzzle.problem());
    assert_eq!(puzzle.problem().givens().len(), settings.givens as usize);
    let answer = ask(puzzle.problem(), Question::Unique, &Settings::default().with_engine("sat"));
    let answer = answer.expect("it takes all problems");
    assert_eq!(answer.verdict(), Verdict::OnlyOne, "{}", puzzle.problem());
    assert_eq!(answer.first.as_ref(), Some(&new.solution));
    if settings.symmetric {
        assert_eq!(new.solution.image(Symmetry::HalfTurn, settings.size, settings.size), new.solution);
        let turned: Vec<u32> = puzzle.regions().into_iter().rev().collect();
        for (a, b) in puzzle.regions().iter().zip(&turned) {
            let images = puzzle
                .regions()
                .iter()
                .zip(&turned)
                .filter(|(region, _)| *region == a)
                .all(|pair| pair.1 == b);
            assert!(images, "{}", puzzle.problem());
        }
    }
    assert_eq!(generate(settings).expect("the same puzzle"), new);
}

#[test]
fn puzzles_are_unique_and_repeatable() {
    for size in 4..=12 {
        for (seed, shape) in (0..).zip(RegionShape::ALL) {
            check(&GenerateSettings { shape, ..GenerateSettings::new(size, seed) });
            let symmetric = seed % 2 == 0;
            check(&GenerateSettings { symmetric, ..GenerateSettings::new(size, seed) });
        }
    }
}

#[test]
fn puzzles_with_two_in_each_unit_have_one_solution() {
    for size in 10..=12 {
        for seed in 0..3 {
            check(&GenerateSettings { stars: 2, ..GenerateSettings::new(size, seed) });
        }
        check(&GenerateSettings { stars: 2, symmetric: true, ..GenerateSettings::new(size, 9) });
        check(&GenerateSettings { stars: 2, givens: 3, ..GenerateSettings::new(size, 8) });
    }
}

#[test]
fn discards_puzzles_of_another_difficulty() {
    // The first that this seed makes is easier.
    let first = generate(&GenerateSettings::new(8, 1)).expect("a puzzle");
    let difficulty = Difficulty::Rated(RatingWord::Hard);
    assert!(!difficulty.accepts(&first.rating), "{:?}", first.rating);
    let new = generate(&GenerateSettings { difficulty, ..GenerateSettings::new(8, 1) }).expect("a puzzle");
    assert!(new.attempts > first.attempts);
    assert_eq!((new.rating.word, new.rating.solved), (RatingWord::Hard, true));
    assert_eq!(rate(&new.puzzle, &Options::default().rules_only()), Ok(new.rating));
}

#[test]
fn refuses_impossible_settings() {
    let refused = |settings| generate(&settings).expect_err("refused");
    let five = GenerateSettings::new(5, 0);
    assert_eq!(
        refused(GenerateSettings { stars: 2, ..five.clone() }),
        GenerateError::Stars { size: 5, stars: 2 }
    );
    assert_eq!(refused(GenerateSettings { stars: 0, ..five.clone() }), PuzzleError::NoStars.into());
    assert_eq!(
        refused(GenerateSettings { givens: 6, ..five.clone() }),
        GenerateError::Givens { givens: 6, most: 5 }
    );
    assert_eq!(refused(GenerateSettings::new(65, 0)), PuzzleError::Size(65, 65).into());
    let limits = Limits::default().with_nodes(0);
    assert!(matches!(refused(GenerateSettings { limits, ..five }), GenerateError::Stopped(_)));
}
