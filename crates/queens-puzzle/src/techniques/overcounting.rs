//! Overcounting: lines within as many regions.

use super::super::grid::Grid;
use super::counting::{Kind, find, find_more};
use super::{Flow, Found, GUIDE, TechniqueInfo};

/// The description of them all.
const DESCRIPTION: &str = "All open squares of some rows (or columns) lie in regions that need no more queens than these lines. \
    So the other squares of these regions stay empty.";

pub(super) static TWO: TechniqueInfo = TechniqueInfo {
    id: "overcounting-2",
    name: "overcounting of two",
    description: DESCRIPTION,
    source: GUIDE,
    level: 4,
    by_uniqueness: false,
    example: "A.A.A.A.A.B*A. \
              A.CAA.A.A.A. \
              DC.A.A.AA.A. \
              DC.CA.AA.E \
              F.FFF.FA.E \
              F.FF.F.F.F.E \
              F.F.F.G*F.F.F.",
    example_stars: 1,
};

pub(super) static THREE: TechniqueInfo = TechniqueInfo {
    id: "overcounting-3",
    name: "overcounting of three",
    level: 5,
    example: "A.AB.B.B.C.C \
              AAB.BB.CC. \
              A.AA.B.B.BB. \
              DDA.B.EB.B \
              DD.FF.EG.B. \
              DD.FF.G.GG. \
              DD.F.GG.GG.",
    example_stars: 1,
    ..TWO
};

pub(super) static MORE: TechniqueInfo = TechniqueInfo {
    id: "overcounting-4",
    name: "overcounting of four or more",
    level: 5,
    example: "AAABCCCCC \
              AAABBC.CC.C. \
              AABBB.CC.D.D \
              EE.BB.F.FC.DD. \
              EE.E.B.FD.D.D.D \
              EEE.BG.G.G.G.H. \
              I.IIIGGHHH \
              IIIIG.GHHH \
              II.IIGGGH.H.",
    example_stars: 1,
    ..TWO
};

/// Both directions.
const KINDS: [(Kind, Kind); 2] = [(Kind::Rows, Kind::Regions), (Kind::Columns, Kind::Regions)];

pub(super) fn two<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find(grid, KINDS, 1..=2, found)
}

pub(super) fn three<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find(grid, KINDS, 3..=3, found)
}

pub(super) fn more<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find_more(grid, KINDS, found)
}
