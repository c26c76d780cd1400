//! Undercounting: regions whose open squares lie in as many lines.

use super::super::grid::CandidateGrid;
use super::counting::{UnitKind, find_counts, find_more};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};

/// Description of all three.
const COUNT_DESCRIPTION: &str = "All open squares of some regions lie in rows (or columns) that need no more queens than these \
    regions. So the other squares of these lines stay empty.";

pub(super) static TWO_INFO: TechniqueInfo = TechniqueInfo {
    id: "undercounting-2",
    name: "undercounting of two",
    plain_name: "two regions fill two rows or columns",
    description: COUNT_DESCRIPTION,
    source: GUIDE_SOURCE,
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

pub(super) static THREE_INFO: TechniqueInfo = TechniqueInfo {
    id: "undercounting-3",
    name: "undercounting of three",
    plain_name: "three regions fill three rows or columns",
    level: 5,
    example: "AA.BBB.C. \
              A.ABC.CC \
              AAA.A.CD. \
              AA.E.EDD \
              FE.E.EE.D \
              F.FEEE.D",
    example_stars: 1,
    ..TWO_INFO
};

pub(super) static MORE_INFO: TechniqueInfo = TechniqueInfo {
    id: "undercounting-4",
    name: "undercounting of four or more",
    plain_name: "regions fill as many rows or columns",
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
    ..TWO_INFO
};

/// Regions within rows or columns.
const UNIT_KINDS: [(UnitKind, UnitKind); 2] = [
    (UnitKind::Regions, UnitKind::Rows),
    (UnitKind::Regions, UnitKind::Columns),
];

pub(super) fn find_two<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    find_counts(grid, UNIT_KINDS, 1..=2, found)
}

pub(super) fn find_three<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    find_counts(grid, UNIT_KINDS, 3..=3, found)
}

pub(super) fn find_four_or_more<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    find_more(grid, UNIT_KINDS, found)
}
