//! The squeeze: two neighbouring lines in blocks of 2 x 2.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, by_tiles, excluded, tiles};
use super::super::watch::Watch;
use super::full_units::capital;
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "squeeze",
    name: "squeeze",
    description: "As many blocks of 2 x 2 as two neighbouring lines need queens cover their open squares. So each \
                  block holds exactly one queen, and blocks within another unit may make up all its queens.",
    source: GUIDE,
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

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    let mut blocks: Vec<(Set<W>, [usize; 2])> = Vec::new();
    for band in board.bands() {
        let demand = demand(grid, band);
        let parts = tiles(board, demand);
        if parts.is_empty() {
            continue;
        }
        blocks.extend(parts.into_iter().map(|part| (part, band)));
        let settled = by_tiles(grid, demand).and(Settled::crosses(excluded(grid, demand)));
        found.step(grid, settled, demand.squares, &band, || {
            let (lines, need) = (words::units(board, &band), words::queens(demand.least));
            let lines = lines[..1].to_uppercase() + &lines[1..];
            format!(
                "{lines} need {need} and fit into {} blocks of 2 x 2: each holds exactly one.",
                demand.least
            )
        })?;
    }
    for (unit, &squares) in board.units.iter().enumerate() {
        let inside: Vec<_> = blocks.iter().filter(|(part, _)| part.is_within(&squares)).copied().collect();
        let need = grid.need(unit);
        if need > 0 {
            disjoint(&board.watch, &inside, need, Set::EMPTY, &mut |union| {
                found.step(grid, Settled::crosses(squares - union), union, &[unit], || {
                    let (unit, need) = (capital(&words::unit(board, unit)), words::queens(need));
                    format!("{unit} has its {need} in blocks of 2 x 2 that hold one each: the rest of it stays empty.")
                })
            })?;
        }
    }
    Flow::Continue(())
}

/// What two neighbouring lines need.
pub(super) fn demand<const W: usize>(grid: &Grid<'_, W>, [one, other]: [usize; 2]) -> Demand<W> {
    let squares = grid.open_of(one) | grid.open_of(other);
    Demand { squares, least: grid.need(one) + grid.need(other) }
}

/// Hands the union of each choice of `number` blocks that share no square to `each`, until `watch` is over.
pub(super) fn disjoint<const W: usize, T: Copy>(
    watch: &Watch,
    blocks: &[(Set<W>, T)],
    number: u32,
    union: Set<W>,
    each: &mut dyn FnMut(Set<W>) -> Flow,
) -> Flow {
    watch.go_on()?;
    if number == 0 {
        return each(union);
    }
    for (index, (block, _)) in blocks.iter().enumerate() {
        if !block.meets(&union) {
            disjoint(watch, &blocks[index + 1..], number - 1, union | *block, each)?;
        }
    }
    Flow::Continue(())
}
