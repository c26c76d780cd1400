//! The squeeze: two neighbouring lines covered by 2 x 2 blocks.

use super::super::capacity::{Conclusion, QueenDemand, by_tiles, excluded, tiles};
use super::super::grid::CandidateGrid;
use super::super::watch::LimitWatch;
use super::full_units::capital;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, words};
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
        let demand = demand(grid, band);
        let parts = tiles(board, demand);
        if parts.is_empty() {
            continue;
        }
        blocks.extend(parts.into_iter().map(|part| (part, band)));
        let settled = by_tiles(grid, demand).and(Conclusion::crosses(excluded(grid, demand)));
        found.add(grid, settled, demand.squares, &band, || {
            let (lines, need) = (words::units(board, &band), words::queens(demand.least));
            let lines = capital(&lines);
            let so = words::conclusion(grid, settled, demand);
            match demand.least {
                1 => format!("{lines} need {need}, {}: {so}.", words::places(board, demand)),
                blocks => format!(
                    "{lines} need {need}, and {blocks} blocks of 2 x 2 cover their open squares, so each holds \
                     exactly one: {so}."
                ),
            }
        })?;
    }
    for (unit, &squares) in board.units.iter().enumerate() {
        let inside: Vec<_> = blocks.iter().filter(|(part, _)| part.is_within(&squares)).copied().collect();
        let need = grid.need(unit);
        if need > 0 {
            disjoint(&board.watch, &inside, need, SmallSet::EMPTY, &mut |union| {
                found.add(grid, Conclusion::crosses(squares - union), union, &[unit], || {
                    let name = capital(&words::unit(board, unit));
                    match need {
                        1 => format!(
                            "{name} has its queen in a 2 x 2 block that holds exactly one: its other squares stay empty."
                        ),
                        _ => format!(
                            "{name} has {} in blocks of 2 x 2 that hold one each: its other squares stay empty.",
                            words::its_queens(need)
                        ),
                    }
                })
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Demand of two neighbouring lines.
pub(super) fn demand<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    [one, other]: [usize; 2],
) -> QueenDemand<W> {
    let squares = grid.open_of(one) | grid.open_of(other);
    QueenDemand { squares, least: grid.need(one) + grid.need(other) }
}

/// Calls `each` with the union of every choice of `number` disjoint blocks, until a limit of `watch` is reached.
pub(super) fn disjoint<const W: usize, T: Copy>(
    watch: &LimitWatch,
    blocks: &[(SmallSet<W>, T)],
    number: u32,
    union: SmallSet<W>,
    each: &mut dyn FnMut(SmallSet<W>) -> SearchFlow,
) -> SearchFlow {
    watch.check()?;
    if number == 0 {
        return each(union);
    }
    for (index, (block, _)) in blocks.iter().enumerate() {
        if !block.meets(&union) {
            disjoint(watch, &blocks[index + 1..], number - 1, union | *block, each)?;
        }
    }
    SearchFlow::Continue(())
}
