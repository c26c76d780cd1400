//! Published values, to check our answers against.
//!
//! The values are in `reference/published.csv`, copied from The On-Line Encyclopedia of Integer Sequences (OEIS
//! Foundation Inc., <https://oeis.org>).
//!
//! ```
//! use queens::{problem::Problem, reference};
//!
//! let published = reference::published(&Problem::queens(8)?).expect("everybody counted this one");
//! assert_eq!((published.value, published.name), (92, "A000170"));
//! # Ok::<(), queens::problem::ProblemError>(())
//! ```

use crate::domination::{Domination, without_demands};
use crate::orbit::SymmetryClass;
use crate::problem::{Bounds, Edges, Piece, Preset, Problem, Units};
use crate::relative::Relative;
use crate::symmetry::Symmetry;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A published number and its sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The number.
    pub value: u128,
    /// The sequence, such as `A000170`.
    pub name: &'static str,
}

/// Values by sequence and index, as written in the file.
static VALUES: LazyLock<HashMap<(&str, &str), u128>> = LazyLock::new(|| {
    let rows = include_str!("../reference/published.csv").lines();
    rows.filter_map(|row| {
        let mut fields = row.split(',');
        Some(((fields.next()?, fields.next()?), fields.next()?.parse().ok()?))
    })
    .collect()
});

fn value(name: &'static str, index: &str) -> Option<Published> {
    VALUES.get(&(name, index)).map(|&value| Published { value, name })
}

/// Number of queens in the problems of a sequence.
#[derive(Clone, Copy)]
enum SequenceDemand {
    /// One in each line, see [`Units::one_per_line`].
    OnePerLine,
    /// The total of the problem at hand, with no demand on lines.
    OnTheBoard,
}

/// The number of all solutions of a family of problems.
struct Sequence {
    name: &'static str,
    /// Preset that sets the piece and the edges.
    preset: Preset,
    asks: SequenceDemand,
    /// Index of a problem in the sequence, if its size and total match.
    index: fn(&Problem) -> Option<String>,
}

const fn lines(name: &'static str, preset: Preset, index: fn(&Problem) -> Option<String>) -> Sequence {
    Sequence { name, preset, asks: SequenceDemand::OnePerLine, index }
}

const fn board(name: &'static str, preset: Preset, index: fn(&Problem) -> Option<String>) -> Sequence {
    Sequence { name, preset, asks: SequenceDemand::OnTheBoard, index }
}

/// Long sequences come before triangles that contain the beginning of the same numbers.
const SEQUENCES: [Sequence; 38] = [
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
const MAXIMA: [Sequence; 5] = [
    board("A085801", Preset::Torus, any_number),
    board("A030978", Preset::Knights, any_number),
    board("A274616", Preset::Triangle, any_number),
    board("A352241", Preset::Black, any_number),
    board("A352426", Preset::White, any_number),
];

/// Queens of each colour in the largest peaceable armies, by size.
const ARMIES: [Sequence; 2] =
    [board("A250000", Preset::Queens, any_number), board("A279405", Preset::Torus, any_number)];

/// Number of largest pairs of peaceable armies up to symmetry, by size.
const ARMY_PAIRS: [Sequence; 1] = [board("A260680", Preset::Queens, any_number)];

/// Number of maximal sets, by size.
const MAXIMAL: [Sequence; 2] =
    [board("A146303", Preset::Queens, any_number), board("A146304", Preset::Bishops, any_number)];

/// Number of queens of the smallest dominating sets, by size.
const DOMINATION: [(Domination, Sequence); 4] = [
    (Domination::Any, board("A075458", Preset::Queens, side)),
    (Domination::Any, board("A279402", Preset::Torus, side)),
    (Domination::Independent, board("A075324", Preset::Queens, side)),
    (Domination::Independent, board("A279404", Preset::Torus, side)),
];

/// Numbers of the smallest dominating sets of queens, by size: all of them, and up to symmetry.
const DOMINATING_SETS: [(Domination, [Sequence; 2]); 3] = [
    (Domination::Any, [board("A002564", Preset::Queens, side), board("A002563", Preset::Queens, side)]),
    (
        Domination::Independent,
        [board("A002568", Preset::Queens, side), board("A002567", Preset::Queens, side)],
    ),
    (Domination::Total, [board("A002566", Preset::Queens, side), board("A002565", Preset::Queens, side)]),
];

fn side(problem: &Problem) -> Option<String> {
    problem.is_square().then(|| problem.rows().to_string())
}

fn half_of_odd_side(problem: &Problem) -> Option<String> {
    (problem.is_square() && problem.rows() % 2 == 1).then(|| (problem.rows() / 2).to_string())
}

fn sides(problem: &Problem) -> Option<String> {
    let (short, long) = (problem.rows().min(problem.columns()), problem.rows().max(problem.columns()));
    Some(format!("{long}:{short}"))
}

/// Returns the longer side of a board whose shorter one is `SHORT`.
fn longer_than<const SHORT: u32>(problem: &Problem) -> Option<String> {
    let (rows, columns) = (problem.rows(), problem.columns());
    (rows.min(columns) == SHORT).then(|| rows.max(columns).to_string())
}

/// Returns half of the side: the problem has a king in each block of four squares.
fn one_in_each_block(problem: &Problem) -> Option<String> {
    let half = problem.rows() / 2;
    let is_full = problem.units().total == Bounds::exactly(half.saturating_mul(half));
    side(problem).filter(|_| is_full && problem.rows().is_multiple_of(2)).map(|_| half.to_string())
}

/// Kings on n - 1 x n - 1 correspond to tiles of 2 x 2 on n x n.
fn side_and_one(problem: &Problem) -> Option<String> {
    any_number(problem).map(|_| (problem.rows() + 1).to_string())
}

fn any_number(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::ANY)
}

fn exactly<const COUNT: u32>(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::exactly(COUNT))
}

fn as_many_as_rows(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::exactly(problem.rows()))
}

fn half_as_many(problem: &Problem) -> Option<String> {
    side(problem).filter(|_| problem.units().total == Bounds::exactly(problem.rows().div_ceil(2)))
}

fn side_and_total(problem: &Problem) -> Option<String> {
    let total = problem.units().total;
    side(problem).filter(|_| total.low() == total.high()).map(|side| format!("{side}:{}", total.low()))
}

impl Sequence {
    /// Returns true if `problem` belongs to the family: no givens and no regions.
    fn matches(&self, problem: &Problem) -> bool {
        if !problem.givens().is_empty() || problem.region_count() > 0 {
            return false;
        }
        let units = match self.asks {
            SequenceDemand::OnePerLine => Units::one_per_line(problem.rows(), problem.columns()),
            SequenceDemand::OnTheBoard => Units { total: problem.units().total, ..Units::ANY },
        };
        let expected = self.preset.builder(problem.rows(), problem.columns()).units(units).build();
        expected.is_ok_and(|expected| {
            problem.edges() == expected.edges()
                && problem.piece() == expected.piece()
                && problem.tight_units() == expected.tight_units()
                && problem.has_squares_of(&expected)
        })
    }
}

/// Returns the published number of all solutions of `problem`, if it is a well-known one: a preset, or a number of
/// its pieces on a square board, without givens, other blocked squares, or regions.
///
/// # Complexity
/// O(1) after the first call, which reads the file; O(squares) if some are blocked.
#[must_use]
pub fn published(problem: &Problem) -> Option<Published> {
    find(&SEQUENCES, problem)
}

/// Returns the size of the largest board of the same kind with a published number of solutions, and that number.
/// `None` if no size has one.
///
/// # Complexity
/// One lookup for each size up to 200.
#[must_use]
pub fn last_published(problem: &Problem) -> Option<(u32, Published)> {
    const MAX_LOOKUP_SIDE: u32 = 200;
    let sizes = (1..=MAX_LOOKUP_SIDE).rev();
    sizes.into_iter().find_map(|size| Some((size, published(&problem.of_size(size)?)?)))
}

/// Returns the published number of maximal sets on the board of `problem`.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn maximal(problem: &Problem) -> Option<Published> {
    find(&MAXIMAL, &problem.with_any_number())
}

/// Returns the published largest number of queens on the board of `problem`, whatever its demands.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn maximum(problem: &Problem) -> Option<Published> {
    find(&MAXIMA, &problem.with_any_number())
}

/// Returns the published count of the best solution of `relative` on the board of `problem`, whatever its demands: the number of
/// queens of a smallest dominating set, of queens of each colour in the largest peaceable armies.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn best_of(problem: &Problem, relative: Relative) -> Option<Published> {
    match relative {
        Relative::Dominating(domination) => {
            let sequences = DOMINATION.iter().filter(|of| of.0 == domination).map(|of| &of.1);
            find(sequences, &without_demands(problem))
        }
        Relative::Armies => find(&ARMIES, &problem.with_units(Units::ANY).ok()?),
        Relative::Pieces(_) | Relative::Dimensions(_) | Relative::Coloring(_) | Relative::Best(_) => None,
    }
}

/// Returns the published number of best solutions of `relative` on the board of `problem`, all of them or up to symmetry, for
/// armies also up to the exchange of colours.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn number_of(problem: &Problem, relative: Relative, up_to_symmetry: bool) -> Option<Published> {
    match relative {
        Relative::Dominating(domination) => {
            let sequences = DOMINATING_SETS.iter().filter(|of| of.0 == domination);
            let sequences = sequences.map(|of| &of.1[usize::from(up_to_symmetry)]);
            find(sequences, &without_demands(problem))
        }
        Relative::Armies if up_to_symmetry => find(&ARMY_PAIRS, &problem.with_units(Units::ANY).ok()?),
        Relative::Armies
        | Relative::Pieces(_)
        | Relative::Dimensions(_)
        | Relative::Coloring(_)
        | Relative::Best(_) => None,
    }
}

/// Returns 7 n^2 / 48, rounded down: the number of queens of each colour that a construction of peaceable armies on the
/// standard board reaches for large n (S. Ainley 1977, by A250000).
#[must_use]
pub fn armies_by_construction(problem: &Problem) -> Option<u128> {
    let size = u128::from(problem.rows());
    let is_plain = problem.is_square() && problem.edges() == Edges::OPEN && problem.all_free();
    (is_plain && *problem.piece() == Piece::queen()).then_some(7 * size * size / 48)
}

fn find<'s>(sequences: impl IntoIterator<Item = &'s Sequence>, problem: &Problem) -> Option<Published> {
    let mut fitting = sequences.into_iter().filter(|sequence| sequence.matches(problem));
    fitting.find_map(|sequence| value(sequence.name, &(sequence.index)(problem)?))
}

/// Returns the published number of fundamental solutions: of queens A002562, of superqueens A051224, of as many rooks
/// as rows A000903.
#[must_use]
pub fn fundamental(problem: &Problem) -> Option<Published> {
    let name = match () {
        () if problem.is_standard() => "A002562",
        () if is_preset(problem, Preset::Superqueens) => "A051224",
        () if is_rooks(problem) => "A000903",
        () => return None,
    };
    side(problem).and_then(|side| value(name, &side))
}

/// Returns true if the problem is one rook in each row and column.
fn is_rooks(problem: &Problem) -> bool {
    lines("", Preset::Rooks, side).matches(problem)
        || board("", Preset::Rooks, side).matches(problem) && as_many_as_rows(problem).is_some()
}

/// Returns the published number of solutions that a symmetry leaves unchanged: queens under a half and a quarter turn
/// (A032522, A033148), and as many rooks as rows under those (A037223, A037224), on square boards.
#[must_use]
pub fn fixed_by(problem: &Problem, symmetry: Symmetry) -> Option<Published> {
    let name = match (symmetry, problem.is_standard(), is_rooks(problem)) {
        (Symmetry::HalfTurn, true, _) => "A032522",
        (Symmetry::QuarterTurn, true, _) => "A033148",
        (Symmetry::HalfTurn, _, true) => "A037223",
        (Symmetry::QuarterTurn, _, true) => "A037224",
        _ => return None,
    };
    side(problem).and_then(|side| value(name, &side))
}

/// Returns the number of fundamental solutions of `problem` of `class`: of superqueens A352661 to A352663; of two or
/// more queens from the published numbers of all solutions and of those that turns leave unchanged, because an orbit
/// of a class holds 8, 4 or 2.
#[must_use]
pub fn fundamental_of_class(problem: &Problem, class: SymmetryClass) -> Option<u128> {
    let side = side(problem).filter(|_| problem.rows() >= 2)?;
    if is_preset(problem, Preset::Superqueens) {
        let name = match class {
            SymmetryClass::Ordinary => "A352663",
            SymmetryClass::Point => "A352662",
            SymmetryClass::Rotary => "A352661",
            SymmetryClass::Reflective => return Some(0),
        };
        return Some(value(name, &side)?.value);
    }
    if !problem.is_standard() {
        return None;
    }
    let all = published(problem)?.value;
    let half = fixed_by(problem, Symmetry::HalfTurn)?.value;
    let quarter = fixed_by(problem, Symmetry::QuarterTurn)?.value;
    match class {
        SymmetryClass::Ordinary => Some((all - half) / 8),
        SymmetryClass::Point => Some((half - quarter) / 4),
        SymmetryClass::Rotary => Some(quarter / 2),
        SymmetryClass::Reflective => Some(0),
    }
}

fn is_preset(problem: &Problem, preset: Preset) -> bool {
    preset.problem(problem.rows(), problem.columns()).is_ok_and(|other| other == *problem)
}

/// Returns the published number of ways to put `size` + `pawns` queens and `pawns` pawns on `size` x `size` so that
/// no queen attacks another, all of them or up to symmetry: A103330, A129551, A129553 for 1, 2 and 3 pawns, and the
/// sequence after each.
#[must_use]
pub fn with_pawns(size: u32, pawns: u32, up_to_symmetry: bool) -> Option<Published> {
    let name = match (pawns, up_to_symmetry) {
        (0, false) => "A000170",
        (0, true) => "A002562",
        (1, false) => "A103330",
        (1, true) => "A103331",
        (2, false) => "A129551",
        (2, true) => "A129552",
        (3, false) => "A129553",
        (3, true) => "A129554",
        _ => return None,
    };
    value(name, &size.to_string())
}

/// Returns the published number of nodes of the backtrack tree of `size` queens, placed row by row: the consistent
/// placements on the first rows, the empty board included (A319283).
#[must_use]
pub fn tree_nodes(size: u32) -> Option<Published> {
    value("A319283", &size.to_string())
}

/// Returns the published profile of that tree: its nodes on each level from 0 to `size` (A319284; for 16 queens
/// A319236).
#[must_use]
pub fn tree_profile(size: u32) -> Option<Vec<u128>> {
    let level = |level: u32| {
        value("A319284", &format!("{size}:{level}"))
            .or_else(|| value("A319236", &level.to_string()).filter(|_| size == 16))
    };
    (0..=size).map(|l| level(l).map(|published| published.value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(u128, &'static str)> {
        published(&text.parse().unwrap()).map(|published| (published.value, published.name))
    }

    #[test]
    fn reads_every_row_and_finds_every_sequence() {
        let rows = include_str!("../reference/published.csv").lines();
        let values = rows.filter(|row| row.starts_with('A')).count();
        assert_eq!(VALUES.len(), values);
        for sequence in SEQUENCES.iter().chain(&MAXIMA).chain(&MAXIMAL) {
            assert!(VALUES.keys().any(|(name, _)| *name == sequence.name), "{}", sequence.name);
        }
    }

    #[test]
    fn well_known_problems_find_their_sequence() {
        // Read from the pages of the sequences, not from the file.
        for (text, expected) in [
            ("queens 8", (92, "A000170")),
            ("queens 27", (234_907_967_154_122_528, "A000170")),
            ("queens 0", (1, "A000170")),
            ("torus 5", (10, "A051906")),
            ("torus 6", (0, "A051906")),
            ("cylinder 7", (28, "A051906")),
            ("superqueens 9", (0, "A051223")),
            ("toroidal-semiqueens 3", (3, "A006717")),
            ("4x6", (46, "A269133")),
            ("6x4", (46, "A269133")),
            ("8\ntotal: 2\nrows: 0..1\ncolumns: 0..1", (1288, "A036464")),
            ("8\ntotal: 2\nrows: any\ncolumns: any", (1288, "A036464")),
            ("8\ntotal: 8\nrows: 0..1\ncolumns: 0..1", (92, "A000170")),
            ("kings 4\nrows: 1\ncolumns: 1", (2, "A002464")),
            ("triangle 5", (66, "A359032")),
            ("8x28", (16_292_133_888, "A172449")),
            ("28x7", (1_280_833_348, "A061993")),
            ("kings 3", (35, "A063443")),
            ("kings 14", (540_156_683_236_043_677_756_331_721, "A063443")),
        ] {
            assert_eq!(of(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn well_known_boards_find_their_maximum() {
        // Read from the pages of the sequences, not from the file.
        for (text, expected) in [
            ("torus 6", Some((4, "A085801"))),
            ("triangle 29", Some((19, "A274616"))),
            ("black 9\ntotal: 3", Some((6, "A352241"))),
            ("white 5", Some((4, "A352426"))),
            ("knights 8", Some((32, "A030978"))),
            ("queens 8", None),
            ("triangle 5\nholes: a5", None),
        ] {
            let found = maximum(&text.parse().unwrap()).map(|published| (published.value, published.name));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn finds_values_for_queens_and_pawns() {
        assert_eq!(with_pawns(8, 1, false), Some(Published { value: 128, name: "A103330" }));
        assert_eq!(with_pawns(14, 3, true), Some(Published { value: 1_708_295, name: "A129554" }));
        assert_eq!(with_pawns(8, 4, false), None);
    }

    #[test]
    fn finds_values_for_dominating_sets() {
        let eight = Problem::queens(8).unwrap();
        let size = |problem: &Problem, kind| best_of(problem, Relative::Dominating(kind));
        assert_eq!(size(&eight, Domination::Any), Some(Published { value: 5, name: "A075458" }));
        assert_eq!(size(&eight, Domination::Total), None);
        let sets =
            |kind| number_of(&eight, Relative::Dominating(kind), true).map(|published| published.value);
        assert_eq!(Domination::ALL.map(sets), [Some(638), Some(91), Some(56)]);
        let torus = Preset::Torus.problem(15, 15).unwrap();
        assert_eq!(size(&torus, Domination::Independent).map(|published| published.value), Some(5));
    }

    #[test]
    fn other_problems_have_no_value() {
        for text in [
            "queens 28",
            "8\ngivens: a1",
            "8\nholes: a1",
            "moebius 4",
            "cylinder 4x6",
            "toroidal-semiqueens 4",
            "8\nrows: any",
            "8\npiece: rook",
            "regions 2\nareas:\nAA\nBB",
            "2000000000",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn classes_of_eight_queens() {
        // 12 fundamental solutions, one of them point-symmetric (Ahrens 1910).
        assert_eq!(fundamental(&Problem::queens(8).unwrap()), Some(Published { value: 12, name: "A002562" }));
        let of = |size, class| fundamental_of_class(&Problem::queens(size).unwrap(), class);
        let classes = SymmetryClass::ALL.map(|class| of(8, class));
        assert_eq!(classes, [Some(11), Some(1), Some(0), Some(0)]);
        for size in 2..=27 {
            let sum: Option<u128> = SymmetryClass::ALL.into_iter().map(|class| of(size, class)).sum();
            let all = fundamental(&Problem::queens(size).unwrap());
            assert_eq!(sum, all.map(|published| published.value), "{size}");
        }
        assert_eq!(of(1, SymmetryClass::Ordinary), None);
        // Knuth 2022, in A352661 to A352663: A051224 is their sum.
        let superqueens: Problem = "superqueens 12".parse().unwrap();
        let classes = SymmetryClass::ALL.map(|class| fundamental_of_class(&superqueens, class));
        assert_eq!(classes, [Some(18), Some(2), Some(2), Some(0)]);
        assert_eq!(fundamental(&superqueens), Some(Published { value: 22, name: "A051224" }));
    }

    #[test]
    fn rooks_have_symmetric_counts() {
        for text in ["rooks 8\ntotal: 8", "rooks 8\nrows: 1\ncolumns: 1", "8\npiece: rook"] {
            let rooks = text.parse().unwrap();
            let kept_by =
                [Symmetry::HalfTurn, Symmetry::QuarterTurn].map(|s| fixed_by(&rooks, s).unwrap().value);
            assert_eq!((fundamental(&rooks).unwrap().value, kept_by), (5282, [384, 12]), "{text}");
        }
        assert_eq!(fundamental(&"rooks 8\ntotal: 7".parse().unwrap()), None);
    }

    #[test]
    fn the_profile_adds_up() {
        assert_eq!(tree_profile(8), Some(vec![1, 8, 42, 140, 344, 568, 550, 312, 92]));
        for size in (0..=12).chain([16]) {
            let sum = tree_profile(size).map(|profile| profile.iter().sum());
            assert_eq!(sum, tree_nodes(size).map(|published| published.value), "{size}");
        }
        assert_eq!(tree_profile(13), None);
    }
}
