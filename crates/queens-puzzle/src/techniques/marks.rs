//! Marks around a queen.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::{SearchFlow, StepCollector, TechniqueInfo};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "marks",
    name: "marks around a queen",
    plain_name: "next to a queen",
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

pub(super) fn find_marks<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for queen in grid.queens.iter() {
        let around = board.around[queen];
        found.add_step(grid, Conclusion::from_crosses(around), &[], |sentence| {
            sentence
                .say("the queen on ")
                .say_queen(queen)
                .say(" touches ")
                .say_squares(around & grid.open);
            sentence.say(": no other queen fits there");
        })?;
    }
    SearchFlow::Continue(())
}
