//! Squares and their names.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A square. Row 0 is drawn on top, column 0 on the left.
///
/// People see algebraic names, counted from 1: column letters, then the row number. `Square::new(0, 0)` is `a1`, in
/// the upper left corner. Squares order by row, then column.
///
/// Its serde form is a pair of numbers, row and column, as in the JSON documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    "'{0}' is not a valid square: write a column letter and a row number such as b4, both counted from 1"
)]
pub struct SquareNameError(String);

/// Reads an algebraic name, in upper or lower case.
impl std::str::FromStr for Square {
    type Err = SquareNameError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let error = || SquareNameError(name.chars().take(40).collect());
        let split = name.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(error)?;
        let (letters, digits) = name.split_at(split);
        if letters.is_empty() || letters.len() > 7 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let column = letters
            .bytes()
            .fold(0u64, |column, letter| column * 26 + u64::from(letter.to_ascii_lowercase() - b'a') + 1);
        let row: u64 = digits.parse().map_err(|_| error())?;
        let zero_based = |n: u64| n.checked_sub(1).and_then(|n| u32::try_from(n).ok());
        match (zero_based(row), zero_based(column)) {
            (Some(row), Some(column)) => Ok(Square { row, column }),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_from_one_and_round_trip() {
        let cases =
            [((0, 0), "a1"), ((7, 7), "h8"), ((26, 25), "z27"), ((26, 26), "aa27"), ((0, 701), "zz1")];
        for ((row, column), name) in cases {
            assert_eq!(Square::new(row, column).to_string(), name);
            assert_eq!(name.parse(), Ok(Square::new(row, column)));
        }
        assert_eq!("D5".parse(), Ok(Square::new(4, 3)));
    }

    #[test]
    fn refuses_bad_names() {
        for name in
            ["", "a", "1", "a0", "1a", "a-1", "a1b", "é1", "aaaaaaaa1", "zzzzzzz1", "a99999999999999999999"]
        {
            assert!(name.parse::<Square>().is_err(), "{name}");
        }
    }
}
