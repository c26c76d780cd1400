//! Shapes in two neighbouring lines that hold fewer queens than the 2 x 2 blocks that
//! cover them, because of the lines.

use super::super::capacity::{QueenDemand, find_uses, fits_in_lines, is_tiled};
use super::super::grid::CandidateGrid;
use super::pressured::LineCapacity;
use super::squeeze::demand_of_units;
use super::{SearchFlow, StepCollector};
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

/// Finds squeezes in which a shape in `width` neighbouring columns (or rows) takes
/// `tiles` blocks but holds one queen fewer.
pub(super) fn find_windows<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    width: usize,
    tiles: u32,
    name: &str,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let (board, size) = (grid.board, grid.board.size);
    let mut capacity = LineCapacity::default();
    if capacity.confine_regions(grid).is_some() {
        return SearchFlow::Continue(());
    }
    for band in board.line_bands() {
        let QueenDemand { squares, least } = demand_of_units(grid, &band);
        // The lines across the band.
        let across = if band[0] < size { size } else { 0 };
        for first in 0..=size.saturating_sub(width) {
            let window = (first..first + width).filter(|line| *line < size);
            let window = window.fold(SmallSet::EMPTY, |window, line| {
                window | board.units[across + line]
            });
            let shape = squares & window;
            if least < tiles || is_tiled(board, shape, tiles - 1) {
                continue;
            }
            let outside = QueenDemand {
                squares: squares - shape,
                least: least + 1 - tiles,
            };
            let mut limits = capacity.limits_within(grid, shape);
            if !is_tiled(board, outside.squares, outside.least)
                || fits_in_lines(board, shape, tiles, &mut limits)
            {
                continue;
            }
            let inside = QueenDemand {
                squares: shape,
                least: tiles - 1,
            };
            let units = [capacity.confining_units(grid, shape), band.to_vec()].concat();
            for (demand, is_inside) in [(outside, false), (inside, true)] {
                for (settled, used) in find_uses(grid, demand) {
                    found.add_step(grid, settled, &units, |sentence| {
                        write_room(sentence, grid, &band, (name, inside));
                        write_demand(sentence, &band, demand.least, is_inside);
                        sentence.places_for(demand, &used).say(": ");
                        sentence.conclude_by(settled, demand, &used);
                    })?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}

/// Writes how many queens the shape, or the rest of the band, must hold.
fn write_demand<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    band: &[usize],
    least: u32,
    is_inside: bool,
) {
    let rest = if is_inside {
        "it holds exactly "
    } else {
        "the other squares hold "
    };
    let kind = words::unit_kind(sentence.facts.size, band[0]);
    sentence
        .say(&format!("; both {kind}s together"))
        .say_need(band)
        .say(", so ")
        .say(rest)
        .say_count(least)
        .say(", ");
}

/// Writes how few queens the shape `inside` of a band holds, and why: `in rows 7 and 8,
/// the T on a7, c7 and b8 holds at most one queen, because 2 fit only on a7 and c7, too
/// many for row 7`.
fn write_room<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    band: &[usize],
    (name, inside): (&str, QueenDemand<W>),
) {
    let (size, others) = (grid.board.size, sentence.needed_except(band));
    let more = inside.least + 1;
    let placements = split_apart(grid, inside.squares, more);
    let is_too_much = |placed: &SmallSet<W>, line: usize| {
        (*placed & grid.board.units[line]).count() > grid.missing_queens(line)
    };
    let are_reason = placements
        .iter()
        .all(|placed| band.iter().any(|&line| is_too_much(placed, line)));
    if others.is_empty() && !are_reason {
        // Another argument.
        return;
    }
    let shape = words::all_squares(size, inside.squares);
    sentence
        .say("in ")
        .say_units(band)
        .say(&format!(", {name} on {shape} holds at most "));
    sentence.say_count(inside.least).say(", because ");
    if placements.len() <= MAX_NAMED_PLACEMENTS {
        let names = placements
            .iter()
            .map(|&squares| words::all_squares(size, squares));
        let places = names.collect::<Vec<_>>().join(" or on ");
        sentence.say(&format!("{more} fit only on {places}, "));
    } else {
        sentence.say(&format!("{more} are "));
    }
    let is_too_small =
        |&line: &usize| placements.iter().any(|placed| is_too_much(placed, line));
    let lines: Vec<usize> = band.iter().copied().filter(is_too_small).collect();
    sentence.say("too many for ");
    match others.is_empty() {
        true => sentence.say_units(&lines),
        false => sentence.say_units(&others),
    };
}

/// Largest number of placements that a sentence names.
const MAX_NAMED_PLACEMENTS: usize = 4;

/// All ways to place `queens` queens on `squares` without touching.
fn split_apart<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    squares: SmallSet<W>,
    queens: u32,
) -> Vec<SmallSet<W>> {
    let Some(rest) = queens.checked_sub(1) else {
        return vec![SmallSet::EMPTY];
    };
    let mut found = Vec::new();
    let mut left = squares;
    for square in squares.iter() {
        left.remove(square);
        let others = split_apart(grid, left - grid.board.around[square], rest);
        found.extend(
            others
                .into_iter()
                .map(|others| others | SmallSet::one(square)),
        );
    }
    found
}
