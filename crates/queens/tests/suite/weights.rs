//! Solutions with the best sum of weights against brute force.

use crate::common::{self, Cell, relative_of};
use proptest::prelude::*;
use queens::check;
use queens::control::Outcome;
use queens::problem::{Goal, MAX_WEIGHT, Problem};
use queens::relative::Relative;
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Detail, Question, Settings, ask};
use std::collections::BTreeSet;
use std::fmt::Write;

const LINES: &[(i64, i64)] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONALS: &[(i64, i64)] = &[(1, 1), (-1, -1), (1, -1), (-1, 1)];
const LEAPS: &[(i64, i64)] = &[
    (1, 2),
    (1, -2),
    (-1, 2),
    (-1, -2),
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
];

/// A board for brute force, with its own reading of the rules.
#[derive(Clone, Debug)]
struct Small {
    rows: i64,
    columns: i64,
    piece: &'static str,
    holes: BTreeSet<Cell>,
    walls: BTreeSet<Cell>,
    givens: BTreeSet<Cell>,
    wraps: bool,
    /// Least and largest number in each row, in each column, and on the board.
    row: (usize, usize),
    column: (usize, usize),
    total: (usize, usize),
    weights: Vec<i64>,
}

/// The best sum, and the number of solutions with it, all and up to symmetry.
#[derive(Debug, PartialEq)]
struct Truth {
    sum: i64,
    all: u128,
    fundamental: u128,
}

impl Small {
    fn text(&self) -> String {
        let Small {
            rows,
            columns,
            piece,
            ..
        } = self;
        let bounds = |(low, high): (usize, usize)| {
            if high > 25 {
                format!("{low}..4294967295")
            } else {
                format!("{low}..{high}")
            }
        };
        let mut text = format!("{rows}x{columns}\npiece: {piece}\n");
        if self.wraps {
            text += "top-bottom: wrap\nleft-right: wrap\n";
        }
        for (key, value) in [
            ("rows", self.row),
            ("columns", self.column),
            ("total", self.total),
        ] {
            writeln!(text, "{key}: {}", bounds(value)).unwrap();
        }
        for (key, cells) in [
            ("holes", &self.holes),
            ("walls", &self.walls),
            ("givens", &self.givens),
        ] {
            if !cells.is_empty() {
                let names: Vec<String> = cells
                    .iter()
                    .map(|(row, column)| format!("{row}:{column}"))
                    .collect();
                writeln!(text, "{key}: {}", names.join(" ")).unwrap();
            }
        }
        text += "weights:\n";
        for row in self.weights.chunks((*columns).max(1) as usize) {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            writeln!(text, "{}", row.join(" ")).unwrap();
        }
        text
    }

    fn cells(&self) -> Vec<Cell> {
        let all = (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|cell| !self.walls.contains(cell) && !self.holes.contains(cell))
            .collect()
    }

    fn weight(&self, (row, column): Cell) -> i64 {
        self.weights[(row * self.columns + column) as usize]
    }

    /// Cells that a piece on `from` attacks.
    fn reach(&self, from: Cell) -> BTreeSet<Cell> {
        let (steps, most): (Vec<(i64, i64)>, _) = match self.piece {
            "queen" => ([LINES, DIAGONALS].concat(), 25),
            "king" => ([LINES, DIAGONALS].concat(), 1),
            "rook" => (LINES.to_vec(), 25),
            _ => (LEAPS.to_vec(), 1),
        };
        let mut reach = BTreeSet::new();
        for (down, right) in steps {
            let (mut row, mut column) = from;
            for _ in 0..most {
                (row, column) = (row + down, column + right);
                if self.wraps {
                    (row, column) =
                        (row.rem_euclid(self.rows), column.rem_euclid(self.columns));
                }
                let is_off = !(0..self.rows).contains(&row)
                    || !(0..self.columns).contains(&column);
                if is_off || self.walls.contains(&(row, column)) || (row, column) == from
                {
                    break;
                }
                reach.insert((row, column));
            }
        }
        reach
    }

    /// Every solution, as bits of the cells.
    fn solutions(&self, cells: &[Cell], attacked: &[u32]) -> Vec<u32> {
        let given = (0..cells.len()).filter(|&bit| self.givens.contains(&cells[bit]));
        let given = given.fold(0u32, |set, bit| set | 1 << bit);
        let mut sets = vec![0u32];
        for (bit, attacked) in attacked.iter().enumerate() {
            let more: Vec<u32> = sets
                .iter()
                .filter(|&&set| set & attacked == 0)
                .map(|set| set | 1 << bit)
                .collect();
            sets.extend(more);
        }
        let within =
            |count: usize, (low, high): (usize, usize)| low <= count && count <= high;
        let is_met = |set: u32| {
            let number = |is_in: &dyn Fn(Cell) -> bool| {
                (0..cells.len())
                    .filter(|&bit| set >> bit & 1 == 1 && is_in(cells[bit]))
                    .count()
            };
            (0..self.rows).all(|row| within(number(&|cell| cell.0 == row), self.row))
                && (0..self.columns)
                    .all(|column| within(number(&|cell| cell.1 == column), self.column))
                && within(number(&|_| true), self.total)
        };
        sets.into_iter()
            .filter(|&set| set & given == given && is_met(set))
            .collect()
    }

    /// Maps of the cells onto themselves by turns and reflections that leave attacks,
    /// givens and weights as they are.
    fn maps(&self, cells: &[Cell], attacked: &[u32]) -> Vec<Vec<usize>> {
        let keeps = |map: &Vec<usize>| {
            (0..cells.len()).all(|from| {
                let (cell, image) = (cells[from], cells[map[from]]);
                self.weight(cell) == self.weight(image)
                    && self.givens.contains(&cell) == self.givens.contains(&image)
                    && moved(attacked[from], map) == attacked[map[from]]
            })
        };
        let maps = common::turns_and_reflections((self.rows, self.columns), cells);
        maps.into_iter().filter(keeps).collect()
    }

    fn truth(&self, goal: Goal) -> Option<Truth> {
        let cells = self.cells();
        let bits = |reach: BTreeSet<Cell>| {
            (0..cells.len())
                .filter(|&bit| reach.contains(&cells[bit]))
                .fold(0u32, |set, bit| set | 1 << bit)
        };
        let attacked: Vec<u32> =
            cells.iter().map(|&cell| bits(self.reach(cell))).collect();
        let solutions = self.solutions(&cells, &attacked);
        let sum = |set: u32| -> i64 {
            (0..cells.len())
                .filter(|bit| set >> bit & 1 == 1)
                .map(|bit| self.weight(cells[bit]))
                .sum()
        };
        let sums = solutions.iter().map(|&set| sum(set));
        let best = if goal == Goal::Least {
            sums.min()
        } else {
            sums.max()
        }?;
        let best_sets: BTreeSet<u32> = solutions
            .into_iter()
            .filter(|&set| sum(set) == best)
            .collect();
        let maps = self.maps(&cells, &attacked);
        let least = |&set: &u32| maps.iter().map(|map| moved(set, map)).min().unwrap();
        let fundamental: BTreeSet<u32> = best_sets.iter().map(least).collect();
        Some(Truth {
            sum: best,
            all: best_sets.len() as u128,
            fundamental: fundamental.len() as u128,
        })
    }
}

/// Returns the image of a set.
fn moved(set: u32, map: &[usize]) -> u32 {
    (0..map.len())
        .filter(|from| set >> from & 1 == 1)
        .fold(0, |image, from| image | 1 << map[from])
}

/// Returns the problem of the best solutions.
fn best(problem: &Problem, goal: Goal) -> Problem {
    relative_of(problem, Relative::Best(goal))
}

fn asked(problem: &Problem, goal: Goal, question: Question) -> Answer {
    ask(&best(problem, goal), question, &Settings::default()).unwrap()
}

/// Compares both questions with brute force.
fn agrees(small: &Small, goal: Goal) -> Result<(), TestCaseError> {
    let text = small.text();
    let problem: Problem = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let one = asked(&problem, goal, Question::One);
    let all = asked(&problem, goal, Question::Count);
    prop_assert_eq!(
        (one.outcome, all.outcome),
        (Outcome::Exhausted, Outcome::Exhausted),
        "{}",
        text
    );
    let Some(truth) = small.truth(goal) else {
        prop_assert_eq!(
            (one.count, all.count, &one.first),
            (0, 0, &None),
            "{}",
            text
        );
        prop_assert!(one.certificate.is_some(), "{}", text);
        return Ok(());
    };
    let placement = one.first.as_ref().expect(&text);
    prop_assert_eq!(check(&problem, placement), Ok(()), "{}", text);
    prop_assert_eq!(
        problem.total_weight(placement.squares()),
        Some(truth.sum),
        "{}",
        text
    );
    let sum = Detail::Best {
        value: Some(truth.sum),
        bound: truth.sum,
        fundamental: None,
    };
    prop_assert_eq!((one.count, &one.detail), (1, &sum), "{}", text);
    let Detail::Best {
        value: Some(sum),
        fundamental,
        ..
    } = all.detail
    else {
        panic!("{text}")
    };
    prop_assert_eq!((sum, all.count), (truth.sum, truth.all), "{}", text);
    if small.row == small.column {
        prop_assert_eq!(fundamental, Some(truth.fundamental), "{}", text);
    }
    Ok(())
}

/// Numbers of queens in a line or on the board.
fn bounds(most: usize) -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![
        4 => Just((1, 1)),
        2 => Just((0, 1)),
        3 => Just((0, 99)),
        1 => (0..=most).prop_map(|number| (number, number)),
        1 => (0..=most, 0..3usize).prop_map(|(low, more)| (low, low + more)),
    ]
}

fn small() -> impl Strategy<Value = Small> {
    let cells = |most| proptest::collection::vec((0..5i64, 0..5i64), 0..=most);
    let piece = prop_oneof![3 => Just("queen"), 1 => Just("king"), 1 => Just("rook"), 1 => Just("knight")];
    // Few weights, so that there are ties; one for all squares now and then, so that
    // there are symmetries.
    let weights = prop_oneof![
        proptest::collection::vec(-3..=3i64, 25),
        proptest::collection::vec(-1000..=1000i64, 25),
        proptest::collection::vec(-MAX_WEIGHT..=MAX_WEIGHT, 25),
        (-2..=2i64).prop_map(|weight| vec![weight; 25]),
    ];
    let lines = prop_oneof![2 => bounds(2).prop_map(|both| (both, both)), 1 => (bounds(2), bounds(2))];
    let total = prop_oneof![3 => Just((0, 99)), 1 => bounds(6)];
    let board = (
        (0..=5i64, 0..=5i64),
        piece,
        cells(4),
        cells(3),
        cells(2),
        any::<bool>(),
    );
    (board, lines, total, weights).prop_map(|(board, (row, column), total, weights)| {
        let ((rows, columns), piece, holes, walls, givens, wraps) = board;
        let on_board = |cell: &Cell| cell.0 < rows && cell.1 < columns;
        let walls: BTreeSet<Cell> = walls.into_iter().filter(on_board).collect();
        let holes: BTreeSet<Cell> = holes
            .into_iter()
            .filter(|cell| on_board(cell) && !walls.contains(cell))
            .collect();
        let is_free = |cell: &Cell| {
            on_board(cell) && !walls.contains(cell) && !holes.contains(cell)
        };
        let givens = givens.into_iter().filter(is_free).collect();
        let weights = weights[..(rows * columns) as usize].to_vec();
        Small {
            rows,
            columns,
            piece,
            holes,
            walls,
            givens,
            wraps,
            row,
            column,
            total,
            weights,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_boards_agree_with_brute_force(small in small(), is_least in any::<bool>()) {
        agrees(&small, if is_least { Goal::Least } else { Goal::Greatest })?;
    }
}

/// Every solution of n queens has the sum n if all weights are 1, so that their numbers
/// are those of A000170 and A002562.
#[test]
fn equal_weights_count_all_solutions() {
    for (size, all, fundamental) in [
        (0, 1, 1),
        (1, 1, 1),
        (2, 0, 0),
        (3, 0, 0),
        (4, 2, 1),
        (5, 10, 2),
        (6, 4, 1),
        (7, 40, 6),
        (8, 92, 12),
        (9, 352, 46),
    ] {
        let problem = Problem::queens(size)
            .unwrap()
            .with_weights(vec![1; (size * size) as usize])
            .unwrap();
        for goal in [Goal::Least, Goal::Greatest] {
            let counted = asked(&problem, goal, Question::Count);
            let found = match counted.detail {
                Detail::Best {
                    value: Some(sum),
                    fundamental,
                    ..
                } => (sum, counted.count, fundamental.unwrap()),
                _ => (i64::from(size), counted.count, 0),
            };
            assert_eq!(found, (i64::from(size), all, fundamental), "{size}");
        }
    }
}

/// The squares of a solution weigh nothing and all others 1: it is the only one with the
/// sum 0.
#[test]
fn a_hidden_solution_is_found() {
    let size = 24;
    let hidden = ask(
        &Problem::queens(size).unwrap(),
        Question::Random,
        &Settings::default(),
    )
    .unwrap()
    .first
    .unwrap();
    let weight = |square| i64::from(!hidden.squares().contains(&square));
    let plain = Problem::queens(size).unwrap();
    let problem = plain
        .with_weights(plain.every_square().map(weight).collect())
        .unwrap();
    let least = asked(&problem, Goal::Least, Question::One);
    assert_eq!(
        (least.first.as_ref(), least.outcome),
        (Some(&hidden), Outcome::Exhausted)
    );
    let counted = asked(&problem, Goal::Least, Question::Count);
    assert_eq!(counted.count, 1);
}

#[test]
fn a_limit_leaves_the_best_solution_so_far() {
    let size = 40;
    let weights = (0..size * size)
        .map(|at| i64::from(at * 7919 % 101))
        .collect();
    let problem = Problem::queens(size)
        .unwrap()
        .with_weights(weights)
        .unwrap();
    for goal in [Goal::Least, Goal::Greatest] {
        let answer = ask(
            &best(&problem, goal),
            Question::One,
            &Settings::default().with_nodes(2_000),
        )
        .unwrap();
        assert!(!answer.is_complete() && answer.statistics.expanded <= 2_000);
        let solution = answer.first.as_ref().unwrap();
        assert_eq!(check(&problem, solution), Ok(()));
        let Detail::Best {
            value: Some(sum),
            bound,
            ..
        } = answer.detail
        else {
            panic!("{answer:?}")
        };
        assert_eq!(problem.total_weight(solution.squares()), Some(sum));
        assert!(
            if goal == Goal::Least {
                bound <= sum
            } else {
                bound >= sum
            },
            "{bound} {sum}"
        );
    }
}

#[test]
fn problems_without_weights_are_refused() {
    let refused = |problem: &Problem| {
        let named = Settings::default().with_engine("weighted");
        ask(&best(problem, Goal::Least), Question::One, &named).unwrap_err()
    };
    let without = refused(&Problem::queens(8).unwrap());
    assert_eq!(
        (without.engine, without.parameter),
        ("weighted", Parameter::Question)
    );
    assert!(without.to_string().contains("--weights FILE"), "{without}");
    let text = format!(
        "200\nweights:\n{}",
        format!("{}\n", "1 ".repeat(200)).repeat(200)
    );
    let large = refused(&text.parse().unwrap());
    assert_eq!(
        (large.engine, large.parameter),
        ("weighted", Parameter::Size)
    );
}

#[test]
fn contradictions_need_no_search() {
    for (text, engine) in [
        ("4\ngivens: a1 b2", "pigeonhole"),
        ("3x5\ntotal: 4", "pigeonhole"),
        ("torus 6", "modular"),
    ] {
        let problem: Problem = text.parse().unwrap();
        let squares = (problem.rows() * problem.columns()) as usize;
        let answer = asked(
            &problem.with_weights(vec![5; squares]).unwrap(),
            Goal::Greatest,
            Question::One,
        );
        assert_eq!(
            (answer.engine, answer.count, answer.outcome),
            (engine, 0, Outcome::Exhausted),
            "{text}"
        );
        assert_ne!(answer.certificate, Some(Certificate::Exhausted), "{text}");
    }
}

/// Other questions ignore the weights, and published values still apply.
#[test]
fn weights_change_no_other_answer() {
    let weighted = Problem::queens(8)
        .unwrap()
        .with_weights((0..64).collect())
        .unwrap();
    let counted = ask(&weighted, Question::Count, &Settings::default()).unwrap();
    assert_eq!((counted.count, counted.engine), (92, "join"));
    assert_eq!(
        queens::reference::published(&weighted).map(|published| published.value),
        Some(92)
    );
    assert!(weighted.is_standard() && weighted != Problem::queens(8).unwrap());
    assert_eq!(weighted.of_size(8), Some(Problem::queens(8).unwrap()));
}
