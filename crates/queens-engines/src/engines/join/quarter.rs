//! Quarter tables: every way to fill a corner, by columns and rows.

use super::layout::{CORNERS, Corner, Layout};
use std::array;
use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

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

/// The regions with the middle row and column.
const WITH_MIDDLE: [Region; 2] = [Region::LeftWithMiddle, Region::RightWithMiddle];

impl Region {
    /// The corner in it.
    pub(super) fn corner(self) -> Corner {
        match self {
            Region::Corner(corner) => corner,
            Region::LeftWithMiddle => Corner::TopLeft,
            Region::RightWithMiddle => Corner::TopRight,
        }
    }

    /// Where it has the middle row: -1 on the left, 1 on the right.
    pub(super) fn side(self) -> Option<i32> {
        match self {
            Region::Corner(_) => None,
            Region::LeftWithMiddle => Some(-1),
            Region::RightWithMiddle => Some(1),
        }
    }
}

/// All placements without attack on one set of columns of a region, one queen in each, by their rows.
#[derive(Debug, Default)]
pub(super) struct Quarter {
    /// Where each list begins; one more entry than there are lists. All corners have the same.
    offsets: Arc<[u32]>,
    words: Vec<u64>,
}

impl Quarter {
    /// Lists the placements on `columns`, which are the same for all of the `regions`, in rows and columns from the
    /// centre: all corners, or both with the middle lines. `watch` is told how many there are, again and again.
    ///
    /// # Errors
    /// Those of `watch`.
    fn list<const REGIONS: usize, E>(
        layout: &Layout,
        regions: [Region; REGIONS],
        columns: u32,
        watch: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<[Self; REGIONS], E> {
        let mut listing = Listing::new(layout, regions, watch);
        if regions.iter().all(|region| region.side().is_none()) {
            listing.extend(columns, Partial::empty())?;
            return listing.sorted();
        }
        for column in (0..layout.half).filter(|column| columns >> column & 1 == 1) {
            for row in column + 1..layout.half {
                let queens = Partial::on_middle_lines(layout, regions, row, column);
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
        for &end in self.offsets.iter() {
            for &word in &self.words[begin..end as usize] {
                words[len] = word;
                len += usize::from(word & blocked == 0);
            }
            offsets.push(len as u32);
            begin = end as usize;
        }
        words.truncate(len);
        Quarter { offsets: offsets.into(), words }
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

/// A placement that was found, with its word in each region.
struct Placement<const REGIONS: usize> {
    rows: u32,
    words: [u64; REGIONS],
}

/// How many placements are listed between looks at the limits.
const UNWATCHED: usize = 1 << 18;

/// Placements as they are found.
struct Listing<'a, W, const REGIONS: usize> {
    half: u32,
    /// The words of the squares, row by row.
    squares: Vec<[u64; REGIONS]>,
    found: Vec<Placement<REGIONS>>,
    watch: &'a mut W,
}

impl<'a, W: FnMut(usize) -> Result<(), E>, E, const REGIONS: usize> Listing<'a, W, REGIONS> {
    fn new(layout: &Layout, regions: [Region; REGIONS], watch: &'a mut W) -> Self {
        let of_regions = regions.map(|region| layout.squares(region.corner()));
        let squares = (0..of_regions[0].len()).map(|square| of_regions.map(|words| words[square]));
        Listing { half: layout.half, squares: squares.collect(), found: Vec::new(), watch }
    }

    /// Adds every way to fill the `columns` that are left.
    fn extend(&mut self, columns: u32, so_far: Partial<REGIONS>) -> Result<(), E> {
        if columns == 0 {
            self.found.push(Placement { rows: so_far.rows, words: so_far.words });
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
            let square = &self.squares[(row * half + column) as usize];
            let next = Partial {
                rows: so_far.rows | 1 << row,
                rising: so_far.rising | rising,
                falling: so_far.falling | falling,
                words: array::from_fn(|region| so_far.words[region] | square[region]),
            };
            self.extend(columns & (columns - 1), next)?;
        }
        Ok(())
    }

    /// All that were found, by their rows.
    fn sorted(self) -> Result<[Quarter; REGIONS], E> {
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
        let mut lists = [(); REGIONS].map(|()| vec![0; found.len()]);
        for some in found.chunks(UNWATCHED) {
            watch(found.len())?;
            for placement in some {
                let slot = &mut next[placement.rows as usize];
                for (words, word) in lists.iter_mut().zip(placement.words) {
                    words[*slot as usize] = word;
                }
                *slot += 1;
            }
        }
        let offsets: Arc<[u32]> = offsets.into();
        Ok(lists.map(|words| Quarter { offsets: offsets.clone(), words }))
    }
}

/// Some queens in each of some regions, at the same rows and columns from the centre.
#[derive(Clone, Copy)]
struct Partial<const REGIONS: usize> {
    rows: u32,
    rising: u32,
    falling: u32,
    words: [u64; REGIONS],
}

impl<const REGIONS: usize> Partial<REGIONS> {
    fn empty() -> Self {
        Partial { rows: 0, rising: 0, falling: 0, words: [0; REGIONS] }
    }

    /// A queen of the middle column in a row of an upper corner, and one of the middle row in a column, on the regions' side.
    fn on_middle_lines(layout: &Layout, regions: [Region; REGIONS], row: u32, column: u32) -> Self {
        let of_column = diagonals(layout.half, row as i32, -1);
        let of_row = diagonals(layout.half, -1, column as i32);
        let place = column as i32 + 1;
        let of_side = |side| layout.middle_column(row + 1) | layout.middle_row(side * place);
        Partial {
            rows: 1 << row,
            rising: of_column.0 | of_row.0,
            falling: of_column.1 | of_row.1,
            words: regions.map(|region| region.side().map_or(0, of_side)),
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
    /// For each set of columns.
    corners: Vec<OnceLock<[Quarter; CORNERS.len()]>>,
    with_middle: Vec<OnceLock<[Quarter; WITH_MIDDLE.len()]>>,
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
        let (corners, with_middle) = (unlisted(kept), unlisted(if layout.odd { kept } else { 0 }));
        Quarters { layout, corners, with_middle }
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
        let kept = match region {
            Region::Corner(corner) => {
                self.kept(&self.corners, CORNERS.map(Region::Corner), columns, corner as usize)
            }
            Region::LeftWithMiddle => self.kept(&self.with_middle, WITH_MIDDLE, columns, 0),
            Region::RightWithMiddle => self.kept(&self.with_middle, WITH_MIDDLE, columns, 1),
        };
        match kept {
            Some(quarter) => Ok(Listed::Kept(quarter)),
            None => {
                let [quarter] = Quarter::list(&self.layout, [region], columns, watch)?;
                Ok(Listed::Once(quarter))
            }
        }
    }

    /// That of a region among those that are kept, if there are any.
    fn kept<'q, const REGIONS: usize>(
        &self,
        kept: &'q [OnceLock<[Quarter; REGIONS]>],
        regions: [Region; REGIONS],
        columns: u32,
        region: usize,
    ) -> Option<&'q Quarter> {
        let list = || {
            let unwatched = &mut |_| Ok::<(), Infallible>(());
            let Ok(quarters) = Quarter::list(&self.layout, regions, columns, unwatched);
            quarters
        };
        Some(&kept.get(columns as usize)?.get_or_init(list)[region])
    }
}

/// Room for the quarters of so many sets of columns.
fn unlisted<const REGIONS: usize>(sets: usize) -> Vec<OnceLock<[Quarter; REGIONS]>> {
    (0..sets).map(|_| OnceLock::new()).collect()
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
        let corners = CORNERS.map(Region::Corner);
        for (n, regions) in [(8, corners.to_vec()), (9, [corners.as_slice(), &WITH_MIDDLE].concat())] {
            let (kept, once) = (Quarters::new(Layout::new(n)), Quarters::keeping(Layout::new(n), 0));
            for region in regions {
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
        let (rows, middle_column) =
            if region.side().is_some() { (-1..half, Some(-1)) } else { (0..half, None) };
        let (corner, side) = (region.corner(), region.side().unwrap_or(0));
        let word = |&(row, column): &Square| match (row, column) {
            (-1, _) => layout.middle_row(side * (column + 1)),
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
            let unwatched = &mut |_| Ok::<(), Infallible>(());
            let Ok([quarter]) = Quarter::list(layout, [region], columns, unwatched);
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
