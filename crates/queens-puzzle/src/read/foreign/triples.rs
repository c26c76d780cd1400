//! A map from the squares to their regions: `{(0, 0): 'A', (0, 1): 'A', ...}`,
//! `fromList [((0,0),'A'),...]`.

use super::FormResult;
use super::board::positions;
use super::stars;
use super::table::of_numbered;

/// Reads the only map of a text.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    if stars::names_marks(text) {
        return None;
    }
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('(') {
        rest = after;
        if let Some((square, name, behind)) = entry(after) {
            squares.push((square, name.to_owned()));
            rest = behind;
        }
    }
    positions(vec![(of_numbered(squares)?, None)], wanted)
}

/// Reads a square behind its bracket, and the region after it; returns the rest, too.
fn entry(text: &str) -> Option<([u32; 2], &str, &str)> {
    let (row, text) = number(text)?;
    let (column, text) = number(text.trim_start().strip_prefix(',')?)?;
    let text = text.trim_start().strip_prefix(')')?.trim_start();
    let text = text
        .strip_prefix("=>")
        .or_else(|| text.strip_prefix([':', ',']))?;
    let text = text.trim_start().trim_start_matches(['\'', '"']);
    let (name, rest) = control::split_before(text, |c| !c.is_alphanumeric());
    (!name.is_empty()).then_some(([row, column], name, rest))
}

/// Reads a number; returns the rest, too.
fn number(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let (digits, rest) = control::split_before(text, |c| !c.is_ascii_digit());
    Some((digits.parse().ok()?, rest))
}
