//! Composite shapes: what counting leaves is a shape with a demand of its own.

use super::super::grid::Grid;
use super::super::local::{Demand, by_demand};
use super::{Flow, Found, GUIDE, TechniqueInfo, differentials, words};

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "composite",
    name: "composite shape",
    description: "Lines without regions, regions without lines, or two regions together make a shape that holds a \
                  known number of queens. Tiling and exclusion say of it what they say of a region.",
    source: GUIDE,
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

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let (board, size) = (grid.board, grid.board.size);
    differentials::each(grid, &mut |pair| {
        let demand = pair.demand;
        if !is_small(demand) {
            return Flow::Continue(());
        }
        let units: Vec<usize> = pair.lines.iter().chain(pair.regions).copied().collect();
        found.step(grid, by_demand(grid, demand), demand.squares, &units, || {
            let (lines, regions) = (words::units(board, pair.lines), words::units(board, pair.regions));
            let (more, fewer) = if pair.more { (lines, regions) } else { (regions, lines) };
            let (squares, least) = (words::squares(board, demand.squares), words::queens(demand.least));
            if pair.regions.is_empty() {
                return format!("{squares} of {more} must hold {least}, as one shape.");
            }
            format!("What {more} have outside {fewer}, {squares}, must hold at least {least}, as one shape.")
        })
    })?;
    for one in 2 * size..3 * size {
        for other in one + 1..3 * size {
            let squares = grid.open_of(one) | grid.open_of(other);
            let demand = Demand { squares, least: grid.need(one) + grid.need(other) };
            if !is_small(demand) || grid.need(one) == 0 || grid.need(other) == 0 {
                continue;
            }
            found.step(grid, by_demand(grid, demand), squares, &[one, other], || {
                let (regions, least) = (words::units(board, &[one, other]), words::queens(demand.least));
                let regions = regions[..1].to_uppercase() + &regions[1..];
                format!("{regions} together are one shape for {least}.")
            })?;
        }
    }
    Flow::Continue(())
}

/// Whether a shape is small enough for its demand to say something: see [`excluded`](super::super::local::excluded).
fn is_small<const W: usize>(demand: Demand<W>) -> bool {
    demand.least > 0 && demand.squares.count() <= 8 + 4 * (demand.least - 1)
}
