//! The residual board: the free rows, columns and squares of a problem with givens.

use crate::engines::ladder::views::{not_square, standard, wrong_columns, wrong_rows};
use fixedbitset::FixedBitSet;
use queens_model::placement::Placement;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Queens on a standard square board, one in each row and column: free lines and open
/// squares.
///
/// Takes memory for lines, not for squares, so that it fits a board of a million rows.
#[derive(Clone, Debug)]
pub(crate) struct ResidualBoard<'p> {
    problem: &'p Problem,
    /// Rows without a given queen, ascending.
    pub(super) rows: Vec<u32>,
    /// Columns without a given queen, ascending; as many as rows.
    pub(super) columns: Vec<u32>,
    /// Diagonals that given queens attack, by [`ResidualBoard::sum`].
    pub(super) attacked_sums: FixedBitSet,
    /// Diagonals that given queens attack, by [`ResidualBoard::difference`].
    pub(super) attacked_differences: FixedBitSet,
}

impl<'p> ResidualBoard<'p> {
    /// Checks that `problem` asks for queens on a standard square board, one in each row
    /// and column.
    ///
    /// # Errors
    /// The parameter that differs.
    pub(crate) fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        standard(problem)?;
        let (rows, columns, units) = (problem.rows(), problem.columns(), problem.units());
        if rows != columns {
            return Err(not_square(rows, columns));
        }
        // Queens share no line, so exactly one in each row of a square board also fills
        // each column, and vice versa.
        if !units.row.contains(1) || (units.row.low() == 0 && units.column.low() == 0) {
            return Err(wrong_rows(units.row));
        }
        if !units.column.contains(1) {
            return Err(wrong_columns(units.column));
        }
        Ok(())
    }

    /// Reads `problem`.
    ///
    /// # Errors
    /// As [`ResidualBoard::accepts`].
    pub(crate) fn from_problem(problem: &'p Problem) -> Result<Self, Unsupported> {
        Self::accepts(problem)?;
        let size = problem.rows() as usize;
        let mut board = ResidualBoard {
            problem,
            rows: Vec::new(),
            columns: Vec::new(),
            attacked_sums: FixedBitSet::with_capacity(2 * size),
            attacked_differences: FixedBitSet::with_capacity(2 * size),
        };
        let mut taken = [
            FixedBitSet::with_capacity(size),
            FixedBitSet::with_capacity(size),
        ];
        for &given in problem.givens() {
            taken[0].insert(given.row as usize);
            taken[1].insert(given.column as usize);
            board
                .attacked_sums
                .insert(board.sum(given.row, given.column));
            board
                .attacked_differences
                .insert(board.difference(given.row, given.column));
        }
        let [rows, columns] =
            taken.map(|lines| lines.zeroes().map(|line| line as u32).collect());
        (board.rows, board.columns) = (rows, columns);
        Ok(board)
    }

    /// Returns the number of rows.
    pub(crate) fn size(&self) -> usize {
        self.problem.rows() as usize
    }

    /// Returns the number of the diagonal on which row plus column is constant.
    #[inline]
    pub(crate) fn sum(&self, row: u32, column: u32) -> usize {
        row as usize + column as usize
    }

    /// Returns the number of the diagonal on which column less row is constant.
    #[inline]
    pub(crate) fn difference(&self, row: u32, column: u32) -> usize {
        self.size() - 1 + column as usize - row as usize
    }

    /// True if the square of a free row and a free column is not attacked by a given
    /// queen and not blocked.
    #[inline]
    pub(crate) fn is_open(&self, row: u32, column: u32) -> bool {
        !self.attacked_sums.contains(self.sum(row, column))
            && !self
                .attacked_differences
                .contains(self.difference(row, column))
            && self.is_no_hole(row, column)
    }

    /// True if the square is not blocked.
    #[inline]
    pub(crate) fn is_no_hole(&self, row: u32, column: u32) -> bool {
        self.problem.all_free()
            || self.problem.kind(Square::new(row, column)) == SquareKind::Free
    }

    /// Returns the placement of the given queens and `queens`.
    pub(crate) fn placement(
        &self,
        queens: impl IntoIterator<Item = Square>,
    ) -> Placement {
        let mut squares: Vec<Square> = self
            .problem
            .givens()
            .iter()
            .copied()
            .chain(queens)
            .collect();
        // Two sorted runs: the stable sort merges them.
        squares.sort();
        Placement::new(squares)
    }
}
