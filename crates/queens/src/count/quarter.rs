//! Quarter tables: every way to fill a corner, by columns and rows.

use super::layout::{CORNERS, Corner, Layout};
use std::sync::OnceLock;

/// All placements without attack on one set of columns of a corner, one queen in each, by their rows.
#[derive(Debug, Default)]
pub(super) struct Quarter {
    /// Where the list of each set of rows begins; one more entry than there are sets.
    offsets: Vec<u32>,
    words: Vec<u64>,
}

impl Quarter {
    /// Lists the placements on `columns`.
    pub(super) fn new(layout: &Layout, corner: Corner, columns: u32) -> Self {
        let mut found = Vec::new();
        let place = |row, column| layout.square(corner, row, column);
        extend(layout.half, &place, columns, Partial::default(), &mut found);
        let sets = 1 << layout.half;
        let mut offsets = vec![0; sets + 1];
        for &(rows, _) in &found {
            offsets[rows as usize + 1] += 1;
        }
        for i in 0..sets {
            offsets[i + 1] += offsets[i];
        }
        let mut next = offsets.clone();
        let mut words = vec![0; found.len()];
        for &(rows, word) in &found {
            let slot = &mut next[rows as usize];
            words[*slot as usize] = word;
            *slot += 1;
        }
        Quarter { offsets, words }
    }

    /// The words of the placements that take exactly the rows of `rows`.
    #[inline(always)]
    pub(super) fn on_rows(&self, rows: u32) -> &[u64] {
        let rows = rows as usize;
        &self.words[self.offsets[rows] as usize..self.offsets[rows + 1] as usize]
    }
}

/// Some queens in a corner.
#[derive(Clone, Copy, Default)]
struct Partial {
    rows: u32,
    rising: u32,
    falling: u32,
    word: u64,
}

/// Adds to `found` the rows and the word of every way to fill the `columns` that are left.
fn extend(
    half: u32,
    square: &impl Fn(u32, u32) -> u64,
    columns: u32,
    so_far: Partial,
    found: &mut Vec<(u32, u64)>,
) {
    if columns == 0 {
        found.push((so_far.rows, so_far.word));
        return;
    }
    let column = columns.trailing_zeros();
    for row in 0..half {
        let (in_row, rising, falling) = (1 << row, 1 << (row + column), 1 << (half + row - column));
        if so_far.rows & in_row == 0 && so_far.rising & rising == 0 && so_far.falling & falling == 0 {
            let next = Partial {
                rows: so_far.rows | in_row,
                rising: so_far.rising | rising,
                falling: so_far.falling | falling,
                word: so_far.word | square(row, column),
            };
            extend(half, square, columns & (columns - 1), next, found);
        }
    }
}

/// The quarters of a board, each listed when it is first asked for.
#[derive(Debug)]
pub(super) struct Quarters {
    layout: Layout,
    cells: [Vec<OnceLock<Quarter>>; 4],
}

impl Quarters {
    pub(super) fn new(n: u32) -> Self {
        let layout = Layout::new(n);
        let sets = 1 << layout.half;
        let cells = CORNERS.map(|_| (0..sets).map(|_| OnceLock::new()).collect());
        Quarters { layout, cells }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The placements on `columns` of a corner.
    pub(super) fn get(&self, corner: Corner, columns: u32) -> &Quarter {
        self.cells[corner as usize][columns as usize]
            .get_or_init(|| Quarter::new(&self.layout, corner, columns))
    }
}
