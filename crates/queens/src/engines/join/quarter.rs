//! Quarter tables: every way to fill a corner, by columns and rows.

use super::layout::{CORNERS, Corner, Layout};
use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::OnceLock;

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// A corner.
    Corner(Corner),
    /// The upper left corner with what lies beside it of the middle row and the middle column: a queen in each of
    /// them, that of the column further out. The one of the row stands on one of the corner's columns, too.
    LeftWithMiddle,
    /// The same on the right.
    RightWithMiddle,
}

/// How many tables there are: one for each corner, and for both with the middle row and column.
const TABLES: usize = CORNERS.len() + 2;

impl Region {
    pub(super) fn table(self) -> usize {
        match self {
            Region::Corner(corner) => corner as usize,
            Region::LeftWithMiddle => CORNERS.len(),
            Region::RightWithMiddle => CORNERS.len() + 1,
        }
    }
}

/// All placements without attack on one set of columns of a region, one queen in each, by their rows.
#[derive(Debug, Default)]
pub(super) struct Quarter {
    /// Where each list begins; one more entry than there are lists.
    offsets: Vec<u32>,
    words: Vec<u64>,
}

impl Quarter {
    /// Lists the placements on `columns`; `watch` is told how many there are, again and again.
    ///
    /// # Errors
    /// Those of `watch`.
    fn new<E>(
        layout: &Layout,
        region: Region,
        columns: u32,
        watch: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (corner, side) = match region {
            Region::Corner(corner) => (corner, None),
            Region::LeftWithMiddle => (Corner::TopLeft, Some(-1)),
            Region::RightWithMiddle => (Corner::TopRight, Some(1)),
        };
        let mut listing =
            Listing { half: layout.half, squares: layout.squares(corner), found: Vec::new(), watch };
        let Some(side) = side else {
            listing.extend(columns, Partial::default())?;
            return listing.sorted();
        };
        for column in (0..layout.half).filter(|column| columns >> column & 1 == 1) {
            for row in column + 1..layout.half {
                let queens = Partial::on_middle_lines(layout, row, column, side);
                listing.extend(columns & !(1 << column), queens)?;
            }
        }
        listing.sorted()
    }

    /// The placements that leave free what is blocked.
    pub(super) fn without(&self, blocked: u64) -> Quarter {
        let mut offsets = Vec::with_capacity(self.offsets.len());
        let mut words = vec![0; self.words.len()];
        let (mut begin, mut len) = (0, 0);
        for &end in &self.offsets {
            for &word in &self.words[begin..end as usize] {
                words[len] = word;
                len += usize::from(word & blocked == 0);
            }
            offsets.push(len as u32);
            begin = end as usize;
        }
        words.truncate(len);
        Quarter { offsets, words }
    }

    /// The words of the placements that take exactly the rows of `rows`.
    #[inline(always)]
    pub(super) fn on_rows(&self, rows: u32) -> &[u64] {
        let Range { start, end } = self.span(rows);
        &self.words[start as usize..end as usize]
    }

    /// Where the words of [`Quarter::on_rows`] stand among all.
    #[inline(always)]
    pub(super) fn span(&self, rows: u32) -> Range<u32> {
        self.offsets[rows as usize]..self.offsets[rows as usize + 1]
    }

    /// All words, list by list.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// A placement that was found.
struct Placement {
    rows: u32,
    word: u64,
}

/// How many placements are listed between looks at the limits.
const UNWATCHED: usize = 1 << 18;

/// Placements as they are found.
struct Listing<'a, W> {
    half: u32,
    /// The words of the squares.
    squares: &'a [u64],
    found: Vec<Placement>,
    watch: &'a mut W,
}

impl<W: FnMut(usize) -> Result<(), E>, E> Listing<'_, W> {
    /// Adds every way to fill the `columns` that are left.
    fn extend(&mut self, columns: u32, so_far: Partial) -> Result<(), E> {
        if columns == 0 {
            self.found.push(Placement { rows: so_far.rows, word: so_far.word });
            return if self.found.len().is_multiple_of(UNWATCHED) {
                (self.watch)(self.found.len())
            } else {
                Ok(())
            };
        }
        let half = self.half;
        let column = columns.trailing_zeros();
        let taken = so_far.rows | so_far.rising >> (column + 1) | so_far.falling >> (half - column);
        let mut free = ((1 << half) - 1) & !taken;
        while free != 0 {
            let row = free.trailing_zeros();
            free &= free - 1;
            let (rising, falling) = diagonals(half, row as i32, column as i32);
            let next = Partial {
                rows: so_far.rows | 1 << row,
                rising: so_far.rising | rising,
                falling: so_far.falling | falling,
                word: so_far.word | self.squares[(row * half + column) as usize],
            };
            self.extend(columns & (columns - 1), next)?;
        }
        Ok(())
    }

    /// All that were found, by their rows.
    fn sorted(self) -> Result<Quarter, E> {
        let Listing { half, found, watch, .. } = self;
        let mut offsets = vec![0; (1 << half) + 1];
        for some in found.chunks(UNWATCHED) {
            watch(found.len())?;
            for placement in some {
                offsets[placement.rows as usize + 1] += 1;
            }
        }
        for i in 0..1 << half {
            offsets[i + 1] += offsets[i];
        }
        let mut next = offsets.clone();
        let mut words = vec![0; found.len()];
        for some in found.chunks(UNWATCHED) {
            watch(found.len())?;
            for placement in some {
                let slot = &mut next[placement.rows as usize];
                words[*slot as usize] = placement.word;
                *slot += 1;
            }
        }
        Ok(Quarter { offsets, words })
    }
}

/// Some queens in a region.
#[derive(Clone, Copy, Default)]
struct Partial {
    rows: u32,
    rising: u32,
    falling: u32,
    word: u64,
}

impl Partial {
    /// A queen of the middle column in a row of an upper corner, and one of the middle row in a column: of the left corner
    /// if `side` is -1, of the right one if it is 1.
    fn on_middle_lines(layout: &Layout, row: u32, column: u32, side: i32) -> Self {
        let of_column = diagonals(layout.half, row as i32, -1);
        let of_row = diagonals(layout.half, -1, column as i32);
        Partial {
            rows: 1 << row,
            rising: of_column.0 | of_row.0,
            falling: of_column.1 | of_row.1,
            word: layout.middle_column(row + 1) | layout.middle_row(side * (column as i32 + 1)),
        }
    }
}

/// The bits of the two diagonals of a square; the middle row and column are row and column -1 of a corner.
fn diagonals(half: u32, row: i32, column: i32) -> (u32, u32) {
    (1 << (row + column + 1), 1 << (half as i32 + row - column))
}

/// The largest half of a board whose quarters are all kept.
const MOST_KEPT: u32 = 10;

/// The quarters of a board. Of small boards each is kept when it is first asked for; of large ones all
/// together would not fit, and the work to list them is nothing beside the join.
#[derive(Debug)]
pub(super) struct Quarters {
    layout: Layout,
    kept: [Vec<OnceLock<Quarter>>; TABLES],
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
    pub(super) fn new(layout: Layout) -> Self {
        Quarters::keeping(layout, MOST_KEPT)
    }

    /// Keeps the quarters if the half of the board is at most `most`.
    pub(super) fn keeping(layout: Layout, most: u32) -> Self {
        let kept = if layout.half > most { 0 } else { 1 << layout.half };
        let kept = [(); TABLES].map(|()| (0..kept).map(|_| OnceLock::new()).collect());
        Quarters { layout, kept }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The placements on `columns` of a region; those that are not kept are listed under the eyes of `watch`, which is
    /// told how many there are.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn get<E>(
        &self,
        region: Region,
        columns: u32,
        watch: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Listed<'_>, E> {
        match self.kept[region.table()].get(columns as usize) {
            Some(kept) => Ok(Listed::Kept(kept.get_or_init(|| {
                let Ok(quarter) =
                    Quarter::new(&self.layout, region, columns, &mut |_| Ok::<(), Infallible>(()));
                quarter
            }))),
            None => Ok(Listed::Once(Quarter::new(&self.layout, region, columns, watch)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square by row and column from the centre; on an odd board -1 is the middle row or column.
    type Square = (i32, i32);

    /// Every way to choose one of the `rows` for each of the columns, attacks or not.
    fn choices(rows: &Range<i32>, columns: &[i32]) -> Vec<Vec<Square>> {
        let Some((&first, rest)) = columns.split_first() else { return vec![vec![]] };
        let others = choices(rows, rest);
        let with = |row| others.iter().map(move |other| [&[(row, first)], other.as_slice()].concat());
        rows.clone().flat_map(with).collect()
    }

    #[test]
    fn what_watches_a_listing_can_end_it() {
        let quarters = Quarters::keeping(Layout::new(27), 0);
        for (columns, at) in [(0b101, 134), (0xff, UNWATCHED)] {
            let ended = quarters.get(Region::Corner(Corner::TopLeft), columns, &mut Err);
            assert_eq!(ended.err(), Some(at));
        }
    }

    #[test]
    fn a_quarter_is_the_same_whether_it_is_kept_or_not() {
        for n in [8, 9] {
            let (kept, once) = (Quarters::new(Layout::new(n)), Quarters::keeping(Layout::new(n), 0));
            let corners = CORNERS.map(Region::Corner);
            for region in corners.into_iter().chain([Region::LeftWithMiddle, Region::RightWithMiddle]) {
                let [Ok(kept), Ok(once)] = [&kept, &once]
                    .map(|quarters| quarters.get(region, 0b101, &mut |_| Ok::<(), Infallible>(())));
                assert!(matches!((&kept, &once), (Listed::Kept(_), Listed::Once(_))));
                assert_eq!((&kept.offsets, &kept.words), (&once.offsets, &once.words));
            }
        }
    }

    fn attacks(a: Square, b: Square) -> bool {
        a.0 == b.0 || (a.0 - b.0).abs() == (a.1 - b.1).abs()
    }

    /// A region has in its lists, for all sets of columns and rows, each of the placements that belong to it.
    fn holds(layout: &Layout, region: Region, belongs: impl Fn(&[Square]) -> bool) {
        let half = layout.half as i32;
        let (rows, middle_column) = match region {
            Region::Corner(_) => (0..half, None),
            Region::LeftWithMiddle | Region::RightWithMiddle => (-1..half, Some(-1)),
        };
        let (corner, sign) = match region {
            Region::Corner(corner) => (corner, 0),
            Region::LeftWithMiddle => (Corner::TopLeft, -1),
            Region::RightWithMiddle => (Corner::TopRight, 1),
        };
        let word = |&(row, column): &Square| match (row, column) {
            (-1, _) => layout.middle_row(sign * (column + 1)),
            (_, -1) => layout.middle_column(row as u32 + 1),
            _ => layout.squares(corner)[(row * half + column) as usize],
        };
        for columns in 0..=layout.all() {
            let inside = (0..half).filter(|column| columns >> column & 1 == 1);
            let mut expected = choices(&rows, &inside.chain(middle_column).collect::<Vec<_>>());
            expected.retain(|squares| {
                let before = |i: usize| squares[..i].iter();
                let free = (0..squares.len()).all(|i| before(i).all(|&other| !attacks(squares[i], other)));
                free && belongs(squares)
            });
            let Ok(quarter) = Quarter::new(layout, region, columns, &mut |_| Ok::<(), Infallible>(()));
            for rows in 0..=layout.all() {
                let on_rows = |squares: &&Vec<Square>| {
                    let inside = squares.iter().filter(|square| square.0 >= 0);
                    inside.fold(0, |set, &(row, _)| set | 1 << row) == rows
                };
                let words = expected.iter().filter(on_rows);
                let words = words.map(|squares| squares.iter().map(word).fold(0, |all, square| all | square));
                let (mut words, mut listed) = (words.collect::<Vec<u64>>(), quarter.on_rows(rows).to_vec());
                words.sort_unstable();
                listed.sort_unstable();
                assert_eq!(listed, words, "half {half}, {region:?}, columns {columns:b}, rows {rows:b}");
            }
        }
    }

    #[test]
    fn the_lists_hold_every_placement_once() {
        for (n, corner) in [(8, Corner::TopLeft), (9, Corner::TopRight), (10, Corner::BottomLeft)] {
            holds(&Layout::new(n), Region::Corner(corner), |_| true);
        }
    }

    #[test]
    fn the_lists_with_middle_queens_hold_every_placement_once() {
        let between = |at: fn(&Square) -> Option<i32>, squares: &[Square]| squares.iter().find_map(at);
        for (n, region) in
            [(9, Region::LeftWithMiddle), (9, Region::RightWithMiddle), (11, Region::RightWithMiddle)]
        {
            holds(&Layout::new(n), region, |squares| {
                let of_row = between(|&(row, column)| (row == -1 && column >= 0).then_some(column), squares);
                let of_column = between(|&(row, column)| (column == -1 && row >= 0).then_some(row), squares);
                of_row.zip(of_column).is_some_and(|(d, e)| e > d)
            });
        }
    }
}
