//! Published values, to check our answers against.
//!
//! The values are in `reference/published.csv`, copied from The On-Line Encyclopedia of
//! Integer Sequences (OEIS Foundation Inc., <https://oeis.org>).
//!
//! ```
//! use queens::{problem::Problem, reference};
//!
//! let published = reference::published(&Problem::queens(8)?).expect("everybody counted this one");
//! assert_eq!((published.value, published.name), (92, "A000170"));
//! # Ok::<(), queens::problem::ProblemError>(())
//! ```

mod sequences;

use crate::domination::without_demands;
use crate::orbit::SymmetryClass;
use crate::problem::{Bounds, Cube, Grid, Preset, Problem, Units};
use crate::relative::{KnownRules, PieceMix, Relative};
use crate::symmetry::Symmetry;
use sequences::{
    ARMIES, ARMY_PAIRS, COLORINGS, DOMINATING_SETS, DOMINATION, MAXIMA, MAXIMAL,
    SEQUENCES, Sequence, as_many_as_rows, one_per_line, side_index, whole_board,
};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A published number and its sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The number.
    pub value: u128,
    /// The sequence, such as `A000170`, or the author of a formula.
    pub name: &'static str,
}

/// Values by sequence and index, as written in the file.
static VALUES: LazyLock<HashMap<(&str, &str), u128>> = LazyLock::new(|| {
    let rows = include_str!("../reference/published.csv").lines();
    rows.filter_map(|row| {
        let mut fields = row.split(',');
        Some((
            (fields.next()?, fields.next()?),
            fields.next()?.parse().ok()?,
        ))
    })
    .collect()
});

fn published_value(name: &'static str, index: &str) -> Option<Published> {
    VALUES
        .get(&(name, index))
        .map(|&value| Published { value, name })
}

/// Returns the published number of all solutions of `problem`, if it is a well-known one:
/// a preset, or a number of its pieces on a square board, without givens, other blocked
/// squares, or regions; or with [known rules](KnownRules), the number of the best
/// solutions if they say what is best.
///
/// # Complexity
/// O(1) after the first call, which reads the file; O(squares) if some are blocked.
#[must_use]
pub fn published(problem: &Problem) -> Option<Published> {
    match KnownRules::from_problem(problem) {
        Some((plain, known)) => with_rules(&plain, known, false),
        None => find_published(&SEQUENCES, problem),
    }
}

/// Returns the published value of the best solutions of a problem whose rules say what is
/// best: the number of queens of a smallest dominating set, of each colour in the largest
/// peaceable armies, of a largest set, or of colours.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn best(problem: &Problem) -> Option<Published> {
    match KnownRules::from_problem(problem)? {
        (plain, KnownRules::Relative(relative)) => best_of(&plain, relative),
        (plain, KnownRules::Most) => maximum(&plain),
        _ => None,
    }
}

/// Returns the published number of solutions of `plain` with these rules, all of them or
/// up to symmetry.
fn with_rules(
    plain: &Problem,
    known: KnownRules,
    up_to_symmetry: bool,
) -> Option<Published> {
    match known {
        KnownRules::Relative(relative) => number_of(plain, relative, up_to_symmetry),
        KnownRules::Pawns(pawns) => with_pawns(plain.rows(), pawns, up_to_symmetry),
        _ if up_to_symmetry => None,
        KnownRules::Maximal => maximal(plain),
        KnownRules::Unchanged(map) => match map.symmetry(plain.grid()) {
            Some(symmetry) => fixed_by(plain, symmetry),
            None => linear(plain),
        },
        KnownRules::Most => None,
    }
}

/// Returns the size of the largest board of the same kind with a published number of
/// solutions, and that number. `None` if no size has one.
///
/// # Complexity
/// One lookup for each size up to 200.
#[must_use]
pub fn last_published(problem: &Problem) -> Option<(u32, Published)> {
    const MAX_LOOKUP_SIDE: u32 = 200;
    let sizes = (1..=MAX_LOOKUP_SIDE).rev();
    sizes
        .into_iter()
        .find_map(|size| Some((size, published(&problem.of_size(size)?)?)))
}

/// Returns the published number of maximal sets on the board of `problem`.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn maximal(problem: &Problem) -> Option<Published> {
    find_published(&MAXIMAL, &problem.with_any_number())
}

/// Returns the published largest number of queens on the board of `problem`, whatever its
/// demands.
///
/// # Complexity
/// As [`published`].
#[must_use]
pub fn maximum(problem: &Problem) -> Option<Published> {
    match problem.grid() {
        Grid::Cube(cube) => maximum_in_cube(problem, cube),
        Grid::Square | Grid::Hex => find_published(&MAXIMA, &problem.with_any_number()),
    }
}

/// Returns the published largest number of queens on a board of more dimensions on which
/// nothing else is said.
fn maximum_in_cube(problem: &Problem, cube: Cube) -> Option<Published> {
    let (name, index) = match (cube.dimensions(), cube.side()) {
        (3, side) => ("A068940", side),
        (4, side) => ("A068941", side),
        (dimensions, 3) => ("A115992", dimensions as u32),
        _ => return None,
    };
    let is_bare = Problem::cube(cube).build().ok() == Some(problem.with_any_number());
    published_value(name, &index.to_string()).filter(|_| is_bare)
}

/// Returns the published count of the best solution of `relative` on the board of
/// `problem`, whatever its demands: the number of queens of a smallest dominating set, of
/// queens of each colour in the largest peaceable armies, of colours of a colouring with
/// the fewest.
///
/// # Complexity
/// As [`published`].
#[doc(hidden)]
#[must_use]
pub fn best_of(problem: &Problem, relative: Relative) -> Option<Published> {
    match relative {
        Relative::Dominating(domination) => {
            let sequences = DOMINATION
                .iter()
                .filter(|of| of.0 == domination)
                .map(|of| &of.1);
            find_published(sequences, &without_demands(problem))
        }
        Relative::Armies => {
            find_published(&ARMIES, &problem.with_units(Units::ANY).ok()?)
        }
        Relative::Coloring(None) => {
            find_published(&COLORINGS, &problem.with_units(Units::ANY).ok()?)
        }
        Relative::Pieces(_) | Relative::Coloring(Some(_)) | Relative::Best(_) => None,
    }
}

/// Returns the published number of best solutions of `relative` on the board of
/// `problem`, all of them or up to symmetry, for armies also up to the exchange of
/// colours.
///
/// # Complexity
/// As [`published`].
#[doc(hidden)]
#[must_use]
pub fn number_of(
    problem: &Problem,
    relative: Relative,
    up_to_symmetry: bool,
) -> Option<Published> {
    match relative {
        Relative::Dominating(domination) => {
            let sequences = DOMINATING_SETS.iter().filter(|of| of.0 == domination);
            let sequences = sequences.map(|of| &of.1[usize::from(up_to_symmetry)]);
            find_published(sequences, &without_demands(problem))
        }
        Relative::Armies if up_to_symmetry => {
            find_published(&ARMY_PAIRS, &problem.with_units(Units::ANY).ok()?)
        }
        Relative::Pieces(mix) if !up_to_symmetry => {
            published(&of_one_kind(problem, mix)?)
        }
        Relative::Armies
        | Relative::Pieces(_)
        | Relative::Coloring(_)
        | Relative::Best(_) => None,
    }
}

/// Returns the problem of placing the pieces of `mix` on the board of `problem`, if they
/// are of one kind and no square is blocked.
fn of_one_kind(problem: &Problem, mix: PieceMix) -> Option<Problem> {
    let numbers = mix
        .numbers()
        .filter(|numbers| numbers.len() == 1 && problem.all_free())?;
    let (kind, number) = numbers[0];
    let units = Units {
        total: Bounds::exactly(number.into()),
        ..Units::ANY
    };
    let board =
        Problem::builder(problem.rows(), problem.columns()).edges(problem.edges());
    board.piece(kind.piece()).units(units).build().ok()
}

/// Returns the number of solutions on a straight line of a torus of n x n for n queens: n
/// times the product of p^(e - 1) (p - 3) over the prime powers p^e of n, and none if n
/// is a multiple of 2 or 3 (G. Polya 1918).
///
/// # Complexity
/// O(sqrt n).
#[must_use]
pub fn linear(problem: &Problem) -> Option<Published> {
    let mut rest = u128::from(problem.rows());
    if rest == 0 || !problem.is_square() || !is_preset(problem, Preset::Torus) {
        return None;
    }
    let mut value = rest;
    let mut prime = 2;
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        let mut factor = prime.saturating_sub(3);
        while rest.is_multiple_of(prime) {
            rest /= prime;
            value *= factor;
            factor = prime;
        }
        prime += 1;
    }
    Some(Published {
        value,
        name: "Polya 1918",
    })
}

fn find_published<'s>(
    sequences: impl IntoIterator<Item = &'s Sequence>,
    problem: &Problem,
) -> Option<Published> {
    let is_plain = problem.rules().is_none();
    let mut fitting = sequences
        .into_iter()
        .filter(|sequence| is_plain && sequence.matches_problem(problem));
    fitting
        .find_map(|sequence| published_value(sequence.name, &(sequence.index)(problem)?))
}

/// Returns the published number of solutions up to symmetry: of queens A002562, of
/// superqueens A051224, of as many rooks as rows A000903, and of some problems with
/// [known rules](KnownRules).
#[must_use]
pub fn fundamental(problem: &Problem) -> Option<Published> {
    if problem.rules().is_some() {
        let (plain, known) = KnownRules::from_problem(problem)?;
        return with_rules(&plain, known, true);
    }
    let name = match () {
        () if problem.is_standard() => "A002562",
        () if is_preset(problem, Preset::Superqueens) => "A051224",
        () if is_rooks(problem) => "A000903",
        () => return None,
    };
    side_index(problem).and_then(|side| published_value(name, &side))
}

/// Returns true if the problem is one rook in each row and column.
fn is_rooks(problem: &Problem) -> bool {
    one_per_line("", Preset::Rooks, side_index).matches_problem(problem)
        || whole_board("", Preset::Rooks, side_index).matches_problem(problem)
            && as_many_as_rows(problem).is_some()
}

/// Returns the published number of solutions that a symmetry leaves unchanged: queens
/// under a half and a quarter turn (A032522, A033148), and as many rooks as rows under
/// those (A037223, A037224), on square boards.
#[must_use]
pub fn fixed_by(problem: &Problem, symmetry: Symmetry) -> Option<Published> {
    let name = match (symmetry, problem.is_standard(), is_rooks(problem)) {
        (Symmetry::HalfTurn, true, _) => "A032522",
        (Symmetry::QuarterTurn, true, _) => "A033148",
        (Symmetry::HalfTurn, _, true) => "A037223",
        (Symmetry::QuarterTurn, _, true) => "A037224",
        _ => return None,
    };
    side_index(problem).and_then(|side| published_value(name, &side))
}

/// Returns the number of fundamental solutions of `problem` of `class`: of superqueens
/// A352661 to A352663; of two or more queens from the published numbers of all solutions
/// and of those that turns leave unchanged, because an orbit of a class holds 8, 4 or 2.
#[must_use]
pub fn fundamental_of_class(problem: &Problem, class: SymmetryClass) -> Option<u128> {
    let side = side_index(problem).filter(|_| problem.rows() >= 2)?;
    if is_preset(problem, Preset::Superqueens) {
        let name = match class {
            SymmetryClass::Ordinary => "A352663",
            SymmetryClass::Point => "A352662",
            SymmetryClass::Rotary => "A352661",
            SymmetryClass::Reflective => return Some(0),
        };
        return Some(published_value(name, &side)?.value);
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
    preset
        .problem(problem.rows(), problem.columns())
        .is_ok_and(|other| other == *problem)
}

/// Returns the published number of ways to put `size` + `pawns` queens and `pawns` pawns
/// on `size` x `size` so that no queen attacks another, all of them or up to symmetry:
/// A103330, A129551, A129553 for 1, 2 and 3 pawns, and the sequence after each.
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
    published_value(name, &size.to_string())
}

/// Returns the published number of nodes of the backtrack tree of `size` queens, placed
/// row by row: the consistent placements on the first rows, the empty board included
/// (A319283).
#[must_use]
pub fn tree_nodes(size: u32) -> Option<Published> {
    published_value("A319283", &size.to_string())
}

/// Returns the published profile of that tree: its nodes on each level from 0 to `size`
/// (A319284; for 16 queens A319236).
#[must_use]
pub fn tree_profile(size: u32) -> Option<Vec<u128>> {
    let level = |level: u32| {
        published_value("A319284", &format!("{size}:{level}")).or_else(|| {
            published_value("A319236", &level.to_string()).filter(|_| size == 16)
        })
    };
    (0..=size)
        .map(|l| level(l).map(|published| published.value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domination::Domination;

    fn published_of(text: &str) -> Option<(u128, &'static str)> {
        published(&text.parse().unwrap())
            .map(|published| (published.value, published.name))
    }

    #[test]
    fn reads_every_row_and_finds_every_sequence() {
        let rows = include_str!("../reference/published.csv").lines();
        let values = rows.filter(|row| row.starts_with('A')).count();
        assert_eq!(VALUES.len(), values);
        for sequence in SEQUENCES.iter().chain(&MAXIMA).chain(&MAXIMAL) {
            assert!(
                VALUES.keys().any(|(name, _)| *name == sequence.name),
                "{}",
                sequence.name
            );
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
            assert_eq!(published_of(text), Some(expected), "{text}");
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
            let found = maximum(&text.parse().unwrap())
                .map(|published| (published.value, published.name));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn finds_values_for_queens_and_pawns() {
        assert_eq!(
            with_pawns(8, 1, false),
            Some(Published {
                value: 128,
                name: "A103330"
            })
        );
        assert_eq!(
            with_pawns(14, 3, true),
            Some(Published {
                value: 1_708_295,
                name: "A129554"
            })
        );
        assert_eq!(with_pawns(8, 4, false), None);
    }

    #[test]
    fn finds_values_for_dominating_sets() {
        let eight = Problem::queens(8).unwrap();
        let size = |problem: &Problem, kind| best_of(problem, Relative::Dominating(kind));
        assert_eq!(
            size(&eight, Domination::Any),
            Some(Published {
                value: 5,
                name: "A075458"
            })
        );
        assert_eq!(size(&eight, Domination::Total), None);
        let sets = |kind| {
            number_of(&eight, Relative::Dominating(kind), true)
                .map(|published| published.value)
        };
        assert_eq!(Domination::ALL.map(sets), [Some(638), Some(91), Some(56)]);
        let torus = Preset::Torus.problem(15, 15).unwrap();
        assert_eq!(
            size(&torus, Domination::Independent).map(|published| published.value),
            Some(5)
        );
    }

    #[test]
    fn finds_sizes_in_more_dimensions() {
        let size = |text: &str| {
            best(&text.parse().unwrap())
                .map(|published| (published.value, published.name))
        };
        assert_eq!(size("most 8x8x8"), Some((48, "A068940")));
        assert_eq!(size("most 3x3x3x3"), Some((6, "A068941")));
        assert_eq!(size("most 3x3x3x3x3"), Some((11, "A115992")));
        assert_eq!(
            [
                size("most 4x4x4x4x4"),
                size("most 14x14x14"),
                size("most rooks 3x3x3")
            ],
            [None; 3]
        );
        assert_eq!(size("most 8x8x8; holes: a1"), None);
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
            assert_eq!(published_of(text), None, "{text}");
        }
    }

    #[test]
    fn classes_of_eight_queens() {
        // 12 fundamental solutions, one of them point-symmetric (Ahrens 1910).
        assert_eq!(
            fundamental(&Problem::queens(8).unwrap()),
            Some(Published {
                value: 12,
                name: "A002562"
            })
        );
        let number_in_class =
            |size, class| fundamental_of_class(&Problem::queens(size).unwrap(), class);
        let classes = SymmetryClass::ALL.map(|class| number_in_class(8, class));
        assert_eq!(classes, [Some(11), Some(1), Some(0), Some(0)]);
        for size in 2..=27 {
            let sum: Option<u128> = SymmetryClass::ALL
                .into_iter()
                .map(|class| number_in_class(size, class))
                .sum();
            let all = fundamental(&Problem::queens(size).unwrap());
            assert_eq!(sum, all.map(|published| published.value), "{size}");
        }
        assert_eq!(number_in_class(1, SymmetryClass::Ordinary), None);
        // Knuth 2022, in A352661 to A352663: A051224 is their sum.
        let superqueens: Problem = "superqueens 12".parse().unwrap();
        let classes =
            SymmetryClass::ALL.map(|class| fundamental_of_class(&superqueens, class));
        assert_eq!(classes, [Some(18), Some(2), Some(2), Some(0)]);
        assert_eq!(
            fundamental(&superqueens),
            Some(Published {
                value: 22,
                name: "A051224"
            })
        );
    }

    #[test]
    fn rooks_have_symmetric_counts() {
        for text in [
            "rooks 8\ntotal: 8",
            "rooks 8\nrows: 1\ncolumns: 1",
            "8\npiece: rook",
        ] {
            let rooks = text.parse().unwrap();
            let kept_by = [Symmetry::HalfTurn, Symmetry::QuarterTurn]
                .map(|s| fixed_by(&rooks, s).unwrap().value);
            assert_eq!(
                (fundamental(&rooks).unwrap().value, kept_by),
                (5282, [384, 12]),
                "{text}"
            );
        }
        assert_eq!(fundamental(&"rooks 8\ntotal: 7".parse().unwrap()), None);
    }

    #[test]
    fn the_profile_adds_up() {
        assert_eq!(
            tree_profile(8),
            Some(vec![1, 8, 42, 140, 344, 568, 550, 312, 92])
        );
        for size in (0..=12).chain([16]) {
            let sum = tree_profile(size).map(|profile| profile.iter().sum());
            assert_eq!(
                sum,
                tree_nodes(size).map(|published| published.value),
                "{size}"
            );
        }
        assert_eq!(tree_profile(13), None);
    }
}
