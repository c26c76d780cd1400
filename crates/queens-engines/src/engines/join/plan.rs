//! The work units of a count.
//!
//! A unit is some sets of columns in the lower right corner, beside one set of columns in the upper left one; or, of
//! a single such pair on a large board, every so many-th set of rows of the upper left corner. Units are not listed:
//! from the number of a unit the plan finds the row of units that have its columns, and its place there.

use super::sets::{OppositeSets, choose};
use super::shares::ShareCounts;
use serde::Serialize;

/// No unit of a small board is meant to be more than this part of the whole.
const MAX_UNIT_SHARE: f64 = 1.0 / 1024.0;

/// Nor is any unit meant to take one core longer than this, in seconds.
const MAX_UNIT_SECONDS: f64 = 60.0;

/// The same for units of a sample. Shorter ones would spend much of their time on lists that longer ones share.
const MAX_SAMPLE_UNIT_SECONDS: f64 = 0.1;

/// A part of a count: boards with some columns taken in the upper left corner and others in the lower right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct JoinUnit {
    /// True if the board is odd and no queen is on its centre square: one is in the middle row and one in the middle column.
    #[serde(rename = "off_centre")]
    pub(super) empty_centre: bool,
    /// The columns that the lower left corner leaves, a bit for each, counted from the centre: those of the upper left one,
    /// and that of the middle row's queen if it stands on the left.
    pub(super) columns: u32,
    /// The first of the [`OppositeSets`] that are taken in the lower right corner, by its number.
    pub(super) first: u32,
    /// The one behind the last.
    pub(super) end: u32,
    /// First set of rows of the upper left corner that belongs to the work unit, by its number: from there on every
    /// `slices`-th does.
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
    /// Number of pieces that the opposites are cut into.
    pieces: u32,
    /// Number of work units for each piece.
    slices: u32,
    /// The estimated work for one opposite.
    cost: f64,
    /// Number of work units before those of this group.
    before: u64,
    /// The work of this row and all before it, as a part of the whole.
    until: f64,
}

impl UnitGroup {
    /// Returns the work of the largest of its work units.
    fn greatest(&self) -> f64 {
        self.cost * f64::from(self.opposites.div_ceil(self.pieces)) / f64::from(self.slices)
    }

    fn units(&self) -> u64 {
        u64::from(self.pieces) * u64::from(self.slices)
    }
}

/// The units of a board, row by row: first the rows of which one unit has the most work. Units of one row differ by up
/// to one opposite.
#[derive(Clone, Debug)]
pub(super) struct JoinPlan {
    half: u32,
    rows: Vec<UnitGroup>,
    /// The sum of the work, in the measure of the rows.
    whole: f64,
}

impl JoinPlan {
    /// The units for `n` queens.
    ///
    /// # Complexity
    /// n 2^(n/2) steps, for any number of units.
    pub(super) fn new(n: u32) -> Self {
        JoinPlan::of_units_up_to(MAX_UNIT_SECONDS, n)
    }

    /// The same work in units that a sample of a second holds many of.
    pub(super) fn fine(n: u32) -> Self {
        JoinPlan::of_units_up_to(MAX_SAMPLE_UNIT_SECONDS, n)
    }

    fn of_units_up_to(longest: f64, n: u32) -> Self {
        let grain = (longest / seconds(n)).min(MAX_UNIT_SHARE);
        JoinPlan::cut(n, |cost, whole, opposites, sets| {
            let (of_row, of_one) = (cost / whole / grain, cost / whole / grain / f64::from(opposites));
            match of_one.ceil() as u32 {
                ..=1 => ((of_row.ceil() as u32).clamp(1, opposites), 1),
                slices => (opposites, slices.min(sets)),
            }
        })
    }

    /// Cuts each row as `parts` says: into how many pieces, and each of them into how many slices, from the row's
    /// work, that of all rows, the number of its opposites and that of the sets of rows.
    pub(super) fn cut(n: u32, parts: impl Fn(f64, f64, u32, u32) -> (u32, u32)) -> Self {
        let half = n / 2;
        let places: &[bool] = if n % 2 == 1 { &[false, true] } else { &[false] };
        let all = places
            .iter()
            .flat_map(|&empty_centre| (0..1 << half).map(move |columns| (empty_centre, columns)));
        let mut rows: Vec<UnitGroup> = all
            .map(|(empty_centre, columns)| {
                let opposites = OppositeSets::new(half, columns, empty_centre).count();
                let cost = cost(half, empty_centre, columns, opposites);
                UnitGroup {
                    empty_centre,
                    columns,
                    opposites,
                    pieces: 1,
                    slices: 1,
                    cost,
                    before: 0,
                    until: 0.0,
                }
            })
            .filter(|row| row.opposites > 0)
            .collect();
        let of_row = |row: &UnitGroup| row.cost * f64::from(row.opposites);
        let whole: f64 = rows.iter().map(of_row).sum();
        for row in &mut rows {
            let sets = choose(half, row.columns.count_ones());
            (row.pieces, row.slices) = parts(of_row(row), whole, row.opposites, sets);
        }
        rows.sort_by(|a, b| b.greatest().total_cmp(&a.greatest()));
        let (mut before, mut until) = (0, 0.0);
        for row in &mut rows {
            row.before = before;
            before += row.units();
            until += of_row(row) / whole;
            row.until = until;
        }
        JoinPlan { half, rows, whole }
    }

    /// Returns the number of work units.
    pub(super) fn units(&self) -> u64 {
        self.rows.last().map_or(0, |row| row.before + row.units())
    }

    /// The number of the unit in which a place lies, if all work is laid out from 0 to 1 in the order of the units.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn at(&self, place: f64) -> u64 {
        let number = self.rows.partition_point(|row| row.until <= place).min(self.rows.len() - 1);
        let row = &self.rows[number];
        let from = number.checked_sub(1).map_or(0.0, |before| self.rows[before].until);
        let opposites = f64::from(row.opposites);
        let within = ((place - from) / (row.until - from) * opposites).clamp(0.0, opposites);
        let opposite = (within as u32).min(row.opposites - 1);
        // The last piece that does not begin behind the opposite; see `JoinPlan::unit`.
        let behind = u64::from(opposite + 1) * u64::from(row.pieces);
        let piece = behind.div_ceil(u64::from(row.opposites)) - 1;
        let slice = ((within - f64::from(opposite)) * f64::from(row.slices)) as u32;
        row.before + piece * u64::from(row.slices) + u64::from(slice.min(row.slices - 1))
    }

    /// Returns the check of what its work units stand for.
    pub(super) fn shares(&self) -> ShareCounts {
        let empty_centre = self.rows.iter().filter(|row| row.empty_centre);
        ShareCounts::new(self.half, empty_centre.map(|row| (row.columns.count_ones(), row.slices)))
    }

    /// A unit, its opposites, and its estimated work as a part of the whole.
    ///
    /// # Complexity
    /// O(n) steps.
    pub(super) fn unit(&self, number: u64) -> (JoinUnit, OppositeSets, f64) {
        let row = &self.rows[self.rows.partition_point(|row| row.before <= number) - 1];
        let place = number - row.before;
        let slices = u64::from(row.slices);
        let (piece, slice) = ((place / slices) as u32, (place % slices) as u32);
        let begin = |piece: u32| (u64::from(row.opposites) * u64::from(piece) / u64::from(row.pieces)) as u32;
        let unit = JoinUnit {
            empty_centre: row.empty_centre,
            columns: row.columns,
            first: begin(piece),
            end: begin(piece + 1),
            slice,
            slices: row.slices,
        };
        let cost = row.cost * f64::from(unit.end - unit.first) / f64::from(row.slices);
        (unit, OppositeSets::new(self.half, row.columns, row.empty_centre), cost / self.whole)
    }
}

/// The work for one opposite of `columns`, of which there are so many, in a measure that all rows share. Of sums and
/// products alone, which every processor rounds in the same way: units are to have the same numbers everywhere.
fn cost(half: u32, empty_centre: bool, columns: u32, opposites: u32) -> f64 {
    let (size, h) = (columns.count_ones(), f64::from(half));
    // Halves with as many queens on the left as on the right are the most: for one size they fall off as a normal
    // curve does.
    let uneven = (2 * size).abs_diff(half);
    let lists = (0..uneven * uneven).fold(1.0, |lists, _| lists * (h / (h + 1.0)));
    if empty_centre {
        // The pairs of places that the queens of the middle row and column can have, and the bottom halves.
        return lists * f64::from(2 + half * (half - 1) / 2);
    }
    // The sets that the symmetry leaves to the rows of both halves: as many as to the columns.
    let share = f64::from(opposites) / f64::from(choose(half, size));
    lists * h * (0.2 * share + share * share)
}

/// About how long the count for `n` queens takes one core. From 24 on a solution takes 1.8 ns, and n queens have
/// about 0.4 n - 0.3 times as many as one less (A000170 for 24 to 27).
fn seconds(n: u32) -> f64 {
    (25..=n).fold(4e5, |seconds, n| seconds * (0.4 * f64::from(n) - 0.3))
        / (n + 1..25).fold(1.0, |fewer, n| fewer * (0.4 * f64::from(n) - 0.3))
}

#[cfg(test)]
mod tests {
    use super::super::MAX_JOINED_SIZE;
    use super::*;

    /// Every pair of sets of columns, with every set of rows, is in one unit.
    #[test]
    fn the_units_are_all_there() {
        for n in [8, 9, 12, 13] {
            for slices in 1..=4 {
                let plan = JoinPlan::cut(n, |_, _, opposites, _| (opposites.min(5), slices));
                let mut taken = Vec::new();
                for number in 0..plan.units() {
                    let (unit, opposites, _) = plan.unit(number);
                    assert!(unit.first < unit.end && unit.end <= opposites.count());
                    let places = unit.first..unit.end;
                    taken.extend(places.map(|place| (unit.empty_centre, unit.columns, place, unit.slice)));
                }
                let pairs: u32 = plan.rows.iter().map(|row| row.opposites).sum();
                assert_eq!(taken.len() as u32, slices * pairs);
                taken.sort_unstable();
                taken.dedup();
                assert_eq!(taken.len() as u32, slices * pairs);
            }
        }
    }

    /// A place leads to the unit whose work, added to that before, reaches over it.
    #[test]
    fn every_place_lies_in_its_unit() {
        for n in [8, 13, 14, 17] {
            for plan in [JoinPlan::new(n), JoinPlan::cut(n, |_, _, opposites, _| (opposites.div_ceil(2), 3))]
            {
                let mut from = 0.0;
                for number in 0..plan.units() {
                    let weight = plan.unit(number).2;
                    // Slices of one piece share its opposites, so that only whole pieces are in order.
                    if plan.rows.iter().all(|row| row.slices == 1) {
                        assert_eq!(plan.at(from + weight / 2.0), number, "{n}");
                    }
                    from += weight;
                }
                let mut drawn = vec![0.0; plan.units() as usize];
                let draws = 200_000;
                for draw in 0..draws {
                    drawn[plan.at((f64::from(draw) + 0.5) / f64::from(draws)) as usize] +=
                        1.0 / f64::from(draws);
                }
                for (number, share) in drawn.into_iter().enumerate() {
                    let weight = plan.unit(number as u64).2;
                    assert!((share - weight).abs() < 2.0 / f64::from(draws) + 1e-3 * weight, "{n}: {number}");
                }
            }
        }
    }

    #[test]
    fn the_units_are_fine_and_in_order() {
        for n in 8..=MAX_JOINED_SIZE {
            let plan = JoinPlan::new(n);
            let longest = plan.unit(0).2 * seconds(n);
            assert!(longest <= MAX_UNIT_SECONDS || !(23..=27).contains(&n), "{longest} s for {n}");
            let greatest: Vec<f64> = plan.rows.iter().map(UnitGroup::greatest).collect();
            assert!(greatest.is_sorted_by(|a, b| a >= b));
            if n < 24 {
                let weights: f64 = (0..plan.units()).map(|number| plan.unit(number).2).sum();
                assert!((weights - 1.0).abs() < 1e-9, "{weights} for {n}");
            }
        }
    }
}
