//! Units in blocks of 2 x 2.

use super::super::grid::Grid;
use super::super::local::{Demand, by_tiles};
use super::full_units::capital;
use super::{Flow, Found, GUIDE, TechniqueInfo, words};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "tiling",
    name: "2 x 2 tiling",
    description: "A block of 2 x 2 holds one queen at most, and as many blocks as a unit needs queens cover its open \
                  squares. So each block holds exactly one, and what touches all its squares stays empty.",
    source: GUIDE,
    level: 2,
    by_uniqueness: false,
    example: "AABBBB \
              CBBBBB \
              CBBBBB \
              BBBBBD \
              BEEBBD \
              BEEEFF",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    for unit in 0..board.units.len() {
        let demand = Demand { squares: grid.open_of(unit), least: grid.need(unit) };
        let settled = by_tiles(grid, demand);
        found.step(grid, settled, demand.squares, &[unit], || {
            let (unit, need) = (capital(&words::unit(board, unit)), words::queens(demand.least));
            if demand.least == 1 {
                return format!(
                    "{unit} needs {need} within one block of 2 x 2: what touches all of it stays empty."
                );
            }
            format!(
                "{unit} needs {need} and fits into {} blocks of 2 x 2: each holds exactly one.",
                demand.least
            )
        })?;
    }
    Flow::Continue(())
}
