//! Solves a sequence of boards that differ in their regions, for a puzzle generator.

use super::board::UnitsBoard;
use super::search::{UnitsOutcome, UnitsSearch};
use control::{Limits, Meter, Stop};
use queens_model::problem::Problem;

/// Solver for boards with the same squares and different regions.
pub trait RegionSolver {
    /// Returns up to `most` solutions with these `regions`, one for each square, and
    /// `givens`: the squares of the queens, row by row, ascending.
    ///
    /// # Errors
    /// A reached limit of `meter`.
    fn solutions(
        &mut self,
        regions: &[u8],
        givens: &[usize],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop>;
}

impl<const W: usize, const N: usize> RegionSolver for UnitsBoard<W, N> {
    fn solutions(
        &mut self,
        regions: &[u8],
        givens: &[usize],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        self.set_regions(regions);
        self.givens = givens.to_vec();
        let mut search = UnitsSearch::new(self);
        let mut found = Vec::new();
        while found.len() < most {
            let UnitsOutcome::Solution(queens) = search.advance(meter)? else {
                break;
            };
            found.push(queens.iter().collect());
        }
        Ok(found)
    }
}

/// Creates a solver for boards like `problem`, with other regions; `None` if its demands
/// contradict each other.
///
/// # Errors
/// A reached limit.
pub fn region_solver(
    problem: &Problem,
    demand: u32,
    limits: &Limits,
) -> Result<Option<Box<dyn RegionSolver>>, Stop> {
    fn sized<const W: usize, const N: usize>(
        problem: &Problem,
        demand: u32,
        limits: &Limits,
    ) -> Result<Option<Box<dyn RegionSolver>>, Stop> {
        let board = UnitsBoard::<W, N>::from_problem(problem, demand, limits)?;
        Ok(board.map(|board| Box::new(board) as Box<dyn RegionSolver>))
    }
    match problem.rows().max(problem.columns()) {
        0..=8 => sized::<1, 8>(problem, demand, limits),
        9..=11 => sized::<2, 11>(problem, demand, limits),
        12..=16 => sized::<4, 16>(problem, demand, limits),
        17..=22 => sized::<8, 22>(problem, demand, limits),
        23..=32 => sized::<16, 32>(problem, demand, limits),
        _ => sized::<64, 64>(problem, demand, limits),
    }
}
