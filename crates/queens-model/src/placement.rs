//! Placements: sets of squares with queens.

use crate::square::Square;
use crate::symmetry::Symmetry;
use serde::{Deserialize, Serialize};

/// A set of squares with queens, in order (by row, then column).
///
/// ```
/// use queens::placement::Placement;
///
/// let placement = Placement::from_columns(&[1, 3, 0, 2]);
/// assert_eq!(placement.columns(4), Some(vec![Some(1), Some(3), Some(0), Some(2)]));
/// ```
///
/// Its serde form is the list of its squares, each as a row and a column; the order of a list that is read does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Square>")]
pub struct Placement(Vec<Square>);

impl From<Vec<Square>> for Placement {
    fn from(squares: Vec<Square>) -> Self {
        Placement::new(squares)
    }
}

impl Placement {
    /// Creates a placement from squares in any order.
    #[must_use]
    pub fn new(mut squares: Vec<Square>) -> Self {
        squares.sort_unstable();
        Placement(squares)
    }

    /// Creates a placement with one queen in each row: `columns[row]` is its column, from 0.
    #[must_use]
    pub fn from_columns(columns: &[u32]) -> Self {
        let square = |(row, &column)| Square::new(row as u32, column);
        Placement(columns.iter().enumerate().map(square).collect())
    }

    /// Creates a placement with one queen in each column: `rows[column]` is its row, from 0.
    #[must_use]
    pub fn from_rows(rows: &[u32]) -> Self {
        let square = |(column, &row)| Square::new(row, column as u32);
        Placement::new(rows.iter().enumerate().map(square).collect())
    }

    /// Returns the squares, in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    /// Returns the number of queens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there is no queen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns for each of `rows` rows the column of its queen, if any; `None` if a row has two queens or a queen is
    /// below the last row.
    #[must_use]
    pub fn columns(&self, rows: u32) -> Option<Vec<Option<u32>>> {
        let mut columns = vec![None; rows as usize];
        for square in &self.0 {
            let row = columns.get_mut(square.row as usize)?;
            if row.replace(square.column).is_some() {
                return None;
            }
        }
        Some(columns)
    }

    /// Returns the image of these queens on a board of `rows` x `columns`, which must contain them.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry, rows: u32, columns: u32) -> Placement {
        Placement::new(self.0.iter().map(|&square| symmetry.apply(square, rows, columns)).collect())
    }

    /// Returns true if `symmetry` leaves these queens unchanged on a board of `rows` x `columns`, which must contain them.
    #[must_use]
    pub fn is_fixed_by(&self, symmetry: Symmetry, rows: u32, columns: u32) -> bool {
        (rows == columns || !symmetry.exchanges_axes()) && self.image(symmetry, rows, columns) == *self
    }
}
