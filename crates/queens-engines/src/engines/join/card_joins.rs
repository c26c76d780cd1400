//! The joins of a unit as a card takes them: by the lists of quarters that make the halves.

use super::layout::{CORNERS, WordLayout};
use super::plan::{JoinPlan, JoinUnit};
use super::quarter::{QuarterHandle, QuarterRegion, Quarters};
use super::sets::OppositeSets;
use super::unit::{BoardHalf, Joiner, RowSets, UnitJoins};
use gpu::{CardError, HalfJoin, HalfPiece, Seat};
use queens_simd::Overlay;
use std::mem;
use std::ops::Range;
use std::rc::Rc;

/// The largest half of a board whose quarters are all kept: those of 22 queens are listed more often than a card waits
/// for, and take some gigabytes.
const MAX_CACHED_HALF: u32 = 11;

/// The units of a board, for a card.
pub(crate) struct CardUnits {
    plan: JoinPlan,
    quarters: Quarters,
    sets: RowSets,
}

/// A unit and its sets of columns.
pub(crate) struct CardUnit {
    unit: JoinUnit,
    opposites: OppositeSets,
}

impl CardUnit {
    /// The numbers of its opposites.
    pub(crate) fn places(&self) -> Range<u32> {
        self.unit.first..self.unit.end
    }
}

/// A join, and what its pairs count for.
pub(crate) struct CardJoin {
    pub(crate) join: HalfJoin,
    /// Number of solutions that a pair stands for.
    pub(crate) images: i64,
    /// True if its pairs are among those of another join, and are counted again to be subtracted.
    pub(crate) is_tie: bool,
}

impl CardUnits {
    pub(crate) fn new(n: u32) -> Self {
        let quarters = Quarters::keeping(WordLayout::new(n), MAX_CACHED_HALF);
        let sets = RowSets::new(quarters.layout().half);
        CardUnits { plan: JoinPlan::new(n), quarters, sets }
    }

    /// The bits of the words of quarters, and those that halves can have in common.
    pub(crate) fn bits(&self) -> (u64, u64) {
        let layout = self.quarters.layout();
        let squares = CORNERS.into_iter().flat_map(|corner| layout.squares(corner).iter().copied());
        let most = layout.half as i32 - 1;
        let middle = (-most..=most).map(|d| layout.middle_row(d));
        let middle = middle.chain((1..=layout.half).map(|e| layout.middle_column(e)));
        let used = squares.chain(middle).fold(layout.bits.of_marks(), |used, word| used | word);
        (used, layout.bits.all())
    }

    /// Returns a unit, or a segment of one: see [`Sharded::segments`](crate::parallel::Sharded::segments).
    pub(crate) fn unit(&self, number: u64) -> CardUnit {
        let (unit, opposites) = self.plan.segment(number);
        CardUnit { unit, opposites }
    }

    /// The joins of one opposite of a unit; the quarters that they need are put on the card.
    ///
    /// # Errors
    /// There is no room for them, or the card fails.
    pub(crate) fn joins(
        &self,
        CardUnit { unit, opposites }: &CardUnit,
        place: u32,
        seat: &mut Seat<'_>,
    ) -> Result<Vec<CardJoin>, CardError> {
        let joins = UnitJoins::new(self.quarters.layout(), &self.sets, unit);
        let mut feeder =
            CardJoiner { quarters: &self.quarters, seat, join: HalfJoin::default(), joins: Vec::new() };
        let left = joins.left_quarters(&mut feeder)?;
        joins.join_opposite(&left, opposites.get(place), &mut feeder)?;
        Ok(feeder.joins)
    }
}

/// A list of quarters, and where it begins on the card.
#[derive(Clone)]
struct CardQuarters<'q> {
    quarters: Rc<QuarterHandle<'q>>,
    place: u32,
}

/// Returns the name on the card of the list of a region's quarters on `columns`.
fn name(region: QuarterRegion, columns: u32) -> u64 {
    let with_middle = u64::from(region.side().is_some());
    (with_middle << 2 | region.corner() as u64) << 32 | u64::from(columns)
}

/// Lists joins for a card.
struct CardJoiner<'q, 's, 'c> {
    quarters: &'q Quarters,
    seat: &'s mut Seat<'c>,
    /// The join that is being listed.
    join: HalfJoin,
    joins: Vec<CardJoin>,
}

impl<'q> Joiner for CardJoiner<'q, '_, '_> {
    type Quarters = CardQuarters<'q>;
    type Error = CardError;

    fn quarters(&mut self, region: QuarterRegion, columns: u32) -> Result<CardQuarters<'q>, CardError> {
        let quarters = self.quarters.get(region, columns, &mut |_| Ok(()))?;
        let name = name(region, columns);
        let place = match self.seat.place(name) {
            Some(place) => place,
            None => self.seat.store(name, quarters.words())?,
        };
        Ok(CardQuarters { quarters: Rc::new(quarters), place })
    }

    /// All of them: what is blocked is held against the halves on the card.
    fn free_of(&self, quarters: &CardQuarters<'q>, _blocked: u64) -> CardQuarters<'q> {
        quarters.clone()
    }

    fn add(
        &mut self,
        side: BoardHalf,
        [left, right]: [&CardQuarters<'q>; 2],
        rows: impl Iterator<Item = (u32, Overlay)>,
    ) -> Result<(), CardError> {
        let all = self.quarters.layout().all();
        let list = match side {
            BoardHalf::Top => &mut self.join.tops,
            BoardHalf::Bottom => &mut self.join.bottoms,
        };
        for (rows, overlay) in rows {
            let (lefts, rights) = (left.quarters.span(rows), right.quarters.span(all & !rows));
            if !lefts.is_empty() && !rights.is_empty() {
                list.push(HalfPiece {
                    left: left.place + lefts.start,
                    lefts: lefts.end - lefts.start,
                    right: right.place + rights.start,
                    rights: rights.end - rights.start,
                    blocked: self.seat.pack(overlay.blocked),
                    carried: self.seat.pack(overlay.carried),
                    ..HalfPiece::default()
                });
            }
        }
        Ok(())
    }

    fn join(&mut self, images: i64, is_tie: bool) -> Result<(), CardError> {
        self.joins.push(CardJoin { join: mem::take(&mut self.join), images, is_tie });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::join::run::UnitResult;
    use crate::engines::join::workspace::JoinWorkspace;
    use crate::parallel::{Counter, SharedMeter};
    use control::Limits;
    use gpu::{Batch, Emulated, WordShape};
    use queens_simd::{DetectedKernel, KernelLoops, KernelWork};

    /// A unit on the processor.
    struct OneUnit<'a>(&'a Quarters, &'a CardUnit);

    impl KernelWork for OneUnit<'_> {
        type Output = UnitResult;

        fn run<L: KernelLoops>(self, loops: L) -> UnitResult {
            let limits = Limits::default();
            let CardUnit { unit, opposites } = self.1;
            let mut workspace = JoinWorkspace::<L::Mask>::new(self.0);
            workspace.run(loops, unit, opposites, &SharedMeter::new(&limits).of_thread()).expect("no limits")
        }
    }

    /// Every unit, sliced or not, comes to the same on both.
    #[test]
    fn the_card_gets_the_joins_of_the_processor() {
        for n in 8..=11 {
            for slices in [1, 3] {
                let plan = JoinPlan::cut(n, |_, _, opposites, _| (opposites.div_ceil(5), slices));
                let feed = CardUnits { plan, ..CardUnits::new(n) };
                let (used, common) = feed.bits();
                let shape = WordShape::new(used, common, 48 << 10);
                let mut seat = Seat::new(&Emulated::default(), &shape, 1 << 30).expect("memory");
                for number in 0..feed.plan.units() {
                    let unit = feed.unit(number);
                    let expected = DetectedKernel::Baseline.run(OneUnit(&feed.quarters, &unit));
                    let (mut batch, mut of) = (Batch::default(), Vec::new());
                    for place in unit.places() {
                        for fed in feed.joins(&unit, place, &mut seat).expect("room") {
                            of.push((fed.images, fed.is_tie));
                            batch.push(fed.join);
                        }
                    }
                    let joined = seat.run(&mut batch, &mut || Ok::<_, CardError>(())).expect("memory");
                    let (mut count, mut pairs) = (Counter::default(), 0);
                    for ((images, is_tie), joined) in of.into_iter().zip(joined) {
                        count.add(Counter::with_residues(joined.fitting, joined.residues), images);
                        pairs += if is_tie { 0 } else { joined.tops * joined.bottoms };
                    }
                    assert_eq!(
                        (count, pairs),
                        (expected.count, expected.pairs),
                        "{n} queens, {:?}",
                        unit.unit
                    );
                }
            }
        }
    }
}
