//! Composite shapes: differences of lines and regions, or two regions, that need a known number of queens.

use super::super::capacity::{QueenDemand, by_demand};
use super::super::grid::CandidateGrid;
use super::full_units::capital;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, differentials, words};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "composite",
    name: "composite shape",
    plain_name: "several shapes counted as one",
    description: "The squares of some lines outside some regions (or the reverse), or two regions together, form a \
                  shape that must hold a known number of queens. Tiling and exclusion apply to this shape as to a region.",
    source: GUIDE_SOURCE,
    level: 7,
    by_uniqueness: false,
    example: "AAAABBC.BB.D. \
              AA.A.C.C.C.C.BB.D* \
              AA.E*A.A.C.CDD.C. \
              AA.A.A.E*C.C.C.DC \
              AFAA.C.C.CC.CC \
              FFFAACCGCG \
              FFFFAHHGGG \
              IFF.JA.HH.G.GG \
              IF.F.JH.HJJGG \
              IF.IHHHJ.JGG",
    example_stars: 2,
};

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let (board, size) = (grid.board, grid.board.size);
    differentials::for_each(grid, &mut |pair| {
        let demand = pair.demand;
        if !is_small(demand) {
            return SearchFlow::Continue(());
        }
        let units: Vec<usize> = pair.lines.iter().chain(pair.regions).copied().collect();
        let settled = by_demand(grid, demand);
        found.add(grid, settled, demand.squares, &units, || {
            let (lines, regions) = (words::units(board, pair.lines), words::units(board, pair.regions));
            let (more, fewer) = if pair.more { (lines, regions) } else { (regions, lines) };
            let (places, least) = (words::places(board, demand), words::queens(demand.least));
            let (more, has) = (capital(&more), if pair.larger().len() == 1 { "has" } else { "have" });
            let so = words::conclusion(grid, settled, demand);
            if pair.regions.is_empty() {
                return format!("{more} {has} {least} {places}, taken as one shape: {so}.");
            }
            format!("{more} {has} at least {least} outside {fewer}, {places}, taken as one shape: {so}.")
        })
    })?;
    for one in 2 * size..3 * size {
        for other in one + 1..3 * size {
            let squares = grid.open_of(one) | grid.open_of(other);
            let demand = QueenDemand { squares, least: grid.need(one) + grid.need(other) };
            if !is_small(demand) || grid.need(one) == 0 || grid.need(other) == 0 {
                continue;
            }
            let settled = by_demand(grid, demand);
            found.add(grid, settled, squares, &[one, other], || {
                let (regions, least) = (words::units(board, &[one, other]), words::queens(demand.least));
                let so = words::conclusion(grid, settled, demand);
                format!("{} have {least}, taken as one shape: {so}.", capital(&regions))
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Returns true if a shape is small enough for its demand to exclude squares: see [`excluded`](super::super::capacity::excluded).
fn is_small<const W: usize>(demand: QueenDemand<W>) -> bool {
    demand.least > 0 && demand.squares.count() <= 8 + 4 * (demand.least - 1)
}
