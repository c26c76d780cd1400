//! The search by rows against published values, the ladder and the join.

use crate::common;
use proptest::prelude::*;
use queens::Settings;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines;
use queens::engines::join;
use queens::engines::rows;
use queens::parallel::RunOptions;
use queens::problem::{
    Bounds, Edge, Edges, Piece, Preset, Problem, ProblemBuilder, Ray, Units,
};
use queens::reference;
use queens::simd::Kernel;
use queens::square::Square;
use queens::unsupported::Parameter;

fn count(problem: &Problem, kernel: Kernel) -> u64 {
    let report = rows::count(
        problem,
        &RunOptions {
            kernel,
            threads: 1,
            ..RunOptions::default()
        },
    )
    .expect("it carries this");
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.units, report.of_units);
    report.tally.count.try_into().expect("64 bits")
}

/// The kernels that this processor can run.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL
        .into_iter()
        .filter(|kernel| kernel.is_available())
}

/// Count by the ladder's plain backtracking on the conflict relation.
fn by_backtracking(problem: &Problem) -> u64 {
    let engine = engines::find("backtracking").expect("the ladder has this rung");
    engine
        .count(problem, &Settings::default())
        .expect("it takes one queen in each row")
        .count as u64
}

/// A board with one piece in each row and at most one in each column.
fn one_in_each_row(rows: u32, columns: u32, piece: &Piece) -> Problem {
    let at_most_one = Bounds::new(0, 1).unwrap();
    let units = Units {
        row: Bounds::ONE,
        column: at_most_one,
        region: Bounds::ANY,
        total: Bounds::ANY,
    };
    Problem::builder(rows, columns)
        .piece(piece.clone())
        .units(units)
        .build()
        .unwrap()
}

#[test]
fn counts_match_published_values() {
    use Preset::*;
    let presets = [
        Queens,
        Torus,
        Cylinder,
        Superqueens,
        Leprechauns,
        Semiqueens,
        ToroidalSemiqueens,
        Reflecting,
    ];
    for preset in presets {
        let mut compared = 0;
        for n in 0..=11 {
            let problem = preset.problem(n, n).expect("a small board");
            let Some(published) = reference::published(&problem) else {
                continue;
            };
            compared += 1;
            for kernel in kernels() {
                assert_eq!(
                    u128::from(count(&problem, kernel)),
                    published.value,
                    "{preset} {n} {}",
                    kernel.name()
                );
            }
        }
        assert!(
            compared > 5 || preset == Leprechauns || preset == Cylinder,
            "{preset}: {compared}"
        );
    }
}

#[test]
fn profiles_match_published_values() {
    // A319288: the first of the levels with most nodes.
    const WIDEST: [usize; 12] = [0, 0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 8];
    for n in 1..=11 {
        let published = reference::tree_profile(n).expect("A319284");
        for kernel in kernels() {
            let options = RunOptions {
                kernel,
                ..RunOptions::default()
            };
            let report = rows::profile(&Problem::queens(n).unwrap(), &options).unwrap();
            let levels = report.tally.figures;
            assert_eq!(levels, published, "n = {n}, {}", kernel.name());
            let most = levels.iter().max();
            let widest = levels.iter().position(|level| Some(level) == most);
            assert_eq!(widest, Some(WIDEST[n as usize]), "n = {n}");
        }
    }
}

/// The first k rows of m x n are the board k x n, which A269133 counts up to n = 12.
#[test]
fn profiles_of_rectangles_match_published_values() {
    for (m, n) in [(3, 8), (5, 9), (7, 10), (10, 12), (12, 12)] {
        let report = rows::profile(
            &Preset::Queens.problem(m, n).unwrap(),
            &RunOptions::default(),
        )
        .expect("it carries this");
        let profile = report.tally.figures;
        for k in 1..=m {
            let published =
                reference::published(&Preset::Queens.problem(k, n).unwrap()).unwrap();
            assert_eq!(profile[k as usize], published.value, "{k} of {m} x {n}");
        }
    }
}

/// A319283.
#[test]
fn tree_sizes_match_published_values() {
    for n in 12..=13 {
        let report =
            rows::profile(&Problem::queens(n).unwrap(), &RunOptions::default()).unwrap();
        let nodes: u128 = report.tally.figures.iter().sum();
        assert_eq!(
            Some(nodes),
            reference::tree_nodes(n).map(|published| published.value)
        );
    }
}

#[test]
fn counts_agree_with_the_join() {
    for n in 0..=13 {
        let joined = join::queens(n, &RunOptions::default()).unwrap().tally.count;
        assert_eq!(
            u128::from(count(&Problem::queens(n).unwrap(), Kernel::Auto)),
            joined,
            "n = {n}"
        );
    }
}

#[test]
fn presets_agree_with_backtracking() {
    for preset in Preset::ALL {
        for (r, c) in [
            (1, 1),
            (2, 3),
            (5, 5),
            (6, 9),
            (7, 6),
            (8, 8),
            (3, 20),
            (4, 16),
            (5, 17),
            (2, 32),
        ] {
            let Ok(problem) = preset.problem(r, c) else {
                continue;
            };
            if rows::accepts_problem(&problem).is_ok() {
                let expected = by_backtracking(&problem);
                for kernel in kernels() {
                    assert_eq!(
                        count(&problem, kernel),
                        expected,
                        "{preset} {r} x {c} {}",
                        kernel.name()
                    );
                }
            }
        }
    }
}

/// Lines that end after some squares, and leaps of every reach that there is a code for.
#[test]
fn short_lines_agree_with_backtracking() {
    let lines = |range| {
        [(1, 0), (1, 1), (1, -1)].map(|(rows, columns)| Ray {
            rows,
            columns,
            range,
        })
    };
    let weak = (1..=8).map(|range| Piece::new(lines(range)).unwrap());
    let leprechauns = (1..=4).map(|reach| Piece::leprechaun(reach).unwrap());
    for piece in weak
        .chain(leprechauns)
        .chain([Piece::king(), Piece::knight()])
    {
        for (r, c) in [(7, 7), (9, 5), (4, 14), (3, 18)] {
            let problem = one_in_each_row(r, c, &piece);
            let expected = by_backtracking(&problem);
            for kernel in kernels() {
                assert_eq!(
                    count(&problem, kernel),
                    expected,
                    "{piece} {r} x {c} {}",
                    kernel.name()
                );
            }
        }
    }
}

/// Pieces that all symmetries of the square leave as they are, whose boards are split by
/// the border, and some that only the mirror does.
#[test]
fn square_boards_agree_with_backtracking() {
    let leaps = |steps: &[(i32, i32)]| {
        let diagonals = [(1, 1), (1, -1)].map(|(rows, columns)| Ray {
            rows,
            columns,
            range: Ray::UNLIMITED,
        });
        let leaps = steps.iter().flat_map(|&(rows, columns)| {
            [columns, -columns].map(|columns| Ray {
                rows,
                columns,
                range: 1,
            })
        });
        Piece::new(diagonals.into_iter().chain(leaps)).unwrap()
    };
    let symmetric = [
        &[(1, 2), (2, 1)][..],
        &[(1, 3), (3, 1)],
        &[(2, 3), (3, 2)],
        &[(1, 2), (2, 1), (2, 4), (4, 2)],
    ];
    let others = [&[(1, 2)][..], &[(2, 1)], &[(3, 1), (1, 2)]];
    let pieces = symmetric.into_iter().chain(others).map(leaps);
    for piece in pieces.chain([
        Piece::king(),
        Piece::knight(),
        Piece::leprechaun(2).unwrap(),
    ]) {
        for n in 0..=9 {
            let problem = one_in_each_row(n, n, &piece);
            let expected = by_backtracking(&problem);
            for kernel in kernels() {
                assert_eq!(
                    count(&problem, kernel),
                    expected,
                    "{piece} {n} {}",
                    kernel.name()
                );
            }
        }
    }
}

/// A row without a square: its level is empty, those above it are not.
#[test]
fn counts_profiles_of_boards_with_an_empty_row() {
    let holes = (0..4).map(|column| Square::new(1, column));
    let problem = holes
        .fold(Problem::builder(4, 4), ProblemBuilder::hole)
        .build()
        .unwrap();
    let profile = rows::profile(&problem, &RunOptions::default())
        .unwrap()
        .tally
        .figures;
    assert_eq!(profile, [1, 4, 0, 0, 0]);
}

#[test]
fn threads_change_nothing() {
    let problem = Problem::queens(12).unwrap();
    for threads in [1, 2, 5] {
        let report = rows::count(
            &problem,
            &RunOptions {
                threads,
                ..RunOptions::default()
            },
        )
        .unwrap();
        assert_eq!(
            report.tally.count,
            reference::published(&problem).unwrap().value
        );
        assert_eq!(report.threads, threads);
    }
}

#[test]
fn limits_and_cancellation_stop_the_count() {
    let problem = Problem::queens(14).unwrap();
    let outcome = |limits| {
        rows::count(
            &problem,
            &RunOptions {
                limits,
                ..RunOptions::default()
            },
        )
        .unwrap()
        .outcome
    };
    assert_eq!(
        outcome(Limits::default().with_nodes(1000)),
        Outcome::LimitReached(Limit::Nodes)
    );
    assert_eq!(
        outcome(Limits::default().with_time(std::time::Duration::ZERO)),
        Outcome::LimitReached(Limit::Time)
    );
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(
        outcome(Limits::default().with_cancel(cancel)),
        Outcome::Cancelled
    );
}

#[test]
fn refusals_state_the_reason() {
    let refusal = |problem: &Problem| {
        rows::count(problem, &RunOptions::default())
            .unwrap_err()
            .parameter
    };
    let builder = || Problem::builder(6, 6);
    let moebius = Edges {
        top_bottom: Edge::Open,
        left_right: Edge::Twist,
    };
    assert_eq!(
        refusal(&builder().edges(moebius).build().unwrap()),
        Parameter::Edges
    );
    assert_eq!(
        refusal(&builder().wall(Square::new(2, 2)).build().unwrap()),
        Parameter::Walls
    );
    assert_eq!(refusal(&Problem::queens(33).unwrap()), Parameter::Size);
    let leap = Piece::new([Ray {
        rows: 9,
        columns: 1,
        range: 1,
    }])
    .unwrap();
    let far = Problem::builder(12, 12).piece(leap).build().unwrap();
    assert_eq!(refusal(&far), Parameter::Piece);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_problems_agree_with_backtracking(problem in common::problems()) {
        for kernel in kernels() {
            if let Ok(report) = rows::count(&problem, &RunOptions { kernel, threads: 1, ..RunOptions::default() }) {
                prop_assert_eq!(report.tally.count, by_backtracking(&problem).into());
                if let Some(all) = common::all_solutions(&problem, 5_000) {
                    prop_assert_eq!(report.tally.count, all.len() as u128);
                }
            }
        }
    }
}
