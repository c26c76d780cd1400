//! Pressured exclusion: exclusion that takes full and confined lines into account.

use super::super::capacity::{Conclusion, fits_in_lines, least_within};
use super::super::grid::CandidateGrid;
use super::finned::filled_units;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "pressured-exclusion",
    name: "pressured exclusion",
    plain_name: "a queen here blocks what a region needs",
    description: "A queen on this square would touch squares and fill lines until a unit has no room for its queens. \
                  Lines whose queens must come from certain regions count as full for all other regions. So the \
                  square stays empty.",
    source: GUIDE_SOURCE,
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

pub(super) fn find_pressured<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    let mut room = LineCapacity::default();
    for square in grid.open.iter() {
        board.watch.check_limits()?;
        let Some(unit) = room.overfull_unit(&grid.with_queen(square)) else {
            continue;
        };
        let filled = filled_units(grid, square);
        let units = [
            room.confining_lines(&grid.with_queen(square), board.units[unit]),
            filled,
            vec![unit],
        ]
        .concat();
        found.add_refuted(
            grid,
            Conclusion::from_crosses(SmallSet::one(square)),
            &units,
        )?;
    }
    SearchFlow::Continue(())
}

/// Number of further queens that each line can take.
#[derive(Default)]
pub(super) struct LineCapacity {
    /// Rows, then columns.
    limits: Vec<u32>,
    /// Minimum number of queens that each region has in each line, region by region.
    confined: Vec<u32>,
}

impl LineCapacity {
    /// Returns a unit whose queens do not fit.
    fn overfull_unit<const W: usize>(
        &mut self,
        grid: &CandidateGrid<'_, W>,
    ) -> Option<usize> {
        let size = grid.board.size;
        let units = 0..3 * size;
        self.confined.clear();
        self.confined.resize(2 * size * size, 0);
        if let Some(dead) = units
            .clone()
            .find(|&unit| grid.open_of(unit).count() < grid.missing_queens(unit))
        {
            return Some(dead);
        }
        if let Some(full) = self.read_lines(grid) {
            return Some(full);
        }
        units.rev().find(|&unit| self.is_overfull(grid, unit))
    }

    /// True if the queens that a unit needs do not fit into the lines.
    fn is_overfull<const W: usize>(
        &self,
        grid: &CandidateGrid<'_, W>,
        unit: usize,
    ) -> bool {
        let size = grid.board.size;
        let need = grid.missing_queens(unit);
        let is_region = unit >= 2 * size;
        let mut squares = grid.open_of(unit);
        // A full line has no open squares, so a line that needs one queen has a place for
        // it.
        if need == 0 || need == 1 && !is_region || need > 1 && squares.count() > 16 * need
        {
            return false;
        }
        // Queens that other regions must have in a line leave it less room; a region's
        // own queens do not.
        let mut limits: Vec<u32> = if is_region {
            let own = &self.confined[(unit - 2 * size) * 2 * size..];
            self.limits.iter().zip(own).map(|(a, b)| a + b).collect()
        } else {
            (0..2 * size)
                .map(|line| grid.missing_queens(line))
                .collect()
        };
        for (line, &limit) in limits.iter().enumerate() {
            if self.limits[line] == 0 && limit == 0 {
                squares -= grid.board.units[line];
            }
        }
        if need == 1 {
            return squares.is_empty();
        }
        !fits_in_lines(grid.board, squares, need, &mut limits)
    }

    /// The lines through `part`, and the regions that must have queens in them.
    pub(super) fn confining_lines<const W: usize>(
        &self,
        grid: &CandidateGrid<'_, W>,
        part: SmallSet<W>,
    ) -> Vec<usize> {
        let size = grid.board.size;
        let lines = (0..2 * size).filter(|&line| grid.board.units[line].meets(&part));
        let lines: Vec<usize> = lines.collect();
        let mut units = lines.clone();
        for (region, confined) in self.confined.chunks(2 * size).enumerate() {
            if lines.iter().any(|&line| confined[line] > 0) {
                units.push(2 * size + region);
            }
        }
        units
    }

    /// Computes the queens that regions must have in lines; returns a line that cannot
    /// hold them.
    pub(super) fn read_lines<const W: usize>(
        &mut self,
        grid: &CandidateGrid<'_, W>,
    ) -> Option<usize> {
        let (board, size) = (grid.board, grid.board.size);
        self.limits.clear();
        self.limits
            .extend((0..2 * size).map(|line| grid.missing_queens(line)));
        self.confined.clear();
        self.confined.resize(2 * size * size, 0);
        for region in 2 * size..3 * size {
            // Only a small set has room for few queens.
            let (open, need) = (grid.open_of(region), grid.missing_queens(region));
            if need == 0 {
                continue;
            }
            // A region that needs one queen is confined to a line only if its first
            // square is in that line.
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

    /// Number of queens that each line can take within `part`, given the queens of
    /// regions that do not meet `part` there.
    pub(super) fn limits_within<const W: usize>(
        &self,
        grid: &CandidateGrid<'_, W>,
        part: SmallSet<W>,
    ) -> Vec<u32> {
        let (board, size) = (grid.board, grid.board.size);
        let lines = (0..2 * size).map(|line| {
            let inside = (2 * size..3 * size)
                .filter(|&region| part.meets(&(board.units[region] & board.units[line])));
            let back: u32 = inside
                .map(|region| self.confined[(region - 2 * size) * 2 * size + line])
                .sum();
            self.limits[line] + back
        });
        lines.collect()
    }
}
