//! The joins of a unit as a card takes them: the same halves as in `unit`, by the lists of quarters that make them.

use super::halves::Setting;
use super::layout::{COMMON, CORNERS, Corner, Layout, MARKS};
use super::plan::{Plan, WorkUnit};
use super::quarter::{Listed, Quarters, Region};
use super::sets::{Opposites, sets};
use super::unit::{Marks, Slice};
use crate::simd::Overlay;
use gpu::{CardError, Join, Piece, Seat};
use std::ops::Range;

/// The largest half of a board whose quarters are all kept: those of 22 queens are listed more often than a card waits
/// for, and take some gigabytes.
const MOST_KEPT: u32 = 11;

/// The units of a board, for a card.
pub(crate) struct Feed {
    plan: Plan,
    quarters: Quarters,
    /// For each size, the sets of rows of a corner.
    sets: Vec<Vec<u32>>,
}

/// A unit and its sets of columns.
pub(crate) struct FedUnit {
    unit: WorkUnit,
    opposites: Opposites,
}

impl FedUnit {
    /// The numbers of its opposites.
    pub(crate) fn places(&self) -> Range<u32> {
        self.unit.first..self.unit.end
    }
}

/// A join, and what its pairs count for.
pub(crate) struct FedJoin {
    pub(crate) join: Join,
    /// How many solutions a pair that fits stands for.
    pub(crate) images: i64,
    /// Whether its pairs are among those of another join, and only counted again.
    pub(crate) is_tie: bool,
}

/// A list of quarters, and where it begins on the card.
struct Stored<'q> {
    quarters: Listed<'q>,
    place: u32,
}

/// What makes halves: the quarters of both sides.
struct Half<'q> {
    left: Stored<'q>,
    right: Stored<'q>,
}

impl Half<'_> {
    /// The halves with `rows` on the left and the others, of `all`, on the right. The words of the setting are packed.
    #[inline]
    fn on(&self, rows: u32, all: u32, setting: Setting) -> Option<Piece> {
        let (left, right) =
            (self.left.quarters.span(rows, 0), self.right.quarters.span(all & !rows, setting.beyond));
        let Overlay { blocked, carried } = setting.overlay;
        (!left.is_empty() && !right.is_empty()).then(|| Piece {
            left: self.left.place + left.start,
            lefts: left.end - left.start,
            right: self.right.place + right.start,
            rights: right.end - right.start,
            blocked,
            carried,
            ..Piece::default()
        })
    }
}

impl Feed {
    pub(crate) fn new(n: u32) -> Self {
        let quarters = Quarters::keeping(n, MOST_KEPT);
        let half = quarters.layout().half;
        let sets = (0..=half).map(|size| sets(half, size).collect()).collect();
        Feed { plan: Plan::new(n), quarters, sets }
    }

    /// The bits of the words of quarters, and those that halves can have in common.
    pub(crate) fn bits(&self) -> (u64, u64) {
        let layout = self.quarters.layout();
        let squares = CORNERS.into_iter().flat_map(|corner| layout.squares(corner).iter().copied());
        let middle = (0..layout.half).map(|d| layout.middle_row(d));
        let middle = middle.chain((1..=layout.half).map(|e| layout.middle_column(e)));
        let marks = (0..MARKS).map(|i| layout.mark(i));
        (squares.chain(middle).chain(marks).fold(0, |used, word| used | word), COMMON)
    }

    pub(crate) fn unit(&self, number: u64) -> FedUnit {
        let (unit, opposites, _) = self.plan.unit(number);
        FedUnit { unit, opposites }
    }

    /// The joins of one opposite of a unit; the quarters that they need are put on the card.
    ///
    /// # Errors
    /// There is no room for them, or the card fails.
    pub(crate) fn joins(
        &self,
        FedUnit { unit, opposites }: &FedUnit,
        place: u32,
        seat: &mut Seat<'_>,
    ) -> Result<Vec<FedJoin>, CardError> {
        let opposite = opposites.get(place);
        let slice = Slice { first: unit.slice, step: unit.slices };
        if unit.off_centre {
            self.off_centre(unit.columns, opposite, slice, seat)
        } else {
            self.centred(unit.columns, opposite, slice, seat)
        }
    }

    fn layout(&self) -> &Layout {
        self.quarters.layout()
    }

    /// The quarters on `columns` of a region, on the card.
    fn stored(&self, region: Region, columns: u32, seat: &mut Seat<'_>) -> Result<Stored<'_>, CardError> {
        let quarters = self.quarters.get(region, columns);
        let name = (region.table() as u64) << 32 | u64::from(columns);
        let place = match seat.place(name) {
            Some(place) => place,
            None => seat.store(name, quarters.words())?,
        };
        Ok(Stored { quarters, place })
    }

    /// The quarters of a half, on these columns.
    fn half(
        &self,
        [left, right]: [Region; 2],
        [left_columns, right_columns]: [u32; 2],
        seat: &mut Seat<'_>,
    ) -> Result<Half<'_>, CardError> {
        Ok(Half {
            left: self.stored(left, left_columns, seat)?,
            right: self.stored(right, right_columns, seat)?,
        })
    }

    fn bottom(&self, x: u32, u: u32, seat: &mut Seat<'_>) -> Result<Half<'_>, CardError> {
        let corners = [Corner::BottomLeft, Corner::BottomRight].map(Region::Corner);
        self.half(corners, [self.layout().all() & !x, u], seat)
    }

    /// As `Workspace::off_centre`.
    fn off_centre(
        &self,
        x: u32,
        u: u32,
        slice: Slice,
        seat: &mut Seat<'_>,
    ) -> Result<Vec<FedJoin>, CardError> {
        let (layout, size) = (self.layout(), x.count_ones());
        let (all, right) = (layout.all(), layout.all() & !u);
        let mut join = Join::default();
        for d in (1..layout.half).filter(|d| right >> (d - 1) & 1 == 1) {
            let regions = [Region::Corner(Corner::TopLeft), Region::RightWithMiddle];
            let top = self.half(regions, [x, right & !(1 << (d - 1))], seat)?;
            let queen = seat.pack(layout.middle_row(d));
            let setting = Setting { overlay: Overlay { blocked: queen, carried: queen }, beyond: d };
            let sets = slice.of(&self.sets[size as usize]);
            join.tops.extend(sets.filter_map(|rows| top.on(rows, all, setting)));
        }
        let bottom = self.bottom(x, u, seat)?;
        let sets = &self.sets[(layout.half - size) as usize];
        join.bottoms.extend(sets.iter().filter_map(|&rows| bottom.on(rows, all, Setting::default())));
        Ok(vec![FedJoin { join, images: 8, is_tie: false }])
    }

    /// As `Workspace::centred`.
    fn centred(&self, x: u32, u: u32, slice: Slice, seat: &mut Seat<'_>) -> Result<Vec<FedJoin>, CardError> {
        let (layout, size) = (self.layout(), x.count_ones());
        let all = layout.all();
        let marks = Marks { x, u, all, bits: [0, 1, 2, 3].map(|i| seat.pack(layout.mark(i))) };
        let blocked = if layout.odd { seat.pack(layout.middle_row(0)) } else { 0 };
        let setting = |carried| Setting { overlay: Overlay { blocked, carried }, beyond: 0 };
        let top = self.half([Corner::TopLeft, Corner::TopRight].map(Region::Corner), [x, all & !u], seat)?;
        let bottom = self.bottom(x, u, seat)?;
        let tops = slice.of(&self.sets[size as usize]);
        let tops = tops.filter_map(|rows| top.on(rows, all, setting(marks.of_top(rows)?)));
        let bottoms = self.sets[(layout.half - size) as usize].iter();
        let bottoms =
            bottoms.filter_map(|&rows| bottom.on(rows, all, setting(marks.of_bottom(all & !rows)?)));
        let join = Join { tops: tops.collect(), bottoms: bottoms.collect() };
        let complement = |set: u32| all & !set;
        let along = [(x, u), (complement(x), complement(u))];
        let across = [(u, x), (complement(u), complement(x))];
        let (images, across) =
            if x == u || x == complement(u) { (4, &across[..0]) } else { (8, &across[..]) };
        let mut joins = vec![FedJoin { join, images, is_tie: false }];
        for &(top_rows, opposite_rows) in along.iter().chain(across) {
            if top_rows.count_ones() != size || !slice.has(top_rows) {
                continue;
            }
            let tops = top.on(top_rows, all, setting(0));
            let bottoms = bottom.on(complement(opposite_rows), all, setting(0));
            let join = Join { tops: tops.into_iter().collect(), bottoms: bottoms.into_iter().collect() };
            joins.push(FedJoin { join, images: -images / 2, is_tie: true });
        }
        Ok(joins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::join::run::Partial;
    use crate::engines::join::unit::Workspace;
    use crate::parallel::{Counter, SharedMeter};
    use crate::simd::{Found, Loops, Work};
    use control::Limits;
    use gpu::{Batch, Emulated, Shape};

    /// A unit on the processor.
    struct OneUnit<'a>(&'a Quarters, &'a FedUnit);

    impl Work for OneUnit<'_> {
        type Output = Partial;

        fn run<L: Loops>(self, loops: L) -> Partial {
            let limits = Limits::default();
            let FedUnit { unit, opposites } = self.1;
            let mut workspace = Workspace::<L::Mask>::new(self.0);
            workspace.run(loops, unit, opposites, &SharedMeter::new(&limits)).expect("no limits")
        }
    }

    /// Every unit, sliced or not, comes to the same on both.
    #[test]
    fn a_card_is_fed_what_the_processor_joins() {
        for n in 8..=11 {
            for slices in [1, 3] {
                let plan = Plan::cut(n, |_, _, opposites, _| (opposites.div_ceil(5), slices));
                let feed = Feed { plan, ..Feed::new(n) };
                let (used, common) = feed.bits();
                let shape = Shape::new(used, common, 48 << 10);
                let mut seat = Seat::new(&Emulated::default(), &shape, 1 << 30).expect("memory");
                for number in 0..feed.plan.units() {
                    let unit = feed.unit(number);
                    let expected = Found::Baseline.run(OneUnit(&feed.quarters, &unit));
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
