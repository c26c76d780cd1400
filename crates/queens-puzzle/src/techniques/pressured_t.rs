//! The pressured T.

use super::super::grid::Grid;
use super::{Flow, Found, GUIDE, TechniqueInfo, windows};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "pressured-t",
    name: "pressured T",
    description: "A shape of three columns in two rows (or turned) takes two blocks of 2 x 2, but its line needs one \
                  queen only, so that it holds one at most. With it, a squeeze of the two rows comes out even.",
    source: GUIDE,
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

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    windows::find(grid, 3, 2, "the T", found)
}
