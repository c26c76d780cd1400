//! Units on the processor.

use super::halves;
use super::pairs::{Join, UNWATCHED};
use super::plan::WorkUnit;
use super::quarter::{Listed, Quarter, Quarters, Region};
use super::run::Partial;
use super::sets::Opposites;
use super::unit::{Joiner, RowSets, Side, UnitJoins};
use crate::parallel::{Counter, SharedMeter};
use control::{Limit, Step, Stop};
use queens_simd::masks::Mask;
use queens_simd::{KernelCall, Loops, Overlay};
use std::mem;

/// Memory for one unit after the other.
#[derive(Debug)]
pub(super) struct Workspace<'q, M> {
    quarters: &'q Quarters,
    sets: RowSets,
    top: List,
    bottom: List,
    /// The sets of rows of the halves that are added together.
    rows: Vec<(u32, Overlay)>,
    join: Join<M>,
    partial: Partial,
}

impl<'q, M: Mask> Workspace<'q, M> {
    pub(super) fn new(quarters: &'q Quarters) -> Self {
        let layout = quarters.layout();
        Workspace {
            quarters,
            sets: RowSets::new(layout.half),
            top: List::default(),
            bottom: List::default(),
            rows: Vec::new(),
            join: Join::new(layout.bits),
            partial: Partial::default(),
        }
    }

    /// Counts the solutions of one unit; `meter` is asked before each pair of lists.
    pub(super) fn run<L: Loops<Mask = M>>(
        &mut self,
        loops: L,
        unit: &WorkUnit,
        opposites: &Opposites,
        meter: &SharedMeter<'_>,
    ) -> Result<Partial, Stop> {
        self.partial = Partial::default();
        self.top.clear();
        self.bottom.clear();
        let Workspace { quarters, sets, top, bottom, rows, join, partial } = self;
        let joins = UnitJoins::new(quarters.layout(), sets, unit);
        let mut processor = Processor { quarters, loops, top, bottom, rows, join, partial, meter };
        let lefts = joins.lefts(&mut processor)?;
        for opposite in (unit.first..unit.end).map(|place| opposites.get(place)) {
            meter.spend(0)?;
            joins.opposite(&lefts, opposite, &mut processor)?;
        }
        Ok(self.partial)
    }
}

/// What a half takes: a word as it is made, and one in order.
const BYTES: u64 = 16;

/// What a quarter takes while it is listed: a placement, and a word in order.
const LISTED: u64 = 24;

/// The most halves of a list: places in it are words of 32 bits.
const MOST_HALVES: usize = u32::MAX as usize;

/// Halves.
#[derive(Debug, Default)]
struct List {
    /// The halves, and memory for more.
    words: Vec<u64>,
    /// How many halves there are.
    len: usize,
    /// The length at which the limits are looked at next.
    watched: usize,
}

impl List {
    fn clear(&mut self) {
        (self.len, self.watched) = (0, UNWATCHED);
    }

    fn halves(&self) -> &[u64] {
        &self.words[..self.len]
    }

    fn halves_mut(&mut self) -> &mut [u64] {
        &mut self.words[..self.len]
    }
}

/// The processor as it runs a unit.
struct Processor<'w, 'q, L: Loops> {
    quarters: &'q Quarters,
    loops: L,
    top: &'w mut List,
    bottom: &'w mut List,
    rows: &'w mut Vec<(u32, Overlay)>,
    join: &'w mut Join<L::Mask>,
    partial: &'w mut Partial,
    meter: &'w SharedMeter<'w>,
}

impl<L: Loops> Processor<'_, '_, L> {
    /// Counts the pairs of both lists that fit.
    fn fitting(&mut self) -> Result<Counter, Stop> {
        let (tops, bottoms) = (self.top.halves_mut(), self.bottom.halves_mut());
        self.meter.memory(BYTES * (tops.len() + bottoms.len()) as u64)?;
        if tops.len().max(bottoms.len()) > MOST_HALVES {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        let fitting = self.join.count(self.loops, tops, bottoms, self.meter)?;
        let items = (tops.len() + bottoms.len()) as u64;
        self.partial.items += items;
        self.partial.pairs += tops.len() as u64 * bottoms.len() as u64;
        self.meter.spend(items)?;
        Ok(fitting)
    }
}

impl<'q, L: Loops> Joiner for Processor<'_, 'q, L> {
    type Quarters = Listed<'q>;
    type Error = Stop;

    fn quarters(&mut self, region: Region, columns: u32) -> Result<Listed<'q>, Stop> {
        let (meter, others) = (self.meter, self.top.len + self.bottom.len);
        let quarters = self.quarters.get(region, columns, &mut |found| {
            meter.memory(LISTED * found as u64 + BYTES * others as u64)?;
            meter.spend(0)
        })?;
        // The tables of all sets of columns together have no room in the nearer caches.
        if let Listed::Kept(quarter) = quarters {
            self.loops.fetch(quarter.words());
        }
        Ok(quarters)
    }

    fn free_of(&self, quarters: &Listed<'q>, blocked: u64) -> Listed<'q> {
        Listed::Once(quarters.without(blocked))
    }

    fn add(
        &mut self,
        side: Side,
        half: [&Listed<'q>; 2],
        rows: impl Iterator<Item = (u32, Overlay)>,
    ) -> Result<(), Stop> {
        let (list, other) = match side {
            Side::Top => (&mut *self.top, self.bottom.len),
            Side::Bottom => (&mut *self.bottom, self.top.len),
        };
        let [left, right] = half.map(|quarters| &**quarters);
        self.rows.clear();
        self.rows.extend(rows);
        let all = self.quarters.layout().all();
        self.loops.call(AddHalves { left, right, rows: self.rows, all, list, other, meter: self.meter })
    }

    fn join(&mut self, images: i64, is_tie: bool) -> Step {
        let fitting = if is_tie {
            let (tops, bottoms) = (self.top.halves(), self.bottom.halves());
            let fits = |top: &u64| bottoms.iter().filter(|&bottom| top & bottom == 0).count() as u64;
            Counter::from(tops.iter().map(fits).sum::<u64>())
        } else {
            self.fitting()?
        };
        self.partial.count.add(fitting, images);
        self.top.clear();
        self.bottom.clear();
        Ok(())
    }
}

/// Adds to `list` the halves with each set of `rows` in the left corner and the others of `all` in the right one.
struct AddHalves<'a, 'm> {
    left: &'a Quarter,
    right: &'a Quarter,
    rows: &'a [(u32, Overlay)],
    all: u32,
    list: &'a mut List,
    /// Length of the other list, in halves.
    other: usize,
    meter: &'a SharedMeter<'m>,
}

impl<L: Loops> KernelCall<L> for AddHalves<'_, '_> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn run(self, loops: L) -> Result<(), Stop> {
        let AddHalves { left, right, rows, all, list, other, meter } = self;
        // What the loop changes, out of memory.
        let (mut words, mut len) = (mem::take(&mut list.words), list.len);
        for &(rows, overlay) in rows {
            if len >= list.watched {
                list.watched = len + UNWATCHED;
                meter.memory(BYTES * (len + other) as u64)?;
                meter.spend(0)?;
            }
            len = halves::append(loops, (left, rows), (right, all & !rows), overlay, &mut words, len);
        }
        (list.words, list.len) = (words, len);
        Ok(())
    }
}
