//! Ratings of levels.

use super::CompletionPosition;
use super::board::{BoardSet, CompletionBoard, CompletionGrid};
use super::deductions::{CompletionDeduction, DEDUCTION_TABLE};
use crate::{Rating, RatingWord};
use control::{Limits, Stop};

/// Rates the level with the given queens of `position` by rounds, as [`crate::rate`]
/// rates region puzzles.
///
/// A level without solution or with several is rated as not solved.
///
/// # Errors
/// The limit that was reached: there is no partial rating.
pub fn rate(position: &CompletionPosition, limits: &Limits) -> Result<Rating, Stop> {
    let board = CompletionBoard::new(position.size, limits);
    rate_up_to(
        CompletionGrid::from_clues(&board, position),
        RatingWord::Fiendish,
    )
}

/// Rates the level on `grid` with the deductions of levels that are at most `hardest`.
pub(super) fn rate_up_to(
    mut grid: CompletionGrid<'_>,
    hardest: RatingWord,
) -> Result<Rating, Stop> {
    let is_allowed =
        |level: u8| RatingWord::from_score(100 * u32::from(level)) <= hardest;
    let table: Vec<_> = DEDUCTION_TABLE
        .into_iter()
        .filter(|(info, _)| is_allowed(info.level))
        .collect();
    let mut rounds = Vec::new();
    while !grid.open.is_empty() {
        let applied = table
            .iter()
            .map(|(_, find)| find(&grid))
            .enumerate()
            .find(|(_, found)| !found.is_empty());
        grid.board.watch.result()?;
        let Some((index, found)) = applied else { break };
        rounds.push(index);
        grid = apply_deductions(grid, &found);
    }
    let table: Vec<_> = table.iter().map(|&(info, _)| info).collect();
    Ok(Rating::from_rounds(&rounds, &table, grid.is_full()))
}

/// Returns the grid after all of these deductions.
fn apply_deductions<'a>(
    mut grid: CompletionGrid<'a>,
    found: &[CompletionDeduction],
) -> CompletionGrid<'a> {
    let queens = found.iter().fold(BoardSet::EMPTY, |queens, deduction| {
        queens | deduction.settled.queens
    });
    for deduction in found {
        grid.open -= deduction.settled.crosses;
    }
    for square in queens.iter() {
        // Two deductions contradict each other only if there is no solution.
        if grid.open.contains(square) {
            grid = grid.with_queen(square);
        }
    }
    grid
}
