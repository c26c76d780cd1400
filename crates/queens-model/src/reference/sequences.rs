//! Published sequences, and the problems of each.

use crate::domination::Domination;
use crate::problem::{Bounds, Preset, Problem, Units};

/// Number of queens in the problems of a sequence.
#[derive(Clone, Copy)]
pub(super) enum SequenceDemand {
    /// One in each line, see [`Units::one_per_line`].
    OnePerLine,
    /// The total of the problem at hand, with no demand on lines.
    OnTheBoard,
}

/// The number of all solutions of a family of problems.
pub(super) struct Sequence {
    pub(super) name: &'static str,
    /// Preset that sets the piece and the edges.
    preset: Preset,
    asks: SequenceDemand,
    /// Index of a problem in the sequence, if its size and total match.
    pub(super) index: fn(&Problem) -> Option<String>,
}

pub(super) const fn one_per_line(
    name: &'static str,
    preset: Preset,
    index: fn(&Problem) -> Option<String>,
) -> Sequence {
    Sequence {
        name,
        preset,
        asks: SequenceDemand::OnePerLine,
        index,
    }
}

pub(super) const fn whole_board(
    name: &'static str,
    preset: Preset,
    index: fn(&Problem) -> Option<String>,
) -> Sequence {
    Sequence {
        name,
        preset,
        asks: SequenceDemand::OnTheBoard,
        index,
    }
}

/// Long sequences come before triangles that contain the beginning of the same numbers.
pub(super) const SEQUENCES: [Sequence; 38] = [
    one_per_line("A000170", Preset::Queens, side_index),
    one_per_line("A269133", Preset::Queens, sides_index),
    one_per_line("A061993", Preset::Queens, longer_than::<7>),
    one_per_line("A172449", Preset::Queens, longer_than::<8>),
    one_per_line("A051906", Preset::Torus, side_index),
    // On a square cylinder a diagonal meets every row once, as it does on the torus.
    one_per_line("A051906", Preset::Cylinder, side_index),
    one_per_line("A051223", Preset::Superqueens, side_index),
    one_per_line("A343905", Preset::Leprechauns, side_index),
    one_per_line("A099152", Preset::Semiqueens, side_index),
    one_per_line("A006717", Preset::ToroidalSemiqueens, half_of_odd_side),
    one_per_line("A007631", Preset::Reflecting, side_index),
    // Hertzsprung 1887: the region puzzle without its regions.
    one_per_line("A002464", Preset::Kings, side_index),
    whole_board("A000170", Preset::Queens, as_many_as_rows),
    whole_board("A051906", Preset::Torus, as_many_as_rows),
    whole_board("A287227", Preset::Queens, any_number),
    whole_board("A036464", Preset::Queens, exact_index::<2>),
    whole_board("A047659", Preset::Queens, exact_index::<3>),
    whole_board("A061994", Preset::Queens, exact_index::<4>),
    whole_board("A108792", Preset::Queens, exact_index::<5>),
    whole_board("A176186", Preset::Queens, exact_index::<6>),
    whole_board("A178721", Preset::Queens, exact_index::<7>),
    whole_board("A252593", Preset::Queens, exact_index::<8>),
    whole_board("A348129", Preset::Queens, side_and_total),
    whole_board("A172517", Preset::Torus, exact_index::<2>),
    whole_board("A172518", Preset::Torus, exact_index::<3>),
    whole_board("A172519", Preset::Torus, exact_index::<4>),
    whole_board("A173775", Preset::Torus, exact_index::<5>),
    whole_board("A178722", Preset::Torus, exact_index::<6>),
    whole_board("A137279", Preset::Moebius, half_as_many),
    whole_board("A002465", Preset::Bishops, as_many_as_rows),
    whole_board("A141243", Preset::Knights, any_number),
    whole_board("A201540", Preset::Knights, as_many_as_rows),
    whole_board("A244081", Preset::Knights, side_and_total),
    whole_board("A063443", Preset::Kings, side_and_one),
    whole_board("A018807", Preset::Kings, one_in_each_block),
    whole_board("A201513", Preset::Kings, as_many_as_rows),
    whole_board("A193580", Preset::Kings, side_and_total),
    whole_board("A359032", Preset::Triangle, any_number),
];

/// Largest number of queens on a board, by size.
pub(super) const MAXIMA: [Sequence; 5] = [
    whole_board("A085801", Preset::Torus, any_number),
    whole_board("A030978", Preset::Knights, any_number),
    whole_board("A274616", Preset::Triangle, any_number),
    whole_board("A352241", Preset::Black, any_number),
    whole_board("A352426", Preset::White, any_number),
];

/// Queens of each colour in the largest peaceable armies, by size.
pub(super) const ARMIES: [Sequence; 2] = [
    whole_board("A250000", Preset::Queens, any_number),
    whole_board("A279405", Preset::Torus, any_number),
];

/// Fewest colours of a colouring, by size.
pub(super) const COLORINGS: [Sequence; 1] =
    [whole_board("A088202", Preset::Queens, any_number)];

/// Number of largest pairs of peaceable armies up to symmetry, by size.
pub(super) const ARMY_PAIRS: [Sequence; 1] =
    [whole_board("A260680", Preset::Queens, any_number)];

/// Number of maximal sets, by size.
pub(super) const MAXIMAL: [Sequence; 2] = [
    whole_board("A146303", Preset::Queens, any_number),
    whole_board("A146304", Preset::Bishops, any_number),
];

/// Number of queens of the smallest dominating sets, by size.
pub(super) const DOMINATION: [(Domination, Sequence); 4] = [
    (
        Domination::Any,
        whole_board("A075458", Preset::Queens, side_index),
    ),
    (
        Domination::Any,
        whole_board("A279402", Preset::Torus, side_index),
    ),
    (
        Domination::Independent,
        whole_board("A075324", Preset::Queens, side_index),
    ),
    (
        Domination::Independent,
        whole_board("A279404", Preset::Torus, side_index),
    ),
];

/// Numbers of the smallest dominating sets of queens, by size: all of them, and up to
/// symmetry.
pub(super) const DOMINATING_SETS: [(Domination, [Sequence; 2]); 3] = [
    (
        Domination::Any,
        [
            whole_board("A002564", Preset::Queens, side_index),
            whole_board("A002563", Preset::Queens, side_index),
        ],
    ),
    (
        Domination::Independent,
        [
            whole_board("A002568", Preset::Queens, side_index),
            whole_board("A002567", Preset::Queens, side_index),
        ],
    ),
    (
        Domination::Total,
        [
            whole_board("A002566", Preset::Queens, side_index),
            whole_board("A002565", Preset::Queens, side_index),
        ],
    ),
];

pub(super) fn side_index(problem: &Problem) -> Option<String> {
    problem.is_square().then(|| problem.rows().to_string())
}

pub(super) fn half_of_odd_side(problem: &Problem) -> Option<String> {
    (problem.is_square() && problem.rows() % 2 == 1)
        .then(|| (problem.rows() / 2).to_string())
}

pub(super) fn sides_index(problem: &Problem) -> Option<String> {
    let (short, long) = (
        problem.rows().min(problem.columns()),
        problem.rows().max(problem.columns()),
    );
    Some(format!("{long}:{short}"))
}

/// Returns the longer side of a board whose shorter one is `SHORT`.
pub(super) fn longer_than<const SHORT: u32>(problem: &Problem) -> Option<String> {
    let (rows, columns) = (problem.rows(), problem.columns());
    (rows.min(columns) == SHORT).then(|| rows.max(columns).to_string())
}

/// Returns half of the side: the problem has a king in each block of four squares.
pub(super) fn one_in_each_block(problem: &Problem) -> Option<String> {
    let half = problem.rows() / 2;
    let is_full = problem.units().total == Bounds::exactly(half.saturating_mul(half));
    side_index(problem)
        .filter(|_| is_full && problem.rows().is_multiple_of(2))
        .map(|_| half.to_string())
}

/// Kings on n - 1 x n - 1 correspond to tiles of 2 x 2 on n x n.
pub(super) fn side_and_one(problem: &Problem) -> Option<String> {
    any_number(problem).map(|_| (problem.rows() + 1).to_string())
}

pub(super) fn any_number(problem: &Problem) -> Option<String> {
    side_index(problem).filter(|_| problem.units().total == Bounds::ANY)
}

pub(super) fn exact_index<const COUNT: u32>(problem: &Problem) -> Option<String> {
    side_index(problem).filter(|_| problem.units().total == Bounds::exactly(COUNT))
}

pub(super) fn as_many_as_rows(problem: &Problem) -> Option<String> {
    side_index(problem)
        .filter(|_| problem.units().total == Bounds::exactly(problem.rows()))
}

pub(super) fn half_as_many(problem: &Problem) -> Option<String> {
    side_index(problem)
        .filter(|_| problem.units().total == Bounds::exactly(problem.rows().div_ceil(2)))
}

pub(super) fn side_and_total(problem: &Problem) -> Option<String> {
    let total = problem.units().total;
    side_index(problem)
        .filter(|_| total.low() == total.high())
        .map(|side| format!("{side}:{}", total.low()))
}

impl Sequence {
    /// Returns true if `problem` belongs to the family: no givens and no regions.
    pub(super) fn matches_problem(&self, problem: &Problem) -> bool {
        if !problem.givens().is_empty() || problem.region_count() > 0 {
            return false;
        }
        let units = match self.asks {
            SequenceDemand::OnePerLine => {
                Units::one_per_line(problem.rows(), problem.columns())
            }
            SequenceDemand::OnTheBoard => Units {
                total: problem.units().total,
                ..Units::ANY
            },
        };
        let expected = self
            .preset
            .builder(problem.rows(), problem.columns())
            .units(units)
            .build();
        expected.is_ok_and(|expected| {
            problem.edges() == expected.edges()
                && problem.piece() == expected.piece()
                && problem.tight_units() == expected.tight_units()
                && problem.has_squares_of(&expected)
        })
    }
}
