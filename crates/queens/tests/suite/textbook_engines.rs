//! The engines of the ladder that textbooks on artificial intelligence and algorithms
//! describe: their published figures, and that each step is what its engine says.

use queens::check;
use queens::control::Outcome;
use queens::engines::ladder::Event;
use queens::engines::{self, Engine};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::square::Square;
use queens::{Answer, Question, Settings, ask};
use std::ops::ControlFlow;

/// The engines that draw random numbers.
const RANDOM: [&str; 4] = ["hill-climbing", "annealing", "genetic", "las-vegas"];

fn engine(id: &str) -> &'static dyn Engine {
    engines::find(id).expect(id)
}

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

fn answer(text: &str, question: Question, id: &str, seed: u64) -> Answer {
    ask(
        &problem(text),
        question,
        &Settings::default().with_engine(id).with_seed(seed),
    )
    .unwrap()
}

fn columns(placement: &Placement) -> Vec<u32> {
    placement
        .squares()
        .iter()
        .map(|queen| queen.column + 1)
        .collect()
}

fn all_columns(text: &str, id: &str) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut keep = |placement: &Placement| {
        found.push(columns(placement));
        ControlFlow::Continue(())
    };
    engine(id)
        .solutions(&problem(text), &Settings::default(), &mut keep)
        .unwrap();
    found
}

fn attacks(a: Square, b: Square) -> bool {
    let (down, across) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    a != b && (down == 0 || across == 0 || down == across)
}

fn attacking_pairs(board: &[Square]) -> usize {
    let pairs = board
        .iter()
        .enumerate()
        .flat_map(|(at, &a)| board[..at].iter().map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| attacks(a, b)).count()
}

#[test]
fn random_engines_solve_any_board_and_repeat_themselves() {
    for id in RANDOM {
        for text in [
            "0",
            "1",
            "4",
            "5",
            "6",
            "7",
            "8",
            "8\nholes: a1",
            "8\ngivens: d1",
            "5x8",
        ] {
            for seed in 0..4 {
                let found = answer(text, Question::One, id, seed);
                let first = found
                    .first
                    .as_ref()
                    .unwrap_or_else(|| panic!("{id} on {text}: {found:?}"));
                assert_eq!(
                    check::solution(&problem(text), first),
                    Ok(()),
                    "{id} on {text}, seed {seed}"
                );
                let again = answer(text, Question::One, id, seed);
                assert_eq!(
                    (again.first, again.figures),
                    (found.first, found.figures),
                    "{id} on {text}"
                );
            }
        }
    }
}

/// A000170: no solution for 2 and 3.
#[test]
fn random_engines_end_on_tiny_boards_without_a_solution() {
    for id in RANDOM {
        for text in ["2", "3", "5x4\nrows: 1\ncolumns: 0..1", "4\ngivens: a1"] {
            let found = answer(text, Question::One, id, 0);
            assert_eq!(
                (found.first, found.outcome),
                (None, Outcome::Exhausted),
                "{id} on {text}"
            );
        }
    }
}

/// The holes leave a1 in row 1 and c2 in row 2. The four solutions with a1 have their
/// second queen on e2, f2 or g2.
#[test]
fn random_engines_give_up() {
    let text = "8\nholes: b1 c1 d1 e1 f1 g1 h1 a2 b2 d2 e2 f2 g2 h2";
    assert_eq!(answer(text, Question::One, "bitmask", 0).count, 0);
    for id in ["hill-climbing", "genetic", "las-vegas"] {
        assert_eq!(
            answer(text, Question::One, id, 0).outcome,
            Outcome::GaveUp,
            "{id}"
        );
    }
}

/// Share of the attempts on 8 queens that end in a solution.
fn success_rate(id: &str, attempts: u64) -> f64 {
    let restarts: u128 = (0..attempts)
        .map(|seed| {
            answer("8", Question::One, id, seed)
                .figure("restarts")
                .expect("it counts them")
        })
        .sum();
    attempts as f64 / (attempts as f64 + restarts as f64)
}

/// Russell and Norvig: 94 percent with up to 100 sideways moves.
#[test]
fn hill_climbing_succeeds_as_often_as_published() {
    let rate = success_rate("hill-climbing", 1_000);
    assert!((rate - 0.94).abs() < 0.03, "{rate}");
}

/// Brassard and Bratley: 0.875 with two queens at random.
#[test]
fn las_vegas_succeeds_as_often_as_published() {
    let rate = success_rate("las-vegas", 2_000);
    assert!((rate - 0.875).abs() < 0.025, "{rate}");
}

#[test]
fn climbing_never_adds_attacking_pairs() {
    for seed in 0..20 {
        let mut board: Vec<Square> = Vec::new();
        let (mut before, mut moved) = (None, 0);
        let mut follow = |event: Event<'_>| {
            match event {
                Event::Remove(square) => {
                    before =
                        (board.len() == 8).then(|| (square.row, attacking_pairs(&board)));
                    board.retain(|&queen| queen != square);
                }
                Event::Place(square) => {
                    board.push(square);
                    if let Some((row, pairs)) = before.take().filter(|_| board.len() == 8)
                    {
                        assert!(
                            row == square.row && attacking_pairs(&board) <= pairs,
                            "{square}"
                        );
                        moved += 1;
                    }
                }
                Event::Solution(_) => assert_eq!(attacking_pairs(&board), 0),
                Event::Reject { .. } | Event::State(_) => panic!("{event:?}"),
            }
            ControlFlow::Continue(())
        };
        engine("hill-climbing")
            .trace(
                &Problem::queens(8).unwrap(),
                &Settings::default().with_seed(seed),
                &mut follow,
            )
            .unwrap();
        assert!(moved > 0, "seed {seed}");
    }
}

/// The squares left in each row, by the steps alone.
struct SquaresLeft(Vec<Vec<Vec<bool>>>);

impl SquaresLeft {
    fn new(size: usize) -> Self {
        SquaresLeft(vec![vec![vec![true; size]; size]])
    }

    fn left(&self, row: usize) -> impl Iterator<Item = Square> {
        let columns = self.0.last().unwrap()[row]
            .iter()
            .enumerate()
            .filter(|&(_, &left)| left);
        columns.map(move |(column, _)| Square::new(row as u32, column as u32))
    }

    fn set(&mut self, square: Square, is_left: bool) {
        self.0.last_mut().unwrap()[square.row as usize][square.column as usize] = is_left;
    }
}

#[test]
fn engines_that_look_ahead_choose_the_smallest_row_and_remove_squares_rightly() {
    for id in ["forward-checking", "mac"] {
        let size = 7;
        let mut left = SquaresLeft::new(size);
        let mut board: Vec<Square> = Vec::new();
        let mut follow = |event: Event<'_>| {
            match event {
                Event::Place(square) => {
                    let is_empty = |&row: &usize| {
                        board.iter().all(|queen| queen.row as usize != row)
                    };
                    let fewest = (0..size)
                        .filter(is_empty)
                        .map(|row| left.left(row).count())
                        .min();
                    assert_eq!(
                        Some(left.left(square.row as usize).count()),
                        fewest,
                        "{id}: {square}"
                    );
                    assert!(
                        left.left(square.row as usize).any(|other| other == square),
                        "{id}: {square}"
                    );
                    left.0.push(left.0.last().unwrap().clone());
                    (0..size as u32).for_each(|column| {
                        left.set(Square::new(square.row, column), false);
                    });
                    left.set(square, true);
                    board.push(square);
                }
                Event::Reject { square, .. } => {
                    assert!(
                        left.left(square.row as usize).any(|other| other == square),
                        "{id}: {square}"
                    );
                    let is_reason =
                        |&row: &usize| left.left(row).all(|other| attacks(other, square));
                    let mut others = (0..size).filter(|&row| row != square.row as usize);
                    assert!(others.any(|row| is_reason(&row)), "{id}: {square}");
                    left.set(square, false);
                }
                Event::Remove(square) => {
                    left.0.pop();
                    assert_eq!(board.pop(), Some(square), "{id}");
                }
                Event::Solution(placement) => {
                    assert_eq!(*placement, Placement::new(board.clone()), "{id}");
                }
                Event::State(_) => panic!("{id}: a state that was not asked for"),
            }
            ControlFlow::Continue(())
        };
        let finding = engine(id).trace(
            &Problem::queens(size as u32).unwrap(),
            &Settings::default(),
            &mut follow,
        );
        // A000170.
        assert_eq!(finding.unwrap().count, Some(40), "{id}");
    }
}

/// Three queens have no solution, which AC-3 shows before the first queen.
#[test]
fn looking_ahead_saves_nodes() {
    let nodes = |text: &str, id| answer(text, Question::Count, id, 0).statistics.expanded;
    assert_eq!([nodes("2", "mac"), nodes("3", "mac")], [1, 1]);
    for text in ["6", "7", "8", "9"] {
        let [flags, forward, arcs] =
            ["flags", "forward-checking", "mac"].map(|id| nodes(text, id));
        assert!(
            arcs < forward && forward < flags,
            "{text}: {arcs}, {forward}, {flags}"
        );
    }
}

#[test]
fn the_heuristic_comes_first() {
    assert_eq!(
        all_columns("4", "limited-discrepancy"),
        [[2, 4, 1, 3], [3, 1, 4, 2]]
    );
    assert_eq!(
        answer("8", Question::Count, "limited-discrepancy", 0).figure("passes"),
        Some(9)
    );
}

/// Number of rows whose queen is not on the free square nearest to the middle, the left
/// one of two.
fn discrepancies(columns: &[u32]) -> usize {
    let n = columns.len() as u32;
    let queen = |row: usize| Square::new(row as u32, columns[row] - 1);
    let is_free = |row: usize, column: u32| {
        (0..row).all(|above| !attacks(queen(above), Square::new(row as u32, column)))
    };
    let nearest = |row: usize| {
        (0..n)
            .filter(|&column| is_free(row, column))
            .min_by_key(|&column| ((2 * column + 1).abs_diff(n), column))
    };
    (0..columns.len())
        .filter(|&row| nearest(row) != Some(queen(row).column))
        .count()
}

#[test]
fn solutions_come_in_the_order_of_their_discrepancies() {
    let counts: Vec<usize> = all_columns("8", "limited-discrepancy")
        .iter()
        .map(|found| discrepancies(found))
        .collect();
    assert_eq!(counts.len(), 92);
    assert!(
        counts.is_sorted() && counts.first() < counts.last(),
        "{counts:?}"
    );
}
