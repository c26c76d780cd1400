//! Pieces of several kinds on one board.

use crate::problem::Piece;
use std::fmt;
use std::str::FromStr;

/// A chess piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceKind {
    /// Strikes along rows, columns and diagonals.
    Queen,
    /// Strikes along rows and columns.
    Rook,
    /// Strikes along diagonals.
    Bishop,
    /// Leaps two squares along a line and one to the side.
    Knight,
    /// Strikes the neighbouring squares.
    King,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [PieceKind; 5] = [
        PieceKind::Queen,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::King,
    ];

    /// Returns the name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            PieceKind::Queen => "queen",
            PieceKind::Rook => "rook",
            PieceKind::Bishop => "bishop",
            PieceKind::Knight => "knight",
            PieceKind::King => "king",
        }
    }

    /// Returns the name in the plural.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            PieceKind::Queen => "queens",
            PieceKind::Rook => "rooks",
            PieceKind::Bishop => "bishops",
            PieceKind::Knight => "knights",
            PieceKind::King => "kings",
        }
    }

    /// Returns the squares that it attacks.
    #[must_use]
    pub fn piece(self) -> Piece {
        match self {
            PieceKind::Queen => Piece::queen(),
            PieceKind::Rook => Piece::rook(),
            PieceKind::Bishop => Piece::bishop(),
            PieceKind::Knight => Piece::knight(),
            PieceKind::King => Piece::king(),
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Numbers of pieces of several kinds: given numbers, or as many as possible of each, the
/// same number of each.
///
/// ```
/// use queens::relative::{PieceKind, PieceMix};
///
/// let mix: PieceMix = "8 queens, 2 knights".parse()?;
/// assert_eq!(mix.numbers(), Some(vec![(PieceKind::Queen, 8), (PieceKind::Knight, 2)]));
/// let equal: PieceMix = "queens = knights".parse()?;
/// assert_eq!((equal.numbers(), equal.kinds()), (None, vec![PieceKind::Queen, PieceKind::Knight]));
/// # Ok::<(), queens::relative::PieceMixError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMix {
    /// Number of each kind, in the order of [`PieceKind::ALL`]; 0 if there are none of
    /// it. If the numbers are to be equal, 1 for each kind.
    numbers: [u16; 5],
    is_equal: bool,
}

impl PieceMix {
    /// As many queens as knights.
    pub const QUEENS_AND_KNIGHTS: Self = PieceMix {
        numbers: [1, 0, 0, 1, 0],
        is_equal: true,
    };

    /// Returns the kinds, in the order of [`PieceKind::ALL`].
    #[must_use]
    pub fn kinds(self) -> Vec<PieceKind> {
        PieceKind::ALL
            .into_iter()
            .zip(self.numbers)
            .filter(|(_, number)| *number > 0)
            .map(|(kind, _)| kind)
            .collect()
    }

    /// Returns the number of each kind of which there are any; `None` if as many as
    /// possible are wanted, equally many of each.
    #[must_use]
    pub fn numbers(self) -> Option<Vec<(PieceKind, u16)>> {
        let numbers = PieceKind::ALL
            .into_iter()
            .zip(self.numbers)
            .filter(|(_, number)| *number > 0);
        (!self.is_equal).then(|| numbers.collect())
    }

    /// Creates a mix of equally many pieces of each kind, as many as possible.
    ///
    /// # Errors
    /// Fewer than two kinds; a kind twice.
    pub fn equal(kinds: &[PieceKind]) -> Result<Self, PieceMixError> {
        let numbers = numbers_of(kinds.iter().map(|&kind| (kind, 1)))?;
        if kinds.len() < 2 {
            Err(PieceMixError::OneKind)
        } else {
            Ok(PieceMix {
                numbers,
                is_equal: true,
            })
        }
    }

    /// Creates a mix of these numbers of pieces.
    ///
    /// # Errors
    /// No piece at all; a kind twice.
    pub fn from_numbers(numbers: &[(PieceKind, u16)]) -> Result<Self, PieceMixError> {
        let numbers = numbers_of(numbers.iter().copied())?;
        if numbers == [0; 5] {
            Err(PieceMixError::Empty)
        } else {
            Ok(PieceMix {
                numbers,
                is_equal: false,
            })
        }
    }
}

/// Returns the numbers in the order of the kinds.
fn numbers_of(
    given: impl Iterator<Item = (PieceKind, u16)>,
) -> Result<[u16; 5], PieceMixError> {
    let mut numbers = [None; 5];
    for (kind, number) in given {
        if numbers[kind as usize].replace(number).is_some() {
            return Err(PieceMixError::Twice(kind));
        }
    }
    Ok(numbers.map(|number| number.unwrap_or(0)))
}

/// Error of a mix of pieces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceMixError {
    /// A word that names no piece.
    #[error("'{0}' is not a piece: use one of queens, rooks, bishops, knights, kings")]
    Kind(String),
    /// A number that is out of range or missing.
    #[error(
        "'{0}' is not a number of pieces: write, for example, '8 queens, 2 knights' (at most 65535 of a kind), or 'queens = knights'"
    )]
    Number(String),
    /// A kind that occurs twice.
    #[error("{} occur twice: give their number once", .0.plural())]
    Twice(PieceKind),
    /// Equal numbers of a single kind.
    #[error(
        "equal numbers need at least two kinds of pieces, for example 'queens = knights'"
    )]
    OneKind,
    /// No piece.
    #[error("there are no pieces: write, for example, '8 queens, 2 knights'")]
    Empty,
}

/// Writes `8 queens, 2 knights` or `queens = knights`.
impl fmt::Display for PieceMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_equal { " = " } else { ", " };
        let kinds = PieceKind::ALL
            .into_iter()
            .zip(self.numbers)
            .filter(|(_, number)| *number > 0);
        for (i, (kind, number)) in kinds.enumerate() {
            if i > 0 {
                f.write_str(separator)?;
            }
            match number {
                _ if self.is_equal => f.write_str(kind.plural())?,
                1 => write!(f, "1 {kind}")?,
                number => write!(f, "{number} {}", kind.plural())?,
            }
        }
        Ok(())
    }
}

/// Reads a name of a piece, in the singular or plural.
impl FromStr for PieceKind {
    type Err = PieceMixError;

    fn from_str(word: &str) -> Result<Self, PieceMixError> {
        let is_named = |kind: &PieceKind| {
            [kind.id(), kind.plural()]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word.trim()))
        };
        PieceKind::ALL
            .into_iter()
            .find(is_named)
            .ok_or_else(|| PieceMixError::Kind(word.trim().chars().take(40).collect()))
    }
}

/// Reads the form that `Display` writes; `and` and `+` may stand for a comma.
impl FromStr for PieceMix {
    type Err = PieceMixError;

    fn from_str(text: &str) -> Result<Self, PieceMixError> {
        if text.contains('=') {
            let kinds = text
                .split('=')
                .map(str::parse)
                .collect::<Result<Vec<_>, _>>()?;
            return PieceMix::equal(&kinds);
        }
        let text = text.replace(" and ", ",").replace('+', ",");
        if text.trim().is_empty() {
            return Err(PieceMixError::Empty);
        }
        let read = |part: &str| {
            let part = part.trim();
            let wrong = || PieceMixError::Number(part.chars().take(40).collect());
            let (number, kind) = control::split_before(part, |c| !c.is_ascii_digit());
            if kind.is_empty() {
                return Err(wrong());
            }
            Ok((kind.parse()?, number.parse().map_err(|_| wrong())?))
        };
        PieceMix::from_numbers(
            &text
                .split(',')
                .map(read)
                .collect::<Result<Vec<_>, PieceMixError>>()?,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_are_read_in_several_forms() {
        let eight: PieceMix = "8 queens, 2 knights".parse().unwrap();
        for text in [
            "8 queens and 2 knights",
            "2 knights + 8 queens",
            "8queens,2knights",
            "8 Queens, 2 Knights, 0 rooks",
        ] {
            assert_eq!(text.parse(), Ok(eight), "{text}");
        }
        assert_eq!(
            "1 king,1 rook".parse::<PieceMix>().unwrap().to_string(),
            "1 rook, 1 king"
        );
        assert_eq!(
            "knight=queen".parse::<PieceMix>().unwrap().to_string(),
            "queens = knights"
        );
        assert_eq!("queens = knights".parse(), Ok(PieceMix::QUEENS_AND_KNIGHTS));
    }

    #[test]
    fn others_are_refused() {
        let refused = |text: &str| text.parse::<PieceMix>().unwrap_err().to_string();
        assert_eq!(
            refused("8 pawns"),
            "'pawns' is not a piece: use one of queens, rooks, bishops, knights, kings"
        );
        assert_eq!(
            refused("2 queens, 3 queens"),
            "queens occur twice: give their number once"
        );
        assert!(refused("queens").starts_with("'queens' is not a number of pieces"));
        assert!(
            refused("99999 queens")
                .starts_with("'99999 queens' is not a number of pieces")
        );
        assert!(refused("queens = ").starts_with("'' is not a piece"));
        assert!(refused("0 queens").starts_with("there are no pieces"));
        assert!(refused("").starts_with("there are no pieces"));
    }
}
