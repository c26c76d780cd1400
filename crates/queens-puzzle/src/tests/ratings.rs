//! Ratings do not depend on how a board is held.

use super::Sample;
use crate::{GenerateSettings, Hint, Options, Position, Puzzle, RatingWord};
use crate::{explain, generate, hint, rate};
use control::{Limit, Limits, Outcome, Stop};
use queens_engines::question::Settings;
use queens_model::symmetry::Symmetry;
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
fn ratings_are_invariant_under_symmetry() {
    let mut sample = Sample::new(5);
    for (size, stars, boards) in
        [(6, 1, 20), (8, 1, 20), (9, 1, 20), (10, 2, 4), (12, 1, 2)]
    {
        for _ in 0..boards {
            let puzzle = sample.puzzle(size, stars);
            let options = Options {
                depth: 1,
                uniqueness: true,
                ..Options::default()
            };
            let rating = rate(&puzzle, &options).unwrap();
            for symmetry in Symmetry::ALL {
                let other = sample.rename(&turned(&puzzle, symmetry));
                assert_eq!(
                    rate(&other, &options).as_ref(),
                    Ok(&rating),
                    "{symmetry} of {}",
                    puzzle.problem()
                );
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
        let rating = rate(&puzzle, &Options::default().rules_only()).unwrap();
        assert_eq!(
            rating
                .techniques
                .iter()
                .map(|(_, rounds)| rounds)
                .sum::<u32>(),
            rating.steps
        );
        assert_eq!(
            rating.techniques.last().copied(),
            rating.hardest.map(|info| (info, rating.times))
        );
        assert_eq!(RatingWord::from_score(rating.score), rating.word);
        assert_eq!(rating.is_by_rules(), rating.solved);
        let explained = explain(&puzzle, &Options::default().rules_only());
        assert_eq!(
            explained.solved, rating.solved,
            "what one step at a time solves, rounds solve"
        );
        if let (true, Some(hardest)) = (rating.solved, rating.hardest) {
            assert_eq!(rating.score / 100, u32::from(hardest.level));
            solved += 1;
        }
    }
    assert!(solved > 0);
    assert!(
        RatingWord::ALL.is_sorted()
            && RatingWord::ALL
                .map(RatingWord::id)
                .iter()
                .all(|id| !id.is_empty())
    );
}

/// Every row a region: no rule says anything, and each tries long. On 26 x 26 it is the
/// proofs that take long, on 64 x 64 already the counts.
#[test]
fn limits_end_a_long_rating() {
    for size in [26, 64] {
        let rows = (0..size * size).map(|square| square / size).collect();
        let puzzle = Puzzle::new(size, 1, rows).unwrap();
        let limits = Limits::default()
            .with_time(Duration::from_millis(50))
            .started();
        let options = Options {
            settings: Settings::default().with_limits(limits),
            ..Options::default()
        };
        assert_eq!(
            rate(&puzzle, &options),
            Err(Stop::LimitReached(Limit::Time)),
            "{size}"
        );
        let explanation = explain(&puzzle, &options);
        assert_eq!(
            explanation.outcome,
            Outcome::LimitReached(Limit::Time),
            "{size}"
        );
        assert!(!explanation.solved);
    }
}

/// A result cut short by a limit is marked as such.
#[test]
fn limits_end_an_easy_rating() {
    let made = generate(&GenerateSettings::new(7, 1)).unwrap();
    let limits = Limits::default();
    limits.cancel.cancel();
    let options = Options {
        settings: Settings::default().with_limits(limits),
        ..Options::default()
    };
    assert_eq!(rate(&made.puzzle, &options), Err(Stop::Cancelled));
    let explanation = explain(&made.puzzle, &options);
    assert_eq!(
        (explanation.steps.len(), explanation.outcome),
        (0, Outcome::Cancelled)
    );
    let told = hint(&Position::new(made.puzzle), &options).unwrap();
    assert!(
        matches!(
            told,
            Hint::Stopped {
                stop: Stop::Cancelled,
                ..
            }
        ),
        "{told:?}"
    );
    assert_eq!(told.sentence(), "No step found yet: cancelled.");
}
