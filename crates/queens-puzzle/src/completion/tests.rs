//! Levels, deductions and hints against a list of all solutions, which shares no code
//! with them.

use super::board::{CompletionBoard, CompletionGrid};
use super::deductions::DEDUCTION_TABLE;
use super::*;
use crate::{Hint, Mark, RatingWord};
use control::{Limits, Stop};
use queens_engines::question::{Settings, Verdict};
use queens_model::problem::Unit;
use queens_model::rng::Rng;

/// Every solution: the column of each row, by trying every square.
fn all_solutions(size: u32) -> Vec<Vec<Square>> {
    let mut partial = vec![Vec::new()];
    for row in 0..size {
        let extended = partial.iter().flat_map(|queens: &Vec<Square>| {
            (0..size)
                .map(|column| [queens.as_slice(), &[Square::new(row, column)]].concat())
        });
        partial = extended.filter(|queens| !attacks_any(queens)).collect();
    }
    partial
}

/// True if the last queen attacks another one above it.
fn attacks_any(queens: &[Square]) -> bool {
    let Some((last, above)) = queens.split_last() else {
        return false;
    };
    above.iter().any(|queen| {
        let right = i64::from(queen.column) - i64::from(last.column);
        right == 0 || right.abs() == i64::from(last.row) - i64::from(queen.row)
    })
}

fn level(size: u32, rating: Option<RatingWord>, seed: u64) -> CompletionLevel {
    let settings = LevelSettings {
        size,
        rating,
        seed,
        limits: Limits::default(),
    };
    generate(&settings)
        .unwrap_or_else(|error| panic!("{size} {rating:?} {seed}: {error}"))
}

fn ask_hint(position: &CompletionPosition) -> Hint {
    hint(position, &Settings::default().with_threads(1)).expect("an engine takes it")
}

fn board(size: u32, given: &[(u32, u32)]) -> CompletionPosition {
    let given: Vec<Square> = given
        .iter()
        .map(|&(row, column)| Square::new(row, column))
        .collect();
    CompletionPosition::new(size, &given).expect("a position")
}

/// A000170.
#[test]
fn the_list_of_solutions_is_complete() {
    let counts: Vec<usize> = (4..=8).map(|size| all_solutions(size).len()).collect();
    assert_eq!(counts, [2, 10, 4, 40, 92]);
}

#[test]
fn levels_have_one_solution_and_the_wanted_rating() {
    for size in 4..=9 {
        let solutions = all_solutions(size);
        for rating in [None, Some(RatingWord::Gentle), Some(RatingWord::Easy)] {
            if rating.is_some_and(|rating| size < smallest_size(rating)) {
                continue;
            }
            for seed in 0..4 {
                let level = level(size, rating, seed);
                let given = level.position.given();
                let with_given: Vec<_> = solutions
                    .iter()
                    .filter(|queens| given.iter().all(|queen| queens.contains(queen)))
                    .collect();
                assert_eq!(with_given, [level.solution.squares()], "{given:?}");
                assert!(level.rating.solved);
                assert!(rating.is_none_or(|word| word == level.rating.word));
                assert_eq!(
                    rate(&level.position, &Limits::default()),
                    Ok(level.rating.clone())
                );
                assert_eq!(
                    self::level(size, rating, seed),
                    level,
                    "the same seed gives the same level"
                );
            }
        }
    }
}

#[test]
fn every_rating_has_levels_from_its_smallest_size_on() {
    for rating in RatingWord::ALL {
        for size in [smallest_size(rating), 12] {
            assert_eq!(level(size, Some(rating), 1).rating.word, rating);
        }
    }
}

#[test]
fn refuses_levels_that_do_not_exist() {
    let settings = |size, rating| LevelSettings {
        size,
        rating,
        seed: 1,
        limits: Limits::default(),
    };
    assert_eq!(generate(&settings(3, None)), Err(LevelError::Size(3)));
    assert_eq!(generate(&settings(17, None)), Err(LevelError::Size(17)));
    let fiendish = Some(RatingWord::Fiendish);
    let error = generate(&settings(8, fiendish)).expect_err("too small");
    assert_eq!(
        error.to_string(),
        "no level of 8 x 8 is fiendish: use sides of 10 or more"
    );
    let stopped = LevelSettings {
        limits: Limits::default(),
        ..settings(12, fiendish)
    };
    stopped.limits.cancel.cancel();
    assert_eq!(
        generate(&stopped),
        Err(LevelError::Stopped(Stop::Cancelled))
    );
}

/// Random positions with queens of a solution and crosses on other squares: whatever a
/// deduction concludes holds in every solution with these marks.
#[test]
fn every_deduction_is_sound() {
    let mut random = Rng::new(7, 0);
    let mut applied = [0; DEDUCTION_TABLE.len()];
    for size in 4..=8 {
        let solutions = all_solutions(size);
        let board = CompletionBoard::new(size, &Limits::default());
        for _ in 0..150 {
            let solution = &solutions[random.below(solutions.len() as u32) as usize];
            let queens: Vec<Square> = solution
                .iter()
                .copied()
                .filter(|_| random.below(4) == 0)
                .collect();
            let all =
                (0..size * size).map(|square| Square::new(square / size, square % size));
            let crosses: Vec<Square> = all
                .filter(|square| !solution.contains(square) && random.below(3) == 0)
                .collect();
            let position = CompletionPosition::new(size, &queens).expect("a position");
            let position = position.with_marks(&[], &crosses).expect("a position");
            let left: Vec<_> = solutions
                .iter()
                .filter(|other| queens.iter().all(|queen| other.contains(queen)))
                .filter(|other| !crosses.iter().any(|cross| other.contains(cross)))
                .collect();
            let grid = CompletionGrid::new(&board, &position);
            for (count, (info, find)) in applied.iter_mut().zip(DEDUCTION_TABLE) {
                for deduction in find(&grid) {
                    *count += 1;
                    let step = deduction.into_step(&grid, info);
                    for other in &left {
                        let is_right =
                            step.crosses.iter().all(|cross| !other.contains(cross))
                                && step.queens.iter().all(|queen| other.contains(queen));
                        assert!(is_right, "{}: {position:?} {other:?}", step.sentence);
                    }
                }
            }
        }
    }
    assert!(applied.iter().all(|&count| count > 0), "{applied:?}");
}

#[test]
fn hints_lead_to_the_solution() {
    for (seed, rating) in (0..).zip(RatingWord::ALL) {
        let level = level(10, Some(rating), seed);
        let (mut queens, mut crosses) = (Vec::new(), Vec::new());
        loop {
            let position = level
                .position
                .clone()
                .with_marks(&queens, &crosses)
                .expect("a position");
            let step = match ask_hint(&position) {
                Hint::Solved => break,
                Hint::Step(step) | Hint::Proof { step, .. } => step,
                other => panic!("{other:?}"),
            };
            assert!(
                step.queens.len() + step.crosses.len() > 0,
                "{}",
                step.sentence
            );
            queens.extend(step.queens);
            crosses.extend(step.crosses);
        }
        queens.extend(level.position.given());
        queens.sort_unstable();
        assert_eq!(queens, level.solution.squares());
    }
}

/// 6 x 6 has four solutions: b1 d2 f3 a4 c5 e6 and its images. The solution with a queen
/// on b1 is the only one.
#[test]
fn wrong_marks_come_first() {
    let position = board(6, &[(0, 1)]);
    let wrong = |queens: &[(u32, u32)], crosses: &[(u32, u32)]| {
        let squares = |pairs: &[(u32, u32)]| {
            pairs
                .iter()
                .map(|&(row, column)| Square::new(row, column))
                .collect()
        };
        let (queens, crosses): (Vec<_>, Vec<_>) = (squares(queens), squares(crosses));
        match ask_hint(
            &position
                .clone()
                .with_marks(&queens, &crosses)
                .expect("a position"),
        ) {
            Hint::Wrong(mistake) => mistake,
            other => panic!("{other:?}"),
        }
    };
    let attacked = wrong(&[(1, 0)], &[]);
    assert_eq!(
        (attacked.square, attacked.mark),
        (Square::new(1, 0), Mark::Queen)
    );
    assert_eq!(
        attacked.sentence,
        "a2 cannot hold a queen: the one on b1 attacks it."
    );
    let in_column = wrong(&[(1, 3), (4, 3)], &[]);
    assert_eq!(in_column.square, Square::new(4, 3));
    assert_eq!(
        in_column.sentence,
        "d5 cannot hold a queen: the one on d2 attacks it."
    );
    assert_eq!(
        wrong(&[(4, 3), (1, 3)], &[]).square,
        Square::new(4, 3),
        "the order of the queens is nothing"
    );
    assert_eq!(wrong(&[(1, 3), (3, 2)], &[]).square, Square::new(3, 2));
    let cross = wrong(&[(1, 3)], &[(2, 0), (2, 5)]);
    assert_eq!((cross.square, cross.mark), (Square::new(2, 5), Mark::Cross));
    assert_eq!(
        cross.sentence,
        "f3 cannot be empty: every solution with the given queens has a queen there."
    );
}

/// 8 x 8 has 92 solutions, and no solution of 6 x 6 has a queen in a corner.
#[test]
fn a_hint_reports_how_many_solutions_are_left() {
    let Hint::Stuck { solutions, .. } = ask_hint(&board(8, &[])) else {
        panic!("a step")
    };
    assert_eq!(solutions, Verdict::AtLeast(2));
    let Hint::Stuck { solutions, .. } = ask_hint(&board(6, &[(0, 0)])) else {
        panic!("a step")
    };
    assert_eq!(solutions, Verdict::None);
    assert_eq!(ask_hint(&board(1, &[(0, 0)])), Hint::Solved);
}

/// On 4 x 4 with a queen on b1, d2 is the only square of row 2 that she does not attack.
#[test]
fn a_step_names_its_reason() {
    let Hint::Step(step) = ask_hint(&board(4, &[(0, 1)])) else {
        panic!("no step")
    };
    assert_eq!(
        (step.technique.id, &step.queens[..]),
        ("last-square", &[Square::new(1, 3)][..])
    );
    assert_eq!(step.sentence, "Row 2 has one open square left: d2.");
    assert_eq!(step.units().collect::<Vec<_>>(), [Unit::Row(1)]);
    assert_eq!(
        step.numbered_sentence(),
        "Row 2 (1) has one open square left: d2."
    );
}

/// One of the two solutions of 4 x 4 has a queen on b4.
#[test]
fn columns_have_the_letters_of_the_board() {
    let crosses: Vec<Square> = (0..3).map(|row| Square::new(row, 1)).collect();
    let position = board(4, &[]).with_marks(&[], &crosses).expect("a position");
    let Hint::Step(step) = ask_hint(&position) else {
        panic!("no step")
    };
    assert_eq!(step.sentence, "Column b has one open square left: b4.");
    assert_eq!(step.units().collect::<Vec<_>>(), [Unit::Column(1)]);
}

#[test]
fn refuses_what_is_not_a_position() {
    assert_eq!(
        CompletionPosition::new(0, &[]),
        Err(CompletionError::Size(0))
    );
    assert_eq!(
        CompletionPosition::new(17, &[]),
        Err(CompletionError::Size(17))
    );
    let (corner, outside) = (Square::new(0, 0), Square::new(0, 4));
    assert!(matches!(
        CompletionPosition::new(4, &[outside]),
        Err(CompletionError::Problem(_))
    ));
    assert!(matches!(
        CompletionPosition::new(4, &[corner, Square::new(1, 1)]),
        Err(CompletionError::Problem(_))
    ));
    let twice = board(4, &[(0, 0)]).with_marks(&[], &[corner]);
    assert_eq!(twice, Err(CompletionError::TwoMarks(corner)));
}
