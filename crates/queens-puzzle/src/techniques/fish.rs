//! Fish: rows within as many columns.

use super::super::grid::Grid;
use super::counting::{Kind, MOST};
use super::{Flow, Found, GUIDE, TechniqueInfo, counting, finned};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "fish",
    name: "fish",
    description: "All open squares of some rows lie in columns that need no more queens than these rows, or the same \
                  with rows and columns exchanged. So the other squares of these columns stay empty, and so does a \
                  square on which a queen would leave the rows too few columns.",
    source: GUIDE,
    level: 8,
    by_uniqueness: false,
    example: "AAB.CCC \
              A.AB.B.C.C \
              DDB.BB.B. \
              D.D.B.B.EE \
              D.D.F*B.B.B. \
              DD.D.D.BB",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let most = MOST.min(grid.board.size / 2);
    let kinds = [(Kind::Rows, Kind::Columns), (Kind::Columns, Kind::Rows)];
    counting::find(grid, kinds, 1..=most, found)?;
    finned::with_fins(grid, &kinds, found)
}
