//! The work units of a count.
//!
//! A unit has one set of columns for the upper left corner and several consecutive ones
//! for the lower right corner. On a large board one such pair is too much work: the unit
//! then has every k-th set of rows of the upper left corner. Units are not stored: from
//! the number of a unit the plan finds the group with its columns, and its place there.
//!
//! From 27 queens on, units of a minute would be too many. Units are longer there, and
//! are cut into segments in the same way as the whole is cut into units: some of the
//! opposites, or one of them with a part of the sets of rows.

use super::sets::{OppositeSets, binomial};
use super::shares::ShareCounts;
use serde::Serialize;
use std::ops::Range;

/// Maximum share of a unit in the whole work, on small boards.
const MAX_UNIT_SHARE: f64 = 1.0 / 1024.0;

/// Target for the longest unit on one core, in seconds, where units have no segments.
const MAX_UNIT_SECONDS: f64 = 60.0;

/// Target for the longest segment on one core, in seconds. A segment of an opposite makes
/// all of its bottom halves: longer ones make them less often, and longer lists of top
/// halves leave fewer pairs to test.
const MAX_SEGMENT_SECONDS: f64 = 240.0;

/// Smallest board whose units have segments.
const MIN_SEGMENTED_SIZE: u32 = 27;

/// Target for the longest unit with segments on one core, in seconds.
const MAX_SEGMENTED_UNIT_SECONDS: f64 = 2_400.0;

/// Target for the number of units with segments. A plan has some more, because each group
/// is cut into whole units.
const MAX_SEGMENTED_UNITS: f64 = 950_000.0;

/// Target for the longest unit of a sample on one core, in seconds. Shorter ones would
/// spend much of their time on lists that a longer one builds once.
const MAX_SAMPLE_UNIT_SECONDS: f64 = 0.1;

/// A part of a count: the boards with one set of columns in the upper left corner and one
/// of several in the lower right corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct JoinUnit {
    /// True if the board is odd and no queen is on its centre square: one is in the
    /// middle row and one in the middle column.
    #[serde(rename = "off_centre")]
    pub(super) empty_centre: bool,
    /// Columns that the lower left corner does not use, a bit for each, counted from the
    /// centre: those of the upper left corner, and that of the queen in the middle row if
    /// it is on the left.
    pub(super) columns: u32,
    /// Number of the first of the [`OppositeSets`] that are used in the lower right
    /// corner.
    pub(super) first: u32,
    /// Number after the last one.
    pub(super) end: u32,
    /// Number of the first set of rows of the upper left corner in the work unit; every
    /// `slices`-th set from there on belongs to it.
    pub(super) slice: u32,
    /// Number of work units that share these sets of columns.
    pub(super) slices: u32,
}

/// The work units with the same columns in the upper left corner.
#[derive(Clone, Copy, Debug)]
struct UnitGroup {
    empty_centre: bool,
    columns: u32,
    opposites: u32,
    /// Number of pieces into which the opposites are divided.
    pieces: u32,
    /// Number of work units for each piece.
    slices: u32,
    /// Estimated work for one opposite.
    cost: f64,
    /// Number of work units before those of this group.
    before: u64,
    /// Share of this group and all groups before it in the whole work.
    until: f64,
    segments: SegmentSize,
}

/// Part of a unit that is a segment.
#[derive(Clone, Copy, Debug)]
enum SegmentSize {
    /// The whole unit.
    Unit,
    /// At most this many opposites.
    Opposites(u32),
    /// One opposite, with one of this many parts of the sets of rows.
    Slice(u32),
}

impl UnitGroup {
    /// Returns the work of the largest of its work units.
    fn largest_unit_cost(&self) -> f64 {
        self.cost * f64::from(self.opposites.div_ceil(self.pieces))
            / f64::from(self.slices)
    }

    /// Returns the work for all of its opposites.
    fn whole_cost(&self) -> f64 {
        self.cost * f64::from(self.opposites)
    }

    fn units(&self) -> u64 {
        u64::from(self.pieces) * u64::from(self.slices)
    }

    /// Returns the number of the first opposite of a piece: pieces differ by one at most.
    fn first_opposite(&self, piece: u32) -> u32 {
        let before = u64::from(self.opposites) * u64::from(piece);
        (before / u64::from(self.pieces)) as u32
    }

    /// Returns the number of segments of a unit with so many opposites.
    fn segments(&self, opposites: u32) -> u64 {
        match self.segments {
            SegmentSize::Unit => 1,
            SegmentSize::Opposites(most) => u64::from(opposites.div_ceil(most)),
            SegmentSize::Slice(slices) => u64::from(opposites) * u64::from(slices),
        }
    }
}

/// The work units of a board in groups, sorted by the work of their largest unit, the
/// largest first. Units of one group differ by at most one opposite.
#[derive(Clone, Debug)]
pub(super) struct JoinPlan {
    half: u32,
    groups: Vec<UnitGroup>,
    /// The whole work, in the unit of [`UnitGroup::cost`].
    whole: f64,
    /// Maximum number of segments of a unit.
    max_segments: u64,
}

impl JoinPlan {
    /// Creates the plan for `n` queens.
    ///
    /// # Complexity
    /// n 2^(n/2) steps, for any number of units.
    pub(super) fn new(n: u32) -> Self {
        if n < MIN_SEGMENTED_SIZE {
            return JoinPlan::with_units_up_to(MAX_UNIT_SECONDS, n);
        }
        let longest =
            MAX_SEGMENTED_UNIT_SECONDS.max(planned_seconds(n) / MAX_SEGMENTED_UNITS);
        JoinPlan::with_units_up_to(longest, n)
            .in_segments_up_to(MAX_SEGMENT_SECONDS / planned_seconds(n))
    }

    /// Creates a plan with units so short that a sample of a second holds many of them.
    pub(super) fn fine(n: u32) -> Self {
        JoinPlan::with_units_up_to(MAX_SAMPLE_UNIT_SECONDS, n)
    }

    fn with_units_up_to(longest: f64, n: u32) -> Self {
        let grain = (longest / planned_seconds(n)).min(MAX_UNIT_SHARE);
        JoinPlan::cut(n, |cost, whole, opposites, sets| {
            // The work of the group and of one opposite, in units of the longest unit.
            let group = cost / whole / grain;
            let opposite = group / f64::from(opposites);
            match opposite.ceil() as u32 {
                ..=1 => ((group.ceil() as u32).clamp(1, opposites), 1),
                slices => (opposites, slices.min(sets)),
            }
        })
    }

    /// Divides each group into pieces, and each piece into slices. `parts` returns both
    /// numbers from the work of the group, the whole work, the number of opposites and
    /// the number of sets of rows.
    pub(super) fn cut(n: u32, parts: impl Fn(f64, f64, u32, u32) -> (u32, u32)) -> Self {
        let half = n / 2;
        let mut groups = list_groups(half, n % 2 == 1);
        let whole: f64 = groups.iter().map(UnitGroup::whole_cost).sum();
        for group in &mut groups {
            let sets = binomial(half, group.columns.count_ones());
            (group.pieces, group.slices) =
                parts(group.whole_cost(), whole, group.opposites, sets);
        }
        // Long units first, so that no thread begins one when the others are done.
        groups.sort_by(|a, b| b.largest_unit_cost().total_cmp(&a.largest_unit_cost()));
        // `before` units and the share `until` of the work are in the groups so far.
        let (mut before, mut until) = (0, 0.0);
        for group in &mut groups {
            group.before = before;
            before += group.units();
            until += group.whole_cost() / whole;
            group.until = until;
        }
        JoinPlan {
            half,
            groups,
            whole,
            max_segments: 1,
        }
    }

    /// Cuts the units into segments of at most this share of the whole work, as far as
    /// the sets of rows allow.
    pub(super) fn in_segments_up_to(mut self, share: f64) -> Self {
        for group in &mut self.groups {
            let of_one = group.cost / f64::from(group.slices) / self.whole / share;
            let sets = binomial(self.half, group.columns.count_ones());
            group.segments = match of_one.ceil() as u32 {
                ..=1 => SegmentSize::Opposites((1.0 / of_one) as u32),
                slices => SegmentSize::Slice(slices.min(sets / group.slices).max(1)),
            };
            let segments = group.segments(group.opposites.div_ceil(group.pieces));
            self.max_segments = self.max_segments.max(segments);
        }
        self
    }

    /// Returns true if units have several segments.
    pub(super) fn has_segments(&self) -> bool {
        self.max_segments > 1
    }

    /// Returns the number of work units.
    pub(super) fn units(&self) -> u64 {
        self.groups
            .last()
            .map_or(0, |group| group.before + group.units())
    }

    /// Returns the number of the unit at `place`, if all work is laid out from 0 to 1 in
    /// the order of the units.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn unit_at(&self, place: f64) -> u64 {
        let number = self
            .groups
            .partition_point(|group| group.until <= place)
            .min(self.groups.len() - 1);
        let group = &self.groups[number];
        let from = number
            .checked_sub(1)
            .map_or(0.0, |before| self.groups[before].until);
        let opposites = f64::from(group.opposites);
        let within =
            ((place - from) / (group.until - from) * opposites).clamp(0.0, opposites);
        let opposite = (within as u32).min(group.opposites - 1);
        // The last piece that does not begin after the opposite; see `JoinPlan::unit`.
        let behind = u64::from(opposite + 1) * u64::from(group.pieces);
        let piece = behind.div_ceil(u64::from(group.opposites)) - 1;
        let slice = ((within - f64::from(opposite)) * f64::from(group.slices)) as u32;
        group.before
            + piece * u64::from(group.slices)
            + u64::from(slice.min(group.slices - 1))
    }

    /// Returns the check that the work units stand for all boards.
    pub(super) fn shares(&self) -> ShareCounts {
        let empty_centre = self.groups.iter().filter(|group| group.empty_centre);
        ShareCounts::new(
            self.half,
            empty_centre.map(|group| (group.columns.count_ones(), group.slices)),
        )
    }

    /// Returns a unit, its opposites, and its estimated share in the whole work.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn unit(&self, number: u64) -> (JoinUnit, OppositeSets, f64) {
        let (group, unit) = self.find_unit(number);
        let cost =
            group.cost * f64::from(unit.end - unit.first) / f64::from(group.slices);
        (
            unit,
            OppositeSets::new(self.half, group.columns, group.empty_centre),
            cost / self.whole,
        )
    }

    /// Returns the numbers of the segments of a unit; without segments the number of the
    /// unit.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn segments(&self, number: u64) -> Range<u64> {
        let (group, unit) = self.find_unit(number);
        let first = number * self.max_segments;
        first..first + group.segments(unit.end - unit.first)
    }

    /// Returns a segment as if it were a unit, and its opposites.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn segment(&self, number: u64) -> (JoinUnit, OppositeSets) {
        let (group, unit) = self.find_unit(number / self.max_segments);
        let place = (number % self.max_segments) as u32;
        let segment = match group.segments {
            SegmentSize::Unit => unit,
            SegmentSize::Opposites(most) => {
                let first = unit.first + place * most;
                JoinUnit {
                    first,
                    end: unit.end.min(first + most),
                    ..unit
                }
            }
            SegmentSize::Slice(slices) => {
                let first = unit.first + place / slices;
                let slice = unit.slice + unit.slices * (place % slices);
                JoinUnit {
                    first,
                    end: first + 1,
                    slice,
                    slices: unit.slices * slices,
                    ..unit
                }
            }
        };
        (
            segment,
            OppositeSets::new(self.half, group.columns, group.empty_centre),
        )
    }

    /// Returns a unit and its group.
    fn find_unit(&self, number: u64) -> (&UnitGroup, JoinUnit) {
        let group =
            &self.groups[self.groups.partition_point(|group| group.before <= number) - 1];
        let place = number - group.before;
        let slices = u64::from(group.slices);
        let (piece, slice) = ((place / slices) as u32, (place % slices) as u32);
        let unit = JoinUnit {
            empty_centre: group.empty_centre,
            columns: group.columns,
            first: group.first_opposite(piece),
            end: group.first_opposite(piece + 1),
            slice,
            slices: group.slices,
        };
        (group, unit)
    }
}

/// Lists the groups of units that have opposites, each as one piece.
fn list_groups(half: u32, is_odd: bool) -> Vec<UnitGroup> {
    let mut groups = Vec::new();
    let centres: &[bool] = if is_odd { &[false, true] } else { &[false] };
    for &empty_centre in centres {
        for columns in 0..1 << half {
            let opposites = OppositeSets::new(half, columns, empty_centre).count();
            if opposites == 0 {
                continue;
            }
            groups.push(UnitGroup {
                empty_centre,
                columns,
                opposites,
                pieces: 1,
                slices: 1,
                cost: estimate_cost(half, empty_centre, columns, opposites),
                before: 0,
                until: 0.0,
                segments: SegmentSize::Unit,
            });
        }
    }
    groups
}

/// Returns the estimated work for one of the `opposites` of `columns`, in a unit common
/// to all groups. It uses basic arithmetic only, which every processor rounds alike: a
/// work unit must have the same number on every machine.
fn estimate_cost(half: u32, empty_centre: bool, columns: u32, opposites: u32) -> f64 {
    let (size, h) = (columns.count_ones(), f64::from(half));
    // Most halves have as many queens on the left as on the right. Their number falls
    // like a normal curve with the difference.
    let uneven = (2 * size).abs_diff(half);
    let lists = (0..uneven * uneven).fold(1.0, |lists, _| lists * (h / (h + 1.0)));
    if empty_centre {
        // Pairs of squares for the queens in the middle row and the middle column, and
        // the bottom halves.
        return lists * f64::from(2 + half * (half - 1) / 2);
    }
    // Share of the sets that the symmetry leaves: the same for the rows of both halves as
    // for the columns.
    let share = f64::from(opposites) / f64::from(binomial(half, size));
    lists * h * (0.2 * share + share * share)
}

/// Returns the time of the count for `n` queens by which units are cut, in seconds on one
/// core: from 24 queens on 1.8 ns a solution, and n queens have about 0.4 n - 0.3 times
/// as many solutions as n - 1 (A000170 for 24 to 27). Units have had these cuts since the
/// count took so long; now 24 takes a third of it, and 28 a sixth (docs/lab/join.md).
/// Times of units above are by it.
fn planned_seconds(n: u32) -> f64 {
    (25..=n).fold(4e5, |seconds, n| seconds * (0.4 * f64::from(n) - 0.3))
        / (n + 1..25).fold(1.0, |fewer, n| fewer * (0.4 * f64::from(n) - 0.3))
}

#[cfg(test)]
mod tests {
    use super::super::MAX_JOINED_SIZE;
    use super::*;

    /// Every pair of sets of columns, with every set of rows, is in one unit.
    #[test]
    fn units_cover_every_pair_once() {
        for n in [8, 9, 12, 13] {
            for slices in 1..=4 {
                let plan =
                    JoinPlan::cut(n, |_, _, opposites, _| (opposites.min(5), slices));
                let mut taken = Vec::new();
                for number in 0..plan.units() {
                    let (unit, opposites, _) = plan.unit(number);
                    assert!(unit.first < unit.end && unit.end <= opposites.count());
                    let places = unit.first..unit.end;
                    taken.extend(places.map(|place| {
                        (unit.empty_centre, unit.columns, place, unit.slice)
                    }));
                }
                let pairs: u32 = plan.groups.iter().map(|group| group.opposites).sum();
                assert_eq!(taken.len() as u32, slices * pairs);
                taken.sort_unstable();
                taken.dedup();
                assert_eq!(taken.len() as u32, slices * pairs);
            }
        }
    }

    /// The unit at a place is the first one whose work, added to all work before it,
    /// exceeds the place.
    #[test]
    fn every_place_is_in_its_unit() {
        for n in [8, 13, 14, 17] {
            for plan in [
                JoinPlan::new(n),
                JoinPlan::cut(n, |_, _, opposites, _| (opposites.div_ceil(2), 3)),
            ] {
                let mut from = 0.0;
                for number in 0..plan.units() {
                    let weight = plan.unit(number).2;
                    // Slices of one piece share its opposites, so that only whole pieces
                    // are in order.
                    if plan.groups.iter().all(|group| group.slices == 1) {
                        assert_eq!(plan.unit_at(from + weight / 2.0), number, "{n}");
                    }
                    from += weight;
                }
                let mut drawn = vec![0.0; plan.units() as usize];
                let draws = 200_000;
                for draw in 0..draws {
                    drawn[plan.unit_at((f64::from(draw) + 0.5) / f64::from(draws))
                        as usize] += 1.0 / f64::from(draws);
                }
                for (number, share) in drawn.into_iter().enumerate() {
                    let weight = plan.unit(number as u64).2;
                    assert!(
                        (share - weight).abs() < 2.0 / f64::from(draws) + 1e-3 * weight,
                        "{n}: {number}"
                    );
                }
            }
        }
    }

    /// The segments of a unit have its opposites and its sets of rows, each pair once.
    #[test]
    fn segments_cover_their_unit() {
        for n in [8, 9, 12, 13] {
            for (slices, share) in [(1, 0.5), (1, 0.001), (3, 0.001), (2, 1e-5)] {
                let cut = |_, _, opposites: u32, sets: u32| {
                    (opposites.div_ceil(3), slices.min(sets))
                };
                let plan = JoinPlan::cut(n, cut).in_segments_up_to(share);
                assert!(plan.has_segments() || share > 0.1, "{n} {slices} {share}");
                let sets = |columns: u32| binomial(n / 2, columns.count_ones());
                let pairs = |unit: &JoinUnit| {
                    let rows =
                        (unit.slice..sets(unit.columns)).step_by(unit.slices as usize);
                    let unit = *unit;
                    rows.flat_map(move |rows| {
                        (unit.first..unit.end).map(move |place| (rows, place))
                    })
                };
                for number in 0..plan.units() {
                    let (unit, _, _) = plan.unit(number);
                    let segments =
                        plan.segments(number).map(|segment| plan.segment(segment).0);
                    let mut taken = Vec::new();
                    for segment in segments {
                        assert_eq!(
                            (segment.empty_centre, segment.columns),
                            (unit.empty_centre, unit.columns)
                        );
                        taken.extend(pairs(&segment));
                    }
                    taken.sort_unstable();
                    let mut expected: Vec<_> = pairs(&unit).collect();
                    expected.sort_unstable();
                    assert_eq!(taken, expected, "{n}: unit {number}");
                }
            }
        }
    }

    #[test]
    fn segments_are_short() {
        for n in MIN_SEGMENTED_SIZE..=MAX_JOINED_SIZE {
            let plan = JoinPlan::new(n);
            assert!(plan.has_segments());
            for number in [0, plan.units() / 2, plan.units() - 1] {
                let seconds = plan.unit(number).2 * planned_seconds(n);
                let segments = plan.segments(number).count() as f64;
                assert!(
                    seconds / segments <= MAX_SEGMENT_SECONDS + 1.0 || n > 29,
                    "{n}: {seconds} s in {segments} segments"
                );
            }
        }
    }

    #[test]
    fn units_are_small_and_sorted() {
        for n in 8..=MAX_JOINED_SIZE {
            let plan = JoinPlan::new(n);
            let longest = plan.unit(0).2 * planned_seconds(n);
            assert!(
                longest <= MAX_UNIT_SECONDS || !(23..MIN_SEGMENTED_SIZE).contains(&n),
                "{longest} s for {n}"
            );
            assert!(
                n < MIN_SEGMENTED_SIZE || plan.units() <= 1_000_000,
                "{} units of {n}",
                plan.units()
            );
            let greatest: Vec<f64> = plan
                .groups
                .iter()
                .map(UnitGroup::largest_unit_cost)
                .collect();
            assert!(greatest.is_sorted_by(|a, b| a >= b));
            if n < 24 {
                let weights: f64 =
                    (0..plan.units()).map(|number| plan.unit(number).2).sum();
                assert!((weights - 1.0).abs() < 1e-9, "{weights} for {n}");
            }
        }
    }
}
