//! Problems made from problems.

use super::{Bounds, Piece, Problem, ProblemError, Units};
use crate::square::Square;

impl Units {
    /// What remains of these demands where the whole board has one of its own: rows and columns may stay empty, and
    /// take as many queens as before at the most. Where walls part the lines along which `piece` strikes, a line
    /// that took one takes any number: that demand said no more than attack does, and walls stop attack.
    #[must_use]
    pub fn relaxed_for_total(self, piece: &Piece, has_walls: bool) -> Self {
        let relaxed = |bounds: Bounds, strikes| match bounds.high() {
            1 if has_walls && strikes => Bounds::ANY,
            high => Bounds::at_most(high),
        };
        let row = relaxed(self.row, piece.strikes_along(0, 1));
        Units { row, column: relaxed(self.column, piece.strikes_along(1, 0)), ..self }
    }
}

impl Problem {
    /// This problem with one more given queen.
    ///
    /// # Errors
    /// A square off the board or blocked, or a queen that breaks a rule with the other givens.
    pub fn with_given(&self, square: Square) -> Result<Self, ProblemError> {
        self.with_givens([square])
    }

    /// This problem with more given queens.
    ///
    /// # Errors
    /// As [`Problem::with_given`].
    pub fn with_givens(&self, squares: impl IntoIterator<Item = Square>) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        problem.givens.extend(squares);
        problem.with_valid_givens()
    }

    /// This problem with `total` queens on the whole board; rows and columns then take what
    /// [`Units::relaxed_for_total`] leaves of their demands.
    ///
    /// # Errors
    /// More given queens than `total` allows.
    pub fn with_total(&self, total: Bounds) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        let units = problem.units.relaxed_for_total(&problem.piece, problem.has_walls());
        problem.units = Units { total, ..units };
        problem.with_valid_givens()
    }

    /// This problem, its demand on the whole board restated for lines where it can be: as many queens as rows, with
    /// one in each at the most, are one in each, and the same for columns. No solution is lost or added.
    ///
    /// One stands in each line at the most because the line takes no more, or because the piece strikes along it
    /// and no wall parts it. A line that must take none, or two, is left as it is.
    ///
    /// What this returns may have more symmetries than the problem as asked, for demands that differ may become
    /// equal. Orbits and classes are those of the problem as asked: give [`Orbits::of`](crate::orbit::Orbits::of)
    /// that one.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let (total, mut problem) = (self.units.total, self.clone());
        let strikes = |rows, columns| !self.has_walls() && self.piece.strikes_along(rows, columns);
        let is_full = |bounds: Bounds, lines: u32, strikes: bool| {
            total == Bounds::exactly(lines) && bounds.contains(1) && (bounds.high() == 1 || strikes)
        };
        let (row, column) = (
            is_full(self.units.row, self.rows, strikes(0, 1)),
            is_full(self.units.column, self.columns, strikes(1, 0)),
        );
        let one = |is_full, bounds| if is_full { Bounds::ONE } else { bounds };
        problem.units.row = one(row, self.units.row);
        problem.units.column = one(column, self.units.column);
        if row || column {
            problem.units.total = Bounds::ANY;
        }
        problem
    }
}
