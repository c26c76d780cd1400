//! Composite shapes: differences of lines and regions, or two regions, that need a known number of queens.

use super::super::capacity::{QueenDemand, by_demand};
use super::super::grid::CandidateGrid;
use super::squeeze::demand;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, differentials};

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
    let size = grid.board.size;
    differentials::for_each(grid, &mut |pair| {
        let demand = pair.demand;
        if !is_small(demand) {
            return SearchFlow::Continue(());
        }
        let settled = by_demand(grid, demand);
        let (more, fewer) = match pair.more {
            true => (pair.lines, pair.regions),
            false => (pair.regions, pair.lines),
        };
        found.add(grid, settled, &[fewer, more].concat(), |sentence| {
            sentence.units(more).say(if more.len() == 1 { " has " } else { " have " });
            match fewer.is_empty() {
                true => sentence.count(demand.least).say(" "),
                false => {
                    sentence.say("at least ").count(demand.least).say(" outside ").units(fewer).say(", ")
                }
            };
            sentence.places(demand).say(", taken as one shape: ").conclude(settled, demand);
        })
    })?;
    for one in 2 * size..3 * size {
        for other in one + 1..3 * size {
            let demand = demand(grid, &[one, other]);
            if !is_small(demand) || grid.need(one) == 0 || grid.need(other) == 0 {
                continue;
            }
            let settled = by_demand(grid, demand);
            found.add(grid, settled, &[one, other], |sentence| {
                sentence.units(&[one, other]).say(" have ").count(demand.least);
                sentence.say(", taken as one shape: ").conclude(settled, demand);
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Returns true if a shape is small enough for its demand to exclude squares: see [`excluded`](super::super::capacity::excluded).
fn is_small<const W: usize>(demand: QueenDemand<W>) -> bool {
    demand.least > 0 && demand.squares.count() <= 8 + 4 * (demand.least - 1)
}
