//! Hints lead to the solution or stop honestly.

use super::{Sample, solutions};
use crate::{
    Hint, Mark, Obstacle, Options, Position, Puzzle, PuzzleStep, audit, explain_from,
    hint, obstacle,
};
use queens_engines::question::Settings;
use queens_engines::question::Verdict;
use queens_model::square::Square;

#[test]
fn hints_lead_to_the_solution_or_admit_defeat() {
    let mut sample = Sample::new(7);
    let options = Options::default();
    let (mut solved, mut stuck) = (0, 0);
    for (size, stars) in [(5, 1), (6, 1), (7, 1), (8, 1), (8, 2), (9, 2)] {
        for _ in 0..6 {
            let puzzle = sample.puzzle(size, stars);
            let mut position = Position::new(puzzle);
            let Some(all) = solutions(&position, 5_000) else {
                continue;
            };
            loop {
                match hint(&position, &options).expect("an engine") {
                    Hint::Solved => {
                        solved += 1;
                        let queens: Vec<bool> = position
                            .marks()
                            .iter()
                            .map(|mark| *mark == Mark::Queen)
                            .collect();
                        assert!(all.contains(&queens));
                        break;
                    }
                    Hint::Stuck { solutions, .. } => {
                        stuck += 1;
                        assert!(
                            matches!(
                                solutions,
                                Verdict::AtLeast(2..) | Verdict::Exactly(_)
                            ),
                            "{solutions:?}"
                        );
                        assert!(all.len() > 1);
                        break;
                    }
                    Hint::Step(step) | Hint::Proof { step, .. } => {
                        step.apply(&mut position);
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(solved > 5 && stuck > 5, "{solved} solved, {stuck} stuck");
}

/// True for a step that only crosses squares that queens rule out.
fn is_trivial(step: &PuzzleStep) -> bool {
    ["marks", "full-unit"].contains(&step.technique.id)
}

#[test]
fn trivial_steps_come_last() {
    let mut sample = Sample::new(9);
    let options = Options::default().rules_only();
    let (mut others, mut ruled_out) = (0, 0);
    for (size, stars) in [(6, 1), (7, 1), (8, 1), (8, 2)] {
        for _ in 0..25 {
            let (puzzle, solution) = sample.solved(size, stars);
            let position = sample.marks(&puzzle, &solution, 0.4, 0.1);
            let Hint::Step(step) = hint(&position, &options).expect("an engine") else {
                continue;
            };
            // All steps, of which the trivial ones come first.
            let steps = explain_from(&position, &options).steps;
            assert_eq!(
                is_trivial(&step),
                steps.iter().all(is_trivial),
                "{step:?}\n{}",
                puzzle.problem()
            );
            audit(&position, &step, &Settings::default())
                .unwrap_or_else(|error| panic!("{error}: {step:?}"));
            for &square in &step.ruled_out {
                let mut more = position.clone();
                assert_eq!(more.mark(square), Mark::Open);
                more.set(square, Mark::Queen);
                assert!(more.problem().is_err(), "a queen on {square} breaks a rule");
            }
            others += usize::from(!is_trivial(&step));
            ruled_out += step.ruled_out.len();
        }
    }
    assert!(others > 20 && ruled_out > 20, "{others} {ruled_out}");
}

/// If every row is a region, one queen leaves so much room that nothing else follows from
/// it.
#[test]
fn a_trivial_step_is_the_hint_if_there_is_no_other() {
    let rows = (0..36).map(|square| square / 6).collect();
    let mut position = Position::new(Puzzle::new(6, 1, rows).expect("a puzzle"));
    position.set(Square::new(0, 0), Mark::Queen);
    let Hint::Step(step) =
        hint(&position, &Options::default().rules_only()).expect("an engine")
    else {
        panic!("no step");
    };
    assert_eq!(
        step.sentence,
        "The queen on a1 touches b1, a2 and b2: no other queen fits there."
    );
    assert!(step.ruled_out.is_empty());
}

/// Row 1 has its queen, so d2 is the last square of row 2, whether its other squares are
/// crossed or not.
#[test]
fn a_hint_lists_the_squares_that_its_queens_rule_out() {
    let regions = "AABBAABBCCDDCCDD"
        .bytes()
        .map(|letter| u32::from(letter - b'A'))
        .collect();
    let mut position = Position::new(Puzzle::new(4, 1, regions).expect("a puzzle"));
    position.set(Square::new(0, 1), Mark::Queen);
    position.set(Square::new(1, 0), Mark::Cross);
    let Hint::Step(step) = hint(&position, &Options::default()).expect("an engine")
    else {
        panic!("no step")
    };
    assert_eq!(step.sentence, "Row 2 needs one queen, and only d2 is left.");
    assert_eq!(step.ruled_out, [Square::new(1, 1), Square::new(1, 2)]);
    step.apply(&mut position);
    assert_eq!(
        position.marks()[4..8],
        [Mark::Cross, Mark::Cross, Mark::Cross, Mark::Queen]
    );
}

#[test]
fn reports_a_wrong_mark_first() {
    let mut sample = Sample::new(8);
    let options = Options::default();
    let mut wrong = 0;
    while wrong < 20 {
        let (puzzle, solution) = sample.solved(7, 1);
        let clues = Position::new(puzzle.clone());
        if solutions(&clues, 1).is_none() {
            continue;
        }
        let right = sample.marks(&puzzle, &solution, 0.2, 0.2);
        for (square, &queen) in super::boards::squares(&puzzle).zip(&solution) {
            if right.mark(square) != Mark::Open {
                continue;
            }
            let mut position = right.clone();
            position.set(square, if queen { Mark::Cross } else { Mark::Queen });
            let Hint::Wrong(mistake) = hint(&position, &options).expect("an engine")
            else {
                panic!("{square} is wrong on {}", puzzle.problem());
            };
            let touches_it = mistake.mark == Mark::Queen && mistake.square != square;
            assert!(mistake.square == square || touches_it, "{mistake:?}");
            assert!(
                mistake.sentence.starts_with(&mistake.square.to_string()),
                "{mistake:?}"
            );
            wrong += 1;
        }
    }
}

#[test]
fn reports_clues_touching_queens_and_boards_without_solution() {
    let quarters = "AABB AABB CCDD CCDD";
    let regions = |map: &str| {
        map.bytes()
            .filter(|&b| b != b' ')
            .map(|b| u32::from(b - b'A'))
            .collect::<Vec<u32>>()
    };
    let options = Options::default();
    let puzzle = Puzzle::new(4, 1, regions(quarters)).expect("a puzzle");
    let mut position = Position::new(puzzle);
    position.set(Square::new(0, 1), Mark::Queen);
    position.set(Square::new(1, 2), Mark::Queen);
    let said = hint(&position, &options).expect("an engine");
    assert_eq!(
        said.sentence(),
        "c2 cannot hold a queen: it would touch the one on b1."
    );
    position.set(Square::new(1, 2), Mark::Open);
    position.set(Square::new(0, 3), Mark::Queen);
    let said = hint(&position, &options).expect("an engine");
    assert_eq!(
        said.sentence(),
        "d1 cannot hold a queen: row 1 would have 2 queens."
    );
    // No three kings without contact fill a board of 3 x 3.
    let none =
        Position::new(Puzzle::new(3, 1, regions("AAA BBB CCC")).expect("a puzzle"));
    let said = hint(&none, &options).expect("an engine");
    assert!(
        matches!(
            said,
            Hint::Stuck {
                solutions: Verdict::None,
                ..
            }
        ),
        "{said:?}"
    );
    assert_eq!(obstacle(&none, &options), Ok(Some(Obstacle::NoSolution)));
    // A cross more or less is not to blame for it.
    let mut marked = none.clone();
    marked.set(Square::new(0, 0), Mark::Cross);
    assert_eq!(obstacle(&marked, &options), Ok(Some(Obstacle::NoSolution)));
    // A clue is not to be changed.
    let given = queens_model::problem::Preset::Regions
        .builder(4, 4)
        .regions(regions(quarters))
        .given(Square::new(0, 1))
        .build()
        .expect("a problem");
    let mut position = Position::new(Puzzle::from_problem(given).expect("a puzzle"));
    position.set(Square::new(0, 1), Mark::Cross);
    let said = hint(&position, &options).expect("an engine");
    assert_eq!(said.sentence(), "b1 holds a given queen.");
}
