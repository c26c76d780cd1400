//! Set differentials: lines against regions, and the queens in their differences.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, by_demand, fits};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "set-differential",
    name: "set differential",
    description: "Some lines and some regions overlap, and what they need differs by exactly the number of queens \
                  that fit into the part of the one outside the other. So that part is filled and the part of the \
                  other outside the one is empty.",
    source: GUIDE,
    level: 7,
    by_uniqueness: false,
    example: "AA.A.BBB. \
              A.AA.BC.C. \
              D.DA.A.A.C \
              DD.EFF.C \
              DE.EF.F.F. \
              DD.EE.FF.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    each(grid, &mut |pair| {
        let Pair { lines, regions, demand, rest, more } = pair;
        let Demand { squares, least } = *demand;
        if least == 0 || rest.is_empty() || squares.count() > 4 * least || fits(board, squares, least + 1) {
            return Flow::Continue(());
        }
        let settled = by_demand(grid, *demand).and(Settled::crosses(*rest));
        let units: Vec<usize> = lines.iter().chain(*regions).copied().collect();
        found.step(grid, settled, squares | *rest, &units, || {
            let (lines, regions) = (words::units(board, lines), words::units(board, regions));
            let (more, fewer) = if *more { (lines, regions) } else { (regions, lines) };
            let stay = if rest.count() == 1 { "stays" } else { "stay" };
            let (full, rest) = (words::queens(least), words::squares(board, *rest));
            let more = more[..1].to_uppercase() + &more[1..];
            format!("{more} outside {fewer} have room for just {full}, by which they need more: {rest} {stay} empty.")
        })
    })
}

/// Lines, regions and what that says of their differences.
pub(super) struct Pair<'a, const W: usize> {
    pub(super) lines: &'a [usize],
    pub(super) regions: &'a [usize],
    /// The squares of the one outside the other, which hold at least the difference of what they need.
    pub(super) demand: Demand<W>,
    /// The squares of the other outside the one.
    pub(super) rest: Set<W>,
    /// Whether the lines need more than the regions, or else the regions more.
    pub(super) more: bool,
}

/// Hands neighbouring lines and regions that meet them to `each`: all regions within the lines, and up to three of
/// those that stand out (two on large boards).
pub(super) fn each<const W: usize>(grid: &Grid<'_, W>, each: &mut dyn FnMut(&Pair<'_, W>) -> Flow) -> Flow {
    let size = grid.board.size;
    let standing_out = if size <= 12 { 3 } else { 2 };
    for first in 0..2 * size {
        let mut inside = Set::EMPTY;
        let longest = (size - first % size).min(size.div_ceil(2)).min(8);
        for length in 1..=longest {
            inside |= grid.open_of(first + length - 1);
            let lines: Vec<usize> = (first..first + length).collect();
            let (mut regions, mut partial) = (Vec::new(), Vec::new());
            for region in 2 * size..3 * size {
                let open = grid.open_of(region);
                if !open.is_empty() && open.is_within(&inside) {
                    regions.push(region);
                } else if open.meets(&inside) {
                    partial.push(region);
                }
            }
            let mut choice = Choice { grid, lines: &lines, inside, each };
            choice.choose(&mut regions, &partial, standing_out)?;
        }
    }
    Flow::Continue(())
}

/// The lines of a pair, while its regions are chosen.
struct Choice<'a, 'b, const W: usize> {
    grid: &'a Grid<'b, W>,
    lines: &'a [usize],
    inside: Set<W>,
    each: &'a mut dyn FnMut(&Pair<'_, W>) -> Flow,
}

impl<const W: usize> Choice<'_, '_, W> {
    fn choose(&mut self, regions: &mut Vec<usize>, partial: &[usize], left: usize) -> Flow {
        self.grid.board.watch.go_on()?;
        self.compare(regions)?;
        if left > 0 {
            for (index, &region) in partial.iter().enumerate() {
                regions.push(region);
                self.choose(regions, &partial[index + 1..], left - 1)?;
                regions.pop();
            }
        }
        Flow::Continue(())
    }

    fn compare(&mut self, regions: &[usize]) -> Flow {
        let grid = self.grid;
        let need = |units: &[usize]| units.iter().map(|&unit| grid.need(unit)).sum::<u32>();
        let outside = regions.iter().fold(Set::EMPTY, |union, &region| union | grid.open_of(region));
        let (of_lines, of_regions) = (need(self.lines), need(regions));
        let (lines_alone, regions_alone) = (self.inside - outside, outside - self.inside);
        let least = of_lines.abs_diff(of_regions);
        for more in [true, false] {
            if least > 0 && (of_lines > of_regions) != more {
                continue;
            }
            let (squares, rest) =
                if more { (lines_alone, regions_alone) } else { (regions_alone, lines_alone) };
            let demand = Demand { squares, least };
            (self.each)(&Pair { lines: self.lines, regions, demand, rest, more })?;
        }
        Flow::Continue(())
    }
}
