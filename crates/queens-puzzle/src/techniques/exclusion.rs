//! Exclusion: a queen here would leave a unit too few places.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, excluded};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "exclusion",
    name: "exclusion",
    description: "A queen on this square would touch so many squares of a unit that its queens would not fit into \
                  the rest. So the square stays empty.",
    source: GUIDE,
    level: 3,
    by_uniqueness: false,
    example: "AAAABB \
              CCABB.B. \
              D.C.C.C.EE \
              DCCCC.C. \
              DDDCC.C. \
              D.D.D.C.FF",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    for unit in 0..board.units.len() {
        let demand = Demand { squares: grid.open_of(unit), least: grid.need(unit) };
        let crosses = excluded(grid, demand);
        for square in crosses.iter() {
            found.step(grid, Settled::crosses(Set::one(square)), demand.squares, &[unit], || {
                let (unit, need) = (words::unit(board, unit), words::its_queens(demand.least));
                format!("With a queen on {}, {unit} would have no room for {need}.", board.square(square))
            })?;
        }
    }
    Flow::Continue(())
}
