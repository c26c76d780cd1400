//! The squeeze: two neighbouring lines covered by 2 x 2 blocks.

use super::super::capacity::{Conclusion, QueenDemand, by_tiles, excluded, tiles};
use super::super::grid::CandidateGrid;
use super::super::watch::LimitWatch;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "squeeze",
    name: "squeeze",
    plain_name: "small blocks share two rows or columns",
    description: "Blocks of 2 x 2 cover the open squares of two neighbouring lines, as many blocks as these lines need \
                  queens. So each block holds exactly one queen. If a unit contains as many of these blocks as it \
                  needs queens, its other squares stay empty.",
    source: GUIDE_SOURCE,
    level: 6,
    by_uniqueness: false,
    example: "A.ABBBA.CC. \
              A.A.A.BA.A.CC. \
              D*A.A.A.A.A.C.C. \
              A.A.A.A.C.CC.E \
              A.AA.A.A.A.A.E \
              A.A.FFA.G.A.G. \
              A.A.A.A.A.GGG. \
              A.A.A.HHH.H.G.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let board = grid.board;
    let mut blocks: Vec<(SmallSet<W>, [usize; 2])> = Vec::new();
    for band in board.bands() {
        let demand = demand(grid, &band);
        let parts = tiles(board, demand);
        if parts.is_empty() {
            continue;
        }
        blocks.extend(parts.into_iter().map(|part| (part, band)));
        let settled = by_tiles(grid, demand).and(Conclusion::crosses(excluded(grid, demand)));
        found.add(grid, settled, &band, |sentence| {
            sentence.units(&band).say(" need ").count(demand.least).say(", ");
            match demand.least {
                1 => sentence.places(demand),
                blocks => sentence.say(&format!(
                    "and {blocks} blocks of 2 x 2 cover their open squares, so each holds exactly one"
                )),
            };
            sentence.say(": ").conclude(settled, demand);
        })?;
    }
    for (unit, &squares) in board.units.iter().enumerate() {
        let inside: Vec<_> = blocks.iter().filter(|(part, _)| part.is_within(&squares)).copied().collect();
        let need = grid.need(unit);
        if need == 0 {
            continue;
        }
        disjoint(&board.watch, &inside, need, &mut Vec::new(), &mut |union, bands| {
            let mut lines = bands.concat();
            lines.sort_unstable();
            lines.dedup();
            let units: Vec<usize> = lines.into_iter().chain([unit]).collect();
            found.add(grid, Conclusion::crosses(squares - union), &units, |sentence| {
                let lines = sentence.needed_except(&[unit]);
                let (block, holds) = match need {
                    1 => ("a 2 x 2 block of ", " holds exactly one queen"),
                    _ => ("2 x 2 blocks of ", " hold exactly one queen each"),
                };
                sentence
                    .say(block)
                    .units(&lines)
                    .say(" on ")
                    .squares(union)
                    .say(holds)
                    .say(", and ")
                    .unit(unit);
                sentence.say(" takes no more: its other squares stay empty");
            })
        })?;
    }
    SearchFlow::Continue(())
}

/// Demand of units of one kind.
pub(super) fn demand<const W: usize>(grid: &CandidateGrid<'_, W>, units: &[usize]) -> QueenDemand<W> {
    let squares = units.iter().fold(SmallSet::EMPTY, |squares, &unit| squares | grid.open_of(unit));
    QueenDemand { squares, least: units.iter().map(|&unit| grid.need(unit)).sum() }
}

/// Calls `each` with the union and the origins of every choice of `number` disjoint blocks, until a limit of `watch` is
/// reached.
pub(super) fn disjoint<const W: usize, T: Copy>(
    watch: &LimitWatch,
    blocks: &[(SmallSet<W>, T)],
    number: u32,
    chosen: &mut Vec<(SmallSet<W>, T)>,
    each: &mut dyn FnMut(SmallSet<W>, &[T]) -> SearchFlow,
) -> SearchFlow {
    watch.check()?;
    let union = chosen.iter().fold(SmallSet::EMPTY, |union, &(block, _)| union | block);
    if number == 0 {
        let origins: Vec<T> = chosen.iter().map(|&(_, origin)| origin).collect();
        return each(union, &origins);
    }
    for (index, block) in blocks.iter().enumerate() {
        if !block.0.meets(&union) {
            chosen.push(*block);
            disjoint(watch, &blocks[index + 1..], number - 1, chosen, each)?;
            chosen.pop();
        }
    }
    SearchFlow::Continue(())
}
