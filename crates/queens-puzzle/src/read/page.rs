//! The address of a puzzle on the page of `queens serve`:
//! `http://.../#puzzles?r=AABB.AABB.CCDD.CCDD&s=2&m=.q..x`.
//!
//! `r` holds a word of letters for each row, separated by dots, `s` the number of queens
//! in each unit, `m` a mark for each square, row by row: `q` a queen, `x` or `y` a cross,
//! `g` a given queen, `b` a blocked square. Missing marks at the end are open.

use super::{PuzzleReadError, grid};
use crate::{Mark, Position};
use control::clip;

/// Settings in the address of a puzzle, if it is one.
pub(super) fn settings(line: &str) -> Option<&str> {
    let line = line.trim();
    let (_, settings) = line.split_once('?')?;
    let is_address = line.contains("://")
        || line.starts_with(['#', '/'])
        || line.starts_with("puzzles?");
    (is_address
        && !line.contains(char::is_whitespace)
        && setting(settings, "r").is_some())
    .then_some(settings)
}

/// Value of a setting.
fn setting<'t>(settings: &'t str, key: &str) -> Option<&'t str> {
    settings
        .split('&')
        .find_map(|setting| setting.split_once('=').filter(|(name, _)| *name == key))
        .map(|(_, value)| value)
}

/// Reads the settings.
pub(super) fn read(
    settings: &str,
    stars: Option<u32>,
) -> Result<Position, PuzzleReadError> {
    let bad = |reason: String| PuzzleReadError::Address(reason);
    let named = match setting(settings, "s").filter(|named| !named.is_empty()) {
        Some(named) => {
            let stars = named
                .parse()
                .map_err(|_| bad(format!("has s={}: use a number", clip(named))))?;
            Some(stars)
        }
        None => None,
    };
    let rows = setting(settings, "r")
        .unwrap_or_default()
        .to_ascii_uppercase();
    let mut position = grid::read(&rows, stars.or(named))?;
    let squares: Vec<_> = position.puzzle().problem().every_square().collect();
    let marks = setting(settings, "m").unwrap_or_default();
    if marks.chars().count() > squares.len() {
        return Err(bad(format!(
            "has {} marks for {} squares",
            marks.chars().count(),
            squares.len()
        )));
    }
    let mut clues = Vec::new();
    for (square, mark) in squares.into_iter().zip(marks.chars()) {
        let known = match mark {
            'q' | 'g' => Mark::Queen,
            'x' | 'y' | 'b' => Mark::Cross,
            '.' => continue,
            other => {
                return Err(bad(format!(
                    "has {other:?} among its marks: use . q x y g b"
                )));
            }
        };
        position.set(square, known);
        clues.extend(['g', 'b'].contains(&mark).then_some((square, known)));
    }
    if clues.is_empty() {
        Ok(position)
    } else {
        Ok(position.with_clues(clues)?)
    }
}
