//! Star Battle Notation, SBN (Bryant and Tadrous, Star Battle Lab): size, stars, a flag
//! and the borders in one word.
//!
//! The size is one digit twice: `55` to `99`, then `AA` for 10 to `PP` for 25. The stars
//! are one digit, the flag one letter. The borders are digits in base 64 (`0` to `9`, `A`
//! to `Z`, `a` to `z`, `-`, `_`) of six lines each, the first line in the highest bit:
//! the lines on the right of the squares, row by row, then the lines below them, column
//! by column. Zeros at the front pad them to whole digits.
//!
//! Marks and the history of a game may follow. They are ignored, because programs differ
//! in where the marks begin.

use super::{Borders, PuzzleReadError, bits, from_borders};
use crate::Position;

/// Digits in base 64.
pub(crate) const SBN_DIGITS: &str =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Sizes that the notation can hold.
pub(crate) const SBN_SIZES: std::ops::RangeInclusive<u32> = 5..=25;

/// A notation whose first four characters are read.
pub(super) struct SbnHeader<'t> {
    size: usize,
    stars: u32,
    rest: &'t str,
}

impl<'t> SbnHeader<'t> {
    /// Recognises a notation by its beginning.
    pub(super) fn recognise(text: &'t str) -> Option<Self> {
        let word = text.split('~').next().unwrap_or_default().trim();
        let [first, second, stars, flag, ..] = *word.as_bytes() else {
            return None;
        };
        let size = char::from(first)
            .to_digit(36)
            .filter(|size| first == second && SBN_SIZES.contains(size))?;
        let is_upper = first.is_ascii_digit() || first.is_ascii_uppercase();
        let stars = char::from(stars).to_digit(10).filter(|&stars| stars > 0)?;
        let known = is_upper
            && flag.is_ascii_alphabetic()
            && word.chars().all(|c| SBN_DIGITS.contains(c));
        let rest = word.get(4..).filter(|_| known)?;
        Some(SbnHeader {
            size: size as usize,
            stars,
            rest,
        })
    }

    /// Reads the borders.
    pub(super) fn read(&self, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
        let size = self.size;
        let lines = size * (size - 1);
        let needed = (2 * lines).div_ceil(6);
        let Some(digits) = self.rest.get(..needed) else {
            return Err(PuzzleReadError::Notation(format!(
                "has {} characters, but a board of {size} x {size} takes {}: copy it all",
                4 + self.rest.len(),
                4 + needed
            )));
        };
        let digit = |c| SBN_DIGITS.find(c).map(|value| value as u32);
        let bits = bits(digits, 6, digit).map_err(|c| {
            PuzzleReadError::Notation(format!(
                "has {c:?}, which is not one of the digits {SBN_DIGITS}"
            ))
        })?;
        let bits = &bits[bits.len() - 2 * lines..];
        let column_by_column = &bits[lines..];
        let below =
            (0..lines).map(|at| column_by_column[at % size * (size - 1) + at / size]);
        let borders = Borders {
            size,
            right: bits[..lines].to_vec(),
            below: below.collect(),
        };
        from_borders(&borders, stars.unwrap_or(self.stars))
    }
}
