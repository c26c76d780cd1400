//! Pressured exclusion: what a queen here would fill is full.

use super::super::grid::Grid;
use super::super::local::{Settled, fits_in_lines, least_within};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "pressured-exclusion",
    name: "pressured exclusion",
    description: "A queen on this square would touch or fill so much that a unit could not place its queens, when \
                  lines that are full, or taken by queens confined to them, are taken into account. So the square \
                  stays empty.",
    source: GUIDE,
    level: 4,
    by_uniqueness: false,
    example: "A.A.A.A.A.B*A. \
              A.CAA.A.A.A. \
              DC.A.A.AA.A. \
              DC.CA.AA.E. \
              F.FFF.FA.E \
              F.FF.F.F.F.E \
              F.F.F.G*F.F.F.",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    let mut room = Room::default();
    for square in grid.open.iter() {
        board.watch.go_on()?;
        let Some(unit) = room.lacks(&grid.with_queen(square)) else { continue };
        let read = grid.open_of(unit) - Set::one(square);
        found.step(grid, Settled::crosses(Set::one(square)), read, &[unit], || {
            let (name, unit, need) =
                (board.square(square), words::unit(board, unit), words::its_queens(grid.need(unit)));
            format!("A queen on {name} would fill its lines, and {unit} would have no room for {need}.")
        })?;
    }
    Flow::Continue(())
}

/// How many more queens each line takes.
#[derive(Default)]
pub(super) struct Room {
    /// Rows, then columns.
    limits: Vec<u32>,
    /// What each region must have in each line, region by region.
    confined: Vec<u32>,
}

impl Room {
    /// A unit whose queens do not fit.
    fn lacks<const W: usize>(&mut self, grid: &Grid<'_, W>) -> Option<usize> {
        let (board, size) = (grid.board, grid.board.size);
        let units = 0..3 * size;
        if let Some(dead) = units.clone().find(|&unit| grid.open_of(unit).count() < grid.need(unit)) {
            return Some(dead);
        }
        if let Some(full) = self.read(grid) {
            return Some(full);
        }
        units.rev().find(|&unit| {
            let need = grid.need(unit);
            let is_region = unit >= 2 * size;
            // The queens of other regions are others; those of a region may be those of a line.
            let own =
                |line: usize| if is_region { self.confined[(unit - 2 * size) * 2 * size + line] } else { 0 };
            let mut squares = grid.open_of(unit);
            // Full lines have no open squares, so that one queen of a line finds its place.
            if need == 0 || need == 1 && !is_region || need > 1 && squares.count() > 16 * need {
                return false;
            }
            let limit = |line: usize| if is_region { self.limits[line] + own(line) } else { grid.need(line) };
            for line in (0..2 * size).filter(|&line| self.limits[line] == 0 && limit(line) == 0) {
                squares -= board.units[line];
            }
            if need == 1 {
                return squares.is_empty();
            }
            let mut limits: Vec<u32> = (0..2 * size).map(limit).collect();
            !fits_in_lines(board, squares, need, &mut limits)
        })
    }

    /// Reads what regions must have in lines; a line in which that is too much.
    pub(super) fn read<const W: usize>(&mut self, grid: &Grid<'_, W>) -> Option<usize> {
        let (board, size) = (grid.board, grid.board.size);
        self.limits.clear();
        self.limits.extend((0..2 * size).map(|line| grid.need(line)));
        self.confined.clear();
        self.confined.resize(2 * size * size, 0);
        for region in 2 * size..3 * size {
            // A set in which few queens fit is small.
            let (open, need) = (grid.open_of(region), grid.need(region));
            if need == 0 {
                continue;
            }
            // All of a region that needs one queen lies in a line of its first square, if in any.
            let lines = match (need, open.first()) {
                (1, Some(first)) => board.units_of[first][..2].to_vec(),
                _ => (0..2 * size).collect(),
            };
            for line in lines {
                let part = open & board.units[line];
                if part.is_empty() || open.count() - part.count() > 4 * (need - 1) {
                    continue;
                }
                let least = least_within(grid, region, part);
                self.confined[(region - 2 * size) * 2 * size + line] = least;
                match self.limits[line].checked_sub(least) {
                    Some(limit) => self.limits[line] = limit,
                    None => return Some(line),
                }
            }
        }
        None
    }

    /// How many queens each line takes within `part`: regions that `part` does not meet there take theirs.
    pub(super) fn limits_within<const W: usize>(&self, grid: &Grid<'_, W>, part: Set<W>) -> Vec<u32> {
        let (board, size) = (grid.board, grid.board.size);
        let lines = (0..2 * size).map(|line| {
            let inside =
                (2 * size..3 * size).filter(|&region| part.meets(&(board.units[region] & board.units[line])));
            let back: u32 = inside.map(|region| self.confined[(region - 2 * size) * 2 * size + line]).sum();
            self.limits[line] + back
        });
        lines.collect()
    }
}
