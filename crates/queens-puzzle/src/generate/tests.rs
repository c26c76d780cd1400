//! Generated puzzles against an engine of another kind.

use super::*;
use crate::techniques;
use queens_engines::ask;
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::symmetry::Symmetry;

fn check(settings: &GenerateSettings) {
    let new = generate(settings).expect("a puzzle");
    let puzzle = &new.puzzle;
    assert_eq!(
        (puzzle.size(), puzzle.stars()),
        (settings.size, settings.stars)
    );
    assert!(puzzle.is_connected(), "{}", puzzle.problem());
    assert_eq!(puzzle.problem().givens().len(), settings.givens as usize);
    let answer = ask(
        puzzle.problem(),
        Question::Unique,
        &Settings::default().with_engine("sat"),
    );
    let answer = answer.expect("it takes all problems");
    assert_eq!(answer.verdict(), Verdict::OnlyOne, "{}", puzzle.problem());
    assert_eq!(answer.first.as_ref(), Some(&new.solution));
    if settings.symmetric {
        assert_eq!(
            new.solution
                .image(Symmetry::HalfTurn, settings.size, settings.size),
            new.solution
        );
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
            check(&GenerateSettings {
                shape,
                ..GenerateSettings::new(size, seed)
            });
            let symmetric = seed % 2 == 0;
            check(&GenerateSettings {
                symmetric,
                ..GenerateSettings::new(size, seed)
            });
        }
    }
}

#[test]
fn puzzles_with_two_in_each_unit_have_one_solution() {
    for size in 10..=12 {
        for seed in 0..3 {
            check(&GenerateSettings {
                stars: 2,
                ..GenerateSettings::new(size, seed)
            });
        }
        check(&GenerateSettings {
            stars: 2,
            symmetric: true,
            ..GenerateSettings::new(size, 9)
        });
        check(&GenerateSettings {
            stars: 2,
            givens: 3,
            ..GenerateSettings::new(size, 8)
        });
    }
}

#[test]
fn discards_puzzles_of_another_difficulty() {
    // The first that this seed makes is easier.
    let first = generate(&GenerateSettings::new(8, 1)).expect("a puzzle");
    let difficulty = Difficulty::Rated(RatingWord::Hard);
    assert!(
        !difficulty.accepts_rating(&first.rating),
        "{:?}",
        first.rating
    );
    let new = generate(&GenerateSettings {
        wish: PuzzleWish::rated(difficulty),
        ..GenerateSettings::new(8, 1)
    })
    .expect("a puzzle");
    assert!(new.attempts > first.attempts);
    assert_eq!(
        (new.rating.word, new.rating.solved),
        (RatingWord::Hard, true)
    );
    assert_eq!(
        rate(&new.puzzle, &Options::default().rules_only()),
        Ok(new.rating)
    );
}

#[test]
fn refuses_impossible_settings() {
    let refused = |settings| generate(&settings).expect_err("refused");
    let five = GenerateSettings::new(5, 0);
    assert_eq!(
        refused(GenerateSettings {
            stars: 2,
            ..five.clone()
        }),
        GenerateError::Stars { size: 5, stars: 2 }
    );
    assert_eq!(
        refused(GenerateSettings {
            stars: 0,
            ..five.clone()
        }),
        PuzzleError::NoStars.into()
    );
    assert_eq!(
        refused(GenerateSettings {
            givens: 6,
            ..five.clone()
        }),
        GenerateError::Givens { givens: 6, most: 5 }
    );
    assert_eq!(
        refused(GenerateSettings::new(65, 0)),
        PuzzleError::Size(65, 65).into()
    );
    let limits = Limits::default().with_nodes(0);
    assert!(matches!(
        refused(GenerateSettings { limits, ..five }),
        GenerateError::Stopped(_)
    ));
}

/// Hard puzzles of 5 x 5 are rare: these seeds need more than 10,000 attempts.
#[test]
fn every_level_of_the_rarest_kind_exists() {
    let difficulty = Difficulty::Rated(RatingWord::Hard);
    for seed in [25, 37, 42, 82] {
        let new = generate(&GenerateSettings {
            wish: PuzzleWish::rated(difficulty),
            ..GenerateSettings::new(5, seed)
        });
        assert!(new.is_ok_and(|new| new.attempts > 10_000), "seed {seed}");
    }
}

#[test]
fn says_what_was_tried_in_vain() {
    let hard = GenerateSettings {
        wish: PuzzleWish::rated(Difficulty::Rated(RatingWord::Hard)),
        ..GenerateSettings::new(4, 1)
    };
    let Err(GenerateError::Stopped(unmade)) = generate(&hard) else {
        panic!("a hard puzzle of 4 x 4")
    };
    assert_eq!(
        (unmade.stop, unmade.size, unmade.attempts),
        (Stop::GaveUp, 4, 10_000)
    );
    assert!(
        unmade.others > 1_000
            && unmade
                .nearest
                .as_ref()
                .is_some_and(|nearest| nearest.made.rating.word < RatingWord::Hard)
    );
    let said = unmade.to_string();
    assert!(
        said.starts_with("no hard puzzle of 4 x 4 was found in 10000 attempts ("),
        "{said}"
    );
    assert!(
        said.contains(" other puzzles came out; the nearest falls short: it is "),
        "{said}"
    );
    assert!(
        said.ends_with("; try another seed, size, shape or difficulty"),
        "{said}"
    );
    let limits = Limits::default().with_nodes(20);
    let stopped = generate(&GenerateSettings {
        limits,
        ..GenerateSettings::new(12, 1)
    });
    let Err(GenerateError::Stopped(unmade)) = stopped else {
        panic!("made within 20 nodes")
    };
    let said = unmade.to_string();
    assert!(
        said.starts_with(
            "no puzzle of 12 x 12 was found in 1 attempt: stopped by the node limit; "
        ),
        "{said}"
    );
}

/// One puzzle for each kind of wish; what it is said to be is computed anew.
#[test]
fn puzzles_are_as_was_wished() {
    let technique = |id| techniques().find(|technique| technique.id == id);
    let wishes = [
        PuzzleWish::rated(Difficulty::Rated(RatingWord::Fiendish)),
        PuzzleWish {
            least_region: 3,
            ..PuzzleWish::rated(Difficulty::ByRules)
        },
        PuzzleWish {
            scores: Some(325..=330),
            late_peak: true,
            ..PuzzleWish::default()
        },
        PuzzleWish {
            needs: technique("exclusion"),
            at_most: technique("exclusion"),
            ..PuzzleWish::rated(Difficulty::ByRules)
        },
        PuzzleWish {
            needs: technique("at-sea"),
            ..PuzzleWish::default()
        },
    ];
    for wish in wishes {
        let settings = GenerateSettings {
            wish: wish.clone(),
            ..GenerateSettings::new(8, 3)
        };
        check(&settings);
        let new = generate(&settings).expect("a puzzle");
        let options = settings.rating_options(&Limits::default());
        let rating = rate(&new.puzzle, &options).expect("no limit");
        assert_eq!(wish.missing(&new.puzzle, &rating), [], "{wish:?}");
    }
}

/// A search that ends early returns the puzzle that comes nearest, with what it lacks.
#[test]
fn the_nearest_puzzle_is_kept() {
    let wish = PuzzleWish {
        scores: Some(450..=499),
        ..PuzzleWish::rated(Difficulty::Rated(RatingWord::Medium))
    };
    let settings = GenerateSettings {
        wish,
        limits: Limits::default().with_nodes(3_000),
        ..GenerateSettings::new(7, 2)
    };
    let Err(GenerateError::Stopped(unmade)) = generate(&settings) else {
        panic!("a score that boards of 7 x 7 do not reach")
    };
    let nearest = unmade.nearest.expect("other puzzles came out");
    assert_eq!(nearest.made.rating.word, RatingWord::Medium);
    assert!(
        matches!(nearest.missing[..], [MissingWish::Score(score, _)] if score < 450),
        "{:?}",
        nearest.missing
    );
}
