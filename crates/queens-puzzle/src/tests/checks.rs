//! The number of wrong marks, against all solutions by trying.

use super::{Sample, solutions};
use crate::{Mark, MarkCheck, Options, Position, check_marks};
use rand::RngExt;

/// The least number of marks in which a solution differs from `position`.
fn least_differing(position: &Position, solutions: &[Vec<bool>]) -> Option<u32> {
    let differs = |(&mark, &is_queen): (&Mark, &bool)| match mark {
        Mark::Open => false,
        Mark::Queen => !is_queen,
        Mark::Cross => is_queen,
    };
    let counts = solutions.iter().map(|solution| {
        position
            .marks()
            .iter()
            .zip(solution)
            .filter(|&pair| differs(pair))
            .count()
    });
    counts.min().map(|count| count as u32)
}

#[test]
fn a_check_counts_the_marks_that_have_to_go() {
    let mut sample = Sample::new(67);
    let (mut right, mut wrong) = (0, 0);
    for number in 0..150 {
        let puzzle = sample.puzzle(4 + number % 4, 1);
        let mut position = Position::new(puzzle.clone());
        for square in puzzle.problem().every_square() {
            let mark = match sample.random.random_range(0..12) {
                0 => Mark::Queen,
                1..=3 => Mark::Cross,
                _ => Mark::Open,
            };
            position.set(square, mark);
        }
        let Some(all) = solutions(&Position::new(puzzle.clone()), 900) else {
            continue;
        };
        let least = least_differing(&position, &all).expect("a solution");
        let check = check_marks(&position, &Options::default()).expect("a puzzle");
        match check {
            MarkCheck::Right => assert_eq!(least, 0),
            MarkCheck::Wrong(marks) => {
                assert_eq!((marks, least > 0), (Some(least), true));
            }
            other => panic!("{other:?}"),
        }
        *(if least == 0 { &mut right } else { &mut wrong }) += 1;
        let sentence = check.sentence();
        for square in puzzle.problem().every_square() {
            assert!(!sentence.contains(&square.to_string()), "{sentence}");
        }
    }
    assert!(right > 5 && wrong > 50, "{right} {wrong}");
}
