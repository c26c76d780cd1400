//! Addresses of puzz.link, and the `task` strings of puzzle-star-battle.com.
//!
//! An address ends in `starbattle/columns/rows/stars/borders`. The borders are digits in
//! base 32 (`0` to `9`, `a` to `v`) of five lines each, the first line in the highest
//! bit: first the lines on the right of the squares, row by row, padded to a whole digit,
//! then the lines below them, row by row (pzpr, `decodeBorder`).

use super::{Borders, MAX_SIZE, PuzzleReadError, bits, from_borders};
use crate::Position;
use control::{clip, split_before};

/// Part of an address after the name of the puzzle, if it is an address. Other sites also
/// have `starbattle/` in their addresses, but as a folder: pzpr names the puzzle at the
/// beginning of the query.
pub(super) fn body(text: &str) -> Option<&str> {
    if text.lines().count() > 1 {
        return None;
    }
    let (before, body) = text.split_once("starbattle/")?;
    let is_puzzle_name = before.is_empty() || before.ends_with(['?', ' ']);
    body.split(char::is_whitespace)
        .next()
        .filter(|_| is_puzzle_name)
}

/// Reads `10/10/2/borders`.
pub(super) fn read(body: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let bad = |reason: String| PuzzleReadError::Link(reason);
    let mut parts = body.split('/').filter(|part| !part.ends_with(':'));
    let mut numbers = LinkNumbers {
        parts: &mut parts,
        form: "starbattle/columns/rows/stars/borders",
    };
    let (columns, rows) = (
        numbers.next("columns", MAX_SIZE)?,
        numbers.next("rows", MAX_SIZE)?,
    );
    let named = numbers.next("stars", MAX_SIZE)?;
    if columns != rows {
        return Err(bad(format!(
            "has {columns} columns and {rows} rows: a puzzle must be square"
        )));
    }
    let digits = parts.next().unwrap_or_default();
    let size = rows as usize;
    let lines = size * (size - 1);
    let half = lines.div_ceil(5);
    if digits.len() != 2 * half {
        return Err(bad(format!(
            "has {} digits of borders, but a board of {size} x {size} takes {}: copy the whole address",
            digits.len(),
            2 * half
        )));
    }
    let bits = bits(digits, 5, |digit| digit.to_digit(32)).map_err(|digit| {
        bad(format!(
            "has {digit:?} among its borders: the digits are 0 to 9 and a to v"
        ))
    })?;
    let borders = Borders {
        size,
        right: bits[..lines].to_vec(),
        below: bits[5 * half..5 * half + lines].to_vec(),
    };
    from_borders(&borders, stars.unwrap_or(named))
}

/// The numbers at the beginning of a pzpr address or file.
pub(super) struct LinkNumbers<'n, 't> {
    pub(super) parts: &'n mut dyn Iterator<Item = &'t str>,
    /// Expected parts, for messages.
    pub(super) form: &'static str,
}

impl LinkNumbers<'_, '_> {
    /// Reads the next number, 1 to `most`.
    pub(super) fn next(&mut self, what: &str, most: u32) -> Result<u32, PuzzleReadError> {
        let part = self.parts.next().unwrap_or_default();
        let number = part
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            PuzzleReadError::Link(format!(
                "has '{}' for the number of {what}, which is 1 to {most}: copy it all, {}",
                clip(part),
                self.form
            ))
        })
    }
}

/// Finds the numbers of `task = '1,1,2,2'`, also within a longer line.
pub(super) fn task(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once("task")?;
    let is_sign = |c: char| c.is_whitespace() || ['=', ':', '\'', '"', '`'].contains(&c);
    let numbers = behind.trim_start_matches(is_sign);
    let (numbers, _) = split_before(numbers, |c| !c.is_ascii_digit() && c != ',');
    let numbers = numbers.trim_end_matches(',');
    numbers
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(numbers)
}
