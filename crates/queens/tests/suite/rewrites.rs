//! Problems made from problems: all demands on rows, columns and the board, against a
//! count over all sets of squares.

use crate::common;

use proptest::prelude::*;
use queens::check;
use queens::engines;
use queens::placement::Placement;
use queens::problem::{Bounds, Piece, Problem, ProblemBuilder, Units};
use queens::square::Square;

/// From 0, 1 or 2 queens to 0, 1, 2 or any number.
fn all_bounds() -> impl Iterator<Item = Bounds> + Clone {
    (0..=2).flat_map(|low| {
        [0, 1, 2, u32::MAX]
            .into_iter()
            .filter_map(move |high| Bounds::new(low, high).ok())
    })
}

fn all_totals(most: u32) -> impl Iterator<Item = Bounds> + Clone {
    (0..=most).map(Bounds::exactly).chain([Bounds::ANY])
}

/// The sets of squares on which the pieces of `problem` do not attack each other,
/// whatever it demands.
fn peaceful_sets(problem: &Problem) -> Vec<Placement> {
    let squares: Vec<Square> = problem.every_square().collect();
    let sets = (0u32..1 << squares.len()).map(|set| {
        Placement::new(
            (0..squares.len())
                .filter(|i| set >> i & 1 == 1)
                .map(|i| squares[i])
                .collect(),
        )
    });
    sets.filter(|set| check::solution(problem, set).is_ok())
        .collect()
}

fn count(problem: &Problem) -> usize {
    let engine = engines::find("backtracking").unwrap();
    usize::try_from(engine.count(problem, &Default::default()).unwrap().count).unwrap()
}

/// Boards of up to 4 x 4 with nothing, a hole, a wall or a given piece on them, for
/// several pieces, each without any demand, and the most queens that stand in a line of
/// it.
fn boards() -> impl Iterator<Item = ProblemBuilder> {
    let sizes =
        (0..=4u32).flat_map(|rows| (0..=4u32).map(move |columns| (rows, columns)));
    sizes.flat_map(|(rows, columns)| {
        [
            "queen", "rook", "bishop", "king", "knight", "(0,1)*", "(1,0)*",
        ]
        .into_iter()
        .flat_map(move |piece| {
            let piece: Piece = piece.parse().unwrap();
            let board = Problem::builder(rows, columns)
                .piece(piece)
                .units(Units::ANY);
            // On the second square of the second row, or on the last there is.
            let middle = Square::new(
                rows.min(2).saturating_sub(1),
                columns.min(2).saturating_sub(1),
            );
            let kinds = match rows * columns {
                0 => vec![board],
                _ => vec![
                    board.clone(),
                    board.clone().hole(middle),
                    board.clone().wall(middle),
                    board.given(middle),
                ],
            };
            kinds.into_iter()
        })
    })
}

#[test]
fn a_normalized_problem_has_the_solutions_of_the_problem() {
    let mut rewritten = 0;
    for board in boards() {
        let any = board.clone().build().unwrap();
        let (rows, columns) = (any.rows(), any.columns());
        let sets = peaceful_sets(&any);
        for row in all_bounds() {
            for column in all_bounds() {
                for total in all_totals(rows.max(columns) + 1) {
                    let units = Units {
                        row,
                        column,
                        region: Bounds::ANY,
                        total,
                    };
                    // A given piece may be one too many.
                    let Ok(problem) = board
                        .clone()
                        .units(units)
                        .build()
                        .and_then(Problem::without_clash)
                    else {
                        continue;
                    };
                    let normalized = problem.normalized();
                    if normalized == problem && rows.max(columns) > 3 {
                        continue;
                    }
                    rewritten += u32::from(normalized != problem);
                    let solutions = sets
                        .iter()
                        .filter(|set| check::solution(&problem, set).is_ok())
                        .count();
                    assert_eq!(count(&problem), solutions, "{problem}");
                    assert_eq!(count(&normalized), solutions, "{problem}\n{normalized}");
                }
            }
        }
    }
    assert!(rewritten > 1_000, "{rewritten}");
}

/// The queens of `set` in each line, as `line` numbers them.
fn in_lines(
    set: &Placement,
    lines: u32,
    line: fn(&Square) -> u32,
) -> impl Iterator<Item = u32> {
    (0..lines).map(move |number| {
        set.squares()
            .iter()
            .filter(|square| line(square) == number)
            .count() as u32
    })
}

#[test]
fn a_total_keeps_the_maximum_of_each_line() {
    for board in boards() {
        let any = board.clone().build().unwrap();
        let (rows, columns) = (any.rows(), any.columns());
        if rows.max(columns) > 3 {
            continue;
        }
        let sets = peaceful_sets(&any);
        // A wall parts a line: what attack alone says of one in each line is no demand of
        // its own there.
        let most = |bounds: Bounds, strikes: bool| match bounds.high() {
            1 if any.has_walls() && strikes => u32::MAX,
            high => high,
        };
        for row in all_bounds() {
            for column in all_bounds() {
                let units = Units {
                    row,
                    column,
                    ..Units::ANY
                };
                let Ok(problem) = board
                    .clone()
                    .units(units)
                    .build()
                    .and_then(Problem::without_clash)
                else {
                    continue;
                };
                let in_row = most(row, any.piece().strikes_along(0, 1));
                let in_column = most(column, any.piece().strikes_along(1, 0));
                for total in all_totals(rows.max(columns) + 1) {
                    let too_many = any.givens().len() as u32 > total.high();
                    let Ok(with_total) =
                        problem.with_total(total).and_then(Problem::without_clash)
                    else {
                        assert!(too_many, "{problem}\n{total}");
                        continue;
                    };
                    assert!(!too_many, "{problem}\n{total}");
                    let is_expected = |set: &&Placement| {
                        total.contains(set.len() as u32)
                            && in_lines(set, rows, |square| square.row)
                                .all(|count| count <= in_row)
                            && in_lines(set, columns, |square| square.column)
                                .all(|count| count <= in_column)
                    };
                    let expected: Vec<&Placement> =
                        sets.iter().filter(is_expected).collect();
                    let solutions: Vec<&Placement> = sets
                        .iter()
                        .filter(|set| check::solution(&with_total, set).is_ok())
                        .collect();
                    assert_eq!(solutions, expected, "{problem}\n{total}");
                    assert_eq!(
                        count(&with_total.normalized()),
                        expected.len(),
                        "{problem}\n{total}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// With glued edges, regions and odd pieces as well, and with as many queens as
    /// lines.
    #[test]
    fn normalizing_changes_no_solution(problem in common::problems(), total in 0..7u32) {
        for problem in [problem.with_total(Bounds::exactly(total)).unwrap_or(problem.clone()), problem] {
            let Some(solutions) = common::all_solutions(&problem, 3_000) else { continue };
            let normalized = problem.normalized();
            if let Some(of_normalized) = common::all_solutions(&normalized, 30_000) {
                prop_assert_eq!(of_normalized, solutions, "{}\n{}", problem, normalized);
            }
        }
    }
}

#[test]
fn lines_without_queens_stay_empty() {
    for text in [
        "1\nrows: 0\ntotal: 1",
        "8\nrows: 0\ntotal: 8",
        "8\ncolumns: 0\ntotal: 8",
        "4x5\nrows: 0\ntotal: 4",
    ] {
        let problem: Problem = text.parse().unwrap();
        assert_eq!(count(&problem), 0, "{text}");
        assert_eq!(count(&problem.normalized()), 0, "{text}");
    }
    let walled: Problem = "3\nwalls: b2\nrows: 0".parse().unwrap();
    assert_eq!(count(&walled.with_total(Bounds::ANY).unwrap()), 1);
}
