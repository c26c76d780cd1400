//! Exclusion: a queen that would leave a unit too few places.

use super::super::capacity::{Conclusion, QueenDemand, excluded_squares};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "exclusion",
    name: "exclusion",
    plain_name: "a queen here leaves no room",
    description: "A queen on this square would touch so many squares of a unit that the queens of the unit would not \
                  fit into the rest. So the square stays empty.",
    source: GUIDE_SOURCE,
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

pub(super) fn find_excluded<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    for unit in 0..grid.board.units.len() {
        let demand = QueenDemand {
            squares: grid.open_of(unit),
            least: grid.missing_queens(unit),
        };
        let crosses = excluded_squares(grid, demand);
        for square in crosses.iter() {
            found.add_refuted(
                grid,
                Conclusion::from_crosses(SmallSet::one(square)),
                &[unit],
            )?;
        }
    }
    SearchFlow::Continue(())
}
