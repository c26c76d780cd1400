//! The join for other pieces than queens against published values, plain backtracking and
//! the search by rows.

use proptest::prelude::*;
use queens::control::{Limit, Limits, Outcome};
use queens::engines;
use queens::parallel::{self, RunOptions, WorkUnits};
use queens::problem::{Bounds, Piece, Preset, Problem, Ray, Units};
use queens::reference;
use queens::simd::Kernel;
use queens::unsupported::Parameter;
use queens::{Question, Settings};

/// The kernels that this processor can run.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL
        .into_iter()
        .filter(|kernel| kernel.is_available())
}

/// The work units of the join.
fn work_units(problem: &Problem, kernel: Kernel) -> Box<dyn WorkUnits> {
    let join = engines::find("join").expect("the join");
    join.work_units(problem, Question::Count, kernel)
        .expect("it takes this")
}

fn count(problem: &Problem, kernel: Kernel) -> u128 {
    let work_units = work_units(problem, kernel);
    let report = parallel::run_all(
        &*work_units,
        &RunOptions {
            kernel,
            threads: 1,
            ..RunOptions::default()
        },
    );
    let report = report.expect("one thread");
    assert_eq!(
        (report.outcome, report.units),
        (Outcome::Exhausted, report.of_units)
    );
    report.tally.count
}

/// A square board with one piece in each row and column.
fn one_in_each_line(n: u32, piece: &Piece) -> Problem {
    let units = Units {
        row: Bounds::ONE,
        column: Bounds::ONE,
        region: Bounds::ANY,
        total: Bounds::ANY,
    };
    Problem::builder(n, n)
        .piece(piece.clone())
        .units(units)
        .build()
        .expect("a small board")
}

fn by_engine(id: &str, problem: &Problem) -> u128 {
    let engine = engines::find(id).expect("an engine of this name");
    engine
        .count(problem, &Settings::default())
        .expect("it takes this")
        .count
}

#[test]
fn counts_match_published_values() {
    for (preset, most) in [(Preset::Semiqueens, 12), (Preset::Superqueens, 14)] {
        for n in 1..=most {
            let problem = preset.problem(n, n).expect("a small board");
            let published = reference::published(&problem)
                .expect("a published count")
                .value;
            for kernel in kernels() {
                assert_eq!(
                    count(&problem, kernel),
                    published,
                    "{preset} {n} {}",
                    kernel.name()
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// With any diagonals and leaps, like those of one direction alone, and any side, 0
    /// included.
    #[test]
    fn counts_agree_with_backtracking(
        n in 0_u32..=7,
        diagonals in (any::<bool>(), any::<bool>()),
        leaps in prop::collection::vec((1..=3_i32, -3..=3_i32), 0..=3),
    ) {
        let line = |columns| Ray { rows: 1, columns, range: Ray::UNLIMITED };
        let lines = [(true, 0), (diagonals.0, 1), (diagonals.1, -1)].into_iter().filter(|(strikes, _)| *strikes);
        let rays = lines.map(|(_, columns)| line(columns));
        let leaps = leaps.into_iter().map(|(rows, columns)| Ray { rows, columns, range: 1 });
        let problem = one_in_each_line(n, &Piece::new(rays.chain(leaps)).expect("a few short rays"));
        prop_assert_eq!(count(&problem, Kernel::Auto), by_engine("backtracking", &problem), "{}", problem);
    }
}

/// A queen with a leap that one of its lines contains, and without its mirror image.
fn redundant_leap() -> Piece {
    "queen+(2,2)".parse().expect("a piece")
}

/// Sides at which the units fix some columns.
#[test]
fn counts_agree_with_the_search_by_rows() {
    let one_sided = "(1,0)*+(1,1)*+(1,-2)+(2,-3)".parse().expect("a piece");
    let camel = "queen+(1,3)+(3,1)".parse().expect("a piece");
    let pieces = [
        Piece::superqueen(),
        Piece::semiqueen(),
        one_sided,
        camel,
        redundant_leap(),
    ];
    for (piece, n) in pieces.iter().zip([16, 13, 13, 15, 14]) {
        for n in n - 1..=n {
            let problem = one_in_each_line(n, piece);
            assert_eq!(
                count(&problem, Kernel::Auto),
                by_engine("rows", &problem),
                "{piece} {n}"
            );
        }
    }
}

/// A unit stands for its images, and in each for the sets of columns of the upper half
/// that have its outer ones.
#[test]
fn units_stand_for_every_set_of_columns() {
    let sets = |n: u64| (1..=n / 2).fold(1, |sets, k| sets * (n + 1 - k) / k);
    let pieces = [Piece::superqueen(), Piece::semiqueen(), redundant_leap()];
    for (piece, n) in pieces
        .iter()
        .flat_map(|piece| [(piece, 14), (piece, 17), (piece, 20)])
    {
        let work_units = work_units(&one_in_each_line(n, piece), Kernel::Auto);
        let stands_for = |unit| work_units.stands_for(unit).expect("it tells");
        assert_eq!(
            (0..work_units.units()).map(stands_for).sum::<u64>(),
            sets(n.into()),
            "{piece} {n}"
        );
        let weights: f64 = (0..work_units.units())
            .map(|unit| work_units.weight(unit))
            .sum();
        assert!((weights - 1.0).abs() < 1e-9, "{piece} {n}: {weights}");
    }
}

#[test]
fn a_node_limit_ends_the_search_of_halves() {
    let work_units = work_units(&one_in_each_line(14, &Piece::semiqueen()), Kernel::Auto);
    let limits = Limits::default().with_nodes(100_000);
    let report = parallel::run_all(
        &*work_units,
        &RunOptions {
            limits,
            threads: 1,
            ..RunOptions::default()
        },
    );
    let report = report.expect("one thread");
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(
        report.units < report.of_units && report.tally.nodes <= 100_000,
        "{report:?}"
    );
}

#[test]
fn a_problem_that_words_cannot_carry_is_refused_with_the_reason() {
    let join = engines::find("join").expect("the join");
    let refused = |problem: &str, parameter: Parameter, reason: &str| {
        let problem: Problem = problem.parse().expect("a problem");
        let error = join
            .accepts(&problem, Question::Count)
            .expect_err("it is refused");
        assert_eq!(error.parameter, parameter, "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    };
    refused(
        "superqueens 23",
        Parameter::Size,
        "a side of 23 is too long for this piece",
    );
    refused("torus 12", Parameter::Edges, "open edges");
    refused("reflecting 12", Parameter::Edges, "open edges");
    refused("leprechauns 24", Parameter::Size, "too long");
}
