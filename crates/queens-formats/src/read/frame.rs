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
    let squares = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect();
    let rows: Vec<Vec<char>> = text.lines().map(squares).collect();
    let rows: Vec<Vec<char>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    // A heading; the text form of a problem states its size, too.
    let heading: String = rows.first()?.iter().collect();
    let is_heading = heading.eq_ignore_ascii_case("board:");
    let rows = &rows[usize::from(is_heading)..];
    let (top, bottom) = (rows.first()?, rows.last()?);
    let width = top.len();
    let side = width.checked_sub(2).filter(|&side| side > 0)?;
    let height = rows.len().checked_sub(2).filter(|&height| height > 0)?;
    let is_wall = |square: Option<&char>| square == Some(&'#');
    let is_row = |row: &Vec<char>| {
        row.len() == width && is_wall(row.first()) && is_wall(row.last())
    };
    let is_edge = |row: &Vec<char>| row.iter().all(|&c| c == '#');
    let is_closed = rows.iter().all(is_row)
        && is_edge(top)
        && is_edge(bottom)
        && !rows.iter().all(is_edge);
    if !is_closed {
        return None;
    }
    let inner = rows.iter().skip(1).take(height);
    let inside: Vec<String> = inner
        .map(|row| row.iter().skip(1).take(side).collect())
        .collect();
    let queens = inside.iter().flat_map(|row| row.chars());
    let is_whole = queens.filter(|&c| is_queen(c)).count() == side && side == height;
    Some(if is_whole {
        Ok(inside.join("\n"))
    } else {
        Err(ReadError::Line {
            line: 1,
            reason: SolutionLineError::Drawing(FRAME_OR_WALLS),
        })
    })
}
