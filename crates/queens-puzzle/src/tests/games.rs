//! Games: whatever is done is undone, and comes back from a file.

use super::boards::squares;
use super::{Sample, solutions};
use crate::document::GameDocument;
use crate::{
    Game, GameError, GenerateSettings, Hint, Mark, MarkChange, Options, Position, Puzzle,
    generate,
};
use queens_formats::document::Document;
use queens_model::square::Square;
use rand::RngExt;
use std::time::Duration;

const ALL_MARKS: [Mark; 3] = [Mark::Open, Mark::Cross, Mark::Queen];

impl Sample {
    fn square(&mut self, size: u32) -> Square {
        Square::new(
            self.random.random_range(0..size),
            self.random.random_range(0..size),
        )
    }

    /// A board with clues and some marks of a player, right and wrong ones.
    fn start(&mut self) -> Position {
        let (size, stars) =
            [(5, 1), (6, 1), (8, 2), (9, 1), (9, 2)][self.random.random_range(0..5)];
        let (puzzle, solution) = self.solved(size, stars);
        let clues = self.marks(&puzzle, &solution, 0.2, 0.1);
        let puzzle = Puzzle::from_problem(clues.problem().expect("clues of a solution"))
            .expect("a puzzle");
        let mut position = Position::new(puzzle);
        for _ in 0..5 {
            let (square, mark) =
                (self.square(size), ALL_MARKS[self.random.random_range(0..3)]);
            if clues.mark(square) == Mark::Open {
                position.set(square, mark);
            }
        }
        position
    }

    /// Something that a player does.
    fn play(&mut self, game: &mut Game) {
        let (size, mark) = (
            game.puzzle().size(),
            ALL_MARKS[self.random.random_range(0..3)],
        );
        let square = self.square(size);
        match self.random.random_range(0..8) {
            0 | 1 => drop(game.cycle(square)),
            2 | 3 => drop(game.set(square, mark)),
            4 => drop(game.set_further(square, mark)),
            5 => {
                let marks: Vec<_> = (0..4).map(|_| (self.square(size), mark)).collect();
                game.set_all(marks);
            }
            6 => drop(game.undo()),
            _ => game.set_automatic(self.random.random_bool(0.5)),
        }
        game.add_time(Duration::from_millis(self.random.random_range(0..5_000)));
    }
}

fn saved(game: &Game) -> Vec<u8> {
    let mut text = Vec::new();
    GameDocument::new(game)
        .write_json(&mut text)
        .expect("memory");
    text
}

#[test]
fn every_move_can_be_undone_and_redone() {
    let mut sample = Sample::new(31);
    let mut moves = 0;
    for _ in 0..200 {
        let start = sample.start();
        let mut game = Game::new(start.clone());
        assert_eq!(game.position(), &start);
        (0..40).for_each(|_| sample.play(&mut game));
        moves += game.done();
        assert_eq!(
            GameDocument::read(&saved(&game)).expect("a saved game"),
            game
        );
        let end = game.clone();
        while game.undo() {}
        assert_eq!(game.position(), &start, "everything is undone");
        for _ in 0..end.done() {
            assert!(game.redo());
        }
        assert_eq!(game, end, "everything is done again");
    }
    assert!(moves > 2_000, "{moves}");
}

#[test]
fn a_saved_game_is_a_puzzle_with_marks() {
    let mut sample = Sample::new(32);
    for _ in 0..20 {
        let mut game = Game::new(sample.start());
        (0..20).for_each(|_| sample.play(&mut game));
        let read = crate::read::read(&saved(&game), None).expect("a puzzle");
        assert_eq!(read.marks(), game.position().marks());
        assert_eq!(read.puzzle().regions(), game.puzzle().regions());
    }
}

#[test]
fn automatic_crosses_follow_from_the_queens() {
    let mut sample = Sample::new(33);
    for _ in 0..100 {
        let (size, stars) =
            [(5, 1), (7, 1), (8, 2), (9, 2)][sample.random.random_range(0..4)];
        let (puzzle, solution) = sample.solved(size, stars);
        let right = sample.marks(&puzzle, &solution, 0.5, 0.0);
        let mut game = Game::new(right.clone());
        game.set_automatic(true);
        let with = game.shown();
        for (square, &queen) in squares(&puzzle).zip(&solution) {
            assert!(
                !queen || with.mark(square) != Mark::Cross,
                "{square} has a queen in a solution"
            );
            // A cross stands where another queen would break a rule at once, by the check
            // of problems.
            let mut more = right.clone();
            more.set(square, Mark::Queen);
            let is_free = right.mark(square) == Mark::Queen || more.problem().is_ok();
            assert_eq!(with.mark(square) == Mark::Cross, !is_free, "{square}");
        }
        // A queen that goes takes its crosses with it.
        let queens: Vec<Square> = right.marked(Mark::Queen).collect();
        for &queen in &queens {
            game.set(queen, Mark::Open);
        }
        assert!(game.marks().iter().all(|&mark| mark == Mark::Open));
        game.set_automatic(false);
        while game.undo() {}
        assert_eq!(game.shown(), right);
    }
}

#[test]
fn removing_a_queen_keeps_crosses_of_the_player() {
    let puzzle = Sample::new(34).puzzle(6, 1);
    let mut game = Game::new(Position::new(puzzle));
    let [queen, beside, far] = [Square::new(0, 0), Square::new(1, 1), Square::new(0, 5)];
    game.set(beside, Mark::Cross);
    game.set_automatic(true);
    game.set(queen, Mark::Queen);
    assert!(!game.set(far, Mark::Cross), "it is crossed");
    assert!(!game.set(far, Mark::Open), "the queen demands it");
    assert!(game.cycle(far), "but a queen may stand there");
    game.undo();
    game.cycle(queen);
    assert_eq!(
        [queen, beside, far].map(|square| game.mark(square)),
        [Mark::Open, Mark::Cross, Mark::Open]
    );
}

#[test]
fn a_stroke_is_one_move() {
    let mut game = Game::new(Position::new(Sample::new(35).puzzle(6, 1)));
    game.set(Square::new(0, 0), Mark::Cross);
    (1..4).for_each(|column| {
        assert!(game.set_further(Square::new(0, column), Mark::Cross));
    });
    assert_eq!(
        (game.done(), game.position().marked(Mark::Cross).count()),
        (1, 4)
    );
    assert!(game.undo() && !game.undo());
    assert_eq!(game.position().marked(Mark::Cross).count(), 0);
}

#[test]
fn a_game_that_reaches_a_solution_is_solved() {
    let mut sample = Sample::new(36);
    let mut solved = 0;
    for _ in 0..60 {
        let (size, stars) = [(5, 1), (6, 1), (8, 2)][sample.random.random_range(0..3)];
        let (puzzle, solution) = sample.solved(size, stars);
        let all =
            solutions(&Position::new(puzzle.clone()), 100_000).expect("not so many");
        let mut game = Game::new(Position::new(puzzle.clone()));
        for (square, &queen) in squares(&puzzle).zip(&solution) {
            if queen {
                assert!(!game.is_solved());
                game.set(square, Mark::Queen);
            }
        }
        assert!(game.is_solved());
        let time = game.time();
        game.add_time(Duration::from_secs(1));
        assert_eq!(game.time(), time, "the clock stands still");
        // With one queen moved it is solved where enumeration says so.
        for _ in 0..20 {
            let queens: Vec<Square> = game.position().marked(Mark::Queen).collect();
            let from = queens[sample.random.random_range(0..queens.len())];
            game.set_all([(from, Mark::Open), (sample.square(size), Mark::Queen)]);
            let queens: Vec<bool> = game
                .marks()
                .iter()
                .map(|&mark| mark == Mark::Queen)
                .collect();
            assert_eq!(game.is_solved(), all.contains(&queens));
            solved += u32::from(game.is_solved());
            game.undo();
        }
    }
    assert!(solved > 0, "{solved}");
}

#[test]
fn hints_play_a_game_to_its_end() {
    for (seed, automatic) in [(1, false), (2, true)] {
        let puzzle = generate(&GenerateSettings::new(7, seed))
            .expect("a puzzle")
            .puzzle;
        let mut game = Game::new(Position::new(puzzle));
        game.set_automatic(automatic);
        loop {
            match game.hint(&Options::default()).expect("an engine") {
                Hint::Step(step) | Hint::Proof { step, .. } => {
                    assert!(game.apply(&step), "{step:?}");
                }
                Hint::Solved => break,
                other => panic!("{other:?}"),
            }
            assert_eq!(game.check(&Options::default()), Ok(None));
        }
        assert!(game.is_solved());
    }
}

#[test]
fn refuses_moves_that_do_not_fit() {
    let mut position = Position::new(Sample::new(37).puzzle(5, 1));
    let square = Square::new(1, 2);
    position.set(square, Mark::Queen);
    let change = |square, from, to| vec![MarkChange { square, from, to }];
    let resumed = |moves, done| {
        Game::resumed(position.clone(), moves, done, Duration::ZERO).map(drop)
    };
    assert_eq!(
        resumed(vec![change(square, Mark::Cross, Mark::Queen)], 1),
        Ok(())
    );
    assert_eq!(
        resumed(vec![change(square, Mark::Queen, Mark::Cross)], 0),
        Ok(())
    );
    assert_eq!(
        resumed(vec![], 1),
        Err(GameError::Done { done: 1, moves: 0 })
    );
    assert_eq!(
        resumed(vec![change(square, Mark::Queen, Mark::Cross)], 1),
        Err(GameError::Mark { number: 1, square })
    );
    assert_eq!(
        resumed(vec![change(square, Mark::Cross, Mark::Queen)], 0),
        Err(GameError::Mark { number: 1, square })
    );
    let beyond = Square::new(5, 0);
    assert_eq!(
        resumed(vec![change(beyond, Mark::Open, Mark::Queen)], 0),
        Err(GameError::OffBoard {
            number: 1,
            square: beyond,
            size: 5
        })
    );
    let mut clues = Position::new(
        Puzzle::from_problem(position.problem().expect("one queen")).expect("a puzzle"),
    );
    clues.set(square, Mark::Open);
    assert_eq!(
        Game::resumed(clues, vec![], 0, Duration::ZERO).map(drop),
        Err(GameError::Clue(square)),
        "a clue stays"
    );
}

#[test]
fn refuses_damaged_files() {
    let mut game = Game::new(Position::new(Sample::new(38).puzzle(5, 1)));
    game.set(Square::new(0, 0), Mark::Queen);
    let text = String::from_utf8(saved(&game)).expect("text");
    assert!(GameDocument::read(text.as_bytes()).is_ok());
    for (from, to, words) in [
        (text.as_str(), "", "not a complete saved game"),
        (
            text.get(text.len() / 2..).expect("ASCII"),
            "",
            "not a complete saved game",
        ),
        (
            "queens/puzzle-game/1",
            "queens/puzzle/1",
            "this is 'queens/puzzle/1'",
        ),
        ("\"schema\"", "\"scheme\"", "without a schema"),
        (
            "\"done\": 1",
            "\"done\": 2",
            "'done' is 2, but 'moves' has only 1",
        ),
        ("\"done\": 1", "\"done\": -1", "damaged"),
        (
            "\"to\": \"queen\"",
            "\"to\": \"cross\"",
            "move 1 does not fit",
        ),
        ("\"to\": \"queen\"", "\"to\": \"rook\"", "unknown variant"),
        ("\"moves\"", "\"steps\"", "missing field"),
        ("\"given\": []", "\"given\": [[7, 0]]", "off the board"),
        ("\"blocked\": []", "\"blocked\": [[0, 0]]", "clue"),
        ("\"given\": []", "\"given\": [[0, 0], [0, 1]]", "damaged"),
        ("\"size\": 5", "\"size\": 6", "board"),
    ] {
        let damaged = text.replace(from, to);
        assert_ne!(damaged, text, "{from}");
        let error = GameDocument::read(damaged.as_bytes())
            .expect_err(from)
            .to_string();
        assert!(error.contains(words), "{to}: {error}");
    }
}
