//! Which diagonals are taken, on the whole board or on a part of it.

/// A run of diagonals of one direction: a bit for each, from number `first` on.
#[derive(Debug)]
pub(super) struct Bits<'a> {
    /// The number of the diagonal of bit 0.
    pub(super) first: u32,
    /// 64 diagonals in a word.
    pub(super) words: &'a mut [u64],
}

impl Bits<'_> {
    /// The same bits through a local variable, which the compiler keeps in registers.
    #[inline(always)]
    fn local(&mut self) -> Bits<'_> {
        Bits { first: self.first, words: self.words }
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
pub(super) struct Window<'a> {
    /// The number of rows of the whole board.
    pub(super) n: u32,
    pub(super) rising: Bits<'a>,
    pub(super) falling: Bits<'a>,
}

/// What to add to a column to get its two bits in a row.
#[derive(Clone, Copy)]
pub(super) struct Row {
    rising: u32,
    falling: u32,
}

impl<'a> Window<'a> {
    /// All diagonals of the board of `n` rows.
    pub(super) fn whole(n: u32, rising: &'a mut [u64], falling: &'a mut [u64]) -> Self {
        Window { n, rising: Bits { first: 0, words: rising }, falling: Bits { first: 0, words: falling } }
    }

    /// The same window through a local variable.
    #[inline(always)]
    pub(super) fn local(&mut self) -> Window<'_> {
        Window { n: self.n, rising: self.rising.local(), falling: self.falling.local() }
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
