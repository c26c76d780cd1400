//! Ratings do not depend on how a board is held.

use super::Sample;
use crate::puzzle::{GenerateSettings, Options, Puzzle, Word, explain, generate, rate};
use crate::question::Settings;
use crate::symmetry::Symmetry;
use control::Limits;
use std::time::Duration;

/// `puzzle` as `symmetry` shows it.
fn turned(puzzle: &Puzzle, symmetry: Symmetry) -> Puzzle {
    let n = puzzle.size();
    let mut regions = vec![0; (n * n) as usize];
    for square in puzzle.problem().every_square() {
        let image = symmetry.apply(square, n, n);
        regions[(image.row * n + image.column) as usize] = puzzle.region(square);
    }
    Puzzle::new(n, puzzle.stars(), regions).expect("a puzzle")
}

#[test]
fn ratings_are_the_same_from_all_sides() {
    let mut sample = Sample::new(5);
    for (size, stars, boards) in [(6, 1, 20), (8, 1, 20), (9, 1, 20), (10, 2, 4), (12, 1, 2)] {
        for _ in 0..boards {
            let puzzle = sample.puzzle(size, stars);
            let options = Options { depth: 1, uniqueness: true, ..Options::default() };
            let rating = rate(&puzzle, &options);
            for symmetry in Symmetry::ALL {
                let other = sample.rename(&turned(&puzzle, symmetry));
                assert_eq!(rate(&other, &options), rating, "{symmetry} of {}", puzzle.problem());
            }
        }
    }
}

#[test]
fn a_rating_is_that_of_the_hardest_round() {
    let mut sample = Sample::new(6);
    let mut solved = 0;
    for _ in 0..60 {
        let puzzle = sample.puzzle(7, 1);
        let rating = rate(&puzzle, &Options::default().rules_only());
        assert_eq!(rating.techniques.iter().map(|(_, rounds)| rounds).sum::<u32>(), rating.steps);
        assert_eq!(rating.techniques.last().copied(), rating.hardest.map(|info| (info, rating.times)));
        assert_eq!(Word::of(rating.score), rating.word);
        assert_eq!(rating.is_by_rules(), rating.solved);
        let explained = explain(&puzzle, &Options::default().rules_only());
        assert_eq!(explained.solved, rating.solved, "what one step at a time solves, rounds solve");
        if let (true, Some(hardest)) = (rating.solved, rating.hardest) {
            assert_eq!(rating.score / 100, u32::from(hardest.level));
            solved += 1;
        }
    }
    assert!(solved > 0);
    assert!(Word::ALL.is_sorted() && Word::ALL.map(Word::id).iter().all(|id| !id.is_empty()));
}

/// Every column a region: rules say nothing, and two suppositions deep there are many proofs to try.
#[test]
fn limits_end_proofs() {
    let mut columns = Vec::new();
    (0..26).for_each(|_| columns.extend(0..26));
    let puzzle = Puzzle::new(26, 1, columns).unwrap();
    let limits = Limits::default().with_time(Duration::from_millis(50)).started();
    let settings = Settings::default().with_limits(limits.clone());
    let options = Options { settings, ..Options::default() };
    let rating = rate(&puzzle, &options);
    assert!(!rating.solved && limits.expired());
    let fiendish = (1..).map(|seed| generate(&GenerateSettings::new(7, seed)).unwrap());
    let fiendish = fiendish.map(|made| made.puzzle).find(|puzzle| {
        let rating = rate(puzzle, &Options::default());
        rating.solved && rating.word == Word::Fiendish
    });
    assert!(!rate(&fiendish.unwrap(), &options).solved, "no time is left for its proofs");
}
