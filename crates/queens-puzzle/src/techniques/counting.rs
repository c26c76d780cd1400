//! Counting: units that must have all their queens within as many others.

use super::super::grid::Grid;
use super::super::local::Settled;
use super::super::watch::Watch;
use super::full_units::capital;
use super::{Flow, Found, words};
use queens_model::bits::Set;
use std::ops::RangeInclusive;

/// One of the three kinds of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rows,
    Columns,
    Regions,
}

/// The most units of one count, but for neighbouring lines.
pub(super) const MOST: usize = 6;

/// Which units of each kind meet in open squares, as bits; what each needs.
pub(super) struct Meetings {
    size: usize,
    stars: u32,
    needs: [[u32; 64]; 3],
    /// For each unit of a kind, the units of another that it meets.
    masks: [[[u64; 64]; 3]; 3],
}

/// Units of one kind and those of another in which all their open squares lie.
pub(super) struct Count<'a> {
    pub(super) of: &'a [usize],
    pub(super) of_need: u32,
    pub(super) within: u64,
    pub(super) within_need: u32,
}

impl Meetings {
    pub(super) fn of<const W: usize>(grid: &Grid<'_, W>) -> Self {
        let (board, size) = (grid.board, grid.board.size);
        let mut meetings =
            Meetings { size, stars: board.stars, needs: [[0; 64]; 3], masks: [[[0; 64]; 3]; 3] };
        for unit in 0..3 * size {
            meetings.needs[unit / size][unit % size] = grid.need(unit);
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

    /// What the units `within` need.
    pub(super) fn need(&self, kind: Kind, within: u64) -> u32 {
        (0..self.size)
            .filter(|unit| within >> unit & 1 == 1)
            .map(|unit| self.needs[kind as usize][unit])
            .sum()
    }

    /// Hands each choice of `sizes` units `of` a kind, with the units `within` that they meet, to `each`, as long as
    /// these may come to need no more than `slack` below what the chosen ones need, until `watch` is over.
    pub(super) fn each(
        &self,
        watch: &Watch,
        (of, within): (Kind, Kind),
        sizes: RangeInclusive<usize>,
        slack: u32,
        each: &mut dyn FnMut(&Count<'_>) -> Flow,
    ) -> Flow {
        self.choose(watch, (of, within), (&sizes, slack), &mut Vec::new(), (0, 0, 0), each)
    }

    fn choose(
        &self,
        watch: &Watch,
        (of, within): (Kind, Kind),
        (sizes, slack): (&RangeInclusive<usize>, u32),
        chosen: &mut Vec<usize>,
        (union, of_need, within_need): (u64, u32, u32),
        each: &mut dyn FnMut(&Count<'_>) -> Flow,
    ) -> Flow {
        watch.go_on()?;
        if sizes.contains(&chosen.len()) {
            each(&Count { of: chosen, of_need, within: union, within_need })?;
        }
        let left = sizes.end().saturating_sub(chosen.len()) as u32;
        if left == 0 {
            return Flow::Continue(());
        }
        let from = chosen.last().map_or(0, |&last| last + 1);
        for unit in from..self.size {
            let need = self.needs[of as usize][unit];
            let mask = self.masks[of as usize][within as usize][unit];
            let (of_need, added) = (of_need + need, self.need(within, mask & !union));
            let within_need = within_need + added;
            if need == 0 || within_need + slack > of_need + (left - 1) * self.stars {
                continue;
            }
            chosen.push(unit);
            let sums = (union | mask, of_need, within_need);
            self.choose(watch, (of, within), (sizes, slack), chosen, sums, each)?;
            chosen.pop();
        }
        Flow::Continue(())
    }

    /// The number of a unit of a kind among all.
    pub(super) fn unit(&self, kind: Kind, unit: usize) -> usize {
        kind as usize * self.size + unit
    }

    /// The numbers of the units of a mask among all.
    pub(super) fn units(&self, kind: Kind, mask: u64) -> Vec<usize> {
        (0..self.size).filter(|unit| mask >> unit & 1 == 1).map(|unit| self.unit(kind, unit)).collect()
    }
}

/// Counts of `sizes` units of a kind whose open squares lie in units of another that need as many queens, for each two
/// of `kinds`.
pub(super) fn find<const W: usize>(
    grid: &Grid<'_, W>,
    kinds: [(Kind, Kind); 2],
    sizes: RangeInclusive<usize>,
    found: &mut Found<W>,
) -> Flow {
    let meetings = Meetings::of(grid);
    kinds.into_iter().try_for_each(|kinds| {
        meetings.each(&grid.board.watch, kinds, sizes.clone(), 0, &mut |count| {
            if count.of_need == count.within_need {
                tell(grid, &meetings, kinds, count, found)
            } else {
                Flow::Continue(())
            }
        })
    })
}

/// As [`find`], of four units up to half of them (what more would say, the other direction says of the rest), and of any
/// number within neighbouring lines.
pub(super) fn find_more<const W: usize>(
    grid: &Grid<'_, W>,
    kinds: [(Kind, Kind); 2],
    found: &mut Found<W>,
) -> Flow {
    find(grid, kinds, 4..=MOST.min(grid.board.size / 2), found)?;
    let meetings = Meetings::of(grid);
    kinds.into_iter().try_for_each(|kinds| find_neighbours(grid, &meetings, kinds, found))
}

/// All regions within neighbouring lines, or all regions that neighbouring lines meet.
fn find_neighbours<const W: usize>(
    grid: &Grid<'_, W>,
    meetings: &Meetings,
    (of, within): (Kind, Kind),
    found: &mut Found<W>,
) -> Flow {
    let size = grid.board.size;
    for (first, last) in (0..size).flat_map(|first| (first..size).map(move |last| (first, last))) {
        let lines = (first..=last).fold(0u64, |lines, line| lines | 1 << line);
        let masks = &meetings.masks[of as usize][within as usize];
        let chosen: Vec<usize> = (0..size)
            .filter(|&unit| match of {
                Kind::Regions => meetings.needs[of as usize][unit] > 0 && masks[unit] & !lines == 0,
                Kind::Rows | Kind::Columns => lines >> unit & 1 == 1,
            })
            .collect();
        let met = chosen.iter().fold(0, |met, &unit| met | masks[unit]);
        let inside = if of == Kind::Regions { lines } else { met };
        let of_need = chosen.iter().map(|&unit| meetings.needs[of as usize][unit]).sum();
        let within_need = meetings.need(within, inside);
        if chosen.len() > MOST && of_need == within_need {
            let count = Count { of: &chosen, of_need, within: inside, within_need };
            tell(grid, meetings, (of, within), &count, found)?;
        }
    }
    Flow::Continue(())
}

fn tell<const W: usize>(
    grid: &Grid<'_, W>,
    meetings: &Meetings,
    (of, within): (Kind, Kind),
    count: &Count<'_>,
    found: &mut Found<W>,
) -> Flow {
    let board = grid.board;
    let union = |units: &[usize]| units.iter().fold(Set::EMPTY, |union, &unit| union | board.units[unit]);
    let chosen: Vec<usize> = count.of.iter().map(|&unit| meetings.unit(of, unit)).collect();
    let around = meetings.units(within, count.within);
    let inside = union(&chosen);
    let crosses = union(&around) - inside;
    let units: Vec<usize> = chosen.iter().chain(&around).copied().collect();
    found.step(grid, Settled::crosses(crosses), inside & grid.open, &units, || {
        let lie = if chosen.len() == 1 { "has its" } else { "have their" };
        let queens = words::queens(count.of_need);
        let others = words::units(board, &around);
        let all = if around.len() == 1 { "that is all of it" } else { "that is all of them" };
        let head = capital(&words::units(board, &chosen));
        format!("{head} {lie} {queens} within {others}: {all}, and the rest there stays empty.")
    })
}
