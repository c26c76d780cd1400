//! Counts rooks and bishops on Ferrers boards, where the lines of one kind are nested.
//!
//! A rook attacks along rows and columns, a bishop along rising and falling diagonals:
//! two kinds of lines, and two lines of different kinds cross in at most one square. If
//! the lines of one kind can be ordered so that each line crosses everything that the
//! line before it crosses, the board is a Ferrers board: a rectangle for rooks, the
//! squares of one colour on a square board for bishops. Each piece on a shorter line then
//! blocks one square of every longer line, so the counts follow from the lengths alone
//! (Kaplansky and Riordan, "The problem of the rooks and its applications", Duke
//! Mathematical Journal 13, 1946; for bishops Arshon 1936).
//!
//! ```text
//! counts = [1]                                     # counts[k]: sets of k pieces on the lines so far
//! for each line, the shortest first:
//!     for k, the largest first:
//!         counts[k] += counts[k - 1] * (length - (k - 1))
//! ```
//!
//! Example: bishops on 3 x 3. On the colour of the corners the rising diagonals have 1, 1
//! and 3 squares: `[1]`, `[1, 1]`, `[1, 2]`, `[1, 5, 4]`. On the other colour they have 2
//! and 2: `[1, 2]`, `[1, 4, 2]`. So two bishops fit in 4 + 5 x 4 + 2 = 26 ways.

mod engine;

pub(crate) use engine::Ferrers;

use fixedbitset::FixedBitSet;
use queens_model::instance::MAX_SQUARES;
use queens_model::problem::{Bounds, Edges, Piece, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use std::collections::BTreeMap;

/// The id of the engine.
const ID: &str = "ferrers";

/// Refusal of a count of more than 128 bits.
fn too_many() -> Unsupported {
    let reason =
        "the count is 2^128 or more, which is too large: ask for a smaller board";
    Unsupported::new(ID, Parameter::Answer, reason)
}

/// Refusal of a demand that line lengths cannot express.
fn wrong_demand(parameter: Parameter, bounds: Bounds) -> Unsupported {
    let reason = format!(
        "it counts sets with one, at most one, or any number of pieces in each line, not {bounds}"
    );
    Unsupported::new(ID, parameter, reason)
}

/// Checks that the solutions of `problem` can be counted from line lengths.
///
/// # Errors
/// The first parameter that rules it out.
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    total(problem)?;
    parts(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// # Errors
/// Another piece; a board whose lines are not nested; a count of more than 128 bits.
///
/// # Complexity
/// O(squares log squares), and O(lines x pieces) steps for each colour.
///
/// ```
/// use queens::engines::ferrers;
///
/// // OEIS A002465: eight bishops on the chessboard.
/// assert_eq!(ferrers::count(&"bishops 8\ntotal: 8".parse()?)?, 22_522_960);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem) -> Result<u128, Unsupported> {
    let total = total(problem)?;
    let mut counts = vec![Some(1)];
    for lengths in parts(problem)? {
        let of_part = by_number(&lengths);
        let mut product = vec![Some(0); counts.len() + of_part.len() - 1];
        for (a, &left) in counts.iter().enumerate() {
            for (b, &right) in of_part.iter().enumerate() {
                product[a + b] = sum(product[a + b], times(left, right));
            }
        }
        counts = product;
    }
    let asked = (0..)
        .zip(counts)
        .filter(|&(pieces, _)| total.contains(pieces));
    asked
        .map(|(_, count)| count)
        .try_fold(0u128, |sum, count| sum.checked_add(count?))
        .ok_or_else(too_many)
}

/// Counts the maximal sets of `problem`: those to which no piece can be added.
///
/// # Errors
/// As [`count`]; a demand on the number of pieces.
///
/// # Complexity
/// O(squares log squares), and O(lines^2 x pieces) steps for each colour.
///
/// ```
/// use queens::engines::ferrers;
///
/// // OEIS A146304.
/// assert_eq!(ferrers::maximal(&"bishops 20".parse()?)?, 32_741_107_405_951_528_945_844_224);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maximal(problem: &Problem) -> Result<u128, Unsupported> {
    let total = total(problem)?;
    if total != Bounds::ANY {
        return Err(wrong_demand(Parameter::Total, total));
    }
    let counts = parts(problem)?
        .into_iter()
        .map(|lengths| maximal_sets(&lengths));
    counts.fold(Some(1), times).ok_or_else(too_many)
}

/// Returns the bounds on the number of pieces on the whole board.
fn total(problem: &Problem) -> Result<Bounds, Unsupported> {
    let units = problem.units();
    let mut total = units.total;
    for (parameter, bounds, lines, (rows, columns)) in [
        (Parameter::Rows, units.row, problem.rows(), (0, 1)),
        (Parameter::Columns, units.column, problem.columns(), (1, 0)),
    ] {
        total = match (bounds.low(), bounds.high()) {
            (0, u32::MAX) => total,
            (0, 1..) if problem.piece().strikes_along(rows, columns) => total,
            // One piece in each line: as many pieces as lines.
            (1, 1..) if problem.piece().strikes_along(rows, columns) => total
                .and(Bounds::exactly(lines))
                .unwrap_or(Bounds::exactly(u32::MAX)),
            _ => return Err(wrong_demand(parameter, bounds)),
        };
    }
    Ok(total)
}

/// Returns, for each connected part of the board, the lengths of its lines of one kind,
/// ascending.
fn parts(problem: &Problem) -> Result<Vec<Vec<usize>>, Unsupported> {
    let lines: fn(Square) -> [i64; 2] = if problem.piece() == &Piece::rook() {
        |Square { row, column }| [row.into(), column.into()]
    } else if problem.piece() == &Piece::bishop() {
        |Square { row, column }| {
            [
                i64::from(row) + i64::from(column),
                i64::from(row) - i64::from(column),
            ]
        }
    } else {
        let reason = format!("it counts rooks and bishops, not {}", problem.piece());
        return Err(Unsupported::new(ID, Parameter::Piece, reason));
    };
    for (parameter, is_plain) in [
        (Parameter::Edges, problem.edges() == Edges::OPEN),
        (Parameter::Walls, !problem.has_walls()),
        (Parameter::Regions, problem.region_count() == 0),
        (Parameter::Givens, problem.givens().is_empty()),
    ] {
        if !is_plain {
            let reason = "it needs a board with open edges, and without walls, regions and given pieces";
            return Err(Unsupported::new(ID, parameter, reason));
        }
    }
    let squares = u64::from(problem.rows()) * u64::from(problem.columns());
    if squares > MAX_SQUARES as u64 {
        let reason =
            format!("a board of {squares} squares is too large: at most {MAX_SQUARES}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    // For each line of one kind, the set of lines of the other kind that it crosses.
    let (mut numbers, mut crossed) =
        (BTreeMap::new(), BTreeMap::<i64, FixedBitSet>::new());
    for square in problem
        .every_square()
        .filter(|&square| problem.kind(square) == SquareKind::Free)
    {
        let [line, other] = lines(square);
        let next = numbers.len();
        crossed
            .entry(line)
            .or_default()
            .grow_and_insert(*numbers.entry(other).or_insert(next));
    }
    let mut crossed: Vec<FixedBitSet> = crossed.into_values().collect();
    crossed.sort_by_cached_key(|line| line.count_ones(..));
    // A line extends the only part that it meets, if its set contains that of the part's
    // last line. A line that meets two parts, or only some crossings of the last line,
    // breaks the nesting.
    let mut parts: Vec<Vec<FixedBitSet>> = Vec::new();
    for line in crossed {
        let is_apart = |part: &Vec<FixedBitSet>| {
            part.last().is_none_or(|last| last.is_disjoint(&line))
        };
        let mut meets = (0..parts.len()).filter(|&part| !is_apart(&parts[part]));
        match (meets.next(), meets.next()) {
            (None, _) => parts.push(vec![line]),
            (Some(part), None)
                if parts[part].last().is_some_and(|last| last.is_subset(&line)) =>
            {
                parts[part].push(line);
            }
            _ => {
                let reason = "the lines of this board are not nested: each line must cross every line that a shorter one crosses";
                let parameter = if problem.all_free() {
                    Parameter::Size
                } else {
                    Parameter::Holes
                };
                return Err(Unsupported::new(ID, parameter, reason));
            }
        }
    }
    let lengths =
        |part: Vec<FixedBitSet>| part.iter().map(|line| line.count_ones(..)).collect();
    Ok(parts.into_iter().map(lengths).collect())
}

/// Counts sets on nested lines by their number of pieces; `None` if a count exceeds 128
/// bits.
fn by_number(lengths: &[usize]) -> Vec<Option<u128>> {
    let mut counts = vec![Some(0); lengths.len() + 1];
    counts[0] = Some(1);
    for &length in lengths {
        // Nested: each of the k - 1 pieces on shorter lines blocks a different square of
        // this line, so length - (k - 1) squares are free wherever those pieces are.
        // Descending k keeps counts[k - 1] that of the lines before. A sum over the
        // placements themselves would grow exponentially.
        for pieces in (1..counts.len()).rev() {
            let free = (length + 1).saturating_sub(pieces) as u128;
            counts[pieces] = sum(counts[pieces], times(counts[pieces - 1], Some(free)));
        }
    }
    counts
}

/// Counts maximal sets on nested lines; `None` if the count exceeds 128 bits.
///
/// Let line i be the longest empty line. A set is maximal exactly if all squares of line
/// i are attacked: shorter empty lines cross a subset of the same lines, and every longer
/// line has a piece. With k pieces on shorter lines, the pieces on longer lines must
/// attack the other length - k squares of line i; inclusion and exclusion over the
/// squares left free counts the ways to do so.
fn maximal_sets(lengths: &[usize]) -> Option<u128> {
    let fill = |lines: &[usize], taken: usize| {
        let free = |(before, &length): (usize, &usize)| {
            Some(length.saturating_sub(taken + before) as u128)
        };
        lines.iter().enumerate().map(free).fold(Some(1), times)
    };
    let mut all = fill(lengths, 0);
    for (empty, &length) in lengths.iter().enumerate() {
        for (pieces, &shorter) in by_number(&lengths[..empty])
            .iter()
            .enumerate()
            .take(length + 1)
        {
            let to_take = length - pieces;
            let (mut more, mut less, mut choices) = (Some(0), Some(0), Some(1u128));
            for left_free in 0..=to_take {
                let ways =
                    times(choices, fill(&lengths[empty + 1..], pieces + left_free));
                let side = if left_free % 2 == 0 {
                    &mut more
                } else {
                    &mut less
                };
                *side = sum(*side, ways);
                let next = times(choices, Some((to_take - left_free) as u128));
                choices = next.map(|choices| choices / (left_free as u128 + 1));
            }
            all = sum(
                all,
                times(shorter, more.zip(less).map(|(more, less)| more - less)),
            );
        }
    }
    all
}

/// Counts the placements of one rook in each row and column of a square board that all of
/// `symmetries`, a group, leave unchanged (Lucas, Theorie des nombres, 1891, chapter 13:
/// half turns pair the rows, quarter turns pair the pairs; reflection in a diagonal fixes
/// the permutations that are their own inverses). `None` for other problems and for
/// counts of more than 128 bits.
pub(crate) fn fixed_rooks(problem: &Problem, symmetries: &[Symmetry]) -> Option<u128> {
    let units = problem.units();
    let is_full =
        [units.row, units.column].contains(&Bounds::ONE) && units.total == Bounds::ANY;
    let is_rooks = problem.piece() == &Piece::rook()
        && problem.all_free()
        && accepts(problem).is_ok();
    if !is_full || !is_rooks || !problem.is_square() {
        return None;
    }
    let has = |symmetry| symmetries.contains(&symmetry);
    let (n, half) = (u128::from(problem.rows()), u128::from(problem.rows() / 2));
    let product = |mut numbers: std::ops::RangeInclusive<u128>| {
        numbers.try_fold(1u128, u128::checked_mul)
    };
    match () {
        () if n > 1 && (has(Symmetry::FlipRows) || has(Symmetry::FlipColumns)) => Some(0),
        () if has(Symmetry::QuarterTurn) && n % 4 > 1 => Some(0),
        () if has(Symmetry::QuarterTurn) => product(half / 2 + 1..=half),
        () if has(Symmetry::Transpose) && has(Symmetry::AntiTranspose) => {
            own_inverses(half, 2)
        }
        () if has(Symmetry::HalfTurn) => product(1..=half)?.checked_mul(1 << half),
        () if has(Symmetry::Transpose) || has(Symmetry::AntiTranspose) => {
            own_inverses(n, 1)
        }
        () => None,
    }
}

/// Counts the ways to split `lines` into singles and pairs, with `ways` choices for each
/// single and each pair.
fn own_inverses(lines: u128, ways: u128) -> Option<u128> {
    let (mut before, mut now) = (0u128, 1u128);
    for line in 0..lines {
        let next = now
            .checked_mul(ways)?
            .checked_add(before.checked_mul(ways * line)?)?;
        (before, now) = (now, next);
    }
    Some(now)
}

fn sum(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    a?.checked_add(b?)
}

/// Multiplies; zero times a number beyond 128 bits is zero.
fn times(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    if a == Some(0) || b == Some(0) {
        Some(0)
    } else {
        a?.checked_mul(b?)
    }
}
