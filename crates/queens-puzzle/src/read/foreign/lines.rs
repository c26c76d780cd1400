//! A whole board on each line, behind its name or in a column of a table.
//!
//! ```text
//! 1: AAAAAAABBCDDBBC...        id,size,regions
//! 2: AABBCCAABBCC...           1,5,AAAAAAABBC...
//! ```

use super::super::grid;
use super::FormResult;
use super::board::is_size;
use super::table::{fields, normalised};
use crate::Position;

/// Names of a column with whole boards.
const BOARD_NAMES: [&str; 7] = [
    "regions", "region", "board", "grid", "puzzle", "task", "map",
];

/// Reads the boards of all lines, at least two.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let boards = of_column(&lines).or_else(|| behind_names(&lines))?;
    let mut found: Vec<Position> = Vec::with_capacity(boards.len());
    for board in boards {
        let position = grid::read(board, stars).ok()?;
        if !is_size(position.puzzle().size() as usize) {
            return None;
        }
        found.push(position);
    }
    (found.len() > 1).then_some(Ok(found))
}

/// Returns the fields below the name of a column with boards.
fn of_column<'t>(lines: &[&'t str]) -> Option<Vec<&'t str>> {
    let (head, rows) = lines.split_first()?;
    let names = fields(head);
    let column = names
        .iter()
        .position(|name| BOARD_NAMES.contains(&normalised(name).as_str()))
        .filter(|_| names.len() > 1)?;
    rows.iter()
        .map(|row| fields(row).get(column).copied())
        .collect()
}

/// Returns what is behind the name of each line.
fn behind_names<'t>(lines: &[&'t str]) -> Option<Vec<&'t str>> {
    let mut boards = Vec::with_capacity(lines.len());
    for line in lines {
        let (name, board) = line.split_once([':', '\t'])?;
        if name.is_empty() || name.len() >= 40 {
            return None;
        }
        boards.push(board.trim());
    }
    Some(boards)
}
