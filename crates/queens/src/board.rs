//! Squares and the eight symmetries of the board.

use std::fmt;

/// One square. Row 0 is the line that is drawn first (on top), column 0 is the leftmost.
///
/// People see squares in algebraic form, counted from 1: column letters, then the row number, so
/// that `Square::new(0, 0)` is `a1`, in the upper left corner. Squares order by row, then column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row, from 0.
    pub row: u32,
    /// Column, from 0.
    pub column: u32,
}

impl Square {
    /// The square in `row` and `column`, both from 0.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        Square { row, column }
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

/// What is wrong with the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square: write a column letter and a row number such as b4, both counted from 1")]
pub struct SquareNameError(String);

/// Reads an algebraic name, in either case.
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

/// A symmetry of the square: the eight of them make the dihedral group D4.
///
/// Turns are clockwise as the board is drawn (row 0 on top).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Leaves every square where it is.
    Identity,
    /// Turns the board by 90 degrees.
    QuarterTurn,
    /// Turns the board by 180 degrees.
    HalfTurn,
    /// Turns the board by 270 degrees.
    ThreeQuarterTurn,
    /// Exchanges top and bottom.
    FlipRows,
    /// Exchanges left and right.
    FlipColumns,
    /// Reflects in the diagonal through the upper left corner: exchanges rows and columns.
    Transpose,
    /// Reflects in the diagonal through the upper right corner.
    AntiTranspose,
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Identity => "standstill",
            Symmetry::QuarterTurn => "quarter turn",
            Symmetry::HalfTurn => "half turn",
            Symmetry::ThreeQuarterTurn => "three-quarter turn",
            Symmetry::FlipRows => "reflection of top and bottom",
            Symmetry::FlipColumns => "reflection of left and right",
            Symmetry::Transpose => "reflection in the diagonal",
            Symmetry::AntiTranspose => "reflection in the other diagonal",
        })
    }
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::FlipRows,
        Symmetry::FlipColumns,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Whether a board of `rows` x `columns` comes out with columns and rows exchanged.
    #[must_use]
    pub fn exchanges_axes(self) -> bool {
        matches!(
            self,
            Symmetry::QuarterTurn
                | Symmetry::ThreeQuarterTurn
                | Symmetry::Transpose
                | Symmetry::AntiTranspose
        )
    }

    /// What comes of `first`, then this one.
    #[must_use]
    pub fn after(self, first: Symmetry) -> Symmetry {
        // This square of 4 x 4 has eight images, which tell the symmetries apart.
        let image = |symmetry: Symmetry, square| symmetry.apply(square, 4, 4);
        let both = image(self, image(first, Square::new(0, 1)));
        let is_it = |&other: &Symmetry| image(other, Square::new(0, 1)) == both;
        Symmetry::ALL.into_iter().find(is_it).unwrap_or(Symmetry::Identity)
    }

    /// The same symmetry for someone who sees the board after `turn`: a mirror becomes another mirror.
    #[must_use]
    pub(crate) fn seen_from(self, turn: Symmetry) -> Symmetry {
        let is_back = |&back: &Symmetry| back.after(turn) == Symmetry::Identity;
        let back = Symmetry::ALL.into_iter().find(is_back).unwrap_or(Symmetry::Identity);
        turn.after(self).after(back)
    }

    /// Where `square` of a board of `rows` x `columns` goes.
    ///
    /// The square must stand on that board.
    #[must_use]
    pub fn apply(self, square: Square, rows: u32, columns: u32) -> Square {
        let Square { row, column } = square;
        debug_assert!(row < rows && column < columns, "{square} is off the board");
        let (up, left) = (rows - 1 - row, columns - 1 - column);
        match self {
            Symmetry::Identity => square,
            Symmetry::QuarterTurn => Square::new(column, up),
            Symmetry::HalfTurn => Square::new(up, left),
            Symmetry::ThreeQuarterTurn => Square::new(left, row),
            Symmetry::FlipRows => Square::new(up, column),
            Symmetry::FlipColumns => Square::new(row, left),
            Symmetry::Transpose => Square::new(column, row),
            Symmetry::AntiTranspose => Square::new(left, up),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_count_from_one_and_read_back() {
        let cases =
            [((0, 0), "a1"), ((7, 7), "h8"), ((26, 25), "z27"), ((26, 26), "aa27"), ((0, 701), "zz1")];
        for ((row, column), name) in cases {
            assert_eq!(Square::new(row, column).to_string(), name);
            assert_eq!(name.parse(), Ok(Square::new(row, column)));
        }
        assert_eq!("D5".parse(), Ok(Square::new(4, 3)));
    }

    #[test]
    fn bad_names_are_refused() {
        for name in
            ["", "a", "1", "a0", "1a", "a-1", "a1b", "é1", "aaaaaaaa1", "zzzzzzz1", "a99999999999999999999"]
        {
            assert!(name.parse::<Square>().is_err(), "{name}");
        }
    }

    #[test]
    fn a_corner_region_has_eight_images_on_the_square() {
        let images: BTreeSet<Square> =
            Symmetry::ALL.iter().map(|s| s.apply(Square::new(0, 1), 5, 5)).collect();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn symmetries_come_one_after_the_other() {
        assert_eq!(Symmetry::QuarterTurn.after(Symmetry::QuarterTurn), Symmetry::HalfTurn);
        assert_eq!(Symmetry::QuarterTurn.after(Symmetry::ThreeQuarterTurn), Symmetry::Identity);
        assert_eq!(Symmetry::FlipRows.seen_from(Symmetry::QuarterTurn), Symmetry::FlipColumns);
        for (a, b) in Symmetry::ALL.iter().flat_map(|&a| Symmetry::ALL.map(|b| (a, b))) {
            let square = Square::new(1, 3);
            assert_eq!(a.after(b).apply(square, 4, 4), a.apply(b.apply(square, 4, 4), 4, 4));
        }
    }

    #[test]
    fn four_quarter_turns_are_the_identity() {
        let mut square = Square::new(1, 3);
        let (mut rows, mut columns) = (4, 7);
        for _ in 0..4 {
            square = Symmetry::QuarterTurn.apply(square, rows, columns);
            (rows, columns) = (columns, rows);
        }
        assert_eq!(square, Square::new(1, 3));
    }
}
