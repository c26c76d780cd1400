//! 1 x n confinement: queens of one unit that must be in another unit.

use super::super::capacity::{Conclusion, QueenDemand, by_tiles, least_within};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::words;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "confinement",
    name: "1 x n confinement",
    plain_name: "a queen must be in this row or column",
    description: "A region has no room for all its queens outside a line, so some of them are where the two meet (or \
                  the same with line and region exchanged). If these are all the queens that the line needs, its \
                  other squares stay empty.",
    source: GUIDE_SOURCE,
    level: 2,
    by_uniqueness: false,
    example: "AAAAAA \
              AAAAAB \
              AACCCB \
              AADDDB \
              AEEFDD \
              EEEFFF",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &CandidateGrid<'_, W>, found: &mut StepCollector<W>) -> SearchFlow {
    let size = grid.board.size;
    for line in 0..2 * size {
        within(grid, line, 2 * size..3 * size, found)?;
    }
    for region in 2 * size..3 * size {
        within(grid, region, 0..size, found)?;
        within(grid, region, size..2 * size, found)?;
    }
    SearchFlow::Continue(())
}

/// Finds the queens that the units `others`, no two of which share a square, must have in `unit`.
fn within<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    others: std::ops::Range<usize>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let (board, part, need) = (grid.board, grid.open_of(unit), grid.need(unit));
    let mut confined = Vec::new();
    let (mut total, mut rest) = (0, part);
    for other in others {
        if !part.meets(&board.units[other]) {
            continue;
        }
        let least = least_within(grid, other, part);
        if least > 0 {
            confined.push((other, least));
            total += least;
            rest -= board.units[other];
        }
    }
    if total == need && total > 0 {
        let others: Vec<_> = confined.iter().map(|&(other, _)| other).collect();
        let units: Vec<_> = others.iter().copied().chain([unit]).collect();
        found.add(grid, Conclusion::crosses(rest), &units, |sentence| {
            let have = if others.len() == 1 { " must have " } else { " together must have " };
            sentence.units(&others).say(have).count(need).say(" in ").unit(unit);
            sentence.say(", which takes no more: its other squares stay empty");
        })?;
        for &(other, inside) in &confined {
            // All of `unit` is accounted for, so each other unit has exactly its minimum inside.
            let outside =
                QueenDemand { squares: grid.open_of(other) - part, least: grid.need(other) - inside };
            let settled = confined_to(grid, outside);
            found.add(grid, settled, &units, |sentence| {
                let (rest, inside) = (sentence.needed_except(&[other, unit]), words::queens(inside));
                if !rest.is_empty() {
                    let have = if rest.len() == 1 { " has its share" } else { " have their share" };
                    sentence.units(&rest).say(have).say(" of ").unit(unit).say(", so ");
                }
                sentence.unit(other).say(" has exactly ").say(&inside).say(" in ").unit(unit).say(" and ");
                sentence.count(outside.least).say(" outside, ").places(outside);
                sentence.say(": ").conclude(settled, outside);
            })?;
        }
    }
    for &(other, least) in &confined {
        let inside = QueenDemand { squares: part & board.units[other], least };
        let settled = confined_to(grid, inside);
        found.add(grid, settled, &[other], |sentence| {
            let has = if least == grid.need(other) { " must have " } else { " must have at least " };
            let line = words::unit(board.size, unit);
            sentence.unit(other).say(has).count(least).say(" in ").say(&line).say(", ").places(inside);
            sentence.say(": ").conclude(settled, inside);
        })?;
    }
    SearchFlow::Continue(())
}

/// Deduces from queens in few squares: squares that are all needed, blocks, and squares that touch all of up to three.
fn confined_to<const W: usize>(grid: &CandidateGrid<'_, W>, demand: QueenDemand<W>) -> Conclusion<W> {
    let QueenDemand { squares, least } = demand;
    let mut settled = by_tiles(grid, demand);
    if least > 0 && squares.count() == least {
        settled.queens |= squares;
    }
    if least > 0 && squares.count() <= 3 {
        settled.crosses |= grid.board.touching_all(squares);
    }
    settled
}
