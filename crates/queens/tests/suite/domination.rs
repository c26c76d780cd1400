//! The smallest dominating sets: by brute force on small boards, and the published
//! values.

use crate::common::{best_number, check_relative, relative_of};
use queens::control::Outcome;
use queens::domination::Domination;
use queens::placement::Placement;
use queens::problem::{Preset, Problem};
use queens::relative::Relative;
use queens::square::Square;
use queens::{Answer, Certificate, Question, Settings, ask, reference};
use std::collections::BTreeSet;

/// Checks a set by the definition of domination.
fn checked(
    problem: &Problem,
    set: &Placement,
    domination: Domination,
) -> Result<(), String> {
    check_relative(problem, Relative::Dominating(domination), set, &[])
}

/// Returns the problem of the smallest dominating sets.
fn dominating(problem: &Problem, domination: Domination) -> Problem {
    relative_of(problem, Relative::Dominating(domination))
}

/// A board in plain numbers, and the steps of its piece.
struct Board {
    text: &'static str,
    sides: (i64, i64),
    steps: &'static [(i64, i64)],
    is_slider: bool,
    is_torus: bool,
    walls: &'static [(i64, i64)],
    holes: &'static [(i64, i64)],
    givens: &'static [(i64, i64)],
}

const QUEEN: &[(i64, i64)] = &[
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];
const ROOK: &[(i64, i64)] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
const KNIGHT: &[(i64, i64)] = &[
    (1, 2),
    (1, -2),
    (-1, 2),
    (-1, -2),
    (2, 1),
    (2, -1),
    (-2, 1),
    (-2, -1),
];

const OPEN: Board = Board {
    text: "",
    sides: (4, 4),
    steps: QUEEN,
    is_slider: true,
    is_torus: false,
    walls: &[],
    holes: &[],
    givens: &[],
};

const BOARDS: [Board; 15] = [
    Board {
        text: "0",
        sides: (0, 0),
        ..OPEN
    },
    Board {
        text: "1",
        sides: (1, 1),
        ..OPEN
    },
    Board {
        text: "2",
        sides: (2, 2),
        ..OPEN
    },
    Board {
        text: "3",
        sides: (3, 3),
        ..OPEN
    },
    Board { text: "4", ..OPEN },
    Board {
        text: "5",
        sides: (5, 5),
        ..OPEN
    },
    Board {
        text: "3x5",
        sides: (3, 5),
        ..OPEN
    },
    Board {
        text: "torus 4",
        is_torus: true,
        ..OPEN
    },
    Board {
        text: "torus 5",
        sides: (5, 5),
        is_torus: true,
        ..OPEN
    },
    Board {
        text: "rooks 4",
        steps: ROOK,
        ..OPEN
    },
    Board {
        text: "knights 4",
        steps: KNIGHT,
        is_slider: false,
        ..OPEN
    },
    Board {
        text: "4\nwalls: b2 c3",
        walls: &[(1, 1), (2, 2)],
        ..OPEN
    },
    Board {
        text: "rooks 5\nholes: c3\nwalls: a2",
        sides: (5, 5),
        steps: ROOK,
        walls: &[(1, 0)],
        holes: &[(2, 2)],
        ..OPEN
    },
    Board {
        text: "4\ngivens: a1",
        givens: &[(0, 0)],
        ..OPEN
    },
    // These two attack each other.
    Board {
        text: "5\ngivens: b2 d4",
        sides: (5, 5),
        givens: &[(1, 1), (3, 3)],
        ..OPEN
    },
];

impl Board {
    fn squares(&self) -> Vec<(i64, i64)> {
        let all = (0..self.sides.0)
            .flat_map(|row| (0..self.sides.1).map(move |column| (row, column)));
        all.filter(|square| !self.walls.contains(square) && !self.holes.contains(square))
            .collect()
    }

    fn attacked_from(&self, from: (i64, i64)) -> BTreeSet<(i64, i64)> {
        let (rows, columns) = self.sides;
        let mut attacked = BTreeSet::new();
        for &(down, right) in self.steps {
            let (mut row, mut column) = from;
            for _ in 0..if self.is_slider { rows.max(columns) } else { 1 } {
                (row, column) = (row + down, column + right);
                if self.is_torus {
                    (row, column) = (row.rem_euclid(rows), column.rem_euclid(columns));
                }
                let is_on_board =
                    (0..rows).contains(&row) && (0..columns).contains(&column);
                if !is_on_board || self.walls.contains(&(row, column)) {
                    break;
                }
                attacked.insert((row, column));
            }
        }
        attacked.remove(&from);
        attacked
    }

    fn is_dominating(&self, set: &[(i64, i64)], domination: Domination) -> bool {
        let attacked: BTreeSet<_> = set
            .iter()
            .flat_map(|&queen| self.attacked_from(queen))
            .collect();
        let is_free = !set.iter().any(|queen| attacked.contains(queen));
        let is_total = domination == Domination::Total;
        let dominated =
            |square| attacked.contains(square) || !is_total && set.contains(square);
        self.givens.iter().all(|given| set.contains(given))
            && self.squares().iter().all(dominated)
            && (domination != Domination::Independent || is_free)
    }

    /// All smallest sets.
    fn smallest(&self, domination: Domination) -> Vec<Vec<(i64, i64)>> {
        let squares = self.squares();
        for size in 0..=squares.len() {
            let mut found = Vec::new();
            subsets(&squares, size, &mut Vec::new(), &mut |set| {
                if self.is_dominating(set, domination) {
                    found.push(set.to_vec());
                }
            });
            // No set that is larger than these few queens is wanted on these boards.
            if !found.is_empty() || size == 6 {
                return found;
            }
        }
        Vec::new()
    }

    /// The sets up to turns and reflections that leave the board unchanged.
    fn up_to_symmetry(&self, sets: &[Vec<(i64, i64)>]) -> usize {
        let (rows, columns) = self.sides;
        let image = |turn: u32, (row, column): (i64, i64)| {
            let row = if turn & 1 == 1 { rows - 1 - row } else { row };
            let column = if turn & 2 == 2 {
                columns - 1 - column
            } else {
                column
            };
            if turn & 4 == 4 {
                (column, row)
            } else {
                (row, column)
            }
        };
        let images = |turn: u32, set: &[(i64, i64)]| -> BTreeSet<(i64, i64)> {
            set.iter().map(|&square| image(turn, square)).collect()
        };
        let keeps = |turn: u32, set: &[(i64, i64)]| {
            images(turn, set) == set.iter().copied().collect()
        };
        let is_symmetry = |&turn: &u32| {
            (turn & 4 == 0 || rows == columns)
                && [self.walls, self.holes, self.givens]
                    .iter()
                    .all(|squares| keeps(turn, squares))
        };
        let group: Vec<u32> = (0..8).filter(is_symmetry).collect();
        let least =
            |set: &Vec<(i64, i64)>| group.iter().map(|&turn| images(turn, set)).min();
        sets.iter().map(least).collect::<BTreeSet<_>>().len()
    }
}

/// Row and column.
type Pair = (i64, i64);

/// Visits the subsets of `size` squares.
fn subsets(
    squares: &[Pair],
    size: usize,
    set: &mut Vec<Pair>,
    each: &mut dyn FnMut(&[Pair]),
) {
    if size == 0 {
        return each(set);
    }
    for (at, &square) in squares.iter().enumerate() {
        set.push(square);
        subsets(&squares[at + 1..], size - 1, set, each);
        set.pop();
    }
}

fn asked(problem: &Problem, domination: Domination, question: Question) -> Answer {
    ask(
        &dominating(problem, domination),
        question,
        &Settings::default(),
    )
    .expect("a small board")
}

/// Asks for one smallest set, within limits.
fn within(problem: &Problem, settings: &Settings) -> Answer {
    ask(
        &dominating(problem, Domination::Any),
        Question::One,
        settings,
    )
    .expect("a board")
}

#[test]
fn brute_force_agrees() {
    for board in &BOARDS {
        let problem: Problem = board.text.parse().expect(board.text);
        for domination in Domination::ALL {
            let what = format!("{} {domination}", board.text);
            let sets = board.smallest(domination);
            let one = asked(&problem, domination, Question::One);
            assert_eq!(one.outcome, Outcome::Exhausted, "{what}");
            assert_eq!(one.first.is_some(), !sets.is_empty(), "{what}");
            if let (Some(queens), Some(smallest)) = (&one.first, sets.first()) {
                let found = (queens.len(), best_number(&one));
                assert_eq!(found, (smallest.len(), smallest.len() as u128), "{what}");
                assert_eq!(checked(&problem, queens, domination), Ok(()), "{what}");
                let pairs = queens
                    .squares()
                    .iter()
                    .map(|square| (square.row.into(), square.column.into()));
                assert!(sets.contains(&pairs.collect()), "{what}");
            }
            let all = asked(&problem, domination, Question::Count);
            assert_eq!(all.count, sets.len() as u128, "{what}");
            if !sets.is_empty() {
                assert_eq!(
                    all.fundamental(),
                    Some(board.up_to_symmetry(&sets) as u128),
                    "{what}"
                );
            }
        }
    }
}

/// The check agrees with brute force on every set of three queens.
#[test]
fn the_check_agrees_with_brute_force() {
    for board in BOARDS.iter().filter(|board| board.sides.0 == 4) {
        let problem: Problem = board.text.parse().expect(board.text);
        subsets(&board.squares(), 3, &mut Vec::new(), &mut |set| {
            let squares = set
                .iter()
                .map(|&(row, column)| Square::new(row as u32, column as u32))
                .collect();
            let placement = Placement::new(squares);
            for domination in Domination::ALL {
                let is_dominating = board.is_dominating(set, domination);
                assert_eq!(
                    checked(&problem, &placement, domination).is_ok(),
                    is_dominating,
                    "{}",
                    board.text
                );
            }
        });
    }
}

#[test]
fn the_check_names_the_fault() {
    let problem = Problem::queens(3).unwrap();
    let at = |squares: &[(u32, u32)]| {
        Placement::new(
            squares
                .iter()
                .map(|&(row, column)| Square::new(row, column))
                .collect(),
        )
    };
    let fault = |squares: &[(u32, u32)], domination| {
        checked(&problem, &at(squares), domination)
            .expect_err("a fault")
            .to_string()
    };
    let open = "c2 is attacked by 0 queens, but at least 1 is required";
    assert_eq!(fault(&[(0, 0)], Domination::Any), open);
    assert!(
        fault(&[(1, 1)], Domination::Total).starts_with("b2 is attacked by 0 queens")
    );
    assert!(fault(&[(1, 1), (1, 1)], Domination::Any).contains("shares its square"));
    assert!(
        fault(&[(1, 1), (0, 0)], Domination::Independent).contains("attack each other")
    );
}

/// A075458, A075324, A279402 and A279404: the first terms, which take seconds in all.
#[test]
fn the_sizes_are_as_published() {
    for (preset, domination, sizes) in [
        (Preset::Queens, Domination::Any, 12),
        (Preset::Queens, Domination::Independent, 13),
        (Preset::Torus, Domination::Any, 9),
        (Preset::Torus, Domination::Independent, 9),
    ] {
        for size in 1..=sizes {
            let problem = preset.problem(size, size).unwrap();
            let published =
                reference::best_of(&problem, Relative::Dominating(domination))
                    .expect("a published size");
            let answer = asked(&problem, domination, Question::One);
            assert_eq!(
                best_number(&answer),
                published.value,
                "{preset:?} {size} {domination}"
            );
            assert_eq!(
                checked(&problem, &answer.first.unwrap(), domination),
                Ok(())
            );
        }
    }
}

/// A002563 to A002568.
#[test]
fn the_numbers_of_sets_are_as_published() {
    for (domination, sizes) in [
        (Domination::Any, 10),
        (Domination::Independent, 11),
        (Domination::Total, 9),
    ] {
        for size in 1..=sizes {
            let problem = Problem::queens(size).unwrap();
            let published = |up_to_symmetry| {
                reference::number_of(
                    &problem,
                    Relative::Dominating(domination),
                    up_to_symmetry,
                )
                .map(|published| published.value)
            };
            let answer = asked(&problem, domination, Question::Count);
            assert_eq!(Some(answer.count), published(false), "{size} {domination}");
            assert_eq!(
                answer.fundamental().or(Some(0)),
                published(true),
                "{size} {domination}"
            );
        }
    }
}

#[test]
fn the_proof_is_named() {
    // A075458: 5 queens on 10 x 10 meet the bound n / 2; 8 x 8 needs one more.
    let dominating = |size| {
        asked(
            &Problem::queens(size).unwrap(),
            Domination::Any,
            Question::One,
        )
    };
    assert_eq!(
        dominating(10).certificate,
        Some(Certificate::DominationBound)
    );
    assert_eq!(dominating(8).certificate, Some(Certificate::Exhausted));
    assert_eq!(dominating(8).bound(), Some(5));
}

/// A set that a limit ends is complete as a set, and the bound is that of the sizes that
/// were searched.
#[test]
fn a_limit_leaves_a_set_and_a_bound() {
    let problem = Problem::queens(16).unwrap();
    let settings = Settings::default().with_nodes(1_000);
    let answer = within(&problem, &settings);
    assert!(!answer.is_complete());
    assert_eq!(answer.bound(), Some(8));
    assert_eq!(
        checked(&problem, &answer.first.unwrap(), Domination::Any),
        Ok(())
    );
}

/// A queen on a torus of odd size n dominates 4n - 3 squares: its row, its column and two
/// diagonals of n squares each.
#[test]
fn a_bound_that_is_not_published_counts_squares() {
    for size in [21_u32, 33] {
        let problem: Problem = format!("torus {size}").parse().unwrap();
        let settings = Settings::default().with_nodes(1_000);
        let answer = within(&problem, &settings);
        let least = i64::from((size * size).div_ceil(4 * size - 3));
        let bound = answer.bound().expect("a bound");
        assert!(
            !answer.is_complete() && bound >= least,
            "{size}: {bound} instead of {least}"
        );
    }
    // A king dominates at most 9 of 108 squares, and 12 kings in the middles of blocks of
    // 3 x 3 dominate all.
    let answer = asked(
        &"kings 12x9".parse().unwrap(),
        Domination::Any,
        Question::One,
    );
    assert_eq!(
        (best_number(&answer), answer.certificate),
        (12, Some(Certificate::DominatedSquares))
    );
    // Total domination: a rook attacks 2n - 2 squares but not her own.
    let rooks = asked(
        &"rooks 4".parse().unwrap(),
        Domination::Total,
        Question::One,
    );
    assert_eq!(best_number(&rooks), 4);
}

/// A large board gets a set from the local search, which need not be smallest, and the
/// published bound.
#[test]
fn large_boards_get_a_set_and_a_bound() {
    let problem: Problem = "queens 33".parse().unwrap();
    let settings = Settings::default().with_nodes(2_000);
    let answer = within(&problem, &settings);
    assert_eq!((answer.is_complete(), answer.bound()), (false, Some(17)));
    let queens = answer.first.unwrap();
    assert_eq!(checked(&problem, &queens, Domination::Any), Ok(()));
    // Welch (in Cockayne, Chessboard domination problems, 1990): 2n/3 queens are enough
    // if 3 divides n.
    assert!(queens.len() <= 22, "{}", queens.len());
    for (text, domination, question) in [
        ("33", Domination::Independent, Question::One),
        ("33", Domination::Any, Question::Count),
        ("161", Domination::Any, Question::One),
        ("torus 130", Domination::Total, Question::One),
    ] {
        let problem = dominating(&text.parse().unwrap(), domination);
        let refused = ask(&problem, question, &Settings::default()).unwrap_err();
        assert_eq!(refused.parameter.id(), "size", "{text} {question}");
    }
}

/// Half of n, rounded up, is the minimum for n = 33: Östergård and Weakley 2001, for all
/// n = 4k + 1 up to 129.
#[test]
fn queens_in_every_second_line_meet_the_bound() {
    let problem = Problem::queens(33).unwrap();
    let answer = within(&problem, &Settings::default());
    assert_eq!(
        (best_number(&answer), answer.certificate.clone()),
        (17, Some(Certificate::DominationBound))
    );
    assert_eq!(
        checked(&problem, &answer.first.unwrap(), Domination::Any),
        Ok(())
    );
}

/// A075458(18) = 9, half of 18: the local search meets the bound.
#[test]
fn the_local_search_meets_the_bound() {
    let problem = Problem::queens(18).unwrap();
    let answer = within(&problem, &Settings::default());
    assert_eq!(
        (best_number(&answer), answer.certificate),
        (9, Some(Certificate::DominationBound))
    );
}
