//! The pressured T.

use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, windows};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "pressured-t",
    name: "pressured T",
    plain_name: "two blocks in the shape of a T",
    description: "Two neighbouring rows (or columns) are covered by one 2 x 2 block too many for a squeeze. But two of \
                  the blocks form a shape three columns wide that holds at most one queen, because the lines \
                  through it need too few. So the squeeze applies: that shape and each other block hold exactly one queen.",
    source: GUIDE_SOURCE,
    level: 8,
    by_uniqueness: false,
    example: "A.B*A.B*A.C.C.C.D.D. \
              A.A.A.E.A.C*C.C.C.D* \
              A.A.A.E*A.A.F.F*F.F. \
              EEA.E.A.C*G.G.G.F. \
              H.A.A.E.A.G.G.F*G.D* \
              HA.AA.A*A.G.G.G.D. \
              HH.AA.G.G.G*G.GG. \
              H.HA.I.II.J.J.GG. \
              HH.II.II.JJ.JG. \
              HH.II.II.JJ.JJ.",
    example_stars: 2,
};

pub(super) fn find_pressured_t<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    windows::find_windows(grid, 3, 2, "the T", found)
}
