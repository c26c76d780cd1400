//! Certificates, added up again from the document alone: the text of the problem and the
//! numbers of `proof`.

use crate::completion::{instance, some_choice_has};
use queens::problem::{Problem, ProblemBuilder, SquareKind};
use queens::render::{self, Format, Style, Summary};
use queens::square::Square;
use queens::{DiagonalSums, Question, Settings, ask};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The document of the answer, as `queens solve --format json` prints it.
fn document(problem: &Problem) -> Value {
    let answer = ask(
        problem,
        Question::Unique,
        &Settings::default().with_nodes(20_000),
    )
    .expect("an answer");
    let mut out = Vec::new();
    let mut renderer = render::renderer(Format::Json, problem, Style::default());
    renderer.begin(&mut out).expect("a begin");
    if let Some(first) = &answer.first {
        renderer.solution(first, &mut out).expect("a solution");
    }
    let summary = Summary {
        solutions: answer.first.is_some().into(),
        outcome: answer.outcome,
    };
    renderer
        .end_with(&summary, &answer, &mut out)
        .expect("an end");
    serde_json::from_slice(&out).expect("JSON")
}

fn number(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("{value} is no whole number"))
}

fn numbers(value: &Value) -> Vec<i64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(number)
        .collect()
}

/// The board of the document: its free lines and open squares, by plain arithmetic.
struct Board {
    rows: Vec<i64>,
    columns: Vec<i64>,
    /// Row and column of each square on which a missing queen may stand.
    open: Vec<(i64, i64)>,
}

impl Board {
    fn from_problem(problem: &Problem) -> Self {
        let size = i64::from(problem.rows());
        let givens: Vec<(i64, i64)> = problem
            .givens()
            .iter()
            .map(|given| (given.row.into(), given.column.into()))
            .collect();
        let is_free = |row: i64, column: i64| {
            problem.kind(Square::new(row as u32, column as u32)) == SquareKind::Free
                && givens.iter().all(|&(r, c)| {
                    r != row && c != column && (r - row).abs() != (c - column).abs()
                })
        };
        let squares =
            (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        Board {
            rows: (0..size)
                .filter(|row| givens.iter().all(|given| given.0 != *row))
                .collect(),
            columns: (0..size)
                .filter(|column| givens.iter().all(|given| given.1 != *column))
                .collect(),
            open: squares
                .filter(|&(row, column)| is_free(row, column))
                .collect(),
        }
    }

    /// The numbers of the diagonals with an open square, and what those of the queens
    /// must sum up to.
    fn direction(&self, of: fn(i64, i64) -> i64) -> (BTreeSet<i64>, i64) {
        let open = self
            .open
            .iter()
            .map(|&(row, column)| of(row, column))
            .collect();
        (open, of(self.rows.iter().sum(), self.columns.iter().sum()))
    }

    /// Sum that the squares of both numbers must have: `(r + c)^2 + (c - r)^2 = 2 r^2 + 2
    /// c^2`.
    fn squares(&self) -> i64 {
        2 * self
            .rows
            .iter()
            .chain(&self.columns)
            .map(|line| line * line)
            .sum::<i64>()
    }
}

const DIRECTIONS: [fn(i64, i64) -> i64; 2] =
    [|row, column| row + column, |row, column| column - row];

fn check_quadratic_bound(board: &Board, proof: &Value) {
    let queens = board.rows.len();
    assert_eq!(number(&proof["queens"]), queens as i64);
    let multipliers = numbers(&proof["multipliers"]);
    let mut least = 0;
    for ((of, multiplier), key) in DIRECTIONS
        .into_iter()
        .zip(multipliers)
        .zip(["sum", "difference"])
    {
        let (open, sum) = board.direction(of);
        assert_eq!(number(&proof[key]), sum, "{key}");
        let mut costs: Vec<i64> = open
            .iter()
            .map(|number| number * (number - multiplier))
            .collect();
        costs.sort_unstable();
        least += multiplier * sum + costs[..queens].iter().sum::<i64>();
    }
    assert_eq!(
        (number(&proof["needed"]), number(&proof["least"])),
        (board.squares(), least)
    );
    assert!(least > board.squares());
}

fn check_line_bound(board: &Board, proof: &Value) {
    let weights = |key: &str| -> BTreeMap<i64, i64> {
        let pairs = proof[key].as_array().expect("a list").iter().map(numbers);
        pairs.map(|pair| (pair[0], pair[1])).collect()
    };
    let [rows, columns, sums, differences] =
        ["rows", "columns", "sums", "differences"].map(weights);
    let all: i64 = [&rows, &columns, &sums, &differences]
        .iter()
        .flat_map(|lines| lines.values())
        .sum();
    assert!(
        [&rows, &columns, &sums, &differences]
            .iter()
            .all(|lines| lines.values().all(|&weight| weight >= 0))
    );
    let weight =
        |lines: &BTreeMap<i64, i64>, line: i64| lines.get(&line).copied().unwrap_or(0);
    let (square, queens) = (number(&proof["square"]), number(&proof["queens"]));
    for &(row, column) in &board.open {
        let together = weight(&rows, row)
            + weight(&columns, column)
            + weight(&sums, row + column)
            + weight(&differences, column - row);
        assert!(together >= square, "row {row}, column {column}");
    }
    assert_eq!(
        (number(&proof["all"]), queens),
        (all, board.rows.len() as i64)
    );
    assert!(queens * square > all);
}

fn check_diagonal_sums(board: &Board, proof: &Value) {
    let claim = DiagonalSums {
        queens: number(&proof["queens"]) as usize,
        sums: numbers(&proof["sums"]),
        differences: numbers(&proof["differences"]),
        sum: number(&proof["sum"]),
        difference: number(&proof["difference"]),
        squares: number(&proof["squares"]),
    };
    let [(sums, sum), (differences, difference)] =
        DIRECTIONS.map(|of| board.direction(of));
    let known = DiagonalSums {
        queens: board.rows.len(),
        sums: sums.into_iter().collect(),
        differences: differences.into_iter().collect(),
        sum,
        difference,
        squares: board.squares(),
    };
    assert_eq!(claim, known);
    assert!(!some_choice_has(&claim));
}

/// Checks the proof that a standard board has no solution; returns its kind, and `None`
/// if it has one.
fn recheck(document: &Value) -> Option<String> {
    let problem: Problem = document["problem"]
        .as_str()
        .expect("a text")
        .parse()
        .expect("a problem");
    let (board, proof) = (Board::from_problem(&problem), document.get("proof")?);
    let kind = proof["kind"].as_str().expect("a kind");
    match kind {
        "no square" => {
            let is_empty = match proof.get("row") {
                Some(row) => {
                    board.open.iter().all(|square| square.0 != number(row))
                        && board.rows.contains(&number(row))
                }
                None => {
                    let column = number(&proof["column"]);
                    board.open.iter().all(|square| square.1 != column)
                        && board.columns.contains(&column)
                }
            };
            assert!(is_empty, "{document}");
        }
        "quadratic bound" => check_quadratic_bound(&board, proof),
        "line bound" => check_line_bound(&board, proof),
        "diagonal sums" => check_diagonal_sums(&board, proof),
        // Nothing to add up.
        "exhausted" => {}
        other => panic!("{other} of {document}"),
    }
    Some(kind.to_owned())
}

/// The numbers by hand: rows 1 to 5 and columns 2 to 6 are free, 2 (55 + 90) = 290.
#[test]
fn verifies_the_quadratic_bound_of_three_given_queens() {
    let problem: Problem = "8\ngivens: b1 a7 h8".parse().expect("a problem");
    let document = document(&problem);
    assert_eq!(document["proof"]["needed"], 290);
    assert_eq!(recheck(&document).as_deref(), Some("quadratic bound"));
    // With rows and columns from 1, as people read it: 2 (90 + 135).
    let answer = ask(&problem, Question::One, &Settings::default()).expect("an answer");
    assert!(
        answer
            .certificate
            .expect("a certificate")
            .to_string()
            .contains("must have the sum 450")
    );
}

/// Queens on the first rows, each on the first square that is free: what is left is one
/// corner too few.
fn greedy(size: u32, rows: u32) -> Problem {
    let empty = Problem::queens(size).expect("a board");
    (0..rows).fold(empty, |board, row| {
        let next =
            (0..size).find_map(|column| board.with_given(Square::new(row, column)).ok());
        next.unwrap_or(board)
    })
}

/// Boards of 5 to 24 with some holes and given queens, drawn by a plain congruential
/// generator, and greedy ones.
#[test]
fn verifies_certificates_of_many_boards() {
    let mut state = 1_u64;
    let mut draw = |below: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut drawn = |size: u32| {
        let holes = (0..draw(size))
            .map(|_| Square::new(draw(size), draw(size)))
            .collect::<Vec<_>>();
        let board = holes
            .into_iter()
            .fold(Problem::builder(size, size), ProblemBuilder::hole);
        (0..draw(3 * size)).fold(board.build().expect("a board"), |board, _| {
            board
                .with_given(Square::new(draw(size), draw(size)))
                .unwrap_or(board)
        })
    };
    let random: Vec<Problem> = (5..=24).cycle().take(400).map(&mut drawn).collect();
    let greedy = (10..40)
        .flat_map(|size| (3..=6).map(move |tenths| greedy(size, size * tenths / 10)));
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for kind in random
        .into_iter()
        .chain(greedy)
        .filter_map(|problem| recheck(&document(&problem)))
    {
        *kinds.entry(kind).or_default() += 1;
    }
    let seen = |kind: &str| kinds.get(kind).copied().unwrap_or(0);
    assert!(
        seen("no square") >= 50
            && seen("quadratic bound") >= 20
            && seen("line bound") >= 3,
        "{kinds:?}"
    );
}

#[test]
fn verifies_certificates_of_hard_boards() {
    for (name, kind) in [
        ("core_40_26_0.txt", "quadratic bound"),
        ("core_100_60_0.txt", "quadratic bound"),
        ("core_40_27_1.txt", "diagonal sums"),
    ] {
        assert_eq!(
            recheck(&document(&instance(name))).as_deref(),
            Some(kind),
            "{name}"
        );
    }
}

/// On a torus the rows, the columns and both diagonals have each of the numbers 0 to n -
/// 1 modulo n once.
#[test]
fn verifies_congruences_of_the_torus() {
    for size in 2..=24_u64 {
        let document = document(&format!("torus {size}").parse().expect("a torus"));
        let sum = |power: u32| (0..size).map(|number| number.pow(power)).sum::<u64>();
        match document["proof"]["of"].as_str() {
            // The differences of columns and rows have the sum 0, but as all numbers
            // another one.
            Some("sum") => assert_ne!(sum(1) % size, 0, "{size}"),
            Some("squares") => assert_ne!(2 * sum(2) % size, 4 * sum(2) % size, "{size}"),
            // Polya 1918: there is a solution where neither 2 nor 3 divides n.
            _ => assert!(
                size % 2 != 0 && size % 3 != 0 && document.get("proof").is_none(),
                "{size}"
            ),
        }
    }
}

#[test]
fn attacking_givens_and_full_lines_are_proofs() {
    let clash = document(&"8\ngivens: a1 c3".parse().expect("a problem"));
    assert_eq!(
        clash["proof"],
        serde_json::json!({ "kind": "given queens", "squares": [[0, 0], [2, 2]] })
    );
    assert_eq!(
        (&clash["verdict"], &clash["complete"]),
        (&"none".into(), &true.into())
    );
    // Four rows of two queens need eight, and four columns take four.
    let lines = document(&"4\nrows: 2".parse().expect("a problem"));
    assert_eq!(
        lines["proof"],
        serde_json::json!({ "kind": "pigeonhole", "least": 8, "most": 4 })
    );
}
