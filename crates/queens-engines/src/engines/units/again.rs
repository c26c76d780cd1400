//! One board after another, with the same squares and other regions, as a generator asks for them.

use super::board::Board;
use super::search::{Progress, Search};
use control::{Limits, Meter, Stop};
use queens_model::problem::Problem;

/// Finds solutions of one board after another.
pub trait Again {
    /// Up to `most` solutions where each square has the region that `regions` says and the `givens` stand: the squares
    /// of the queens, row by row, ascending.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    fn solutions(
        &mut self,
        regions: &[u8],
        givens: &[usize],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop>;
}

impl<const W: usize, const N: usize> Again for Board<W, N> {
    fn solutions(
        &mut self,
        regions: &[u8],
        givens: &[usize],
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        self.set_regions(regions);
        self.givens = givens.to_vec();
        let mut search = Search::new(self);
        let mut found = Vec::new();
        while found.len() < most {
            let Progress::Solution(queens) = search.advance(meter)? else { break };
            found.push(queens.iter().collect());
        }
        Ok(found)
    }
}

/// A search over boards like `problem`, each with regions of its own; `None` where its demands contradict each other.
///
/// # Errors
/// The reason to stop.
pub fn again(problem: &Problem, demand: u32, limits: &Limits) -> Result<Option<Box<dyn Again>>, Stop> {
    fn sized<const W: usize, const N: usize>(
        problem: &Problem,
        demand: u32,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Again>>, Stop> {
        let board = Board::<W, N>::of(problem, demand, limits)?;
        Ok(board.map(|board| Box::new(board) as Box<dyn Again>))
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
