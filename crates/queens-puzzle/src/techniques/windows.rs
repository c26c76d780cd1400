//! Shapes in two neighbouring lines that hold fewer queens than the 2 x 2 blocks that cover them, because of the lines.

use super::super::capacity::{QueenDemand, by_demand, fits_in_lines, is_tiled};
use super::super::grid::CandidateGrid;
use super::pressured::LineCapacity;
use super::squeeze::demand;
use super::{SearchFlow, StepCollector, words};
use queens_model::bits::SmallSet;

/// Finds squeezes in which a shape in `width` neighbouring columns (or rows) takes `tiles` blocks but holds one queen
/// fewer.
pub(super) fn find<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    width: usize,
    tiles: u32,
    name: &str,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let (board, size) = (grid.board, grid.board.size);
    let mut room = LineCapacity::default();
    if room.read(grid).is_some() {
        return SearchFlow::Continue(());
    }
    for band in board.bands() {
        let QueenDemand { squares, least } = demand(grid, band);
        // The lines across the band.
        let across = if band[0] < size { size } else { 0 };
        for first in 0..=size.saturating_sub(width) {
            let window = (first..first + width).filter(|line| *line < size);
            let window = window.fold(SmallSet::EMPTY, |window, line| window | board.units[across + line]);
            let shape = squares & window;
            if least < tiles || is_tiled(board, shape, tiles - 1) {
                continue;
            }
            let outside = QueenDemand { squares: squares - shape, least: least + 1 - tiles };
            let mut limits = room.limits_within(grid, shape);
            if !is_tiled(board, outside.squares, outside.least)
                || fits_in_lines(board, shape, tiles, &mut limits)
            {
                continue;
            }
            let inside = QueenDemand { squares: shape, least: tiles - 1 };
            let settled = by_demand(grid, outside).and(by_demand(grid, inside));
            found.add(grid, settled, squares, &band, || {
                let (lines, shape) = (words::units(board, &band), words::squares(board, shape));
                let held = words::queens(tiles - 1);
                let blocks = match outside.least {
                    1 => format!("another queen is {}", words::places(board, outside)),
                    count => {
                        format!("the {count} blocks of 2 x 2 that cover the other open squares hold one each")
                    }
                };
                let so = words::conclusion(grid, settled, outside);
                format!("In {lines}, {name} on {shape} holds at most {held}, so {blocks}: {so}.")
            })?;
        }
    }
    SearchFlow::Continue(())
}
