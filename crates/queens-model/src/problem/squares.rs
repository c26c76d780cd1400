//! The squares of a board: their kinds and regions.

use super::{MAX_REGIONS, ProblemError};
use crate::square::Square;

/// Kind of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SquareKind {
    /// Takes a queen.
    #[default]
    Free,
    /// Takes no queen; attacks pass.
    Hole,
    /// Takes no queen; attacks stop.
    Wall,
}

/// Returns the squares of a board, row by row.
pub(super) fn squares_of_size(rows: u32, columns: u32) -> impl Iterator<Item = Square> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { row, column }))
}

/// Region numbers: for each square, row by row, the number of its region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Regions {
    pub(super) of_square: Box<[u16]>,
    pub(super) count: u16,
}

impl Regions {
    /// Validates a region map for a board of `squares` squares.
    pub(super) fn from_map(map: &[u32], squares: usize) -> Result<Self, ProblemError> {
        if map.len() != squares {
            return Err(ProblemError::RegionsDoNotCover {
                expected: squares as u64,
                found: map.len() as u64,
            });
        }
        let count = map.iter().max().map_or(0, |&last| last.saturating_add(1));
        if count > MAX_REGIONS {
            return Err(ProblemError::TooManyRegions(count));
        }
        let mut seen = vec![false; count as usize];
        for &region in map {
            seen[region as usize] = true;
        }
        if let Some(empty) = seen.iter().position(|&seen| !seen) {
            return Err(ProblemError::EmptyRegion(empty as u32));
        }
        let of_square = map.iter().map(|&region| region as u16).collect();
        Ok(Regions {
            of_square,
            count: count as u16,
        })
    }
}
