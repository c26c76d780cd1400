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

pub(super) const fn lines(
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

pub(super) const fn board(
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
    lines("A000170", Preset::Queens, side),
    lines("A269133", Preset::Queens, sides),
    lines("A061993", Preset::Queens, longer_than::<7>),
    lines("A172449", Preset::Queens, longer_than::<8>),
    lines("A051906", Preset::Torus, side),
    // On a square cylinder a diagonal meets every row once, as it does on the torus.
    lines("A051906", Preset::Cylinder, side),
    lines("A051223", Preset::Superqueens, side),
    lines("A343905", Preset::Leprechauns, side),
    lines("A099152", Preset::Semiqueens, side),
    lines("A006717", Preset::ToroidalSemiqueens, half_of_odd_side),
    lines("A007631", Preset::Reflecting, side),
    // Hertzsprung 1887: the region puzzle without its regions.
    lines("A002464", Preset::Kings, side),
    board("A000170", Preset::Queens, as_many_as_rows),
    board("A051906", Preset::Torus, as_many_as_rows),
    board("A287227", Preset::Queens, any_number),
    board("A036464", Preset::Queens, exactly::<2>),
    board("A047659", Preset::Queens, exactly::<3>),
    board("A061994", Preset::Queens, exactly::<4>),
    board("A108792", Preset::Queens, exactly::<5>),
    board("A176186", Preset::Queens, exactly::<6>),
    board("A178721", Preset::Queens, exactly::<7>),
    board("A252593", Preset::Queens, exactly::<8>),
    board("A348129", Preset::Queens, side_and_total),
    board("A172517", Preset::Torus, exactly::<2>),
    board("A172518", Preset::Torus, exactly::<3>),
    board("A172519", Preset::Torus, exactly::<4>),
    board("A173775", Preset::Torus, exactly::<5>),
    board("A178722", Preset::Torus, exactly::<6>),
    board("A137279", Preset::Moebius, half_as_many),
    board("A002465", Preset::Bishops, as_many_as_rows),
    board("A141243", Preset::Knights, any_number),
    board("A201540", Preset::Knights, as_many_as_rows),
    board("A244081", Preset::Knights, side_and_total),
    board("A063443", Preset::Kings, side_and_one),
    board("A018807", Preset::Kings, one_in_each_block),
    board("A201513", Preset::Kings, as_many_as_rows),
    board("A193580", Preset::Kings, side_and_total),
    board("A359032", Preset::Triangle, any_number),
];

/// Largest number of queens on a board, by size.
pub(super) const MAXIMA: [Sequence; 5] = [
    board("A085801", Preset::Torus, any_number),
    board("A030978", Preset::Knights, any_number),
    board("A274616", Preset::Triangle, any_number),
    board("A352241", Preset::Black, any_number),
    board("A352426", Preset::White, any_number),
];

/// Queens of each colour in the largest peaceable armies, by size.
pub(super) const ARMIES: [Sequence; 2] = [
    board("A250000", Preset::Queens, any_number),
    board("A279405", Preset::Torus, any_number),
];

/// Fewest colours of a colouring, by size.
pub(super) const COLORINGS: [Sequence; 1] =
    [board("A088202", Preset::Queens, any_number)];

/// Number of largest pairs of peaceable armies up to symmetry, by size.
pub(super) const ARMY_PAIRS: [Sequence; 1] =
    [board("A260680", Preset::Queens, any_number)];

/// Number of maximal sets, by size.
pub(super) const MAXIMAL: [Sequence; 2] = [
    board("A146303", Preset::Queens, any_number),
    board("A146304", Preset::Bishops, any_number),
];

/// Number of queens of the smallest dominating sets, by size.
pub(super) const DOMINATION: [(Domination, Sequence); 4] = [
    (Domination::Any, board("A075458", Preset::Queens, side)),
    (Domination::Any, board("A279402", Preset::Torus, side)),
    (
        Domination::Independent,
        board("A075324", Preset::Queens, side),
    ),
    (
        Domination::Independent,
        board("A279404", Preset::Torus, side),
    ),
];

/// Numbers of the smallest dominating sets of queens, by size: all of them, and up to
/// symmetry.
pub(super) const DOMINATING_SETS: [(Domination, [Sequence; 2]); 3] = [
    (
        Domination::Any,
        [
            board("A002564", Preset::Queens, side),
            board("A002563", Preset::Queens, side),
        ],
    ),
    (
        Domination::Independent,
        [
            board("A002568", Preset::Queens, side),
            board("A002567", Preset::Queens, side),
        ],
    ),
    (
        Domination::Total,
        [
            board("A002566", Preset::Queens, side),
            board("A002565", Preset::Queens, side),
        ],
    ),
];

pub(super) fn side(problem: &Problem) -> Option<String> {
    problem.is_square().then(|| problem.rows().to_string())
}

pub(super) fn half_of_odd_side(problem: &Problem) -> Option<String> {
    (problem.is_square() && problem.rows() % 2 == 1)
        .then(|| (problem.rows() / 2).to_string())
}

pub(super) fn sides(problem: &Problem) -> Option<String> {
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
    side(problem)
        .filter(|_| is_full && problem.rows().is_multiple_of(2))
        .map(|_| half.to_string())
}

/// Kings on n - 1 x n - 1 correspond to tiles of 2 x 2 on n x n.
pub(super) fn side_and_one(problem: &Problem) -> Option<String> {
    any_number(problem).map(|_| (problem.rows() + 1).to_string())
}

pub(super) fn any_number(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::ANY)
}

pub(super) fn exactly<const COUNT: u32>(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::exactly(COUNT))
}

pub(super) fn as_many_as_rows(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::exactly(problem.rows()))
}

pub(super) fn half_as_many(problem: &Problem) -> Option<String> {
    side(problem)
        .filter(|_| problem.units().total == Bounds::exactly(problem.rows().div_ceil(2)))
}

pub(super) fn side_and_total(problem: &Problem) -> Option<String> {
    let total = problem.units().total;
    side(problem)
        .filter(|_| total.low() == total.high())
        .map(|side| format!("{side}:{}", total.low()))
}

impl Sequence {
    /// Returns true if `problem` belongs to the family: no givens and no regions.
    pub(super) fn matches(&self, problem: &Problem) -> bool {
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
