//! Placements that are their own images.

use super::RuleCheck;
use crate::placement::Placement;
use crate::problem::Grid;
use crate::problem::rules::Invariance;
use crate::square::Square;

impl RuleCheck<'_> {
    pub(super) fn is_unchanged(&self, invariance: Invariance) -> bool {
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        match invariance {
            Invariance::HalfTurn => self.is_own_image(|at| {
                Square::new(rows - 1 - at.row, columns - 1 - at.column)
            }),
            Invariance::Mirror if self.problem.grid() == Grid::Hex => {
                // Row r begins and ends as far to the right as r / 2: its squares have
                // row + column from n - 1 on, or up to 3 (n - 1).
                let ends = 3 * (columns - 1) / 2;
                self.is_own_image(|at| Square::new(at.row, ends - at.row - at.column))
            }
            Invariance::Mirror => {
                self.is_own_image(|at| Square::new(at.row, columns - 1 - at.column))
            }
            Invariance::Shift => self.is_own_shift(),
            // Of a rectangle nothing is its own image.
            Invariance::QuarterTurn | Invariance::Diagonal if rows != columns => false,
            Invariance::QuarterTurn => {
                self.is_own_image(|at| Square::new(at.column, rows - 1 - at.row))
            }
            Invariance::Diagonal => {
                self.is_own_image(|at| Square::new(at.column, at.row))
            }
        }
    }

    fn is_own_image(&self, image: impl Fn(Square) -> Square) -> bool {
        let moved = self
            .placement
            .pieces()
            .map(|(square, label)| (image(square), label));
        Placement::labelled(moved.collect()) == *self.placement
    }

    /// Returns true if a shift of one row and some columns maps the pieces to themselves:
    /// then it maps the first to one in the next row.
    fn is_own_shift(&self) -> bool {
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        let squares = self.placement.squares();
        let Some(first) = squares.first() else {
            return true;
        };
        let next_row = |row: u32| (row + 1) % rows;
        let images = squares
            .iter()
            .filter(|square| square.row == next_row(first.row));
        let mut shifts =
            images.map(|square| (square.column + columns - first.column) % columns);
        shifts.any(|by| {
            self.is_own_image(|at| {
                Square::new(next_row(at.row), (at.column + by) % columns)
            })
        })
    }
}
