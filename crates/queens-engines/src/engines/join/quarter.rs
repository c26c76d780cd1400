//! Quarter tables: every way to fill a corner, by columns and rows.
//!
//! A table belongs to one set of columns and has a list for each set of rows: the words
//! of the placements with one queen in each of the columns and of the rows. A half board
//! needs quarters on complementary rows, so the lists are found by index.
//!
//! The four corners have the same placements, because rows and columns count from the
//! centre in each. Only the words differ, so one search fills the tables of all corners.

use super::layout::{CORNERS, Corner, WordLayout};
use crate::parallel::run_shared_work;
use std::array;
use std::convert::Infallible;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

/// A part of the board whose placements are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuarterRegion {
    /// A corner.
    Corner(Corner),
    /// The upper left corner with the adjoining parts of the middle row and the middle
    /// column, and a queen in each part, the one of the column farther from the centre.
    /// The row's queen takes one of the corner's columns, the column's queen one of its
    /// rows.
    LeftWithMiddle,
    /// The same for the upper right corner.
    RightWithMiddle,
}

/// The regions with the middle row and column.
const WITH_MIDDLE: [QuarterRegion; 2] = [
    QuarterRegion::LeftWithMiddle,
    QuarterRegion::RightWithMiddle,
];

impl QuarterRegion {
    /// The corner in it.
    pub(super) fn corner(self) -> Corner {
        match self {
            QuarterRegion::Corner(corner) => corner,
            QuarterRegion::LeftWithMiddle => Corner::TopLeft,
            QuarterRegion::RightWithMiddle => Corner::TopRight,
        }
    }

    /// Returns the side of its part of the middle row: -1 for the left, 1 for the right,
    /// none for a corner alone.
    pub(super) fn side(self) -> Option<i32> {
        match self {
            QuarterRegion::Corner(_) => None,
            QuarterRegion::LeftWithMiddle => Some(-1),
            QuarterRegion::RightWithMiddle => Some(1),
        }
    }
}

/// All placements without attack on one set of columns of a region, one queen in each, by
/// their rows.
#[derive(Debug, Default)]
pub(super) struct Quarter {
    /// Start of the list of each set of rows; one more entry than there are lists. All
    /// corners share the offsets.
    offsets: Arc<[u32]>,
    words: Vec<u64>,
}

impl Quarter {
    /// Lists the placements on `columns` of each of the `regions`: corners only, or only
    /// regions with middle lines. In rows and columns from the centre they are the same
    /// for all regions. Calls `watch` now and then with the number of placements so far.
    ///
    /// # Errors
    /// Those of `watch`.
    fn list<const REGIONS: usize, E>(
        layout: &WordLayout,
        regions: [QuarterRegion; REGIONS],
        columns: u32,
        watch: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<[Self; REGIONS], E> {
        let mut listing = QuarterListing::new(layout, regions, watch);
        if regions.iter().all(|region| region.side().is_none()) {
            listing.extend(columns, PartialQuarter::empty())?;
            return listing.sorted();
        }
        // The queen of the middle row is in `column`, that of the middle column in `row`,
        // farther from the centre.
        for column in (0..layout.half).filter(|column| columns >> column & 1 == 1) {
            for row in column + 1..layout.half {
                let queens =
                    PartialQuarter::on_middle_lines(layout, regions, row, column);
                listing.extend(columns & !(1 << column), queens)?;
            }
        }
        listing.sorted()
    }

    /// Returns the placements that leave the `blocked` bits free.
    pub(super) fn without(&self, blocked: u64) -> Quarter {
        let mut offsets = Vec::with_capacity(self.offsets.len());
        let mut words = vec![0; self.words.len()];
        // The first `len` words are those that stay. Each word is written, and kept only
        // if the length grows: no branch that is hard to predict.
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
        Quarter {
            offsets: offsets.into(),
            words,
        }
    }

    /// Returns the words of the placements on exactly these `rows`.
    #[inline(always)]
    pub(super) fn on_rows(&self, rows: u32) -> &[u64] {
        let Range { start, end } = self.span(rows);
        &self.words[start as usize..end as usize]
    }

    /// Returns the range of [`Quarter::on_rows`] in all words.
    #[inline(always)]
    pub(super) fn span(&self, rows: u32) -> Range<u32> {
        self.offsets[rows as usize]..self.offsets[rows as usize + 1]
    }

    /// Returns all words, list by list.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// A complete placement: its rows, and its word in each region.
struct QuarterPlacement<const REGIONS: usize> {
    rows: u32,
    words: [u64; REGIONS],
}

/// Number of placements that are listed between two calls of `watch`.
const PLACEMENTS_PER_CHECK: usize = 1 << 18;

/// The search for placements, column by column, and the placements so far.
struct QuarterListing<'a, W, const REGIONS: usize> {
    half: u32,
    /// The words of the squares, row by row.
    squares: Vec<[u64; REGIONS]>,
    found: Vec<QuarterPlacement<REGIONS>>,
    watch: &'a mut W,
}

impl<'a, W: FnMut(usize) -> Result<(), E>, E, const REGIONS: usize>
    QuarterListing<'a, W, REGIONS>
{
    fn new(
        layout: &WordLayout,
        regions: [QuarterRegion; REGIONS],
        watch: &'a mut W,
    ) -> Self {
        let region_squares = regions.map(|region| layout.squares(region.corner()));
        let squares = (0..region_squares[0].len())
            .map(|square| region_squares.map(|words| words[square]));
        QuarterListing {
            half: layout.half,
            squares: squares.collect(),
            found: Vec::new(),
            watch,
        }
    }

    /// Adds every way to fill the remaining `columns`.
    fn extend(&mut self, columns: u32, so_far: PartialQuarter<REGIONS>) -> Result<(), E> {
        if columns == 0 {
            self.found.push(QuarterPlacement {
                rows: so_far.rows,
                words: so_far.words,
            });
            return if self.found.len().is_multiple_of(PLACEMENTS_PER_CHECK) {
                (self.watch)(self.found.len())
            } else {
                Ok(())
            };
        }
        let half = self.half;
        let column = columns.trailing_zeros();
        // The shifts move the diagonals of (row, column) to bit `row`: see `diagonals`.
        let taken = so_far.rows
            | so_far.rising >> (column + 1)
            | so_far.falling >> (half - column);
        let mut free = ((1 << half) - 1) & !taken;
        // Free rows come from one word: trying each row took twice as long. `free` are
        // the rows that are not tried yet.
        while free != 0 {
            let row = free.trailing_zeros();
            free &= free - 1;
            let (rising, falling) = diagonals(half, row as i32, column as i32);
            let square = &self.squares[(row * half + column) as usize];
            let next = PartialQuarter {
                rows: so_far.rows | 1 << row,
                rising: so_far.rising | rising,
                falling: so_far.falling | falling,
                words: array::from_fn(|region| so_far.words[region] | square[region]),
            };
            self.extend(columns & (columns - 1), next)?;
        }
        Ok(())
    }

    /// Sorts the placements by their rows (a counting sort, in linear time).
    fn sorted(self) -> Result<[Quarter; REGIONS], E> {
        let QuarterListing {
            half, found, watch, ..
        } = self;
        let mut offsets = vec![0; (1 << half) + 1];
        for chunk in found.chunks(PLACEMENTS_PER_CHECK) {
            watch(found.len())?;
            for placement in chunk {
                offsets[placement.rows as usize + 1] += 1;
            }
        }
        // From counts to starts.
        for i in 0..1 << half {
            offsets[i + 1] += offsets[i];
        }
        // `next[r]` is the place of the next placement on rows r, in the list of every
        // region.
        let mut next = offsets.clone();
        let mut lists = [(); REGIONS].map(|()| vec![0; found.len()]);
        for chunk in found.chunks(PLACEMENTS_PER_CHECK) {
            watch(found.len())?;
            for placement in chunk {
                let slot = &mut next[placement.rows as usize];
                for (words, word) in lists.iter_mut().zip(placement.words) {
                    words[*slot as usize] = word;
                }
                *slot += 1;
            }
        }
        let offsets: Arc<[u32]> = offsets.into();
        Ok(lists.map(|words| Quarter {
            offsets: offsets.clone(),
            words,
        }))
    }
}

/// Some queens of a placement, at the same rows and columns from the centre in each of
/// the regions.
#[derive(Clone, Copy)]
struct PartialQuarter<const REGIONS: usize> {
    /// Rows that are taken.
    rows: u32,
    /// Diagonals that are taken, numbered by `diagonals`.
    rising: u32,
    falling: u32,
    words: [u64; REGIONS],
}

impl<const REGIONS: usize> PartialQuarter<REGIONS> {
    fn empty() -> Self {
        PartialQuarter {
            rows: 0,
            rising: 0,
            falling: 0,
            words: [0; REGIONS],
        }
    }

    /// Returns a queen on the middle column in `row` and one on the middle row in
    /// `column`, on the side of each region.
    fn on_middle_lines(
        layout: &WordLayout,
        regions: [QuarterRegion; REGIONS],
        row: u32,
        column: u32,
    ) -> Self {
        let (rising, falling) = diagonals(layout.half, row as i32, -1);
        let (row_rising, row_falling) = diagonals(layout.half, -1, column as i32);
        let from_centre = column as i32 + 1;
        let word_on =
            |side| layout.middle_column(row + 1) | layout.middle_row(side * from_centre);
        PartialQuarter {
            rows: 1 << row,
            rising: rising | row_rising,
            falling: falling | row_falling,
            words: regions.map(|region| region.side().map_or(0, word_on)),
        }
    }
}

/// Returns the bits of the two diagonals of a square: row + column + 1, and `half` + row -
/// column. The middle row and column are row and column -1 of a corner.
fn diagonals(half: u32, row: i32, column: i32) -> (u32, u32) {
    (1 << (row + column + 1), 1 << (half as i32 + row - column))
}

/// Largest half of a board whose quarters are all kept.
const MAX_CACHED_HALF: u32 = 10;

/// Number of placements in a corner of each side, on all sets of columns: sets of any
/// number of queens that do not attack each other (OEIS A287227).
const CORNER_PLACEMENTS: [u64; MAX_CACHED_HALF as usize + 1] = [
    1, 2, 5, 18, 87, 462, 2_635, 16_870, 118_969, 915_442, 7_535_369,
];

/// The same with the adjoining parts of the middle lines and a queen in each part,
/// counted by a search for this table; a test lists them up to side 7.
const MIDDLE_PLACEMENTS: [u64; MAX_CACHED_HALF as usize + 1] = [
    0, 0, 1, 10, 64, 392, 2_755, 20_994, 172_252, 1_485_790, 13_797_039,
];

/// The quarters of a board. On a small board each is kept once it is listed. On a large
/// one they would not all fit into memory, and listing them again costs little compared
/// to the join.
#[derive(Debug)]
pub(super) struct Quarters {
    layout: WordLayout,
    /// The quarters of all corners, by set of columns; empty if they are not kept.
    corners: Vec<OnceLock<[Quarter; CORNERS.len()]>>,
    /// The same for the regions with middle lines; empty for even boards too.
    with_middle: Vec<OnceLock<[Quarter; WITH_MIDDLE.len()]>>,
}

/// A quarter, kept or made to be used once.
pub(super) enum QuarterHandle<'q> {
    Kept(&'q Quarter),
    Once(Quarter),
}

impl Deref for QuarterHandle<'_> {
    type Target = Quarter;

    fn deref(&self) -> &Quarter {
        match self {
            QuarterHandle::Kept(quarter) => quarter,
            QuarterHandle::Once(quarter) => quarter,
        }
    }
}

impl Quarters {
    pub(super) fn new(layout: WordLayout) -> Self {
        Quarters::keeping(layout, MAX_CACHED_HALF)
    }

    /// Keeps the quarters if the half of the board is at most `most`.
    pub(super) fn keeping(layout: WordLayout, most: u32) -> Self {
        let kept = if layout.half > most {
            0
        } else {
            1 << layout.half
        };
        let (corners, with_middle) = (
            empty_places(kept),
            empty_places(if layout.odd { kept } else { 0 }),
        );
        Quarters {
            layout,
            corners,
            with_middle,
        }
    }

    /// Returns the memory of the quarters in bytes once all are listed; 0 if they are not
    /// kept.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_of_regions(self.corners.len(), &CORNER_PLACEMENTS, CORNERS.len())
            + self.bytes_of_regions(
                self.with_middle.len(),
                &MIDDLE_PLACEMENTS,
                WITH_MIDDLE.len(),
            )
    }

    /// Returns the memory of the quarters of some regions on so many sets of columns;
    /// `placements` is the number of their placements for each half of the board.
    fn bytes_of_regions(&self, sets: usize, placements: &[u64], regions: usize) -> u64 {
        let half = self.layout.half as usize;
        let Some(placements) = placements.get(half).filter(|_| sets > 0) else {
            return 0;
        };
        let words = size_of::<u64>() * regions;
        // All regions of a set share the offsets.
        let offsets = size_of::<u32>() * ((1 << half) + 1);
        placements * words as u64 + (sets * offsets) as u64
    }

    pub(super) fn layout(&self) -> &WordLayout {
        &self.layout
    }

    /// Returns the placements on `columns` of a region. If they are not kept, lists them
    /// and calls `watch` as it goes, with the number of placements so far.
    ///
    /// # Errors
    /// Those of `watch`.
    pub(super) fn get<E>(
        &self,
        region: QuarterRegion,
        columns: u32,
        watch: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<QuarterHandle<'_>, E> {
        let kept = match region {
            QuarterRegion::Corner(corner) => self.kept(
                &self.corners,
                CORNERS.map(QuarterRegion::Corner),
                columns,
                corner as usize,
            ),
            QuarterRegion::LeftWithMiddle => {
                self.kept(&self.with_middle, WITH_MIDDLE, columns, 0)
            }
            QuarterRegion::RightWithMiddle => {
                self.kept(&self.with_middle, WITH_MIDDLE, columns, 1)
            }
        };
        match kept {
            Some(quarter) => Ok(QuarterHandle::Kept(quarter)),
            None => {
                let [quarter] = Quarter::list(&self.layout, [region], columns, watch)?;
                Ok(QuarterHandle::Once(quarter))
            }
        }
    }

    /// Returns the kept quarter of a region, and lists it first if need be; none if
    /// quarters are not kept.
    fn kept<'q, const REGIONS: usize>(
        &self,
        kept: &'q [OnceLock<[Quarter; REGIONS]>],
        regions: [QuarterRegion; REGIONS],
        columns: u32,
        region: usize,
    ) -> Option<&'q Quarter> {
        let place = kept.get(columns as usize)?;
        if let Some(quarters) = place.get() {
            return Some(&quarters[region]);
        }
        // A thread that waits for the list of another one does not work for its unit
        // either.
        let quarters = run_shared_work(|| {
            place.get_or_init(|| list_unwatched(&self.layout, regions, columns))
        });
        Some(&quarters[region])
    }
}

/// Lists the quarters of some regions to the end.
fn list_unwatched<const REGIONS: usize>(
    layout: &WordLayout,
    regions: [QuarterRegion; REGIONS],
    columns: u32,
) -> [Quarter; REGIONS] {
    let unwatched = &mut |_| Ok::<(), Infallible>(());
    let Ok(quarters) = Quarter::list(layout, regions, columns, unwatched);
    quarters
}

/// Returns empty places for the quarters of this many sets of columns.
fn empty_places<const REGIONS: usize>(sets: usize) -> Vec<OnceLock<[Quarter; REGIONS]>> {
    (0..sets).map(|_| OnceLock::new()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square by row and column from the centre; on an odd board -1 is the middle row
    /// or column.
    type CornerSquare = (i32, i32);

    /// Returns every way to choose one of the `rows` for each column, with or without
    /// attacks.
    fn choices(rows: &Range<i32>, columns: &[i32]) -> Vec<Vec<CornerSquare>> {
        let Some((&first, rest)) = columns.split_first() else {
            return vec![vec![]];
        };
        let others = choices(rows, rest);
        let with = |row| {
            others
                .iter()
                .map(move |other| [&[(row, first)], other.as_slice()].concat())
        };
        rows.clone().flat_map(with).collect()
    }

    #[test]
    fn the_callback_can_end_a_listing() {
        let quarters = Quarters::keeping(WordLayout::new(27), 0);
        for (columns, at) in [(0b101, 134), (0xff, PLACEMENTS_PER_CHECK)] {
            let ended =
                quarters.get(QuarterRegion::Corner(Corner::TopLeft), columns, &mut Err);
            assert_eq!(ended.err(), Some(at));
        }
    }

    #[test]
    fn all_quarters_take_the_memory_that_is_computed() {
        let unwatched = &mut |_| Ok::<(), Infallible>(());
        for n in 8..=15 {
            let quarters = Quarters::new(WordLayout::new(n));
            let mut regions = CORNERS.map(QuarterRegion::Corner).to_vec();
            if n % 2 == 1 {
                regions.extend(WITH_MIDDLE);
            }
            let mut bytes = 0;
            for columns in 0..=quarters.layout.all() {
                for &region in &regions {
                    let Ok(quarter) = quarters.get(region, columns, unwatched);
                    bytes += size_of_val(quarter.words());
                    // All corners share the offsets, and so do both regions with middle
                    // lines.
                    if [
                        QuarterRegion::Corner(Corner::TopLeft),
                        QuarterRegion::LeftWithMiddle,
                    ]
                    .contains(&region)
                    {
                        bytes += size_of_val(&*quarter.offsets);
                    }
                }
            }
            assert_eq!(quarters.bytes(), bytes as u64, "{n} queens");
        }
    }

    #[test]
    fn stored_and_computed_quarters_are_equal() {
        let corners = CORNERS.map(QuarterRegion::Corner);
        for (n, regions) in [
            (8, corners.to_vec()),
            (9, [corners.as_slice(), &WITH_MIDDLE].concat()),
        ] {
            let (kept, once) = (
                Quarters::new(WordLayout::new(n)),
                Quarters::keeping(WordLayout::new(n), 0),
            );
            for region in regions {
                let [Ok(kept), Ok(once)] = [&kept, &once].map(|quarters| {
                    quarters.get(region, 0b101, &mut |_| Ok::<(), Infallible>(()))
                });
                assert!(matches!(
                    (&kept, &once),
                    (QuarterHandle::Kept(_), QuarterHandle::Once(_))
                ));
                assert_eq!((&kept.offsets, &kept.words), (&once.offsets, &once.words));
            }
        }
    }

    fn attacks(a: CornerSquare, b: CornerSquare) -> bool {
        a.0 == b.0 || (a.0 - b.0).abs() == (a.1 - b.1).abs()
    }

    /// Checks for all sets of columns and rows that the lists of a region have exactly
    /// the placements that belong to it.
    fn check_lists(
        layout: &WordLayout,
        region: QuarterRegion,
        belongs: impl Fn(&[CornerSquare]) -> bool,
    ) {
        let half = layout.half as i32;
        let (rows, middle_column) = if region.side().is_some() {
            (-1..half, Some(-1))
        } else {
            (0..half, None)
        };
        let (corner, side) = (region.corner(), region.side().unwrap_or(0));
        let word = |&(row, column): &CornerSquare| match (row, column) {
            (-1, _) => layout.middle_row(side * (column + 1)),
            (_, -1) => layout.middle_column(row as u32 + 1),
            _ => layout.squares(corner)[(row * half + column) as usize],
        };
        for columns in 0..=layout.all() {
            let inside = (0..half).filter(|column| columns >> column & 1 == 1);
            let mut expected =
                choices(&rows, &inside.chain(middle_column).collect::<Vec<_>>());
            expected.retain(|squares| {
                let before = |i: usize| squares[..i].iter();
                let free = (0..squares.len())
                    .all(|i| before(i).all(|&other| !attacks(squares[i], other)));
                free && belongs(squares)
            });
            let unwatched = &mut |_| Ok::<(), Infallible>(());
            let Ok([quarter]) = Quarter::list(layout, [region], columns, unwatched);
            for rows in 0..=layout.all() {
                let on_rows = |squares: &&Vec<CornerSquare>| {
                    let inside = squares.iter().filter(|square| square.0 >= 0);
                    inside.fold(0, |set, &(row, _)| set | 1 << row) == rows
                };
                let words = expected.iter().filter(on_rows);
                let words = words.map(|squares| {
                    squares.iter().map(word).fold(0, |all, square| all | square)
                });
                let (mut words, mut listed) =
                    (words.collect::<Vec<u64>>(), quarter.on_rows(rows).to_vec());
                words.sort_unstable();
                listed.sort_unstable();
                assert_eq!(
                    listed, words,
                    "half {half}, {region:?}, columns {columns:b}, rows {rows:b}"
                );
            }
        }
    }

    #[test]
    fn lists_hold_every_placement_once() {
        for (n, corner) in [
            (8, Corner::TopLeft),
            (9, Corner::TopRight),
            (10, Corner::BottomLeft),
        ] {
            check_lists(&WordLayout::new(n), QuarterRegion::Corner(corner), |_| true);
        }
    }

    #[test]
    fn lists_with_middle_queens_hold_every_placement_once() {
        let between = |at: fn(&CornerSquare) -> Option<i32>, squares: &[CornerSquare]| {
            squares.iter().find_map(at)
        };
        for (n, region) in [
            (9, QuarterRegion::LeftWithMiddle),
            (9, QuarterRegion::RightWithMiddle),
            (11, QuarterRegion::RightWithMiddle),
        ] {
            check_lists(&WordLayout::new(n), region, |squares| {
                let of_row = between(
                    |&(row, column)| (row == -1 && column >= 0).then_some(column),
                    squares,
                );
                let of_column = between(
                    |&(row, column)| (column == -1 && row >= 0).then_some(row),
                    squares,
                );
                of_row.zip(of_column).is_some_and(|(d, e)| e > d)
            });
        }
    }
}
