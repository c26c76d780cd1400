//! Quarter tables: every way to fill a corner, by columns and rows.

use super::layout::{CORNERS, Corner, Layout};
use std::ops::Deref;
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
        let squares = layout.squares(corner);
        extend(layout.half, squares, columns, Partial::default(), &mut found);
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
fn extend(half: u32, squares: &[u64], columns: u32, so_far: Partial, found: &mut Vec<(u32, u64)>) {
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
                word: so_far.word | squares[(row * half + column) as usize],
            };
            extend(half, squares, columns & (columns - 1), next, found);
        }
    }
}

/// The largest half of a board whose quarters are all kept.
const MOST_KEPT: u32 = 10;

/// The quarters of a board. Of small boards each is kept when it is first asked for; of large ones all
/// together would not fit, and the work to list them is nothing beside the join.
#[derive(Debug)]
pub(super) struct Quarters {
    layout: Layout,
    kept: [Vec<OnceLock<Quarter>>; 4],
}

/// A quarter, kept or made to be used once.
pub(super) enum Listed<'q> {
    Kept(&'q Quarter),
    Once(Quarter),
}

impl Deref for Listed<'_> {
    type Target = Quarter;

    fn deref(&self) -> &Quarter {
        match self {
            Listed::Kept(quarter) => quarter,
            Listed::Once(quarter) => quarter,
        }
    }
}

impl Quarters {
    pub(super) fn new(n: u32) -> Self {
        let layout = Layout::new(n);
        let kept = if layout.half > MOST_KEPT { 0 } else { 1 << layout.half };
        let kept = CORNERS.map(|_| (0..kept).map(|_| OnceLock::new()).collect());
        Quarters { layout, kept }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The placements on `columns` of a corner.
    pub(super) fn get(&self, corner: Corner, columns: u32) -> Listed<'_> {
        let list = || Quarter::new(&self.layout, corner, columns);
        match self.kept[corner as usize].get(columns as usize) {
            Some(kept) => Listed::Kept(kept.get_or_init(list)),
            None => Listed::Once(list()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to choose a row for each of the columns, attacks or not.
    fn choices(half: u32, columns: &[u32]) -> Vec<Vec<(u32, u32)>> {
        let Some((&first, rest)) = columns.split_first() else { return vec![vec![]] };
        let others = choices(half, rest);
        let with = |row| others.iter().map(move |other| [&[(row, first)], other.as_slice()].concat());
        (0..half).flat_map(with).collect()
    }

    fn attacks(a: (u32, u32), b: (u32, u32)) -> bool {
        a.0 == b.0 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
    }

    #[test]
    fn the_lists_hold_every_placement_once() {
        for (n, corner) in [(8, Corner::TopLeft), (9, Corner::TopRight), (10, Corner::BottomLeft)] {
            let layout = Layout::new(n);
            for columns in 0..=layout.all() {
                let list: Vec<u32> = (0..layout.half).filter(|c| columns >> c & 1 == 1).collect();
                let mut expected = choices(layout.half, &list);
                expected.retain(|squares| {
                    let before = |i: usize| squares[..i].iter();
                    (0..squares.len()).all(|i| before(i).all(|&other| !attacks(squares[i], other)))
                });
                let quarter = Quarter::new(&layout, corner, columns);
                for rows in 0..=layout.all() {
                    let on_rows = |squares: &&Vec<(u32, u32)>| {
                        squares.iter().fold(0, |set, &(row, _)| set | 1 << row) == rows
                    };
                    let word = |squares: &Vec<(u32, u32)>| {
                        let place = |&(row, column)| (row * layout.half + column) as usize;
                        squares.iter().fold(0, |word, square| word | layout.squares(corner)[place(square)])
                    };
                    let mut words: Vec<u64> = expected.iter().filter(on_rows).map(word).collect();
                    let mut listed = quarter.on_rows(rows).to_vec();
                    words.sort_unstable();
                    listed.sort_unstable();
                    assert_eq!(listed, words, "n = {n}, columns {columns:b}, rows {rows:b}");
                }
            }
        }
    }
}
