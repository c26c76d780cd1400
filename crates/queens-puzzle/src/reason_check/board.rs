//! The board of a reason: units, marks, and squares that exclude each other.

use super::ReasonFault;
use super::assignment::SquareState;
use crate::{Mark, Position};
use queens_model::problem::{Problem, SquareKind, Unit};
use queens_model::square::Square;

/// A board with the marks that a reason may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReasonBoard {
    /// Side of the board, in squares.
    pub(crate) size: u32,
    /// Number of queens in each unit.
    pub(crate) stars: u32,
    /// Region of each square, row by row; `None` for a level of the n-queens problem,
    /// where queens attack along rows, columns and diagonals.
    pub(crate) regions: Option<Vec<u32>>,
    /// Mark of each square, row by row.
    pub(crate) marks: Vec<Mark>,
}

impl ReasonBoard {
    /// Returns the board of a region puzzle with its marks.
    pub(crate) fn from_position(position: &Position) -> Self {
        let puzzle = position.puzzle();
        ReasonBoard {
            size: puzzle.size(),
            stars: puzzle.stars(),
            regions: Some(puzzle.regions()),
            marks: position.marks().to_vec(),
        }
    }

    /// Returns the board of a level of the n-queens problem: given queens are on the
    /// board, holes and the squares that these queens attack are crossed, as players see
    /// them.
    pub(crate) fn from_level(problem: &Problem) -> Self {
        let mut board = ReasonBoard {
            size: problem.rows(),
            stars: 1,
            regions: None,
            marks: Vec::new(),
        };
        let givens = problem.givens();
        let is_attacked =
            |square| givens.iter().any(|&queen| board.touches(square, queen));
        let mark = |square| match problem.kind(square) {
            _ if givens.contains(&square) => Mark::Queen,
            SquareKind::Free if !is_attacked(square) => Mark::Open,
            _ => Mark::Cross,
        };
        board.marks = problem.every_square().map(mark).collect();
        board
    }

    /// Crosses squares where the queens on the board rule out another one.
    ///
    /// # Errors
    /// A square that is not open, or that no queen rules out.
    pub(crate) fn cross_ruled_out(
        &mut self,
        squares: &[Square],
    ) -> Result<(), ReasonFault> {
        for &square in squares {
            if self.mark(square) != Some(Mark::Open) || !self.is_ruled_out(square) {
                return Err(ReasonFault::NotRuledOut(square));
            }
        }
        for &square in squares {
            let index = self.square_index(square);
            self.marks[index] = Mark::Cross;
        }
        Ok(())
    }

    /// Open squares that the queens on the board rule out, row by row.
    #[cfg(test)]
    pub(crate) fn ruled_out(&self) -> Vec<Square> {
        let squares = (0..self.marks.len()).map(|index| self.square_at(index));
        let open = squares.filter(|&square| self.mark(square) == Some(Mark::Open));
        open.filter(|&square| self.is_ruled_out(square)).collect()
    }

    /// True if a queen on the board touches `square`, or one of its units is full.
    pub(super) fn is_ruled_out(&self, square: Square) -> bool {
        let queens: Vec<Square> = self.queens().collect();
        let is_full = |kind: usize| {
            let unit = self.units_at(square)[kind];
            let others = queens
                .iter()
                .filter(|&&queen| self.units_at(queen)[kind] == unit);
            unit.is_some() && others.count() >= self.stars as usize
        };
        queens.iter().any(|&queen| self.touches(square, queen)) || (0..3).any(is_full)
    }

    pub(super) fn square_at(&self, index: usize) -> Square {
        Square::new(index as u32 / self.size, index as u32 % self.size)
    }

    pub(super) fn square_index(&self, square: Square) -> usize {
        (square.row * self.size + square.column) as usize
    }

    pub(super) fn has_square(&self, square: Square) -> bool {
        square.row.max(square.column) < self.size
    }

    /// Mark on `square`; `None` off the board.
    pub(super) fn mark(&self, square: Square) -> Option<Mark> {
        self.has_square(square)
            .then(|| self.marks[self.square_index(square)])
    }

    pub(super) fn queens(&self) -> impl Iterator<Item = Square> {
        let marks = self.marks.iter().enumerate();
        marks
            .filter(|&(_, &mark)| mark == Mark::Queen)
            .map(|(index, _)| self.square_at(index))
    }

    /// True if queens on both squares break the rule; false for a square and itself.
    pub(super) fn touches(&self, a: Square, b: Square) -> bool {
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        match self.regions {
            _ if a == b => false,
            Some(_) => rows <= 1 && columns <= 1,
            None => rows == 0 || columns == 0 || rows == columns,
        }
    }

    /// Squares that cannot hold a queen beside one on `square`.
    pub(super) fn touched_squares(&self, square: Square) -> Vec<usize> {
        let reach = if self.regions.is_some() { 1 } else { self.size };
        let near =
            |line: u32| line.saturating_sub(reach)..(line + reach + 1).min(self.size);
        let others = near(square.row).flat_map(|row| {
            near(square.column).map(move |column| Square::new(row, column))
        });
        others
            .filter(|&other| self.touches(square, other))
            .map(|other| self.square_index(other))
            .collect()
    }

    /// Row, column and region of a square; `None` for the region of a board without
    /// regions.
    pub(super) fn units_at(&self, square: Square) -> [Option<u32>; 3] {
        let region = self
            .regions
            .as_ref()
            .map(|regions| regions[self.square_index(square)]);
        [Some(square.row), Some(square.column), region]
    }

    /// Rows, columns and regions of two squares, each in ascending order.
    pub(super) fn units_of(&self, pair: [Square; 2]) -> [[Option<u32>; 2]; 3] {
        let [first, second] = pair.map(|square| self.units_at(square));
        [0, 1, 2].map(|kind| {
            let mut units = [first[kind], second[kind]];
            units.sort_unstable();
            units
        })
    }

    /// Squares of `unit` in reading order; `None` if the board has no such unit.
    pub(super) fn unit_squares(&self, unit: Unit) -> Option<Vec<usize>> {
        let number = match unit {
            Unit::Row(number) | Unit::Column(number) | Unit::Region(number) => number,
            Unit::Total => return None,
        };
        let kind = kind_of(unit);
        let is_in =
            |&index: &usize| self.units_at(self.square_at(index))[kind] == Some(number);
        let squares: Vec<usize> = (0..self.marks.len()).filter(is_in).collect();
        (!squares.is_empty()).then_some(squares)
    }

    /// Squares of the queens of an assignment.
    pub(super) fn placed_queens(&self, cells: &[SquareState]) -> Vec<Square> {
        let queens = cells
            .iter()
            .enumerate()
            .filter(|&(_, &cell)| cell == SquareState::Queen);
        queens.map(|(index, _)| self.square_at(index)).collect()
    }
}

/// Place of the kind of a unit in [`ReasonBoard::units_at`].
pub(super) fn kind_of(unit: Unit) -> usize {
    match unit {
        Unit::Row(_) => 0,
        Unit::Column(_) => 1,
        Unit::Region(_) | Unit::Total => 2,
    }
}
