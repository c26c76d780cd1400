//! Counting: units whose open squares all lie in units of another kind that need as many
//! queens.

use super::super::capacity::{Conclusion, max_queens};
use super::super::grid::CandidateGrid;
use super::super::watch::LimitWatch;
use super::{SearchFlow, StepCollector};
use crate::reason::room::Room;
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;
use std::ops::RangeInclusive;

/// One of the three kinds of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitKind {
    Rows,
    Columns,
    Regions,
}

/// Maximum number of units in one count, except counts of neighbouring lines.
pub(super) const MAX_COUNTED_UNITS: usize = 6;

/// Number of queens that each unit needs, and the units of other kinds that share open
/// squares with it, as bits.
pub(super) struct UnitMeetings {
    size: usize,
    stars: u32,
    needs: [[u32; 64]; 3],
    /// `masks[of][other][unit]`: the units of kind `other` that share an open square with
    /// a unit of kind `of`.
    masks: [[[u64; 64]; 3]; 3],
}

/// Units of one kind, and the units of another kind that contain all their open squares.
pub(super) struct UnitCount<'a> {
    pub(super) of: &'a [usize],
    pub(super) of_need: u32,
    pub(super) within: u64,
    pub(super) within_need: u32,
}

/// The units that a count leaves out.
struct UnitComplement {
    chosen: Vec<usize>,
    around: u64,
    need: u32,
}

impl UnitCount<'_> {
    /// Returns the number of units of both kinds.
    fn units(&self) -> usize {
        self.of.len() + self.within.count_ones() as usize
    }
}

impl UnitMeetings {
    pub(super) fn from_grid<const W: usize>(grid: &CandidateGrid<'_, W>) -> Self {
        let (board, size) = (grid.board, grid.board.size);
        let mut meetings = UnitMeetings {
            size,
            stars: board.stars,
            needs: [[0; 64]; 3],
            masks: [[[0; 64]; 3]; 3],
        };
        for unit in 0..3 * size {
            meetings.needs[unit / size][unit % size] = grid.missing_queens(unit);
        }
        for square in grid.open.iter() {
            let [row, column, region] = board.units_of[square];
            let at = [row, column - size, region - 2 * size];
            for of in 0..3 {
                for other in 0..3 {
                    meetings.masks[of][other][at[of]] |= 1 << at[other];
                }
            }
        }
        meetings
    }

    /// Number of queens that the units `within` need.
    pub(super) fn missing_queens(&self, kind: UnitKind, within: u64) -> u32 {
        (0..self.size)
            .filter(|unit| within >> unit & 1 == 1)
            .map(|unit| self.needs[kind as usize][unit])
            .sum()
    }

    /// Calls `each` for every choice of units of kind `of`, as many as `sizes` allows,
    /// with the units of kind `within` that contain their open squares. Choices are cut
    /// off if these would need more queens than the chosen units minus `slack`. Stops
    /// when a limit of `watch` is reached.
    pub(super) fn for_each_choice(
        &self,
        watch: &LimitWatch,
        (of, within): (UnitKind, UnitKind),
        sizes: RangeInclusive<usize>,
        slack: u32,
        each: &mut dyn FnMut(&UnitCount<'_>) -> SearchFlow,
    ) -> SearchFlow {
        self.choose_units(
            watch,
            (of, within),
            (&sizes, slack),
            &mut Vec::new(),
            (0, 0, 0),
            each,
        )
    }

    fn choose_units(
        &self,
        watch: &LimitWatch,
        (of, within): (UnitKind, UnitKind),
        (sizes, slack): (&RangeInclusive<usize>, u32),
        chosen: &mut Vec<usize>,
        (union, of_need, within_need): (u64, u32, u32),
        each: &mut dyn FnMut(&UnitCount<'_>) -> SearchFlow,
    ) -> SearchFlow {
        watch.check_limits()?;
        if sizes.contains(&chosen.len()) {
            each(&UnitCount {
                of: chosen,
                of_need,
                within: union,
                within_need,
            })?;
        }
        // `within` must not need more than `of` in the end, and each further unit adds at
        // most `stars` to the need of `of`.
        let left = sizes.end().saturating_sub(chosen.len()) as u32;
        if left == 0 {
            return SearchFlow::Continue(());
        }
        let from = chosen.last().map_or(0, |&last| last + 1);
        for unit in from..self.size {
            let need = self.needs[of as usize][unit];
            let mask = self.masks[of as usize][within as usize][unit];
            let (of_need, added) =
                (of_need + need, self.missing_queens(within, mask & !union));
            let within_need = within_need + added;
            if need == 0 || within_need + slack > of_need + (left - 1) * self.stars {
                continue;
            }
            chosen.push(unit);
            let sums = (union | mask, of_need, within_need);
            self.choose_units(watch, (of, within), (sizes, slack), chosen, sums, each)?;
            chosen.pop();
        }
        SearchFlow::Continue(())
    }

    /// Returns the units that a count of the kinds `(of, within)` leaves out: the units
    /// of kind `within` outside, and those of kind `of` that contain all their open
    /// squares. If both sides of a count need the same number of queens, so do these,
    /// because all units of a kind need as many as all of another, and the same squares
    /// stay empty.
    fn find_complement(
        &self,
        (of, within): (UnitKind, UnitKind),
        count: &UnitCount<'_>,
    ) -> UnitComplement {
        let unfilled = |kind: UnitKind| {
            (0..self.size).filter(move |&unit| self.needs[kind as usize][unit] > 0)
        };
        let chosen: Vec<usize> = unfilled(within)
            .filter(|unit| count.within >> unit & 1 == 0)
            .collect();
        let around = unfilled(of)
            .filter(|unit| !count.of.contains(unit))
            .fold(0, |around, unit| around | 1 << unit);
        let need = chosen
            .iter()
            .map(|&unit| self.needs[within as usize][unit])
            .sum();
        UnitComplement {
            chosen,
            around,
            need,
        }
    }

    /// Index among all units of a unit of this kind.
    pub(super) fn unit_number(&self, kind: UnitKind, unit: usize) -> usize {
        kind as usize * self.size + unit
    }

    /// Indices among all units of the units in a mask.
    pub(super) fn unit_numbers(&self, kind: UnitKind, mask: u64) -> Vec<usize> {
        (0..self.size)
            .filter(|unit| mask >> unit & 1 == 1)
            .map(|unit| self.unit_number(kind, unit))
            .collect()
    }
}

/// Finds counts of `sizes` units, for each pair of `kinds`: the units outside hold no
/// queens of the units inside.
pub(super) fn find_counts<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    kinds: [(UnitKind, UnitKind); 2],
    sizes: RangeInclusive<usize>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let meetings = UnitMeetings::from_grid(grid);
    kinds.into_iter().try_for_each(|kinds| {
        meetings.for_each_choice(
            &grid.board.watch,
            kinds,
            sizes.clone(),
            0,
            &mut |count| {
                if count.of_need == count.within_need {
                    add_count(grid, &meetings, kinds, count, found)
                } else {
                    SearchFlow::Continue(())
                }
            },
        )
    })
}

/// Like [`find_counts`], for four units up to half of all (the opposite count covers larger
/// ones), and for any number within neighbouring lines.
pub(super) fn find_more<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    kinds: [(UnitKind, UnitKind); 2],
    found: &mut StepCollector<W>,
) -> SearchFlow {
    find_counts(
        grid,
        kinds,
        4..=MAX_COUNTED_UNITS.min(grid.board.size / 2),
        found,
    )?;
    let meetings = UnitMeetings::from_grid(grid);
    kinds
        .into_iter()
        .try_for_each(|kinds| find_neighbours(grid, &meetings, kinds, found))
}

/// Finds counts of all regions within neighbouring lines, or of neighbouring lines within
/// all regions that they meet.
fn find_neighbours<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    meetings: &UnitMeetings,
    (of, within): (UnitKind, UnitKind),
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let size = grid.board.size;
    for (first, last) in
        (0..size).flat_map(|first| (first..size).map(move |last| (first, last)))
    {
        let lines = (first..=last).fold(0u64, |lines, line| lines | 1 << line);
        let masks = &meetings.masks[of as usize][within as usize];
        let chosen: Vec<usize> = (0..size)
            .filter(|&unit| match of {
                UnitKind::Regions => {
                    meetings.needs[of as usize][unit] > 0 && masks[unit] & !lines == 0
                }
                UnitKind::Rows | UnitKind::Columns => lines >> unit & 1 == 1,
            })
            .collect();
        let met = chosen.iter().fold(0, |met, &unit| met | masks[unit]);
        let inside = if of == UnitKind::Regions { lines } else { met };
        let of_need = chosen
            .iter()
            .map(|&unit| meetings.needs[of as usize][unit])
            .sum();
        let within_need = meetings.missing_queens(within, inside);
        if chosen.len() > MAX_COUNTED_UNITS && of_need == within_need {
            let count = UnitCount {
                of: &chosen,
                of_need,
                within: inside,
                within_need,
            };
            add_count(grid, meetings, (of, within), &count, found)?;
        }
    }
    SearchFlow::Continue(())
}

/// Adds a count in which both kinds of units need the same number of queens, or the count
/// of the other units if they are fewer: both have the same conclusion, and the sentence
/// names every unit.
fn add_count<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    meetings: &UnitMeetings,
    kinds: (UnitKind, UnitKind),
    count: &UnitCount<'_>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let UnitComplement {
        chosen,
        around,
        need,
    } = meetings.find_complement(kinds, count);
    let others = UnitCount {
        of: &chosen,
        of_need: need,
        within: around,
        within_need: need,
    };
    if !chosen.is_empty() && others.units() < count.units() {
        return add_shorter_count(grid, meetings, (kinds.1, kinds.0), &others, found);
    }
    add_shorter_count(grid, meetings, kinds, count, found)
}

fn add_shorter_count<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    meetings: &UnitMeetings,
    (of, within): (UnitKind, UnitKind),
    count: &UnitCount<'_>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    let union = |units: &[usize]| {
        units
            .iter()
            .fold(SmallSet::EMPTY, |union, &unit| union | board.units[unit])
    };
    let chosen: Vec<usize> = count
        .of
        .iter()
        .map(|&unit| meetings.unit_number(of, unit))
        .collect();
    let around = meetings.unit_numbers(within, count.within);
    let inside = union(&chosen);
    let crosses = union(&around) - inside;
    let units: Vec<usize> = chosen.iter().chain(&around).copied().collect();
    found.add_step(
        grid,
        Conclusion::from_crosses(crosses),
        &units,
        |sentence| {
            let (kept, dropped): (Vec<usize>, Vec<usize>) = around
                .iter()
                .partition(|unit| sentence.needed().contains(unit));
            if !dropped.is_empty() {
                let part = inside & union(&dropped) & grid.open;
                return write_count_by_touching(
                    sentence,
                    grid,
                    (&chosen, count.of_need),
                    (part, &kept),
                );
            }
            sentence.write_filling(&chosen, &around);
        },
    )
}

/// Writes a count that does not need some of the units within: so many queens fit into
/// their `part` without touching that the others fill the units `kept`. Writes nothing if
/// that is not the reason.
fn write_count_by_touching<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    (chosen, queens): (&[usize], u32),
    (part, kept): (SmallSet<W>, &[usize]),
) {
    let most = max_queens(grid.board, part, queens);
    let rest = queens - most;
    if kept.is_empty()
        || kept
            .iter()
            .map(|&unit| grid.missing_queens(unit))
            .sum::<u32>()
            != rest
    {
        return;
    }
    let room = Room::new(sentence.facts, part);
    let (they, have) = if chosen.len() == 1 {
        ("it", "has")
    } else {
        ("they", "have")
    };
    let fill = if rest == 1 { "fills" } else { "fill" };
    let remaining = words::number_word(rest);
    sentence
        .say_units(chosen)
        .say_need(chosen)
        .say(", and outside ")
        .say_units(kept);
    sentence.say(&format!(
        " {they} {have} room for only {}, ",
        words::number_word(most)
    ));
    sentence.say(&room.place_names(grid.board.size));
    let (size, kept_names) = (grid.board.size, words::unit_list(grid.board.size, kept));
    let others = words::other_squares(size, kept);
    sentence.say(&format!(
        ", so the remaining {remaining} {fill} {kept_names}: {others} stay empty"
    ));
}
