//! Which diagonals are taken, on the whole board or on a part of it.

/// A run of diagonals of one direction: a bit for each, from number `first` on.
#[derive(Debug)]
pub(super) struct Bits {
    /// The number of the diagonal of bit 0.
    first: u32,
    words: Vec<u64>,
}

impl Bits {
    /// Bits over `words`; bit 0 is diagonal `first`.
    pub(super) fn new(first: u32, words: Vec<u64>) -> Self {
        Bits { first, words }
    }

    /// The number of the first diagonal.
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// The bits, 64 diagonals in a word.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Bit 0 for a free diagonal, 1 for one that is taken; the other bits mean nothing.
    #[inline(always)]
    fn taken(&self, bit: u32) -> u64 {
        self.words[(bit >> 6) as usize] >> (bit & 63)
    }

    #[inline(always)]
    fn flip(&mut self, bit: u32) {
        self.words[(bit >> 6) as usize] ^= 1 << (bit & 63);
    }
}

/// The diagonals that the queens of some rows and columns may stand on.
///
/// Diagonals that rise to the right have the number row + column, those that fall have
/// (n - 1 - row) + column: both from 0 to 2n - 2.
#[derive(Debug)]
pub(super) struct Window {
    n: u32,
    pub(super) rising: Bits,
    pub(super) falling: Bits,
}

/// What to add to a column to get its two bits in a row.
#[derive(Clone, Copy)]
pub(super) struct Row {
    rising: u32,
    falling: u32,
}

impl Window {
    /// A window on the board of `n` rows.
    pub(super) fn new(n: u32, rising: Bits, falling: Bits) -> Self {
        Window { n, rising, falling }
    }

    /// The offsets of `row`. They wrap: only the sum with a column of the window counts.
    #[inline(always)]
    pub(super) fn row(&self, row: u32) -> Row {
        Row {
            rising: row.wrapping_sub(self.rising.first),
            falling: (self.n - 1 - row).wrapping_sub(self.falling.first),
        }
    }

    /// 1 if both diagonals of the square are free, else 0.
    #[inline(always)]
    pub(super) fn free(&self, row: Row, column: u32) -> u64 {
        let rising = self.rising.taken(row.rising.wrapping_add(column));
        let falling = self.falling.taken(row.falling.wrapping_add(column));
        !(rising | falling) & 1
    }

    /// Takes or frees both diagonals of the square.
    #[inline(always)]
    pub(super) fn flip(&mut self, row: Row, column: u32) {
        self.rising.flip(row.rising.wrapping_add(column));
        self.falling.flip(row.falling.wrapping_add(column));
    }
}
