//! Composite shapes: differences of lines and regions, or two regions, that need a known
//! number of queens.

use super::super::capacity::{DemandUse, QueenDemand, find_uses};
use super::super::grid::CandidateGrid;
use super::differentials::write_outside;
use super::squeeze::demand_of_units;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, differentials};
use crate::reason::Sentence;

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

pub(super) fn find_composites<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let size = grid.board.size;
    differentials::for_each(grid, &mut |pair| {
        let demand = pair.demand;
        if !is_small(demand) {
            return SearchFlow::Continue(());
        }
        let (more, fewer) = match pair.more {
            true => (pair.lines, pair.regions),
            false => (pair.regions, pair.lines),
        };
        let units = [fewer, more].concat();
        for (settled, used) in find_uses(grid, demand) {
            found.add_step(grid, settled, &units, |sentence| {
                match fewer.is_empty() {
                    true => write_together(sentence, more, demand, &used),
                    false => write_outside(sentence, (more, fewer), demand, &used),
                }
                sentence.conclude_by(settled, demand, &used);
            })?;
        }
        SearchFlow::Continue(())
    })?;
    for one in 2 * size..3 * size {
        for other in one + 1..3 * size {
            let demand = demand_of_units(grid, &[one, other]);
            if !is_small(demand)
                || grid.missing_queens(one) == 0
                || grid.missing_queens(other) == 0
            {
                continue;
            }
            for (settled, used) in find_uses(grid, demand) {
                found.add_step(grid, settled, &[one, other], |sentence| {
                    write_together(sentence, &[one, other], demand, &used);
                    sentence.conclude_by(settled, demand, &used);
                })?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// Writes the queens of `units`: `regions A and B need 2 queens, in the blocks a1-b2 and
/// d4, one in each: `.
fn write_together<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    units: &[usize],
    demand: QueenDemand<W>,
    used: &DemandUse<W>,
) {
    sentence
        .say_units(units)
        .say_need(units)
        .say(", ")
        .places_for(demand, used)
        .say(": ");
}

/// Returns true if a shape is small enough for its demand to exclude squares: see
/// [`excluded`](super::super::capacity::excluded_squares).
fn is_small<const W: usize>(demand: QueenDemand<W>) -> bool {
    demand.least > 0 && demand.squares.count() <= 8 + 4 * (demand.least - 1)
}
