//! Overcounting: lines whose open squares lie in as many regions.

use super::super::grid::CandidateGrid;
use super::counting::{UnitKind, find_counts, find_more};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};

/// Description of all three.
const COUNT_DESCRIPTION: &str = "All open squares of some rows (or columns) lie in regions that need no more queens than these lines. \
    So the other squares of these regions stay empty.";

pub(super) static TWO_INFO: TechniqueInfo = TechniqueInfo {
    id: "overcounting-2",
    name: "overcounting of two",
    plain_name: "two rows or columns fill two regions",
    description: COUNT_DESCRIPTION,
    source: GUIDE_SOURCE,
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

pub(super) static THREE_INFO: TechniqueInfo = TechniqueInfo {
    id: "overcounting-3",
    name: "overcounting of three",
    plain_name: "three rows or columns fill three regions",
    level: 5,
    example: "B.B.B.BBI.I.II \
              CB.B.BBI.I.II \
              CC.B.B.BI.I.II \
              C.C.D*B.B.I.I.I.I. \
              C.C.C.F.F.H*I.I.G. \
              CC.F.FF.F.F.GG \
              CF.F.FF.F.EG.G \
              C.AF.FFF.EG.G \
              C.AF.FFF.F.F.G.",
    example_stars: 1,
    ..TWO_INFO
};

pub(super) static MORE_INFO: TechniqueInfo = TechniqueInfo {
    id: "overcounting-4",
    name: "overcounting of four or more",
    plain_name: "rows or columns fill as many regions",
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
    ..TWO_INFO
};

/// Rows or columns within regions.
const UNIT_KINDS: [(UnitKind, UnitKind); 2] = [
    (UnitKind::Rows, UnitKind::Regions),
    (UnitKind::Columns, UnitKind::Regions),
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
