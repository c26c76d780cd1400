//! Names of squares and units in sentences.

use super::super::capacity::{Conclusion, QueenDemand};
use super::super::grid::{CandidateGrid, PuzzleBoard};
use crate::Puzzle;
use queens_model::bits::SmallSet;

/// Joins names: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(names: Vec<String>) -> String {
    joined(names, "and")
}

fn joined(mut names: Vec<String>, conjunction: &str) -> String {
    match names.pop() {
        None => String::new(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", names.join(", ")),
    }
}

/// The largest number of squares that are named one by one.
const MAX_NAMED_SQUARES: u32 = 6;

/// Names of squares, or their number if there are more than [`MAX_NAMED_SQUARES`].
pub(crate) fn squares<const W: usize>(board: &PuzzleBoard<W>, set: SmallSet<W>) -> String {
    if set.count() > MAX_NAMED_SQUARES {
        return format!("{} squares", set.count());
    }
    list(names(board, set))
}

/// Squares of the queens of `demand`: `on a5 or b5` for one queen, `among a5, b5 and c5` for more.
pub(crate) fn places<const W: usize>(board: &PuzzleBoard<W>, demand: QueenDemand<W>) -> String {
    match demand.least {
        1 if demand.squares.count() <= MAX_NAMED_SQUARES => {
            format!("on {}", joined(names(board, demand.squares), "or"))
        }
        _ => format!("among {}", squares(board, demand.squares)),
    }
}

fn names<const W: usize>(board: &PuzzleBoard<W>, set: SmallSet<W>) -> Vec<String> {
    set.iter().map(|square| board.square(square).to_string()).collect()
}

/// Letters of a column, as in the names of its squares: a, b, ..., z, aa, ab, ...
pub(crate) fn column(column: u32) -> String {
    Puzzle::region_name(column).to_ascii_lowercase()
}

/// Names of units of one kind: `rows 1 and 2`, `columns a and c`, `regions A and C`.
pub(crate) fn units<const W: usize>(board: &PuzzleBoard<W>, units: &[usize]) -> String {
    let size = board.size;
    let kind = ["row", "column", "region"][units.first().map_or(0, |unit| unit / size)];
    let plural = if units.len() == 1 { "" } else { "s" };
    let name = |&unit: &usize| match (unit / size, unit % size) {
        (0, row) => (row + 1).to_string(),
        (1, column) => self::column(column as u32),
        (_, region) => Puzzle::region_name(region as u32),
    };
    format!("{kind}{plural} {}", list(units.iter().map(name).collect()))
}

/// Name of a unit: `row 1`, `column c`, `region A`.
pub(crate) fn unit<const W: usize>(board: &PuzzleBoard<W>, unit: usize) -> String {
    Puzzle::unit_name(board.unit(unit))
}

/// Number of queens: `one queen`, `2 queens`.
pub(crate) fn queens(number: u32) -> String {
    if number == 1 { "one queen".to_owned() } else { format!("{number} queens") }
}

/// Number of queens with a possessive: `its queen`, `its 2 queens`.
pub(crate) fn its_queens(number: u32) -> String {
    if number == 1 { "its queen".to_owned() } else { format!("its {number} queens") }
}

/// Conclusion from `demand`: `d2 touches all of them and stays empty`, `c4 holds a queen, and d2 and e2 stay empty`.
pub(crate) fn conclusion<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    settled: Conclusion<W>,
    demand: QueenDemand<W>,
) -> String {
    let board = grid.board;
    let (crosses, queens) = (settled.crosses & grid.open, settled.queens & grid.open);
    let holds = match queens.count() {
        0 => None,
        1 => Some(format!("{} holds a queen", squares(board, queens))),
        _ => Some(format!("{} hold queens", squares(board, queens))),
    };
    let by_touch = demand.least == 1 && crosses.is_within(&board.touching_all(demand.squares));
    let is_one = crosses.count() == 1;
    let (touch, stay) = if is_one { ("touches", "stays") } else { ("touch", "stay") };
    let empty = (!crosses.is_empty()).then(|| match demand.squares.count() {
        2.. if by_touch => {
            let them = if demand.squares.count() == 2 { "both" } else { "all of them" };
            format!("{} {touch} {them} and {stay} empty", squares(board, crosses))
        }
        _ => format!("{} {stay} empty", squares(board, crosses)),
    });
    holds.into_iter().chain(empty).collect::<Vec<_>>().join(", and ")
}
