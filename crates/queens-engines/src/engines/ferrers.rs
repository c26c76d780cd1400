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
mod line_lengths;

pub(crate) use engine::Ferrers;

use line_lengths::find_line_lengths;
use queens_model::problem::{Bounds, Piece, Problem};
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};
use std::ops::RangeInclusive;

/// The id of the engine.
const ID: &str = "ferrers";

/// Refusal of a count of more than 128 bits.
fn count_overflow() -> Unsupported {
    let reason =
        "the count is 2^128 or more, which is too large: ask for a smaller board";
    Unsupported::new(ID, Parameter::Answer, reason)
}

/// Refusal of a demand that line lengths cannot express.
fn refused_demand(parameter: Parameter, bounds: Bounds) -> Unsupported {
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
    bounds_on_total(problem)?;
    find_line_lengths(problem).map(drop)
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
    let total = bounds_on_total(problem)?;
    let mut counts = vec![Some(1)];
    for lengths in find_line_lengths(problem)? {
        counts = multiply_polynomials(&counts, &count_by_pieces(&lengths));
    }
    let mut sum = 0u128;
    for (pieces, count) in (0..).zip(counts) {
        // A count that does not fit into 128 bits matters only if it is asked for.
        if total.contains(pieces) {
            let fits = count.and_then(|count| sum.checked_add(count));
            sum = fits.ok_or_else(count_overflow)?;
        }
    }
    Ok(sum)
}

/// Multiplies two lists of counts by number of pieces. Pieces on different parts of the
/// board never attack each other, so their numbers add and their counts multiply.
fn multiply_polynomials(
    left: &[Option<u128>],
    right: &[Option<u128>],
) -> Vec<Option<u128>> {
    let mut product = vec![Some(0); left.len() + right.len() - 1];
    for (a, &more) in left.iter().enumerate() {
        for (b, &times) in right.iter().enumerate() {
            product[a + b] = add_counts(product[a + b], multiply_counts(more, times));
        }
    }
    product
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
    let total = bounds_on_total(problem)?;
    if total != Bounds::ANY {
        return Err(refused_demand(Parameter::Total, total));
    }
    let counts = find_line_lengths(problem)?
        .into_iter()
        .map(|lengths| maximal_sets(&lengths));
    counts
        .fold(Some(1), multiply_counts)
        .ok_or_else(count_overflow)
}

/// Returns the bounds on the number of pieces on the whole board.
fn bounds_on_total(problem: &Problem) -> Result<Bounds, Unsupported> {
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
            _ => return Err(refused_demand(parameter, bounds)),
        };
    }
    Ok(total)
}

/// Counts sets on nested lines by their number of pieces; `None` if a count exceeds 128
/// bits.
fn count_by_pieces(lengths: &[usize]) -> Vec<Option<u128>> {
    let mut counts = vec![Some(0); lengths.len() + 1];
    counts[0] = Some(1);
    for &length in lengths {
        // Nested: each of the k - 1 pieces on shorter lines blocks a different square of
        // this line, so length - (k - 1) squares are free wherever those pieces are.
        // Descending k keeps counts[k - 1] that of the lines before. A sum over the
        // placements themselves would grow exponentially.
        for pieces in (1..counts.len()).rev() {
            let free = (length + 1).saturating_sub(pieces) as u128;
            let more = multiply_counts(counts[pieces - 1], Some(free));
            counts[pieces] = add_counts(counts[pieces], more);
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
    // Without an empty line, the set is maximal at once.
    let mut all = fill_lines(lengths, 0);
    for (empty, &length) in lengths.iter().enumerate() {
        let longer = &lengths[empty + 1..];
        let by_pieces = count_by_pieces(&lengths[..empty]);
        // More pieces than the empty line has squares do not fit on shorter lines.
        for (pieces, &shorter) in by_pieces.iter().enumerate().take(length + 1) {
            let attacking = count_attacking(longer, pieces, length - pieces);
            all = add_counts(all, multiply_counts(shorter, attacking));
        }
    }
    all
}

/// Counts the ways to place a piece on each of `lines`, nested, if `taken` squares of the
/// shortest one are attacked.
fn fill_lines(lines: &[usize], taken: usize) -> Option<u128> {
    let mut ways = Some(1);
    for (before, &length) in lines.iter().enumerate() {
        let free = length.saturating_sub(taken + before) as u128;
        ways = multiply_counts(ways, Some(free));
    }
    ways
}

/// Counts the ways to place a piece on each of `longer` lines so that together they
/// attack `to_take` given squares of a shorter line, on which `pieces` others are
/// attacked.
fn count_attacking(longer: &[usize], pieces: usize, to_take: usize) -> Option<u128> {
    // The terms with an even and with an odd number of squares left free are added up
    // apart, because the counts have no sign.
    let (mut even, mut odd) = (Some(0), Some(0));
    // `choices` = binomial(to_take, left_free).
    let mut choices = Some(1u128);
    for left_free in 0..=to_take {
        let ways = multiply_counts(choices, fill_lines(longer, pieces + left_free));
        if left_free % 2 == 0 {
            even = add_counts(even, ways);
        } else {
            odd = add_counts(odd, ways);
        }
        let next = multiply_counts(choices, Some((to_take - left_free) as u128));
        choices = next.map(|choices| choices / (left_free as u128 + 1));
    }
    Some(even? - odd?)
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
    let (n, half) = (u128::from(problem.rows()), u128::from(problem.rows() / 2));
    let has_flip = symmetries.contains(&Symmetry::FlipRows)
        || symmetries.contains(&Symmetry::FlipColumns);
    let has_transpose = symmetries.contains(&Symmetry::Transpose);
    let has_anti_transpose = symmetries.contains(&Symmetry::AntiTranspose);
    // The group with both reflections in diagonals contains the half turn, and the group
    // with a quarter turn contains it, too: the larger group is asked first.
    if n > 1 && has_flip {
        Some(0)
    } else if symmetries.contains(&Symmetry::QuarterTurn) {
        if n % 4 > 1 {
            Some(0)
        } else {
            multiply_range(half / 2 + 1..=half)
        }
    } else if has_transpose && has_anti_transpose {
        own_inverses(half, 2)
    } else if symmetries.contains(&Symmetry::HalfTurn) {
        multiply_range(1..=half)?.checked_mul(1 << half)
    } else if has_transpose || has_anti_transpose {
        own_inverses(n, 1)
    } else {
        None
    }
}

fn multiply_range(mut numbers: RangeInclusive<u128>) -> Option<u128> {
    numbers.try_fold(1u128, u128::checked_mul)
}

/// Counts the ways to split `lines` into singles and pairs, with `ways` choices for each
/// single and each pair.
fn own_inverses(lines: u128, ways: u128) -> Option<u128> {
    let (mut before, mut now) = (0u128, 1u128);
    // A line is a single, or the partner of one of the `line` earlier ones.
    for line in 0..lines {
        let next = now
            .checked_mul(ways)?
            .checked_add(before.checked_mul(ways * line)?)?;
        (before, now) = (now, next);
    }
    Some(now)
}

fn add_counts(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    a?.checked_add(b?)
}

/// Multiplies; zero times a number beyond 128 bits is zero.
fn multiply_counts(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    if a == Some(0) || b == Some(0) {
        Some(0)
    } else {
        a?.checked_mul(b?)
    }
}
