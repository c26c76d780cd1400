//! Shapes in two neighbouring lines that hold fewer queens than the 2 x 2 blocks that cover them, because of the lines.

use super::super::capacity::{QueenDemand, by_demand, fits_in_lines, is_tiled};
use super::super::grid::CandidateGrid;
use super::pressured::LineCapacity;
use super::squeeze::demand;
use super::{SearchFlow, StepCollector};
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
        let QueenDemand { squares, least } = demand(grid, &band);
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
            let units = [room.confining(grid, shape), band.to_vec()].concat();
            found.add(grid, settled, &units, |sentence| {
                let others = sentence.needed_except(&band);
                sentence.say("in ").units(&band).say(&format!(", {name} on ")).squares(shape);
                sentence.say(" holds at most ").count(tiles - 1);
                if !others.is_empty() {
                    sentence.say(" because of ").units(&others);
                }
                match outside.least {
                    1 => sentence.say(", so another queen is ").places(outside),
                    count => sentence.say(&format!(
                        ", so the {count} blocks of 2 x 2 that cover the other open squares hold one each"
                    )),
                };
                sentence.say(": ").conclude(settled, outside);
            })?;
        }
    }
    SearchFlow::Continue(())
}
