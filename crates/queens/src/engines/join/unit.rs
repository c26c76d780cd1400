//! One work unit: all boards with one set of columns in the upper left corner.
//!
//! # Symmetry
//! Look at a solution from each of its four corners and, from each, along the rows or along the columns:
//! eight views, one for each symmetry of the square. In a view, let `x` be the columns taken in the corner
//! and `u` those taken in the opposite corner. One view in each class is counted, the one whose (x, u) is
//! greatest, where of two sets that with more elements is the greater and then that with the greater word.
//! The eight views of one board are (x, u), (x', u') with the rows of the two corners in the place of
//! their columns, each with x and u exchanged, and each with complements in the place of both.
//!
//! That a unit can decide alone: x and u are its own, x' belongs to the top half, u' to the bottom half.
//! Where the first parts are equal the second parts decide, and they belong to different halves: two marks
//! in the words make such halves refuse each other ([`ViewMarks`]). Views that are equal in both parts are
//! counted more than once; the few pairs are counted again by themselves and taken off.
//!
//! On an odd board with the queens of the middle row and column off the centre, the queen of the middle column is above
//! by `e`, that of the middle row to one side by `d < e`: two of the eight images of a solution are so, each the other's
//! mirror image. Here `x` is what the lower left corner leaves: the columns of the upper left one, and that of the middle
//! row's queen if it stands on the left. The mirror image has what u and x leave; the one whose x is greater is counted,
//! and of equal ones that with the queen of the middle row on the right. Both queens belong to the upper quarter on the
//! side of the middle row's.
//!
//! # Slices
//! Where one pair of x and u is too much for a unit, it is cut by x', the rows of the upper left corner: a slice has
//! every so many-th set of rows, with all bottom halves, and what is counted more than once for one of its sets.

use super::layout::{Corner, WordLayout};
use super::plan::JoinUnit;
use super::quarter::QuarterRegion;
use super::sets::{number, rank, sets};
use crate::simd::Overlay;
use std::iter;

/// The two lists of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardHalf {
    Top,
    Bottom,
}

/// What makes halves and joins them: the processor or a card.
pub(super) trait Joiner {
    /// All placements on some columns of a region.
    type Quarters;
    /// Why it stops.
    type Error;

    /// The placements on `columns` of a region.
    fn quarters(&mut self, region: QuarterRegion, columns: u32) -> Result<Self::Quarters, Self::Error>;

    /// The same placements; those that are not free of `blocked` may be missing.
    fn free_of(&self, quarters: &Self::Quarters, blocked: u64) -> Self::Quarters;

    /// Adds halves to a list: for each of some sets of rows those that have them in the left corner and the others in the
    /// right one, with what stands beside them.
    fn add(
        &mut self,
        side: BoardHalf,
        half: [&Self::Quarters; 2],
        rows: impl Iterator<Item = (u32, Overlay)>,
    ) -> Result<(), Self::Error>;

    /// Joins what was added since the last join. A pair that fits stands for `images` solutions; in a tie, it is one of
    /// the join before and was counted more than once there.
    fn join(&mut self, images: i64, is_tie: bool) -> Result<(), Self::Error>;
}

/// For each size, the sets of rows of a corner.
#[derive(Debug)]
pub(super) struct RowSets(Vec<Vec<u32>>);

impl RowSets {
    pub(super) fn new(half: u32) -> Self {
        RowSets((0..=half).map(|size| sets(half, size).collect()).collect())
    }

    fn of_size(&self, size: u32) -> &[u32] {
        &self.0[size as usize]
    }
}

/// Some of the sets of rows of one size: every `step`-th from the `first` on.
#[derive(Clone, Copy)]
struct RowSetSlice {
    first: u32,
    step: u32,
}

impl RowSetSlice {
    fn of(self, sets: &[u32]) -> impl Iterator<Item = u32> {
        sets.iter().copied().skip(self.first as usize).step_by(self.step as usize)
    }

    fn has(self, set: u32) -> bool {
        number(set) % self.step == self.first
    }
}

/// The placements in the left corners.
pub(super) struct LeftQuarters<Q> {
    top: Q,
    /// The same columns with the queens of the middle row and column, off the centre.
    with_middle: Option<Q>,
    bottom: Q,
}

/// The joins of a unit.
#[derive(Clone, Copy)]
pub(super) struct UnitJoins<'a> {
    layout: &'a WordLayout,
    sets: &'a RowSets,
    unit: &'a JoinUnit,
    slice: RowSetSlice,
}

impl<'a> UnitJoins<'a> {
    pub(super) fn new(layout: &'a WordLayout, sets: &'a RowSets, unit: &'a JoinUnit) -> Self {
        UnitJoins { layout, sets, unit, slice: RowSetSlice { first: unit.slice, step: unit.slices } }
    }

    /// What a queen in the centre takes, where there is one.
    fn centre(&self) -> u64 {
        if self.layout.odd && !self.unit.off_centre { self.layout.middle_row(0) } else { 0 }
    }

    /// The left corners of all joins; they stand out of the way of a queen in the centre.
    pub(super) fn lefts<J: Joiner>(&self, joiner: &mut J) -> Result<LeftQuarters<J::Quarters>, J::Error> {
        let columns = self.unit.columns;
        let top = joiner.quarters(QuarterRegion::Corner(Corner::TopLeft), columns)?;
        let bottom =
            joiner.quarters(QuarterRegion::Corner(Corner::BottomLeft), self.layout.all() & !columns)?;
        if self.unit.off_centre {
            let with_middle = joiner.quarters(QuarterRegion::LeftWithMiddle, columns)?;
            return Ok(LeftQuarters { top, with_middle: Some(with_middle), bottom });
        }
        let (top, bottom) = match self.centre() {
            0 => (top, bottom),
            centre => (joiner.free_of(&top, centre), joiner.free_of(&bottom, centre)),
        };
        Ok(LeftQuarters { top, with_middle: None, bottom })
    }

    /// The joins with the columns `u` in the lower right corner.
    pub(super) fn opposite<J: Joiner>(
        &self,
        lefts: &LeftQuarters<J::Quarters>,
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let bottom_right = joiner.quarters(QuarterRegion::Corner(Corner::BottomRight), u)?;
        let bottom = [&lefts.bottom, &bottom_right];
        match &lefts.with_middle {
            Some(with_middle) => self.off_centre([&lefts.top, with_middle], bottom, u, joiner),
            None => self.centred(&lefts.top, bottom, u, joiner),
        }
    }

    /// The sets of rows that the upper left corner can have.
    fn top_rows(&self) -> impl Iterator<Item = u32> {
        self.slice.of(self.sets.of_size(self.unit.columns.count_ones()))
    }

    /// The sets of rows that the lower left corner can have.
    fn bottom_rows(&self) -> impl Iterator<Item = u32> {
        self.sets.of_size(self.layout.half - self.unit.columns.count_ones()).iter().copied()
    }

    /// The boards with the queens of the middle row and column off the centre.
    fn off_centre<J: Joiner>(
        &self,
        [top_left, left_with_middle]: [&J::Quarters; 2],
        bottom: [&J::Quarters; 2],
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let others = self.layout.all() & !u;
        let plain = |rows| (rows, Overlay::default());
        let with_middle = joiner.quarters(QuarterRegion::RightWithMiddle, others)?;
        joiner.add(BoardHalf::Top, [top_left, &with_middle], self.top_rows().map(plain))?;
        if others != self.unit.columns {
            let top_right = joiner.quarters(QuarterRegion::Corner(Corner::TopRight), others)?;
            joiner.add(BoardHalf::Top, [left_with_middle, &top_right], self.top_rows().map(plain))?;
        }
        joiner.add(BoardHalf::Bottom, bottom, self.bottom_rows().map(plain))?;
        joiner.join(8, false)
    }

    /// The boards of even size, or with a queen in the centre.
    fn centred<J: Joiner>(
        &self,
        top_left: &J::Quarters,
        bottom: [&J::Quarters; 2],
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let UnitJoins { layout, unit, slice, .. } = *self;
        let (x, all, blocked) = (unit.columns, layout.all(), self.centre());
        let top_right = joiner.quarters(QuarterRegion::Corner(Corner::TopRight), all & !u)?;
        let top = [top_left, &top_right];
        let overlay = |carried| Overlay { blocked, carried };
        let complement = |set: u32| all & !set;
        let bits = [0, 1, 2, 3].map(|i| layout.mark(i));
        let marks = ViewMarks { x, u, all, bits: bits.map(Option::unwrap_or_default) };
        let top_marks = |rows| Some((rows, overlay(marks.top_marks(rows)?)));
        let bottom_marks = |rows| Some((rows, overlay(marks.bottom_marks(complement(rows))?)));
        // Without room for the marks of complements, halves where that of x' or u' is x are joined by themselves.
        let is_half = 2 * x.count_ones() == layout.half;
        let apart = if is_half && bits[2].is_none() { Some(complement(x)) } else { None };
        let tops = self.top_rows().filter(|&rows| Some(rows) != apart);
        let bottoms = self.bottom_rows().filter(|&rows| Some(complement(rows)) != apart);
        joiner.add(BoardHalf::Top, top, tops.filter_map(top_marks))?;
        joiner.add(BoardHalf::Bottom, bottom, bottoms.filter_map(bottom_marks))?;
        let ties = [(x, u), (complement(x), complement(u)), (u, x), (complement(u), complement(x))];
        let (images, ties) = if x == u || x == complement(u) { (4, &ties[..2]) } else { (8, &ties[..]) };
        joiner.join(images, false)?;
        if let Some(apart) = apart {
            let refused = |set: u32| rank(complement(set)) > rank(u);
            if slice.has(apart) {
                let bottoms = self.bottom_rows().filter(|&rows| !refused(complement(rows)));
                joiner.add(BoardHalf::Top, top, top_marks(apart).into_iter())?;
                joiner.add(BoardHalf::Bottom, bottom, bottoms.filter_map(bottom_marks))?;
                joiner.join(images, false)?;
            }
            let tops = self.top_rows().filter(|&rows| rows != apart && !refused(rows));
            joiner.add(BoardHalf::Top, top, tops.filter_map(top_marks))?;
            joiner.add(BoardHalf::Bottom, bottom, bottom_marks(x).into_iter())?;
            joiner.join(images, false)?;
        }
        for &(top_rows, opposite_rows) in ties {
            if top_rows.count_ones() == x.count_ones() && slice.has(top_rows) {
                let only = |rows| iter::once((rows, overlay(0)));
                joiner.add(BoardHalf::Top, top, only(top_rows))?;
                joiner.add(BoardHalf::Bottom, bottom, only(complement(opposite_rows)))?;
                joiner.join(-images / 2, true)?;
            }
        }
        Ok(())
    }
}

/// The comparison of views where it concerns both halves.
///
/// A top half whose x' (or its complement) is x refuses the bottom halves whose u' (or its complement) is
/// above u; a bottom half whose u' (or its complement) is x refuses the top halves whose x' (or its
/// complement) is above u.
#[derive(Clone, Copy)]
struct ViewMarks {
    x: u32,
    u: u32,
    all: u32,
    bits: [u64; 4],
}

impl ViewMarks {
    /// The marks of a top half whose left corner takes `rows`; none if its board has a greater view.
    fn top_marks(self, rows: u32) -> Option<u64> {
        let ViewMarks { x, u, .. } = self;
        self.unless_above(rows, |set| [set == x, rank(set) > rank(u)])
    }

    /// The marks of a bottom half whose right corner takes `rows`; none if its board has a greater view.
    fn bottom_marks(self, rows: u32) -> Option<u64> {
        let ViewMarks { x, u, .. } = self;
        self.unless_above(rows, |set| [rank(set) > rank(u), set == x])
    }

    fn unless_above(self, rows: u32, marks: impl Fn(u32) -> [bool; 2]) -> Option<u64> {
        let others = self.all & !rows;
        if rank(rows).max(rank(others)) > rank(self.x) {
            return None;
        }
        let [[a, b], [c, d]]: [[bool; 2]; 2] = [marks(rows), marks(others)];
        Some([a, b, c, d].iter().zip(self.bits).map(|(&mark, bit)| if mark { bit } else { 0 }).sum())
    }
}
