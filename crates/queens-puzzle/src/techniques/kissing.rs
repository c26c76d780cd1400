//! Kissing Ls: a queen that would force the queens of 2 x 2 blocks into its own line.

use super::super::capacity::{Conclusion, QueenDemand, tiles};
use super::super::grid::CandidateGrid;
use super::squeeze::{demand, disjoint};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, words};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "kissing-ls",
    name: "kissing Ls",
    plain_name: "a queen here pushes two blocks into one row or column",
    description: "Some 2 x 2 blocks hold one queen each. A queen on this square would leave them only squares in its own \
                  line, and the line would have too many queens. So the square stays empty.",
    source: GUIDE_SOURCE,
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

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let board = grid.board;
    let of_units = (0..board.units.len())
        .map(|unit| QueenDemand { squares: grid.open_of(unit), least: grid.need(unit) });
    let demands: Vec<_> = of_units.chain(board.bands().map(|band| demand(grid, band))).collect();
    let blocks: Vec<SmallSet<W>> = demands.into_iter().flat_map(|demand| tiles(board, demand)).collect();
    for square in grid.open.iter() {
        board.watch.check()?;
        for line in &board.units_of[square][..2] {
            let pushed = |block: &&SmallSet<W>| {
                !block.contains(square) && (**block - board.around[square]).is_within(&board.units[*line])
            };
            let pushed: Vec<_> = blocks.iter().filter(pushed).map(|&block| (block, ())).collect();
            let mut read = None;
            let _ = disjoint(&board.watch, &pushed, grid.need(*line), SmallSet::EMPTY, &mut |union| {
                read = Some(union);
                SearchFlow::Break(())
            });
            let Some(read) = read else { continue };
            found.add(grid, Conclusion::crosses(SmallSet::one(square)), read, &[*line], || {
                let (name, line, squares) =
                    (board.square(square), words::unit(board, *line), words::squares(board, read));
                format!(
                    "A queen on {name} would force the queens of the 2 x 2 blocks on {squares} into {line}, which \
                     would have too many."
                )
            })?;
        }
    }
    SearchFlow::Continue(())
}
