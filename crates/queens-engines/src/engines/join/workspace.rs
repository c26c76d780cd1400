//! Runs work units: lists the halves of each join of a unit, and counts the pairs that
//! fit.

use super::halves;
use super::pairs::{PairJoin, WORK_PER_CHECK};
use super::plan::JoinUnit;
use super::quarter::{Quarter, QuarterHandle, QuarterRegion, Quarters};
use super::run::UnitResult;
use super::sets::OppositeSets;
use super::unit::{BoardHalf, Joiner, RowSets, UnitJoins};
use crate::parallel::Counter;
use control::{Limit, Step, Stop, ThreadMeter};
use queens_simd::masks::PlaceMask;
use queens_simd::{KernelCall, KernelLoops, Overlay};
use std::mem;

/// Memory for one work unit after another.
#[derive(Debug)]
pub(super) struct JoinWorkspace<'q, M> {
    quarters: &'q Quarters,
    sets: RowSets,
    top: HalfList,
    bottom: HalfList,
    /// The sets of rows of the halves that are added together.
    rows: Vec<(u32, Overlay)>,
    join: PairJoin<M>,
    partial: UnitResult,
}

impl<'q, M: PlaceMask> JoinWorkspace<'q, M> {
    pub(super) fn new(quarters: &'q Quarters) -> Self {
        let layout = quarters.layout();
        JoinWorkspace {
            quarters,
            sets: RowSets::new(layout.half),
            top: HalfList::default(),
            bottom: HalfList::default(),
            rows: Vec::new(),
            join: PairJoin::new(layout.bits),
            partial: UnitResult::default(),
        }
    }

    /// Counts the solutions of one unit. Checks `meter` before each pair of lists.
    pub(super) fn run<L: KernelLoops<Mask = M>>(
        &mut self,
        loops: L,
        unit: &JoinUnit,
        opposites: &OppositeSets,
        meter: &ThreadMeter<'_>,
    ) -> Result<UnitResult, Stop> {
        self.partial = UnitResult::default();
        self.top.clear();
        self.bottom.clear();
        let JoinWorkspace {
            quarters,
            sets,
            top,
            bottom,
            rows,
            join,
            partial,
        } = self;
        let joins = UnitJoins::new(quarters.layout(), sets, unit);
        let mut processor = CpuJoiner {
            quarters,
            loops,
            top,
            bottom,
            rows,
            join,
            partial,
            meter,
        };
        let left = joins.left_quarters(&mut processor)?;
        for opposite in (unit.first..unit.end).map(|place| opposites.get(place)) {
            meter.spend(0)?;
            joins.join_opposite(&left, opposite, &mut processor)?;
        }
        Ok(self.partial)
    }
}

/// Memory of a half, in bytes: a word as it is made, and one in sorted order.
const BYTES_PER_HALF: u64 = 16;

/// Memory of a quarter while it is listed, in bytes: a placement, and a word in sorted
/// order.
const BYTES_PER_PLACEMENT: u64 = 24;

/// Maximum length of a list, in halves: places in it are words of 32 bits.
pub(super) const MAX_HALVES: usize = u32::MAX as usize;

/// Maximum length of a list whose memory is kept for the next one, in halves: 64 MiB. A
/// join of longer lists takes seconds, and new memory for it some hundredths of them.
const MAX_KEPT_HALVES: usize = 1 << 23;

/// A list of halves.
#[derive(Debug, Default)]
struct HalfList {
    /// The halves, and memory for more.
    words: Vec<u64>,
    /// Number of halves.
    len: usize,
    /// Length of the list from which the limits are checked again.
    next_check: usize,
}

impl HalfList {
    /// Empties the list, and frees the memory of a long one: in one unit the list of tops
    /// is the longest, in another the list of bottoms, and a thread would keep both.
    fn clear(&mut self) {
        (self.len, self.next_check) = (0, WORK_PER_CHECK);
        if self.words.len() > MAX_KEPT_HALVES {
            self.words = Vec::new();
        }
    }

    fn halves(&self) -> &[u64] {
        &self.words[..self.len]
    }

    fn halves_mut(&mut self) -> &mut [u64] {
        &mut self.words[..self.len]
    }
}

/// Makes the halves of a unit and joins them.
struct CpuJoiner<'w, 'q, L: KernelLoops> {
    quarters: &'q Quarters,
    loops: L,
    top: &'w mut HalfList,
    bottom: &'w mut HalfList,
    rows: &'w mut Vec<(u32, Overlay)>,
    join: &'w mut PairJoin<L::Mask>,
    partial: &'w mut UnitResult,
    meter: &'w ThreadMeter<'w>,
}

impl<L: KernelLoops> CpuJoiner<'_, '_, L> {
    /// Counts the pairs of both lists that fit.
    fn count_fitting_pairs(&mut self) -> Result<Counter, Stop> {
        let (tops, bottoms) = (self.top.halves_mut(), self.bottom.halves_mut());
        self.meter
            .memory(BYTES_PER_HALF * (tops.len() + bottoms.len()) as u64)?;
        if tops.len().max(bottoms.len()) > MAX_HALVES {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        let items = (tops.len() + bottoms.len()) as u64;
        // Before the join: it takes seconds on the largest boards, and a node limit
        // should not wait for it.
        self.meter.spend(items)?;
        self.partial.items += items;
        self.partial.pairs += tops.len() as u64 * bottoms.len() as u64;
        self.join
            .count(self.loops, tops, bottoms, self.meter.shared())
    }
}

impl<'q, L: KernelLoops> Joiner for CpuJoiner<'_, 'q, L> {
    type Quarters = QuarterHandle<'q>;
    type Error = Stop;

    fn quarters(
        &mut self,
        region: QuarterRegion,
        columns: u32,
    ) -> Result<QuarterHandle<'q>, Stop> {
        let (meter, others) = (self.meter, self.top.len + self.bottom.len);
        let quarters = self.quarters.get(region, columns, &mut |found| {
            meter.memory(
                BYTES_PER_PLACEMENT * found as u64 + BYTES_PER_HALF * others as u64,
            )?;
            meter.spend(0)
        })?;
        // The tables of all sets of columns together are larger than the nearer caches.
        if let QuarterHandle::Kept(quarter) = quarters {
            self.loops.prefetch(quarter.words());
        }
        Ok(quarters)
    }

    fn free_of(&self, quarters: &QuarterHandle<'q>, blocked: u64) -> QuarterHandle<'q> {
        QuarterHandle::Once(quarters.without(blocked))
    }

    fn add(
        &mut self,
        side: BoardHalf,
        half: [&QuarterHandle<'q>; 2],
        rows: impl Iterator<Item = (u32, Overlay)>,
    ) -> Result<(), Stop> {
        let (list, other) = match side {
            BoardHalf::Top => (&mut *self.top, self.bottom.len),
            BoardHalf::Bottom => (&mut *self.bottom, self.top.len),
        };
        let [left, right] = half.map(|quarters| &**quarters);
        self.rows.clear();
        self.rows.extend(rows);
        let all = self.quarters.layout().all();
        self.loops.call(AddHalves {
            left,
            right,
            rows: self.rows,
            all,
            list,
            other,
            meter: self.meter,
        })
    }

    fn join(&mut self, images: i64, is_tie: bool) -> Step {
        let fitting = if is_tie {
            // Ties have few pairs: filling a block would take longer than testing them.
            count_by_pairs(self.top.halves(), self.bottom.halves())
        } else {
            self.count_fitting_pairs()?
        };
        self.partial.count.add(fitting, images);
        self.top.clear();
        self.bottom.clear();
        Ok(())
    }
}

/// Counts the pairs of words that share no bit, one after the other.
fn count_by_pairs(tops: &[u64], bottoms: &[u64]) -> Counter {
    let mut fitting = 0;
    for top in tops {
        for bottom in bottoms {
            fitting += u64::from(top & bottom == 0);
        }
    }
    Counter::from(fitting)
}

/// Work that adds halves to `list`: for each set of `rows`, those with this set in the
/// left corner and the other rows of `all` in the right one.
struct AddHalves<'a, 'm> {
    left: &'a Quarter,
    right: &'a Quarter,
    rows: &'a [(u32, Overlay)],
    all: u32,
    list: &'a mut HalfList,
    /// Length of the other list, in halves.
    other: usize,
    meter: &'a ThreadMeter<'m>,
}

impl<L: KernelLoops> KernelCall<L> for AddHalves<'_, '_> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn run(self, loops: L) -> Result<(), Stop> {
        let AddHalves {
            left,
            right,
            rows,
            all,
            list,
            other,
            meter,
        } = self;
        // Local copies. Through the reference, the compiler would load and store both in
        // every round of the loop.
        let (mut words, mut len) = (mem::take(&mut list.words), list.len);
        for &(rows, overlay) in rows {
            if len >= list.next_check {
                list.next_check = len + WORK_PER_CHECK;
                meter.memory(BYTES_PER_HALF * (len + other) as u64)?;
                meter.spend(0)?;
            }
            len = halves::append(
                loops,
                (left, rows),
                (right, all & !rows),
                overlay,
                &mut words,
                len,
            );
        }
        (list.words, list.len) = (words, len);
        Ok(())
    }
}
