//! Which bit of a word stands for which diagonal.
//!
//! The board is cut between its middle rows and between its middle columns; an odd board keeps its
//! middle row and column apart. What is left are four corners of h x h squares, h = floor(n / 2). A square
//! of a corner is (row, column) = its distances from the two cuts, so that every mirror image of a corner
//! has the same coordinates.
//!
//! The diagonals are named by their position relative to the centre: `Rising` i holds the squares with
//! x + y = i, `Falling` i those with x - y = i (x to the right, y upwards, the cuts through 0). Both halves
//! of the board see the diagonals -(h-1)..=h-1 of each direction and no others.

/// The four corners of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

/// All corners, in the order of their discriminants.
pub(super) const CORNERS: [Corner; 4] =
    [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];

/// The direction of a diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Rising,
    Falling,
}

/// Where the key of a word begins. Below it lies what is compared, above it what only the top half sees.
const KEY_SHIFT: u32 = 32;
/// The diagonal of the upper left corner that ends on the outermost square of the middle column (odd boards).
const EDGE: u64 = 1 << 63;
/// Set in every word of a top half and in the padding of a list of bottom halves: padding never fits.
pub(super) const PADDING: u32 = 1 << 31;
/// The lowest of four bits with which a class of top halves refuses a class of bottom halves.
pub(super) const MARK: u64 = 1 << 27;
/// How many bits below the marks stand for diagonals.
const REST_BITS: u32 = 27;
/// The most bits of a key that are looked at in one go.
const MAX_DIGIT_BITS: u32 = 4;

/// The bits of the words for boards of one size.
#[derive(Debug)]
pub(super) struct Layout {
    /// floor(n / 2).
    pub half: u32,
    /// Whether there is a middle row and column.
    pub odd: bool,
    /// The bits of each digit of the key, the one that is tested first at the front.
    pub digits: Vec<u32>,
    /// The bits of the key: of all digits together.
    pub key_bits: u32,
    squares: [Vec<u64>; 4],
}

impl Layout {
    pub(super) fn new(n: u32) -> Self {
        let half = n / 2;
        let diagonals = 2 * (2 * half - 1);
        let key_bits = diagonals.saturating_sub(REST_BITS).max(usual_key_bits(n)).min(diagonals);
        let count = key_bits.div_ceil(MAX_DIGIT_BITS);
        let digits = (0..count).map(|i| (key_bits + i) / count).collect();
        let mut layout = Layout { half, odd: n % 2 == 1, digits, key_bits, squares: Default::default() };
        layout.squares = CORNERS.map(|corner| {
            let places = (0..half).flat_map(|row| (0..half).map(move |column| (row, column)));
            places.map(|(row, column)| layout.square(corner, row, column)).collect()
        });
        layout
    }

    /// The set of all columns (or rows) of a corner.
    pub(super) fn all(&self) -> u32 {
        (1 << self.half) - 1
    }

    /// The words of the squares of a corner, row by row.
    pub(super) fn squares(&self, corner: Corner) -> &[u64] {
        &self.squares[corner as usize]
    }

    /// The word of one square of a corner.
    fn square(&self, corner: Corner, row: u32, column: u32) -> u64 {
        let gap = if self.odd { 2 } else { 1 };
        let (near, far) = (row as i32 - column as i32, (row + column) as i32 + gap);
        let top = matches!(corner, Corner::TopLeft | Corner::TopRight);
        let (rising, falling) = match corner {
            Corner::TopLeft => (near, -far),
            Corner::TopRight => (far, -near),
            Corner::BottomLeft => (-far, near),
            Corner::BottomRight => (-near, far),
        };
        let edge = match corner {
            Corner::TopLeft if self.odd && far == self.half as i32 => EDGE,
            _ => 0,
        };
        self.bit(Direction::Rising, rising, top) | self.bit(Direction::Falling, falling, top) | edge
    }

    /// The word of the square of the middle row at `column` (> 0 to the right), as the half sees it.
    pub(super) fn middle_row(&self, column: u32, top: bool) -> u64 {
        let i = column as i32;
        self.bit(Direction::Rising, i, top) | self.bit(Direction::Falling, i, top)
    }

    /// The word of the square of the middle column at `row` > 0 above the centre, as the top half sees it.
    pub(super) fn middle_column(&self, row: u32) -> u64 {
        let edge = if row == self.half { EDGE } else { 0 };
        let i = row as i32;
        self.bit(Direction::Rising, i, true) | self.bit(Direction::Falling, -i, true) | edge
    }

    /// Whether two halves share no diagonal: the slow way, for a few pairs.
    pub(super) fn fit(&self, top: u64, bottom: u64) -> bool {
        if top as u32 & bottom as u32 != 0 {
            return false;
        }
        let (top_key, mut bottom_key) = (key(top, self.key_bits), key(bottom, self.key_bits));
        let mut below = self.key_bits;
        self.digits.iter().all(|bits| {
            below -= bits;
            let digit = bottom_key & ((1 << bits) - 1);
            bottom_key >>= bits;
            (top_key >> below) & digit == 0
        })
    }

    /// The bit of a diagonal, 0 if the halves do not share it.
    fn bit(&self, direction: Direction, index: i32, top: bool) -> u64 {
        if index.unsigned_abs() >= self.half {
            return 0;
        }
        // From the centre outwards: 0, 1, -1, 2, -2 ..., both directions in turn.
        let outwards = 2 * index.unsigned_abs() - u32::from(index > 0);
        let place = 2 * outwards + u32::from(direction == Direction::Falling);
        match place.checked_sub(self.key_bits) {
            Some(rest) => 1 << rest,
            None => 1 << (KEY_SHIFT + self.key_place(place, top)),
        }
    }

    /// The place of a diagonal in the key. The digits of a bottom key stand in the opposite order: the one
    /// that is tested first varies fastest, so that what it lets through lies together.
    fn key_place(&self, place: u32, top: bool) -> u32 {
        let mut first = 0;
        for (i, &bits) in self.digits.iter().enumerate() {
            if place < first + bits {
                let below: u32 =
                    if top { self.digits[i + 1..].iter().sum() } else { self.digits[..i].iter().sum() };
                return below + place - first;
            }
            first += bits;
        }
        unreachable!("the place lies in the key")
    }
}

/// The key of a word.
#[inline(always)]
pub(super) fn key(word: u64, key_bits: u32) -> usize {
    ((word >> KEY_SHIFT) & ((1 << key_bits) - 1)) as usize
}

/// The bits of the key that pay for the usual length of a list.
fn usual_key_bits(n: u32) -> u32 {
    match n {
        ..=15 => 4,
        16 | 17 => 4,
        18 | 19 => 8,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a square of a corner lies, in half squares from the centre.
    fn position(layout: &Layout, corner: Corner, row: u32, column: u32) -> (i32, i32) {
        let from_cut = |distance: u32| 2 * distance as i32 + if layout.odd { 2 } else { 1 };
        let (x, y) = (from_cut(column), from_cut(row));
        match corner {
            Corner::TopLeft => (-x, y),
            Corner::TopRight => (x, y),
            Corner::BottomLeft => (-x, -y),
            Corner::BottomRight => (x, -y),
        }
    }

    /// Squares of different corners share a bit exactly where they share a diagonal.
    #[test]
    fn squares_share_a_bit_if_they_share_a_diagonal() {
        for n in 8..=20 {
            let layout = Layout::new(n);
            let cells = || (0..layout.half).flat_map(|row| (0..layout.half).map(move |column| (row, column)));
            let top = [Corner::TopLeft, Corner::TopRight];
            for (one, other) in CORNERS.iter().flat_map(|&a| CORNERS.map(|b| (a, b))) {
                if one as usize >= other as usize {
                    continue;
                }
                let same_half = top.contains(&one) == top.contains(&other);
                for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))) {
                    let place = |(row, column): (u32, u32)| (row * layout.half + column) as usize;
                    let (first, second) = (layout.squares(one)[place(a)], layout.squares(other)[place(b)]);
                    let apart = if same_half { first & second == 0 } else { layout.fit(first, second) };
                    let (p, q) = (position(&layout, one, a.0, a.1), position(&layout, other, b.0, b.1));
                    let diagonal = p.0 + p.1 == q.0 + q.1 || p.0 - p.1 == q.0 - q.1;
                    assert_eq!(apart, !diagonal, "n = {n}: {one:?} {a:?}, {other:?} {b:?}");
                }
            }
        }
    }
}
