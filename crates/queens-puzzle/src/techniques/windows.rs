//! Shapes in two neighbouring lines that hold fewer queens than their blocks of 2 x 2, because of the lines.

use super::super::grid::Grid;
use super::super::local::{Demand, by_demand, fits_in_lines, is_tiled};
use super::pressured::Room;
use super::squeeze::demand;
use super::{Flow, Found, words};
use queens_model::bits::Set;

/// Squeezes in which `width` neighbouring columns (or rows) need `tiles` blocks but hold one queen less.
pub(super) fn find<const W: usize>(
    grid: &Grid<'_, W>,
    width: usize,
    tiles: u32,
    name: &str,
    found: &mut Found<W>,
) -> Flow {
    let (board, size) = (grid.board, grid.board.size);
    let mut room = Room::default();
    if room.read(grid).is_some() {
        return Flow::Continue(());
    }
    for band in board.bands() {
        let Demand { squares, least } = demand(grid, band);
        // The lines across the band.
        let across = if band[0] < size { size } else { 0 };
        for first in 0..=size.saturating_sub(width) {
            let window = (first..first + width).filter(|line| *line < size);
            let window = window.fold(Set::EMPTY, |window, line| window | board.units[across + line]);
            let shape = squares & window;
            if least < tiles || is_tiled(board, shape, tiles - 1) {
                continue;
            }
            let outside = Demand { squares: squares - shape, least: least + 1 - tiles };
            let mut limits = room.limits_within(grid, shape);
            if !is_tiled(board, outside.squares, outside.least)
                || fits_in_lines(board, shape, tiles, &mut limits)
            {
                continue;
            }
            let inside = Demand { squares: shape, least: tiles - 1 };
            let settled = by_demand(grid, outside).and(by_demand(grid, inside));
            found.step(grid, settled, squares, &band, || {
                let (lines, shape) = (words::units(board, &band), words::squares(board, shape));
                let (held, outside) = (words::queens(tiles - 1), outside.least);
                format!(
                    "In {lines}, {name} of {shape} holds {held} at most, so each of {outside} blocks of 2 x 2 \
                     that cover the rest holds one."
                )
            })?;
        }
    }
    Flow::Continue(())
}
