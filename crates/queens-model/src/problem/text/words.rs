//! Sizes and squares in words.

use super::{Field, LineError, ProblemTextError};
use crate::problem::MAX_SIDE;
use crate::square::Square;
use control::clip;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Size of a board: rows x columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
}

impl Size {
    pub(super) fn squares(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }
}

/// Writes one number for a square board, else rows x columns.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows == self.columns {
            write!(f, "{}", self.rows)
        } else {
            write!(f, "{}x{}", self.rows, self.columns)
        }
    }
}

/// Reads the form that `Display` writes, with or without blanks around the `x`.
impl FromStr for Size {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let error = || LineError::Size(clip(text));
        let side = |text: &str| number(text.trim()).filter(|&side| side <= MAX_SIDE).ok_or_else(error);
        match text.split_once(['x', 'X']) {
            None => side(text).map(|side| Size { rows: side, columns: side }),
            Some((rows, columns)) => Ok(Size { rows: side(rows)?, columns: side(columns)? }),
        }
    }
}

/// Reads digits alone, without a sign.
fn number(digits: &str) -> Option<u32> {
    let append = |number: u32, byte: u8| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    };
    (!digits.is_empty()).then(|| digits.bytes().try_fold(0, append))?
}

/// Ends each line with a line feed: a carriage return, alone or before a line feed, ends a line too.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// Reads the squares of a list: their names, with blanks or commas between them.
pub(super) fn listed_squares(field: &Field<'_>) -> impl Iterator<Item = Result<Square, ProblemTextError>> {
    let names = field.value.split([' ', '\t', ',']).filter(|name| !name.is_empty());
    names.map(|name| parse_square(name).map_err(|error| field.error(error)))
}

/// Reads the name of a square: `b4`, a column letter and a row number from 1, or `3:1`, row and
/// column from 0.
///
/// ```
/// use queens::problem::parse_square;
///
/// assert_eq!(parse_square("b4"), parse_square("3:1"));
/// ```
///
/// # Errors
/// Text that is neither.
pub fn parse_square(name: &str) -> Result<Square, LineError> {
    let name = name.trim();
    numbered_square(name, b':').or_else(|| name.parse().ok()).ok_or_else(|| LineError::Square(clip(name)))
}

/// Reads row and column, from 0, with `joint` between them.
pub(super) fn numbered_square(pair: &str, joint: u8) -> Option<Square> {
    // A board may have a million of these: over so few characters a plain loop is faster than a search.
    let at = pair.bytes().position(|byte| byte == joint)?;
    let (row, column) = (&pair[..at], &pair[at + 1..]);
    Some(Square::new(number(row.trim())?, number(column.trim())?))
}
