//! Kissing Ls: blocks whose queens a queen here would push into its own line.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, tiles};
use super::squeeze::{demand, disjoint};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "kissing-ls",
    name: "kissing Ls",
    description: "Blocks of 2 x 2 hold one queen each, and a queen on this square would leave them only squares in \
                  its own line, more than that line needs. So the square stays empty.",
    source: GUIDE,
    level: 8,
    by_uniqueness: false,
    example: "A.B.B.B.B.C* \
              A.A*B.B.B.B. \
              A.B.B.BBB. \
              DE.EF.B.F. \
              DE.EF.FF. \
              DE.E.FFF.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    let of_units =
        (0..board.units.len()).map(|unit| Demand { squares: grid.open_of(unit), least: grid.need(unit) });
    let demands: Vec<_> = of_units.chain(board.bands().map(|band| demand(grid, band))).collect();
    let blocks: Vec<Set<W>> = demands.into_iter().flat_map(|demand| tiles(board, demand)).collect();
    for square in grid.open.iter() {
        board.watch.go_on()?;
        for line in &board.units_of[square][..2] {
            let pushed = |block: &&Set<W>| {
                !block.contains(square) && (**block - board.around[square]).is_within(&board.units[*line])
            };
            let pushed: Vec<_> = blocks.iter().filter(pushed).map(|&block| (block, ())).collect();
            let mut read = None;
            let _ = disjoint(&board.watch, &pushed, grid.need(*line), Set::EMPTY, &mut |union| {
                read = Some(union);
                Flow::Break(())
            });
            let Some(read) = read else { continue };
            found.step(grid, Settled::crosses(Set::one(square)), read, &[*line], || {
                let (name, line, squares) =
                    (board.square(square), words::unit(board, *line), words::squares(board, read));
                format!(
                    "A queen on {name} would push the queens of blocks on {squares} into {line}: too many."
                )
            })?;
        }
    }
    Flow::Continue(())
}
