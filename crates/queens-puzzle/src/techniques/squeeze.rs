//! The squeeze: two neighbouring lines covered by 2 x 2 blocks.

use super::super::capacity::{Conclusion, DemandUse, QueenDemand, find_uses};
use super::super::grid::CandidateGrid;
use super::super::watch::LimitWatch;
use super::held::{HeldBlock, add_held, block_names, units_of, write_held};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::words;
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

pub(super) fn find_squeezed<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    let mut blocks: Vec<HeldBlock<W>> = Vec::new();
    for band in board.line_bands() {
        let demand = demand_of_units(grid, &band);
        let known = blocks.len();
        add_held(grid, &band, &mut blocks);
        if blocks.len() == known {
            continue;
        }
        for (settled, used) in find_uses(grid, demand) {
            found.add_step(grid, settled, &band, |sentence| {
                sentence.say_units(&band).say_need(&band).say(", ");
                match &used {
                    DemandUse::Blocks(blocks) if demand.least > 1 => {
                        sentence.conclude_by_cover(settled, blocks, &band)
                    }
                    _ => sentence
                        .places_for(demand, &used)
                        .say(": ")
                        .conclude_by(settled, demand, &used),
                };
            })?;
        }
    }
    for unit in 0..board.units.len() {
        find_filled(grid, unit, &blocks, found)?;
    }
    SearchFlow::Continue(())
}

/// Finds blocks of bands that hold all queens of `unit`, so that its other squares stay
/// empty.
fn find_filled<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    blocks: &[HeldBlock<W>],
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let (board, need, squares) = (
        grid.board,
        grid.missing_queens(unit),
        grid.board.units[unit],
    );
    if need == 0 {
        return SearchFlow::Continue(());
    }
    let inside = blocks.iter().filter(|held| held.part.is_within(&squares));
    let inside: Vec<_> = inside.map(|held| (held.part, held)).collect();
    choose_disjoint(
        &board.watch,
        &inside,
        need,
        &mut Vec::new(),
        &mut |union, held| {
            let units: Vec<usize> = units_of(held).into_iter().chain([unit]).collect();
            found.add_step(
                grid,
                Conclusion::from_crosses(squares - union),
                &units,
                |sentence| {
                    write_held(sentence, grid, held);
                    let parts: Vec<SmallSet<W>> =
                        held.iter().map(|held| held.part).collect();
                    let queens = if parts.len() == 1 {
                        "the queen there fills"
                    } else {
                        "the queens there fill"
                    };
                    let parts = block_names(board.size, &parts);
                    sentence
                        .say("; ")
                        .say_unit(unit)
                        .say(&format!(" contains {parts}, and {queens} "));
                    sentence
                        .say(&words::that_or_those(board.size, &[unit]))
                        .say(": ");
                    sentence
                        .say(&words::other_squares(board.size, &[unit]))
                        .say(" stay empty");
                },
            )
        },
    )
}

/// Demand of units of one kind.
pub(super) fn demand_of_units<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    units: &[usize],
) -> QueenDemand<W> {
    let squares = units.iter().fold(SmallSet::EMPTY, |squares, &unit| {
        squares | grid.open_of(unit)
    });
    QueenDemand {
        squares,
        least: units.iter().map(|&unit| grid.missing_queens(unit)).sum(),
    }
}

/// Calls `each` with the union and the origins of every choice of `number` disjoint
/// blocks, until a limit of `watch` is reached.
pub(super) fn choose_disjoint<const W: usize, T: Copy>(
    watch: &LimitWatch,
    blocks: &[(SmallSet<W>, T)],
    number: u32,
    chosen: &mut Vec<(SmallSet<W>, T)>,
    each: &mut dyn FnMut(SmallSet<W>, &[T]) -> SearchFlow,
) -> SearchFlow {
    watch.check_limits()?;
    let union = chosen
        .iter()
        .fold(SmallSet::EMPTY, |union, &(block, _)| union | block);
    if number == 0 {
        let origins: Vec<T> = chosen.iter().map(|&(_, origin)| origin).collect();
        return each(union, &origins);
    }
    for (index, block) in blocks.iter().enumerate() {
        if !block.0.meets(&union) {
            chosen.push(*block);
            choose_disjoint(watch, &blocks[index + 1..], number - 1, chosen, each)?;
            chosen.pop();
        }
    }
    SearchFlow::Continue(())
}
