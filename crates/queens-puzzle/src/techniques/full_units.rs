//! Full units.

use super::super::grid::Grid;
use super::super::local::Settled;
use super::{Flow, Found, TechniqueInfo, words};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "full-unit",
    name: "full unit",
    description: "A row, column or region has all its queens. So its other squares stay empty.",
    source: None,
    level: 1,
    by_uniqueness: false,
    example: "AABBBB \
              CCBBBB \
              CCDDBB \
              CCCCB.B. \
              CCECC.F* \
              CCEEC.C.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    for (unit, &squares) in board.units.iter().enumerate() {
        if grid.need(unit) == 0 {
            found.step(grid, Settled::crosses(squares), squares & grid.queens, &[unit], || {
                let queens = words::squares(board, squares & grid.queens);
                format!(
                    "{} is full with {queens}: its other squares stay empty.",
                    capital(&words::unit(board, unit))
                )
            })?;
        }
    }
    Flow::Continue(())
}

/// The name of a unit at the head of a sentence.
pub(super) fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}
