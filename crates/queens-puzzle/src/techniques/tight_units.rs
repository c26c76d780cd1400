//! Tight units.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::{SearchFlow, StepCollector, TechniqueInfo};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "tight-unit",
    name: "tight unit",
    plain_name: "the only squares left",
    description: "A row, column or region has exactly as many squares left as it needs queens. So each of them holds \
                  a queen.",
    source: None,
    level: 1,
    by_uniqueness: false,
    example: "AABBBB \
              CCBBBB \
              CCDDBB \
              CCCCBB \
              CCECCF \
              CCEECC",
    example_stars: 1,
};

pub(super) fn find_tight<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for unit in 0..board.units.len() {
        let (queens, need) = (grid.open_of(unit), grid.missing_queens(unit));
        if need > 0 && queens.count() == need {
            found.add_step(
                grid,
                Conclusion::from_queens(queens),
                &[unit],
                |sentence| {
                    let are = if need == 1 { " is left" } else { " are left" };
                    sentence
                        .say_unit(unit)
                        .say_need(&[unit])
                        .say(", and only ")
                        .say_squares(queens)
                        .say(are);
                },
            )?;
        }
    }
    SearchFlow::Continue(())
}
