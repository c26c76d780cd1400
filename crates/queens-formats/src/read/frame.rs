//! Boards within a frame of `#`, where a problem is wanted.

use super::marks::is_queen;
use super::{ReadError, SolutionLineError};

/// Reason for a frame that may be walls.
pub(super) const FRAME_OR_WALLS: &str = "the # on all sides may be its edge or walls: leave them out if they are its edge, \
     else write the board in the text form of a problem (size: 6, then board: above it)";

/// Returns the rows within a frame of walls around a board with as many queens as rows, if
/// there is nothing else in the text.
///
/// # Errors
/// A frame around a board with more or fewer queens, which may be walls.
pub(super) fn board_within(text: &str) -> Option<Result<String, ReadError>> {
    let rows = rows_of_squares(text);
    // A heading; the text form of a problem states its size, too.
    let heading: String = rows.first()?.iter().collect();
    let is_heading = heading.eq_ignore_ascii_case("board:");
    let inside = rows_within(&rows[usize::from(is_heading)..])?;
    let side = inside[0].chars().count();
    let squares = inside.iter().flat_map(|row| row.chars());
    let queens = squares.filter(|&c| is_queen(c)).count();
    if queens == side && inside.len() == side {
        return Some(Ok(inside.join("\n")));
    }
    Some(Err(ReadError::Line {
        line: 1,
        reason: SolutionLineError::Drawing(FRAME_OR_WALLS),
    }))
}

/// The characters of each line without its blanks, except of empty lines.
fn rows_of_squares(text: &str) -> Vec<Vec<char>> {
    let mut rows = Vec::new();
    for line in text.lines() {
        let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

fn are_walls(row: &[char]) -> bool {
    row.iter().all(|&c| c == '#')
}

/// Returns the rows within walls on all four sides, at least one; `None` without such
/// walls, and if there is nothing else.
fn rows_within(rows: &[Vec<char>]) -> Option<Vec<String>> {
    let [top, inner @ .., bottom] = rows else {
        return None;
    };

    if inner.is_empty()
        || !are_walls(top)
        || !are_walls(bottom)
        || bottom.len() != top.len()
        || inner.iter().all(|row| are_walls(row))
    {
        return None;
    }
    let mut inside = Vec::with_capacity(inner.len());
    for row in inner {
        let ['#', squares @ .., '#'] = &row[..] else {
            return None;
        };
        if row.len() != top.len() || squares.is_empty() {
            return None;
        }
        inside.push(squares.iter().collect());
    }
    Some(inside)
}
