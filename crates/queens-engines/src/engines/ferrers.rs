//! Counting rooks and bishops where the lines of the board are nested.
//!
//! A rook strikes along rows and columns, a bishop along rising and falling diagonals: two kinds of lines, with one
//! square or none where two of them cross. Where the lines of one kind can be put in order so that each crosses all that the
//! one before it crosses, the board is a Ferrers board: rectangles for rooks, and the squares of one colour on a square
//! board for bishops. Then whatever stands on the shorter lines takes its crossings from all longer ones, and the
//! number of sets follows from the lengths alone (Kaplansky and Riordan, "The problem of the rooks and its
//! applications", Duke Mathematical Journal 13, 1946; for bishops Arshon 1936).

mod engine;

pub use engine::Ferrers;

use fixedbitset::FixedBitSet;
use queens_model::constraints::MAX_SQUARES;
use queens_model::problem::{Bounds, Edges, Piece, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use std::collections::BTreeMap;

/// Its id among the engines.
const ID: &str = "ferrers";

/// A count of more than 128 bits.
fn too_many() -> Unsupported {
    let reason = "there are 2^128 sets or more, which is as far as counts go: ask for a smaller board";
    Unsupported::new(ID, Parameter::Answer, reason)
}

/// A demand that the lengths of lines do not tell.
fn wrong_demand(parameter: Parameter, bounds: Bounds) -> Unsupported {
    let reason = format!("it counts sets where a line takes one, at most one, or any number, not {bounds}");
    Unsupported::new(ID, parameter, reason)
}

/// Whether sets for `problem` can be counted by the lengths of its lines.
///
/// # Errors
/// Why they cannot.
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    total(problem)?;
    parts(problem).map(drop)
}

/// Counts the solutions of `problem`.
///
/// # Errors
/// A problem for other pieces, or on a board whose lines are not nested; a count of more than 128 bits.
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
    let asked = (0..).zip(counts).filter(|&(pieces, _)| total.contains(pieces));
    asked.map(|(_, count)| count).try_fold(0u128, |sum, count| sum.checked_add(count?)).ok_or_else(too_many)
}

/// Counts the sets of pieces of `problem` to which none can be added.
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
    let counts = parts(problem)?.into_iter().map(|lengths| maximal_sets(&lengths));
    counts.fold(Some(1), times).ok_or_else(too_many)
}

/// How many pieces are asked for on the whole board.
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
            // One in each is as many as lines.
            (1, 1..) if problem.piece().strikes_along(rows, columns) => {
                total.and(Bounds::exactly(lines)).unwrap_or(Bounds::exactly(u32::MAX))
            }
            _ => return Err(wrong_demand(parameter, bounds)),
        };
    }
    Ok(total)
}

/// For each part of the board that attacks join the lengths of its lines of one kind, ascending.
fn parts(problem: &Problem) -> Result<Vec<Vec<usize>>, Unsupported> {
    let lines: fn(Square) -> [i64; 2] = if problem.piece() == &Piece::rook() {
        |Square { row, column }| [row.into(), column.into()]
    } else if problem.piece() == &Piece::bishop() {
        |Square { row, column }| [i64::from(row) + i64::from(column), i64::from(row) - i64::from(column)]
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
            let reason = "it counts on boards with open edges, without walls, regions and given pieces";
            return Err(Unsupported::new(ID, parameter, reason));
        }
    }
    let squares = u64::from(problem.rows()) * u64::from(problem.columns());
    if squares > MAX_SQUARES as u64 {
        let reason = format!("{squares} squares are too many to sort by their lines: at most {MAX_SQUARES}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    // The lines of one kind, with the numbers of those that they cross.
    let (mut numbers, mut crossed) = (BTreeMap::new(), BTreeMap::<i64, FixedBitSet>::new());
    for square in problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free) {
        let [line, other] = lines(square);
        let next = numbers.len();
        crossed.entry(line).or_default().grow_and_insert(*numbers.entry(other).or_insert(next));
    }
    let mut crossed: Vec<FixedBitSet> = crossed.into_values().collect();
    crossed.sort_by_key(|line| line.count_ones(..));
    // A line goes to the part whose last line it crosses all of; where it meets others as well, nothing is nested.
    let mut parts: Vec<Vec<FixedBitSet>> = Vec::new();
    for line in crossed {
        let is_apart = |part: &Vec<FixedBitSet>| part.last().is_none_or(|last| last.is_disjoint(&line));
        let mut meets = (0..parts.len()).filter(|&part| !is_apart(&parts[part]));
        match (meets.next(), meets.next()) {
            (None, _) => parts.push(vec![line]),
            (Some(part), None) if parts[part].last().is_some_and(|last| last.is_subset(&line)) => {
                parts[part].push(line);
            }
            _ => {
                let reason =
                    "the lines of this board are not nested: each must cross all that the shorter ones cross";
                let parameter = if problem.all_free() { Parameter::Size } else { Parameter::Holes };
                return Err(Unsupported::new(ID, parameter, reason));
            }
        }
    }
    let lengths = |part: Vec<FixedBitSet>| part.iter().map(|line| line.count_ones(..)).collect();
    Ok(parts.into_iter().map(lengths).collect())
}

/// The sets on nested lines by their number of pieces; `None` for more than 128 bits hold.
fn by_number(lengths: &[usize]) -> Vec<Option<u128>> {
    let mut counts = vec![Some(0); lengths.len() + 1];
    counts[0] = Some(1);
    for &length in lengths {
        // A piece on this line stays clear of the crossings of the others, all of which it has.
        for pieces in (1..counts.len()).rev() {
            let free = (length + 1).saturating_sub(pieces) as u128;
            counts[pieces] = sum(counts[pieces], times(counts[pieces - 1], Some(free)));
        }
    }
    counts
}

/// The sets on nested lines to which nothing can be added; `None` for more than 128 bits hold.
///
/// Of the lines that stay empty let the longest be the one of number i. All its crossings are then taken, and those
/// of shorter empty lines are among them; all longer lines have a piece. Of the pieces on longer lines those sets that
/// leave crossings of line i free are taken away, by inclusion and exclusion.
fn maximal_sets(lengths: &[usize]) -> Option<u128> {
    let fill = |lines: &[usize], taken: usize| {
        let free = |(before, &length): (usize, &usize)| Some(length.saturating_sub(taken + before) as u128);
        lines.iter().enumerate().map(free).fold(Some(1), times)
    };
    let mut all = fill(lengths, 0);
    for (empty, &length) in lengths.iter().enumerate() {
        for (pieces, &shorter) in by_number(&lengths[..empty]).iter().enumerate().take(length + 1) {
            let to_take = length - pieces;
            let (mut more, mut less, mut choices) = (Some(0), Some(0), Some(1u128));
            for left_free in 0..=to_take {
                let ways = times(choices, fill(&lengths[empty + 1..], pieces + left_free));
                let side = if left_free % 2 == 0 { &mut more } else { &mut less };
                *side = sum(*side, ways);
                let next = times(choices, Some((to_take - left_free) as u128));
                choices = next.map(|choices| choices / (left_free as u128 + 1));
            }
            all = sum(all, times(shorter, more.zip(less).map(|(more, less)| more - less)));
        }
    }
    all
}

/// How many ways to put a rook in each row and column of a square board the `symmetries` leave as they are, which
/// belong together (Lucas, Theorie des nombres, 1891, chapter 13: half turns pair the rows, quarter turns the pairs; a
/// mirror along a diagonal leaves the permutations that are their own inverses). `None` for other problems and
/// for numbers of more than 128 bits.
pub(crate) fn fixed_rooks(problem: &Problem, symmetries: &[Symmetry]) -> Option<u128> {
    let units = problem.units();
    let is_full = [units.row, units.column].contains(&Bounds::ONE) && units.total == Bounds::ANY;
    let is_rooks = problem.piece() == &Piece::rook() && problem.all_free() && accepts(problem).is_ok();
    if !is_full || !is_rooks || !problem.is_square() {
        return None;
    }
    let has = |symmetry| symmetries.contains(&symmetry);
    let (n, half) = (u128::from(problem.rows()), u128::from(problem.rows() / 2));
    let product = |mut numbers: std::ops::RangeInclusive<u128>| numbers.try_fold(1u128, u128::checked_mul);
    match () {
        () if n > 1 && (has(Symmetry::FlipRows) || has(Symmetry::FlipColumns)) => Some(0),
        () if has(Symmetry::QuarterTurn) && n % 4 > 1 => Some(0),
        () if has(Symmetry::QuarterTurn) => product(half / 2 + 1..=half),
        () if has(Symmetry::Transpose) && has(Symmetry::AntiTranspose) => own_inverses(half, 2),
        () if has(Symmetry::HalfTurn) => product(1..=half)?.checked_mul(1 << half),
        () if has(Symmetry::Transpose) || has(Symmetry::AntiTranspose) => own_inverses(n, 1),
        () => None,
    }
}

/// The ways to leave `lines` alone or to pair them, each in so many ways.
fn own_inverses(lines: u128, ways: u128) -> Option<u128> {
    let (mut before, mut now) = (0u128, 1u128);
    for line in 0..lines {
        let next = now.checked_mul(ways)?.checked_add(before.checked_mul(ways * line)?)?;
        (before, now) = (now, next);
    }
    Some(now)
}

fn sum(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    a?.checked_add(b?)
}

/// Nothing is nothing, however large the other is.
fn times(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    if a == Some(0) || b == Some(0) { Some(0) } else { a?.checked_mul(b?) }
}
