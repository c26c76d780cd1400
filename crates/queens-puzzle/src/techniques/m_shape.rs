//! The M.

use super::super::grid::Grid;
use super::{Flow, Found, GUIDE, TechniqueInfo, windows};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "m",
    name: "the M",
    description: "A shape of five columns in two rows (or turned) takes three blocks of 2 x 2, but three queens in it \
                  would be too many for a line, so that it holds two at most. With it, a squeeze of the two rows \
                  comes out even.",
    source: GUIDE,
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

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    windows::find(grid, 5, 3, "the M", found)
}
