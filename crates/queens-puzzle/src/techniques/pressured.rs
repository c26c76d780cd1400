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
    let mut capacity = LineCapacity::default();
    for square in grid.open.iter() {
        board.watch.check_limits()?;
        let after = grid.with_queen(square);
        let Some(unit) = capacity.find_overfull_unit(&after) else {
            continue;
        };
        let units = [
            capacity.confining_units(&after, board.units[unit]),
            filled_units(grid, square),
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

/// Number of further queens that each line can take, and those that it must take from
/// some regions.
///
/// Invariant: a line needs `limits[line]` queens more than all regions must have in it
/// together.
#[derive(Default)]
pub(super) struct LineCapacity {
    /// Queens that each line can take besides those that regions must have in it: rows,
    /// then columns.
    limits: Vec<u32>,
    /// Minimum number of queens that each region has in each line; see
    /// [`confined_index`].
    confined: Vec<u32>,
}

/// Returns the index of a region and a line in [`LineCapacity::confined`], where the
/// lines of each region are side by side.
fn confined_index(size: usize, region: usize, line: usize) -> usize {
    let lines = 2 * size;
    (region - lines) * lines + line
}

impl LineCapacity {
    /// Returns a unit whose queens do not fit.
    fn find_overfull_unit<const W: usize>(
        &mut self,
        grid: &CandidateGrid<'_, W>,
    ) -> Option<usize> {
        let size = grid.board.size;
        let mut units = 0..3 * size;
        // A unit without enough squares needs no other reason, so no region is confined.
        self.clear_confined(size);
        if let Some(dead) = units
            .clone()
            .find(|&unit| grid.open_of(unit).count() < grid.missing_queens(unit))
        {
            return Some(dead);
        }
        if let Some(full) = self.confine_regions(grid) {
            return Some(full);
        }
        // Regions first.
        units.rfind(|&unit| self.is_overfull(grid, unit))
    }

    fn clear_confined(&mut self, size: usize) {
        self.confined.clear();
        self.confined.resize(2 * size * size, 0);
    }

    /// Returns true if the queens that a unit needs do not fit into the lines. Each unit
    /// must have as many open squares as it needs queens.
    fn is_overfull<const W: usize>(
        &self,
        grid: &CandidateGrid<'_, W>,
        unit: usize,
    ) -> bool {
        let size = grid.board.size;
        let need = grid.missing_queens(unit);
        let is_region = unit >= 2 * size;
        let mut squares = grid.open_of(unit);
        let has_room = match need {
            0 => true,
            // A full line has no open squares, so each open square is a place for it.
            1 => !is_region,
            // A unit with many open squares is taken to have room: no step is looked for.
            _ => squares.count() > 16 * need,
        };
        if has_room {
            return false;
        }
        let mut limits = if is_region {
            self.limits_of_region(size, unit)
        } else {
            (0..2 * size)
                .map(|line| grid.missing_queens(line))
                .collect()
        };
        for (line, &limit) in limits.iter().enumerate() {
            if limit == 0 {
                squares -= grid.board.units[line];
            }
        }
        if need == 1 {
            return squares.is_empty();
        }
        !fits_in_lines(grid.board, squares, need, &mut limits)
    }

    /// Returns the number of queens that `region` can have in each line. Queens that
    /// other regions must have in a line leave it less room; its own queens do not.
    fn limits_of_region(&self, size: usize, region: usize) -> Vec<u32> {
        let own = &self.confined[confined_index(size, region, 0)..];
        let mut limits = self.limits.clone();
        for (limit, own) in limits.iter_mut().zip(own) {
            *limit += own;
        }
        limits
    }

    /// Returns the lines through `part`, and the regions that must have queens in them.
    pub(super) fn confining_units<const W: usize>(
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

    /// Computes the queens that regions must have in lines. Returns a line that cannot
    /// hold them, if there is one.
    pub(super) fn confine_regions<const W: usize>(
        &mut self,
        grid: &CandidateGrid<'_, W>,
    ) -> Option<usize> {
        let (board, size) = (grid.board, grid.board.size);
        self.limits.clear();
        self.limits
            .extend((0..2 * size).map(|line| grid.missing_queens(line)));
        self.clear_confined(size);
        for region in 2 * size..3 * size {
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
                // Squares whose rows and columns have the same parities do not touch. Of
                // more than 4 (need - 1) squares, `need` have the same, so all queens of
                // the region fit outside this line.
                if part.is_empty() || open.count() - part.count() > 4 * (need - 1) {
                    continue;
                }
                let least = least_within(grid, region, part);
                self.confined[confined_index(size, region, line)] = least;
                match self.limits[line].checked_sub(least) {
                    Some(limit) => self.limits[line] = limit,
                    None => return Some(line),
                }
            }
        }
        None
    }

    /// Returns the number of queens that each line can take within `part`. Regions that
    /// do not meet `part` in the line keep their queens there.
    pub(super) fn limits_within<const W: usize>(
        &self,
        grid: &CandidateGrid<'_, W>,
        part: SmallSet<W>,
    ) -> Vec<u32> {
        let (board, size) = (grid.board, grid.board.size);
        let mut limits = self.limits.clone();
        for (line, limit) in limits.iter_mut().enumerate() {
            for region in 2 * size..3 * size {
                if part.meets(&(board.units[region] & board.units[line])) {
                    *limit += self.confined[confined_index(size, region, line)];
                }
            }
        }
        limits
    }
}
