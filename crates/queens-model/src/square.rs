//! Squares and their names.

use control::clip;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Largest number of squares of a board that is stored square by square (holes, walls,
/// regions, cubes).
pub const MAX_DRAWN: u64 = 16_000_000;

/// A square. Row 0 is drawn on top, column 0 on the left.
///
/// People see algebraic names, counted from 1: column letters, then the row number.
/// `Square::new(0, 0)` is `a1`, in the upper left corner. Squares order by row, then
/// column.
///
/// Its serde form is a pair of numbers, row and column, as in the JSON documents.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Square {
    /// Row, from 0.
    pub row: u32,
    /// Column, from 0.
    pub column: u32,
}

impl Square {
    /// Creates the square in `row` and `column`, both from 0.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        Square { row, column }
    }
}

impl From<(u32, u32)> for Square {
    fn from((row, column): (u32, u32)) -> Self {
        Square { row, column }
    }
}

impl From<Square> for (u32, u32) {
    fn from(square: Square) -> Self {
        (square.row, square.column)
    }
}

/// Writes the algebraic name: `a1`, `h8`, `aa27`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0u8; 8];
        let mut start = letters.len();
        let mut left = u64::from(self.column) + 1;
        while left > 0 {
            left -= 1;
            start -= 1;
            letters[start] = b'a' + (left % 26) as u8;
            left /= 26;
        }
        let name = letters[start..].iter().map(|&l| char::from(l));
        for letter in name {
            write!(f, "{letter}")?;
        }
        write!(f, "{}", u64::from(self.row) + 1)
    }
}

/// Text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a valid square: write b4 (column letter, row number from 1) or 3:1 (row:column from 0)"
)]
pub struct SquareNameError(String);

/// Reads an algebraic name, in upper or lower case, or row and column from 0 with a colon
/// between them.
///
/// ```
/// use queens::square::Square;
///
/// assert_eq!("b4".parse(), Ok(Square::new(3, 1)));
/// assert_eq!("3:1".parse(), Ok(Square::new(3, 1)));
/// ```
impl std::str::FromStr for Square {
    type Err = SquareNameError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        numbered_square(name, b':')
            .or_else(|| algebraic_square(name))
            .ok_or_else(|| SquareNameError(clip(name)))
    }
}

/// Reads a column letter and a row number from 1.
fn algebraic_square(name: &str) -> Option<Square> {
    let letters = name.bytes().position(|byte| !byte.is_ascii_alphabetic())?;
    let (letters, digits) = name.split_at_checked(letters)?;
    if letters.is_empty() || letters.len() > 7 {
        return None;
    }
    let column = letters.bytes().fold(0u64, |column, letter| {
        column * 26 + u64::from(letter.to_ascii_lowercase() - b'a') + 1
    });
    Some(Square::new(
        parse_number(digits)?.checked_sub(1)?,
        u32::try_from(column - 1).ok()?,
    ))
}

/// Reads row and column, from 0, with `joint` between them.
pub(crate) fn numbered_square(pair: &str, joint: u8) -> Option<Square> {
    // A board may have a million of these: over so few characters a plain loop is faster
    // than a search.
    let at = pair.bytes().position(|byte| byte == joint)?;
    let (row, column) = (pair.get(..at)?, pair.get(at + 1..)?);
    Some(Square::new(
        parse_number(row.trim())?,
        parse_number(column.trim())?,
    ))
}

/// Reads digits alone, without a sign.
pub(crate) fn parse_number(digits: &str) -> Option<u32> {
    let append = |number: u32, byte: u8| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    };
    (!digits.is_empty()).then(|| digits.bytes().try_fold(0, append))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_one_and_round_trip() {
        let cases = [
            ((0, 0), "a1"),
            ((7, 7), "h8"),
            ((26, 25), "z27"),
            ((26, 26), "aa27"),
            ((0, 701), "zz1"),
        ];
        for ((row, column), name) in cases {
            assert_eq!(Square::new(row, column).to_string(), name);
            assert_eq!(name.parse(), Ok(Square::new(row, column)));
        }
        assert_eq!("D5".parse(), Ok(Square::new(4, 3)));
    }

    #[test]
    fn numbers_with_a_colon_count_from_zero() {
        for (name, square) in [
            ("3:1", (3, 1)),
            ("0:0", (0, 0)),
            ("4294967295:7", (u32::MAX, 7)),
        ] {
            assert_eq!(name.parse(), Ok(Square::from(square)));
        }
    }

    #[test]
    fn refuses_bad_names() {
        let algebraic = [
            "a",
            "a0",
            "1a",
            "a-1",
            "a1b",
            "é1",
            "b4\0",
            "aaaaaaaa1",
            "zzzzzzz1",
            "a99999999999999999999",
        ];
        let numbered = [
            "",
            "1",
            ":",
            "3:",
            ":1",
            "-1:0",
            "+1:0",
            "1:2:3",
            "4294967296:0",
            "3:b",
        ];
        for name in algebraic.into_iter().chain(numbered) {
            assert_eq!(
                name.parse::<Square>(),
                Err(SquareNameError(clip(name))),
                "{name}"
            );
        }
    }
}
