//! Marks around a queen.

use super::super::grid::Grid;
use super::super::local::Settled;
use super::{Flow, Found, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "marks",
    name: "marks around a queen",
    description: "No two queens touch, not even at a corner. So the squares around a queen stay empty.",
    source: None,
    level: 1,
    by_uniqueness: false,
    example: "A.A.A.B*A.A. \
              C*A.A.A.A.A. \
              A.A.AA.AA. \
              A.A.D*A.A.A. \
              A.A.A.A.A.E* \
              A.F*A.A.A.E.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    for queen in grid.queens.iter() {
        let around = board.around[queen];
        found.step(grid, Settled::crosses(around), Set::one(queen), &[], || {
            let squares = words::squares(board, around & grid.open);
            format!("A queen stands on {}: no other can touch it on {squares}.", board.square(queen))
        })?;
    }
    Flow::Continue(())
}
