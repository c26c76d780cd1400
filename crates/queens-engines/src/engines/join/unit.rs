//! One work unit: all boards with one set of columns in the upper left corner.
//!
//! # Symmetry
//! A solution can be seen from each of its four corners and, from each, along the rows or
//! along the columns: eight views, one for each symmetry of the square. In a view, let
//! `x` be the columns taken in the corner and `u` those taken in the opposite corner. Of
//! the eight views only the greatest (x, u) is counted. A set with more elements is
//! greater; of two sets of one size, the one with the greater word.
//!
//! Let x' and u' be the *rows* taken in the same two corners. The other two corners take
//! the complements, because every row and column has one queen. So the eight views of a
//! board are
//!
//! ```text
//! (x, u)    (u, x)    (not u, not x)    (not x, not u)
//! (x', u')  (u', x')  (not u', not x')  (not x', not u')
//! ```
//!
//! The plan makes work units only of pairs (x, u) that are greatest in the first line.
//! The second line is compared as halves are made: x' belongs to the top half, u' to the
//! bottom half. A half is left out if its set or the complement is above x. If one of
//! them equals x, the second parts decide, but they belong to the other half: marks in
//! the words make such halves refuse each other ([`ViewMarks`]). A pair with several
//! views equal to (x, u) is counted several times; these few pairs are counted again on
//! their own and half of them is subtracted.
//!
//! On an odd board without a queen in the centre, turn the board so that the queen of the
//! middle column is above the centre, at distance `e`, and that of the middle row at a
//! distance `d < e` to one side. This holds for two of the eight images of a solution,
//! each the mirror image of the other. Here `x` is what the lower left corner leaves: the
//! columns of the upper left corner, and the column of the middle row's queen if it is on
//! the left. The mirror image has (not u, not x). The image with the greater x is
//! counted; if both are equal, the one with the queen of the middle row on the right.
//! Both middle queens belong to the upper quarter on the side of the middle row's queen.
//!
//! # Slices
//! If one pair (x, u) is too much for a work unit, it is cut by x', the rows of the upper
//! left corner. Each of k slices takes every k-th set of rows, with all bottom halves,
//! and subtracts the repeated pairs of its own sets.

use super::layout::{Corner, WordLayout};
use super::plan::JoinUnit;
use super::quarter::QuarterRegion;
use super::sets::{list_sets, rank, set_number};
use queens_simd::Overlay;
use std::iter;

/// The two lists of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardHalf {
    Top,
    Bottom,
}

/// Makes halves and joins them.
pub(super) trait Joiner {
    /// All placements on some columns of a region.
    type Quarters;
    /// Reason to stop.
    type Error;

    /// Returns the placements on `columns` of a region.
    fn quarters(
        &mut self,
        region: QuarterRegion,
        columns: u32,
    ) -> Result<Self::Quarters, Self::Error>;

    /// Returns the same placements, with or without those that take a bit of `blocked`.
    fn free_of(&self, quarters: &Self::Quarters, blocked: u64) -> Self::Quarters;

    /// Adds halves to a list: for each set of `rows`, those that take it in the left
    /// corner and its complement in the right one, with the overlay of that set.
    fn add(
        &mut self,
        side: BoardHalf,
        half: [&Self::Quarters; 2],
        rows: impl Iterator<Item = (u32, Overlay)>,
    ) -> Result<(), Self::Error>;

    /// Joins the halves added since the last join, and adds `images` solutions to the
    /// count for each pair that fits. In a tie, `images` is negative: the pairs were
    /// counted before, and too often.
    fn join(&mut self, images: i64, is_tie: bool) -> Result<(), Self::Error>;
}

/// The sets of rows of a corner, by size.
#[derive(Debug)]
pub(super) struct RowSets(Vec<Vec<u32>>);

impl RowSets {
    pub(super) fn new(half: u32) -> Self {
        RowSets(
            (0..=half)
                .map(|size| list_sets(half, size).collect())
                .collect(),
        )
    }

    fn with_size(&self, size: u32) -> &[u32] {
        &self.0[size as usize]
    }
}

/// Every `step`-th set of rows of one size, from number `first`.
#[derive(Clone, Copy)]
struct RowSetSlice {
    first: u32,
    step: u32,
}

impl RowSetSlice {
    fn select(self, sets: &[u32]) -> impl Iterator<Item = u32> {
        sets.iter()
            .copied()
            .skip(self.first as usize)
            .step_by(self.step as usize)
    }

    fn has(self, set: u32) -> bool {
        set_number(set) % self.step == self.first
    }
}

/// The placements in the left corners.
pub(super) struct LeftQuarters<Q> {
    top: Q,
    /// The same columns, one of them taken by the queen of the middle row: see
    /// [`QuarterRegion::LeftWithMiddle`].
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
    pub(super) fn new(
        layout: &'a WordLayout,
        sets: &'a RowSets,
        unit: &'a JoinUnit,
    ) -> Self {
        UnitJoins {
            layout,
            sets,
            unit,
            slice: RowSetSlice {
                first: unit.slice,
                step: unit.slices,
            },
        }
    }

    /// Returns the diagonals of a queen in the centre; 0 without one.
    fn centre(&self) -> u64 {
        if self.layout.odd && !self.unit.empty_centre {
            self.layout.middle_row(0)
        } else {
            0
        }
    }

    /// Returns the placements in the left corners of all joins, without those on a
    /// diagonal of a queen in the centre.
    pub(super) fn left_quarters<J: Joiner>(
        &self,
        joiner: &mut J,
    ) -> Result<LeftQuarters<J::Quarters>, J::Error> {
        let columns = self.unit.columns;
        let top = joiner.quarters(QuarterRegion::Corner(Corner::TopLeft), columns)?;
        let bottom = joiner.quarters(
            QuarterRegion::Corner(Corner::BottomLeft),
            self.layout.all() & !columns,
        )?;
        if self.unit.empty_centre {
            let with_middle = joiner.quarters(QuarterRegion::LeftWithMiddle, columns)?;
            return Ok(LeftQuarters {
                top,
                with_middle: Some(with_middle),
                bottom,
            });
        }
        let (top, bottom) = match self.centre() {
            0 => (top, bottom),
            centre => (
                joiner.free_of(&top, centre),
                joiner.free_of(&bottom, centre),
            ),
        };
        Ok(LeftQuarters {
            top,
            with_middle: None,
            bottom,
        })
    }

    /// Makes all joins with the columns `u` in the lower right corner.
    pub(super) fn join_opposite<J: Joiner>(
        &self,
        left: &LeftQuarters<J::Quarters>,
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let bottom_right =
            joiner.quarters(QuarterRegion::Corner(Corner::BottomRight), u)?;
        let bottom = [&left.bottom, &bottom_right];
        match &left.with_middle {
            Some(with_middle) => {
                self.join_empty_centre([&left.top, with_middle], bottom, u, joiner)
            }
            None => self.join_by_views(&left.top, bottom, u, joiner),
        }
    }

    /// Returns the sets of rows of the upper left corner: those of this slice.
    fn top_rows(&self) -> impl Iterator<Item = u32> {
        self.slice
            .select(self.sets.with_size(self.unit.columns.count_ones()))
    }

    /// Returns the sets of rows of the lower left corner, which no slice restricts.
    fn bottom_rows(&self) -> impl Iterator<Item = u32> {
        self.sets
            .with_size(self.layout.half - self.unit.columns.count_ones())
            .iter()
            .copied()
    }

    /// Joins halves of odd boards without a queen in the centre. If u is the complement
    /// of x, both mirror images have the same x, and only the one with the middle row's
    /// queen on the right is made.
    fn join_empty_centre<J: Joiner>(
        &self,
        [top_left, left_with_middle]: [&J::Quarters; 2],
        bottom: [&J::Quarters; 2],
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let others = self.layout.all() & !u;
        let with_middle = joiner.quarters(QuarterRegion::RightWithMiddle, others)?;
        joiner.add(
            BoardHalf::Top,
            [top_left, &with_middle],
            self.top_rows().map(without_overlay),
        )?;
        if others != self.unit.columns {
            let top_right =
                joiner.quarters(QuarterRegion::Corner(Corner::TopRight), others)?;
            joiner.add(
                BoardHalf::Top,
                [left_with_middle, &top_right],
                self.top_rows().map(without_overlay),
            )?;
        }
        let bottom_rows = self.bottom_rows().map(without_overlay);
        joiner.add(BoardHalf::Bottom, bottom, bottom_rows)?;
        joiner.join(8, false)
    }

    /// Joins halves of even boards, or of odd ones with a queen in the centre.
    fn join_by_views<J: Joiner>(
        &self,
        top_left: &J::Quarters,
        bottom: [&J::Quarters; 2],
        u: u32,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let (x, all) = (self.unit.columns, self.layout.all());
        let top_right =
            joiner.quarters(QuarterRegion::Corner(Corner::TopRight), all & !u)?;
        let bits = [0, 1, 2, 3].map(|i| self.layout.mark(i));
        // Complements are compared only if x has half of the columns.
        let lacks_marks = 2 * x.count_ones() == self.layout.half && bits[2].is_none();
        let views = ViewJoins {
            joins: *self,
            marks: ViewMarks {
                x,
                u,
                all,
                bits: bits.map(Option::unwrap_or_default),
            },
            unmarked: lacks_marks.then_some(all & !x),
            top: [top_left, &top_right],
            bottom,
        };
        views.join(joiner)
    }
}

fn without_overlay(rows: u32) -> (u32, Overlay) {
    (rows, Overlay::default())
}

/// The joins of one pair (x, u), for boards whose greatest view is (x, u).
struct ViewJoins<'a, 'q, Q> {
    joins: UnitJoins<'a>,
    marks: ViewMarks,
    /// The complement of x if words have no room for its marks: halves whose x' or u' is
    /// this set are joined on their own.
    unmarked: Option<u32>,
    /// The quarters of the top halves.
    top: [&'q Q; 2],
    /// The quarters of the bottom halves.
    bottom: [&'q Q; 2],
}

impl<Q> ViewJoins<'_, '_, Q> {
    fn join<J: Joiner<Quarters = Q>>(&self, joiner: &mut J) -> Result<(), J::Error> {
        let ViewMarks { x, u, .. } = self.marks;
        let (not_x, not_u) = (self.complement(x), self.complement(u));
        // A pair with one of these (x', u') has a second view equal to (x, u), so an
        // image of it is counted too, and half of each is subtracted. If x is u or its
        // complement, the first line of views already has (x, u) twice, so an image of
        // every pair is counted and each stands for four solutions; the last two ties
        // then equal the first two.
        let ties = [(x, u), (not_x, not_u), (u, x), (not_u, not_x)];
        let (images, ties) = if x == u || x == not_u {
            (4, &ties[..2])
        } else {
            (8, &ties[..])
        };
        self.join_marked(images, joiner)?;
        if let Some(rows) = self.unmarked {
            self.join_unmarked_tops(rows, images, joiner)?;
            self.join_unmarked_bottoms(rows, images, joiner)?;
        }
        for &(top_rows, opposite_rows) in ties {
            self.subtract_tie(top_rows, self.complement(opposite_rows), images, joiner)?;
        }
        Ok(())
    }

    /// Joins all halves, except those of the unmarked set.
    fn join_marked<J: Joiner<Quarters = Q>>(
        &self,
        images: i64,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let tops = self.joins.top_rows().filter(|&rows| self.is_marked(rows));
        self.add_tops(tops, joiner)?;
        let bottoms = self.joins.bottom_rows();
        let bottoms = bottoms.filter(|&rows| self.is_marked(self.complement(rows)));
        self.add_bottoms(bottoms, joiner)?;
        joiner.join(images, false)
    }

    fn is_marked(&self, set: u32) -> bool {
        Some(set) != self.unmarked
    }

    /// Joins the top halves whose x' is the unmarked set `rows` with all bottom halves
    /// that they do not refuse.
    fn join_unmarked_tops<J: Joiner<Quarters = Q>>(
        &self,
        rows: u32,
        images: i64,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        if !self.joins.slice.has(rows) {
            return Ok(());
        }
        self.add_tops(iter::once(rows), joiner)?;
        self.add_bottoms(
            self.joins
                .bottom_rows()
                .filter(|&rows| !self.is_refused(self.complement(rows))),
            joiner,
        )?;
        joiner.join(images, false)
    }

    /// Joins the bottom halves whose u' is the unmarked set `rows` with the marked top
    /// halves that they do not refuse.
    fn join_unmarked_bottoms<J: Joiner<Quarters = Q>>(
        &self,
        rows: u32,
        images: i64,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        self.add_tops(
            self.joins
                .top_rows()
                .filter(|&other| other != rows && !self.is_refused(other)),
            joiner,
        )?;
        self.add_bottoms(iter::once(self.complement(rows)), joiner)?;
        joiner.join(images, false)
    }

    /// Subtracts half of the pairs with these sets of rows in the left corners: an image
    /// of each was counted too.
    fn subtract_tie<J: Joiner<Quarters = Q>>(
        &self,
        top_rows: u32,
        bottom_rows: u32,
        images: i64,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        if top_rows.count_ones() != self.marks.x.count_ones()
            || !self.joins.slice.has(top_rows)
        {
            return Ok(());
        }
        joiner.add(
            BoardHalf::Top,
            self.top,
            iter::once((top_rows, self.overlay(0))),
        )?;
        joiner.add(
            BoardHalf::Bottom,
            self.bottom,
            iter::once((bottom_rows, self.overlay(0))),
        )?;
        joiner.join(-images / 2, true)
    }

    /// Adds the top halves with these sets of rows in the left corner, except those that
    /// only boards with a greater view have.
    fn add_tops<J: Joiner<Quarters = Q>>(
        &self,
        rows: impl Iterator<Item = u32>,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let marked = rows.filter_map(|rows| {
            let marks = self.marks.top_marks(rows)?;
            Some((rows, self.overlay(marks)))
        });
        joiner.add(BoardHalf::Top, self.top, marked)
    }

    /// Adds the bottom halves with these sets of rows in the left corner, except those
    /// that only boards with a greater view have.
    fn add_bottoms<J: Joiner<Quarters = Q>>(
        &self,
        rows: impl Iterator<Item = u32>,
        joiner: &mut J,
    ) -> Result<(), J::Error> {
        let marked = rows.filter_map(|rows| {
            let marks = self.marks.bottom_marks(self.complement(rows))?;
            Some((rows, self.overlay(marks)))
        });
        joiner.add(BoardHalf::Bottom, self.bottom, marked)
    }

    fn overlay(&self, carried: u64) -> Overlay {
        Overlay {
            blocked: self.joins.centre(),
            carried,
        }
    }

    fn complement(&self, set: u32) -> u32 {
        self.marks.all & !set
    }

    /// Returns true if a half of the unmarked set refuses the halves of the other list
    /// whose x' or u' is `set`: a view then starts with x and ends with a set above u.
    fn is_refused(&self, set: u32) -> bool {
        rank(self.complement(set)) > rank(self.marks.u)
    }
}

/// The comparison of views that needs both halves, by four marks. A pair with a common
/// mark does not fit.
///
/// | mark | on top halves | on bottom halves | greater view |
/// |---|---|---|---|
/// | 0 | x' = x | u' > u | (x', u') |
/// | 1 | x' > u | u' = x | (u', x') |
/// | 2 | not x' = x | not u' > u | (not x', not u') |
/// | 3 | not x' > u | not u' = x | (not u', not x') |
#[derive(Clone, Copy)]
struct ViewMarks {
    x: u32,
    u: u32,
    all: u32,
    bits: [u64; 4],
}

impl ViewMarks {
    /// Returns the marks of a top half whose left corner takes `rows`, its x'; none if
    /// its board has a greater view.
    fn top_marks(self, rows: u32) -> Option<u64> {
        let ViewMarks { x, u, .. } = self;
        self.unless_above(rows, |set| [set == x, rank(set) > rank(u)])
    }

    /// Returns the marks of a bottom half whose right corner takes `rows`, its u'; none
    /// if its board has a greater view.
    fn bottom_marks(self, rows: u32) -> Option<u64> {
        let ViewMarks { x, u, .. } = self;
        self.unless_above(rows, |set| [rank(set) > rank(u), set == x])
    }

    /// Returns the marks of `rows` and of its complement, by `marks`; none if one of the
    /// two is above x.
    fn unless_above(self, rows: u32, marks: impl Fn(u32) -> [bool; 2]) -> Option<u64> {
        let others = self.all & !rows;
        if rank(rows).max(rank(others)) > rank(self.x) {
            return None;
        }
        let [[a, b], [c, d]]: [[bool; 2]; 2] = [marks(rows), marks(others)];
        Some(
            [a, b, c, d]
                .iter()
                .zip(self.bits)
                .map(|(&mark, bit)| if mark { bit } else { 0 })
                .sum(),
        )
    }
}
