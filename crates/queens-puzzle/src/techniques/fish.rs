//! Fish: rows whose open squares lie in as many columns.

use super::super::grid::CandidateGrid;
use super::counting::{MAX_COUNTED_UNITS, UnitKind};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, counting, finned};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "fish",
    name: "fish",
    plain_name: "rows that share the same columns",
    description: "All open squares of some rows lie in columns that need no more queens than these rows (or the same \
                  with rows and columns exchanged). So the other squares of these columns stay empty, and so does a \
                  square on which a queen would leave the rows too few columns.",
    source: GUIDE_SOURCE,
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

pub(super) fn find_fish<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let most = MAX_COUNTED_UNITS.min(grid.board.size / 2);
    let kinds = [
        (UnitKind::Rows, UnitKind::Columns),
        (UnitKind::Columns, UnitKind::Rows),
    ];
    counting::find_counts(grid, kinds, 1..=most, found)?;
    finned::with_fins(grid, &kinds, found)
}
