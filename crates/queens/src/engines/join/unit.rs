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
//! in the words make such halves refuse each other ([`Marks`]). Views that are equal in both parts are
//! counted more than once; the few pairs are counted again by themselves and taken off.
//!
//! On an odd board with the queens of the middle row and column off the centre, the queen of the middle
//! row is to the right by `d`, that of the middle column above by `e > d`: each solution has 8 images. All
//! `d` are joined with the same bottom halves: the middle row's queen is part of the top half.
//!
//! # Slices
//! Where one pair of x and u is too much for a unit, it is cut by x', the rows of the upper left corner: a slice has
//! every so many-th set of rows, with all bottom halves, and what is counted more than once for one of its sets.

use super::halves::{self, Setting};
use super::layout::Corner;
use super::pairs::{Join, UNWATCHED};
use super::plan::WorkUnit;
use super::quarter::{Listed, Quarter, Quarters, Region};
use super::run::Partial;
use super::sets::{Opposites, number, rank, sets};
use crate::parallel::{Counter, SharedMeter};
use crate::simd::masks::Mask;
use crate::simd::{Loops, Overlay};
use control::{Limit, Step, Stop};

/// Memory for one unit after the other.
#[derive(Debug)]
pub(super) struct Workspace<'q, M> {
    quarters: &'q Quarters,
    /// For each size, the sets of rows of a corner.
    sets: Vec<Vec<u32>>,
    top: Vec<u64>,
    bottom: Vec<u64>,
    join: Join<M>,
    partial: Partial,
}

/// Some of the sets of rows of one size: every `step`-th from the `first` on.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub(super) first: u32,
    pub(super) step: u32,
}

impl Slice {
    pub(super) fn of(self, sets: &[u32]) -> impl Iterator<Item = u32> {
        sets.iter().copied().skip(self.first as usize).step_by(self.step as usize)
    }

    pub(super) fn has(self, set: u32) -> bool {
        number(set) % self.step == self.first
    }
}

/// What a half takes: a word as it is made, and one in order.
const BYTES: u64 = 16;

/// The most halves of a list: places in it are words of 32 bits.
const MOST_HALVES: usize = u32::MAX as usize;

/// Looks at the limits as a list grows.
struct Watch<'m> {
    meter: &'m SharedMeter<'m>,
    /// How many halves the other list has.
    others: usize,
    /// The length at which it looks next.
    next: usize,
}

impl<'m> Watch<'m> {
    fn new(meter: &'m SharedMeter<'m>, others: usize) -> Self {
        Watch { meter, others, next: UNWATCHED }
    }

    #[inline(always)]
    fn at(&mut self, len: usize) -> Step {
        if len < self.next {
            return Ok(());
        }
        self.next = len + UNWATCHED;
        self.meter.memory(BYTES * (len + self.others) as u64)?;
        self.meter.spend(0)
    }
}

/// The corners of a half, with the columns that they take.
#[derive(Clone, Copy)]
struct Half<'q> {
    left: &'q Quarter,
    right: &'q Quarter,
    /// How many queens the left corner has.
    left_queens: u32,
}

impl<'q, M: Mask> Workspace<'q, M> {
    pub(super) fn new(quarters: &'q Quarters) -> Self {
        let layout = quarters.layout();
        Workspace {
            quarters,
            sets: (0..=layout.half).map(|size| sets(layout.half, size).collect()).collect(),
            top: Vec::new(),
            bottom: Vec::new(),
            join: Join::new(layout.diagonals),
            partial: Partial::default(),
        }
    }

    /// Counts the solutions of one unit; `meter` is asked before each pair of lists.
    #[inline(always)]
    pub(super) fn run<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        unit: &WorkUnit,
        opposites: &Opposites,
        meter: &SharedMeter<'_>,
    ) -> Result<Partial, Stop> {
        self.partial = Partial::default();
        let queens = unit.columns.count_ones();
        let quarters = self.quarters;
        let layout = quarters.layout();
        let all = layout.all();
        let corner = |corner, columns| quarters.get(Region::Corner(corner), columns);
        let (top_left, bottom_left) =
            (corner(Corner::TopLeft, unit.columns), corner(Corner::BottomLeft, all & !unit.columns));
        // The left corners stand out of the way of the middle row's queen, for each place that it can have.
        let beside = |quarter: &Quarter, d| Listed::Once(quarter.without(layout.middle_row(d)));
        let (top_lefts, bottom_left) = if unit.off_centre {
            ((1..layout.half).map(|d| beside(&top_left, d)).collect(), bottom_left)
        } else if layout.odd {
            (vec![beside(&top_left, 0)], beside(&bottom_left, 0))
        } else {
            (vec![top_left], bottom_left)
        };
        let slice = Slice { first: unit.slice, step: unit.slices };
        for opposite in (unit.first..unit.end).map(|place| opposites.get(place)) {
            meter.spend(0)?;
            let before = self.partial.items;
            let right = all & !opposite;
            let bottom_right = corner(Corner::BottomRight, opposite);
            let left_queens = layout.half - queens;
            let bottom = Half { left: &bottom_left, right: &bottom_right, left_queens };
            if unit.off_centre {
                self.off_centre(loops, &top_lefts, slice, (queens, right), bottom, meter)?;
            } else {
                let top_right = corner(Corner::TopRight, right);
                let top = Half { left: &top_lefts[0], right: &top_right, left_queens: queens };
                self.centred(loops, top, slice, bottom, (unit.columns, opposite), meter)?;
            }
            meter.spend(self.partial.items - before)?;
        }
        Ok(self.partial)
    }

    /// The boards with the queens of the middle row and column off the centre, the one of the row on one of
    /// the columns `right`, whose others belong to the upper right corner.
    #[inline(always)]
    fn off_centre<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        top_lefts: &[Listed<'_>],
        slice: Slice,
        (queens, right): (u32, u32),
        bottom: Half<'_>,
        meter: &SharedMeter<'_>,
    ) -> Result<(), Stop> {
        let layout = self.quarters.layout();
        let all = layout.all();
        let (mut tops, mut watch) = (0, Watch::new(meter, 0));
        // The queen of the middle column stands further out.
        for (d, top_left) in (1..).zip(top_lefts).filter(|(d, _)| right >> (d - 1) & 1 == 1) {
            let top_right = self.quarters.get(Region::RightWithMiddle, right & !(1 << (d - 1)));
            let queen = layout.middle_row(d);
            let setting = Setting { overlay: Overlay { blocked: queen, carried: queen }, beyond: d };
            for rows in slice.of(&self.sets[queens as usize]) {
                watch.at(tops)?;
                let (left, right) = ((&**top_left, rows), (&*top_right, all & !rows));
                tops = halves::append(loops, left, right, setting, &mut self.top, tops);
            }
        }
        let (mut bottoms, mut watch) = (0, Watch::new(meter, tops));
        for &rows in &self.sets[bottom.left_queens as usize] {
            watch.at(bottoms)?;
            let (left, right) = ((bottom.left, rows), (bottom.right, all & !rows));
            bottoms = halves::append(loops, left, right, Setting::default(), &mut self.bottom, bottoms);
        }
        let fitting = self.join(loops, tops, bottoms, meter)?;
        self.partial.count.add(fitting, 8);
        Ok(())
    }

    /// The boards of even size, or with a queen in the centre.
    #[inline(always)]
    fn centred<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        top: Half<'_>,
        slice: Slice,
        bottom: Half<'_>,
        (x, u): (u32, u32),
        meter: &SharedMeter<'_>,
    ) -> Result<(), Stop> {
        let layout = self.quarters.layout();
        let all = layout.all();
        let marks = Marks { x, u, all, bits: [0, 1, 2, 3].map(|i| layout.mark(i)) };
        let blocked = if layout.odd { layout.middle_row(0) } else { 0 };
        let (mut tops, mut watch) = (0, Watch::new(meter, 0));
        for rows in slice.of(&self.sets[top.left_queens as usize]) {
            watch.at(tops)?;
            if let Some(carried) = marks.of_top(rows) {
                let setting = Setting { overlay: Overlay { blocked, carried }, beyond: 0 };
                let (left, right) = ((top.left, rows), (top.right, all & !rows));
                tops = halves::append(loops, left, right, setting, &mut self.top, tops);
            }
        }
        let (mut bottoms, mut watch) = (0, Watch::new(meter, tops));
        for &rows in &self.sets[bottom.left_queens as usize] {
            watch.at(bottoms)?;
            let opposite = all & !rows;
            if let Some(carried) = marks.of_bottom(opposite) {
                let setting = Setting { overlay: Overlay { blocked, carried }, beyond: 0 };
                let (left, right) = ((bottom.left, rows), (bottom.right, opposite));
                bottoms = halves::append(loops, left, right, setting, &mut self.bottom, bottoms);
            }
        }
        let counted = self.join(loops, tops, bottoms, meter)?;
        let complement = |set: u32| all & !set;
        let pairs = [(x, u), (complement(x), complement(u)), (u, x), (complement(u), complement(x))];
        let (images, pairs) = if x == u || x == complement(u) { (4, &pairs[..2]) } else { (8, &pairs[..]) };
        let mut tied = 0;
        for &(top_rows, opposite_rows) in pairs {
            if top_rows.count_ones() != top.left_queens || !slice.has(top_rows) {
                continue;
            }
            let setting = Setting { overlay: Overlay { blocked, carried: 0 }, beyond: 0 };
            let (left, right) = ((top.left, top_rows), (top.right, complement(top_rows)));
            let tops = halves::append(loops, left, right, setting, &mut self.top, 0);
            let (left, right) = ((bottom.left, complement(opposite_rows)), (bottom.right, opposite_rows));
            let bottoms = halves::append(loops, left, right, setting, &mut self.bottom, 0);
            for top in &self.top[..tops] {
                tied += self.bottom[..bottoms].iter().filter(|&bottom| top & bottom == 0).count() as u64;
            }
        }
        self.partial.count.add(counted, images);
        self.partial.count.add(tied, -images / 2);
        Ok(())
    }

    /// Joins the first `tops` and `bottoms` halves of the lists.
    #[inline(always)]
    fn join<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        tops: usize,
        bottoms: usize,
        meter: &SharedMeter<'_>,
    ) -> Result<Counter, Stop> {
        meter.memory(BYTES * (tops + bottoms) as u64)?;
        if tops.max(bottoms) > MOST_HALVES {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        let fitting = self.join.count(loops, &self.top[..tops], &self.bottom[..bottoms], meter)?;
        self.partial.items += (tops + bottoms) as u64;
        self.partial.pairs += tops as u64 * bottoms as u64;
        Ok(fitting)
    }
}

/// The comparison of views where it concerns both halves.
///
/// A top half whose x' (or its complement) is x refuses the bottom halves whose u' (or its complement) is
/// above u; a bottom half whose u' (or its complement) is x refuses the top halves whose x' (or its
/// complement) is above u.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub(super) x: u32,
    pub(super) u: u32,
    pub(super) all: u32,
    pub(super) bits: [u64; 4],
}

impl Marks {
    /// The marks of a top half whose left corner takes `rows`; none if its board has a greater view.
    pub(super) fn of_top(self, rows: u32) -> Option<u64> {
        let Marks { x, u, .. } = self;
        self.unless_above(rows, |set| [set == x, rank(set) > rank(u)])
    }

    /// The marks of a bottom half whose right corner takes `rows`; none if its board has a greater view.
    pub(super) fn of_bottom(self, rows: u32) -> Option<u64> {
        let Marks { x, u, .. } = self;
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
