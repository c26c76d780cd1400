//! The taken diagonals of the whole board or of a part of it.

/// Consecutive diagonals of one direction, one bit each, from number `first` on.
#[derive(Debug)]
pub(super) struct DiagonalBits<'a> {
    /// Number of the diagonal of bit 0.
    pub(super) first: u32,
    /// 64 diagonals in each word.
    pub(super) words: &'a mut [u64],
}

impl DiagonalBits<'_> {
    /// Reborrows into a local variable, whose fields the compiler keeps in registers.
    #[inline(always)]
    fn local(&mut self) -> DiagonalBits<'_> {
        DiagonalBits {
            first: self.first,
            words: self.words,
        }
    }

    /// Returns in bit 0 whether the diagonal is taken; the other bits are undefined.
    #[inline(always)]
    fn taken(&self, bit: u32) -> u64 {
        self.words[(bit >> 6) as usize] >> (bit & 63)
    }

    #[inline(always)]
    fn flip(&mut self, bit: u32) {
        self.words[(bit >> 6) as usize] ^= 1 << (bit & 63);
    }
}

/// The diagonals through some rows and columns.
///
/// Rising diagonals have the number row + column, falling ones (n - 1 - row) + column:
/// both from 0 to 2n - 2.
#[derive(Debug)]
pub(super) struct DiagonalWindow<'a> {
    /// Number of rows of the whole board.
    pub(super) n: u32,
    pub(super) rising: DiagonalBits<'a>,
    pub(super) falling: DiagonalBits<'a>,
}

/// Offsets of a row: added to a column they give its two bits.
#[derive(Clone, Copy)]
pub(super) struct RowOffsets {
    rising: u32,
    falling: u32,
}

impl<'a> DiagonalWindow<'a> {
    /// Creates a window on all diagonals of the board of `n` rows.
    pub(super) fn whole(n: u32, rising: &'a mut [u64], falling: &'a mut [u64]) -> Self {
        DiagonalWindow {
            n,
            rising: DiagonalBits {
                first: 0,
                words: rising,
            },
            falling: DiagonalBits {
                first: 0,
                words: falling,
            },
        }
    }

    /// Reborrows into a local variable.
    #[inline(always)]
    pub(super) fn local(&mut self) -> DiagonalWindow<'_> {
        DiagonalWindow {
            n: self.n,
            rising: self.rising.local(),
            falling: self.falling.local(),
        }
    }

    /// Returns the offsets of `row`. They may wrap; the sum with a column of the window
    /// does not.
    #[inline(always)]
    pub(super) fn row(&self, row: u32) -> RowOffsets {
        RowOffsets {
            rising: row.wrapping_sub(self.rising.first),
            falling: (self.n - 1 - row).wrapping_sub(self.falling.first),
        }
    }

    /// Returns 1 if both diagonals of the square are free, else 0.
    #[inline(always)]
    pub(super) fn free(&self, row: RowOffsets, column: u32) -> u64 {
        let rising = self.rising.taken(row.rising.wrapping_add(column));
        let falling = self.falling.taken(row.falling.wrapping_add(column));
        !(rising | falling) & 1
    }

    /// Toggles both diagonals of the square between taken and free.
    #[inline(always)]
    pub(super) fn flip(&mut self, row: RowOffsets, column: u32) {
        self.rising.flip(row.rising.wrapping_add(column));
        self.falling.flip(row.falling.wrapping_add(column));
    }
}
