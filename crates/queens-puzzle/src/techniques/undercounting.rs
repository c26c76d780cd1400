//! Undercounting: regions within as many lines.

use super::super::grid::Grid;
use super::counting::{Kind, find, find_more};
use super::{Flow, Found, GUIDE, TechniqueInfo};

/// The description of them all.
const DESCRIPTION: &str = "All open squares of some regions lie in rows (or columns) that need no more queens than these \
    regions. So the other squares of these lines stay empty.";

pub(super) static TWO: TechniqueInfo = TechniqueInfo {
    id: "undercounting-2",
    name: "undercounting of two",
    description: DESCRIPTION,
    source: GUIDE,
    level: 4,
    by_uniqueness: false,
    example: "A.B*A.A.C.D.D.D.D. \
              A.A.A.A.CC.DDD. \
              A.A.AA.CC.C.DD. \
              A.A.AAA.C.DD.D. \
              E.A.A.A.A.A.A.A.F* \
              E.E.EAA.A.AA.A. \
              GE.EA.A.H.HHA. \
              GE.EEE.E.E.HH. \
              G.G.E.E.E.I*E.H.H.",
    example_stars: 1,
};

pub(super) static THREE: TechniqueInfo = TechniqueInfo {
    id: "undercounting-3",
    name: "undercounting of three",
    level: 5,
    example: "AA.BBB.C. \
              A.ABC.CC \
              AAA.A.CD. \
              AA.E.EDD \
              FE.E.EE.D \
              F.FEEE.D",
    example_stars: 1,
    ..TWO
};

pub(super) static MORE: TechniqueInfo = TechniqueInfo {
    id: "undercounting-4",
    name: "undercounting of four or more",
    level: 5,
    example: "A.AAABBCC \
              AA.A.BB.B.B.C \
              AA.D.D.BB.B.B. \
              DDDD.B.E.EE. \
              DD.D.EEE.EE \
              D.FFFG.GG.G. \
              D.F.FFGGGG \
              HHF.F.G.G.G.G.",
    example_stars: 1,
    ..TWO
};

/// Both directions.
const KINDS: [(Kind, Kind); 2] = [(Kind::Regions, Kind::Rows), (Kind::Regions, Kind::Columns)];

pub(super) fn two<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find(grid, KINDS, 1..=2, found)
}

pub(super) fn three<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find(grid, KINDS, 3..=3, found)
}

pub(super) fn more<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    find_more(grid, KINDS, found)
}
