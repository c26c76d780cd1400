//! Full units.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::{SearchFlow, StepCollector, TechniqueInfo};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "full-unit",
    name: "full unit",
    plain_name: "a full row, column or region",
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

pub(super) fn find_full<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for (unit, &squares) in board.units.iter().enumerate() {
        if grid.missing_queens(unit) == 0 {
            let queens = squares & grid.queens;
            found.add_step(
                grid,
                Conclusion::from_crosses(squares),
                &[unit],
                |sentence| {
                    let its = if queens.count() == 1 {
                        " has its queen on "
                    } else {
                        " has its queens on "
                    };
                    sentence
                        .say_unit(unit)
                        .say(its)
                        .say_squares(queens)
                        .say(": its other squares stay empty");
                },
            )?;
        }
    }
    SearchFlow::Continue(())
}
