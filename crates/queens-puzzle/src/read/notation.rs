//! Star Battle Notation (Bryant and Tadrous, Star Battle Lab): the size, the stars, a flag and the borders in one word.
//!
//! The size is one digit twice: `55` to `99`, then `AA` for 10 to `PP` for 25. The stars are one digit, the flag one
//! letter. The borders are digits to the base 64 (`0` to `9`, `A` to `Z`, `a` to `z`, `-`, `_`), six lines in each, the
//! first line the highest bit: the lines right of the squares, row by row, then the lines below them, column by column;
//! where they make no whole digits, the first begins with zeros.
//!
//! Marks and the history of a game may follow; they are left out, because programs differ in where the marks begin.

use super::{Borders, ReadError, bits, from_borders};
use crate::Position;

/// The digits.
pub(crate) const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// The sizes that it can name.
pub(crate) const SIZES: std::ops::RangeInclusive<u32> = 5..=25;

/// What the first four characters say.
pub(super) struct Notation<'t> {
    size: usize,
    stars: u32,
    rest: &'t str,
}

impl<'t> Notation<'t> {
    /// Recognises the form by its beginning.
    pub(super) fn recognise(text: &'t str) -> Option<Self> {
        let word = text.split('~').next().unwrap_or_default().trim();
        let [first, second, stars, flag, ..] = *word.as_bytes() else { return None };
        let size = char::from(first).to_digit(36).filter(|size| first == second && SIZES.contains(size))?;
        let is_upper = first.is_ascii_digit() || first.is_ascii_uppercase();
        let stars = char::from(stars).to_digit(10).filter(|&stars| stars > 0)?;
        let known = is_upper && flag.is_ascii_alphabetic() && word.chars().all(|c| DIGITS.contains(c));
        // The first four are ASCII.
        known.then(|| Notation { size: size as usize, stars, rest: &word[4..] })
    }

    /// Reads the borders.
    pub(super) fn read(&self, stars: Option<u32>) -> Result<Position, ReadError> {
        let size = self.size;
        let lines = size * (size - 1);
        let needed = (2 * lines).div_ceil(6);
        let Some(digits) = self.rest.get(..needed) else {
            return Err(ReadError::Notation(format!(
                "has {} characters, but a board of {size} x {size} takes {}: copy it whole",
                4 + self.rest.len(),
                4 + needed
            )));
        };
        let digit = |c| DIGITS.find(c).map(|value| value as u32);
        let bits = bits(digits, 6, digit)
            .map_err(|c| ReadError::Notation(format!("has {c:?}, which is none of its digits {DIGITS}")))?;
        let bits = &bits[bits.len() - 2 * lines..];
        let column_by_column = &bits[lines..];
        let below = (0..lines).map(|at| column_by_column[at % size * (size - 1) + at / size]);
        let borders = Borders { size, right: bits[..lines].to_vec(), below: below.collect() };
        from_borders(&borders, stars.unwrap_or(self.stars))
    }
}
