//! Smallest sets that no solution contains, against brute force.

use queens::check::consistent;
use queens::control::Outcome;
use queens::problem::Problem;
use queens::square::Square;
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Detail, Question, Settings, ask};
use std::collections::BTreeSet;

fn smallest(text: &str, settings: &Settings) -> Answer {
    ask(&text.parse().unwrap(), Question::Uncompletable, settings).unwrap()
}

/// Number of queens, of sets, and of sets up to symmetry.
fn counted(text: &str) -> (u32, u128, u128) {
    let question = Question::CountUncompletable;
    let answer = ask(&text.parse().unwrap(), question, &Settings::default()).unwrap();
    assert_eq!(answer.outcome, Outcome::Exhausted);
    let Detail::Smallest {
        queens,
        fundamental,
    } = answer.detail
    else {
        panic!("{:?}", answer.detail)
    };
    (queens, answer.count, fundamental)
}

type Cell = (i64, i64);

fn attack(a: Cell, b: Cell, wraps: Option<i64>) -> bool {
    let (rows, columns) = (a.0 - b.0, a.1 - b.1);
    let is_zero = |number: i64| wraps.map_or(number, |side| number.rem_euclid(side)) == 0;
    [rows, columns, rows - columns, rows + columns]
        .into_iter()
        .any(is_zero)
}

/// Every set of `size` cells from `from` on that do not attack each other.
fn sets(cells: &[Cell], size: usize, wraps: Option<i64>) -> Vec<Vec<Cell>> {
    let Some(smaller) = size.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        let later: Vec<Cell> = cells[at + 1..]
            .iter()
            .copied()
            .filter(|&other| !attack(cell, other, wraps))
            .collect();
        found.extend(sets(&later, smaller, wraps).into_iter().map(|mut set| {
            set.insert(0, cell);
            set
        }));
    }
    found
}

/// Size and number of the smallest sets of cells that no set of `side` cells contains,
/// all and up to symmetry; none if every set is part of one.
fn truth(side: i64, holes: &[Cell], wraps: bool) -> Option<(u32, u128, u128)> {
    let wraps = wraps.then_some(side);
    let all = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
    let cells: Vec<Cell> = all.filter(|cell| !holes.contains(cell)).collect();
    let solutions: Vec<BTreeSet<Cell>> = sets(&cells, side as usize, wraps)
        .into_iter()
        .map(BTreeSet::from_iter)
        .collect();
    let last = side - 1;
    let turn = |(row, column): Cell| (column, last - row);
    let flip = |(row, column): Cell| (row, last - column);
    for size in 0..=side as usize {
        let is_open = |set: &Vec<Cell>| {
            !solutions
                .iter()
                .any(|solution| set.iter().all(|cell| solution.contains(cell)))
        };
        let open: Vec<Vec<Cell>> = sets(&cells, size, wraps)
            .into_iter()
            .filter(is_open)
            .collect();
        let least = |set: &Vec<Cell>| {
            let mut images = Vec::new();
            let mut image = set.clone();
            for number in 0..8 {
                image = image
                    .into_iter()
                    .map(|cell| if number == 4 { flip(cell) } else { turn(cell) })
                    .collect();
                images.push(image.iter().copied().collect::<BTreeSet<Cell>>());
            }
            images.into_iter().min()
        };
        if !open.is_empty() {
            let fundamental: BTreeSet<_> = open.iter().map(least).collect();
            return Some((size as u32, open.len() as u128, fundamental.len() as u128));
        }
    }
    None
}

#[test]
fn small_boards_agree_with_brute_force() {
    for side in 2..=8 {
        let text = format!("queens {side}");
        let expected = truth(side, &[], false).expect(&text);
        assert_eq!(counted(&text), expected, "{text}");
        let found = smallest(&text, &Settings::default());
        assert_eq!(
            (found.count, found.outcome),
            (expected.0.into(), Outcome::Exhausted),
            "{text}"
        );
        assert_eq!(found.certificate, Some(Certificate::Exhausted));
        let set = found.first.unwrap();
        assert_eq!(
            (
                set.len() as u32,
                consistent(&text.parse().unwrap(), set.squares())
            ),
            (expected.0, Ok(()))
        );
    }
    assert_eq!(counted("torus 7"), truth(7, &[], true).expect("torus 7"));
    // The center is its own image under every symmetry.
    assert_eq!(
        counted("queens 7\nholes: d4"),
        truth(7, &[(3, 3)], false).expect("a hole")
    );
}

/// The corner of 6 x 6 is in none of the four solutions (A000170); with b1 given, every
/// other queen of the only solution can be given, too.
#[test]
fn given_queens_belong_to_every_set() {
    let corner = smallest("queens 6", &Settings::default()).first.unwrap();
    assert_eq!(corner.squares(), [Square::new(0, 0)]);
    let problem: Problem = "queens 6\ngivens: b1".parse().unwrap();
    let sets = sets_beside_givens(&problem);
    assert_eq!(counted(&problem.to_string()), (1, sets, sets));
}

/// Number of squares that the queen on b1 of 6 x 6 does not attack and that are not in
/// the solution 2 4 6 1 3 5.
fn sets_beside_givens(problem: &Problem) -> u128 {
    let given = problem.givens()[0];
    let cells = (0..6i64).flat_map(|row| (0..6i64).map(move |column| (row, column)));
    let is_left = |&(row, column): &Cell| {
        !attack((row, column), (given.row.into(), given.column.into()), None)
            && [2, 4, 6, 1, 3, 5][row as usize] != column + 1
    };
    cells.filter(is_left).count() as u128
}

#[test]
fn some_problems_have_no_such_set() {
    assert_eq!((truth(1, &[], false), truth(5, &[], true)), (None, None));
    for text in ["queens 1", "torus 5", "rooks 3\nrows: 1\ncolumns: 1"] {
        let found = smallest(text, &Settings::default());
        assert_eq!(
            (found.first, found.outcome),
            (None, Outcome::Exhausted),
            "{text}"
        );
    }
    let found = smallest("queens 3", &Settings::default());
    assert_eq!(
        (found.count, found.first.unwrap().len(), found.outcome),
        (0, 0, Outcome::Exhausted)
    );
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let found = smallest("queens 10", &Settings::default().with_nodes(200));
    assert!(!found.is_complete() && found.first.is_none());
    let Detail::AtLeast(least) = found.detail else {
        panic!("{:?}", found.detail)
    };
    assert!((1..=3).contains(&least), "{least}");
}

#[test]
fn other_problems_are_refused() {
    for (text, parameter) in [
        ("knights 4", Parameter::Total),
        ("kings 5", Parameter::Total),
    ] {
        let question = Question::Uncompletable;
        let refused =
            ask(&text.parse().unwrap(), question, &Settings::default()).unwrap_err();
        assert_eq!(
            (refused.engine, refused.parameter),
            ("uncompletable", parameter),
            "{text}"
        );
    }
}
