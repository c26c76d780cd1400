//! The open squares of a board, and its work units by the first queen.

use super::COUNTED_TOGETHER;
use queens_model::bits::SmallSet;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use std::cmp::Ordering;

/// A set of columns: squares of one row.
pub(super) type ColumnSet<const W: usize> = SmallSet<W>;

/// Open squares and the number of queens to place on them.
pub(super) struct OpenBoard<const W: usize> {
    /// The open squares of each row.
    pub(super) open: Vec<ColumnSet<W>>,
    pub(super) columns: u32,
    /// Number of queens to place.
    pub(super) queens: u32,
    /// True if the board is its own mirror image.
    has_mirror: bool,
}

impl<const W: usize> OpenBoard<W> {
    /// Opens the free squares of `problem` that no given queen attacks.
    pub(super) fn from_problem(problem: &Problem) -> Self {
        let mut open = vec![ColumnSet::EMPTY; problem.rows() as usize];
        for square in problem.every_square() {
            if problem.kind(square) == SquareKind::Free {
                open[square.row as usize].insert(square.column as usize);
            }
        }
        for &given in problem.givens() {
            close_attacked(&mut open, given);
        }
        // A valid problem has no more givens than queens.
        let total = problem.units().total.low();
        let queens = total.saturating_sub(problem.givens().len() as u32);
        OpenBoard {
            open,
            columns: problem.columns(),
            queens,
            has_mirror: problem.all_free() && problem.givens().is_empty(),
        }
    }

    /// Returns the work units: one for each first queen, or one for all if they are
    /// counted in closed form.
    pub(super) fn units(&self) -> Vec<FirstQueenUnit> {
        if self.queens <= COUNTED_TOGETHER {
            return vec![FirstQueenUnit {
                first: None,
                weight: 1,
            }];
        }
        // Each later queen is on a row of its own below the first one.
        let rows = self.open.len().saturating_sub(self.queens as usize - 1);
        let mut units = Vec::new();
        for (row, open) in (0..).zip(&self.open[..rows]) {
            for column in open.iter() {
                let column = column as u32;
                let weight = self.count_mirror_images(column);
                if weight > 0 {
                    let first = Some(Square { row, column });
                    units.push(FirstQueenUnit { first, weight });
                }
            }
        }
        units
    }

    /// Returns how many units the unit with the first queen in `column` stands for: with
    /// a mirror symmetry two on the left, and none on the right.
    fn count_mirror_images(&self, column: u32) -> u32 {
        if !self.has_mirror {
            return 1;
        }
        match (2 * column + 1).cmp(&self.columns) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        }
    }
}

/// Closes the squares that `queen` attacks, and her own.
fn close_attacked<const W: usize>(open: &mut [ColumnSet<W>], queen: Square) {
    for (row, open) in (0..).zip(open) {
        *open = if row == queen.row {
            ColumnSet::EMPTY
        } else {
            without_attacked(*open, queen.column, queen.row.abs_diff(row))
        };
    }
}

/// Removes from the open squares of a row those attacked by a queen in `column`,
/// `distance` rows away.
#[inline(always)]
pub(super) fn without_attacked<const W: usize>(
    mut open: ColumnSet<W>,
    column: u32,
    distance: u32,
) -> ColumnSet<W> {
    open.remove(column as usize);
    if let Some(left) = column.checked_sub(distance) {
        open.remove(left as usize);
    }
    let right = (column + distance) as usize;
    // The set may have room for columns beyond the board, which are closed anyway.
    if right < 64 * W {
        open.remove(right);
    }
    open
}

/// A work unit: all sets with one first queen, or all sets.
pub(super) struct FirstQueenUnit {
    /// The first queen; `None` for all sets.
    pub(super) first: Option<Square>,
    /// Factor of their number: 2 if the mirror images are left out.
    pub(super) weight: u32,
}
