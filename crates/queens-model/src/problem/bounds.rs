//! Lower and upper bounds of the number of queens in a unit.

use std::fmt;
use std::str::FromStr;

/// Longest beginning of an invalid text that an error shows, in characters.
const MAX_SHOWN: usize = 40;

/// The lowest and the highest number of queens in a unit (a row, a column, a region, the
/// board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    low: u32,
    high: u32,
}

/// Reason why bounds are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// The lowest number is above the highest.
    #[error("{low}..{high} is empty: write the lowest number of queens first")]
    Empty {
        /// The lowest number.
        low: u32,
        /// The highest number.
        high: u32,
    },
    /// Text that is not a number of queens.
    #[error(
        "'{0}' is not a valid number of queens: write 1 for exactly one, 0..1 for at most one, 2.. for two or more, or \
         any; numbers go up to {max}",
        max = u32::MAX
    )]
    Unreadable(String),
}

impl Bounds {
    /// No demand at all.
    pub const ANY: Bounds = Bounds {
        low: 0,
        high: u32::MAX,
    };
    /// Exactly one queen.
    pub const ONE: Bounds = Bounds::exactly(1);
    /// One queen or more.
    pub const AT_LEAST_ONE: Bounds = Bounds {
        low: 1,
        high: u32::MAX,
    };
    /// One queen or none.
    pub const AT_MOST_ONE: Bounds = Bounds { low: 0, high: 1 };

    /// Creates bounds from `low` to `high` queens, both included; `u32::MAX` as the
    /// highest means no limit.
    ///
    /// # Errors
    /// `low` above `high`.
    pub fn new(low: u32, high: u32) -> Result<Self, BoundsError> {
        if low > high {
            return Err(BoundsError::Empty { low, high });
        }
        Ok(Bounds { low, high })
    }

    /// Returns bounds for exactly `count` queens.
    #[must_use]
    pub const fn exactly(count: u32) -> Self {
        Bounds {
            low: count,
            high: count,
        }
    }

    /// Returns the bounds that allow the numbers that both allow; `None` if there are
    /// none.
    #[must_use]
    pub fn and(self, other: Bounds) -> Option<Self> {
        Bounds::new(self.low.max(other.low), self.high.min(other.high)).ok()
    }

    /// Returns bounds for up to `count` queens.
    #[must_use]
    pub const fn at_most(count: u32) -> Self {
        Bounds {
            low: 0,
            high: count,
        }
    }

    /// Returns the lowest number.
    #[must_use]
    pub const fn low(self) -> u32 {
        self.low
    }

    /// Returns the highest number; `u32::MAX` means no limit.
    #[must_use]
    pub const fn high(self) -> u32 {
        self.high
    }

    /// Returns true if `count` queens are allowed.
    #[must_use]
    pub const fn contains(self, count: u32) -> bool {
        self.low <= count && count <= self.high
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (0, u32::MAX) => f.write_str("any"),
            (low, u32::MAX) => write!(f, "{low}.."),
            (low, high) if low == high => write!(f, "{low}"),
            (low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// Reads the form that `Display` writes; `..3` is `0..3`.
impl FromStr for Bounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("any") {
            return Ok(Bounds::ANY);
        }
        let Some((low, high)) = text.split_once("..") else {
            return parse_count(text).map(Bounds::exactly);
        };
        Bounds::new(parse_end(low, 0)?, parse_end(high, u32::MAX)?)
    }
}

/// Parses one end of a range; `missing` if its text is empty.
fn parse_end(text: &str, missing: u32) -> Result<u32, BoundsError> {
    if text.trim().is_empty() {
        Ok(missing)
    } else {
        parse_count(text)
    }
}

/// Parses a number of queens. The error shows the beginning of the text.
fn parse_count(text: &str) -> Result<u32, BoundsError> {
    text.trim()
        .parse()
        .map_err(|_| BoundsError::Unreadable(text.chars().take(MAX_SHOWN).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_round_trip() {
        for text in ["1", "0..1", "2..", "any", "0", "3..5"] {
            assert_eq!(text.parse::<Bounds>().unwrap().to_string(), text);
        }
        assert_eq!("..3".parse::<Bounds>(), Bounds::new(0, 3));
        for text in ["", "x", "3..2", "-1", "1...2", "99999999999"] {
            assert!(text.parse::<Bounds>().is_err(), "{text}");
        }
    }
}
