//! The lengths of nested lines, read from a board.

use super::ID;
use fixedbitset::FixedBitSet;
use queens_model::instance::MAX_SQUARES;
use queens_model::problem::{Edges, Piece, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use std::collections::BTreeMap;

/// Returns, for each connected part of the board, the lengths of its lines of one kind,
/// ascending.
pub(super) fn find_line_lengths(
    problem: &Problem,
) -> Result<Vec<Vec<usize>>, Unsupported> {
    let line_pair = line_pair_of_piece(problem.piece())?;
    check_plain_board(problem)?;
    let mut parts = Vec::new();
    for line in crossed_lines(problem, line_pair) {
        add_to_part(&mut parts, line).map_err(|NotNested| not_nested(problem))?;
    }
    Ok(parts.iter().map(|part| line_lengths(part)).collect())
}

/// Returns the function from a square to its line of either kind, along which the piece
/// attacks.
fn line_pair_of_piece(piece: &Piece) -> Result<LinePair, Unsupported> {
    if piece == &Piece::rook() {
        Ok(row_and_column)
    } else if piece == &Piece::bishop() {
        Ok(rising_and_falling)
    } else {
        let reason = format!("it counts rooks and bishops, not {piece}");
        Err(Unsupported::new(ID, Parameter::Piece, reason))
    }
}

/// Numbers of the two lines of a square.
type LinePair = fn(Square) -> [i64; 2];

fn row_and_column(square: Square) -> [i64; 2] {
    [square.row.into(), square.column.into()]
}

fn rising_and_falling(square: Square) -> [i64; 2] {
    let [row, column] = row_and_column(square);
    [row + column, row - column]
}

/// Checks that the board is not too large and that nothing but its shape matters.
fn check_plain_board(problem: &Problem) -> Result<(), Unsupported> {
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
    Ok(())
}

/// Returns, for each line of the first kind, the set of lines of the other kind that it
/// crosses; the smallest set first.
fn crossed_lines(problem: &Problem, line_pair: LinePair) -> Vec<FixedBitSet> {
    // Falling diagonals have negative numbers, so the lines of the other kind are
    // numbered in the order in which they are met.
    let mut numbers = BTreeMap::new();
    let mut crossed = BTreeMap::<i64, FixedBitSet>::new();
    for square in problem.every_square() {
        if problem.kind(square) != SquareKind::Free {
            continue;
        }
        let [line, other] = line_pair(square);
        let next = numbers.len();
        let number = *numbers.entry(other).or_insert(next);
        crossed.entry(line).or_default().grow_and_insert(number);
    }
    let mut crossed: Vec<FixedBitSet> = crossed.into_values().collect();
    crossed.sort_by_cached_key(|line| line.count_ones(..));
    crossed
}

/// A line that does not extend the nested lines of one part.
struct NotNested;

/// Adds a line to the part that it meets, or as a part of its own.
///
/// Lines come in ascending order of length, and each part holds nested lines: its last
/// line crosses everything that the others cross, so only that line is compared.
fn add_to_part(
    parts: &mut Vec<Vec<FixedBitSet>>,
    line: FixedBitSet,
) -> Result<(), NotNested> {
    let mut met_part = None;
    for part in parts.iter_mut() {
        let Some(last) = part.last() else { continue };
        if last.is_disjoint(&line) {
            continue;
        }
        // A line that meets two parts, or only some crossings of the last line, breaks
        // the nesting.
        if met_part.is_some() || !last.is_subset(&line) {
            return Err(NotNested);
        }
        met_part = Some(part);
    }
    match met_part {
        Some(part) => part.push(line),
        None => parts.push(vec![line]),
    }
    Ok(())
}

fn not_nested(problem: &Problem) -> Unsupported {
    let reason = "the lines of this board are not nested: each line must cross every line that a shorter one crosses";
    let parameter = if problem.all_free() {
        Parameter::Size
    } else {
        Parameter::Holes
    };
    Unsupported::new(ID, parameter, reason)
}

fn line_lengths(part: &[FixedBitSet]) -> Vec<usize> {
    part.iter().map(|line| line.count_ones(..)).collect()
}
