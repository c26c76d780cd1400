//! Random questions against an oracle that shares no code with the library: its own
//! record of a board, its own reading of the rules in `docs/guide/problems.md`, and every
//! set of queens tried.
//!
//! `cargo test` asks a few thousand questions; `just oracle` asks 100,000, or as many as
//! its arguments say.

mod answers;
mod board;
mod definitions;
mod model;
mod pawns;
mod questions;
mod relatives;
mod rules;

use answers::{MOST_SQUARES, RelativeExamination};
use board::Board;
use questions::{Examination, Tally};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rules::Truth;

/// More sets than this are too many to ask everything about them.
const MOST_SETS: usize = 4_000;

/// A board with its truth, and givens that do not attack each other.
fn random_board(random: &mut ChaCha8Rng) -> (Board, Truth) {
    loop {
        let mut board = Board::random(random);
        let Some(truth) = Truth::from_board(&board, MOST_SETS) else {
            continue;
        };
        if random.random_range(0..100) < 70 {
            return (board, truth);
        }
        // A part of a solution, or else of any set, if every line takes it.
        let sets = if truth.solutions.is_empty() {
            &truth.sets
        } else {
            &truth.solutions
        };
        let set = sets[random.random_range(0..sets.len())];
        board.givens = rules::list(set)
            .into_iter()
            .take(random.random_range(0..3))
            .collect();
        if !rules::is_open(&board) {
            board.givens.clear();
        }
        if let Some(truth) = Truth::from_board(&board, MOST_SETS) {
            return (board, truth);
        }
    }
}

/// Asks at least so many questions, on a thread for each processor.
fn examine(seed: u64, questions: u64) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let share = questions.div_ceil(threads);
    let work = |thread: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(thread);
        let mut tally = Tally::default();
        while tally.questions() < share {
            let (board, truth) = random_board(&mut random);
            let mut examination = Examination::new(&board, &truth);
            examination.run(&mut random);
            tally.absorb(examination.tally);
            if tally.wrong.len() > 20 {
                break;
            }
        }
        tally
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        threads
            .into_iter()
            .for_each(|thread| all.absorb(thread.join().expect("no panic")));
    });
    all
}

/// Asks everything about the relatives on so many random boards that are small enough to
/// try every answer.
fn examine_relatives(seed: u64, boards: u64) -> Tally {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut tally = Tally::default();
    for _ in 0..boards {
        let (board, truth) = loop {
            let (mut board, truth) = random_board(&mut random);
            if board.kinds.len() > MOST_SQUARES {
                continue;
            }
            // Armies, pieces and colours take bare boards only.
            if random.random_range(0..100) < 40 {
                board = board.without_demands();
                if random.random() {
                    board = board.of_queens();
                }
                match Truth::from_board(&board, usize::MAX) {
                    Some(truth) => break (board, truth),
                    None => continue,
                }
            }
            break (board, truth);
        };
        let mut examination = RelativeExamination::new(&board, &truth, &mut random);
        examination.run(&mut random);
        tally.absorb(examination.tally);
        if tally.wrong.len() > 10 {
            break;
        }
    }
    tally
}

/// Prints the number of questions of each kind; fails if an answer is wrong.
fn conclude(tally: &Tally) {
    for (name, number) in &tally.asked {
        println!("{number:8} {name}");
    }
    let (questions, wrong) = (tally.questions(), tally.wrong.len());
    println!(
        "{questions} questions, {wrong} wrong ({} refused or stopped)",
        tally.refused
    );
    assert!(
        tally.wrong.is_empty(),
        "{wrong} of {questions} wrong:\n{}",
        tally.wrong.join("\n\n")
    );
}

#[test]
fn answers_a_few_thousand_questions() {
    conclude(&examine(1, 8_000));
}

#[test]
fn relatives_are_as_defined() {
    conclude(&examine_relatives(3, 150));
}

/// The seed is `ORACLE_SEED`, the least number of questions `ORACLE_QUESTIONS`.
#[test]
#[ignore = "takes minutes: run by `just oracle`"]
fn answers_many_questions() {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |text| text.parse().expect(name))
    };
    let (seed, questions) = (
        number("ORACLE_SEED", 2),
        number("ORACLE_QUESTIONS", 100_000),
    );
    conclude(&examine(seed, questions));
    // Each of these boards is asked about in more than a hundred ways.
    conclude(&examine_relatives(seed, questions / 100));
}
