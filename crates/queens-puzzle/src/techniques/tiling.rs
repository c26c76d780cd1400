//! Units covered by 2 x 2 blocks.

use super::super::capacity::{QueenDemand, by_blocks, find_covers};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "tiling",
    name: "2 x 2 tiling",
    plain_name: "small blocks with one queen each",
    description: "A 2 x 2 block holds at most one queen, and such blocks cover the open squares of a unit, as many as the \
                  unit needs queens. So each block holds exactly one queen, and a square that touches all open squares \
                  of a block stays empty.",
    source: GUIDE_SOURCE,
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

pub(super) fn find_tiled<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for unit in 0..board.units.len() {
        let demand = QueenDemand {
            squares: grid.open_of(unit),
            least: grid.missing_queens(unit),
        };
        for blocks in find_covers(board, demand) {
            let settled = by_blocks(grid, &blocks);
            found.add_step(grid, settled, &[unit], |sentence| {
                sentence.say_unit(unit).say_need(&[unit]).say(", ");
                match demand.least {
                    1 => sentence
                        .say_places(demand)
                        .say(": ")
                        .say_conclusion(settled, demand),
                    _ => sentence.conclude_by_cover(settled, &blocks, &[unit]),
                };
            })?;
        }
    }
    SearchFlow::Continue(())
}
