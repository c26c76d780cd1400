//! Set differentials: the queens of lines and regions outside each other.

use super::super::capacity::{Conclusion, DemandUse, QueenDemand, can_place, find_uses};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::room::Room;
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "set-differential",
    name: "set differential",
    plain_name: "the squares that stick out",
    description: "Some lines and some regions overlap. One group needs more queens than the other, by exactly as many \
                  as fit into its squares outside the other group. So these squares hold that many queens, and the \
                  squares of the other group outside the first stay empty.",
    source: GUIDE_SOURCE,
    level: 7,
    by_uniqueness: false,
    example: "B.B*B.C.C.F. \
              B.B.B.CCF. \
              DB.B.B.F.F \
              DD.DDE.F \
              AA.AE.E.E. \
              EE.EEEE.",
    example_stars: 1,
};

pub(super) fn find_differentials<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for_each(grid, &mut |pair| {
        let Differential {
            lines,
            regions,
            demand,
            rest,
            more,
        } = pair;
        let QueenDemand { squares, least } = *demand;
        if least == 0
            || rest.is_empty()
            || squares.count() > 4 * least
            || can_place(board, squares, least + 1)
        {
            return SearchFlow::Continue(());
        }
        let (more, fewer) = if *more {
            (*lines, *regions)
        } else {
            (*regions, *lines)
        };
        let units = [fewer, more].concat();
        let settled = Conclusion::from_crosses(*rest);
        found.add_step(grid, settled, &units, |sentence| {
            let room = Room::new(sentence.facts, squares);
            sentence
                .say_units(more)
                .say_need(more)
                .say(", and outside ")
                .say_units(fewer);
            let (they, have) = they_have(more);
            sentence.say(&format!(
                " {they} {have} room for only {}, ",
                words::number_word(least)
            ));
            sentence.say(&room.place_names(board.size));
            let queens = queens_of(sentence, fewer);
            let more = words::unit_list(board.size, more);
            sentence
                .say(&format!(", so {queens} within {more}: "))
                .say_determined(settled);
        })?;
        for (settled, used) in find_uses(grid, *demand) {
            found.add_step(grid, settled, &units, |sentence| {
                write_outside(sentence, (more, fewer), *demand, &used);
                sentence.conclude_by(settled, *demand, &used);
            })?;
        }
        SearchFlow::Continue(())
    })
}

/// The queens that `units` still need, with a verb: `the queen of region A is`, `the last
/// queen of column a is`, `the remaining 2 queens of regions A and B are`.
fn queens_of<const W: usize>(sentence: &Sentence<'_, W>, units: &[usize]) -> String {
    let (facts, need) = (sentence.facts, sentence.facts.missing_queens(units));
    let queens = words::queens_left("the", need, facts.total_queens(units));
    let are = if need == 1 { "is" } else { "are" };
    format!("{queens} of {} {are}", words::unit_list(facts.size, units))
}

/// Writes the queens that `more` must have outside `fewer`: `rows 1 and 2 need 2 queens,
/// and region A takes only one, so at least one is outside it, on c1 or d1: `.
pub(super) fn write_outside<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    (more, fewer): (&[usize], &[usize]),
    demand: QueenDemand<W>,
    used: &DemandUse<W>,
) {
    let taken = words::number_to_add(
        sentence.facts.missing_queens(fewer),
        sentence.facts.some_stand(fewer),
    );
    sentence
        .say_units(more)
        .say_need(more)
        .say(", and ")
        .say_units(fewer);
    let (take, them) = if fewer.len() == 1 {
        ("takes", "it")
    } else {
        ("take", "them")
    };
    let are = if demand.least == 1 { "is" } else { "are" };
    sentence.say(&format!(
        " {take} only {taken}, so at least {} {are}",
        words::number_word(demand.least)
    ));
    sentence
        .say(&format!(" outside {them}, "))
        .places_for(demand, used)
        .say(": ");
}

/// Pronoun and verb for units: `it has`, `they have`.
fn they_have(units: &[usize]) -> (&'static str, &'static str) {
    if units.len() == 1 {
        ("it", "has")
    } else {
        ("they", "have")
    }
}

/// Neighbouring lines, regions, and the queens in their differences.
pub(super) struct Differential<'a, const W: usize> {
    pub(super) lines: &'a [usize],
    pub(super) regions: &'a [usize],
    /// Squares of the group with the larger need outside the other group. They hold at
    /// least the difference of the needs.
    pub(super) demand: QueenDemand<W>,
    /// Squares of the other group outside the larger one.
    pub(super) rest: SmallSet<W>,
    /// True if the lines are the group with the larger need.
    pub(super) more: bool,
}

/// Calls `each` for neighbouring lines and regions that meet them: all regions within the
/// lines, and up to three regions that reach beyond the lines (two on large boards).
pub(super) fn for_each<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    each: &mut dyn FnMut(&Differential<'_, W>) -> SearchFlow,
) -> SearchFlow {
    let size = grid.board.size;
    let reaching_out = if size <= 12 { 3 } else { 2 };
    for first in 0..2 * size {
        let mut inside = SmallSet::EMPTY;
        let longest = (size - first % size).min(size.div_ceil(2)).min(8);
        for length in 1..=longest {
            inside |= grid.open_of(first + length - 1);
            let lines: Vec<usize> = (first..first + length).collect();
            let (mut regions, mut partial) = (Vec::new(), Vec::new());
            for region in 2 * size..3 * size {
                let open = grid.open_of(region);
                if !open.is_empty() && open.is_within(&inside) {
                    regions.push(region);
                } else if open.meets(&inside) {
                    partial.push(region);
                }
            }
            let mut choice = RegionChoice {
                grid,
                lines: &lines,
                inside,
                each,
            };
            choice.choose_regions(&mut regions, &partial, reaching_out)?;
        }
    }
    SearchFlow::Continue(())
}

/// State of the choice of regions for fixed lines.
struct RegionChoice<'a, 'b, const W: usize> {
    grid: &'a CandidateGrid<'b, W>,
    lines: &'a [usize],
    inside: SmallSet<W>,
    each: &'a mut dyn FnMut(&Differential<'_, W>) -> SearchFlow,
}

impl<const W: usize> RegionChoice<'_, '_, W> {
    fn choose_regions(
        &mut self,
        regions: &mut Vec<usize>,
        partial: &[usize],
        left: usize,
    ) -> SearchFlow {
        self.grid.board.watch.check_limits()?;
        self.compare_regions(regions)?;
        if left > 0 {
            for (index, &region) in partial.iter().enumerate() {
                regions.push(region);
                self.choose_regions(regions, &partial[index + 1..], left - 1)?;
                regions.pop();
            }
        }
        SearchFlow::Continue(())
    }

    fn compare_regions(&mut self, regions: &[usize]) -> SearchFlow {
        let grid = self.grid;
        let need = |units: &[usize]| {
            units
                .iter()
                .map(|&unit| grid.missing_queens(unit))
                .sum::<u32>()
        };
        let outside = regions.iter().fold(SmallSet::EMPTY, |union, &region| {
            union | grid.open_of(region)
        });
        let (of_lines, of_regions) = (need(self.lines), need(regions));
        let (lines_alone, regions_alone) = (self.inside - outside, outside - self.inside);
        let least = of_lines.abs_diff(of_regions);
        for more in [true, false] {
            if least > 0 && (of_lines > of_regions) != more {
                continue;
            }
            let (squares, rest) = if more {
                (lines_alone, regions_alone)
            } else {
                (regions_alone, lines_alone)
            };
            let demand = QueenDemand { squares, least };
            (self.each)(&Differential {
                lines: self.lines,
                regions,
                demand,
                rest,
                more,
            })?;
        }
        SearchFlow::Continue(())
    }
}
