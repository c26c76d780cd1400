//! Sizes and squares in words.

use super::{Field, LineError, ProblemTextError};
use crate::problem::MAX_SIDE;
use crate::square::{Square, parse_number};
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
    pub(super) fn square_count(self) -> u64 {
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

/// Reads the form that `Display` writes, with or without blanks around the `x`, which may
/// be a `×`.
impl FromStr for Size {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let side =
            |number: &str| parse_side(number).ok_or_else(|| LineError::Size(clip(text)));
        match text.split_once(['x', 'X', '×']) {
            None => side(text).map(|side| Size {
                rows: side,
                columns: side,
            }),
            Some((rows, columns)) => Ok(Size {
                rows: side(rows)?,
                columns: side(columns)?,
            }),
        }
    }
}

/// Reads the length of a side.
pub(super) fn parse_side(text: &str) -> Option<u32> {
    parse_number(text.trim()).filter(|&side| side <= MAX_SIDE)
}

/// Ends each line with a line feed: a carriage return, alone or before a line feed, ends
/// a line too.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// Reads the squares of a list: their names, with blanks or commas between them.
pub(super) fn listed_squares(
    field: &Field<'_>,
) -> impl Iterator<Item = Result<Square, ProblemTextError>> {
    let names = field
        .value
        .split([' ', '\t', ','])
        .filter(|name| !name.is_empty());
    names.map(|name| {
        name.parse()
            .map_err(|error| field.error_at(LineError::Square(error)))
    })
}
