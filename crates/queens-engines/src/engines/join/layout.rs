//! The bit of each diagonal in a word.
//!
//! The board is cut between its middle rows and between its middle columns; the middle
//! row and column of an odd board are separate. The rest is four corners of h x h
//! squares, h = floor(n / 2). The coordinates (row, column) of a square are its distances
//! from the two cuts, so that all mirror images of a square have the same.
//!
//! The diagonals are named by their position relative to the centre: `Rising` i holds the
//! squares with x + y = i, `Falling` i those with x - y = i (x to the right, y upwards,
//! the cuts through 0). In each direction, exactly the diagonals -(h-1)..=h-1 cross both
//! halves of the board.

/// The four corners of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

/// All corners, in the order of their discriminants.
pub(super) const CORNERS: [Corner; 4] = [
    Corner::TopLeft,
    Corner::TopRight,
    Corner::BottomLeft,
    Corner::BottomRight,
];

/// The direction of a diagonal.
#[derive(Clone, Copy)]
enum DiagonalDirection {
    Falling,
    Rising,
}

/// Bits of the diagonals of the upper left and of the upper right corner that end on the
/// outermost square of the middle column (odd boards). Only corners of the top half have
/// them.
const EDGE_BITS: [u64; 2] = [1 << 62, 1 << 63];

/// Maximum number of marks; a word may have room for fewer.
const MAX_MARKS: u32 = 4;

/// The bits that both halves can have in common, from the lowest bit of a word on: the
/// marks, the falling diagonals that cross both halves, and the rising ones. In each
/// direction, a diagonal nearer to the centre has a higher bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBits {
    pub marks: u32,
    /// Number of diagonals of one direction that cross both halves.
    pub diagonals: u32,
}

impl SharedBits {
    /// Returns the number of bits.
    pub(super) fn count(self) -> u32 {
        self.marks + 2 * self.diagonals
    }

    /// Returns the word of all of them.
    pub(super) fn all(self) -> u64 {
        u64::MAX >> (u64::BITS - self.count())
    }

    /// Returns the word of the marks.
    pub(super) fn mark_bits(self) -> u64 {
        (1 << self.marks) - 1
    }
}

/// The bits of the words for boards of one size.
#[derive(Debug)]
pub(super) struct WordLayout {
    /// floor(n / 2).
    pub half: u32,
    /// True if there is a middle row and column.
    pub odd: bool,
    /// The bits that both halves can have in common.
    pub bits: SharedBits,
    squares: [Vec<u64>; 4],
}

impl WordLayout {
    /// Creates the layout for `n` queens; on a board of 32 there is room for two marks
    /// only.
    pub(super) fn new(n: u32) -> Self {
        let (diagonals, edges) = (2 * (n / 2) - 1, 2 * (n % 2));
        WordLayout::with_marks(n, MAX_MARKS.min(u64::BITS - 2 * diagonals - edges))
    }

    /// Creates the layout for `n` queens and this number of marks.
    pub(super) fn with_marks(n: u32, marks: u32) -> Self {
        let (half, odd) = (n / 2, n % 2 == 1);
        let bits = SharedBits {
            marks,
            diagonals: 2 * half - 1,
        };
        let mut layout = WordLayout {
            half,
            odd,
            bits,
            squares: Default::default(),
        };
        layout.squares = CORNERS.map(|corner| {
            let places =
                (0..half).flat_map(|row| (0..half).map(move |column| (row, column)));
            places
                .map(|(row, column)| layout.square(corner, row, column))
                .collect()
        });
        layout
    }

    /// Returns the set of all columns (or rows) of a corner.
    pub(super) fn all(&self) -> u32 {
        (1 << self.half) - 1
    }

    /// Returns the words of the squares of a corner, row by row.
    pub(super) fn squares(&self, corner: Corner) -> &[u64] {
        &self.squares[corner as usize]
    }

    /// Computes the word of a square of a corner.
    fn square(&self, corner: Corner, row: u32, column: u32) -> u64 {
        let gap = if self.odd { 2 } else { 1 };
        let (near, far) = (row as i32 - column as i32, (row + column) as i32 + gap);
        let (rising, falling) = match corner {
            Corner::TopLeft => (near, -far),
            Corner::TopRight => (far, -near),
            Corner::BottomLeft => (-far, near),
            Corner::BottomRight => (-near, far),
        };
        let edge = match corner {
            Corner::TopLeft if self.odd && far == self.half as i32 => EDGE_BITS[0],
            Corner::TopRight if self.odd && far == self.half as i32 => EDGE_BITS[1],
            _ => 0,
        };
        self.bit(DiagonalDirection::Rising, rising)
            | self.bit(DiagonalDirection::Falling, falling)
            | edge
    }

    /// Returns the word of the square of the middle row at `column` (> 0 to the right).
    pub(super) fn middle_row(&self, column: i32) -> u64 {
        self.bit(DiagonalDirection::Rising, column)
            | self.bit(DiagonalDirection::Falling, column)
    }

    /// Returns the word of the square of the middle column at `row` > 0 above the centre,
    /// for top halves.
    pub(super) fn middle_column(&self, row: u32) -> u64 {
        let edges = if row == self.half {
            EDGE_BITS[0] | EDGE_BITS[1]
        } else {
            0
        };
        let i = row as i32;
        self.bit(DiagonalDirection::Rising, i)
            | self.bit(DiagonalDirection::Falling, -i)
            | edges
    }

    /// Returns the bit of a mark, which makes some top halves conflict with some bottom
    /// halves; `None` if a word has no room for it.
    pub(super) fn mark(&self, index: u32) -> Option<u64> {
        Some(1 << self.bits.marks.checked_sub(index + 1)?)
    }

    /// Returns the bit of a diagonal, 0 if it does not cross both halves.
    fn bit(&self, direction: DiagonalDirection, index: i32) -> u64 {
        if index.unsigned_abs() >= self.half {
            return 0;
        }
        // From the centre outwards: 0, 1, -1, 2, -2 ...
        let outwards = 2 * index.unsigned_abs() - u32::from(index > 0);
        1 << (self.bits.marks + (direction as u32 + 1) * self.bits.diagonals
            - 1
            - outwards)
    }
}

#[cfg(test)]
mod tests {
    use super::super::MAX_JOINED_SIZE;
    use super::*;

    /// The position of a square of a corner, in half squares from the centre.
    fn position(
        layout: &WordLayout,
        corner: Corner,
        row: u32,
        column: u32,
    ) -> (i32, i32) {
        let from_cut =
            |distance: u32| 2 * distance as i32 + if layout.odd { 2 } else { 1 };
        let (x, y) = (from_cut(column), from_cut(row));
        match corner {
            Corner::TopLeft => (-x, y),
            Corner::TopRight => (x, y),
            Corner::BottomLeft => (-x, -y),
            Corner::BottomRight => (x, -y),
        }
    }

    /// Squares of different corners share a bit exactly if they share a diagonal.
    #[test]
    fn squares_share_a_bit_if_they_share_a_diagonal() {
        for n in (8..=20).chain(27..=MAX_JOINED_SIZE) {
            let layout = WordLayout::new(n);
            let cells = || {
                (0..layout.half)
                    .flat_map(|row| (0..layout.half).map(move |column| (row, column)))
            };
            for (one, other) in CORNERS.iter().flat_map(|&a| CORNERS.map(|b| (a, b))) {
                if one as usize >= other as usize {
                    continue;
                }
                for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))) {
                    let place =
                        |(row, column): (u32, u32)| (row * layout.half + column) as usize;
                    let (first, second) = (
                        layout.squares(one)[place(a)],
                        layout.squares(other)[place(b)],
                    );
                    let apart = first & second == 0;
                    let (p, q) = (
                        position(&layout, one, a.0, a.1),
                        position(&layout, other, b.0, b.1),
                    );
                    let diagonal = p.0 + p.1 == q.0 + q.1 || p.0 - p.1 == q.0 - q.1;
                    assert_eq!(
                        apart, !diagonal,
                        "n = {n}: {one:?} {a:?}, {other:?} {b:?}"
                    );
                }
            }
        }
    }
}
