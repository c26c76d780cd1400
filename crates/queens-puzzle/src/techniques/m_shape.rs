//! The M.

use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, windows};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "m",
    name: "the M",
    plain_name: "three blocks in the shape of an M",
    description: "Two neighbouring rows (or columns) are covered by one 2 x 2 block too many for a squeeze. But three \
                  of the blocks form a shape five columns wide that holds at most two queens, because three would be \
                  too many for a line. So the squeeze applies: that shape holds two queens and each other block one.",
    source: GUIDE_SOURCE,
    level: 8,
    by_uniqueness: false,
    example: "AABC.CCCC.C.C \
              A.A.BBC.CCCC.C \
              A*B.B.B.DDEEE.E. \
              F.F.B*B.DD.EE.EE \
              F.F.F.D.DD.EE.GE. \
              FFF.H.DE.EG.GG. \
              F.H.H.HH.I.IIGG \
              FFH.HH.II.G.GG \
              FFH.HH.IJJ.JJ \
              F.F.HHIIJJJJ",
    example_stars: 2,
};

pub(super) fn find_m_shapes<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    windows::find_windows(grid, 5, 3, "the M", found)
}
